# SPDX-License-Identifier: MIT
"""Every export builds with the lines its Makefile gives, and its check-and-speed program runs.

Windows programs run under wine; 32-bit ones and Mach-O cannot run here and are only built. The
a.out and Solaris dialects have no assembler here: their code is compared in test_dialects.py.
"""

import functools
import os
import re
import shutil
import subprocess

import built
import pytest
import toolchain
import turns

from asmgen import dialects, exporting, kernel
from asmgen.cli import KERNELS

ALL = [k for k in kernel.catalogue(KERNELS) if k.entries[0][0].name in exporting.FAMILIES]
A64 = turns.part([k for k in ALL if k.arch.name == "a64"], turns.LONG)
FILES = {
    "sha1": {"clock.h", "main.c", "sha1.c", "sha1.h"},
    "whirlpool": {"clock.h", "main.c", "whirlpool.c", "whirlpool.h", "whirlpool_spec.h"},
    "des": {"clock.h", "main.c", "des.h", "des_enc.c", "set_key.c", "fips46.h"},
}
OK = {
    "sha1": (
        "4 published vectors and 301 lengths ok",
        r"\d+\.\d MiB/s, \d+\.\d{3} cycles/byte \((core cycles|TSC ticks|ticks of the system counter), ",
    ),
    "whirlpool": (
        "3 published vectors and 301 lengths ok",
        r"\d+\.\d MiB/s, \d+\.\d{3} cycles/byte \((core cycles|TSC ticks|ticks of the system counter), ",
    ),
    "des": (
        "6 published blocks and 200 random ones ok",
        r"\d+ DES/s, \d+\.\d cycles/block \((core cycles|TSC ticks|ticks of the system counter), ",
    ),
}
# One kernel of each family and width is exported in every dialect, the others for one system of each
# kind. test_dialects.py checks that all dialects of a kernel give the same code.
EVERYWHERE = {
    *"sha1_x86_fast sha1_x64_fast sha1_x64_avx2_x8 whirlpool_x86_mmx whirlpool_x64_sse2".split(),
    *"whirlpool_x64_avx2 des_x86_som3 des_x64_sp".split(),
}
ELSEWHERE = {32: ("cpp", "nasm-win32"), 64: ("gas-elf", "gas-coff")}
ELF = ("gas-elf", "gas-intel", "nasm-elf32", "nasm-elf64", "cpp")
WINDOWS = ("gas-coff", "nasm-win32", "nasm-win64", "masm")


def cases(names):
    return turns.part(
        [
            (k, name)
            for k in ALL
            for name in names
            if k.arch.name in dialects.find(name).abis
            and not (k.isa and dialects.find(name).newest_cpu != "later")
            and (k.stem in EVERYWHERE or name in ELSEWHERE[k.bits])
        ],
        turns.LONG,
    )


def ids(value):
    return value if isinstance(value, str) else value.stem


def family(k):
    return k.stem.partition("_")[0].removesuffix("dc")  # sha1dc is exported with the files of sha1


def export(k, name, tmp_path):
    folder = tmp_path / "out"
    dialect = dialects.find(name)
    exporting.write(folder, exporting.files(k, dialect, built.unit_for(k, name)))
    assert set(os.listdir(folder)) == FILES[family(k)] | {"LICENSE", "Makefile", k.stem + dialect.extension}
    for path in FILES[family(k)]:
        assert not re.search(r"@[A-Z]+@", (folder / path).read_text())
    return folder


def judge(k, run):
    """Checks the output, not only the exit status: wine returns 0 for programs that it could not start."""
    if not toolchain.processor_runs(k.isa):
        pytest.skip(f"{k.stem} was built but not run: this processor lacks one of {k.isa}")
    checked, speed = OK[family(k)]
    done = run()
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{k.stem}: {checked}\n" in done.stdout.replace("\r", "")
    assert re.search(speed, done.stdout)


@pytest.mark.parametrize("k,name", cases(ELF), ids=ids)
def test_make_and_run(tmp_path, k, name):
    toolchain.need("gcc")
    if name.startswith("nasm"):
        toolchain.need("nasm")
    folder = export(k, name, tmp_path)
    done = toolchain.run("make CC='gcc -Wall -Wextra -Werror'", cwd=folder)
    assert done.returncode == 0 and not done.stderr, done.stderr
    judge(k, lambda: toolchain.run(f"./{k.stem}", cwd=folder))


