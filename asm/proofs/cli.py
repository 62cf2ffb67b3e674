# SPDX-License-Identifier: MIT
"""The oldguard-prove command."""

import argparse
import fnmatch
import json
import os
import resource
import sys
from dataclasses import replace

from asmgen import kernel
from asmgen.architectures import ABIS, ARCHITECTURES
from asmgen.cli import KERNELS
from asmgen.errors import KernelError, UsageError
from asmgen.operations import OPERATIONS

from . import faults, kept, signature
from .contracts import CONTRACTS
from .errors import Refused
from .objects import code, elf
from .objects.decode_a64 import FRAME_POINTER
from .processes import results
from .prove import Target, of_function, prove
from .report import as_json, describe

QUICK = 1  # --blocks of --quick
# functions of other libraries and their operation; they need at least one block
KNOWN = {"sha1_block_data_order": "sha1.blocks", "whirlpool_block": "whirlpool.blocks"}


def functions(args):
    """Yields (Unit, Function) of the selected kernels."""
    patterns = ["*"] if args.all else args.stems
    found = [
        k for k in kernel.catalogue(args.kernels) if any(fnmatch.fnmatchcase(k.stem, p) for p in patterns)
    ]
    for pattern in patterns:
        if not any(fnmatch.fnmatchcase(k.stem, pattern) for k in found):
            raise Refused(f"no kernel is called '{pattern}'; `oldguard-asm list` prints all")
    for k in found:
        for abi in [args.abi] if args.abi else k.abis():  # that of Go must be asked for
            if ABIS[abi].arch != k.arch.name:
                continue
            unit = k.build(abi)
            for f in unit.functions:
                if args.op and f.op.name != args.op:
                    continue
                yield unit, f


def target_of_bytes(unit, f):
    """Returns (Target, Code) of a function's machine code."""
    machine_code = code.of_unit(unit, f.symbol)
    return replace(of_function(f), constants=machine_code.constants(), run=machine_code.run), machine_code


def tasks(args, *more):
    """Returns the tasks for processes.results, one for each selected function."""
    return [(f.symbol, args.kernels, unit.kernel.stem, unit.abi.name, *more) for unit, f in functions(args)]


def _found(task):
    """Returns the (Unit, Function) of a task."""
    symbol, folder, stem, abi = task[:4]
    unit = kernel.find(stem, folder).build(abi)
    return unit, next(f for f in unit.functions if f.symbol == symbol)


def _verdict(task):
    stream, most, every_count = task[4:]
    unit, f = _found(task)
    target = of_function(f) if stream else target_of_bytes(unit, f)[0]
    return prove(target, most, every_count=every_count)


def _plant(task):
    (count,) = task[4:]
    unit, f = _found(task)
    target, machine_code = target_of_bytes(unit, f)
    return faults.plant(f, machine_code, target, count)


def command_faults(args):
    """Plants faults in every selected function. Returns the exit status."""
    failed = 0
    for task, (planted, passed, wrong) in results(_plant, tasks(args, args.faults), args.jobs):
        print(
            f"{task[0]} ({task[3]}): {planted} faults, {planted - len(passed)} refused, "
            f"{len(passed) - len(wrong)} accepted and harmless, {len(wrong)} accepted wrongly",
            flush=True,
        )
        for text, seen in wrong:
            print(f"    {text}: {seen}")
        failed += len(wrong)
    return 1 if failed else 0


def _convention(name, arch):
    """Returns the calling convention of a function of an object."""
    abi = ABIS[name] if name else ARCHITECTURES[arch].abis[0]
    if abi.arch != arch:
        raise Refused(f"{name} is a convention of {abi.arch}; the object is of {arch}")
    if arch == "a64":  # kernels do not have the frame pointer, other functions may use it
        abi = replace(abi, saved=(*abi.saved, FRAME_POINTER))
    return abi


