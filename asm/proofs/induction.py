# SPDX-License-Identifier: MIT
"""Proves a function for any number of blocks or iterations, by induction over its main loop.

Blocks and iterations of PBKDF2 or crypt(3) are both called units here. Let S(n) be the state of a call
on n units at a certain visit of the loop's head, after `havoc` has replaced some places and the flags by
unknowns. For unknown data and an unknown n of at least `least` this is shown:

    One iteration of the loop leads from S(n) to S(n - units) of a call on the remaining units. This
    call starts with the chaining value that the standard gives for the units before. The outputs of
    these units are the standard's. The two states differ in havocked places only.

Each n below `least` is proved as a separate case, from S(n) to the end. By induction every n is right.
The loop's head, its units per iteration and the havocked places are guessed from runs on numbers. A wrong
guess makes a proof fail; it cannot make one succeed.
"""

import itertools
from dataclasses import dataclass, field, replace

from . import lane_offsets
from .algebra.counts import BELOW, Count
from .algebra.terms import Terms
from .algebra.words import Symbols
from .scenario import Scenario, names
from .state_diff import differences, havoc

ATTEMPTS = 3  # to find the set of havocked places of one loop
UNITS = 1, 2, 4  # units per iteration to try, besides that of the kernel's description
FEW = 5  # values of `least` to try for bit slices, whose runs on numbers are slow
SHAPES = (0, 1, False), (1, 1, False), (1, 2, False), (0, 1, True)  # skipped, visits, by_offset
SEEDS = itertools.count(11)  # of the runs on numbers


class LoopHeadReached(Exception):
    """Ends a run at the wanted visit of the loop's head."""


class NoInvariant(Exception):
    """The reason why no induction was found."""


@dataclass
class Loop:
    head: object  # an Instr
    units: int  # per iteration
    least: int  # the smallest count for which the iteration is proved
    skipped: int = 0  # visits of the head before the invariant first holds
    visits: int = 1  # of the head in an iteration: 2 if the loop alternates between two buffers
    by_offset: bool = False  # whether lane_offsets.LaneOffset describes its pointers
    offset_registers: set = field(default_factory=set)  # in that case
    havoc: set = field(default_factory=set)  # places about which the invariant says nothing


@dataclass
class Proof:
    """The input of the search for a loop.

    case: function from a count to a Case. words: the algebra of all runs on unknowns of this proof, so
    that each term is computed once.
    """

    f: object
    case: object
    contracts: dict
    words: Symbols = field(default_factory=lambda: Symbols(Terms()))


def _stop(machine):
    raise LoopHeadReached


def _at(loop, *actions):
    """Returns a watch for Scenario.run that calls one action at each visit of the loop's head.

    The first action, or None, belongs to the visit at which the invariant first holds.
    """

    def watch(machine):
        left = [None] * loop.skipped + list(actions)

        def see(item):
            if item is loop.head and left:
                action = left.pop(0)
                if action:
                    action(machine)

        return see

    return watch


# -- finding the loop ------------------------------------------------------------------------------
def _head(p, case):
    """Returns the first instruction that twice follows a branch on the count."""
    words = Symbols(Terms(next(SEEDS)), known=True)
    scenario = Scenario(p.f, words, case.counts, case.in_place)
    words.count = count = Count(words, p.f.abi.bits, BELOW[p.f.abi.bits])
    count.range = next(iter(case.counts.values())), count.range[1]
    heads, last = [], None

    def watch(machine):
        def see(item):
            nonlocal last
            if last is not None and last.is_branch and count.asked:
                heads.append(item)
                if any(item is head for head in heads[:-1]):
                    raise LoopHeadReached
            count.asked, last = False, item

        return see

    try:
        _, failure = scenario.run(scenario.call(count.bits)[0], watch)
    except LoopHeadReached:
        return heads[-1]
    raise NoInvariant(failure or "no loop over the blocks")


def _candidates(p, likely, same):
    """Yields `same`, if given, and then the loops that hold on numbers."""
    f = p.f
    if same:
        yield replace(same, offset_registers=set(same.offset_registers), havoc=set(same.havoc))
    for known in likely:
        loop = replace(known, offset_registers=set(), havoc=set())
        if _holds_on_numbers(p, loop):
            yield loop
    head = _head(p, p.case(4 * max(f.blocks_per_iteration, *UNITS)))
    shapes = SHAPES if lane_offsets.stride(f, 1) else SHAPES[:-1]
    units_tried = dict.fromkeys((f.blocks_per_iteration, *UNITS))
    if f.in_sets:
        shapes, units_tried = shapes[:1], [f.blocks_per_iteration]
    for units, (skipped, visits, by_offset) in itertools.product(units_tried, shapes):
        leasts = range(max(f.least, 1) + units, (2 + skipped) * units + 3)
        for least in leasts[:FEW] if f.in_sets else leasts:
            loop = Loop(head, units, least, skipped, visits, by_offset)
            if _holds_on_numbers(p, loop):
                yield loop
                if not f.in_sets:  # some sizes of a partial batch need another `least`
                    break


