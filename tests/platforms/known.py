# SPDX-License-Identifier: MIT
"""The platforms of docs/platforms.md, in the order of its rows.

Most have a toolchain file in toolchains/, which sets the compilers and, if this machine cannot run the
programs by itself, CMAKE_CROSSCOMPILING_EMULATOR. The others are built by tests of CTest, which print records
of their results (records.py). A new platform is a row here and one of the two.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Platform:
    """A system and a processor that oldguard is built for."""

    name: str  # the row's heading
    file: str  # the stem of a file in toolchains/, or the name in the records
    needs: tuple[str, ...] = ()  # programs without which it cannot run
    tests: tuple[str, ...] = ()  # the tests that print its records; (): it has a toolchain file


def _linux(name, toolchain, triple, qemu):
    return Platform(name, toolchain, (f"{triple}-g++", f"qemu-{qemu}-static"))


def _recorded(name, file, *tests):
    return Platform(name, file, tests=tests)


PLATFORMS = (
    Platform("Linux x86-64", "x86-64", ("g++",)),
    Platform("Linux i386", "i386", ("g++",)),
    _linux("Linux aarch64", "aarch64", "aarch64-linux-gnu", "aarch64"),
    _linux("Linux armhf", "armhf", "arm-linux-gnueabihf", "arm"),
    _linux("Linux riscv64", "riscv64", "riscv64-linux-gnu", "riscv64"),
    _linux("Linux ppc64le", "ppc64le", "powerpc64le-linux-gnu", "ppc64le"),
    _linux("Linux s390x (big-endian)", "s390x", "s390x-linux-gnu", "s390x"),
    _recorded("Linux x86-64 with musl, static", "musl", "toolchains.musl"),
    _recorded("Windows x86-64", "windows", "toolchains.mingw", "windows.build", "windows.command"),
    _recorded("macOS x86-64", "macos-x86_64", "toolchains.macos"),
    _recorded("macOS aarch64", "macos-arm64", "toolchains.macos"),
    _recorded("FreeBSD x86-64", "freebsd", "toolchains.freebsd"),
)
