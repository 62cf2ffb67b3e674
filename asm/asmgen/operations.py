# SPDX-License-Identifier: MIT
"""The operations: everything that a kernel may serve, each declared once, in `OPERATIONS`.

A row gives the name, the C function type, and the arguments with their types, sizes and access. Made
from these rows, or checked against them by dev/tools/catalogue.py:

    operations.h                  the enumeration of the library, what serves instead of an operation, and the
                                  harness's argument lists
    include/oldguard/kernels.h    the function types; the build refuses a typedef that differs
    asmgen                        frames, the interpreter's buffers, the analyses, exported prototypes
    proofs                        the buffers of a contract

Three conventions hold for every row. A buffer named `out` may be the same as the buffer named `in`. A
kernel of many lanes takes `lanes` messages, a constant of the kernel. `const og_des_key *` points to
key schedules.
"""

import itertools
import math
import random
from dataclasses import dataclass

# C type of an element -> its bytes.
ELEMENTS = {"uint8_t": 1, "uint32_t": 4, "uint64_t": 8, "og_des_key": 128, "og_sha1dc_block_info": 124}


@dataclass(frozen=True)
class Size:
    """Bytes of a buffer: `unit` times the values of `factors`, which are counts or "lanes"."""

    unit: int
    factors: tuple

    def __call__(self, counts):
        return math.prod([self.unit, *(counts[name] for name in self.factors)])


@dataclass(frozen=True)
class Argument:
    """One parameter of a function type."""

    name: str
    c_type: str  # as in the prototype, with {} in place of the name
    # bytes behind the pointer: an int, or a function of {count: value}; None: not a pointer
    size: object = None
    writable: bool = False
    readable: bool = True  # False: the kernel writes every byte and reads none before
    per_lane: bool = False  # an array of one pointer per lane, with `size` bytes behind each of them
    flag: bool = False  # an int that is 0 or 1, not a count
    number: bool = False  # any 32 bits, not a count

    @property
    def element(self):
        """The C type of the elements behind the pointer: uint8_t of "const uint8_t *const *{}"."""
        return self.c_type.removeprefix("const ").split()[0]

    def role(self):
        """The role in the conformance harness: an enumerator of Role in check/operation.hpp."""
        if self.size is None:
            return "flag" if self.flag else "number" if self.number else "count"
        if self.writable:
            return "input_output" if self.readable else "output"
        if self.per_lane:
            return "pointers"
        return "key" if self.element == "og_des_key" else "input"


@dataclass(frozen=True)
class Operation:
    """One row of the table; see above."""

    name: str
    arguments: tuple
    function_type: str = ""
    # The operation that serves where no kernel of this one does, of several messages one after the other.
    # "": a C kernel serves on every processor, unless the policy refuses it.
    instead: str = ""
    calls: int = 40  # random inputs that kill every mutant of a function without counts
    # Values of the counts that kill every mutant of a function with counts. One unit of work kills
    # most. Two are a pair, five two pairs and a rest. Four has no bit in common with any address.
    # Zero is a path by itself.
    amounts: tuple = (1, 2, 4, 5, 0)

    @property
    def identifier(self):
        return self.name.replace(".", "_")

    @property
    def algorithm(self):
        """The algorithm of OLDGUARD_ALGORITHMS (dev/cmake/OldguardSubset.cmake) that the operation belongs to."""
        family, _, rest = self.name.partition(".")
        return {"des3": "des", "pbkdf2": rest.partition("_")[0]}.get(family, family)

    def prototype(self, symbol):
        return f"void {symbol}({', '.join(a.c_type.format(a.name) for a in self.arguments)});"

    def counts(self):
        return [a.name for a in self.arguments if a.size is None and not a.flag and not a.number]

    def inputs(self, count):
        """Yields {count, flag or number: value} for `count` units of work and each setting of the flags."""
        flags = [a.name for a in self.arguments if a.flag]
        fixed = {
            **{name: count for name in self.counts()},
            **{a.name: random.Random(count).getrandbits(32) for a in self.arguments if a.number},
        }
        for values in itertools.product((0, 1), repeat=len(flags)):
            yield {**fixed, **dict(zip(flags, values))}

    def random_buffers(self, chance, counts, lanes):
        """Returns {argument: random bytes}, with a list of one item per lane for a `per_lane` argument."""

        def fill(argument):
            size = argument.size
            return chance.randbytes(size if isinstance(size, int) else size({**counts, "lanes": lanes}))

        return {
            a.name: [fill(a) for _ in range(lanes)] if a.per_lane else fill(a)
            for a in self.arguments
            if a.size is not None
        }


