# SPDX-License-Identifier: MIT
"""The proof of one function: the standard first, then the code, in one store of terms.

A function is proved for each case by itself: a count of blocks, a setting of each flag, and, where
a caller may, output in the place of the input.
"""

import time
from dataclasses import dataclass, field

from asmgen.errors import Fault, KernelError

from .calling import Buffer, Call, Constant
from .contracts import CONTRACTS, PLACES
from .terms import Terms, Unsupported
from .words import Symbols, narrow

COUNTS = (0, 1, 2, 3)
IN_PLACE = {"out": "in"}        # an output that may lie where an input does


@dataclass
class Case:
    counts: dict
    in_place: bool = False

    def __str__(self):
        """As the head of a message."""
        text = ", ".join(f"{name} = {value}" for name, value in self.counts.items())
        text += ", in place" if self.in_place else ""
        return text + ": " if text else ""


@dataclass
class Verdict:
    symbol: str
    abi: str
    op: str
    cases: list = field(default_factory=list)       # all Cases proved
    failure: str = ""               # the first thing that is wrong, with the case
    example: dict = None            # a buffer's bytes on which code and standard disagree
    tables: set = field(default_factory=set)        # read at places that depend on data
    seconds: float = 0.0


@dataclass
class Target:
    """A function to prove. run: machine -> None; constants: for calling.Call."""
    symbol: str
    op: object
    abi: object
    constants: list
    run: object
    lanes: int = 1
    at_once: int = 1
    least: int = 0                  # blocks; some may not be called with none
    constant_time: bool = False     # does its description claim so?


def of_function(f):
    """What the generator built, as the list of instructions that it printed."""
    return Target(f.symbol, f.op, f.abi,
                  [Constant(d.label.name, bytes(d.content), label=d.label) for d in f.constants],
                  lambda machine: machine.run(f.stream), f.kernel.lanes, f.kernel.at_once,
                  constant_time=f.kernel.constant_time)


def cases(f, most=None):
    """The cases of a function: 0 to 3 blocks, and one more than its main loop takes at once. most:
    no more blocks than these."""
    once = f.at_once
    counts = sorted({*COUNTS, once, once + 1}) if f.op.counts() else [1]
    for count in counts:
        if f.op.counts() and (count < f.least or most is not None and count > most):
            continue
        for values in f.op.inputs(count):
            plain = {a.name: values[a.name] for a in f.op.arguments
                     if a.size is None and not a.number}
            yield Case(plain)
            if count and any(a.name in IN_PLACE for a in f.op.arguments) and f.op.counts():
                yield Case(plain, in_place=True)


def cells_of(words, argument, size, known=False):
    """Unknown bytes, or random ones; of an og_des_key only those bits that hold keys."""
    if known:
        return [words.shadow(cell, 8) for cell in cells_of(words, argument, size)]
    if "og_des_key" not in argument.c_type or argument.writable:
        return [words.inputs(8) for _ in range(size)]
    bits = [0] * (8 * size)
    for at in range(0, size, 128):
        for place in PLACES.values():
            bits[8 * at + place] = words.inputs(1)[0]
    return [narrow(tuple(bits[i:i + 8])) for i in range(0, 8 * size, 8)]


def arguments(op, lanes, bits, case, words, known):
    """(the arguments of a Call, {name: Buffer or list of them}, counts with unknown numbers)."""
    values, buffers, counts = [], {}, dict(case.counts)
    for argument in op.arguments:
        size = argument.size
        if size is None:
            value = case.counts.get(argument.name)
            if argument.number:
                counts[argument.name] = value = words.inputs(32)
                if known:
                    counts[argument.name] = value = words.shadow(value, 32)
            narrow = argument.number or argument.flag
            values.append(value if bits == 32 or not narrow
                          else words.concat([value, words.inputs(32)], 32))
            continue
        if not isinstance(size, int):
            size = size({**case.counts, "lanes": lanes})
        odd = argument.c_type.startswith("const uint8_t")
        made = [Buffer(f"{argument.name}[{i}]" if argument.per_lane else argument.name,
                       cells_of(words, argument, size, known), argument.writable, odd)
                for i in range(lanes if argument.per_lane else 1)]
        buffers[argument.name] = made if argument.per_lane else made[0]
        values.append(buffers[argument.name])
    if case.in_place:
        for out, source in IN_PLACE.items():
            if out in buffers:
                at = [a.name for a in op.arguments].index(source)
                buffers[out].cells = buffers[source].cells
                buffers[source] = values[at] = buffers[out]
    return values, buffers, counts


def prove_case(f, case, verdict, contracts=CONTRACTS, known=False, seed=1):
    """Adds the case to the verdict, or the failure. known: on one random input, nothing unknown."""
    words = Symbols(Terms(seed))
    values, buffers, counts = arguments(f.op, f.lanes, f.abi.bits, case, words, known)
    before = {name: [list(b.cells) for b in made] if isinstance(made, list) else list(made.cells)
              for name, made in buffers.items()}
    wanted = contracts[f.op.name](words, counts, before)
    call = Call(f.abi, values, f.constants)
    try:
        machine = call.machine(words)
        f.run(machine)
        call.check_return(machine)
    except (KernelError, Fault) as error:
        verdict.failure = f"{case}{error}"
        return
    except Unsupported as error:
        verdict.failure = f"{case}beyond this prover: {error}"
        return
    verdict.tables |= machine.tables
    for name, cells in wanted.items():
        for at, (cell, want) in enumerate(zip(call.result(buffers[name]), cells)):
            if cell == want:
                continue
            bit = next(i for i, (x, y) in enumerate(zip(words.bits(cell, 8), words.bits(want, 8)))
                       if x != y)
            verdict.failure = f"{case}byte {at} of '{name}' differs, first in bit {bit}"
            if words.shadow(cell, 8) != words.shadow(want, 8):
                verdict.example = example(words, before, counts)
                verdict.failure += (f": {words.shadow(cell, 8):#04x} where the standard has "
                                    f"{words.shadow(want, 8):#04x}")
            return
    verdict.cases.append(case)


def example(words, before, counts):
    """The random input, on which the two are seen to differ."""
    def plain(cells):
        return bytes(words.shadow(cell, 8) for cell in cells).hex()
    made = {name: words.shadow(value, 32) for name, value in counts.items()}
    made.update({name: list(map(plain, cells)) if cells and isinstance(cells[0], list)
                 else plain(cells) for name, cells in before.items()})
    return made


def prove(f, most=None, contracts=CONTRACTS):
    """A Verdict on one function for one calling convention."""
    verdict, start = Verdict(f.symbol, f.abi.name, f.op.name), time.process_time()
    for case in cases(f, most):
        prove_case(f, case, verdict, contracts)
        if verdict.failure:
            break
    if not verdict.failure and verdict.tables and f.constant_time:
        verdict.failure = ("claims constant time and reads at places that depend on data: "
                           + ", ".join(sorted(verdict.tables)))
    verdict.seconds = time.process_time() - start
    return verdict