@pytest.mark.parametrize("k", [k for k in ALL if k.stem in EVERYWHERE], ids=lambda k: k.stem)
@pytest.mark.parametrize("cc", ["gcc", "clang-19"])
def test_one_cc_line(tmp_path, k, cc):
    toolchain.need(cc)
    export(k, "gas-elf", tmp_path)
    flag = "-m32" if k.bits == 32 else ""
    done = toolchain.run(f"{cc} {flag} out/*.c out/*.S -o t", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    judge(k, lambda: toolchain.run("./t", cwd=tmp_path))


@pytest.mark.parametrize("k,name", cases(WINDOWS), ids=ids)
def test_windows(tmp_path, k, name):
    target = "x86_64" if k.bits == 64 else "i686"
    gcc = f"{target}-w64-mingw32-gcc"
    toolchain.need(gcc)
    folder = export(k, name, tmp_path)
    if name == "masm":
        # llvm-ml and mingw replace Microsoft's ml64 and cl
        toolchain.need("llvm-ml-19")
        lines = [
            f"llvm-ml-19 --m{k.bits} /c /Fo {k.stem}.obj {k.stem}.asm",
            f"{gcc} -O2 *.c {k.stem}.obj -o {k.stem}.exe",
        ]
    else:
        lines = ["make"]
    for line in lines:
        done = toolchain.run(line, cwd=folder)
        assert done.returncode == 0, done.stdout + done.stderr
    if k.bits == 32:
        return  # no wine32 here
    toolchain.need("wine")
    judge(k, lambda: toolchain.run(["wine", f"{k.stem}.exe"], cwd=folder, env=wine(), timeout=3600))


@pytest.mark.parametrize("k", A64, ids=lambda k: k.stem)
@pytest.mark.parametrize("cc", ["aarch64-linux-gnu-gcc", "clang-19 --target=aarch64-linux-gnu"])
def test_aarch64(tmp_path, k, cc):
    """qemu runs the program of the ELF export. The other dialects are assembled in test_dialects.py."""
    toolchain.need(cc.split()[0])
    toolchain.need("qemu-aarch64-static")
    folder = export(k, "elf-a64", tmp_path)
    done = toolchain.run(f"make CC='{cc} -static -Wall -Wextra -Werror'", cwd=folder)
    assert done.returncode == 0 and not done.stderr, done.stderr
    checked, speed = OK[family(k)]
    done = toolchain.run(f"qemu-aarch64-static ./{k.stem}", cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{k.stem}: {checked}\n" in done.stdout and re.search(speed, done.stdout)


# What the exported C files need of a C library, for systems whose headers cannot be had here.
HEADERS = {
    "string.h": "#include <stddef.h>\n#include <stdint.h>\nvoid *memcpy(void *, const void *, size_t);\n"
    "void *memset(void *, int, size_t);\nint memcmp(const void *, const void *, size_t);\n"
    "int strcmp(const char *, const char *);\nsize_t strlen(const char *);\n",
    "stdio.h": "#include <stddef.h>\nint printf(const char *, ...);\n"
    "int snprintf(char *, size_t, const char *, ...);\nint sprintf(char *, const char *, ...);\n",
    "stdlib.h": "#include <stddef.h>\n#define EXIT_SUCCESS 0\n#define EXIT_FAILURE 1\nvoid *malloc(size_t);\nvoid free(void *);\n",
    "time.h": "struct timespec { long tv_sec, tv_nsec; };\n#define CLOCK_MONOTONIC 6\n"
    "int clock_gettime(int, struct timespec *);\n",
}
AARCH64_SYSTEMS = {
    "macho-a64": ("arm64-apple-macos", "", "_"),
    "coff-a64": ("aarch64-pc-windows-msvc", "main.c", ""),  # main.c includes windows.h
    "armasm64": ("aarch64-pc-windows-msvc", "main.c", ""),
}


@pytest.mark.parametrize("k", A64, ids=lambda k: k.stem)
@pytest.mark.parametrize("name", AARCH64_SYSTEMS)
def test_aarch64_elsewhere(tmp_path, k, name):
    """`cc out/*` for macOS and Windows: every file compiles, and the C files find the kernel's symbols. Nothing is
    linked or run, because no system is here, and headers of it are the declarations above."""
    toolchain.need("clang-19")
    target, left_out, underscore = AARCH64_SYSTEMS[name]
    folder = export(k, name, tmp_path)
    library = tmp_path / "include"
    library.mkdir()
    for header, text in HEADERS.items():
        (library / header).write_text(text)
    symbols = {"T": set(), "U": set()}
    sources = sorted(n for n in os.listdir(folder) if n.endswith((".c", ".S", ".asm")) and n != left_out)
    for source in sources:
        path, flags = folder / source, f"-O2 -Wall -Wextra -Werror -isystem {library}"
        if source.endswith(".asm"):
            path.write_text(toolchain.readable(name, 0, path.read_text()))
            flags = "-x assembler"
        done = toolchain.run(
            f"clang-19 --target={target} {flags} -c {path} -o {path}.o && llvm-nm-19 {path}.o", cwd=folder
        )
        assert done.returncode == 0 and not done.stderr, done.stderr
        for line in done.stdout.splitlines():
            kind, symbol = line.split()[-2:]
            symbols.setdefault(kind, set()).add(symbol)
    called = {symbol for symbol in symbols["U"] if symbol.startswith(underscore + "og_")}
    assert called and called <= symbols["T"]
    assert {underscore + symbol for _, symbol, _ in k.entries} <= symbols["T"]


@functools.cache
def wine():
    """Returns the environment of all wine runs. They share a prefix, which takes seconds to create, and a
    server that stays for a minute. Otherwise each run would start a server and wait until it ends."""
    path = os.path.join(toolchain.ROOT, "build", "wine")
    os.makedirs(path, exist_ok=True)
    environment = {**os.environ, "WINEDEBUG": "-all", "WINEPREFIX": path}
    # the server must not hold the pipe of the run that started it
    for line in (["wineserver", "-p60"], ["wine", "cmd", "/c", "exit"]):
        subprocess.run(
            line,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=3600,
            check=True,
        )
    return environment


@pytest.mark.parametrize(
    "stem,right,wrong,words",
    [
        ("sha1_x64_fast", "$30", "$29", "WRONG for abc"),
        ("des_x64_sp", "1792(%rbp", "1788(%rbp", "WRONG for FIPS 81, encryption"),
    ],
)
def test_a_wrong_kernel_is_reported(tmp_path, stem, right, wrong, words):
    """The check of the exported program can fail."""
    toolchain.need("gcc")
    folder = export(kernel.find(stem, KERNELS), "gas-elf", tmp_path)
    source = folder / f"{stem}.S"
    source.write_text(source.read_text().replace(right, wrong, 1))
    done = toolchain.run(f"make && ./{stem}", cwd=folder)
    assert done.returncode == 1 and words in done.stdout


@pytest.mark.parametrize(
    "stem,right,wrong",
    [
        ("sha1_x64_fast", "$30", "$29"),
        ("sha1_x64_sse2_x4", "pslld   $5", "pslld   $4"),
        ("sha1dc_x64_avx2", "rorxl   $2,", "rorxl   $3,"),
        ("whirlpool_x64_sse2", "pxor", "por"),
    ],
)
def test_crate(tmp_path, stem, right, wrong):
    """The exported crate passes its own tests, without a warning, and they see a wrong instruction."""
    if not shutil.which("cargo"):  # optional: RUST=1 dev/scripts/setup test-all
        pytest.skip("cargo is not installed: the exported crate was not tested")
    folder = tmp_path / stem
    done = toolchain.asmgen("export", stem, "--dialect", "gas-elf", "--rust", "-o", folder)
    assert done.returncode == 0, done.stderr
    assert set(os.listdir(folder)) == {"Cargo.toml", "LICENSE", "lib.rs", f"{stem}.S", "tests.rs"}
    if not toolchain.processor_runs(kernel.find(stem, KERNELS).isa):
        pytest.skip(f"this processor does not run {stem}")
    line = "RUSTFLAGS=-Dwarnings cargo test --offline --lib"
    done = toolchain.run(line, cwd=folder)
    assert done.returncode == 0 and " 0 passed" not in done.stdout, done.stdout + done.stderr
    source = folder / f"{stem}.S"
    text = source.read_text()
    assert right in text
    source.write_text(text.replace(right, wrong))
    done = toolchain.run(line, cwd=folder)
    assert done.returncode == 101 and "test result: FAILED" in done.stdout, done.stdout + done.stderr


@pytest.mark.parametrize(
    "stem,dialect,words",
    [
        ("sha1_x64_fast", "gas-intel", "Rust takes kernels of 64 bits in gas-elf, "),
        ("sha1_x86_fast", "gas-elf", "Rust takes kernels of 64 bits in gas-elf, "),
        ("des_x64_eform_x4", "gas-elf", "no export for operation des.ecb in Rust"),
    ],
)
def test_no_crate(tmp_path, stem, dialect, words):
    done = toolchain.asmgen("export", stem, "--dialect", dialect, "--rust", "-o", tmp_path / "out")
    assert done.returncode == 2 and words in done.stderr


def test_the_command_writes_the_same(tmp_path):
    """`oldguard-asm export` runs the analyses and writes the files that the tests above build."""
    k = kernel.find("des_x86_som3", KERNELS)
    mine = export(k, "cpp", tmp_path)
    done = toolchain.asmgen("export", k.stem, "--dialect", "cpp", "-o", tmp_path / "theirs")
    assert done.returncode == 0, done.stderr
    assert sorted(os.listdir(tmp_path / "theirs")) == sorted(os.listdir(mine))
    for name in os.listdir(mine):
        assert (tmp_path / "theirs" / name).read_text() == (mine / name).read_text()


def test_entry_script(tmp_path):
    """oldguard-asm runs from any directory, without installation."""
    script = os.path.join(toolchain.ROOT, "asm", "asmgen", "oldguard-asm")
    done = toolchain.run([script, "list"], cwd=tmp_path)
    assert done.returncode == 0 and "sha1_x64_fast" in done.stdout


def test_catalogue():
    import json

    found = json.loads(toolchain.asmgen("catalogue", "--json").stdout)
    keys = set("stem ops arch bits isa lanes constant_time min_size summary refs source".split())
    for entry in found:
        assert set(entry) == keys
        assert os.path.isfile(os.path.join(toolchain.ROOT, entry["source"]))
        assert all(op["symbol"].startswith("og_" + entry["stem"]) for op in entry["ops"])
