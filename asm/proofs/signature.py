# SPDX-License-Identifier: MIT
"""The words of --arguments: how a function of another library takes an operation's arguments.

    cv       the argument of that name            nblocks*64  a count in another unit
    cv+8     it is in a structure, at byte 8      cv/4        words of 4 bytes with reversed bytes
    *cv      a pointer to a pointer to it         7, @table   a number; the address of a symbol
    cv+8/4   both

If no count is passed, there is one block.
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
    """One argument of the function. name: of the operation's argument, or "" for a number."""

    name: str
    value: int = 0
    pointer: bool = False
    times: int = 1
    inside: int = 0
    word_size: int = 1

    def of(self, values, words, bits):
        """Returns the argument word. values: {name: word} of the operation's arguments."""
        if not self.name:
            return self.value
        if self.pointer:
            return [values[self.name]]
        return words.mul(values[self.name], self.times, bits) if self.times > 1 else values[self.name]

    def outer(self, cells, inner):
        """Returns the buffer's cells. inner: those of the operation's argument."""
        return cells[: self.inside] + self.reverse_words(inner)

    def reverse_words(self, cells):
        """Returns the cells with the bytes of each word reversed."""
        return [cell for word in chunks(cells, self.word_size) for cell in word[::-1]]


def parse(text, op, symbol):
    """Returns the list of Passed of --arguments. symbol: function from a name to its address or None."""
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
                f"--arguments: unknown word '{word}'; {op.name} takes "
                + " ".join(a.name for a in op.arguments)
            )
        if word_size and size_of(argument, dict.fromkeys(op.counts(), 1)) % int(word_size):
            raise Refused(f"--arguments {word}: the size of {argument.name} is no multiple of the word size")
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
        raise Refused(f"--arguments {text}: each must occur once: " + " ".join(a.name for a in op.arguments))
    return found


def operation(op, passed):
    """Returns the operation with the buffers of the function."""
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
    """Returns the operation's contract for the buffers of the function."""
    fixed = _fixed(op, passed)

    def wanted(w, counts, before):
        inner = {p.name: p.reverse_words(before[p.name][p.inside :]) for p in passed if p.name in before}
        after = CONTRACTS[op.name](w, {**fixed, **counts}, inner)
        return {p.name: p.outer(before[p.name], after[p.name]) for p in passed if p.name in after}

    return wanted
