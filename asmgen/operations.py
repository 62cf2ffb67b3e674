# SPDX-License-Identifier: MIT
"""What each operation promises its callers: arguments, buffer sizes, what is secret.

The C prototype, the interpreter's buffers and the analyses all come from these records.
"""

import itertools
import random
from dataclasses import dataclass


@dataclass(frozen=True)
class Argument:
    name: str
    c_type: str  # as in the prototype, with {} where the name goes
    # bytes behind the pointer: an int, or a function of the counts; None: a value, itself a count
    size: object = None
    writable: bool = False
    per_lane: bool = False  # one pointer per lane in an array, `size` bytes behind each of them
    flag: bool = False  # a value that is 0 or 1, not a count
    number: bool = False  # a value that may be any 32 bits, not a count


@dataclass(frozen=True)
class Operation:
    name: str
    arguments: tuple
    calls: int = 40  # so many on random data notice every bit that matters; without counts
    # with counts: one unit of work kills most mutants; two are a pair, five two pairs and a rest;
    # four have no bit in common with any address; none is a path of its own
    amounts: tuple = (1, 2, 4, 5, 0)

    def prototype(self, symbol):
        return f"void {symbol}({', '.join(a.c_type.format(a.name) for a in self.arguments)});"

    def counts(self):
        return [a.name for a in self.arguments if a.size is None and not a.flag and not a.number]

    def inputs(self, count):
        """{count, flag or number: value}: this much work, once for every setting of the flags."""
        flags = [a.name for a in self.arguments if a.flag]
        fixed = {
            **{name: count for name in self.counts()},
            **{a.name: random.Random(count).getrandbits(32) for a in self.arguments if a.number},
        }
        for values in itertools.product((0, 1), repeat=len(flags)):
            yield {**fixed, **dict(zip(flags, values))}

    def random_buffers(self, chance, counts, lanes):
        """{argument: random bytes, or a list of them, one for each lane}."""

        def fill(argument):
            size = argument.size
            return chance.randbytes(size if isinstance(size, int) else size({**counts, "lanes": lanes}))

        return {
            a.name: [fill(a) for _ in range(lanes)] if a.per_lane else fill(a)
            for a in self.arguments
            if a.size is not None
        }


def _hash_family(prefix, word, words, size):
    """Chaining values of `size` bytes, blocks of 64."""

    def blocks_of(lane):
        return (
            Argument(
                "blocks",
                f"const uint8_t *{'const *' * lane}{{}}",
                lambda counts: 64 * counts["nblocks"],
                per_lane=lane,
            ),
            Argument("nblocks", "size_t {}"),
        )

    return (
        Operation(
            prefix + ".blocks",
            (Argument("cv", f"{word} {{}}[{words}]", size, writable=True), *blocks_of(False)),
        ),
        Operation(
            prefix + ".lanes",
            (
                Argument(
                    "cv", f"{word} (*{{}})[{words}]", lambda counts: size * counts["lanes"], writable=True
                ),
                *blocks_of(True),
            ),
        ),
    )


SCHEDULE = 128  # bytes of an og_des_key


def _des_block(name):
    return Operation(
        name,
        (
            Argument("data", "uint32_t {}[2]", 8, writable=True),
            Argument("ks", "const og_des_key *{}", SCHEDULE),
            Argument("encrypt", "int {}", flag=True),
        ),
    )


def _des_block3(name):
    return Operation(
        name,
        (
            Argument("data", "uint32_t {}[2]", 8, writable=True),
            *(Argument(k, "const og_des_key *{}", SCHEDULE) for k in ("k1", "k2", "k3")),
        ),
    )


def _des_bulk(name, keys, *last):
    return Operation(
        name,
        (
            Argument("out", "uint8_t *{}", lambda counts: 8 * counts["nblocks"], writable=True),
            Argument("in", "const uint8_t *{}", lambda counts: 8 * counts["nblocks"]),
            Argument("nblocks", "size_t {}"),
            Argument("ks", "const og_des_key *{}", keys * SCHEDULE),
            *last,
        ),
    )


