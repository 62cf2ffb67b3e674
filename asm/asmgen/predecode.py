# SPDX-License-Identifier: MIT
"""Turns an instruction into one Python function that executes it on a machine.

The kinds of its operands are looked at once, here. A loop of the interpreter executes an instruction
thousands of times, and a mutation run executes the same instructions in hundreds of calls.
"""

from .errors import Fault
from .operands import Label, Mem, Reg
from .words import SecretUse

SCALES = {1: 0, 2: 1, 4: 2, 8: 3, 16: 4}
SECRET_OPERAND = "its meaning here cannot follow a secret operand"


def predecode(item):
    """Returns the function that executes an instruction on a machine. That function returns the Label
    of a taken branch, "ret", or None for the next instruction."""
    entry, operands = item.form, item.operands
    if entry.effect:
        return lambda machine: entry.effect(machine, operands)
    readers = _readers(item)
    if item.is_branch:
        meaning = _meaning(entry, readers)

        def branch(machine):
            outputs, _ = meaning(machine)
            return operands[-1] if machine.concrete(outputs[0], "the branch") else None

        return branch
    return _execution(entry, readers, [_writer(entry, operands[i]) for i in entry.written_kinds])


def _execution(entry, readers, writers):
    undefined = dict.fromkeys(entry.flags_undefined)
    meaning = _meaning(entry, readers)
    if len(writers) == 1 and not entry.flags_written and not undefined:
        if len(readers) == 2:
            return _of_two(entry, *readers, *writers)
        (write,) = writers

        def execute(machine):
            outputs, _ = meaning(machine)
            write(machine, outputs[0])

        return execute

    def execute_all(machine):
        outputs, flags = meaning(machine)
        for write, value in zip(writers, outputs):
            write(machine, value)
        machine.flags.update(flags)
        machine.flags.update(undefined)

    return execute_all


def _of_two(entry, first, second, write):
    """Executes two inputs and one output, the most frequent shape, without loops."""
    sem = entry.sem

    def execute(machine):
        a, b = first(machine), second(machine)
        try:
            outputs, _ = sem(machine.words, a, b)
        except SecretUse:
            raise Fault(SECRET_OPERAND) from None
        write(machine, outputs[0])

    return execute


def _meaning(entry, readers):
    """Returns a function of a machine that gives the (outputs, flags) of the instruction form."""
    sem = entry.sem

    def meaning(machine):
        inputs = [read(machine) for read in readers]
        try:
            return sem(machine.words, *inputs)
        except SecretUse:
            raise Fault(SECRET_OPERAND) from None

    return meaning


def _readers(item):
    entry, operands = item.form, item.operands
    if item.zeroes:
        readers = [_constant(0, operands[0].width)] * 2
    else:
        readers = [
            _reader(entry, entry.operands[i][1], operands[i])
            for i in entry.read_kinds
            if not isinstance(operands[i], Label)
        ]
    return readers + [_flag_reader(letter) for letter in entry.flags_read]


def _flag_reader(letter):
    return lambda machine: machine.flag(letter)


def _constant(value, width):
    return lambda machine: machine.words.const(value, width)


def _reader(entry, kind, value):
    if isinstance(value, Reg):
        return entry.reader(value)
    if isinstance(value, Mem):
        return _load(entry, value)
    return _constant(value, entry.kind_width(kind))


def _load(entry, mem):
    address, size = _address(entry, mem), mem.width // 8
    if not size:
        return address
    if not mem.writeback:
        return lambda machine: machine.fetch(entry, address(machine), size)
    moved = _moving(entry, mem, address)

    def load(machine):
        at, finish = moved(machine)
        value = machine.fetch(entry, at, size)
        finish()
        return value

    return load


def _store(entry, mem):
    address, size = _address(entry, mem), mem.width // 8
    if not mem.writeback:
        return lambda machine, value: machine.put(entry, address(machine), size, value)
    moved = _moving(entry, mem, address)

    def store(machine, value):
        at, finish = moved(machine)
        machine.put(entry, at, size, value)
        finish()

    return store


def _moving(entry, mem, address):
    """Returns a function of a machine that gives the address of an access that changes its base register, and
    a function to call after the access. The stack pointer moves down before a push, and up after a pop."""
    base, write_base = entry.reader(mem.base), entry.writer(mem.base)

    def move(machine):
        before, after = base(machine), address(machine)
        if mem.writeback == "pre":
            write_base(machine, after)
            return after, lambda: None
        return before, lambda: write_base(machine, after)

    return move


def _address(entry, mem):
    """Returns a function of a machine that gives the operand's address as a word of the algebra."""
    base = mem.base and entry.reader(mem.base)
    index = mem.index and entry.reader(mem.index)
    scale = SCALES[mem.scale]

    def address(machine):
        w, n = machine.words, machine.bits
        start = mem.disp
        if mem.label:
            start += machine.constants[mem.label]
        if mem.address.origin:
            start -= machine.origin(mem.address.origin)
        total = w.const(start, n)
        if base:
            total = w.add(total, base(machine), n)
        if index:
            total = w.add(total, w.shl(index(machine), w.const(scale, 8), n), n)
        return total

    return address


def _writer(entry, target):
    return _store(entry, target) if isinstance(target, Mem) else entry.writer(target)