# -- the words of a row ----------------------------------------------------------------------------
def times(unit, *factors):
    return Size(unit, factors)


def read(name, c_type, size, per_lane=False):
    return Argument(name, c_type, size, per_lane=per_lane)


def write(name, c_type, size):
    return Argument(name, c_type, size, writable=True, readable=False)


def update(name, c_type, size):
    return Argument(name, c_type, size, writable=True)


def count(name):
    return Argument(name, "size_t {}")


def flag(name):
    return Argument(name, "int {}", flag=True)


def number(name):
    return Argument(name, "uint32_t {}", number=True)


def row(name, function_type, *arguments, **facts):
    """Returns an Operation. Raises ValueError for a size that does not fit its C type."""
    counts = {a.name for a in arguments if a.role() == "count"}
    for a in arguments:
        if a.size is None:
            continue
        unit, factors = (a.size, ()) if isinstance(a.size, int) else (a.size.unit, a.size.factors)
        bound = a.c_type.partition("[")[2].partition("]")[0] or 1
        whole = ELEMENTS[a.element] * int(bound)
        if unit % whole:
            raise ValueError(f"{name}: {unit} bytes of '{a.name}' are no multiple of {whole}")
        if not {"lanes"} | counts >= set(factors):
            raise ValueError(f"{name}: the size of '{a.name}' depends on {' and '.join(factors)}")
    return Operation(name, arguments, function_type, **facts)


def _ecb(name, keys):
    return row(
        name,
        "og_des_ecb_fn",
        write("out", "uint8_t *{}", times(8, "nblocks")),
        read("in", "const uint8_t *{}", times(8, "nblocks")),
        count("nblocks"),
        read("ks", "const og_des_key *{}", 128 * keys),
        flag("encrypt"),
    )


def _cbc(name, keys):
    return row(
        name,
        "og_des_cbc_fn",
        write("out", "uint8_t *{}", times(8, "nblocks")),
        read("in", "const uint8_t *{}", times(8, "nblocks")),
        count("nblocks"),
        read("ks", "const og_des_key *{}", 128 * keys),
        update("iv", "uint8_t {}[8]", 8),
    )


def _block(name):
    return row(
        name,
        "og_des_block_fn",
        update("data", "uint32_t {}[2]", 8),
        read("ks", "const og_des_key *{}", 128),
        flag("encrypt"),
    )


def _block3(name):
    return row(
        name,
        "og_des_block3_fn",
        update("data", "uint32_t {}[2]", 8),
        read("k1", "const og_des_key *{}", 128),
        read("k2", "const og_des_key *{}", 128),
        read("k3", "const og_des_key *{}", 128),
    )


def _lanes(name, keys, instead):
    return row(
        name,
        "og_des_lanes_fn",
        write("out", "uint8_t *{}", times(8, "lanes", "nblocks")),
        read("in", "const uint8_t *{}", times(8, "lanes", "nblocks")),
        count("nblocks"),
        read("keys", "const uint8_t *{}", times(8 * keys, "lanes")),
        update("iv", "uint8_t *{}", times(8, "lanes")),
        instead=instead,
        amounts=(1, 2, 0),
    )


