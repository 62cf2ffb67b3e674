# SPDX-License-Identifier: MIT
"""The assemblers of each dialect and their command lines.

A missing tool skips the test with its name. With OLDGUARD_REQUIRE_TOOLS=1 the test fails.
"""

import contextlib
import io
import os
import re
import shutil
import subprocess
import sys

import armasm_text
import pytest

from asmgen import cli, dialects

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

# dialect -> [(tool, command)]; {src} and {obj} are filled in, {bits} is 32 or 64
ASSEMBLERS = {
    "gas-elf": [
        ("as", "as --{bits} {src} -o {obj}"),
        ("gcc", "gcc -m{bits} -c {src} -o {obj}"),
        ("clang-19", "clang-19 -m{bits} -c {src} -o {obj}"),
    ],
    "gas-intel": [("as", "as --{bits} {src} -o {obj}"), ("clang-19", "clang-19 -m{bits} -c {src} -o {obj}")],
    "gas-macho": [("clang-19", "clang-19 --target={macho}-apple-darwin -c {src} -o {obj}")],
    "gas-coff": [
        ("{mingw}-w64-mingw32-as", "{mingw}-w64-mingw32-as {src} -o {obj}"),
        ("clang-19", "clang-19 --target={mingw}-w64-windows-gnu -c {src} -o {obj}"),
    ],
    "nasm-elf32": [(t, t + " -f elf32 {src} -o {obj}") for t in ("nasm", "yasm")],
    "nasm-elf64": [(t, t + " -f elf64 {src} -o {obj}") for t in ("nasm", "yasm")],
    "nasm-win32": [(t, t + " -f win32 {src} -o {obj}") for t in ("nasm", "yasm")],
    "nasm-win64": [(t, t + " -f win64 {src} -o {obj}") for t in ("nasm", "yasm")],
    "nasm-macho32": [(t, t + " -f macho32 {src} -o {obj}") for t in ("nasm", "yasm")],
    "nasm-macho64": [(t, t + " -f macho64 {src} -o {obj}") for t in ("nasm", "yasm")],
    "nasm-aout": [("nasm", "nasm -f aout {src} -o {obj}")],
    "nasm-aoutb": [("nasm", "nasm -f aoutb {src} -o {obj}")],
    "masm": [("llvm-ml-19", "llvm-ml-19 --m{bits} /c /Fo {obj} {src}")],
    # No a.out assembler is packaged. The one of ELF reads the same text, with underscores in symbols.
    "gas-aout": [("as", "as --32 {src} -o {obj}"), ("clang-19", "clang-19 -m32 -c {src} -o {obj}")],
    "bsdi": [("as", "as --32 {src} -o {obj}"), ("clang-19", "clang-19 -m32 -c {src} -o {obj}")],
    # Debian's assemblers have no / comments, so `readable` turns them into # comments. The Solaris
    # assembler of solaris_as.sh reads the file unchanged.
    "solaris": [("as", "as --32 {src} -o {obj}")],
    "cpp": [
        ("gcc", f"gcc -m32 -D{system} -c {{src}} -o {{obj}}") for system in ("ELF", "SOL", "OUT", "BSDI")
    ],
    "elf-a64": [
        ("aarch64-linux-gnu-as", "aarch64-linux-gnu-as {src} -o {obj}"),
        ("aarch64-linux-gnu-gcc", "aarch64-linux-gnu-gcc -c {src} -o {obj}"),
        ("clang-19", "clang-19 --target=aarch64-linux-gnu -c {src} -o {obj}"),
    ],
    "macho-a64": [("clang-19", "clang-19 --target=arm64-apple-darwin -c {src} -o {obj}")],
    "coff-a64": [("clang-19", "clang-19 --target=aarch64-w64-windows-gnu -c {src} -o {obj}")],
    # armasm64 does not run here: armasm_text.py turns its syntax, as far as the dialect uses it, into that of clang.
    "goasm": [],  # test_goasm.py compares the listing of Go's assembler
    "goasm-a64": [],
    "armasm64": [("clang-19", "clang-19 --target=aarch64-w64-windows-gnu -x assembler -c {src} -o {obj}")],
}

