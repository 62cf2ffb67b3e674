# SPDX-License-Identifier: MIT
"""How an instruction reads and writes vector registers of x86, whose parts the machine keeps apart."""


def register_reader(reg):
    """Returns a function of a machine that reads a vector register."""
    family = reg.family
    if reg.width == 128:
        return lambda machine: machine.registers[family]
    return lambda machine: machine.read(reg)


def register_writer(vex, reg):
    """Returns a function of a machine and a word that writes a vector register.

    vex: the instruction clears all bits above those written. Otherwise it keeps them.
    """
    if reg.width == (256 if vex else 128):
        return _frequent(reg)
    if not vex:
        return lambda machine, value: machine.write(reg, value)
    wide = reg if reg.width == 512 else reg.view(256)

    def write(machine, value):
        machine.widest.pop(reg.family, None)
        machine.tops.pop(reg.family, None)
        machine.write(wide, machine.words.zext(value, reg.width, wide.width))

    return write


def _frequent(target):
    """Returns what `X86Machine.write` does for the two frequent cases: a ymm register with all above it
    (VEX), or an xmm register alone."""
    family = target.family

    def write_ymm(machine, value):
        extract = machine.words.extract
        machine.widest.pop(family, None)
        machine.tops.pop(family, None)
        machine.wide[family] = value
        machine.uppers[family] = extract(value, 128, 128)
        machine.registers[family] = extract(value, 0, 128)

    def write_xmm(machine, value):
        if family in machine.wide or family in machine.widest:
            machine.write(target, value)
        else:
            machine.registers[family] = value

    return write_ymm if target.width == 256 else write_xmm
