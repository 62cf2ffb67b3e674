# SPDX-License-Identifier: MIT
"""Runs a call of a function in the interpreter and notes each step: what it wrote and what it accessed."""

from dataclasses import dataclass, field

from ..call import call
from ..errors import Fault
from ..operands import Mem, Reg
from ..words import Secret, Tainted


@dataclass
class Step:
    number: int  # of the instruction in the function
    rounds: tuple  # (first round, number of rounds), or None
    changed: dict = field(default_factory=dict)  # place of a register -> (number, secret)
    loads: list = field(default_factory=list)  # of (region, offset, bytes, number)
    stores: list = field(default_factory=list)  # the same


def shown_registers(f):
    """Returns the registers that a function names, each in the widest view that holds data: saving a register
    and adding up words by lea do not count."""
    widest = {}

    def note(reg):
        if reg.kind != "zero" and reg.width > widest.get(reg.family, (0,))[0]:
            widest[reg.family] = reg.width, reg

    for item in f.instructions():
        operands = item.operands
        if item.form.mnemonic in ("push", "pop"):
            continue
        for value in operands:
            if isinstance(value, Reg):
                note(value)
            elif isinstance(value, Mem) and not (item.form.mnemonic == "lea" and operands[0].width == 32):
                for reg in value.address.registers():
                    note(reg)
    note(f.abi.sp)
    found = [reg for _, reg in widest.values()]
    return sorted(found, key=lambda reg: (reg.kind in ("vec", "mmx", "simd"), reg.kind == "mask", reg.number))


class Recorder:
    """The steps of one call. Registers have places in `registers`."""

    def __init__(self, f, buffers, counts):
        self.f, self.registers = f, shown_registers(f)
        self.steps, self.regions, self.start = [], [], {}
        self._numbers = {id(item): n for n, item in enumerate(f.instructions())}
        self._may_change = _changeable(f, self.registers)
        self._runs = {}  # id of an instruction -> how often it was executed
        words = Tainted(f.kernel.constant_time)
        self.result = call(
            f, buffers, counts, words=words, visit=self._visit, stack_place=0, observe=self._observe
        )
        self._close()

    def _observe(self, machine):
        """Notes the state before the first instruction, and from then on every access."""
        self._machine, memory = machine, machine.memory
        self.regions = [(r.name, r.base, bytes(r.data), r.writable) for r in memory.regions]
        load, store = memory.load, memory.store

        def noted_load(address, size):
            region, at = memory.find(address, size, "reads")
            value = load(address, size)
            self.steps[-1].loads.append((region.name, at, size, int(value)))
            return value

        def noted_store(address, size, value):
            region, at = memory.find(address, size, "writes")
            self.steps[-1].stores.append((region.name, at, size, int(value)))
            store(address, size, value)

        memory.load, memory.store = noted_load, noted_store
        self.start = self._state(range(len(self.registers)))
        self._now = dict(self.start)

    def _state(self, places):
        """Returns {place: (number, secret)} of the shown registers at places that have a value."""
        found = {}
        for place in places:
            try:
                value = self._machine.read(self.registers[place])
            except Fault:
                continue
            found[place] = int(value), type(value) is Secret
        return found

    def _visit(self, item):
        self._close()
        runs = self._runs[id(item)] = self._runs.get(id(item), -1) + 1
        rounds = item.serves and item.serves.at(runs)
        self.steps.append(Step(self._numbers[id(item)], rounds))

    def _close(self):
        """Notes what the last step changed."""
        if not self.steps:
            return
        step = self.steps[-1]
        after = self._state(self._may_change[step.number])
        step.changed = {p: v for p, v in after.items() if self._now.get(p) != v}
        self._now.update(step.changed)


def _places(registers):
    return {reg.family: place for place, reg in enumerate(registers)}


def _changeable(f, registers):
    """Returns for each instruction the places of the registers that it can change: its written operands and
    the bases that an access moves; all registers for an instruction with an effect of its own, such as pop."""
    places, found = _places(registers), []
    for item in f.instructions():
        if item.form.effect:
            found.append(range(len(registers)))
            continue
        changed = [item.operands[i] for i in item.form.written_kinds if isinstance(item.operands[i], Reg)]
        changed += [value.base for value in item.operands if isinstance(value, Mem) and value.writeback]
        found.append([places[reg.family] for reg in changed if reg.family in places])
    return found


def written(recorder):
    """Returns for each instruction the places of the registers that it writes: its written operands, and
    everything that one of its executions changed."""
    places = _places(recorder.registers)
    found = []
    for item in recorder.f.instructions():
        kinds = (item.operands[i] for i in item.form.written_kinds)
        found.append({places[r.family] for r in kinds if isinstance(r, Reg) and r.family in places})
    for step in recorder.steps:
        found[step.number] |= set(step.changed)
    return [sorted(each) for each in found]


def read(recorder):
    """Returns for each instruction the places of the registers that it reads, in addresses too."""
    places = _places(recorder.registers)
    found = []
    for item in recorder.f.instructions():
        registers = [item.operands[i] for i in item.form.read_kinds if isinstance(item.operands[i], Reg)]
        for value in item.operands:
            if isinstance(value, Mem):
                registers += value.address.registers()
        found.append(sorted({places[r.family] for r in registers if r.family in places}))
    return found
