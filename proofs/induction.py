# SPDX-License-Identifier: MIT
"""Any number of units of work, by induction over the turns of a function's main loop.

A function that has done some units should stand where it would if it had been called on the rest:
with the results so far as its chaining value, pointers further on, a smaller count. Let S(n) be
what a call on n units holds when it comes to the loop's head for the first time, with nothing
said about some places, the free ones, and about flags. Shown of unknown data, and of an unknown n
that is at least `least`:

    from S(n) the code goes on to S(n - turn) of the rest, the units between done as the standard
    says, and nothing that is free has mattered.

Below `least` each n is a case by itself, from S(n) to the end. So every n ends as it should. Where
the loop is, what a turn does and what is free is guessed from runs on numbers; a wrong guess proves
nothing.
"""

from dataclasses import dataclass, field

from .counts import Count
from .machine import Cells
from .setting import Setting
from .terms import Terms
from .words import Symbols

BELOW = {64: 48, 32: 25}    # counts have so many bits, which buffers in memory cannot exceed
ATTEMPTS = 3                # at what is free
TURNS = 1, 2, 4             # units of a turn, beside what a function's description says
SEED = 11


class Met(Exception):
    """The head has been met as often as somebody wanted."""


class NoLoop(Exception):
    """Why there is no induction."""


@dataclass
class Loop:
    head: object                # an Instr
    turn: int                   # units of work between two visits
    least: int                  # count for which that is so
    free: set = field(default_factory=set)  # places of which the invariant says nothing


def _stop(machine):
    raise Met


def at_head(head, *actions):
    """For run_case: a watch that does the actions at the first visit, the second, ..."""
    def watch(machine):
        left = list(actions)

        def see(item):
            if item is head and left:
                left.pop(0)(machine)
        return see
    return watch


# -- finding the loop ------------------------------------------------------------------------------
def _head(f, case, run_case):
    """What follows a branch that depends on the count, and is met twice."""
    words = Symbols(Terms(SEED))
    setting = Setting(f, words, case.counts, case.in_place, known=True)
    words.count = count = Count(words, f.abi.bits, BELOW[f.abi.bits])
    count.range = next(iter(case.counts.values())), count.range[1]
    heads, last = [], None

    def watch(machine):
        def see(item):
            nonlocal last
            if last is not None and last.is_branch and count.asked:
                if any(item is head for head in heads):
                    heads.append(item)
                    raise Met
                heads.append(item)
            count.asked, last = False, item
        return see
    call, _ = setting.call(count.bits)
    try:
        _, failure = run_case(f, setting, call, watch)
    except Met:
        return heads[-1]
    raise NoLoop(failure or "no loop over the blocks")


def candidates(f, case, contracts, tools):
    """Loops that numbers do not speak against, what is least free first."""
    largest = max(f.at_once, *TURNS)
    head, found = _head(f, case(4 * largest), tools[0]), []
    for turn in dict.fromkeys((f.at_once, *TURNS)):
        for least in range(max(f.least, 1) + turn, 3 * turn + 4):
            loop = Loop(head, turn, least)
            failure, loop.free, _ = step(f, loop, case, contracts, tools, known=True)
            if not failure:
                found.append(loop)
                break
    return sorted(found, key=lambda loop: len(loop.free))


# -- what a machine holds --------------------------------------------------------------------------
PARTS = ("low", "upper", "top")         # of a vector register: 128, 128 and 256 bits


def _part(machine, family, part):
    words = machine.words
    if part == "low":
        return machine.registers[family]
    if family in machine.widest:
        low, n = (128, 128) if part == "upper" else (256, 256)
        return words.extract(machine.widest[family], low, n)
    return (machine.uppers if part == "upper" else machine.tops)[family]


def _registers(*machines):
    """(family, part, bits) of all that any of them has used."""
    for family in sorted(set().union(*(m.registers for m in machines))):
        if not family.startswith("vec"):
            yield family, "low", 64
            continue
        for part, n in zip(PARTS, (128, 128, 256)):
            yield family, part, n


def differences(after, fresh, setting, done):
    """Places where two machines do not hold the same. done: units that nobody looks at again."""
    words, found = after.words, set()

    def same(x, y, n):
        return x == y or None not in (x, y) and words.bits(x, n) == words.bits(y, n)
    for family, part, n in _registers(after, fresh):
        if not same(_part(after, family, part), _part(fresh, family, part), n):
            found.add((family, part))
    gone = {region: setting.end(argument, done)
            for argument in setting.f.op.arguments if argument.size is not None
            for region in _names(argument, setting.f.lanes)}
    for mine, other in zip(after.memory.regions, fresh.memory.regions, strict=True):
        if (mine.name, mine.base) != (other.name, other.base):
            raise AssertionError(f"two calls see '{mine.name}' at different addresses")
        if mine.content is None:
            for at in range(gone.get(mine.name, 0), len(mine.data)):
                if not same(mine.data[at], other.data[at], 8):
                    found.add((mine.name, at))
    return found


