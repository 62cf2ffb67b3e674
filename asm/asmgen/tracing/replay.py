# SPDX-License-Identifier: MIT
"""Replays a trace: the registers and the memory after any number of its steps."""


def expand(runs):
    """Returns the values of [[value, count], ...] one by one."""
    return [value for value, count in runs for _ in range(count)]


def numbers(text):
    return [int(n) for n in text.split(",")] if text else []


class Replay:
    """The state of a trace. `apply` makes the next step."""

    def __init__(self, trace):
        self.trace = trace
        self.at = 0
        self.registers = {int(place): int(value, 16) for place, value in trace["start"].items()}
        self.secret = set(trace["secret"])
        self.memory = [
            bytearray(bytes.fromhex(content)) if content else bytearray(size)
            for _, _, _, size, _, content in trace["regions"]
        ]
        self.steps = [first + i for first, count in trace["pc"] for i in range(count)]
        self._written = [numbers(text) for text in expand(trace["wr"])]
        self._accesses = [sum(numbers(text)) for text in expand(trace["mem"])]
        self._values = iter([int(value, 16) for value in trace["v"].split(",")] if trace["v"] else [])
        self._secrets = iter([n % 2 for n, count in enumerate(trace["sec"]) for _ in range(count)])
        self._memory = iter(trace["acc"].split())

    def apply(self):
        """Makes the next step. Returns the places of the registers that it wrote."""
        number = self.steps[self.at]
        for place in self._written[number]:
            self.registers[place] = next(self._values)
            (self.secret.add if next(self._secrets) else self.secret.discard)(place)
        for _ in range(self._accesses[number]):
            region, at, size, *value = (int(n, 16) for n in next(self._memory).split("."))
            if value:
                self.memory[region][at : at + size] = value[0].to_bytes(size, "little")
        self.at += 1
        return self._written[number]

    def run(self):
        """Makes all steps that are left."""
        while self.at < len(self.steps):
            self.apply()

    def finished(self):
        """Returns whether every value and access of the trace has been used."""
        return self.at == len(self.steps) and not any(
            True for left in (self._values, self._secrets, self._memory) for _ in left
        )

    def content(self, name):
        """Returns the bytes of the region of a buffer that the trace touches."""
        place = [region[0] for region in self.trace["regions"]].index(name)
        return bytes(self.memory[place])
