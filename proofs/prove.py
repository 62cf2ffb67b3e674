# SPDX-License-Identifier: MIT
"""The proof of one function: the standard first, then the code, in one store of terms.

A function is proved for each case by itself: a count of blocks, a scenario of each flag, and, where
a caller may, output in the place of the input. Where its loop has an invariant (induction.py), for
any number of blocks.
"""

import contextlib
import functools
import gc
import itertools
import math
import operator
import resource
import time
from dataclasses import dataclass, field, replace

from . import induction, rounds
from .algebra.terms import Terms, Unsupported
from .algebra.words import Symbols
from .calling import Constant
from .contracts import CONTRACTS
from .errors import Refused
from .report import assumed
from .scenario import IN_PLACE, Scenario

COUNTS = (0, 1, 2, 3)
SLICED = 64  # blocks at once


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
    cases: list = field(default_factory=list)  # all Cases proved
    any_number: bool = False  # of blocks: the cases, and by induction all others
    sets_of: int = 0  # blocks: the cases, and any number of such sets more
    no_invariant: str = ""  # or why not
    failure: str = ""  # the first thing that is wrong, with the case
    differs: Case = None  # where results do
    rounds: str = ""  # then how far the code is right, in words
    counterexample: dict = None  # a buffer's bytes on which code and standard disagree
    tables: set = field(default_factory=set)  # read at places that depend on data
    assumed: list = field(default_factory=list)  # in words
    seconds: float = 0.0  # of processor time
    memory: int = 0  # MiB that the process has had at most


@dataclass
class Target:
    """A function to prove. run: machine -> None; constants: for calling.Call."""

    symbol: str
    op: object
    abi: object
    constants: list
    run: object
    lanes: int = 1
    blocks_per_iteration: int = 1
    least: int = 0  # blocks; some may not be called with none
    step: int = 1  # counts are multiples of it
    passed: list = None  # signature.Passed, where the function has other arguments
    constant_time: bool = False  # does its description claim so?
    assumed: list = field(default_factory=list)  # of it alone, in words

    @property
    def in_sets(self):
        """Does it take many blocks at once, and fewer that are left over in another way?"""
        return self.blocks_per_iteration >= SLICED

    @property
    def sliced(self):
        """Is its work that of gates on many blocks at once?"""
        return self.op.name.startswith("des") and max(self.lanes, self.blocks_per_iteration) >= SLICED


def of_function(f):
    """What the generator built, as the list of instructions that it printed."""
    return Target(
        f.symbol,
        f.op,
        f.abi,
        [Constant(d.label.name, bytes(d.content), label=d.label) for d in f.constants],
        lambda machine: machine.run(f.stream),
        f.kernel.lanes,
        f.kernel.blocks_per_iteration,
        constant_time=f.kernel.constant_time,
    )


def ways(f):
    """{True: in place, False: not; and the flags} of each way to call a function with some work."""
    places = [False, True] if f.op.counts() and any(a.name in IN_PLACE for a in f.op.arguments) else [False]
    flags = [a.name for a in f.op.arguments if a.flag]
    for values in itertools.product((0, 1), repeat=len(flags)):
        for in_place in places:
            yield dict(zip(flags, values)), in_place


def case_of(f, way, count):
    flags, in_place = way
    return Case({**dict.fromkeys(f.op.counts(), count), **flags}, in_place)


def counts_of(f, in_place=False):
    """Blocks that are tried one by one: 0 to 3, and one more than the main loop takes at once. Bit
    slices, all of whose positions do the same: one, a full set, one more."""
    if not f.op.counts():
        return [1]
    once = f.blocks_per_iteration
    if f.in_sets:  # the most rows first: rows.py
        counts = [once + 1, once, 1, 0][: 1 if in_place else None]
    else:
        counts = sorted({f.step * n for n in (*COUNTS, once, once + 1)})[in_place:]
    return [count for count in counts if count >= f.least]


def cases(f, most=None):
    """The cases of a function one by one. most: no more blocks than these."""
    for way in ways(f):
        for count in counts_of(f, in_place=way[1]):
            if most is None or not f.op.counts() or count <= most:
                yield case_of(f, way, count)


def prove_case(f, case, verdict, words, contracts=CONTRACTS, watch=None):
    """Adds the case to the verdict, or the failure. words: of all cases of the function."""
    words.count = None
    scenario = Scenario(f, words, case.counts, case.in_place)
    if f.sliced and not words.known:
        scenario.declare_slices()
    try:
        wanted = contracts[f.op.name](words, scenario.counts, scenario.cells)
    except Unsupported as error:
        verdict.failure = f"{case}beyond this prover: {error}"
        return
    call, buffers = scenario.call()
    machine, failure = scenario.run(call, watch)
    if machine:
        verdict.tables |= machine.tables
        made = {name: call.result(buffers[name]) for name in wanted}
        failure, seen = scenario.difference(made, wanted)
        verdict.differs = case if failure else None
        if seen:
            verdict.counterexample = counterexample(scenario)
    if failure:
        verdict.failure = f"{case}{failure}"
    else:
        verdict.cases.append(case)


