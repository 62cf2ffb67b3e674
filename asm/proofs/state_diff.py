# SPDX-License-Identifier: MIT
"""The places where the states of two machines differ, and how to forget what they contain.

A place is a byte of a general register or a part of a vector register, as (register, lowest bit), or a
byte of memory, as (region, offset from the address that the call's argument points to).
"""

PARTS = {0: 128, 128: 128, 256: 256}  # of a vector register: lowest bit, bits
BYTES = {low: 8 for low in range(0, 64, 8)}
A64_BYTES = {low: 8 for low in range(0, 128, 8)}  # of a vector register of AArch64


def _parts(family):
    """Returns {lowest bit: number of bits} of a register's places."""
    if family.startswith("vec"):
        return PARTS
    return A64_BYTES if family.startswith("v") else BYTES


def _part(machine, family, low):
    """Returns the word in one place of a register."""
    words = machine.words
    if not family.startswith("vec"):
        return words.extract(machine.registers[family], low, 8)
    if low and family in machine.widest:
        return words.extract(machine.widest[family], low, PARTS[low])
    return (machine.registers, machine.uppers, machine.tops)[low // 128][family]


def differences(after, fresh, gone):
    """Returns the set of places where two machines differ.

    after: the machine after one iteration. fresh: the machine of the call on the remaining blocks. gone:
    {region: number of bytes at its beginning that belong to finished blocks and are not compared}.
    """
    words, found = after.words, set()

    def same(x, y, n):
        return x == y or None not in (x, y) and words.bits(x, n) == words.bits(y, n)

    for family in sorted({*after.registers, *fresh.registers}):
        if family.startswith("vec") or after.registers[family] != fresh.registers[family]:
            found.update(
                (family, low)
                for low, n in _parts(family).items()
                if not same(_part(after, family, low), _part(fresh, family, low), n)
            )
    for mine, other in zip(after.memory.regions, fresh.memory.regions, strict=True):
        if (mine.name, mine.base) != (other.name, other.base):
            raise AssertionError(f"two calls see '{mine.name}' at different addresses")
        if mine.content is None:
            start = gone.get(mine.name, 0)
            found.update(
                (mine.name, at - start)
                for at in range(start, len(mine.data))
                if not same(mine.data[at], other.data[at], 8)
            )
    return found


def havoc(machine, places):
    """Replaces what the places contain by fresh unknown words.

    A byte of the stack or of a read-only region becomes unreadable instead. Places beyond the end of a
    region are skipped, because a call on fewer blocks has a smaller buffer. The machine's pointers must be
    at the beginning of their buffers.
    """
    words, regions = machine.words, {region.name: region for region in machine.memory.regions}
    for name, place in sorted(places):
        if name in regions:
            region = regions[name]
            kept = region.writable and region is not machine.memory.stack
            if place < len(region.data):
                region.data[place] = words.named(("havoc", name, place), 8) if kept else None
        elif not name.startswith("vec"):
            machine.registers[name] = words.insert(
                machine.registers[name], words.named(("havoc", name, place), 8), place, 8, 64
            )
        else:
            _split(machine, name)
            held = (machine.registers, machine.uppers, machine.tops)[place // 128]
            held[name] = words.named(("havoc", name, place), PARTS[place])


def _split(machine, family):
    """Stores a vector register as separate parts, so that one of them can be replaced."""
    machine.uppers[family], machine.tops[family] = (_part(machine, family, low) for low in (128, 256))
    machine.wide.pop(family, None)
    machine.widest.pop(family, None)
