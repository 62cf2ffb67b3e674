# SPDX-License-Identifier: MIT
"""cv[i] := SHA-1 compression of cv[i] with each 64-byte block of message i in turn, i = 0 .. 3
(FIPS 180-4 section 6.1.2)

Inputs     cv: 4 chaining values of 5 words; blocks: 4 pointers to 64 * nblocks bytes each, any
           alignment; nblocks: blocks of each message, may be 0
Output     cv
Approach   Lane i of each vector belongs to message i, so that one instruction executes one step of all
           messages. The 16 schedule words and the chaining values are in registers. A rotation is shl and sri
           into another register, which then replaces the first. bsl computes Ch and, on b ^ c, Maj.
Loop       One iteration compresses one block of each message in 80 unrolled rounds. Words 4g to 4g+3 of the
           blocks are transposed four rounds before their use.
Notes      W[t] is word t of the message schedule, here of all messages. K0 to K3 are the constants of rounds
           0 to 19, 20 to 39, 40 to 59 and 60 to 79.
Registers  v0 v1 v2 v3 v4       a b c d e at the start of a block; they and the temporaries change places
           v5                   K
           v6 v7 v8 v9 v10      temporaries
           v11-15               the chaining values: a b c d e
           v16-31               W[t] at the start of a block in v(16 + t); later words and the temporaries
                                change places
           x3 x4 x5 x6          addresses of the blocks
           w7 w8 w9 w10         K0 to K3
           x0 x1 x2             cv, pointer array, blocks left
Frame      saved: the low halves of v8 to v15; the kernel has no scratch area
Lab notes  No Arm processor was at hand. Model of llvm-mca 19, 2026-11-25, cycles a block and message: 147 on
           Neoverse N1 and N2, bound by 1,200 instructions on two vector pipes, 121 on V1 and V2, bound by
           shl, sri and add, 6 cycles a round, and 182 on Cortex-A72. isa-l_crypto takes 168, 161 and 242. On
           the in-order Cortex-A53 the model gives 1,244, where sha1_a64_scalar takes 550 for one message.
"""

from asmgen.a64.registers import *  # noqa: F403
from asmgen.kernel import Kernel

from .._spec import ROUNDS, TAPS, K, function, k_name, rotate_roles, words

KERNEL = Kernel(
    stem="sha1_a64_neon_x4",
    arch="a64",
    lanes=4,
    min_size=192,
    summary="SHA-1 of four messages in the lanes of NEON registers",
    refs=("FIPS 180-4 section 6.1",),
    equivalents={
        f"ext v{16 + i}.16b, v15.16b, v15.16b, {4 * i:#x} -> ext v{16 + i}.16b, v15.16b, v16.16b, {4 * i:#x}": (
            "only lane 0 is stored, which is of the first operand"
        )
        for i in (1, 2, 3)
    },
)

STATE, CONSTANT, TEMPORARIES, CV = VECTORS[:5], v5, VECTORS[6:11], VECTORS[11:16]
RING = VECTORS[16:32]
POINTERS, CONSTANTS = (x3, x4, x5, x6), (w7, w8, w9, w10)


def transpose(f, rows, columns, spare):
    """Transposes 4 x 4 words. spare: at least four other registers."""
    p, q, s, t, *_ = spare
    f.trn1(p.s4, rows[0].s4, rows[1].s4)
    f.trn2(q.s4, rows[0].s4, rows[1].s4)
    f.trn1(s.s4, rows[2].s4, rows[3].s4)
    f.trn2(t.s4, rows[2].s4, rows[3].s4)
    f.trn1(columns[0].d2, p.d2, s.d2)
    f.trn1(columns[1].d2, q.d2, t.d2)
    f.trn2(columns[2].d2, p.d2, s.d2)
    f.trn2(columns[3].d2, q.d2, t.d2)


def load_cv(f, cv):
    """Loads the chaining values."""
    for i, (row, top) in enumerate(zip(RING[:4], TEMPORARIES)):
        f.emit("ldur" if i else "ldr", (row.q, at[cv + 20 * i]), note=f"message {i}: a b c d")
        f.ldr(top.s, at[cv + (20 * i + 16)], note=f"message {i}: e")
    transpose(f, RING[:4], CV[:4], RING[4:8])
    p, q, s, t, _ = TEMPORARIES
    f.trn1(p.s4, p.s4, q.s4)
    f.trn1(s.s4, s.s4, t.s4)
    f.trn1(CV[4].d2, p.d2, s.d2, note="e of all messages")


def store_cv(f, cv):
    """Stores the chaining values."""
    rows, e = RING[:4], CV[4]
    transpose(f, CV[:4], rows, TEMPORARIES)
    for i, row in enumerate(rows):
        f.emit("stur" if i else "str", (row.q, at[cv + 20 * i]), note=f"message {i}: a b c d")
        if i:
            f.ext(row.b16, e.b16, e.b16, 4 * i)
        f.str((row if i else e).s, at[cv + (20 * i + 16)], note=f"message {i}: e")


