# SPDX-License-Identifier: MIT
"""Writes a self-contained folder for vendoring one kernel, with a program that checks and times it."""

import hashlib
import os
import shutil
import tempfile

from .dialects.goasm import declaration
from .errors import UsageError
from .sources import ROOT

TEMPLATES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "export")
LENGTHS = 300
# operation -> folders of C templates, and files that the repository itself uses. A file of a later folder
# replaces one of the same name.
FAMILIES = {
    "sha1.blocks": ("clock", "sha1"),
    "sha1.lanes": ("clock", "sha1", "sha1_lanes"),
    "sha1dc.blocks": ("clock", "sha1", "sha1dc"),
    "whirlpool.blocks": ("clock", "whirlpool", "../../spec/whirlpool/whirlpool_spec.h"),
    "des.encrypt1": ("clock", "des", "../../../bindings/libdes/des.h", "../../spec/des/fips46.h"),
}
# operation -> folder of the templates of a Go package, whose test compares it with the standard library
GO_FAMILIES = {
    "sha1.blocks": "go/sha1",
    "sha1.lanes": "go/sha1_lanes",
    "sha1dc.blocks": "go/sha1dc",
    "whirlpool.blocks": "go/whirlpool",
}


def _chain():
    """Returns the value that main.c recomputes: SHA-1 over the digests of all messages up to LENGTHS bytes."""
    digests = [hashlib.sha1(bytes(7 * i & 255 for i in range(n))).digest() for n in range(LENGTHS + 1)]
    return hashlib.sha1(b"".join(digests)).hexdigest()


def _files_of(part):
    path = os.path.join(TEMPLATES, part)
    return [path] if os.path.isfile(path) else [os.path.join(path, n) for n in sorted(os.listdir(path))]


def _makefile(kernel, dialect, sources):
    stem = kernel.stem
    lines = dialect.build_lines(kernel.arch, stem, " ".join(sources))
    text = ["# SPDX-License-Identifier: MIT", f"# {stem}: {dialect.summary}. Without make:"]
    text += ["#   " + line.replace("$(CC)", "cc") for line in lines]
    text += [f"all: {' '.join([*sources, stem + dialect.extension])}"]
    return "\n".join(text + ["\t" + line for line in lines]) + "\n"


def files(kernel, dialect, unit):
    """Returns {file name: text} of the export."""
    op, symbol, _ = kernel.entries[0]
    in_go = dialect.language == "Go"
    family = (GO_FAMILIES if in_go else FAMILIES).get(op.name)
    if family is None:
        raise UsageError(f"{kernel.stem}: no export for operation {op.name}{' in Go' if in_go else ''}")
    prefix = f"og_{kernel.stem}"
    values = {
        "@STEM@": kernel.stem,
        "@SYMBOL@": symbol,
        "@PREFIX@": prefix,
        "@PROTOTYPE@": op.prototype(symbol),
        "@PROTOTYPES@": "\n".join(op.prototype(symbol) for op, symbol, _ in kernel.entries),
        "@LENGTHS@": str(LENGTHS),
        "@CHAIN@": _chain(),
        "@LANES@": str(kernel.lanes),
        "@DECLARATIONS@": "\n\n".join("\n".join(declaration(op, symbol)) for op, symbol, _ in kernel.entries),
    }
    made = {kernel.stem + dialect.extension: dialect.print(unit)}
    parts = [family] if in_go else family
    sources = {os.path.basename(path): path for part in parts for path in _files_of(part)}
    for name, path in sources.items():
        with open(path, encoding="ascii") as handle:
            text = handle.read()
        for key, value in values.items():
            text = text.replace(key, value)
        made[name] = text
    if in_go:
        made["go.mod"] = f"module {kernel.stem}\n\ngo 1.25\n"
    made["Makefile"] = _makefile(kernel, dialect, sorted(n for n in made if n.endswith(".c")))
    with open(os.path.join(ROOT, "LICENSE"), encoding="ascii") as handle:
        made["LICENSE"] = handle.read()
    return made


def write(folder, made):
    """Writes all files or none: first into a folder beside the target, then each is moved into place."""
    folder = os.path.abspath(folder)
    temporary = tempfile.mkdtemp(prefix=".oldguard-asm-", dir=os.path.dirname(folder))
    try:
        for name, text in made.items():
            with open(os.path.join(temporary, name), "w", encoding="utf-8", newline="\n") as out:
                out.write(text)
        os.makedirs(folder, exist_ok=True)
        for name in made:
            os.replace(os.path.join(temporary, name), os.path.join(folder, name))
    finally:
        shutil.rmtree(temporary)
