# SPDX-License-Identifier: MIT
"""Any number of units of work, by induction over the units_tried of a function's main loop.

A function that has done some units should stand where it would if it had been called on the rest:
with the results so far as its chaining value, pointers further on, a smaller count. Let S(n) be
what a call on n units holds at a certain visit of the loop's head, with nothing said about some
places, the free ones, and about flags. Shown of unknown data, and of an unknown n that is at least
`least`:

    from S(n) the code goes on to S(n - units) of the rest, the units between done as the standard
    says, and nothing that is free has mattered.

Below `least` each n is a case by itself, from S(n) to the end. So every n ends as it should. Where
the loop is, what a units does and what is free is guessed from runs on numbers; a wrong guess proves
nothing.
"""

import itertools
from dataclasses import dataclass, field, replace

from . import lane_offsets
from .algebra.counts import BELOW, Count
from .algebra.terms import Terms
from .algebra.words import Symbols
from .scenario import Scenario, names
from .state_diff import differences, havoc

ATTEMPTS = 3  # at what is free
UNITS = 1, 2, 4  # units of a units, beside what a function's description says
FEW = 5  # least counts that are tried of bit slices, as numbers take their time
SHAPES = (0, 1, False), (1, 1, False), (1, 2, False), (0, 1, True)  # skipped, visits, offset
SEEDS = itertools.count(11)  # of numbers


class LoopHeadReached(Exception):
    """The head has been met as often as somebody wanted."""


class NoInvariant(Exception):
    """Why there is no induction."""


@dataclass
class Loop:
    head: object  # an Instr
    units: int  # units of work
    least: int  # count from which on a units is as said
    skipped: int = 0  # visits before the first that the invariant is of
    visits: int = 1  # in a units: some loops change places with two buffers
    by_offset: bool = False  # do the pointers of lanes stay as they are?
    offset_registers: set = field(default_factory=set)  # then what is offset of them
    havoc: set = field(default_factory=set)  # places of which the invariant says nothing


@dataclass
class Proof:
    """What the search for a loop needs. case: count -> Case; words: for what is unknown, of all that
    the proof asks, so that what is worked out once is known."""

    f: object
    case: object
    contracts: dict
    words: Symbols = field(default_factory=lambda: Symbols(Terms()))


def _stop(machine):
    raise LoopHeadReached


def _at(loop, *actions):
    """A watch for Scenario.run: the actions, or None, at the visit that the invariant is of and on."""

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
    """What follows a branch that depends on the count, and is met twice."""
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
    """`same`, if there is one, and loops that numbers do not speak against."""
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
                if not f.in_sets:  # what is left over may be odd for some counts
                    break


def _holds_on_numbers(p, loop):
    """Do numbers? Twice, as some may be equal by chance."""
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


# -- the step --------------------------------------------------------------------------------------
def _havoc(loop, offset):
    """Sets free what the invariant says nothing of."""

    def at_visit(machine):
        if offset:
            offset.move(machine, loop.offset_registers, 0)
        havoc(machine, loop.havoc)
        machine.flags.update(dict.fromkeys(set(machine.flags) - {"d"}))

    return at_visit


def _iteration(p, loop, known=False):
    """One units, and a call on the rest: (what went wrong, the two machines, places where they
    differ). known: with numbers, to see what is free."""
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
    words, machines, standard = scenario.words, [], p.contracts[p.f.op.name]
    wanted = standard(words, *scenario.first(loop.units))
    if loop.skipped:  # of all that the code comes to, so that it finds the standard's terms
        standard(words, *scenario.first(min(loop.least, loop.units * (1 + loop.skipped))))

    def follow(call, *actions):
        def watch(machine):
            machines.append(machine)
            return _at(loop, *actions)(machine)

        try:
            return scenario.run(call, watch)[1] or "leaves the loop before it should"
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
        failure = "the stack has not been touched as far down as by a call"
    elif after.flags["d"]() != fresh.flags["d"]():
        failure = "the direction flag changes from units to units"
    elif any(name == "rsp" for name, _ in places):
        failure = "the stack pointer moves from units to units"
    return failure, machines, places


def _outputs(scenario, loop, wanted, call, buffers):
    """The results of one units, made and wanted, of what belongs to its units."""
    made, kept = {}, {}
    for argument in scenario.f.op.arguments:
        if argument.writable and scenario.streams(argument):
            end = scenario.end(argument, loop.units)
            made[argument.name] = call.result(buffers[argument.name])[:end]
            kept[argument.name] = wanted[argument.name]
    return made, kept


def find(p, likely=(), same=None):
    """(a Loop whose step is proved, the tables that a units reads). likely: of other cases; same: of
    the one that differs in the place of the output alone."""
    failure = "numbers speak against every loop"
    for loop in _candidates(p, likely, same):
        for _ in range(ATTEMPTS):
            failure, machines, places = _iteration(p, loop)
            if not failure and places <= loop.havoc:
                return loop, machines[0].tables
            loop.havoc |= places
            if failure:
                p.words.forget()  # the code has been where the standard has not
                p.words = Symbols(Terms())
                break
        failure = failure or "no invariant found"
    raise NoInvariant(failure)


def from_invariant(p, loop):
    """A watch for a case by itself, which goes from the invariant to the end."""

    def watch(machine):
        offset = lane_offsets.LaneOffset(p.f, loop.units, machine.words) if loop.by_offset else None
        return _at(loop, _havoc(loop, offset))(machine)

    return watch
