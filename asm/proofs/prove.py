# SPDX-License-Identifier: MIT
"""Proves one function. The standard is evaluated first, then the code, over the same terms.

A case is a number of blocks, a value of each flag, and whether the output replaces the input. Cases are
proved one by one. If the loop has an invariant (induction.py), the proof is for any number of blocks.
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

COUNTS = (0, 1, 2, 3)  # of blocks, for functions without an invariant
SETS = 64  # blocks at once, from which on a function processes sets of blocks
SLICED = 128  # blocks at once, from which on a function for DES is bit-sliced


@dataclass
class Case:
    counts: dict
    in_place: bool = False

    def __str__(self):
        """Returns the beginning of a message about the case."""
        text = ", ".join(f"{name} = {value}" for name, value in self.counts.items())
        text += ", in place" if self.in_place else ""
        return text + ": " if text else ""


@dataclass
class Verdict:
    symbol: str
    abi: str
    op: str
    cases: list = field(default_factory=list)  # the Cases proved
    any_number: bool = False  # whether induction proves all other counts
    sets_of: int = 0  # blocks; not 0: each case plus any number of sets of this size is proved
    no_invariant: str = ""  # the reason why neither holds
    failure: str = ""  # the case and its first error
    differs: Case = None  # the case whose results differ from the standard
    rounds: str = ""  # then a text about the last round that is right
    counterexample: dict = None  # {argument: bytes or number} at which code and standard differ
    tables: set = field(default_factory=set)  # the names of those read at addresses that depend on data
    assumed: list = field(default_factory=list)  # texts
    seconds: float = 0.0  # of processor time
    memory: int = 0  # MiB, the maximum resident set of the process


@dataclass
class Target:
    """A function to prove. run: executes it on a machine. constants: list of calling.Constant."""

    symbol: str
    op: object
    abi: object
    constants: list
    run: object
    lanes: int = 1
    blocks_per_iteration: int = 1
    least: int = 0  # blocks, the smallest count that the function allows
    step: int = 1  # every count is a multiple of it
    passed: list = None  # of signature.Passed, if the function has other arguments than the operation
    constant_time: bool = False  # the claim of the kernel's description
    assumed: list = field(default_factory=list)  # texts, for this function only

    @property
    def in_sets(self):
        """Whether it processes full sets of blocks and, in another way, a partial batch."""
        return self.blocks_per_iteration >= SETS

    @property
    def sliced(self):
        """Whether it is bit-sliced: every register bit belongs to another block."""
        return self.op.name.startswith("des") and max(self.lanes, self.blocks_per_iteration) >= SLICED


def of_function(f):
    """Returns the Target of a function that the generator built. It runs the list of instructions."""
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
    """Yields ({flag: value}, in place?) of each way to call a function."""
    places = [False, True] if f.op.counts() and any(a.name in IN_PLACE for a in f.op.arguments) else [False]
    flags = [a.name for a in f.op.arguments if a.flag]
    for values in itertools.product((0, 1), repeat=len(flags)):
        for in_place in places:
            yield dict(zip(flags, values)), in_place


def case_of(f, way, count):
    flags, in_place = way
    return Case({**dict.fromkeys(f.op.counts(), count), **flags}, in_place)


def counts_of(f, in_place=False):
    """Returns the numbers of blocks to prove one by one.

    They are 0 to 3, the number of blocks of one loop iteration, and one more. A bit-sliced function, which
    treats all bit positions alike, gets 0, 1, a full set and a full set plus one.
    """
    if not f.op.counts():
        return [1]
    once = f.blocks_per_iteration
    if f.in_sets:  # the largest first: see BitSlices.declare
        counts = [once + 1, once, 1, 0][: 1 if in_place else None]
    else:
        counts = sorted({f.step * n for n in (*COUNTS, once, once + 1)})[in_place:]
    return [count for count in counts if count >= f.least]


def cases(f, most=None):
    """Yields the cases of a function to prove one by one. most: the largest number of blocks."""
    for way in ways(f):
        for count in counts_of(f, in_place=way[1]):
            if most is None or not f.op.counts() or count <= most:
                yield case_of(f, way, count)


def prove_case(f, case, verdict, words, contracts=CONTRACTS, watch=None):
    """Proves one case and adds it, or its failure, to the verdict.

    words: the algebra, shared by all cases of the function. watch: see Scenario.run.
    """
    words.count = None
    scenario = Scenario(f, words, case.counts, case.in_place)
    if f.sliced and not words.known:
        scenario.declare_slices()
    try:
        wanted = contracts[f.op.name](words, scenario.counts, scenario.cells)
    except Unsupported as error:
        verdict.failure = f"{case}not supported: {error}"
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
    """Returns the sample input, at which code and standard give different results."""
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
    """Proves a case again while recording the rounds. Returns a text about the last right one."""
    words = Symbols(Terms())
    words.steps = rounds.Steps(words)
    prove_case(f, case, Verdict(f.symbol, f.abi.name, f.op.name), words, contracts, watch=words.steps.watch)
    text = rounds.describe(words.steps)
    words.forget()
    return text


def prove(f, most=None, contracts=CONTRACTS, every_count=False):
    """Returns the Verdict on one function for one calling convention.

    most: proves up to this number of blocks one by one. None: proves any number of blocks if the loop has
    an invariant. every_count: see _base_counts(). Raises Refused if no case is left to prove.
    """
    verdict, start = Verdict(f.symbol, f.abi.name, f.op.name), time.process_time()
    with uncollected():
        if most is not None or not _loops(f) or not _prove_any(f, verdict, contracts, every_count):
            _prove_each(f, verdict, most, contracts)
        if verdict.differs:
            verdict.rounds = _rounds(f, verdict.differs, contracts)
    if not verdict.cases and not verdict.failure:
        raise Refused(f"{f.symbol}: no number of blocks is left to prove")
    if not verdict.failure and verdict.tables and f.constant_time:
        verdict.failure = (
            "is declared constant-time, but reads at addresses that depend on data: "
            + ", ".join(sorted(verdict.tables))
        )
    verdict.assumed = assumed(f, verdict)
    verdict.seconds = time.process_time() - start
    verdict.memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    return verdict


def _loops(f):
    """Returns whether to look for an invariant of the loop."""
    return f.op.counts() and f.step == 1


def _prove_each(f, verdict, most, contracts):
    """Proves all cases one by one, up to the first failure."""
    words = Symbols(Terms())
    for case in cases(f, most):
        if case not in verdict.cases and not verdict.failure:
            prove_case(f, case, verdict, words, contracts)
    words.forget()


def _base_counts(f, loop, every_count):
    """Returns the counts that induction does not cover, each of which is proved separately.

    A bit-sliced function has a different path for each size of a partial batch. Unless every_count is
    set, only sizes 0 and 1 are proved.
    """
    counts = range(f.least, loop.least)
    if every_count or not f.in_sets:
        return counts
    return [count for count in counts if count % f.blocks_per_iteration in (0, 1)]


def _prove_any(f, verdict, contracts, every_count):
    """Tries induction. Returns whether it decided the proof; a failure counts as decided."""
    loops = []  # found for other ways to call the function, and likely to fit again
    for _, same in itertools.groupby(ways(f), key=operator.itemgetter(0)):
        proof = None  # in place reuses the terms of separate buffers
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
    """Proves one way to call the function for any number of blocks."""
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
    """Disables the garbage collector.

    The terms are millions of objects. Their only cycles are those that `forget` breaks, and a search for
    others would take as long as the proof.
    """
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()