# -- the table, in the order of every listing ------------------------------------------------------
_TABLE = (
    row(
        "sha1.blocks",
        "og_sha1_blocks_fn",
        update("cv", "uint32_t {}[5]", 20),
        read("blocks", "const uint8_t *{}", times(64, "nblocks")),
        count("nblocks"),
    ),
    row(
        "sha1.lanes",
        "og_sha1_lanes_fn",
        update("cv", "uint32_t (*{})[5]", times(20, "lanes")),
        read("blocks", "const uint8_t *const *{}", times(64, "nblocks"), per_lane=True),
        count("nblocks"),
        instead="sha1.blocks",
    ),
    row(
        "pbkdf2.sha1_lanes",
        "og_pbkdf2_sha1_fn",
        update("u", "uint32_t *{}", times(20, "lanes")),
        update("sums", "uint32_t *{}", times(20, "lanes")),
        read("keys", "const uint32_t *{}", times(40, "lanes")),
        count("iterations"),
        instead="sha1.lanes",
        amounts=(1, 2, 0),
    ),
    row(
        "sha1dc.blocks",
        "og_sha1dc_blocks_fn",
        update("cv", "uint32_t {}[5]", 20),
        read("blocks", "const uint8_t *{}", times(64, "nblocks")),
        count("nblocks"),
        write("info", "og_sha1dc_block_info *{}", times(124, "nblocks")),
    ),
    row(
        "sha1dc.lanes",
        "og_sha1dc_lanes_fn",
        update("cv", "uint32_t (*{})[5]", times(20, "lanes")),
        read("blocks", "const uint8_t *const *{}", times(64, "nblocks"), per_lane=True),
        count("nblocks"),
        write("info", "uint32_t *{}", times(24, "lanes", "nblocks")),
        instead="sha1dc.blocks",
    ),
    row(
        "sha1dc.test",
        "og_sha1dc_test_fn",
        write("differences", "uint32_t {}[1]", 4),
        read("after", "const uint32_t {}[5]", 20),
        read("state", "const uint32_t {}[5]", 20),
        read("words", "const uint32_t {}[20]", 80),
        read("block", "const uint8_t {}[64]", 64),
        read("dm", "const uint32_t {}[80]", 320),
        instead="sha1.blocks",
    ),
    row(
        "whirlpool.blocks",
        "og_whirlpool_blocks_fn",
        update("cv", "uint8_t {}[64]", 64),
        read("blocks", "const uint8_t *{}", times(64, "nblocks")),
        count("nblocks"),
    ),
    row(
        "whirlpool.lanes",
        "og_whirlpool_lanes_fn",
        update("cv", "uint8_t (*{})[64]", times(64, "lanes")),
        read("blocks", "const uint8_t *const *{}", times(64, "nblocks"), per_lane=True),
        count("nblocks"),
        instead="whirlpool.blocks",
    ),
    row(
        "pbkdf2.whirlpool_blocks",
        "og_pbkdf2_whirlpool_fn",
        update("u", "uint8_t (*{})[64]", times(64, "lanes")),
        update("sums", "uint8_t (*{})[64]", times(64, "lanes")),
        read("keys", "const uint8_t (*{})[64]", times(128, "lanes")),
        count("iterations"),
        instead="whirlpool.blocks",
        amounts=(1, 2, 0),
    ),
    row(
        "des.key", "og_des_key_fn", write("ks", "og_des_key *{}", 128), read("key", "const uint8_t {}[8]", 8)
    ),
    _block("des.encrypt1"),
    _block("des.encrypt2"),
    _block3("des.encrypt3"),
    _block3("des.decrypt3"),
    _ecb("des.ecb", 1),
    _cbc("des.cbc_enc", 1),
    _cbc("des.cbc_dec", 1),
    row(
        "des.crypt25",
        "og_des_crypt25_fn",
        write("out", "uint8_t {}[8]", 8),
        read("ks", "const og_des_key *{}", 128),
        number("salt"),
        instead="des.crypt_lanes",  # of one password, under the policy constant-time
        calls=4,
    ),
    row(
        "des.crypt_lanes",
        "og_des_crypt_lanes_fn",
        update("blocks", "uint8_t *{}", times(8, "lanes")),
        read("keys", "const uint8_t *{}", times(8, "lanes")),
        read("salts", "const uint64_t *{}", times(8, "lanes")),
        count("iterations"),
        instead="des.crypt25",
        amounts=(1, 2, 0),
    ),
    row(
        "des.one_salt_lanes",
        "og_des_one_salt_lanes_fn",
        update("blocks", "uint8_t *{}", times(8, "lanes")),
        read("keys", "const uint8_t *{}", times(8, "lanes")),
        number("salt"),
        count("iterations"),
        instead="des.crypt_lanes",
        amounts=(1, 2, 0),
    ),
    row(
        "des.bsdi_lanes",
        "og_des_crypt_lanes_fn",
        update("blocks", "uint8_t *{}", times(8, "lanes")),
        read("keys", "const uint8_t *{}", times(8, "lanes")),
        read("salts", "const uint64_t *{}", times(8, "lanes")),
        count("iterations"),
        amounts=(1, 2, 0),
    ),
    _lanes("des.lanes", 1, "des.cbc_enc"),
    _lanes("des3.lanes", 3, "des3.cbc_enc"),
    _ecb("des3.ecb", 3),
    _cbc("des3.cbc_enc", 3),
    _cbc("des3.cbc_dec", 3),
)
OPERATIONS = {op.name: op for op in _TABLE}
