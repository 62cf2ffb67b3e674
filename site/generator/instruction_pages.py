# SPDX-License-Identifier: MIT
"""The reference of the instructions that kernels use, one page per table of instructions, and the script with
their meanings for the listings."""

import json

from asmgen.architectures import ARCHITECTURES

# (name of the page, architectures, title)
TABLES = [("x86", ("x64", "x86"), "x86"), ("a64", ("a64",), "AArch64")]
MOST = 3  # kernels that a row names


def add(site, book):
    meanings = {}
    for name, architectures, title in TABLES:
        rows = _rows(book, architectures)
        meanings |= {row["mnemonic"]: row["meaning"] for row in rows if row["meaning"]}
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
    text = json.dumps(meanings, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    site.add("meanings.js", f"OG_MEANINGS={text};\n")


def _rows(book, architectures):
    uses, forms, features = {}, {}, {}
    for kernel in book.kernels:
        if kernel.arch.name in architectures:
            for function in kernel.unit.functions:
                for item in function.instructions():
                    mnemonic = item.form.mnemonic
                    forms.setdefault(mnemonic, set()).add(item.form.signature)
                    features.setdefault(mnemonic, set()).update(item.form.needs)
            for mnemonic, number in kernel.facts.mix:
                uses.setdefault(mnemonic, []).append((-number, kernel.stem))
    return [
        {
            "mnemonic": mnemonic,
            "meaning": _meaning(mnemonic, architectures),
            "forms": sorted(forms[mnemonic]),
            "features": [book.names["features"][bit] for bit in sorted(features[mnemonic])],
            "kernels": [stem for _, stem in sorted(kernels)[:MOST]],
            "more": max(0, len(kernels) - MOST),
        }
        for mnemonic, kernels in sorted(uses.items())
    ]


def _meaning(mnemonic, architectures):
    """Returns the text and the formula of a mnemonic. The build of the kernels has refused one without."""
    found = ARCHITECTURES[architectures[0]].meanings[mnemonic]
    return f"{found.text}: {found.formula}" if found.formula else found.text
