# SPDX-License-Identifier: MIT
"""out := DES-CBC or Triple DES-CBC encryption of two messages, each under its own key (SP 800-38A 6.2)

Inputs     out, in: 16 * nblocks bytes, block 1 of each message, then block 2 and so on, any alignment, out may
           be in. nblocks: steps, may be 0. keys: 16 bytes for each key of the cipher, 8 for each message. iv:
           16 bytes, the chaining blocks.
Output     out, and iv: the last block of each message.
Idea       des_x64_eform_lanes with half of the messages: the rounds of two alternate. Each has a register of its
           own for the sum of every other look-up. One message waits for its chain, four are bound by
           their look-ups. Look-ups depend on secrets.
Loop       One step is a block of each message: 16 or 48 rounds, FP, the sum with the next blocks, and IP and
           E of the blocks after these. Before the steps the keys are expanded, a message in an iteration.
Registers  r8 to r11            x and y of the two messages
           r12 r13              the sums of every other look-up
           rax rbx              copies of an x from which bytes are extracted, by turns
           rcx rdx rsi          the bytes
           rbp rdi              the tables; the next round keys
           xmm0 to xmm4         the blocks outside the rounds
           r8 r9 r10            before the steps: a message's keys, its places in the frame, messages left
           r11 r12 r13          before the steps: a key, its round keys, keys left
           xmm0 to xmm4         before the steps: C and D, round keys
Frame      as in des_x64_eform_lanes. Wiped on return, but for the counts.
Lab notes  2026-11-28, Zen 3 (family 25 model 1): 276 cycles a step, 17.2 cycles/byte; with three keys 777 and
           48.6. In the same run des_x64_eform took 232 and 642 for a block of one message, so two take 1.68
           and 1.65 times as long one after the other.
"""

from asmgen.kernel import Kernel
from asmgen.x86.registers import *  # noqa: F403

from .._spec import BLOCK
from ..des_x64_key_avx2 import EQUIVALENTS
from ._permute_sse2 import UNUSED
from .des_x64_eform_lanes import define
from .des_x64_eform_x4 import of_sums

KERNEL = Kernel(
    stem="des_x64_eform_lanes_x2",
    arch="x64",
    isa=("avx2",),
    constant_time=False,
    lanes=2,
    min_size=2 * BLOCK,
    summary="DES of two messages, each under its own key: states in E-form, 4 KiB of tables",
    refs=("FIPS 46-3", "SP 800-67", "SP 800-38A section 6.2"),
    equivalents={**EQUIVALENTS, **of_sums(r12, r13), **UNUSED},
)
define(KERNEL)
