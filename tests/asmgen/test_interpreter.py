# SPDX-License-Identifier: MIT
"""Compares the interpreter with the real CPU: every instruction form, on random and edge states."""

import dataclasses
import random
import struct

import cpu
import forms
import pytest
from conftest import not_run_line
from cpu import BASE, DATA, STATES, wrong_flag, wrong_result

from asmgen.layout import layout
from asmgen.machine import Memory, Region
from asmgen.x86.isa import FLAGS
from asmgen.x86.machine import X86Machine
from asmgen.x86.registers import BY_NAME, FAMILIES, Label

VARIANTS = 3
POINTERS = {"rdi", "rsi"}  # in every test rdi points into the data, rsi is a small index
FLAG_BITS = {"c": 0, "p": 2, "a": 4, "z": 6, "s": 7, "d": 10, "o": 11}
STATE = struct.Struct(f"<16Q Q 8Q 2048s 8H {DATA}s")
MASKS = 16 * 8 + 8 + 8 * 8 + 2048  # offset of the mask registers, of which the low 16 bits are compared
CPU_NAMES = {
    "bmi1": "bmi1",
    "bmi2": "bmi2",
    "shani": "sha_ni",
    "ssse3": "ssse3",
    "sse2": "sse2",
    "sse": "sse",
    "mmx": "mmx",
    "cmov": "cmov",
    "sse41": "sse4_1",
    "avx": "avx",
    "avx2": "avx2",
    "avx512f": "avx512f",
    "avx512bw": "avx512bw",
    "avx512vl": "avx512vl",
    "avx512vbmi": "avx512vbmi",
    "gfni": "gfni",
    "movbe": "movbe",
}

GENERAL = [family for family in FAMILIES if family != "rsp"]


def cases(bits):
    """Returns functions: one per instruction form with a few variants, and small programs for branches and
    the stack."""
    chooser = forms.Chooser(bits, seed=7 + bits, pointers=POINTERS)
    found = []
    for form in forms.all_forms(bits):
        if form.mnemonic in forms.STACK_FORMS:
            continue
        for _ in range(VARIANTS):
            f = forms.blank(bits)
            if form.operands == (("r", "rel"),):
                target = Label("target")
                f.emit(form.mnemonic, (target,))
                f.mov(BY_NAME["eax"], 0x12345)
                f.here(target)
                f.mov(BY_NAME["ebx"], 0x54321)
            else:
                chooser.instance(f, form)
            found.append(f)
    f = forms.blank(bits)
    f.push(BY_NAME["ebx"].view(bits))
    f.push(BY_NAME["ecx"].view(bits))
    f.push(-3)
    f.pop(BY_NAME["ebp"].view(bits))
    f.pop(BY_NAME["eax"].view(bits))
    f.pop(BY_NAME["edx"].view(bits))
    f.push(BY_NAME["edi"].view(bits))
    f.mov(BY_NAME["ebp"].view(bits), BY_NAME["esp"].view(bits))
    f.push(7)
    f.emit("leave", ())
    found.append(f)
    return found


def states_for(bits, chance):
    general = []
    for family in FAMILIES:
        value = chance.choice(forms.EDGES) if chance.random() < 0.4 else chance.getrandbits(64)
        general.append(value & ((1 << bits) - 1))
    general[FAMILIES.index("rdi")] = BASE + DATA // 2
    general[FAMILIES.index("rsi")] = 64 * chance.randrange(4)
    flags = sum(chance.getrandbits(1) << bit for name, bit in FLAG_BITS.items() if name != "d")
    return STATE.pack(
        *general,
        flags | 2,
        *(chance.getrandbits(64) for _ in range(8)),
        chance.randbytes(2048),
        *(chance.getrandbits(16) for _ in range(8)),
        chance.randbytes(DATA),
    )


def cpu_flags():
    with open("/proc/cpuinfo", encoding="ascii") as handle:
        return set(next(line for line in handle if line.startswith("flags")).split())


def vectors():
    """Returns (bytes of the widest vector register here, its name, its move instruction)."""
    known = cpu_flags()
    if "avx512f" in known:
        return 64, "zmm", "vmovdqu64"
    return (32, "ymm", "vmovdqu") if "avx" in known else (16, "xmm", "movups")


