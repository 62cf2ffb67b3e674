# SPDX-License-Identifier: MIT
"""Plants faults in machine code, which the prover must refuse.

A fault is one flipped bit or one changed instruction. A fault that is accepted must have no effect: the code
then runs on random inputs and is compared with the standard.
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

TRIES = 20  # random inputs for each accepted fault
RENEWED = 10  # faults that share an algebra with the standard's terms, unless they fill half of the room
ROOMIER = 4  # room for the terms of a fault, as a multiple of what the right function needs


def flips(code, target, count, chance):
    """Yields (text, Target) with one flipped bit of the instructions. The code must have run before."""
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
    """Yields (text, Target) with one instruction changed or removed by asm/asmgen/mutate.py."""
    families = {kind: mutate.used_families(f, kind) for kind in mutate.KINDS}
    places = [i for i, item in enumerate(f.stream) if isinstance(item, Instr)]
    for _ in range(count):
        at = chance.choice(places)
        text, item = chance.choice(list(mutate.mutants(f, f.stream[at], families)))
        stream = f.stream[:at] + ([item] if item else []) + f.stream[at + 1 :]
        yield (
            f"{f.stream[at].form.mnemonic}, instruction {places.index(at)}: {text}",
            replace(of_function(f), run=lambda machine, s=stream: machine.run(s, limit=limit)),
        )


def most_of(target):
    """Returns the largest number of blocks to prove of a faulty function."""
    return 1 if target.in_sets else max(2, target.blocks_per_iteration)


def _failure(target, words):
    """Returns the first failure of a target, or ""."""
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
    """Returns (the failure of a target or "", the room left). Uses a separate algebra."""
    words = Symbols(Terms(seed, room), known)
    failure = _failure(target, words)
    words.forget()
    return failure, words.terms.room


def harmful(target):
    """Returns the failure of an accepted target on random inputs, or ""."""
    return next(
        filter(None, (_alone(target, ROOM, known=True, seed=seed)[0] for seed in range(2, 2 + TRIES))), ""
    )


def _failures(faults, room):
    """Yields (text, target, its failure or "") of each fault."""
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
    """Returns (number of faults, [text of an accepted one], [(text, failure) of one accepted wrongly])."""
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
    """Judges `count` flipped bits and `count` changed instructions of a function, as judge() does."""
    chance = random.Random(seed)
    with uncollected():
        failure, left = _alone(target, ROOM)
        if failure:
            raise Refused(f"{target.symbol} is not proved without a fault: {failure}")
        room = min(ROOM, ROOMIER * (ROOM - left))
        made = [
            judge(flips(code, target, count, chance), room),
            judge(mutations(f, count, chance, 2 * code.longest), room),
        ]
    return [sum(m[0] for m in made), made[0][1] + made[1][1], made[0][2] + made[1][2]]
