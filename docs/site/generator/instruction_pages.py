# SPDX-License-Identifier: MIT
"""The reference of the instructions that kernels use, one page per table of instructions, and the script with
their meanings for the listings."""

import json

from asmgen import meanings

# (name of the page, architectures, title)
TABLES = [("x86", ("x64", "x86"), "x86"), ("a64", ("a64",), "AArch64")]
MOST = 3  # kernels that a row names


def add(site, book):
    said = {}
    for name, architectures, title in TABLES:
        rows = _rows(book, architectures)
        said |= {row["mnemonic"]: row["meaning"] for row in rows}
        site.page(
            f"ref/instructions-{name}.html",
            "instructions.html",
            f"Instructions of {title}",
            f"The {len(rows)} mnemonics of {title} that kernels use, each with its meaning",
            words=" ".join(row["mnemonic"] for row in rows),
            heading=f"Instructions of {title}",
            rows=rows,
        )
        book.reference.append(
            (f"ref/instructions-{name}.html", f"Instructions of {title}", f"{len(rows)} mnemonics.")
        )
    text = json.dumps(said, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    site.add("meanings.js", f"OG_MEANINGS={text};\n")


def _rows(book, architectures):
    uses, forms, features, texts = {}, {}, {}, {}
    for kernel in book.kernels:
        if kernel.arch.name in architectures:
            for function in kernel.unit.functions:
                for item in function.instructions():
                    mnemonic = item.form.mnemonic
                    texts[mnemonic] = _meaning(kernel, item)
                    forms.setdefault(mnemonic, set()).add(item.form.signature)
                    features.setdefault(mnemonic, set()).update(item.form.needs)
            for mnemonic, number in kernel.facts.mix:
                uses.setdefault(mnemonic, []).append((-number, kernel.stem))
    return [
        {
            "mnemonic": mnemonic,
            "meaning": texts[mnemonic],
            "forms": sorted(forms[mnemonic]),
            "features": [book.names["features"][bit] for bit in sorted(features[mnemonic])],
            "kernels": [stem for _, stem in sorted(kernels)[:MOST]],
            "more": max(0, len(kernels) - MOST),
        }
        for mnemonic, kernels in sorted(uses.items())
    ]


def _meaning(kernel, item):
    """Returns the text and the formula of an instruction. Refuses one without, with its line in the kernel."""
    found = meanings.meaning(kernel.arch, item)
    return f"{found.text}: {found.formula}" if found.formula else found.text