def registers(bits):
    """Returns the number of vector registers."""
    return 8 if bits == 32 else 32 if vectors()[1] == "zmm" else 16


def stub_source(bits, streams):
    """Returns the assembly of the stubs, which load the state, run the bytes and store the state."""
    wide = bits == 64
    slot, letter, pc = (8, "q", "(%rip)") if wide else (4, "l", "")
    general = [BY_NAME[f].view(bits) for f in GENERAL if wide or BY_NAME[f].number < 8]
    _, name, move = vectors()
    masks = range(1, 8) if name == "zmm" else ()
    places = {200 + 64 * n: f"%{name}{n}" for n in range(registers(bits))}
    saved = ["%rbx", "%rbp", "%r12", "%r13", "%r14", "%r15"] if wide else ["%ebx", "%ebp", "%esi", "%edi"]
    lines = [
        "    .data",
        "    .globl og_state",
        "    .p2align 6",
        "og_state:",
        f"    .zero {STATE.size}",
        "    .globl og_stubs",
        "    .p2align 3",
        "og_stubs:",
    ]
    lines += [f"    .{'quad' if wide else 'long'} stub{i}" for i in range(len(streams))]
    lines.append("    .text")

    def at(offset):
        return f"og_state+{offset}{pc}"

    for i, f in enumerate(streams):
        code = b"".join(code for _, _, code in layout(f.stream, f.arch.encoder))
        lines.append(f"stub{i}:")
        lines += [f"    push {reg}" for reg in saved]
        lines += [f"    {move} {at(place)}, {reg}" for place, reg in places.items()]
        lines += [f"    kmovw {at(MASKS + 2 * n)}, %k{n}" for n in masks]
        lines += [f"    movq {at(136 + 8 * n)}, %mm{n}" for n in range(8)]
        lines += [f"    push{letter} {at(128)}", f"    popf{letter}"]
        lines += [f"    mov {at(8 * reg.number)}, %{reg}" for reg in general]
        lines.append("    .byte " + ", ".join(map(str, code)))
        lines += [f"    mov %{reg}, {at(8 * reg.number)}" for reg in general]
        lines += [f"    pushf{letter}", f"    pop{letter} {at(128)}", "    cld"]
        lines += [f"    {move} {reg}, {at(place)}" for place, reg in places.items()]
        lines += [f"    kmovw %k{n}, {at(MASKS + 2 * n)}" for n in masks]
        lines += [f"    movq %mm{n}, {at(136 + 8 * n)}" for n in range(8)]
        lines += ["    emms"] + (["    vzeroupper"] if name != "xmm" else [])
        lines += [f"    pop {reg}" for reg in reversed(saved)]
        lines.append("    ret")
    lines.append('    .section .note.GNU-stack, "", @progbits')
    return "\n".join(lines) + "\n"


def interpreted(bits, f, packed):
    fields = STATE.unpack(packed)
    data = Region("data", BASE, bytearray(fields[34]))
    stack = Region("the stack", 0x7FFF0000, bytearray(256))
    machine = X86Machine(bits, Memory([data, stack]))
    machine.registers = {family: value for family, value in zip(FAMILIES, fields)}
    machine.registers["rsp"] = stack.base + 128
    machine.registers.update({f"mm{i}": fields[17 + i] for i in range(8)})
    machine.registers.update({f"k{i}": fields[26 + i] for i in range(1, 8)})
    for i in range(registers(bits)):
        machine.write(BY_NAME[f"zmm{i}"], int.from_bytes(fields[25][64 * i : 64 * i + 64], "little"))
    machine.flags = {name: (lambda b=(fields[16] >> bit) & 1: b) for name, bit in FLAG_BITS.items()}
    program, at = f.instructions(), 0
    while at < len(program):
        went = machine.step(program[at])
        # the branch programs skip exactly one instruction
        at += 2 if isinstance(went, Label) else 1
    return machine, data


