# SPDX-License-Identifier: MIT
"""cv := SHA-1 compression of cv with each 64-byte block in turn (FIPS 180-4 section 6.1.2)

Inputs     cv: 5 words; blocks: 64 * nblocks bytes, any alignment; nblocks: number of blocks, may be 0
Output     cv
Approach   A 64-bit register holds two words of the schedule, so that an exclusive or computes two words at
           once. The words W[t-3] and W[t-2] are in two registers: exclusive or with a shifted register takes
           the half of each. ROTL 1 of both halves takes three instructions. The odd word of a pair is added
           by an addition of the register shifted by 32.
Order      The instructions of a round that do not depend on a fill the latencies of ror and add, which are
           long on in-order cores. A pair of words is computed in the two rounds before its first use.
Loop       One iteration compresses one block: 80 unrolled rounds, then the addition of cv. The sums stay in
           registers as a to e of the next block.
Notes      W[t] is word t of the message schedule, W[16..17] a pair. K0 to K3 are the constants of rounds 0 to
           19, 20 to 39, 40 to 59 and 60 to 79.
Registers  x3-10                  the pairs: W[2p] and W[2p+1] in the low and the high half of x(3 + p mod 8)
           w11 w12 w13 w14 w15    a b c d e at the start of a block; the roles rotate from round to round
           w16 w17                f(b, c, d), temporary
           w19                    ROTL 5 (a)
           x20                    bits 31 of a pair
           x21                    bits 0 and 32
           w22 w23 w24 w25        K0 to K3
           x0 x1 x2               cv, address of the block, blocks left
Frame      saved: x19-25; the kernel has no scratch area
Lab notes  No Arm processor was at hand. Model of llvm-mca 19, 2026-11-25, cycles a block: 550 on Cortex-A53,
           551 on A55, 387 on A72, 314 on Neoverse N1, 236 on V1, 161 on V2, with 949 instructions. OpenSSL's
           code for general registers takes 664, 659, 494, 329, 247 and 241 with 1,001. Other orders of the
           same instructions take up to 673 on Cortex-A53. ROTL 5 (a) as two additions of a shifted would
           halve the chain on A53, but needs 4 cycles a round on Neoverse, where ror and add need 2.
"""

from asmgen.a64.registers import *  # noqa: F403
from asmgen.kernel import Kernel

from .._spec import ROUNDS, K, function, k_name, rotate_roles

KERNEL = Kernel(
    stem="sha1_a64_scalar",
    arch="a64",
    summary="SHA-1 in general registers, two schedule words in each",
    refs=("FIPS 180-4 section 6.1",),
    equivalents={
        "ldp x25, x26, [sp +48] -> ldp x25, x3, [sp +48]": "x26 only fills the pair: the kernel does not change it"
    },
)

PAIRS = (x3, x4, x5, x6, x7, x8, x9, x10)
STATE = (w11, w12, w13, w14, w15)
X, Y, ROTATED, CARRIED, LOW_BITS = w16, w17, w19, x20, x21
CONSTANTS = (w22, w23, w24, w25)
WITHOUT_31 = 0xFFFFFFFF_7FFFFFFF


def pair(p):
    """Returns the register of W[2p] and W[2p + 1]."""
    return PAIRS[p % 8]


def schedule(t):
    """Returns the instructions of round t that compute the pair of words t + 2 and t + 3: in the even round their
    sums, in the odd one the rotation."""
    p, odd = divmod(t + 2, 2)
    if not 8 <= p < ROUNDS // 2:
        return []
    q, first = pair(p), 2 * p
    if odd:
        return [
            ("and", (CARRIED, LOW_BITS, q, lsr(31)), "bits 31 of both words"),
            ("and", (q, q, WITHOUT_31)),
            ("orr", (q, CARRIED, q, lsl(1)), f"ROTL 1: W[{first}..{first + 1}]"),
        ]
    return [
        ("eor", (q, q, pair(p - 7)), f"W[{first - 16}..{first - 15}] ^ W[{first - 14}..{first - 13}]"),
        ("eor", (q, q, pair(p - 4)), f"^ W[{first - 8}..{first - 7}]"),
        ("eor", (q, q, pair(p - 2), lsr(32)), f"^ W[{first - 3}] in the low half"),
        ("eor", (q, q, pair(p - 1), lsl(32)), f"^ W[{first - 2}] in the high half"),
    ]


