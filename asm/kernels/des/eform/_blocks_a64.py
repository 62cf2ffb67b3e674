# SPDX-License-Identifier: MIT
"""The functions of des_a64_eform that process independent blocks: ECB, CBC decryption, and one block in place."""

from asmgen.a64.registers import *  # noqa: F403

from .._spec import BLOCK, KEY, ROUNDS, SCHEDULE
from ._eform_a64 import BASES, from_eform, round_key, tables, to_eform
from ._round_a64 import lookup_round

LANES = ((x5, x6), (x7, x8), (x9, x10))
WIDTHS = (1, 2, 3)  # blocks of an iteration of ECB and CBC decryption
ALONE = (x7, x8, x9, x10, x11, x12)  # fields and entries of one block in place
UNROLLED_ROUNDS = 2  # in an iteration of the loop over the rounds
TURN = (1 << 64) - 2 * KEY  # what KEY and -KEY differ in


# -- independent blocks ----------------------------------------------------------------------------
def enter(f, arguments, lanes=LANES, **more):
    """Emits the prologue and loads the addresses of the tables. more: further registers."""
    r = f.frame(
        arguments,
        {
            **{str(reg): reg for pair in lanes for reg in pair},
            **{str(reg): reg for reg in (*BASES, x11, x12)},
            "input": x13,
            "key": x14,
            "next_key": x15,
            "step": x16,
            "left": x17,
            **more,
        },
    )
    tables(f)
    return r


def rounds(f, r, lanes, work, name, passes=1):
    """Emits the rounds of one pass or of three on every lane, the registers of R0 and L0 of a block in E-form.

    Leaves R16 in the place of R0 and L16 in the place of L0. r.next_key: address of the first round key;
    r.step: bytes from each to the next one; r.stride, where there are three passes: bytes from each og_des_key
    to the next one, or None to decrypt.
    """
    turns = ROUNDS // UNROLLED_ROUNDS
    again = f.label(f"rounds_{name}")
    f.movz(r.left, turns * passes)
    f.here(again)
    for i in range(UNROLLED_ROUNDS):
        text = f"round {UNROLLED_ROUNDS}n + {1 + i}, n = 0 to {turns * passes - 1}"
        f.phase(text, round=1 + i, step=UNROLLED_ROUNDS, times=turns * passes)
        round_key(f, r.key, at[r.next_key], r.input)
        f.add(r.next_key, r.next_key, r.step)
        for x, y in lanes:
            if i:
                x, y = y, x
            f.eor(r.input, x, r.key, note="x ^ round key")
            lookup_round(f, r.input, y, work)
    f.sub(r.left, r.left, 1)
    if passes == 1:
        f.cbnz(r.left, again)
        return
    done = f.label(f"rounds_done_{name}")
    f.tst(r.left, turns - 1)
    f.b_ne(again)
    f.cbz(r.left, done)
    f.phase("the next pass exchanges the halves and uses its round keys in the other direction")
    for x, y in lanes:
        f.mov(work[0], x)
        f.mov(x, y)
        f.mov(y, work[0])
    f.sub(r.next_key, r.next_key, r.step, note="the last round key of this pass")
    if r.stride is None:
        f.sub(r.next_key, r.next_key, SCHEDULE)
    else:
        f.add(r.next_key, r.next_key, r.stride)
    f.eor(r.step, r.step, TURN)
    f.b(again)
    f.here(done)


def direction(f, r, passes, encrypt):
    """r.ks, r.step := the address of the first round key and the step to the next one.

    encrypt: a register, or None to decrypt.
    """
    forwards = f.label("forwards")
    if encrypt is not None:
        f.movz(r.step, KEY)
        f.cbnz(encrypt, forwards)
    f.movn(r.step, KEY - 1, note=f"-{KEY}")
    f.add(r.ks, r.ks, SCHEDULE * passes - KEY)
    if encrypt is not None:
        f.here(forwards)
        if passes > 1:
            bits = SCHEDULE.bit_length() - KEY.bit_length()
            f.lsl(r.stride, r.step, bits, note="bytes of an og_des_key, signed")