SOLARIS_AS = os.environ.get("OLDGUARD_SOLARIS_AS")
if SOLARIS_AS:
    ASSEMBLERS["solaris"].append((SOLARIS_AS, SOLARIS_AS + " --32 {src} -o {obj}"))


def readable(dialect, index, text):
    """Returns the text in the form that assembler number `index` of the dialect can read."""
    if dialect == "armasm64":
        return armasm_text.to_gnu(text)
    if dialect == "solaris" and index == 0:
        assert re.search(r"^/ ", text, re.M) and "#" not in text
        return re.sub(r"(^|\s)/ ", r"\1# ", text)
    return text


def need(tool):
    if shutil.which(tool) is None:
        message = f"{tool} is not installed: nothing it would check has been checked"
        if os.environ.get("OLDGUARD_REQUIRE_TOOLS") == "1":
            pytest.fail(message)
        pytest.skip(message)


def run(command, **more):
    done = subprocess.run(
        command,
        shell=isinstance(command, str),
        capture_output=True,
        text=True,
        cwd=more.pop("cwd", ROOT),
        **more,
    )
    return done


def asmgen_process(*arguments):
    """Runs the generator as a program."""
    return run([sys.executable, os.path.join(ROOT, "asm", "asmgen", "oldguard-asm"), *map(str, arguments)])


@contextlib.contextmanager
def own_modules(package):
    """Imports the modules of a package again, and forgets them at the end: planted kernels share their names."""

    def take():
        names = [name for name in sys.modules if name.partition(".")[0] == package]
        return {name: sys.modules.pop(name) for name in names}

    before, path = take(), list(sys.path)
    try:
        yield
    finally:
        take()
        sys.modules.update(before)
        sys.path[:] = path


def asmgen(*arguments):
    """Runs the generator's command in this process, which takes a tenth of the time of a new one."""
    words = list(map(str, arguments))
    folder = words[words.index("--kernels") + 1] if "--kernels" in words else cli.KERNELS
    out, err = io.StringIO(), io.StringIO()
    with contextlib.ExitStack() as stack:
        stack.enter_context(own_modules(os.path.basename(folder)))
        stack.enter_context(contextlib.redirect_stdout(out))
        stack.enter_context(contextlib.redirect_stderr(err))
        try:
            status = cli.main(words)
        except SystemExit as end:
            status = end.code
    return subprocess.CompletedProcess(words, status, out.getvalue(), err.getvalue())


def fill(text, bits, src="", obj=""):
    return text.format(
        bits=bits,
        src=src,
        obj=obj,
        macho="x86_64" if bits == 64 else "i386",
        mingw="x86_64" if bits == 64 else "i686",
    )


def assemble(dialect, index, bits, src, obj):
    """Runs assembler number `index` of the dialect and returns the bytes of the object."""
    tool, command = ASSEMBLERS[dialect][index]
    need(fill(tool, bits))
    done = run(fill(command, bits, src, obj))
    # llvm-ml prints "Assembling: file" on success
    noise = [
        line
        for line in (done.stdout + done.stderr).splitlines()
        if line.strip() and not line.startswith("Assembling:")
    ]
    assert done.returncode == 0 and not noise, f"{command}\n{done.stdout}{done.stderr}"
    with open(obj, "rb") as handle:
        return handle.read()


def assemble_unit(folder, dialect, index, unit):
    """Prints a unit in a dialect, and returns the bytes of the object, which is folder/unit.o."""
    printer = dialects.find(dialect)
    src = folder / f"unit{printer.extension}"
    src.write_text(readable(dialect, index, printer.print(unit)))
    return assemble(dialect, index, unit.abi.bits, src, folder / "unit.o")


def processor_runs(isa):
    """Returns whether this processor has all ISA bits of a kernel, by /proc/cpuinfo."""
    names = {"shani": "sha_ni", "sse41": "sse4_1", "sse42": "sse4_2", "sse3": "pni"}
    with open("/proc/cpuinfo", encoding="ascii", errors="replace") as info:
        flags = next((line.split() for line in info if line.startswith("flags")), [])
    return all(names.get(bit, bit) in flags for bit in isa)