def _des_family(prefix, keys):
    direction = Argument("encrypt", "int {}", flag=True)
    iv = Argument("iv", "uint8_t {}[8]", 8, writable=True)
    return (
        _des_bulk(prefix + ".ecb", keys, direction),
        _des_bulk(prefix + ".cbc_enc", keys, iv),
        _des_bulk(prefix + ".cbc_dec", keys, iv),
    )


def _of_lanes(per_lane):
    return lambda counts: per_lane * counts["lanes"] * counts.get("nblocks", 1)


def _each(per_lane):
    return lambda counts: per_lane * counts["lanes"]


def _des_lanes(name, keys):
    return Operation(
        name,
        (
            Argument("out", "uint8_t *{}", _of_lanes(8), writable=True),
            Argument("in", "const uint8_t *{}", _of_lanes(8)),
            Argument("nblocks", "size_t {}"),
            Argument("keys", "const uint8_t *{}", _each(8 * keys)),
            Argument("iv", "uint8_t *{}", _each(8), writable=True),
        ),
        amounts=(1, 2, 0),
    )


OPERATIONS = {
    op.name: op
    for op in (
        *_hash_family("sha1", "uint32_t", 5, 20),
        *_hash_family("whirlpool", "uint8_t", 64, 64),
        Operation(
            "pbkdf2.whirlpool_blocks",
            (
                Argument("u", "uint8_t (*{})[64]", lambda counts: 64 * counts["lanes"], writable=True),
                Argument("sums", "uint8_t (*{})[64]", lambda counts: 64 * counts["lanes"], writable=True),
                Argument("keys", "const uint8_t (*{})[64]", 128),
                Argument("iterations", "size_t {}"),
            ),
            amounts=(1, 2, 0),
        ),
        Operation(
            "des.key",
            (
                Argument("ks", "og_des_key *{}", SCHEDULE, writable=True),
                Argument("key", "const uint8_t {}[8]", 8),
            ),
        ),
        Operation(
            "des.crypt25",
            (
                Argument("out", "uint8_t {}[8]", 8, writable=True),
                Argument("ks", "const og_des_key *{}", SCHEDULE),
                Argument("salt", "uint32_t {}", number=True),
            ),
            calls=4,
        ),
        _des_block("des.encrypt1"),
        _des_block("des.encrypt2"),
        _des_block3("des.encrypt3"),
        _des_block3("des.decrypt3"),
        *_des_family("des", 1),
        *_des_family("des3", 3),
        _des_lanes("des.lanes", 1),
        _des_lanes("des3.lanes", 3),
        Operation(
            "des.crypt_lanes",
            (
                Argument("blocks", "uint8_t *{}", _each(8), writable=True),
                Argument("keys", "const uint8_t *{}", _each(8)),
                Argument("salts", "const uint64_t *{}", _each(8)),
                Argument("iterations", "size_t {}"),
            ),
            amounts=(1, 2, 0),
        ),
        Operation(
            "sha1dc.blocks",
            (
                Argument("cv", "uint32_t {}[5]", 20, writable=True),
                Argument("blocks", "const uint8_t *{}", lambda counts: 64 * counts["nblocks"]),
                Argument("nblocks", "size_t {}"),
                Argument(
                    "info", "og_sha1dc_block_info *{}", lambda counts: 124 * counts["nblocks"], writable=True
                ),
            ),
        ),
        Operation(
            "sha1dc.lanes",
            (
                Argument("cv", "uint32_t (*{})[5]", lambda counts: 20 * counts["lanes"], writable=True),
                Argument(
                    "blocks", "const uint8_t *const *{}", lambda counts: 64 * counts["nblocks"], per_lane=True
                ),
                Argument("nblocks", "size_t {}"),
                Argument(
                    "info",
                    "uint32_t *{}",
                    lambda counts: 24 * counts["lanes"] * counts["nblocks"],
                    writable=True,
                ),
            ),
        ),
    )
}
