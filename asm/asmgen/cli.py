# SPDX-License-Identifier: MIT
"""The oldguard-asm command."""

import argparse
import fnmatch
import functools
import json
import os
import sys
import tempfile

from . import analyses, dialects, exporting, kernel, mutate
from .errors import KernelError, TooNewError, UsageError
from .sources import HOME
from .tracing import calls

KERNELS = os.path.join(HOME, "kernels")


def write_whole(path, text):
    """Writes a temporary file beside the target and renames it, so that the target is never partial."""
    folder = os.path.dirname(os.path.abspath(path))
    handle, temporary = tempfile.mkstemp(prefix=".oldguard-asm-", dir=folder)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as out:
            out.write(text)
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(temporary, 0o666 & ~umask)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def checked_unit(stem, choose_abi, folder):
    """Builds one kernel and runs every analysis on it."""
    found = kernel.find(stem, folder)
    unit = found.build(choose_abi(found))
    analyses.check(unit)
    return unit


def command_list(args):
    rows = [
        (
            k.stem,
            k.arch.name,
            " ".join(k.isa) or "baseline",
            " ".join(op.name for op, _, _ in k.entries),
            k.summary,
        )
        for k in kernel.catalogue(args.kernels)
    ]
    rows.insert(0, ("stem", "arch", "isa", "operation", "summary"))
    widths = [max(len(row[i]) for row in rows) for i in range(4)]
    for row in rows:
        print("  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths + [0])).rstrip())


def command_dialects(args):
    width = max(map(len, dialects.DIALECTS))
    for name, dialect in dialects.DIALECTS.items():
        print(f"{name:<{width}}  {'/'.join(dialect.abis):<7}  {dialect.summary}")


def command_catalogue(args):
    if not args.json:
        raise UsageError("the catalogue is printed as JSON only: add --json, or use `list`")
    print(json.dumps([k.description() for k in kernel.catalogue(args.kernels)], indent=2))


def command_emit(args):
    dialect = dialects.find(args.dialect)
    unit = checked_unit(args.stem, dialect.abi_for, args.kernels)
    text = dialect.print(unit)
    if args.output:
        write_whole(args.output, text)
    else:
        sys.stdout.write(text)


def command_emit_all(args):
    """Prints the files of a release, in the dialects for C. Those for Go are in its module."""
    units, left_out = {}, {}
    for found in kernel.catalogue(args.kernels):
        for abi in found.abis():
            unit = units[found.stem, abi] = found.build(abi)
            analyses.check(unit)
    for name, dialect in dialects.DIALECTS.items():
        if dialect.language != "C":
            continue
        folder = os.path.join(args.output, name)
        os.makedirs(folder, exist_ok=True)
        for (stem, abi), unit in units.items():
            if dialect.abis.get(unit.arch.name) != abi:
                continue
            try:
                text = dialect.print(unit)
            except TooNewError:
                left_out[name] = left_out.get(name, 0) + 1
                continue
            write_whole(os.path.join(folder, stem + dialect.extension), text)
    if left_out:
        counts = ", ".join(f"{count} from {name}" for name, count in left_out.items())
        print(f"{args.output}: left out, for old assemblers that lack their instructions: {counts}")


def command_bytes(args):
    unit = checked_unit(args.stem, lambda k: args.abi or k.abis()[0], args.kernels)
    code = unit.code()
    for at in range(0, len(code), 32):
        print(code[at : at + 32].hex())


def command_export(args):
    dialect = dialects.find(args.dialect)
    unit = checked_unit(args.stem, dialect.abi_for, args.kernels)
    files = exporting.rust_files if args.rust else exporting.files
    made = files(unit.kernel, dialect, unit)
    exporting.write(args.output, made)
    print(f"{args.output}: {', '.join(sorted(made))}")


def _build(stem, abi, folder):
    return kernel.find(stem, folder).build(abi)


def command_trace(args):
    made, _ = calls.trace(kernel.find(args.stem, args.kernels), args.op)
    write_whole(args.output, json.dumps(made, separators=(",", ":")) + "\n")
    steps = sum(count for _, count in made["pc"])
    print(f"{args.output}: {made['symbol']}, {steps} of {made['window'][1]} steps. {made['said']}")


def command_mutate(args):
    found = [
        k
        for k in kernel.catalogue(args.kernels)
        if any(fnmatch.fnmatch(k.stem, pattern) for pattern in args.stems)
    ]
    if not found:
        raise UsageError(f"no kernel matches {' '.join(args.stems)}")
    survivors = 0
    for k in found:
        abi = args.abi or k.abis()[0]
        analyses.check(k.build(abi))
        survivors += mutate.report(
            functools.partial(_build, k.stem, abi, args.kernels), sys.stdout, args.jobs, args.every
        )
    return 1 if survivors else 0


def _positive(text):
    value = int(text)
    if value < 1:
        raise ValueError
    return value


def parser():
    top = argparse.ArgumentParser(
        prog="oldguard-asm", description="Print oldguard's assembly kernels for any assembler."
    )
    top.add_argument(
        "--kernels",
        default=KERNELS,
        metavar="DIR",
        help="folder with the kernel files (default: asm/kernels/ of the repository)",
    )
    commands = top.add_subparsers(dest="command", required=True)

    def command(name, run, text):
        sub = commands.add_parser(name, help=text, description=text)
        sub.set_defaults(run=run)
        return sub

    command("list", command_list, "list the kernels, their ISA and their operations")
    command("dialects", command_dialects, "list the dialects and their assemblers")
    sub = command("catalogue", command_catalogue, "print the descriptions of all kernels")
    sub.add_argument("--json", action="store_true", help="as a JSON array (required)")
    sub = command("emit", command_emit, "print one kernel as assembly")
    sub.add_argument("stem", help="name of a kernel, see `list`")
    sub.add_argument("--dialect", required=True, metavar="D", help="name of a dialect, see `dialects`")
    sub.add_argument("-o", "--output", metavar="FILE", help="default: standard output")
    sub = command(
        "emit-all", command_emit_all, "print every kernel in every dialect for C that knows its instructions"
    )
    sub.add_argument(
        "-o", "--output", required=True, metavar="DIR", help="folder that gets one folder per dialect"
    )
    sub = command("bytes", command_bytes, "print one kernel's machine code in hex")
    sub.add_argument("stem", help="name of a kernel, see `list`")
    sub.add_argument("--abi", metavar="ABI", help="sysv64, win64 or cdecl32")
    sub = command(
        "export",
        command_export,
        "write a folder with one kernel, its caller, a test and a benchmark, built by one line of cc or go",
    )
    sub.add_argument("stem", help="name of a kernel, see `list`")
    sub.add_argument("--dialect", required=True, metavar="D", help="name of a dialect, see `dialects`")
    sub.add_argument("--rust", action="store_true", help="a crate instead, which needs no C compiler")
    sub.add_argument("-o", "--output", required=True, metavar="DIR", help="folder to write")
    sub = command(
        "trace", command_trace, "run one block through a kernel and write every step as JSON, for readers"
    )
    sub.add_argument("stem", help="name of a kernel, see `list`")
    sub.add_argument("--op", metavar="OP", help="operation (default: the one that reads best)")
    sub.add_argument("-o", "--output", required=True, metavar="FILE", help="file to write")
    sub = command(
        "mutate",
        command_mutate,
        "change one instruction at a time and list the changes that no check detects",
    )
    sub.add_argument("stems", metavar="STEM", nargs="+", help="a stem or a pattern such as 'des*'")
    sub.add_argument("--abi", metavar="ABI", help="sysv64, win64 or cdecl32")
    sub.add_argument(
        "--jobs", metavar="N", type=_positive, default=1, help="number of processes (default: 1)"
    )
    sub.add_argument(
        "--every", metavar="N", type=_positive, default=1, help="try every Nth change only (default: 1)"
    )
    return top


def main(argv):
    args = parser().parse_args(argv)
    try:
        return args.run(args) or 0
    except (KernelError, UsageError) as error:
        print(f"oldguard-asm: {error}", file=sys.stderr)
        return 2 if isinstance(error, UsageError) else 1
    except BrokenPipeError:
        sys.stderr.close()
        return 1
    except OSError as error:
        print(f"oldguard-asm: {error.filename}: {error.strerror}", file=sys.stderr)
        return 1
