# SPDX-License-Identifier: MIT
"""Derives the tables with which the library detects collision attacks on SHA-1.

The difference between the two blocks of an attack follows from its disturbance vector. Each bit of the
vector starts a local collision: a disturbance, with corrections in the next five steps (F. Chabaud,
A. Joux, Differential collisions in SHA-0, CRYPTO '98).
"""

from ..c_source import write as write_lines
from . import CONDITIONS, VECTORS

STEPS = 80
SAVED = 60  # the kernels save the state before this step
TESTED = (58, 65)  # the steps that other implementations recompute from: 58 for K < 50, else 65
LANES = 4  # words in a vector of sha1dc_rows.h


def rol(word, n):
    n %= 32
    return (word << n | word >> (32 - n)) & 0xFFFFFFFF


def disturbance(kind, k, b):
    """Returns words -5 to 79 of a disturbance vector.

    The type, K and b determine 16 words. The recurrence of the message schedule gives the others.
    """
    words = {k + i: 0 for i in range(15)}
    words[k + 15] = 1 << b
    if kind == 2:
        words[k + 1] = words[k + 3] = 1 << (31 + b) % 32
    for t in range(k + 16, STEPS):
        words[t] = rol(words[t - 3] ^ words[t - 8] ^ words[t - 14] ^ words[t - 16], 1)
    for t in range(k - 1, -6, -1):
        words[t] = rol(words[t + 16], 31) ^ words[t + 13] ^ words[t + 8] ^ words[t + 2]
    return words


def difference(dv):
    """Returns the XOR difference of the two expanded messages, 80 words.

    It is the disturbance and its five corrections: of ROTL 5, of f's first argument, and of the three
    working variables that ROTL 30 has rotated.
    """
    return [
        dv[t] ^ rol(dv[t - 1], 5) ^ dv[t - 2] ^ rol(dv[t - 3] ^ dv[t - 4] ^ dv[t - 5], 30)
        for t in range(STEPS)
    ]


def quiet_steps(dv, tested):
    """Returns the range of steps around `tested` before which both blocks have the same state.

    The states agree before a step when the vector has no disturbance in the five steps before it.
    """
    quiet = [t for t in range(STEPS) if not any(dv[t - i] for i in range(1, 6))]
    assert tested in quiet
    first = last = tested
    while first - 1 in quiet:
        first -= 1
    while last + 1 in quiet:
        last += 1
    return range(first, last + 1)


def name_of(kind, k, b):
    return "%s(%d,%d)" % ("I" * kind, k, b)


def derive():
    """Returns [(type, K, b, quiet step nearest to SAVED, tested step, difference)], checked."""
    derived = []
    for vector in VECTORS:
        dv = disturbance(vector["type"], vector["K"], vector["b"])
        tested = TESTED[vector["K"] >= 50]
        dm, quiet = difference(dv), quiet_steps(dv, tested)
        name = name_of(vector["type"], vector["K"], vector["b"])
        for t in range(16, STEPS):
            assert dm[t] == rol(dm[t - 3] ^ dm[t - 8] ^ dm[t - 14] ^ dm[t - 16], 1), (
                "%s: the difference is not an expanded message" % name
            )
        assert not any(dm[t] for t in quiet[:-1]), "%s: the states do not stay equal" % name
        nearest = min(quiet, key=lambda t: abs(t - SAVED))
        assert SAVED - nearest <= 2, "%s: step %d is too far before %d" % (name, nearest, SAVED)
        derived.append((vector["type"], vector["K"], vector["b"], nearest, tested, dm))
    return derived


def check(vectors):
    """Checks the conditions.

    A condition relates the signs of two differences, so both bits must differ in each of its vectors.
    """
    seen = set()
    for i, bi, j, bj, want, which in CONDITIONS:
        assert 0 <= i <= j < STEPS and want in (0, 1) and (i, bi, j, bj) not in seen
        seen.add((i, bi, j, bj))
        for v in which:
            dm = vectors[v][-1]
            assert dm[i] >> bi & 1 and dm[j] >> bj & 1, (
                "W[%d] bit %d, W[%d] bit %d: no difference in vector %d" % (i, bi, j, bj, v)
            )
    assert len(vectors) == 32 and len(CONDITIONS) == 156


def mask_of(which):
    """Returns the bit mask of a list of vector numbers."""
    return sum(1 << v for v in which)


def rows():
    """Groups the conditions that differ only in the step, LANES consecutive steps to a row.

    Returns [(i, bi, j - i, bj, want, [mask of each lane])].
    """
    kinds = {}
    for i, bi, j, bj, want, which in CONDITIONS:
        kinds.setdefault((bi, j - i, bj, want), {})[i] = mask_of(which)
    made = []
    for (bi, distance, bj, want), masks in sorted(kinds.items()):
        left = sorted(masks)
        while left:
            first = left[0]
            first = min(first, STEPS - LANES - distance)
            made.append(
                (first, bi, distance, bj, want, [masks.get(first + lane, 0) for lane in range(LANES)])
            )
            left = [i for i in left if i >= first + LANES]
    return made


def words(values):
    """Returns the C initialisers of 32-bit words."""
    return ", ".join("0x%08x" % value for value in values)


def tables(vectors):
    """Returns the lines of sha1_tables.c, which defines what src/sha1/sha1dc_tables.h declares."""
    lines = [
        "/* Derived from asm/spec/sha1/sha1dc_facts.json by asm/spec/sha1/disturbance.py: do not edit. */",
        '#include "sha1/sha1dc_tables.h"',
        "",
        "const og_sha1dc_vector og_sha1dc_vectors[32] = {",
    ]
    lines += ['    {"%s", %d, %d, %d, %d, %d},' % (name_of(*vector[:3]), *vector[:-1]) for vector in vectors]
    lines += ["};", "", "OG_SHA1DC_TABLE uint32_t og_sha1dc_dm[32][80] = {"]
    for vector in vectors:
        lines += (
            ["    {"]
            + ["        %s," % words(vector[-1][t : t + 8]) for t in range(0, STEPS, 8)]
            + ["    },"]
        )
    lines += ["};", "", "const og_sha1dc_condition og_sha1dc_conditions[156] = {"]
    lines += [
        "    {%d, %d, %d, %d, %d, 0x%08x}," % (*condition[:5], mask_of(condition[5]))
        for condition in CONDITIONS
    ]
    return lines + ["};", ""]


def row_header():
    """Returns the lines of sha1dc_rows.h."""
    lines = [
        "/* Derived from asm/spec/sha1/sha1dc_facts.json by asm/spec/sha1/disturbance.py: do not edit. */",
        "/* ROW(i, bi, j, bj, want, masks of the conditions on W[i], W[j] up to W[i + 3], W[j + 3]) */",
    ]
    lines += [
        "ROW(%d, %d, %d, %d, %d, %s)" % (i, bi, i + distance, bj, want, words(masks))
        for i, bi, distance, bj, want, masks in rows()
    ]
    return lines + [""]


def write(folder):
    """Writes sha1_tables.c and sha1dc_rows.h."""
    vectors = derive()
    check(vectors)
    write_lines(folder, "sha1_tables.c", tables(vectors))
    write_lines(folder, "sha1dc_rows.h", row_header())