class Lanes:
    """The registers of the four messages, which change places."""

    def __init__(self, f):
        self.f = f
        self.ring = list(RING)
        self.free = list(TEMPORARIES)

    def rotate(self, register, left, note):
        """Rotates a register into a temporary, which is returned. The register becomes a temporary."""
        f, target = self.f, self.free.pop(0)
        f.shl(target.s4, register.s4, left)
        f.sri(target.s4, register.s4, 32 - left, note=note)
        self.free.append(register)
        return target

    def load_words(self, g):
        """Loads words 4g to 4g + 3 of each message."""
        f, rows = self.f, self.ring[4 * g : 4 * g + 4]
        for i, (row, pointer) in enumerate(zip(rows, POINTERS)):
            f.ldr(row.q, at.post(pointer, 16), note=f"message {i}: {words(4 * g)}")
        for row in rows:
            f.rev32(row.b16, row.b16)
        transpose(f, rows, rows, self.free)

    def word(self, t):
        """Computes W[t], t >= 16."""
        f, w = self.f, self.ring[t % 16]
        for tap in TAPS[1:]:
            f.eor(w.b16, w.b16, self.ring[(t - tap) % 16].b16, note=f"^ W[{t - tap}]")
        self.ring[t % 16] = self.rotate(w, 1, f"ROTL 1: W[{t}]")

    def logical(self, t, b, c, d):
        """Computes f(b, c, d) in a temporary, which is returned."""
        f, x = self.f, self.free[0]
        if function(t) == "ch":
            f.mov(x.b16, b.b16)
            f.bsl(x.b16, c.b16, d.b16, note="Ch = b ? c : d")
        elif function(t) == "parity":
            f.eor(x.b16, c.b16, d.b16)
            f.eor(x.b16, x.b16, b.b16, note="Parity = b ^ c ^ d")
        else:
            f.eor(x.b16, b.b16, c.b16)
            f.bsl(x.b16, d.b16, c.b16, note="Maj = b ^ c ? d : c")
        return x

    def round(self, t, a, b, c, d, e):
        """Emits round t. Returns a to e, of which b is in another register."""
        f = self.f
        if t % 20 == 0:
            f.dup(CONSTANT.s4, CONSTANTS[t // 20], note=k_name(t))
        if t >= 16:
            self.word(t)
        f.add(e.s4, e.s4, CONSTANT.s4, note=f"e += {k_name(t)}")
        f.add(e.s4, e.s4, self.ring[t % 16].s4, note=f"e += W[{t}]")
        x = self.logical(t, b, c, d)
        f.add(e.s4, e.s4, x.s4, note=f"e += {function(t).capitalize()}(b, c, d)")
        b = self.rotate(b, 30, "b = ROTL 30 (b)")
        x = self.free[0]
        f.shl(x.s4, a.s4, 5)
        f.sri(x.s4, a.s4, 27)
        f.add(e.s4, e.s4, x.s4, note="e += ROTL 5 (a)")
        self.free.append(self.free.pop(0))
        return a, b, c, d, e


@KERNEL.function("sha1.lanes")
def lanes(f):
    used = [*STATE, CONSTANT, *TEMPORARIES, *CV, *RING]
    r = f.frame(
        arguments={"cv": x0, "blocks": x1, "nblocks": x2},
        registers={
            **{str(v): v.q for v in used},
            **{str(p): p for p in POINTERS},
            **{str(w): w.view(64) for w in CONSTANTS},
        },
    )
    next_block, done = f.label("next_block"), f.label("done")
    f.cbz(r.nblocks, done)
    f.phase("the constants, and the addresses of the messages")
    for i, (value, register) in enumerate(zip(K, CONSTANTS)):
        f.movz(register, value & 0xFFFF)
        f.movk(register, value >> 16, lsl(16), note=f"K{i}")
    f.ldp(*POINTERS[:2], at[r.blocks])
    f.ldp(*POINTERS[2:], at[r.blocks + 16])
    f.phase("load the chaining values")
    load_cv(f, r.cv)
    f.align(32)
    f.here(next_block)
    f.phase("the chaining values become a to e")
    for register, value, name in zip(STATE, CV, "abcde"):
        f.mov(register.b16, value.b16, note=name)
    v = Lanes(f)
    state = STATE
    for t in range(ROUNDS):
        for g in range(4):
            if t == max(4 * g - 4, 0):
                f.phase(f"transpose {words(4 * g)} of all messages", round=t)
                v.load_words(g)
        f.phase(f"round {t}, {function(t).capitalize()}: a b c d e = {' '.join(map(str, state))}", round=t)
        f.name_registers("abcde", [register.q for register in state])
        state = rotate_roles(*v.round(t, *state))
    f.phase("add the chaining values")
    f.sub(r.nblocks, r.nblocks, 1, note="blocks left")
    for value, register, name in zip(CV, state, "abcde"):
        f.add(value.s4, value.s4, register.s4, note=name)
    f.cbnz(r.nblocks, next_block)
    f.phase("store the chaining values")
    store_cv(f, r.cv)
    f.here(done)
    f.leave()
