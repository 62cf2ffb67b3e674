# SPDX-License-Identifier: MIT
"""Proofs for any number of blocks, code that is wrong in a later block only, and decisions about an unknown
count."""

import functools
import random

import pytest
from planted import function, instruction, target_of, unless

from asmgen.stream import Instr
from asmgen.x86.registers import eax, r11, rdx, xmm0
from proofs import induction
from proofs.algebra.counts import Count
from proofs.algebra.terms import Terms
from proofs.algebra.words import Symbols
from proofs.cli import target_of_bytes
from proofs.prove import CONTRACTS, case_of, prove, ways
from proofs.report import describe

# loops of one, two and four blocks, the last with a partial batch; a loop that alternates between two
# buffers; one with an offset register; counts in 32-bit code
LOOPS = [
    ("sha1_x64_shani", "win64", "sha1.blocks"),
    ("sha1_x64_avx2", "sysv64", "sha1.blocks"),
    ("des_x64_eform_x4", "sysv64", "des.cbc_dec"),
    ("sha1dc_x64_shani_avx", "sysv64", "sha1dc.blocks"),
    ("sha1_x64_avx2_x8", "sysv64", "sha1.lanes"),
    ("des_x86_i586", "cdecl32", "des.cbc_dec"),
]


@pytest.mark.parametrize("stem,abi,op", LOOPS, ids=[loop[0] for loop in LOOPS])
def test_any_number_of_blocks(stem, abi, op):
    verdict = prove(target_of_bytes(*function(stem, abi, op))[0])
    assert not verdict.failure
    assert verdict.any_number, verdict.no_invariant


def changed(before_loop, in_loop):
    """Returns sha1_x64_shani with more instructions: before the loop, and before its decrement."""
    _, f = function("sha1_x64_shani", "sysv64", "sha1.blocks")
    test, down = (
        next(
            i for i, item in enumerate(f.stream) if isinstance(item, Instr) and item.form.mnemonic == mnemonic
        )
        for mnemonic in ("test", "dec")
    )
    return target_of(f, [*f.stream[:test], *before_loop, *f.stream[test:down], *in_loop, *f.stream[down:]])


def wrong_if(mnemonic, *operands):
    """Returns instructions that change the result if the operands are equal."""
    return unless(mnemonic, operands, "jne", instruction("paddd", xmm0, xmm0))


# each is right for 0 to 3 blocks
LATER = {
    "the fifth from the end": ([], wrong_if("cmp", rdx, 5)),
    "the fifth": (
        [instruction("xor", r11.view(32), r11.view(32))],
        [instruction("add", r11, 1), *wrong_if("cmp", r11, 5)],
    ),
    "the fifth and its multiples": (
        [instruction("mov", eax, 5)],
        [instruction("sub", eax, 1), *wrong_if("test", eax, eax)],
    ),
}


@pytest.mark.parametrize("before_loop,in_loop", LATER.values(), ids=LATER)
def test_an_error_in_a_later_block_is_not_proved(before_loop, in_loop):
    verdict = prove(changed(before_loop, in_loop))
    assert not verdict.failure and len(verdict.cases) == 4  # all separate cases are right
    assert not verdict.any_number and verdict.no_invariant


def test_without_the_fault_it_is_proved():
    assert prove(changed([], [instruction("add", r11, 1)])).any_number


def slices(count=None):
    """Returns a bit-sliced function of 128 blocks that omits one block if there are `count`."""
    _, f = function("des_x64_sse2_x128", "sysv64", "des.cbc_dec")
    fault = unless("cmp", (rdx, count), "jne", instruction("sub", rdx, 1)) if count else []
    return target_of(f, [f.stream[0], *fault, *f.stream[1:]])


def test_any_number_of_sets_of_bit_slices():
    verdict = prove(slices())
    assert not verdict.failure and verdict.sets_of == 128 and not verdict.any_number
    assert [case.counts["nblocks"] for case in verdict.cases] == [0, 1, 128] * 2
    assert "of 0, 1, 128 blocks, and any number of sets of 128 more" in describe(verdict)


def test_an_error_in_a_later_set_is_not_proved():
    f = slices(3 * 128 + 1)
    proof = induction.Proof(f, functools.partial(case_of, f, next(ways(f))), CONTRACTS)
    with pytest.raises(induction.NoInvariant):
        induction.find(proof)


def test_an_error_in_a_partial_batch():
    verdict = prove(slices(2), every_count=True)
    assert "nblocks = 2: " in verdict.failure and not verdict.any_number


def of_counts(count, words, chance):
    """Returns (a word of 8 bits computed from the count, the function from the count to its value)."""
    word, value = count.bits, lambda n: n
    for _ in range(chance.randrange(3)):
        k, old = chance.randrange(256), value
        step = chance.randrange(3)
        if step == 0:
            word, value = words.add(word, k, 8), lambda n, k=k, old=old: old(n) + k
        elif step == 1:
            word, value = words.sub(k, word, 8), lambda n, k=k, old=old: k - old(n)
        else:
            word, value = words.add(word, count.bits, 8), lambda n, old=old: old(n) + n
    return word, lambda n: value(n) % 256


def test_decisions_hold_for_all_counts():
    chance, decided = random.Random(5), 0
    for _ in range(3000):
        words = Symbols(Terms(chance.random()))
        count = Count(words, 8, 6)
        low = chance.randrange(60)
        count.range = low, chance.randrange(low, 64)
        counts = range(low, count.range[1] + 1)
        a, value_a = of_counts(count, words, chance)
        b, value_b = of_counts(count, words, chance) if chance.randrange(2) else (chance.randrange(256),) * 2
        if isinstance(b, int):

            def value_b(n, b=b):
                return b

        for found, wanted in (
            (count.equal(a, b), lambda n: value_a(n) == value_b(n)),
            (count.less(a, b), lambda n: value_a(n) < value_b(n)),
            (count.negative(a), lambda n: value_a(n) >= 128),
        ):
            if found is not None:
                decided += 1
                assert all(wanted(n) == found for n in counts)
    assert decided > 2000


def test_a_decision_sets_asked():
    words = Symbols(Terms(1))
    words.count = count = Count(words, 64, 48)
    count.range = 2, count.range[1]
    assert words.eq(words.sub(count.bits, 1, 64), 0, 64) == 0 and count.asked
    assert not isinstance(words.eq(words.sub(count.bits, 2, 64), 0, 64), int)
