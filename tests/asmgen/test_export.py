# SPDX-License-Identifier: MIT
"""Every export builds with the lines its Makefile gives, and its check-and-speed program runs.

Windows programs run under wine; 32-bit ones and Mach-O cannot run here and are only built. The
a.out and Solaris dialects have no assembler here: their code is compared in test_dialects.py.
"""

import os
import re

import pytest

import toolchain
from asmgen import dialects, kernel
from asmgen.cli import KERNELS

ALL = kernel.catalogue(KERNELS)
ELF = ("gas-elf", "gas-intel", "nasm-elf32", "nasm-elf64", "cpp")
WINDOWS = ("gas-coff", "nasm-win32", "nasm-win64", "masm")


def cases(names):
    return [(k, name) for k in ALL for name in names if k.bits in dialects.find(name).abis
            and not (k.isa and dialects.find(name).newest_cpu != "later")]


def ids(found):
    return [f"{k.stem}-{name}" for k, name in found]


def export(k, name, tmp_path):
    folder = tmp_path / "out"
    done = toolchain.asmgen("export", k.stem, "--dialect", name, "-o", folder)
    assert done.returncode == 0, done.stderr
    dialect = dialects.find(name)
    assert sorted(os.listdir(folder)) == sorted(
        ["LICENSE", "Makefile", "main.c", "sha1.c", "sha1.h", k.stem + dialect.extension])
    for text in (folder / "main.c", folder / "sha1.c", folder / "sha1.h"):
        assert not re.search(r"@[A-Z]+@", text.read_text())
    return folder


def judge(k, done):
    """Never the exit status alone: wine returns 0 for programs that it could not start."""
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{k.stem}: 4 published vectors and 301 lengths ok\n" in done.stdout.replace("\r", "")
    assert re.search(r"\d+\.\d MiB/s, \d+\.\d{3} cycles/byte \((core cycles|TSC ticks), ",
                     done.stdout)


@pytest.mark.parametrize("k,name", cases(ELF), ids=ids(cases(ELF)))
def test_make_and_run(tmp_path, k, name):
    toolchain.need("gcc")
    if name.startswith("nasm"):
        toolchain.need("nasm")
    folder = export(k, name, tmp_path)
    done = toolchain.run("make CC='gcc -Wall -Wextra -Werror'", cwd=folder)
    assert done.returncode == 0 and not done.stderr, done.stderr
    judge(k, toolchain.run(f"./{k.stem}", cwd=folder))


@pytest.mark.parametrize("k", ALL, ids=[k.stem for k in ALL])
@pytest.mark.parametrize("cc", ["gcc", "clang-19"])
def test_one_cc_line(tmp_path, k, cc):
    toolchain.need(cc)
    export(k, "gas-elf", tmp_path)
    flag = "-m32" if k.bits == 32 else ""
    done = toolchain.run(f"{cc} {flag} out/*.c out/*.S -o t && ./t", cwd=tmp_path)
    judge(k, done)


@pytest.mark.parametrize("k,name", cases(WINDOWS), ids=ids(cases(WINDOWS)))
def test_windows(tmp_path, k, name):
    target = "x86_64" if k.bits == 64 else "i686"
    gcc = f"{target}-w64-mingw32-gcc"
    toolchain.need(gcc)
    folder = export(k, name, tmp_path)
    if name == "masm":
        # ml64 and cl are Microsoft's; llvm-ml and mingw stand in for them
        toolchain.need("llvm-ml-19")
        lines = [f"llvm-ml-19 --m{k.bits} /c /Fo {k.stem}.obj {k.stem}.asm",
                 f"{gcc} -O2 main.c sha1.c {k.stem}.obj -o {k.stem}.exe"]
    else:
        lines = ["make"]
    for line in lines:
        done = toolchain.run(line, cwd=folder)
        assert done.returncode == 0, done.stdout + done.stderr
    if k.bits == 32:
        return      # no wine32 here
    toolchain.need("wine")
    environment = {**os.environ, "WINEDEBUG": "-all", "WINEPREFIX": prefix()}
    judge(k, toolchain.run(["wine", f"{k.stem}.exe"], cwd=folder, env=environment, timeout=120))


def prefix():
    """One wine prefix for all tests: making one takes seconds."""
    path = os.path.join(toolchain.ROOT, "build", "wine")
    os.makedirs(path, exist_ok=True)
    return path


def test_a_wrong_kernel_is_reported(tmp_path):
    """The exported program's own check can fail."""
    toolchain.need("gcc")
    folder = export(kernel.find("sha1_x64_fast", KERNELS), "gas-elf", tmp_path)
    source = folder / "sha1_x64_fast.S"
    source.write_text(source.read_text().replace("$30", "$29", 1))
    done = toolchain.run("make && ./sha1_x64_fast", cwd=folder)
    assert done.returncode == 1 and "WRONG for abc" in done.stdout


def test_entry_script(tmp_path):
    """oldguard-asm runs from anywhere, without installation."""
    script = os.path.join(toolchain.ROOT, "asmgen", "oldguard-asm")
    done = toolchain.run([script, "list"], cwd=tmp_path)
    assert done.returncode == 0 and "sha1_x64_fast" in done.stdout


def test_catalogue():
    import json
    found = json.loads(toolchain.asmgen("catalogue", "--json").stdout)
    keys = {"stem", "ops", "bits", "isa", "lanes", "constant_time", "min_size", "summary", "refs",
            "source"}
    for entry in found:
        assert set(entry) == keys
        assert os.path.isfile(os.path.join(toolchain.ROOT, entry["source"]))
        assert all(op["symbol"].startswith("og_" + entry["stem"]) for op in entry["ops"])
