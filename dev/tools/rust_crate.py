#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the Rust crate: the files of bindings/rust/, and what is printed from the kernels and the measured order.

    rust_crate.py --out DIR

The folder is complete: `cargo package` there needs neither Python nor a C compiler, and no network. rustc assembles
the printed kernels by global_asm!. Their symbols are hidden, and begin with the version, because a program may have
two versions of a crate. The same sources give the same folder.
"""

import argparse
import os
import re
import shutil
import sys

import printed
from printed import ROOT

from asmgen.exporting import RUST_OPTIONS, for_rust, rust_type
from asmgen.operations import OPERATIONS
from spec import des as spec_des
from spec.des.tables import combined as des_tables

DO_NOT_EDIT = "// Printed by dev/tools/rust_crate.py. Do not edit."
ALGORITHMS = ("sha1", "sha1dc", "whirlpool", "pbkdf2", "des", "des3")
# single blocks for libdes
UNUSED = ("des.encrypt1", "des.encrypt2", "des.encrypt3", "des.decrypt3")
# architecture -> {format: dialect}; the first has the condition that is left
FORMATS = {
    "x64": {"elf": "gas-elf", "macho": "gas-macho", "coff": "gas-coff"},
    "a64": {"elf": "elf-a64", "macho": "macho-a64", "coff": "coff-a64"},
}
CONDITIONS = {
    "elf": 'not(any(windows, target_os = "uefi", target_os = "cygwin", target_vendor = "apple"))',
    "macho": 'target_vendor = "apple"',
    "coff": 'any(windows, target_os = "uefi", target_os = "cygwin")',
}
VENDORS = {"cpufamily": "apple"}  # of AArch64, the class that is known when the crate is compiled


def version():
    with open(os.path.join(ROOT, "CMakeLists.txt"), encoding="utf-8") as file:
        return re.search(r"^project\(oldguard VERSION ([0-9.]+)", file.read(), re.M)[1]


def feature(name):
    """Returns the attribute for what belongs to a feature of the crate, or nothing."""
    algorithm = OPERATIONS[name].algorithm if name in OPERATIONS else name.split("_")[0]
    return f'#[cfg(feature = "{algorithm}")]\n' if algorithm in ("whirlpool", "des") else ""


def type_name(op):
    return "".join(word.capitalize() for word in op.function_type.split("_")[1:-1])


def order_source(op, found, orders, classes):
    """Returns the order of an operation. Each kernel is declared in the table."""
    lines = [
        f"{feature(op.name)}pub(crate) static {op.identifier.upper()}: Order<{type_name(op)}> = Order::new(&["
    ]
    for k, isa, line in printed.lines_of(op.name, found, orders):
        run = f"Some({next(symbol for o, symbol, _ in k.entries if o is op)})" if k else "None"
        needs = " | ".join(f"cpu::{bit.upper()}" for bit in isa) or "0"
        mine = printed.class_of(line, classes)
        number = 1 << list(classes).index(mine) if mine else 0
        last = "usize::MAX" if line.last is None else line.last
        sizes = f"lanes: {k.lanes if k else 1}, from: {line.first}, to: {last}, lengths: {line.lengths}"
        lines.append(f"    Line {{ run: {run}, {sizes}, needs: {needs}, class: {number} }},")
    return "\n".join([*lines, "]);"])


def kernels_source(arch, operations, found, orders, classes):
    """Returns the Rust file of an architecture: assembly, types, declarations, orders and classes of processors."""
    uses = "self, Line, Model, Order" if found else "Model, Order"
    head = [
        DO_NOT_EDIT,
        "",
        f"pub(crate) use crate::cpu::detect_{arch} as detect;",
        f"use crate::cpu::{{{uses}}};",
        "",
    ]
    types = {type_name(op): op for op in operations}
    for name, op in types.items():
        arguments = ", ".join(rust_type(a) for a in op.arguments)
        head.append(f'{feature(op.name)}pub(crate) type {name} = unsafe extern "C" fn({arguments});')
    for form in FORMATS.get(arch, ()):
        place = f'concat!("../asm/{form}-{arch}/", $stem, ".S")'
        head += ["", f"#[cfg({CONDITIONS[form]})]", "macro_rules! assembly {", "    ($stem:literal) => {"]
        head += [
            f"        core::arch::global_asm!(include_str!({place}), options({RUST_OPTIONS[FORMATS[arch][form]]}));",
            "    };",
            "}",
        ]
    prefix = f"oldguard_{version().replace('.', '_')}_"
    for stem, k in found.items():
        head += ["", f'{feature(stem)}assembly!("{stem}");', f'{feature(stem)}unsafe extern "C" {{']
        for op, symbol, _ in k.entries:
            if op not in operations:
                continue
            arguments = ", ".join(f"_: {rust_type(a)}" for a in op.arguments)
            head += [f'    #[link_name = "{prefix}{symbol[3:]}"]', f"    fn {symbol}({arguments});"]
        head.append("}")
    for op in operations:
        serving = {stem: k for stem, k in found.items() if any(o is op for o, _, _ in k.entries)}
        head += ["", order_source(op, serving, orders, classes)]
    head += ["", "/// The models of the classes of processors.", "pub(crate) static MODELS: &[Model] = &["]
    for i, models in enumerate(classes.values()):
        for vendor, family, first, last in models:
            vendor = VENDORS.get(vendor, vendor)
            head.append(
                f'    Model {{ class: {1 << i}, vendor: *b"{vendor:12.12}", family: {family}, first: {first}, last: {last} }},'
            )
    return "\n".join([*head, "];", ""])


def array(name, kind, values, form="{}"):
    flat = ", ".join(form.format(value) for value in values)
    return f"pub(crate) static {name}: [{kind}; {len(values)}] = [{flat}];\n"


def tables_source():
    """Returns the tables of detection, Whirlpool and DES, which C has from the same specifications."""
    vectors = printed.detection_vectors()
    text = DO_NOT_EDIT + "\n\n"
    text += array("VECTORS", "(&str, usize)", [f'("{name}", {step})' for name, step, _ in vectors])
    rows = [", ".join(f"0x{word:08x}" for word in dm) for _, _, dm in vectors]
    text += "/// The XOR difference of the expanded messages for each vector.\n"
    text += array("DIFFERENCES", "[u32; 80]", rows, "[{}]")
    rows = [
        f"{', '.join(map(str, bits))}, [{', '.join(f'0x{mask:08x}' for mask in masks)}]"
        for *bits, masks in printed.detection_rows()
    ]
    text += "/// Bit bi of W[i + k] XOR bit bj of W[j + k] is not want: the block belongs to no vector of masks[k].\n"
    text += array("CONDITIONS", "(u8, u8, u8, u8, u32, [u32; 4])", rows, "({})")
    for name, words in zip(("WHIRLPOOL", "ROUND_CONSTANTS"), printed.whirlpool_words()):
        text += feature("whirlpool") + array(name, "u64", words, "0x{:016x}")
    text += feature("des") + array(
        "DES", "[u32; 64]", [", ".join(f"0x{x:08x}" for x in t) for t in des_tables()], "[{}]"
    )
    for name in ("PC1", "PC2", "SHIFTS"):
        text += feature("des") + array(name, "u8", getattr(spec_des, name))
    return text


def for_crate(text, prefix):
    """Returns a printed kernel as global_asm! takes it, with the crate's names. Local labels have the version as well,
    because fat LTO assembles two versions of the crate as one text."""
    return re.sub(
        r"(?<!\w)(_?og_|\.?L)(?=\w+_(?:x64|a64)_)",
        lambda m: m[1].removesuffix("og_") + prefix,
        for_rust(text),
    )


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8", newline="\n") as out:
        out.write(text)


def main():
    top = argparse.ArgumentParser(description="Write the Rust crate.")
    top.add_argument("--out", required=True, metavar="DIR", help="folder, which is replaced")
    out = top.parse_args().out
    shutil.rmtree(out, ignore_errors=True)
    shutil.copytree(os.path.join(ROOT, "bindings", "rust"), out, ignore=shutil.ignore_patterns("target"))
    shutil.copy(os.path.join(ROOT, "LICENSE"), out)
    manifest = os.path.join(out, "Cargo.toml")
    with open(manifest, encoding="utf-8") as file:
        write(manifest, file.read().replace('version = "0.0.0"', f'version = "{version()}"'))
    shutil.copy(
        os.path.join(ROOT, "tests", "vectors", "sha1_collisions.rsp"), os.path.join(out, "src", "tests")
    )
    operations = [
        op for op in OPERATIONS.values() if op.name.split(".")[0] in ALGORITHMS and op.name not in UNUSED
    ]
    orders, classes = printed.read_orders()
    prefix = f"oldguard_{version().replace('.', '_')}_"
    used = {op.name for op in operations}
    for arch in ("x64", "a64", "none"):
        stems = [line.stem for line in orders if line.op in used and line.stem.split("_")[1:2] == [arch]]
        found = printed.find_kernels(dict.fromkeys(stems))
        arm = ("midr", "cpufamily")
        mine = {
            name: chosen
            for name, models in classes.items()
            if (chosen := [m for m in models if m[0].startswith(arm) == (arch == "a64")]) and arch != "none"
        }
        lines = [line for line in orders if line.cpu not in classes or line.cpu in mine]
        write(f"{out}/src/kernels_{arch}.rs", kernels_source(arch, operations, found, lines, mine))
        for form, dialect in FORMATS.get(arch, {}).items():
            for stem in found:
                path = f"{out}/asm/{form}-{arch}/{stem}.S"
                os.makedirs(os.path.dirname(path), exist_ok=True)
                printed.print_kernel(stem, dialect, path)
                with open(path, encoding="utf-8") as file:
                    text = for_crate(file.read(), prefix)
                write(path, text)
    write(f"{out}/src/tables.rs", tables_source())
    print(out)


if __name__ == "__main__":
    sys.exit(main())