def counterexample(scenario):
    """The random input, on which the two are seen to differ."""
    words = scenario.words

    def plain(cells):
        return bytes(words.sample(cell, 8) for cell in cells).hex()

    made = {name: words.sample(value, 32) for name, value in scenario.counts.items()}
    made.update(
        {
            name: list(map(plain, cells)) if cells and isinstance(cells[0], list) else plain(cells)
            for name, cells in scenario.cells.items()
        }
    )
    return made


def _rounds(f, case, contracts):
    """The case once more, with all that the standard makes on its way."""
    words = Symbols(Terms())
    words.steps = rounds.Steps(words)
    prove_case(f, case, Verdict(f.symbol, f.abi.name, f.op.name), words, contracts, watch=words.steps.watch)
    text = rounds.describe(words.steps)
    words.forget()
    return text


def prove(f, most=None, contracts=CONTRACTS, every_count=False):
    """A Verdict on one function for one calling convention. most: no more blocks than these, one by
    one; else any number where there is an invariant of its loop. every_count: see `_base_counts`."""
    verdict, start = Verdict(f.symbol, f.abi.name, f.op.name), time.process_time()
    with uncollected():
        if most is not None or not _loops(f) or not _prove_any(f, verdict, contracts, every_count):
            _prove_each(f, verdict, most, contracts)
        if verdict.differs:
            verdict.rounds = _rounds(f, verdict.differs, contracts)
    if not verdict.cases and not verdict.failure:
        raise Refused(f"{f.symbol}: no number of blocks is left to try")
    if not verdict.failure and verdict.tables and f.constant_time:
        verdict.failure = "claims constant time and reads at places that depend on data: " + ", ".join(
            sorted(verdict.tables)
        )
    verdict.assumed = assumed(f, verdict)
    verdict.seconds = time.process_time() - start
    verdict.memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    return verdict


def _loops(f):
    """May its loop have an invariant of the count?"""
    return f.op.counts() and f.step == 1


def _prove_each(f, verdict, most, contracts):
    """Case by case."""
    words = Symbols(Terms())
    for case in cases(f, most):
        if case not in verdict.cases and not verdict.failure:
            prove_case(f, case, verdict, words, contracts)
    words.forget()


def _base_counts(f, loop, every_count):
    """The counts that are cases by themselves, down from which a turn leads. What bit slices have left
    over after full sets goes another way for each of its sizes: some of these, or every one."""
    counts = range(f.least, loop.least)
    if every_count or not f.in_sets:
        return counts
    return [count for count in counts if count % f.blocks_per_iteration in (0, 1)]


def _prove_any(f, verdict, contracts, every_count):
    """Has any number of blocks been settled?"""
    loops = []  # of other ways, which are likely
    for _, same in itertools.groupby(ways(f), key=operator.itemgetter(0)):
        proof = None  # with what was worked out of buffers apart, for those in place too
        for way in same:
            wanted = functools.partial(case_of, f, way)
            proof = replace(proof, case=wanted) if proof else induction.Proof(f, wanted, contracts)
            try:
                _prove_way(proof, verdict, loops, every_count)
            except (induction.NoInvariant, Unsupported) as reason:
                verdict.no_invariant, verdict.sets_of = str(reason), 0
            if verdict.no_invariant or verdict.failure:
                break
        proof.words.forget()
        if verdict.no_invariant or verdict.failure:
            return not verdict.no_invariant
    verdict.any_number = not verdict.sets_of
    return True


def _prove_way(proof, verdict, loops, every_count):
    """Adds one way to call the function to the verdict, for any number of blocks."""
    f = proof.f
    same = loops[-1] if loops and proof.case(f.least).in_place else None
    loop, tables = induction.find(proof, loops, same)
    verdict.tables |= tables
    loops.append(loop)
    if f.in_sets and not every_count:
        verdict.sets_of = math.lcm(verdict.sets_of or 1, loop.units)
    for count in _base_counts(f, loop, every_count):
        prove_case(
            f,
            proof.case(count),
            verdict,
            proof.words,
            proof.contracts,
            watch=induction.from_invariant(proof, loop),
        )
        if verdict.failure:
            return


@contextlib.contextmanager
def uncollected():
    """Terms are millions of objects that hold no cycles but those that `forget` takes apart: looking
    for others would take as long as the proof."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()