def logical(t, b, c, d):
    """Returns the instructions that compute f(b, c, d) of round t in X."""
    if function(t) == "ch":
        return [("eor", (X, c, d), "Ch = d ^ (b & (c ^ d))"), ("and", (X, X, b)), ("eor", (X, X, d))]
    if function(t) == "parity":
        return [("eor", (X, c, d), "Parity = b ^ c ^ d"), ("eor", (X, X, b))]
    return [
        ("orr", (X, c, d), "Maj = (b & (c | d)) | (c & d)"),
        ("and", (Y, c, d)),
        ("and", (X, X, b)),
        ("orr", (X, X, Y)),
    ]


def add_word(f, t, e):
    """Adds W[t] to e. The sum of an odd word has the carries of 64 bits above e, which no instruction reads."""
    if t % 2:
        f.add(e.view(64), e.view(64), pair(t // 2), lsr(32), note=f"e += W[{t}]")
    else:
        f.add(e, e, pair(t // 2).view(32), note=f"e += W[{t}]")


def round_(f, t, a, b, c, d, e):
    """Emits round t, and the part of the schedule that is computed in it."""

    def emit(instructions):
        for instruction in instructions:
            f.emit(*instruction)

    first, second, *rest = logical(t, b, c, d)
    words = schedule(t)
    f.add(e, e, CONSTANTS[t // 20], note=f"e += {k_name(t)}")
    add_word(f, t, e)
    emit([first, *words[:1], second, *words[1:2], *rest[:1]])
    f.ror(ROTATED, a, 27)
    f.ror(b, b, 2, note="b = ROTL 30 (b)")
    emit([*words[2:], *rest[1:]])
    f.add(e, e, X, note=f"e += {function(t).capitalize()}(b, c, d)")
    f.add(e, e, ROTATED, note="e += ROTL 5 (a)")


def load_state(f, cv, registers):
    """Loads the five words of the chaining value."""
    a, b, c, d, e = registers
    f.ldp(a, b, at[cv], note="a b")
    f.ldp(c, d, at[cv + 8], note="c d")
    f.ldr(e, at[cv + 16], note="e")


@KERNEL.function("sha1.blocks")
def blocks(f):
    wide = [register.view(64) for register in (*STATE, X, Y, ROTATED, *CONSTANTS)]
    r = f.frame(
        arguments={"cv": x0, "blocks": x1, "nblocks": x2},
        registers={str(v): v for v in (*PAIRS, *wide, CARRIED, LOW_BITS)},
    )
    next_block, done = f.label("next_block"), f.label("done")
    f.cbz(r.nblocks, done)
    f.phase("the constants")
    for i, (value, register) in enumerate(zip(K, CONSTANTS)):
        f.movz(register, value & 0xFFFF)
        f.movk(register, value >> 16, lsl(16), note=f"K{i}")
    f.movz(LOW_BITS, 1)
    f.movk(LOW_BITS, 1, lsl(32))
    f.phase("load the chaining value")
    load_state(f, r.cv, STATE)
    f.align(32)
    f.here(next_block)
    f.phase("load a block")
    for p in range(0, len(PAIRS), 2):
        f.ldp(pair(p), pair(p + 1), at.post(r.blocks, 16))
    for p, q in enumerate(PAIRS):
        f.rev32(q, q, note=f"W[{2 * p}..{2 * p + 1}]")
    state = STATE
    for t in range(ROUNDS):
        f.phase(f"round {t}, {function(t).capitalize()}: a b c d e = {' '.join(map(str, state))}", round=t)
        f.name_registers("abcde", state)
        round_(f, t, *state)
        state = rotate_roles(*state)
    f.phase("add the chaining value")
    old = (X, Y, ROTATED, CARRIED.view(32), pair(0).view(32))
    load_state(f, r.cv, old)
    for word, before in zip(state, old):
        f.add(word, word, before)
    a, b, c, d, e = state
    f.stp(a, b, at[r.cv])
    f.stp(c, d, at[r.cv + 8])
    f.str(e, at[r.cv + 16])
    f.sub(r.nblocks, r.nblocks, 1, note="blocks left")
    f.cbnz(r.nblocks, next_block)
    f.here(done)
    f.leave()
