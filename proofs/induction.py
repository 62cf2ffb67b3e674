# SPDX-License-Identifier: MIT
"""Any number of units of work, by induction over the turns of a function's main loop.

A function that has done some units should stand where it would if it had been called on the rest:
with the results so far as its chaining value, pointers further on, a smaller count. Let S(n) be
what a call on n units holds at a certain visit of the loop's head, with nothing said about some
places, the free ones, and about flags. Shown of unknown data, and of an unknown n that is at least
`least`:

    from S(n) the code goes on to S(n - turn) of the rest, the units between done as the standard
    says, and nothing that is free has mattered.

Below `least` each n is a case by itself, from S(n) to the end. So every n ends as it should. Where
the loop is, what a turn does and what is free is guessed from runs on numbers; a wrong guess proves
nothing.
"""

import itertools
from dataclasses import dataclass, field, replace

from . import ahead as running
from .algebra.counts import BELOW, Count
from .algebra.terms import Terms
from .algebra.words import Symbols
from .places import differences, set_free
from .setting import Setting, names

ATTEMPTS = 3  # at what is free
TURNS = 1, 2, 4  # units of a turn, beside what a function's description says
FEW = 5  # least counts that are tried of bit slices, as numbers take their time
KINDS = (0, 1, False), (1, 1, False), (1, 2, False), (0, 1, True)  # skip, visits, ahead
SEEDS = itertools.count(11)  # of numbers


class Met(Exception):
    """The head has been met as often as somebody wanted."""


class NoLoop(Exception):
    """Why there is no induction."""


@dataclass
class Loop:
    head: object  # an Instr
    turn: int  # units of work
    least: int  # count from which on a turn is as said
    skip: int = 0  # visits before the first that the invariant is of
    visits: int = 1  # in a turn: some loops change places with two buffers
    ahead: bool = False  # do the pointers of lanes stay as they are?
    counters: set = field(default_factory=set)  # then what is ahead of them
    free: set = field(default_factory=set)  # places of which the invariant says nothing


@dataclass
class Proof:
    """What the search for a loop needs. case: count -> Case; words: for what is unknown, of all that
    the proof asks, so that what is worked out once is known."""

    f: object
    case: object
    contracts: dict
    words: Symbols = field(default_factory=lambda: Symbols(Terms()))


def _stop(machine):
    raise Met


def _at(loop, *actions):
    """A watch for Setting.run: the actions, or None, at the visit that the invariant is of and on."""

    def watch(machine):
        left = [None] * loop.skip + list(actions)

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
    setting = Setting(p.f, words, case.counts, case.in_place)
    words.count = count = Count(words, p.f.abi.bits, BELOW[p.f.abi.bits])
    count.range = next(iter(case.counts.values())), count.range[1]
    heads, last = [], None

    def watch(machine):
        def see(item):
            nonlocal last
            if last is not None and last.is_branch and count.asked:
                heads.append(item)
                if any(item is head for head in heads[:-1]):
                    raise Met
            count.asked, last = False, item

        return see

    try:
        _, failure = setting.run(setting.call(count.bits)[0], watch)
    except Met:
        return heads[-1]
    raise NoLoop(failure or "no loop over the blocks")


def _candidates(p, likely, same):
    """`same`, if there is one, and loops that numbers do not speak against."""
    f = p.f
    if same:
        yield replace(same, counters=set(same.counters), free=set(same.free))
    for known in likely:
        loop = replace(known, counters=set(), free=set())
        if _agree(p, loop):
            yield loop
    head = _head(p, p.case(4 * max(f.blocks_per_iteration, *TURNS)))
    kinds = KINDS if running.stride(f, 1) else KINDS[:-1]
    turns = dict.fromkeys((f.blocks_per_iteration, *TURNS))
    if f.in_sets:
        kinds, turns = kinds[:1], [f.blocks_per_iteration]
    for turn, (skip, visits, ahead) in itertools.product(turns, kinds):
        leasts = range(max(f.least, 1) + turn, (2 + skip) * turn + 3)
        for least in leasts[:FEW] if f.in_sets else leasts:
            loop = Loop(head, turn, least, skip, visits, ahead)
            if _agree(p, loop):
                yield loop
                if not f.in_sets:  # what is left over may be odd for some counts
                    break