def command_keep(args):
    """Proves the functions whose machine code args.keep has no verdict of. Returns the exit status."""
    try:
        old = kept.read(args.keep)
    except ValueError as error:
        raise Refused(str(error)) from None
    current, selected = {}, tasks(args, False, None, False)
    for unit, f in functions(args):
        if (f.symbol, unit.abi.name) not in current:
            current |= {(symbol, unit.abi.name): digest for symbol, digest in unit.digests().items()}
    old = {key: v for key, v in old.items() if current.get(key, v["sha256"]) == v["sha256"]}
    wanted = [task for task in selected if (task[0], task[3]) not in old]
    for (symbol, _, _, abi, *_), verdict in results(_verdict, wanted, args.jobs):
        print(describe(verdict), flush=True)
        old[symbol, abi] = kept.reduced(as_json(verdict), current[symbol, abi])
        kept.write(args.keep, old)
    failures = sum(not verdict.get("proved") for verdict in old.values())
    print(f"{len(old)} verdicts in {args.keep}, {len(wanted)} new, {failures} not proved")
    return 1 if failures else 0


def target_of_object(args):
    """Returns (Target, contracts) of the function of --object."""
    path, colon, symbol = args.object.rpartition(":")
    if not colon or not path or not symbol:
        raise Refused("--object takes FILE:SYMBOL")
    image = elf.load(path, symbol)
    variables = {}
    for text in args.variable:
        name, _, value = text.partition("=")
        try:
            variables[name] = bytes.fromhex(value)
        except ValueError:
            raise Refused(f"--variable {text}: NAME=HEX expected, the bytes in memory order") from None
        if name not in image.variables:
            raise Refused(
                f"{symbol} reads no variable '{name}' of another object; it reads: "
                + (" ".join(image.variables) or "none")
            )
    machine_code = code.Code(image, variables)
    target = Target(
        symbol,
        None,
        _convention(args.abi, image.arch),
        machine_code.constants(),
        machine_code.run,
        assumed=[f"'{name}' is {value.hex()}" for name, value in variables.items()]
        + [f"the weak symbol '{name}' is not overridden" for name in sorted(image.weak - {symbol})],
    )
    op = args.op or KNOWN.get(symbol)
    target.least = args.least if args.least is not None else int(symbol in KNOWN)
    target.step = args.step or 1
    for k in kernel.catalogue(args.kernels):
        for own, name, _ in k.entries:
            if name == symbol:
                op = own.name
                target.lanes, target.blocks_per_iteration = k.lanes, k.blocks_per_iteration
                target.constant_time = k.constant_time
    if op is None:
        raise Refused(f"the operation of {symbol} is unknown: --op takes one of {' '.join(OPERATIONS)}")
    target.op, contracts = OPERATIONS[op], CONTRACTS
    if args.arguments:
        target.passed = signature.parse(args.arguments, target.op, image.symbols.get)
        contracts = {op: signature.contract(target.op, target.passed)}
        target.op = signature.operation(target.op, target.passed)
    return target, contracts


def verdicts_of_object(args, most):
    target, contracts = target_of_object(args)
    yield prove(target, most, contracts, args.every_count)


