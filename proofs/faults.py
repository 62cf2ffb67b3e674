# SPDX-License-Identifier: MIT
"""Planted faults: who proves must refuse code that is wrong.

Bits of the machine code are flipped and instructions exchanged, each fault by itself. A fault that
is accepted must be harmless: the code then runs on random inputs, against the standard as numbers.
"""

import copy
import random
from dataclasses import replace

from asmgen import mutate
from asmgen.stream import Instr

from .algebra.terms import ROOM, Terms
from .algebra.words import Symbols
from .errors import Refused
from .objects.code import Code
from .prove import Verdict, cases, of_function, prove_case, uncollected

TRIES = 20  # random inputs for each case of an accepted fault
RENEWED = 10  # faults, or fewer that take half of the room, that are judged in one
# algebra, in which the standard has been
ROOMIER = 4  # room for terms, times what the function itself takes


def flips(code, target, count, chance):
    """(text, Target) with one bit of the instructions that ran wrong; code has run before."""
    for _ in range(count):
        section, decoder = chance.choice(code.decoders)
        at = chance.choice(sorted(decoder.known))
        place = 8 * (at - section.base) + chance.randrange(8 * (decoder.known[at][1] - at))
        image = copy.deepcopy(code.image)
        image.section(at).content[place // 8] ^= 1 << place % 8
        faulty = Code(image, code.variables, 2 * code.longest)
        yield (
            f"bit {place % 8} of byte {place // 8:#x}",
            replace(target, constants=faulty.constants(), run=faulty.run),
        )


def mutations(f, count, chance, limit=20_000):
    """(text, Target) with one instruction changed or dropped, as asmgen/mutate.py does."""
    families = {kind: mutate.used_families(f, kind) for kind in mutate.KINDS}
    places = [i for i, item in enumerate(f.stream) if isinstance(item, Instr)]
    for _ in range(count):
        at = chance.choice(places)
        text, item = chance.choice(list(mutate.mutants(f.stream[at], families)))
        stream = f.stream[:at] + ([item] if item else []) + f.stream[at + 1 :]
        yield (
            f"{f.stream[at].form.mnemonic}, instruction {places.index(at)}: {text}",
            replace(of_function(f), run=lambda machine, s=stream: machine.run(s, limit=limit)),
        )


def most_of(target):
    """Blocks that faults are tried with: some loops take pairs, or what the description says."""
    return 1 if target.in_sets else max(2, target.blocks_per_iteration)


def _failure(target, words):
    verdict = Verdict(target.symbol, target.abi.name, target.op.name)
    try:
        for case in cases(target, most_of(target)):
            prove_case(target, case, verdict, words)
            if verdict.failure:
                break
    except Refused as error:
        verdict.failure = str(error)
    return verdict.failure


def _alone(target, room, known=False, seed=1):
    """(what is wrong with the target, room for terms that is left), with an algebra of its own."""
    words = Symbols(Terms(seed, room), known)
    failure = _failure(target, words)
    words.forget()
    return failure, words.terms.room


def harmful(target):
    """What an accepted target does wrong on random inputs, if anything."""
    return next(
        filter(None, (_alone(target, ROOM, known=True, seed=seed)[0] for seed in range(2, 2 + TRIES))), ""
    )


def _failures(faults, room):
    """(text, target, what is wrong with it) of each."""
    words, left = Symbols(Terms(room=room)), RENEWED
    for text, target in faults:
        failure = _failure(target, words)
        left -= 1
        if words.terms.room < 0:
            failure, left = _alone(target, room)[0], 0
        if not left or words.terms.room < room // 2:
            words.forget()
            words, left = Symbols(Terms(room=room)), RENEWED
        yield text, target, failure


def judge(faults, room=ROOM):
    """(how many were planted, [text of those accepted], [(text, wrong)] of those wrongly so). room:
    for terms."""
    planted, passed, wrong = 0, [], []
    for text, target, failure in _failures(faults, room):
        planted += 1
        if not failure:
            passed.append(text)
            seen = harmful(target)
            if seen:
                wrong.append((text, seen))
    return planted, passed, wrong


def plant(f, code, target, count, seed=1):
    """Judges `count` flips and as many mutations of one function."""
    chance = random.Random(seed)
    with uncollected():
        failure, left = _alone(target, ROOM)
        if failure:
            raise Refused(f"{target.symbol} is not proved as it is: {failure}")
        room = min(ROOM, ROOMIER * (ROOM - left))
        made = [
            judge(flips(code, target, count, chance), room),
            judge(mutations(f, count, chance, 2 * code.longest), room),
        ]
    return [sum(m[0] for m in made), made[0][1] + made[1][1], made[0][2] + made[1][2]]
