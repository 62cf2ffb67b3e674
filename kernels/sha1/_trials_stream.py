# SPDX-License-Identifier: MIT
"""Times the forms of the one-message vector kernels that docs/kernels/sha1_stream.md speaks of.

    python3 kernels/sha1/_trials_stream.py shani|avx2|ssse3|ssse3_x86 [--passes N] [--size BYTES]

Each form replaces one part of the finished kernel, is checked on "abc" and timed beside the others.
"""

import argparse

from _timing import time_kernels  # first: makes the generator importable
from _trials import ch, maj

from asmgen import kernel
from kernels.sha1._spec import function
from kernels.sha1.shani import _shani, sha1_x64_shani
from kernels.sha1.vector import sha1_x64_avx2, sha1_x64_ssse3, sha1_x86_ssse3


def variant(name, module, owner, part, replacement):
    """The kernel of `module` with owner.part replaced while it is built."""
    made = kernel.Kernel(
        stem=name, bits=module.KERNEL.bits, isa=("bmi1", "bmi2", "ssse3", "avx2", "shani"), summary="trial"
    )

    @made.function("sha1.blocks")
    def blocks(f):
        kept = getattr(owner, part)
        setattr(owner, part, replacement)
        try:
            module.blocks(f)
        finally:
            setattr(owner, part, kept)

    return made


# -- the order of a group of sha1_x64_shani --------------------------------------------------------
def ordered_rounds(order):
    """order: n sha1nexte, c copy, r sha1rnds4, 2 sha1msg2, x pxor, 1 sha1msg1."""

    def rounds(f, abcd, e, m):
        for g in range(_shani.GROUPS):
            new, newer = e[g % 2], e[1 - g % 2]
            for step in order:
                if step == "n":
                    (f.sha1nexte if g else f.paddd)(new, m[g % 4])
                elif step == "c":
                    f.movdqa(newer, abcd)
                elif step == "r":
                    f.sha1rnds4(abcd, new, g // 5)
                elif step == "2" and 3 <= g < 19:
                    f.sha1msg2(m[(g + 1) % 4], m[g % 4])
                elif step == "x" and 2 <= g < 18:
                    f.pxor(m[(g + 2) % 4], m[g % 4])
                elif step == "1" and 1 <= g < 17:
                    f.sha1msg1(m[(g + 3) % 4], m[g % 4])

    return rounds


def shani():
    for order in (
        "21ncrx",
        "ncr2x1",
        "nc2rx1",
        "n2crx1",
        "cnr2x1",
        "ncrx12",
        "2x1ncr",
        "1x2ncr",
        "12ncrx",
        "21xncr",
        "2n1crx",
        "21ncxr",
        "ncr12x",
        "nc2x1r",
    ):
        yield variant(f"order_{order}", sha1_x64_shani, _shani, "rounds", ordered_rounds(order))


# -- the forms of a round on W + K from memory -----------------------------------------------------
BASE = {"ch": "xor_and_xor", "maj": "two_adds", "rotate_a": "rol", "rotate_b": "rol", "order": "wfba"}
FORMS = {
    "ch": ("andn", "andn_sum"),
    "maj": ("late_b", "late"),
    "rotate_a": ("rorx",),
    "rotate_b": ("ror", "rorx"),
    "order": ("wfab", "fwba"),
}


def round_of(v):
    def round_(f, t, wk, a, b, c, d, e, x, y):
        for step in v["order"]:
            if step == "w":
                f.add(e, wk)
            elif step == "f" and function(t) == "parity":
                f.mov(x, c)
                f.xor(x, d)
                f.xor(x, b)
                f.add(e, x)
            elif step == "f":
                form = function(t)
                {"ch": ch, "maj": maj}[form](f, v[form], e, b, c, d, x, y)
            elif step == "b" and v["rotate_b"] == "rorx":
                f.rorx(b, b, 2)
            elif step == "b":
                f.rol(b, 30) if v["rotate_b"] == "rol" else f.ror(b, 2)
            elif step == "a":
                if v["rotate_a"] == "rorx":
                    f.rorx(y, a, 27)
                else:
                    f.mov(y, a)
                    f.rol(y, 5)
                f.add(e, y)
        return e, a, b, c, d, x, y

    return round_


def forms(module, part, one_temporary=False):
    yield variant("base", module, module, part, round_of(BASE))
    for axis, values in FORMS.items():
        for value in values:
            if one_temporary and value in ("andn", "andn_sum", "late_b", "late"):
                continue
            yield variant(f"{axis}_{value}", module, module, part, round_of({**BASE, axis: value}))
    if not one_temporary:
        bmi = {**BASE, "ch": "andn", "rotate_a": "rorx", "rotate_b": "rorx"}
        for order in ("wfba", "wfab"):
            for form in ("two_adds", "late"):
                yield variant(
                    f"bmi_{form}_{order}",
                    module,
                    module,
                    part,
                    round_of({**bmi, "maj": form, "order": order}),
                )


SETS = {
    "shani": shani,
    "avx2": lambda: forms(sha1_x64_avx2, "round_bmi"),
    "ssse3": lambda: forms(sha1_x64_ssse3, "round_486"),
    "ssse3_x86": lambda: forms(sha1_x86_ssse3, "round_486", one_temporary=True),
}


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("set", choices=SETS)
    options.add_argument("--passes", type=int, default=400)
    options.add_argument("--size", type=int, default=16384, metavar="BYTES")
    args = options.parse_args()
    kernels = list(SETS[args.set]())
    time_kernels(kernels, kernels[0].bits, args.passes, args.size)


if __name__ == "__main__":
    main()
