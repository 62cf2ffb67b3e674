# SPDX-License-Identifier: MIT
"""Turns an instruction into one Python function that executes it on a machine.

The kinds of its operands are looked at once, here. A loop of the interpreter executes an instruction
thousands of times, and a mutation run executes the same instructions in hundreds of calls.
"""

from .errors import Fault
from .operands import Label, Mem, Reg
from .words import SecretUse

SCALES = {1: 0, 2: 1, 4: 2, 8: 3}
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
        address, size = _address(entry, value), value.width // 8
        return (lambda machine: machine.fetch(entry, address(machine), size)) if size else address
    return _constant(value, entry.kind_width(kind))


def _address(entry, mem):
    """Returns a function of a machine that gives the operand's address as a word of the algebra. It also
    changes the base register if the operand does."""
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

    if not mem.writeback:
        return address
    write_base = entry.writer(mem.base)

    def moving(machine):
        before, after = base(machine), address(machine)
        write_base(machine, after)
        return after if mem.writeback == "pre" else before

    return moving


def _writer(entry, target):
    if isinstance(target, Mem):
        address, size = _address(entry, target), target.width // 8
        return lambda machine, value: machine.put(entry, address(machine), size, value)
    return entry.writer(target)