def _holds_on_numbers(p, loop):
    """Runs the iteration on random numbers. Adds the places that differ to loop.havoc.

    Two runs, because values may be equal by chance.
    """
    for _ in range(2):
        failure, machines, places = _iteration(p, loop, known=True)
        if failure:
            return False
        if loop.by_offset:
            loop.offset_registers = lane_offsets.families(
                *machines, places, lane_offsets.stride(p.f, loop.units)
            )
            if not loop.offset_registers:
                return False
        loop.havoc |= {place for place in places if place[0] not in loop.offset_registers}
    return True


# -- the iteration --------------------------------------------------------------------------------------
def _havoc(loop, offset):
    """Returns an action that replaces the flags and the places in loop.havoc by unknowns."""

    def at_visit(machine):
        if offset:
            offset.move(machine, loop.offset_registers, 0)
        havoc(machine, loop.havoc)
        machine.flags.update(dict.fromkeys(set(machine.flags) - {"d"}))

    return at_visit


def _iteration(p, loop, known=False):
    """Runs one iteration, and a call on the remaining units to the same visit.

    Returns (failure or "", the two machines, the places where they differ). known: on random numbers
    instead of unknowns.
    """
    words = Symbols(Terms(next(SEEDS)), known=True) if known else p.words
    scenario = Scenario(p.f, words, p.case(loop.least).counts, p.case(1).in_place)
    count, left, offset = None, loop.least - loop.units, None
    if not known:
        if p.f.sliced:
            scenario.declare_slices()
        n = p.f.abi.bits
        words.count = Count(words, n, BELOW[n])
        words.count.range = loop.least, words.count.range[1]
        count, left = words.count.bits, words.sub(words.count.bits, loop.units, n)
        offset = lane_offsets.LaneOffset(p.f, loop.units, words) if loop.by_offset else None
    return _compare(p, loop, scenario, (count, left), offset)


def _compare(p, loop, scenario, counts, offset):
    """Compares the state after an iteration with the state of a call on the remaining units.

    counts: of the call and of the call on the remaining units. Returns the same as _iteration().
    """
    words, machines, standard = scenario.words, [], p.contracts[p.f.op.name]
    wanted = standard(words, *scenario.first(loop.units))
    if loop.skipped:  # the code begins later units early; the standard's terms must exist before
        standard(words, *scenario.first(min(loop.least, loop.units * (1 + loop.skipped))))

    def follow(call, *actions):
        def watch(machine):
            machines.append(machine)
            return _at(loop, *actions)(machine)

        try:
            return scenario.run(call, watch)[1] or "the loop ends too early"
        except LoopHeadReached:
            return ""

    def stop_later(machine):
        if offset:
            offset.move(machine, loop.offset_registers, 1)
        raise LoopHeadReached

    call, buffers = scenario.call(counts[0])
    rest, _ = scenario.call(counts[1], scenario.after(loop.units, wanted), loop.units, not loop.by_offset)
    failure = (
        follow(call, _havoc(loop, offset), *[None] * (loop.visits - 1), _stop)
        or follow(rest, stop_later)
        or scenario.difference(*_outputs(scenario, loop, wanted, call, buffers))[0]
    )
    if failure:
        return failure, machines, set()
    after, fresh = machines
    done = {
        name: scenario.end(argument, loop.units)
        for argument in p.f.op.arguments
        if argument.size is not None
        for name in names(argument, p.f.lanes)
    }
    places = differences(after, fresh, done)
    if after.memory.touched > fresh.memory.touched:
        failure = "a call on the remaining blocks uses more stack than the iteration"
    elif "d" in fresh.flags and after.flags["d"]() != fresh.flags["d"]():
        failure = "the direction flag changes in an iteration"
    elif any(name == p.f.abi.sp.family for name, _ in places):
        failure = "the stack pointer changes in an iteration"
    return failure, machines, places


def _outputs(scenario, loop, wanted, call, buffers):
    """Returns the outputs of the iteration's units as ({name: cells made}, {name: cells wanted})."""
    made, kept = {}, {}
    for argument in scenario.f.op.arguments:
        if argument.writable and scenario.streams(argument):
            end = scenario.end(argument, loop.units)
            made[argument.name] = call.result(buffers[argument.name])[:end]
            kept[argument.name] = wanted[argument.name]
    return made, kept


def find(p, likely=(), same=None):
    """Returns (a Loop whose iteration is proved, the tables that it reads). Raises NoInvariant.

    likely: the loops of other cases. same: the loop of the case that differs only in being not in place.
    """
    failure = "no loop holds on numbers"
    for loop in _candidates(p, likely, same):
        for _ in range(ATTEMPTS):
            failure, machines, places = _iteration(p, loop)
            if not failure and places <= loop.havoc:
                return loop, machines[0].tables
            loop.havoc |= places
            if failure:
                p.words.forget()  # they have terms of the code that the standard does not have
                p.words = Symbols(Terms())
                break
        failure = failure or "no invariant found"
    raise NoInvariant(failure)


def from_invariant(p, loop):
    """Returns a watch for a separate case, which havocs at the loop's head and runs to the end."""

    def watch(machine):
        offset = lane_offsets.LaneOffset(p.f, loop.units, machine.words) if loop.by_offset else None
        return _at(loop, _havoc(loop, offset))(machine)

    return watch
