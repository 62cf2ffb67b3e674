# SPDX-License-Identifier: MIT
"""What mutation testing changes in A64 instructions."""

from .registers import BY_NAME, VECTORS

SWAPS = {
    "add": "sub",
    "sub": "add",
    "and": "orr",
    "orr": "and",
    "eor": "orr",
    "eon": "eor",
    "bic": "and",
    "bsl": "bit",
    "bit": "bif",
    "bif": "bsl",
    "b.eq": "b.ne",
    "b.ne": "b.eq",
    "cbz": "cbnz",
    "cbnz": "cbz",
    "lsl": "lsr",
    "lsr": "lsl",
    "shl": "ushr",
    "ushr": "shl",
    "sli": "sri",
    "sri": "sli",
    "zip1": "zip2",
    "zip2": "zip1",
    "uzp1": "uzp2",
    "uzp2": "uzp1",
    "trn1": "trn2",
    "trn2": "trn1",
    "sha1c": "sha1p",
    "sha1p": "sha1m",
    "sha1m": "sha1c",
}
# "instruction -> mutant": why it is equivalent. Kernels add more in `equivalents`.
EQUIVALENT = {
    "hint 0x22 -> dropped": "a landing pad is a nop unless branch target identification is on",
    "hint 0x22 -> hint 0x23": "this hint is a nop in the interpreter",
    "str xzr, [sp +0] -> str xzr, [sp +4]": "touches the same page",
}


def sibling(reg, family):
    """Returns the view of another family that has the shape or the width of reg."""
    if reg.kind == "simd":
        return getattr(VECTORS[int(family[1:])], reg.shape)
    if reg.kind == "lane":
        return getattr(VECTORS[int(family[1:])], reg.shape)[reg.low // reg.width]
    return BY_NAME[family].view(reg.width)
