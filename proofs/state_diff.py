# SPDX-License-Identifier: MIT
"""What a machine holds, place by place, and where two machines differ.

A place is (register, lowest bit) or (region of memory, byte from where a call's pointer stands).
"""

PARTS = {0: 128, 128: 128, 256: 256}  # of a vector register: lowest bit, bits
BYTES = {low: 8 for low in range(0, 64, 8)}


def _parts(family):
    return PARTS if family.startswith("vec") else BYTES


def _part(machine, family, low):
    words = machine.words
    if not family.startswith("vec"):
        return words.extract(machine.registers[family], low, 8)
    if low and family in machine.widest:
        return words.extract(machine.widest[family], low, PARTS[low])
    return (machine.registers, machine.uppers, machine.tops)[low // 128][family]


def differences(after, fresh, gone):
    """Places where two machines do not hold the same. gone: {region: bytes at its beginning, before
    the fresh machine's pointer, that nobody looks at any more}."""
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
    """Puts something unknown there, of a machine whose pointers stand at the beginning; on the stack
    and in what is only read, nothing that may be read. A call on less has less places."""
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
    """A vector register by its parts alone."""
    machine.uppers[family], machine.tops[family] = (_part(machine, family, low) for low in (128, 256))
    machine.wide.pop(family, None)
    machine.widest.pop(family, None)
