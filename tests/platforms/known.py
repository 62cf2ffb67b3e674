# SPDX-License-Identifier: MIT
"""The platforms of docs/platforms.md, in the order of its rows.

To add one, add a toolchain file to toolchains/ and a row here. The toolchain file sets the compilers and, if
this machine cannot run the programs by itself, CMAKE_CROSSCOMPILING_EMULATOR.
"""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Platform:
    """A system and a processor that oldguard is built for."""

    name: str  # the row's heading
    toolchain: str = ""  # the stem of a file in toolchains/; "": `make test-platforms` does not run it
    needs: tuple[str, ...] = ()  # programs without which it cannot run
    options: tuple[str, ...] = field(default=())  # further options of CMake
    note: str = ""  # of a platform without a toolchain: what is known


def _linux(name, toolchain, triple, qemu):
    return Platform(name, toolchain, (f"{triple}-g++", f"qemu-{qemu}-static"))


PLATFORMS = (
    Platform("Linux x86-64", "x86-64", ("g++",)),
    Platform("Linux i386", "i386", ("g++",)),
    _linux("Linux aarch64", "aarch64", "aarch64-linux-gnu", "aarch64"),
    _linux("Linux armhf", "armhf", "arm-linux-gnueabihf", "arm"),
    _linux("Linux riscv64", "riscv64", "riscv64-linux-gnu", "riscv64"),
    _linux("Linux ppc64le", "ppc64le", "powerpc64le-linux-gnu", "ppc64le"),
    _linux("Linux s390x (big-endian)", "s390x", "s390x-linux-gnu", "s390x"),
    Platform("Linux with musl"),
    Platform("Windows x86-64"),
    Platform("macOS x86-64"),
    Platform("macOS aarch64"),
    Platform("FreeBSD x86-64"),
)
