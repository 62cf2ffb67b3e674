# SPDX-License-Identifier: MIT
"""Compares the interpreter with qemu's AArch64: every instruction form, on random and edge states."""

import dataclasses
import random
import struct

import cpu
import forms_a64 as forms
import pytest
from cpu import BASE, DATA, STATES, wrong_flag, wrong_result
from forms import EDGES

from asmgen.a64.isa import FLAGS
from asmgen.a64.machine import A64Machine
from asmgen.a64.registers import BY_NAME, RESERVED, VECTORS
from asmgen.layout import layout
from asmgen.machine import Memory, Region
from asmgen.operands import Label

VARIANTS = 4
STATE = struct.Struct(f"<31Q Q 512s {DATA}s")
FLAG_BITS = {"n": 31, "z": 30, "c": 29, "v": 28}
VECTOR_BASE = 32 * 8
COMPILER, EMULATOR = "aarch64-linux-gnu-gcc -static", "qemu-aarch64-static -cpu max"


def cases():
    """Returns functions: each form with a few variants, and small programs for branches."""
    chooser = forms.Chooser(seed=7, sp=False)
    found = []
    for form in forms.all_forms():
        if form.mnemonic in ("ret", "adr"):
            continue
        for _ in range(VARIANTS):
            f = forms.blank()
            if form.branches:
                target = Label("target")
                f.emit(form.mnemonic, (*(chooser.value(kind) for _, kind in form.operands[:-1]), target))
                f.movz(BY_NAME["w0"], 12345)
                f.here(target)
                f.movz(BY_NAME["w1"], 54321)
            else:
                chooser.instance(f, form)
            found.append(f)
    return found


def states(chance):
    general = [chance.choice(EDGES) if chance.random() < 0.4 else chance.getrandbits(64) for _ in range(31)]
    general[forms.POINTER.number] = BASE + DATA // 2
    general[forms.INDEX.number] = 16 * chance.randrange(8)
    vectors = b"".join(
        chance.choice(EDGES).to_bytes(8, "little") + chance.randbytes(8)
        if chance.random() < 0.2
        else bytes(chance.randrange(70) for _ in range(16))  # indices of tbl
        if chance.random() < 0.3
        else chance.randbytes(16)
        for _ in range(32)
    )
    return STATE.pack(*general, chance.getrandbits(4) << 28, vectors, chance.randbytes(DATA))


def stub_source(streams):
    """Returns the assembly of the stubs. x29 points to the state: no kernel has it."""
    general = [n for n in range(31) if n not in RESERVED]
    lines = [
        "    .data",
        "    .globl og_state",
        "    .p2align 6",
        f"og_state: .zero {STATE.size}",
        "    .globl og_stubs",
        "    .p2align 3",
        "og_stubs:",
    ]
    lines += [f"    .quad stub{i}" for i in range(len(streams))]
    lines.append("    .text")
    pairs = [f"x{n}, x{n + 1}" for n in range(19, 31, 2)] + [f"d{n}, d{n + 1}" for n in range(8, 16, 2)]
    for i, f in enumerate(streams):
        code = b"".join(code for _, _, code in layout(f.stream, f.arch.encoder))
        lines.append(f"stub{i}:")
        lines += [f"    stp {pair}, [sp, #-16]!" for pair in pairs]
        lines += ["    ldr x29, =og_state", f"    ldr x0, [x29, #{8 * 31}]", "    msr nzcv, x0"]
        lines += [f"    ldr q{n}, [x29, #{VECTOR_BASE + 16 * n}]" for n in range(32)]
        lines += [f"    ldr x{n}, [x29, #{8 * n}]" for n in general]
        lines.append("    .byte " + ", ".join(map(str, code)))
        lines += [f"    str x{n}, [x29, #{8 * n}]" for n in general]
        lines += [f"    str q{n}, [x29, #{VECTOR_BASE + 16 * n}]" for n in range(32)]
        lines += ["    mrs x0, nzcv", f"    str x0, [x29, #{8 * 31}]"]
        lines += [f"    ldp {pair}, [sp], #16" for pair in reversed(pairs)]
        lines += ["    ret", "    .ltorg"]
    lines.append('    .section .note.GNU-stack, "", @progbits')
    return "\n".join(lines) + "\n"


def run_on_qemu(folder, streams):
    """Returns [(stream, state before, state fields after)], STATES of each stream."""
    chance = random.Random(64)
    starts = [states(chance) for _ in range(len(streams) * STATES)]
    return cpu.run(folder, COMPILER, EMULATOR, stub_source(streams), streams, starts, STATE)


def interpreted(f, packed):
    fields = STATE.unpack(packed)
    data = Region("data", BASE, bytearray(fields[33]))
    memory = Memory([data])
    machine = A64Machine(64, memory)
    machine.registers.update({f"x{n}": fields[n] for n in range(31)})
    for n in range(32):
        machine.registers[f"v{n}"] = int.from_bytes(fields[32][16 * n : 16 * n + 16], "little")
    machine.flags = {name: (lambda b=fields[31] >> bit & 1: b) for name, bit in FLAG_BITS.items()}
    program, at = f.instructions(), 0
    while at < len(program):
        # the branch programs skip exactly one instruction
        at += 2 if isinstance(machine.step(program[at]), Label) else 1
    return machine, data


def compare(f, start, fields):
    """Asserts that interpreter and qemu end in the same state."""
    first = f.instructions()[0]
    shown = f"{first.form.signature}: {first.operands}"
    machine, data = interpreted(f, start)
    for n in range(31):
        if n not in RESERVED:
            assert machine.registers[f"x{n}"] == fields[n], (shown, n)
    assert machine.registers["zr"] == 0
    for letter in FLAGS:
        assert machine.flags[letter]() == fields[31] >> FLAG_BITS[letter] & 1, (shown, letter)
    for vector in VECTORS:
        wanted = fields[32][16 * vector.number : 16 * vector.number + 16]
        assert machine.registers[vector.family].to_bytes(16, "little") == wanted, (shown, vector)
    assert bytes(data.data) == fields[33], (shown, "memory")


def test_every_form_against_qemu(tmp_path):
    streams = cases()
    tested = {item.form for f in streams for item in f.instructions()}
    left = {form.mnemonic for form in forms.all_forms() if form not in tested}
    assert left == {"ret", "adr"}
    for f, start, fields in run_on_qemu(tmp_path, streams):
        compare(f, start, fields)


@pytest.mark.parametrize("spoil", [wrong_result, *map(wrong_flag, FLAGS)])
def test_a_wrong_meaning_is_noticed(tmp_path, spoil):
    """The comparison detects each planted wrong result or flag of `subs`."""
    f = forms.blank()
    f.subs(BY_NAME["x0"], BY_NAME["x1"], BY_NAME["x2"])
    runs = run_on_qemu(tmp_path, [f])
    item = f.instructions()[0]
    item.form = dataclasses.replace(item.form, sem=spoil(item.form.sem))
    for _, start, fields in runs:
        with pytest.raises(AssertionError):
            compare(f, start, fields)