def _agree(p, loop):
    """Do numbers? Twice, as some may be equal by chance."""
    for _ in range(2):
        failure, machines, places = _step(p, loop, known=True)
        if failure:
            return False
        if loop.ahead:
            loop.counters = running.families(*machines, places, running.stride(p.f, loop.turn))
            if not loop.counters:
                return False
        loop.free |= {place for place in places if place[0] not in loop.counters}
    return True


# -- the step --------------------------------------------------------------------------------------
def _release(loop, ahead):
    """Sets free what the invariant says nothing of."""

    def at_visit(machine):
        if ahead:
            ahead.move(machine, loop.counters, 0)
        set_free(machine, loop.free)
        machine.flags.update(dict.fromkeys(set(machine.flags) - {"d"}))

    return at_visit


def _step(p, loop, known=False):
    """One turn, and a call on the rest: (what went wrong, the two machines, places where they
    differ). known: with numbers, to see what is free."""
    words = Symbols(Terms(next(SEEDS)), known=True) if known else p.words
    setting = Setting(p.f, words, p.case(loop.least).counts, p.case(1).in_place)
    count, left, ahead = None, loop.least - loop.turn, None
    if not known:
        if p.f.sliced:
            setting.declare_rows()
        n = p.f.abi.bits
        words.count = Count(words, n, BELOW[n])
        words.count.range = loop.least, words.count.range[1]
        count, left = words.count.bits, words.sub(words.count.bits, loop.turn, n)
        ahead = running.Ahead(p.f, loop.turn, words) if loop.ahead else None
    return _meet(p, loop, setting, (count, left), ahead)


def _meet(p, loop, setting, counts, ahead):
    words, machines, standard = setting.words, [], p.contracts[p.f.op.name]
    wanted = standard(words, *setting.first(loop.turn))
    if loop.skip:  # of all that the code comes to, so that it finds the standard's terms
        standard(words, *setting.first(min(loop.least, loop.turn * (1 + loop.skip))))

    def follow(call, *actions):
        def watch(machine):
            machines.append(machine)
            return _at(loop, *actions)(machine)

        try:
            return setting.run(call, watch)[1] or "leaves the loop before it should"
        except Met:
            return ""

    def stop_later(machine):
        if ahead:
            ahead.move(machine, loop.counters, 1)
        raise Met

    call, buffers = setting.call(counts[0])
    rest, _ = setting.call(counts[1], setting.after(loop.turn, wanted), loop.turn, not loop.ahead)
    failure = (
        follow(call, _release(loop, ahead), *[None] * (loop.visits - 1), _stop)
        or follow(rest, stop_later)
        or setting.difference(*_outputs(setting, loop, wanted, call, buffers))[0]
    )
    if failure:
        return failure, machines, set()
    after, fresh = machines
    done = {
        name: setting.end(argument, loop.turn)
        for argument in p.f.op.arguments
        if argument.size is not None
        for name in names(argument, p.f.lanes)
    }
    places = differences(after, fresh, done)
    if after.memory.touched > fresh.memory.touched:
        failure = "the stack has not been touched as far down as by a call"
    elif after.flags["d"]() != fresh.flags["d"]():
        failure = "the direction flag changes from turn to turn"
    elif any(name == "rsp" for name, _ in places):
        failure = "the stack pointer moves from turn to turn"
    return failure, machines, places


def _outputs(setting, loop, wanted, call, buffers):
    """The results of one turn, made and wanted, of what belongs to its units."""
    made, kept = {}, {}
    for argument in setting.f.op.arguments:
        if argument.writable and setting.streams(argument):
            end = setting.end(argument, loop.turn)
            made[argument.name] = call.result(buffers[argument.name])[:end]
            kept[argument.name] = wanted[argument.name]
    return made, kept


def find(p, likely=(), same=None):
    """(a Loop whose step is proved, the tables that a turn reads). likely: of other cases; same: of
    the one that differs in the place of the output alone."""
    failure = "numbers speak against every loop"
    for loop in _candidates(p, likely, same):
        for _ in range(ATTEMPTS):
            failure, machines, places = _step(p, loop)
            if not failure and places <= loop.free:
                return loop, machines[0].tables
            loop.free |= places
            if failure:
                p.words.forget()  # the code has been where the standard has not
                p.words = Symbols(Terms())
                break
        failure = failure or "no invariant found"
    raise NoLoop(failure)


def from_loop(p, loop):
    """A watch for a case by itself, which goes from the invariant to the end."""

    def watch(machine):
        ahead = running.Ahead(p.f, loop.turn, machine.words) if loop.ahead else None
        return _at(loop, _release(loop, ahead))(machine)

    return watch
