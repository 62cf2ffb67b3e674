# SPDX-License-Identifier: MIT
"""The tables that a Markdown page asks for by <!-- table: NAME -->, made from the data of the generator."""

from html import escape

from asmgen.dialects import DIALECTS
from asmgen.exporting import FAMILIES


def tables(kernels, names):
    """Returns {name: function of `up`, the way to the root, that returns the HTML of the table}."""
    return {
        "dialects": lambda up: _dialects(kernels, names),
        "exports": lambda up: _exports(kernels, names, up),
    }


def html(heads, rows):
    """Returns a table. Cells are HTML."""
    lines = ["".join(f'<th scope="col">{head}</th>' for head in heads)]
    lines += ["".join(f"<td>{cell}</td>" for cell in row) for row in rows]
    body = "\n".join(f"<tr>{line}</tr>" for line in lines)
    return f'<div class="scroll"><table>\n{body}\n</table></div>\n'


def _code(text):
    return f"<code>{escape(text)}</code>"


def _example(kernels, arch):
    """Returns the kernel of an architecture that most dialects can print: one with an export that needs the fewest
    CPU features. None if no kernel of the site has an export."""
    found = [k for k in kernels if k.arch.name == arch and _operation(k) in FAMILIES]
    return min(
        found,
        key=lambda k: (_operation(k) != "sha1.blocks", len(k.isa), k.stem != f"sha1_{arch}_fast"),
        default=None,
    )


def _operation(kernel):
    return kernel.operations[0][0]


def _dialects(kernels, names):
    rows = []
    for dialect in DIALECTS.values():
        for arch, abi in dialect.abis.items():
            kernel = _example(kernels, arch)
            if kernel is None:
                continue
            stem = kernel.stem
            export = f"asm/asmgen/oldguard-asm export {stem} --dialect {dialect.name} -o out"
            build = [line.replace("$(CC)", "cc") for line in dialect.build_lines(kernel.arch, stem, "*.c")]
            target = f"{names['architectures'][arch]}, {getattr(abi, 'name', abi)}"
            rows.append(
                [
                    f"{escape(dialect.summary)}<small>{escape(target)}</small>",
                    _code(dialect.name),
                    "<br>".join(f'<code class="line">{escape(line)}</code>' for line in (export, *build)),
                ]
            )
    return html(["assembler and object format", "dialect", "the export, and the build in its folder"], rows)


def _exports(kernels, names, up):
    rows = []
    for op in FAMILIES:
        stems = [k.stem for k in kernels if _operation(k) == op]
        links = [f'<a href="{up}kernels/{stem}.html"><code>{stem}</code></a>' for stem in stems]
        if stems:
            rows.append([escape(names["operations"][op]["title"]), _code(op), ", ".join(links)])
    return html(["what it computes", "operation", "kernels"], rows)
