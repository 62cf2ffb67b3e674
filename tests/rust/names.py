# SPDX-License-Identifier: MIT
"""Prints the public names of the Rust crate with their members and traits, from its documentation: names.py FOLDER.

`names` is the list as it is meant to be: a name that is not in it promises to users what nobody decided. Traits that
types have by themselves, such as Send, are in bindings/rust/tests/api.rs.
"""

import pathlib
import re
import sys
import urllib.parse

top = pathlib.Path(sys.argv[1])
OF_COMPILER = {"StructuralPartialEq"}


def ids(text, start, end=None):
    """Returns the anchors of a part of a page."""
    part = text.partition(f'id="{start}"')[2]
    return re.findall(r' id="([^"]+)"', part.partition(f'id="{end}"')[0] if end else part)


def members(page):
    """Yields the members of a type and its traits."""
    traits = ids(page, "trait-implementations-list", "synthetic-implementations")
    for anchor in ids(page, "main-content"):
        if anchor.endswith("-implementations"):
            break
        kind, _, name = anchor.partition(".")
        if kind in ("method", "variant", "structfield", "associatedconstant", "tymethod", "associatedtype"):
            yield name
    for anchor in sorted(traits):
        found = re.fullmatch(r"impl-(.+)-for-.+", urllib.parse.unquote(anchor))
        if found and found[1] not in OF_COMPILER:
            yield "+" + found[1]


for path in sorted(top.rglob("*.html")):
    page, where = path.read_text(encoding="utf-8"), path.relative_to(top)
    kind, _, name = where.stem.partition(".")
    module = "::".join(where.parent.parts)
    if kind == "index":
        again = sorted(
            a.removeprefix("reexport.") for a in ids(page, "main-content") if a.startswith("reexport.")
        )
        print("mod", module or "oldguard", *again)
    elif name:
        print(
            kind, f"{module}::{name}".removeprefix("::"), *members(page) if kind in ("struct", "enum") else ()
        )
