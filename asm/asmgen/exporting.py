# SPDX-License-Identifier: MIT
"""Writes a self-contained folder for vendoring one kernel, with a program that checks and times it."""

import hashlib
import os
import re
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
# operation -> folders of the templates of a Go package, whose test compares it with the standard library
GO_FAMILIES = {
    "sha1.blocks": ("go/sha1",),
    "sha1.lanes": ("go/sha1_lanes",),
    "sha1dc.blocks": ("go/sha1dc",),
    "whirlpool.blocks": ("go/whirlpool",),
    "des.ecb": ("go/des", "go/des_bulk"),
    "des.encrypt1": ("go/des", "go/des_bulk"),  # of a kernel that serves des.ecb as well
    "des.cbc_enc": ("go/des", "go/des_cbc"),
}
# the same for a Rust crate; a file of a later folder replaces one of the same name
RUST_FAMILIES = {
    "sha1.blocks": ("rust/sha1",),
    "sha1.lanes": ("rust/sha1", "rust/sha1_lanes"),
    "sha1dc.blocks": ("rust/sha1", "rust/sha1dc"),
    "whirlpool.blocks": ("rust/whirlpool",),
}
# dialects that global_asm! takes -> its options
RUST_OPTIONS = {
    **dict.fromkeys(("gas-elf", "gas-macho", "gas-coff"), "att_syntax, raw"),
    **dict.fromkeys(("elf-a64", "macho-a64", "coff-a64"), "raw"),
}
RUST_TYPES = {
    "uint8_t": "u8",
    "uint32_t": "u32",
    "uint64_t": "u64",
    "og_des_key": "u32",
    "og_sha1dc_block_info": "u32",
}
MANIFEST = """\
# SPDX-License-Identifier: MIT
[package]
name = "@STEM@"
version = "0.1.0"
edition = "2024"
license = "MIT"

[lib]
path = "lib.rs"
"""


def rust_type(argument):
    if argument.size is None:
        return "i32" if argument.flag else "u32" if argument.number else "usize"
    pointer = "*mut " if argument.writable else "*const "
    return pointer + ("*const " if argument.per_lane else "") + RUST_TYPES[argument.element]


def for_rust(text):
    """Returns a printed kernel as global_asm! takes it: without lines of the preprocessor, and without the sections at
    its end, which are of a whole object file."""
    cut = re.search(r"^    \.(section \.note|subsections_via_symbols)", text, re.M)
    text = text[: cut.start()].rstrip() + "\n" if cut else text
    return re.sub(r"^#.*\n", "", text, flags=re.M)


def rust_files(kernel, dialect, unit):
    """Returns {file name: text} of a crate."""
    op, symbol, _ = kernel.entries[0]
    if dialect.name not in RUST_OPTIONS or kernel.bits != 64:
        known = ", ".join(RUST_OPTIONS)
        raise UsageError(f"{kernel.stem}: Rust takes kernels of 64 bits in {known}, not {dialect.name}")
    if op.name not in RUST_FAMILIES:
        raise UsageError(f"{kernel.stem}: no export for operation {op.name} in Rust")
    declared = [
        f"    fn {symbol}({', '.join(f'_: {rust_type(a)}' for a in op.arguments)});"
        for op, symbol, _ in kernel.entries
        if op.name in RUST_FAMILIES
    ]
    values = {
        "@SYMBOL@": symbol,
        "@LANES@": str(kernel.lanes),
        "@DECLARATIONS@": "\n".join(declared),
        "@OPTIONS@": RUST_OPTIONS[dialect.name],
        "@NEEDS@": " ".join(kernel.isa) or unit.arch.baseline_name,
    }
    made = {kernel.stem + ".S": for_rust(dialect.print(unit))}
    made |= _filled(kernel, RUST_FAMILIES[op.name], values)
    return made | {"Cargo.toml": MANIFEST.replace("@STEM@", kernel.stem), "LICENSE": _license()}


def _license():
    with open(os.path.join(ROOT, "LICENSE"), encoding="ascii") as handle:
        return handle.read()


def _filled(kernel, parts, values):
    """Returns {file name: text} of the templates with their values."""
    values |= {"@STEM@": kernel.stem, "@LENGTHS@": str(LENGTHS), "@CHAIN@": _chain()}
    made = {}
    for path in (path for part in parts for path in _files_of(part)):
        with open(path, encoding="ascii") as handle:
            text = handle.read()
        for key, value in values.items():
            text = text.replace(key, value)
        made[os.path.basename(path)] = text
    return made


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
        "@SYMBOL@": symbol,
        "@PREFIX@": prefix,
        "@PROTOTYPE@": op.prototype(symbol),
        "@PROTOTYPES@": "\n".join(op.prototype(symbol) for op, symbol, _ in kernel.entries),
        "@LANES@": str(kernel.lanes),
        "@PROCESSOR@": dialect.processor if in_go else "",
        "@DECLARATIONS@": "\n\n".join("\n".join(declaration(op, symbol)) for op, symbol, _ in kernel.entries),
    }
    values |= {f"@{op.name}@": symbol for op, symbol, _ in kernel.entries}
    made = {kernel.stem + dialect.extension: dialect.print(unit)}
    made |= _filled(kernel, family, values)
    if in_go:
        made["go.mod"] = f"module {kernel.stem}\n\ngo 1.25\n"
    made["Makefile"] = _makefile(kernel, dialect, sorted(n for n in made if n.endswith(".c")))
    made["LICENSE"] = _license()
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