def _names(argument, lanes):
    return ([f"{argument.name}[{i}]" for i in range(lanes)] if argument.per_lane
            else [argument.name])


def set_free(machine, places):
    """Puts something unknown there; on the stack and in what is only read, nothing that may be
    read."""
    words = machine.words
    for family in {family for family, part in places if part in PARTS}:
        if family.startswith("vec"):
            for part, held in zip(PARTS[1:], (machine.uppers, machine.tops)):
                held[family] = _part(machine, family, part)
            machine.wide.pop(family, None)
            machine.widest.pop(family, None)
    for name, place in sorted(places, key=str):
        if place in PARTS:
            held = {"low": machine.registers, "upper": machine.uppers, "top": machine.tops}[place]
            n = 256 if place == "top" else 128 if name.startswith("vec") else 64
            held[name] = words.inputs(n)
            continue
        region = next(r for r in machine.memory.regions
                      if isinstance(r, Cells) and r.name == name)
        kept = region.writable and region is not machine.memory.stack
        region.data[place] = words.inputs(8) if kept else None


# -- the step --------------------------------------------------------------------------------------
def release(loop):
    """Sets free what the invariant says nothing of."""
    def at_first(machine):
        set_free(machine, loop.free)
        machine.flags.update(dict.fromkeys(set(machine.flags) - {"d"}))
    return at_first


def step(f, loop, case, contracts, tools, known=False):
    """(what went wrong, places that should be free, the machine). One turn, and a call on the rest.
    known: with numbers, to see what is free."""
    run_case, difference, _ = tools
    words = Symbols(Terms(SEED if known else 1))
    setting = Setting(f, words, case(loop.least).counts, case(1).in_place, known)
    count, left = None, loop.least - loop.turn
    if not known:
        words.count = Count(words, f.abi.bits, BELOW[f.abi.bits])
        words.count.range = loop.least, words.count.range[1]
        count, left = words.count.bits, words.sub(words.count.bits, loop.turn, f.abi.bits)
    wanted = contracts[f.op.name](words, *setting.first(loop.turn))
    machines = []

    def meet(call, actions):
        def watch(machine):
            machines.append(machine)
            return at_head(loop.head, *actions, _stop)(machine)
        try:
            return run_case(f, setting, call, watch)[1] or "leaves the loop before it should"
        except Met:
            return ""
    call, buffers = setting.call(count)
    rest, _ = setting.call(left, setting.after(loop.turn, wanted), loop.turn)
    failure = meet(call, [release(loop)]) or meet(rest, [])
    if not failure:
        failure, _ = difference(words, *_outputs(setting, loop, wanted, call, buffers))
    if failure:
        return failure, set(), None
    after, fresh = machines
    places = differences(after, fresh, setting, loop.turn)
    if after.memory.touched > fresh.memory.touched:
        failure = "the stack has not been touched as far down as by a call"
    elif after.flags["d"]() != fresh.flags["d"]():
        failure = "the direction flag changes from turn to turn"
    elif ("rsp", "low") in places:
        failure = "the stack pointer moves from turn to turn"
    words.terms.forget()
    return failure, places - loop.free, after


def _outputs(setting, loop, wanted, call, buffers):
    """The results of one turn, made and wanted, of what belongs to its units."""
    made, kept = {}, {}
    for argument in setting.f.op.arguments:
        if argument.writable and setting.streams(argument):
            end = setting.end(argument, loop.turn)
            made[argument.name] = call.result(buffers[argument.name])[:end]
            kept[argument.name] = wanted[argument.name]
    return made, kept


def prove_any(f, case, verdict, contracts, tools):
    """Adds all counts to the verdict, or says in NoLoop why not. A failure of a case stands in the
    verdict. case: count -> Case; tools: run_case, difference and prove_case of proofs/prove.py."""
    failure = "numbers speak against every loop"
    for loop in candidates(f, case, contracts, tools):
        failure = _settle(f, loop, case, contracts, tools, verdict)
        if not failure:
            break
    if failure:
        raise NoLoop(failure)
    for count in range(f.least, loop.least):
        tools[-1](f, case(count), verdict, contracts, watch=at_head(loop.head, release(loop)))
        if verdict.failure:
            return


def _settle(f, loop, case, contracts, tools, verdict):
    """Proves the step, with more places free if need be. What went wrong."""
    for _ in range(ATTEMPTS):
        failure, more, machine = step(f, loop, case, contracts, tools)
        if failure or not more:
            break
        loop.free |= more
    else:
        return "no invariant found"
    if not failure:
        verdict.tables |= machine.tables
    return failure
