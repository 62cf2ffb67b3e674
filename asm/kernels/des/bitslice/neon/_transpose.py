# SPDX-License-Identifier: MIT
"""Blocks to bit slices and back, eight vectors of 16 bytes at a time.

Bytes first: from 16 blocks in eight vectors to eight vectors, of which vector k has byte k of each block. uzp1
and uzp2 separate the even and the odd bytes of two vectors. So each of three steps moves the lowest bit of
the byte's number to the vector's number. zip1 and zip2 are the way back.

Then bits: from eight vectors with the same byte of different blocks to eight vectors, of which vector i has
bit i. Swaps of 4, 2 and 1 bits do that, and are their own inverse.
"""

GROUP = 8  # vectors
MASKS = {2: 0xCC, 1: 0xAA}  # the upper bits of the pairs of groups that a swap of 2 and 1 bits exchanges
READ_TARGET = ("sli", "sri", "bit", "bif")


def _pairs(bit):
    return [(i, i | 1 << bit) for i in range(GROUP) if not i >> bit & 1]


def _emit(f, operations, wanted):
    """Emits those of the operations (mnemonic, operands, note) on which the registers in `wanted` depend."""
    needed, emitted = {register.family for register in wanted}, []
    for name, operands, note in reversed(operations):
        target, *sources = operands
        if target.family in needed:
            if name not in READ_TARGET:
                needed.discard(target.family)
            needed |= {source.family for source in sources if not isinstance(source, int)}
            emitted.append((name, operands, note))
    for name, operands, note in reversed(emitted):
        f.emit(name, operands, note)


def separate_bytes(f, regs, spare, count=GROUP):
    """Returns the registers of the first `count` bytes of the 16 blocks in regs. spare: a further register."""
    regs, operations = list(regs), []
    for bit in range(3):
        for i, j in _pairs(bit):
            a, b, t = regs[i].b16, regs[j].b16, spare.b16
            operations.append(("uzp1", (t, a, b), f"vectors {i} and {j}: their even bytes"))
            operations.append(("uzp2", (b, a, b), f"vectors {i} and {j}: their odd bytes"))
            regs[i], spare = spare, regs[i]
    _emit(f, operations, [register.b16 for register in regs[:count]])
    return regs[:count]


def reunite_bytes(f, regs, spare):
    """Returns the registers of the 16 blocks whose byte 0 to byte 7 are in regs."""
    regs = list(regs)
    for bit in (2, 1, 0):
        for i, j in _pairs(bit):
            a, b = regs[i], regs[j]
            f.zip1(spare.b16, a.b16, b.b16, note=f"interleave vectors {i} and {j}: lower halves")
            f.zip2(b.b16, a.b16, b.b16, note="upper halves")
            regs[i], spare = spare, a
    return regs


def load_masks(f, registers):
    """Loads the masks of `swap_bits` into two registers."""
    for register, mask in zip(registers, MASKS.values()):
        f.movi(register.b16, mask)


def swap_bits(f, regs, spare, masks, wanted=range(GROUP)):
    """Moves bit i of each byte of vector k to bit k of vector i. spare: two further registers. masks: the
    registers of load_masks. wanted: the vectors that are needed; the others are left undefined."""
    t, u = (register.b16 for register in spare)
    operations = []
    for i, j in _pairs(2):
        a, b, note = regs[i].b16, regs[j].b16, f"vectors {i} and {j}: swap groups of 4 bits"
        operations += [("mov", (t, a), note), ("sli", (a, b, 4), note), ("sri", (b, t, 4), note)]
    for (shift, _), mask in zip(MASKS.items(), masks):
        for i, j in _pairs(shift // 2):
            a, b, note = regs[i].b16, regs[j].b16, f"vectors {i} and {j}: swap groups of {shift} bits"
            operations += [("shl", (t, b, shift), note), ("ushr", (u, a, shift), note)]
            operations += [("bit", (a, t, mask.b16), note), ("bif", (b, u, mask.b16), note)]
    _emit(f, operations, [regs[i].b16 for i in wanted])
