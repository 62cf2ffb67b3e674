# SPDX-License-Identifier: MIT
"""Writes many variants of the compression of SHA-1 in C#, from one template, for the benchmark.

    variants.py FILE.cs

Two series. The first crosses the four questions that the author of Mono's class asked in 2008:
    state    a..e and the array W in local variables or in fields
    rotate   the operand of a rotation: a temporary, written twice, or the argument of an inlined method
    unroll   loops not unrolled, partly (5 rounds, 8 words), or fully
    method   one method for a block, or one for each part
The second varies what has mattered since, with everything unrolled in local variables:
    words    W in an array of 80, a ring of 16 in an array, in fields of a structure, in locals
    sum      the place of rol5(a) in the sum of a round: first or last
    cut      the number of rounds after which a branch that is never taken ends the basic block
"""

import itertools
import sys

CONSTANTS = ("0x5A827999", "0x6ED9EBA1", "0x8F1BBCDC", "0xCA62C1D6")
F = ("({d} ^ {b} & ({c} ^ {d}))", "({b} ^ {c} ^ {d})", "(({b} | {c}) & {d} | {b} & {c})", "({b} ^ {c} ^ {d})")
STATE = "abcde"

HEAD = """// Written by bindings/dotnet/experiments/variants.py.
using System;
using System.Runtime.CompilerServices;

namespace OldGuard
{
    static class Variants
    {
        public static readonly Func<Sha1Base>[] All = {
%s
        };

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static uint Rol(uint x, int n)
        {
            return x << n | x >> 32 - n;
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static uint Word(byte[] data, int i)
        {
            return (uint) data[i] << 24 | (uint) data[i + 1] << 16 | (uint) data[i + 2] << 8
                | data[i + 3];
        }
    }

    struct Ring
    {
        public uint %s;
    }
""" % ("%s", ", ".join(f"w{i}" for i in range(16)))

CLASS = """
    sealed class {name} : Sha1Base
    {{
{fields}
        public override string ToString()
        {{
            return "{title}";
        }}

        internal override void Compress(byte[] data, int offset, int count)
        {{
            for (; count > 0; count--, offset += BlockSize)
                Block(data, offset);
        }}
{methods}
    }}
"""


