# SPDX-License-Identifier: MIT
"""Prints the public names of the Rust crate with their types and traits, from its documentation: names.py FOLDER.

`names` is the list as it is meant to be: a name that is not in it promises to users what nobody decided, and one that
has another type there breaks programs. Where the list changes, the crate needs a version that says so.
"""

import html
import pathlib
import re
import sys
import urllib.parse

top = pathlib.Path(sys.argv[1])
OF_COMPILER = {"StructuralPartialEq"}
AUTOMATIC = (
    "Send",
    "Sync",
    "Unpin",
    "UnwindSafe",
    "RefUnwindSafe",
)  # a type that lacks one is listed with !NAME


def part(page, start, *ends):
    """Returns what follows the anchor `start`, up to the first of the others."""
    return re.split("|".join(f'id="{end}"' for end in ends), page.partition(f'id="{start}"')[2])[0]


def shown(code):
    """Returns the text of a piece of HTML in one line. A tooltip is not a part of it."""
    code = re.sub(' <a[^>]* class="tooltip".*?</a>', "", code)
    text = " ".join(html.unescape(re.sub("<[^>]*>", "", re.sub("<(br|div)", r" <\1", code))).split())
    return text.replace("( ", "(").replace(", )", ")")


def headers(level, text):
    return [shown(code) for code in re.findall(f'<h{level} class="code-header">(.*?)</h{level}>', text, re.S)]


def traits(page):
    """Yields the traits of a type."""
    for anchor in sorted(re.findall(' id="([^"]+)"', part(page, "trait-implementations-list", *AFTER[1:]))):
        found = re.fullmatch(r"impl-(.+)-for-.+", urllib.parse.unquote(anchor))
        if found and found[1] not in OF_COMPILER:
            yield "+" + found[1]
    automatic = " ".join(headers(3, part(page, "synthetic-implementations-list", *AFTER[2:])))
    for name in AUTOMATIC:
        if f" {name} for " not in automatic:
            yield "!" + name


AFTER = ("trait-implementations", "synthetic-implementations", "blanket-implementations")
for path in sorted(top.rglob("*.html")):
    page, where = path.read_text(encoding="utf-8"), path.relative_to(top)
    kind, _, name = where.stem.partition(".")
    module = "::".join(where.parent.parts)
    if kind == "index":
        again = sorted(re.findall(' id="reexport.([^"]+)"', part(page, "main-content", "none")))
        print("mod", module or "oldguard", *again)
    elif kind == "trait":
        print(f"{module}: trait {name}")
    elif name:
        own = part(page, "main-content", *AFTER)
        declared = re.search('<pre class="rust item-decl"><code>(.*?)</code></pre>', own, re.S)[1]
        print(f"{module}: ".removeprefix(": ") + shown(declared))
        for line in headers(4, own):
            print("   ", line)
        if kind in ("struct", "enum"):
            print("   ", *traits(page))