def bulk(f, passes, cbc):
    """Emits CBC decryption, or ECB in either direction."""
    arguments = {"out": x0, "in": x1, "nblocks": x2, "ks": x3}
    if cbc:
        r = enter(f, arguments | {"iv": x4}, previous=x27)
        r.stride = None
    else:
        r = enter(f, arguments | {"encrypt": w4}, stride=x27)
    source = getattr(r, "in")
    next_blocks, done = f.label("next_blocks"), f.label("done")
    labels = {width: f.label(f"width_{width}") for width in WIDTHS}
    direction(f, r, passes, None if cbc else r.encrypt)
    if cbc:
        f.ldr(r.previous, at[r.iv])

    f.here(next_blocks)
    f.phase("one block, the last; two; or three. Four are two and two")
    f.cbz(r.nblocks, done)
    f.cmp(r.nblocks, 4)
    f.b_eq(labels[2])
    f.cmp(r.nblocks, 2)
    f.b_eq(labels[2])
    f.b_hi(labels[3])
    for width in WIDTHS:
        f.here(labels[width])
        lanes, work = LANES[:width], [x11, x12] + [reg for pair in LANES[width:] for reg in pair]
        f.phase(f"{width} blocks: IP and E", round=0)
        for i, (x, y) in enumerate(lanes):
            f.ldr(work[0], at[source + BLOCK * i])
            to_eform(f, work[0], y, x, work[1])
        f.mov(r.next_key, r.ks)
        rounds(f, r, lanes, work, f"of_{width}", passes)
        f.phase("FP")
        for left, right in lanes:
            from_eform(f, left, right, work[0])
        if cbc:
            f.phase("add the ciphertext block before each")
            for i, (left, _) in enumerate(lanes):
                f.eor(left, left, r.previous)
                f.ldr(r.previous, at[source + BLOCK * i])
        for i, (left, _) in enumerate(lanes):
            f.str(left, at[r.out + BLOCK * i])
        if width == 1:
            f.b(done)
            continue
        f.add(source, source, BLOCK * width)
        f.add(r.out, r.out, BLOCK * width)
        f.sub(r.nblocks, r.nblocks, width)
        f.b(next_blocks)
    f.here(done)
    if cbc:
        f.str(r.previous, at[r.iv])
    f.leave()


# -- one block in place ----------------------------------------------------------------------------
def block(f, permuted):
    """Emits the function of one block in place. permuted: with IP and FP."""
    r = enter(f, {"data": x0, "ks": x3, "encrypt": w4}, LANES[:1])
    direction(f, r, 1, r.encrypt)
    (x, y), work = LANES[0], ALONE
    f.phase("IP and E" if permuted else "E", round=0)
    f.ldr(work[0], at[r.data])
    to_eform(f, work[0], y, x, work[1], permuted)
    f.mov(r.next_key, r.ks)
    rounds(f, r, LANES[:1], work, "of_1")
    f.phase("FP" if permuted else "E inverted")
    from_eform(f, x, y, work[0], permuted)
    f.str(x, at[r.data])
    f.leave()


def block3(f, encrypt):
    r = enter(f, {"data": x0, "k1": x1, "k2": x2, "k3": x3}, LANES[:1])
    (x, y), work = LANES[0], ALONE
    f.phase("IP and E", round=0)
    f.ldr(work[0], at[r.data])
    to_eform(f, work[0], y, x, work[1])
    schedules = (r.k1, r.k2, r.k3)
    for number, schedule in enumerate(schedules if encrypt else schedules[::-1]):
        f.phase(f"pass {number + 1}")
        if encrypt == (number != 1):
            f.mov(r.next_key, schedule)
            f.movz(r.step, KEY)
        else:
            f.add(r.next_key, schedule, SCHEDULE - KEY)
            f.movn(r.step, KEY - 1, note=f"-{KEY}")
        if number:
            x, y = y, x
        rounds(f, r, [(x, y)], work, f"{number + 1}")
    f.phase("FP")
    from_eform(f, x, y, work[0])
    f.str(x, at[r.data])
    f.leave()