def parser():
    top = argparse.ArgumentParser(
        prog="oldguard-prove",
        description="Prove that machine code computes its standard, for all inputs. If the main loop "
        "has an invariant, the proof is for any number of blocks.",
    )
    top.add_argument("stems", nargs="*", metavar="STEM", help="name of a kernel, or a pattern")
    top.add_argument("--all", action="store_true", help="prove every kernel")
    top.add_argument("--object", metavar="FILE:SYMBOL", help="prove a function of an ELF object or archive")
    top.add_argument(
        "--op", metavar="OP", help="prove only this operation; with --object, the operation of the function"
    )
    top.add_argument("--abi", choices=sorted(ABIS), help="prove only this calling convention")
    top.add_argument(
        "--variable",
        action="append",
        default=[],
        metavar="NAME=HEX",
        help="value of a variable that another object defines",
    )
    top.add_argument(
        "--blocks",
        type=int,
        metavar="N",
        help="prove up to N blocks, each number separately (default: any number; without an invariant "
        "0 to 3, the number of one iteration of the main loop, and one more)",
    )
    top.add_argument(
        "--least",
        type=int,
        metavar="N",
        help="prove from N blocks on; some functions of other libraries require at least one",
    )
    top.add_argument("--step", type=int, metavar="N", help="prove only multiples of N blocks")
    top.add_argument(
        "--arguments",
        metavar="A,B,...",
        help="arguments of a function of another library, if they differ from the operation's: "
        "see asm/proofs/README.md",
    )
    top.add_argument("--quick", action="store_true", help="the same as --blocks 1")
    top.add_argument(
        "--every-count",
        action="store_true",
        help="bit-sliced kernels: prove every size of a partial batch, not only 0 and 1; up to an hour "
        "for a function",
    )
    top.add_argument(
        "--stream",
        action="store_true",
        help="prove the generator's instruction list instead of the machine code; needs no decoder",
    )
    top.add_argument(
        "--faults",
        type=int,
        metavar="N",
        help="flip N bits and change N instructions of each function, one at a time; every fault that "
        "changes a result must be refused",
    )
    top.add_argument(
        "--jobs",
        type=int,
        default=os.cpu_count(),
        metavar="N",
        help="number of processes (default: one for each processor)",
    )
    top.add_argument("--json", action="store_true", help="print a JSON list")
    top.add_argument(
        "--keep",
        metavar="FILE",
        help="keep the verdicts in FILE, each with the hash of its function, and prove only functions that "
        "FILE has no verdict of; drops verdicts of machine code that has changed",
    )
    top.add_argument(
        "--kernels",
        default=KERNELS,
        metavar="DIR",
        help="folder of kernel files (default: the repository's asm/kernels/)",
    )
    return top


def run(args):
    if bool(args.object) + bool(args.all) + bool(args.stems) != 1:
        raise Refused("give kernels, --all or --object")
    if args.op and args.op not in OPERATIONS:
        raise Refused(f"unknown operation '{args.op}'; known: {' '.join(OPERATIONS)}")
    if not args.object and (args.least, args.step, args.arguments) != (None, None, None):
        raise Refused("--least, --step and --arguments need --object")
    if args.least is not None and args.least < 0:
        raise Refused("--least must be 0 or more")
    if args.step is not None and args.step < 1:
        raise Refused("--step must be 1 or more")
    if args.jobs < 1:
        raise Refused("--jobs must be 1 or more")
    if args.blocks is not None and args.blocks < 1:
        raise Refused("--blocks must be 1 or more")
    if args.every_count and (args.quick or args.blocks or args.faults):
        raise Refused("--every-count excludes --quick, --blocks and --faults")
    if args.faults is not None:
        if args.faults < 1 or args.object or args.stream or args.json:
            raise Refused("--faults must be 1 or more and excludes --object, --stream and --json")
        return command_faults(args)
    most = QUICK if args.quick else args.blocks
    if args.keep:
        if args.object or args.op or args.abi or args.stream or args.json or most or args.every_count:
            raise Refused("--keep takes only kernels or --all, and --jobs")
        return command_keep(args)
    found = []
    for verdict in (
        verdicts_of_object(args, most)
        if args.object
        else (v for _, v in results(_verdict, tasks(args, args.stream, most, args.every_count), args.jobs))
    ):
        found.append(verdict)
        if not args.json:
            print(describe(verdict), flush=True)
    if not found:
        raise Refused("no function is selected")
    failures = sum(bool(v.failure) for v in found)
    if args.json:
        print(json.dumps([as_json(v) for v in found], indent=2))
    elif len(found) > 1:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        print(
            f"{len(found) - failures} of {len(found)} proved; {used.ru_utime:.0f} s of processor "
            f"time, at most {used.ru_maxrss >> 10} MiB for one function"
        )
    return 1 if failures else 0


def main(argv):
    args = parser().parse_args(argv)
    try:
        return run(args)
    except (Refused, UsageError) as error:
        print(f"oldguard-prove: {error}", file=sys.stderr)
        return 2
    except KernelError as error:
        print(f"oldguard-prove: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        sys.stderr.close()
        return 1