class Variant:
    def __init__(
        self, state="locals", rotate="call", unroll="fully", method="one", words="array80", sum_="last", cut=0
    ):
        self.state, self.rotate, self.unroll, self.method = state, rotate, unroll, method
        self.words, self.sum, self.cut = words, sum_, cut

    # Names of variables.
    def v(self, letter):
        return letter if self.state == "locals" else "this." + letter

    def w(self, index, shift=0):
        """Word `index`, an int, or "i" with a shift."""
        if isinstance(index, int):
            if self.words == "locals":
                return f"w{index % 16}"
            if self.words == "structure":
                return f"ring.w{index % 16}"
            text = str(index % 16 if self.words == "array16" else index)
        else:
            text = f"{index} {'-' if shift < 0 else '+'} {abs(shift)}" if shift else index
        return ("w" if self.state == "locals" else "this.w") + f"[{text}]"

    def rol(self, operand, n):
        """What goes before, and the rotation as an expression."""
        if self.rotate == "call":
            return "", f"Variants.Rol({operand}, {n})"
        if self.rotate == "temp":
            return f"t = {operand}; ", f"(t << {n} | t >> {32 - n})"
        return "", f"(({operand}) << {n} | ({operand}) >> {32 - n})"

    def word(self, at, shift=0):
        """W[at + shift], past the first 16, is made."""
        back = [self.w(at - k) if isinstance(at, int) else self.w(at, shift - k) for k in (3, 8, 14, 16)]
        before, rotated = self.rol(" ^ ".join(back), 1)
        target = self.w(at) if isinstance(at, int) else self.w(at, shift)
        return f"{before}{target} = {rotated};"

    def round(self, t, at, shift=0):
        """Round t with its variables renamed."""
        a, b, c, d, e = (self.v(STATE[(i - t) % 5]) for i in range(5))
        word = self.w(at) if isinstance(at, int) else self.w(at, shift)
        f = F[t // 20].format(b=b, c=c, d=d)
        before5, rol5 = self.rol(a, 5)
        before30, rol30 = self.rol(b, 30)
        k = CONSTANTS[t // 20]
        total = f"{rol5} + {f} + {k} + {word}" if self.sum == "first" else (f"{word} + {k} + {f} + {rol5}")
        return f"{before5}{e} = {e} + {total}; {before30}{b} = {rol30};"

    def round_rolled(self, part):
        a, b, c, d, e = map(self.v, STATE)
        before5, rol5 = self.rol(a, 5)
        before30, rol30 = self.rol(b, 30)
        f = F[part].format(b=b, c=c, d=d)
        return [
            f"{before5}uint next = {rol5} + {f} + {e} + {CONSTANTS[part]} + {self.w('i')};",
            f"{e} = {d}; {d} = {c}; {before30}{c} = {rol30}; {b} = {a}; {a} = next;",
        ]

    # Parts of a block.
    def load(self):
        return [f"{self.w(t)} = Variants.Word(data, offset + {4 * t});" for t in range(16)]

    def schedule(self):
        if self.unroll == "fully":
            return [self.word(t) for t in range(16, 80)]
        if self.unroll == "partly":
            return ["for (int i = 16; i < 80; i += 8) {"] + [self.word("i", s) for s in range(8)] + ["}"]
        return ["for (int i = 16; i < 80; i++) {", self.word("i"), "}"]

    def rounds(self, part):
        first, last = 20 * part, 20 * part + 20
        if self.unroll == "not":
            return [f"for (int i = {first}; i < {last}; i++) {{", *self.round_rolled(part), "}"]
        if self.unroll == "partly":
            return (
                [f"for (int i = {first}; i < {last}; i += 5) {{"]
                + [self.round(first + s, "i", s) for s in range(5)]
                + ["}"]
            )
        lines = []
        for t in range(first, last):
            if self.cut and t % self.cut == 0:
                lines.append("if (this == null) return;")
            if self.words != "array80" and t >= 16:
                lines.append(self.word(t))
            lines.append(self.round(t, t))
        return lines

    def enter(self):
        lines = ["uint t;"] if self.rotate == "temp" else []
        if self.state == "locals":
            lines.append("uint " + ", ".join(f"{x} = this.{x}" for x in STATE) + ";")
            if self.words.startswith("array"):
                lines.append("var w = this.w;")
        return lines

    def leave(self):
        return [f"this.{x} = {x};" for x in STATE] if self.state == "locals" else []

    def block(self):
        """The methods of the class, name to lines."""
        begin = [f"this.{x} = h{i};" for i, x in enumerate(STATE)]
        end = [f"h{i} += this.{x};" for i, x in enumerate(STATE)]
        if self.method == "split":
            array = ["var w = this.w;"] if self.state == "locals" else []
            temp = ["uint t;"] if self.rotate == "temp" else []
            methods = {
                "Load(byte[] data, int offset)": array + self.load(),
                "Schedule()": temp + array + self.schedule(),
            }
            for part in range(4):
                methods[f"Rounds{part}()"] = self.enter() + self.rounds(part) + self.leave()
            methods["Block(byte[] data, int offset)"] = (
                begin + ["Load(data, offset);", "Schedule();"] + [f"Rounds{p}();" for p in range(4)] + end
            )
            return methods
        words = {
            "locals": ["uint " + ", ".join(f"w{i}" for i in range(16)) + ";"],
            "structure": ["var ring = new Ring();"],
        }.get(self.words, [])
        body = begin + self.enter() + words + self.load()
        if self.words == "array80":
            body += self.schedule()
        for part in range(4):
            body += self.rounds(part)
        return {"Block(byte[] data, int offset)": body + self.leave() + end}

    def title(self):
        words = [self.state, self.rotate, self.unroll, self.method, self.words, self.sum]
        return " ".join(f"{w:<9}" for w in words) + f" {self.cut}"

    def print(self, name):
        fields = "        uint a, b, c, d, e;\n"
        if self.words.startswith("array"):
            fields += "        readonly uint[] w = new uint[80];\n"
        methods = "".join(
            f"\n        void {head}\n        {{\n"
            + "".join(f"            {x}\n" for x in lines)
            + "        }\n"
            for head, lines in self.block().items()
        )
        return CLASS.format(name=name, fields=fields, title=self.title(), methods=methods.rstrip())


def all_variants():
    for state, rotate, unroll, method in itertools.product(
        ("fields", "locals"), ("twice", "temp", "call"), ("not", "partly", "fully"), ("one", "split")
    ):
        yield Variant(state, rotate, unroll, method, sum_="first")
    for words, sum_ in itertools.product(("array80", "array16", "structure", "locals"), ("first", "last")):
        yield Variant(words=words, sum_=sum_)
    for words, cut in itertools.product(("array16", "structure", "locals"), (10, 4, 1)):
        yield Variant(words=words, cut=cut)


def main():
    variants = list(all_variants())
    names = [f"Variant{i}" for i in range(len(variants))]
    with open(sys.argv[1], "w", encoding="ascii") as out:
        out.write(HEAD % "\n".join(f"            () => new {n}()," for n in names))
        for name, variant in zip(names, variants):
            out.write(variant.print(name))
        out.write("}\n")


if __name__ == "__main__":
    main()
