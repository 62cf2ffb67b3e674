# SPDX-License-Identifier: MIT
"""A recorded call as the object that the package describes: columns and runs instead of steps."""

import os

from ..sources import ROOT
from . import program
from .recorder import read, written


def runs(values):
    """Returns [[value, count], ...]."""
    found = []
    for value in values:
        if found and found[-1][0] == value:
            found[-1][1] += 1
        else:
            found.append([value, 1])
    return found


def lengths(bits):
    """Returns the lengths of the runs of 0 and 1, a run of 0 first."""
    found = [count for _, count in runs(bits)]
    return found if not bits or not bits[0] else [0, *found]


def straight(numbers):
    """Returns [[first, count], ...] of the runs of successive numbers."""
    found = []
    for number in numbers:
        if found and sum(found[-1]) == number:
            found[-1][1] += 1
        else:
            found.append([number, 1])
    return found


class Packing:
    """What a trace has, from step `first` to step `last` of a recorder. standard: None or a Standard.

    slices: None, or a function of a number that returns its name, of a trace that keeps one bit of each
    vector, at the place `bit`.
    """

    def __init__(self, recorder, standard, first=0, last=None, slices=None, bit=0):
        self.recorder, self.standard, self.slices, self.bit = recorder, standard, slices, bit
        self.steps = recorder.steps[first:last]
        self.first, self.total = first, len(recorder.steps)
        self.written = written(recorder)
        self.state = dict(recorder.start)  # before the first step
        for step in recorder.steps[:first]:
            self.state.update(step.changed)

    def is_slice(self, place):
        return self.slices is not None and self.recorder.registers[place].width > 64

    def bits(self, place):
        return 1 if self.is_slice(place) else self.recorder.registers[place].width

    def shown(self, place, number):
        """Returns a register's value in hex."""
        return f"{number >> self.bit & 1 if self.is_slice(place) else number:x}"

    def columns(self):
        """Returns the values of all steps with what belongs to each."""
        values, secret, tags, self.numbers = [], [], [], []
        state = dict(self.state)
        for step in self.steps:
            state.update(step.changed)
            for place in self.written[step.number]:
                number, is_secret = state.get(place, (0, False))
                values.append(self.shown(place, number))
                secret.append(int(is_secret))
                self.numbers.append((number, self.recorder.registers[place].width))
                tags.append(self.slices(number) if self.is_slice(place) else "")
        return values, secret, tags

    def memory(self):
        """Returns the regions, each with the part that the trace touches, and the accesses of each step."""
        before = {name: bytearray(data) for name, _, data, _ in self.recorder.regions}
        for step in self.recorder.steps[: self.first]:
            for name, at, size, number in step.stores:
                before[name][at : at + size] = number.to_bytes(size, "little")
        touched = {}
        for step in self.steps:
            for name, at, size, *_ in step.loads + step.stores:
                low, high = touched.get(name, (at, at + size))
                touched[name] = min(low, at), max(high, at + size)
        regions, offsets, places = [], {}, {}
        for name, base, data, writable in self.recorder.regions:
            if name not in touched:
                continue
            low, high = touched[name]
            low, high = low // 16 * 16, min(-(-high // 16) * 16, len(data))
            places[name], offsets[name] = len(regions), low
            content = before[name][low:high].hex()
            regions.append(
                [name, base, low, high - low, int(writable), content if content.strip("0") else ""]
            )
        accesses = []
        for step in self.steps:
            for name, at, size, _ in step.loads:
                accesses.append(f"{places[name]:x}.{at - offsets[name]:x}.{size:x}")
            for name, at, size, number in step.stores:
                accesses.append(f"{places[name]:x}.{at - offsets[name]:x}.{size:x}.{number:x}")
        return regions, accesses

    def names(self):
        """Returns the names of the words that occur in registers and memory, in the standard's unit."""
        if self.standard is None or self.slices is not None:
            return {}
        unit, known, found = self.standard.unit, self.standard.names(), {}
        mask = (1 << unit) - 1
        numbers = self.numbers + [(n, self.recorder.registers[p].width) for p, (n, _) in self.state.items()]
        for step in self.steps:
            numbers += [(number, 8 * size) for *_, size, number in step.stores]
        for number, width in numbers:
            for low in range(0, width, unit):
                word = number >> low & mask
                if word in known:
                    found[f"{word:0{unit // 4}x}"] = known[word]
        return dict(sorted(found.items(), key=lambda each: each[1]))

    def roles(self):
        """Returns the distinct maps of roles and the number of the map of each instruction."""
        places = {reg.family: place for place, reg in enumerate(self.recorder.registers)}
        known, numbers = {}, []
        for item in self.recorder.f.instructions():
            found = tuple((str(places[k]), v) for k, v in sorted((item.roles or {}).items()) if k in places)
            numbers.append(known.setdefault(found, len(known)))
        return [dict(found) for found in known], numbers

    def counts(self):
        """Returns "loads,stores" of each instruction, which every execution of it makes."""
        found = ["0,0"] * len(self.written)
        for step in self.recorder.steps:
            found[step.number] = f"{len(step.loads)},{len(step.stores)}"
        return found

    def object(self, said):
        """Returns the trace. said: {title, said}."""
        f, recorder = self.recorder.f, self.recorder
        values, secret, tags = self.columns()
        regions, accesses = self.memory()
        maps, numbers = self.roles()
        instructions = f.instructions()
        sources = [os.path.relpath(os.path.join(ROOT, item.where[0]), ROOT) for item in instructions]
        files = sorted(set(sources))
        known = sorted(set(tags) - {""})
        return {
            "stem": f.kernel.stem,
            "op": f.op.name,
            "symbol": f.symbol,
            **said,
            "summary": f.kernel.summary,
            "constant_time": f.kernel.constant_time,
            "bits": f.bits,
            "unit": self.standard.unit if self.standard else f.bits,
            "std": self.standard.name if self.standard else "",
            "how": self.standard.how if self.standard else "",
            "window": [self.first, self.total],
            "regs": [[_name(reg), self.bits(place)] for place, reg in enumerate(recorder.registers)],
            "lines": "\n".join(program.lines(f)),
            "meanings": program.meanings(f),
            "wr": runs(",".join(map(str, each)) for each in self.written),
            "rd": runs(",".join(map(str, each)) for each in read(recorder)),
            "mem": runs(self.counts()),
            "files": files,
            "src": " ".join(
                f"{files.index(source):x}.{item.where[1]:x}" for source, item in zip(sources, instructions)
            ),
            "roles": maps,
            "role": runs(numbers),
            "regions": regions,
            "start": {str(place): self.shown(place, n) for place, (n, _) in sorted(self.state.items())},
            "secret": sorted(place for place, (_, is_secret) in self.state.items() if is_secret),
            "pc": straight(step.number for step in self.steps),
            "v": ",".join(values),
            "sec": lengths(secret),
            "acc": " ".join(accesses),
            "round": runs([list(step.rounds) if step.rounds else None for step in self.steps]),
            "names": self.names(),
            "tags": known,
            "tag": runs(known.index(tag) + 1 if tag else 0 for tag in tags) if known else [],
        }


def _name(reg):
    """Returns the name of a register: of a view with a shape that of the whole register."""
    return reg.family if reg.kind == "simd" else reg.name