def isa_that_this_cpu_lacks(streams):
    known = cpu_flags()
    return {
        bit
        for f in streams
        for item in f.instructions()
        for bit in item.form.needs
        if CPU_NAMES[bit] not in known
    }


def those_that_run(streams, missing, not_run):
    """Returns the streams without a missing feature. Calls not_run with each other form and what it lacks."""
    for f in streams:
        for item in f.instructions():
            if lacking := missing.intersection(item.form.needs):
                not_run(item.form.signature, lacking)
    return [f for f in streams if all(missing.isdisjoint(i.form.needs) for i in f.instructions())]


def run_on_cpu(folder, bits, streams):
    """Returns [(stream, state before, state fields after)], STATES of each stream."""
    chance = random.Random(bits)
    states = [states_for(bits, chance) for _ in range(len(streams) * STATES)]
    return cpu.run(folder, f"gcc -m{bits} -no-pie", "", stub_source(bits, streams), streams, states, STATE)


def compare(bits, f, start, fields):
    """Asserts that interpreter and CPU end in the same state. Returns the flags that were compared."""
    first = f.instructions()[0]
    shown = f"{first.form.signature}: {first.operands}"
    machine, data = interpreted(bits, f, start)
    for number, family in enumerate(FAMILIES):
        if family != "rsp" and (bits == 64 or number < 8):
            assert machine.registers[family] == fields[number], (shown, family)
    known = {letter for letter in FLAGS if machine.flags[letter] is not None}
    for letter in known:
        assert machine.flags[letter]() == (fields[16] >> FLAG_BITS[letter]) & 1, (shown, letter)
    width, _, _ = vectors()
    for n in range(registers(bits)):
        wanted = fields[25][64 * n : 64 * n + width]
        found = machine.read(BY_NAME[f"zmm{n}"]).to_bytes(64, "little")
        assert found[:width] == wanted, (shown, n)
    for n in range(8):
        assert machine.registers[f"mm{n}"] == fields[17 + n], (shown, n)
    for n in range(1, 8):
        assert machine.registers[f"k{n}"] == fields[26 + n], (shown, n)
    assert bytes(data.data) == fields[34], (shown, "memory")
    return known


@pytest.mark.parametrize("bits", [64, 32])
def test_every_form_against_the_cpu(tmp_path, bits, not_run):
    streams = cases(bits)
    runnable = those_that_run(streams, isa_that_this_cpu_lacks(streams), not_run)
    compared = set()
    for f, start, fields in run_on_cpu(tmp_path, bits, runnable):
        compared |= compare(bits, f, start, fields)
    assert compared == set(FLAGS)


def test_forms_that_do_not_run_are_named():
    found = {}
    streams = cases(64)
    ran = those_that_run(streams, {"avx512f"}, found.__setitem__)
    assert 0 < len(ran) < len(streams)
    assert set().union(*found.values()) == {"avx512f"}
    assert "kmovw k, r32" in found and not any(form.startswith("add ") for form in found)
    text = not_run_line({"vpaddd zmm, zmm, zmm": {"avx512f"}, "vpaddd zmm, zmm, m": {"avx512f"}})
    assert text == "not run on this CPU: 2 forms of 1 instructions: vpaddd (without avx512f)"


@pytest.mark.parametrize("spoil", [wrong_result] + [wrong_flag(x) for x in "cpazso"])
def test_a_wrong_meaning_is_noticed(tmp_path, spoil):
    """The comparison detects each planted wrong result or flag of `add`."""
    f = forms.blank(64)
    f.add(BY_NAME["eax"], BY_NAME["ecx"])
    runs = run_on_cpu(tmp_path, 64, [f])
    item = f.instructions()[0]
    item.form = dataclasses.replace(item.form, sem=spoil(item.form.sem))
    for _, start, fields in runs:
        with pytest.raises(AssertionError):
            compare(64, f, start, fields)


def test_no_form_is_forgotten():
    """Every form except call and ret is executed above."""
    for bits in (32, 64):
        tested = {item.form for f in cases(bits) for item in f.instructions()}
        left = [r for r in forms.all_forms(bits) if r not in tested and r.mnemonic not in ("call", "ret")]
        assert not left, [r.signature for r in left]
