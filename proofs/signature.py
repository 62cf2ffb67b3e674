# SPDX-License-Identifier: MIT
"""How a function of others takes what an operation takes: the words of --arguments.

    cv       the argument of that name           nblocks*64  a count in another unit
    cv+8     of a structure, from byte 8 on      cv/4        words of 4 bytes, each the other way
    *cv      a pointer to a pointer to it        7, @table   a number; the address of a symbol
    cv+8/4   both

One block, when no count is passed.
"""

import re
from dataclasses import dataclass, replace

from .contracts import CONTRACTS, chunks
from .errors import Refused
from .scenario import size_of

WORD = re.compile(r"(\*?)([a-z]\w*)(?:\*([1-9]\d{0,4})|(?:\+(\d{1,4}))?(?:/([1-9]\d?))?)", re.ASCII)
NUMBER = re.compile(r"\d{1,10}", re.ASCII)


@dataclass
class Passed:
    """One argument of the function. name: of the operation's, or "" for a value."""

    name: str
    value: int = 0
    pointer: bool = False
    times: int = 1
    inside: int = 0
    word_size: int = 1

    def of(self, values, words, bits):
        if not self.name:
            return self.value
        if self.pointer:
            return [values[self.name]]
        return words.mul(values[self.name], self.times, bits) if self.times > 1 else values[self.name]

    def outer(self, cells, inner):
        """The buffer's bytes, of which `inner` are what the operation knows."""
        return cells[: self.inside] + self.reverse_words(inner)

    def reverse_words(self, cells):
        return [cell for word in chunks(cells, self.word_size) for cell in word[::-1]]


def parse(text, op, symbol):
    """[Passed] of --arguments. symbol: name -> address, or None."""
    found = []
    for word in text.split(","):
        match = WORD.fullmatch(word)
        if NUMBER.fullmatch(word) or word.startswith("@"):
            value = symbol(word[1:]) if word.startswith("@") else int(word)
            if value is None:
                raise Refused(f"--arguments {word}: the object has no such symbol")
            found.append(Passed("", value))
            continue
        argument = next((a for a in op.arguments if match and a.name == match[2]), None)
        star, _, times, inside, word_size = match.groups() if match else (None,) * 5
        if (
            argument is None
            or argument.per_lane
            or (star or inside or word_size if argument.size is None else times)
        ):
            raise Refused(
                f"--arguments: what is '{word}'? {op.name} takes " + " ".join(a.name for a in op.arguments)
            )
        if word_size and size_of(argument, dict.fromkeys(op.counts(), 1)) % int(word_size):
            raise Refused(f"--arguments {word}: {argument.name} is not of such words")
        found.append(
            Passed(
                argument.name,
                pointer=bool(star),
                times=int(times or 1),
                inside=int(inside or 0),
                word_size=int(word_size or 1),
            )
        )
    named = {p.name for p in found}
    missing = {a.name for a in op.arguments} - named
    if missing - set(op.counts()) or len(named - {""}) < sum(bool(p.name) for p in found):
        raise Refused(f"--arguments {text}: once each, " + " ".join(a.name for a in op.arguments))
    return found


def operation(op, passed):
    """The operation on the buffers that the function gets."""
    made, fixed = [], _fixed(op, passed)
    by_name = {p.name: p for p in passed}
    for argument in op.arguments:
        if argument.name in fixed:
            continue
        if argument.size is not None:
            p = by_name[argument.name]
            argument = replace(
                argument,
                size=_sized(argument.size, fixed, p.inside),
                c_type=argument.c_type if p.word_size == 1 else "void *{}",
            )
        made.append(argument)
    return replace(op, arguments=tuple(made))


def _fixed(op, passed):
    return {name: 1 for name in op.counts() if name not in {p.name for p in passed}}


def _sized(size, fixed, more):
    if isinstance(size, int):
        return size + more
    return lambda counts: more + size({**fixed, **counts})


def contract(op, passed):
    """The operation's contract on those buffers."""
    fixed = _fixed(op, passed)

    def wanted(w, counts, before):
        inner = {p.name: p.reverse_words(before[p.name][p.inside :]) for p in passed if p.name in before}
        after = CONTRACTS[op.name](w, {**fixed, **counts}, inner)
        return {p.name: p.outer(before[p.name], after[p.name]) for p in passed if p.name in after}

    return wanted
