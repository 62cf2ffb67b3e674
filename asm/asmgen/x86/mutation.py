# SPDX-License-Identifier: MIT
"""What mutation testing changes in x86 instructions."""

from .registers import BY_NAME

SWAPS = {
    "add": "sub",
    "sub": "add",
    "xor": "or",
    "or": "and",
    "and": "or",
    "rol": "ror",
    "ror": "rol",
    "je": "jne",
    "jne": "je",
    "inc": "dec",
    "dec": "inc",
    "shl": "shr",
    "shr": "shl",
    "andn": "and",
    "mov": "add",
    "paddd": "psubd",
    "pxor": "por",
    "por": "pand",
    "pand": "por",
    "pslld": "psrld",
    "psrld": "pslld",
    "pslldq": "psrldq",
    "psrldq": "pslldq",
    "movdqa": "pxor",
    "movdqu": "pxor",
    "sha1msg1": "sha1msg2",
    "sha1msg2": "sha1msg1",
    "sha1nexte": "paddd",
    "punpcklwd": "punpckhwd",
    "punpckldq": "punpckhdq",
    "punpcklqdq": "punpckhqdq",
    "pshufb": "pxor",
}
SWAPS.update({"v" + a: "v" + b for a, b in SWAPS.items() if a[0] == b[0] == "p"})

# "instruction -> mutant": why it is equivalent. Kernels add more in `equivalents`.
EQUIVALENT = {
    "endbr64 -> dropped": "a landing pad is a nop unless control-flow enforcement is on",
    "mov [rsp +0], rsp -> mov [rsp +4], rsp": "touches the same page",
    "mov [rsp rcx -8], rax -> mov [rsp rcx -8], rcx": "wipes with a counter instead of zero",
}


def sibling(reg, family):
    """Returns the view of another family that has the width of reg."""
    return BY_NAME[family.replace("vec", "xmm")].view(reg.width)
