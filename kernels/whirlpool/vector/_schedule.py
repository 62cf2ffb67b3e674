# SPDX-License-Identifier: MIT
"""Straight-line vector code as a graph, and its order.

A list scheduler over a model of three vector ports, the longest way to the end first: the order is
the kernel's own, and the same wherever it is printed.
"""

from dataclasses import dataclass, field

MOST = 15  # values alive at a time: of 16 registers one is for constants
PATIENCE = 2000  # cycles of the model after which no order is thought to fit


@dataclass(eq=False)
class Value:
    """One instruction and the register value that it makes, if any. `sources` are Values,
    Constants and plain operands (memory, immediates)."""

    name: str
    sources: tuple
    index: int
    latency: int = 1
    ports: str = "015"  # "" for what runs beside them: loads and stores
    result: bool = True
    width: int = 0  # of the register written, where it is not the kernel's own

    def reads(self):
        return {v for v in self.sources if isinstance(v, Value)}


@dataclass(frozen=True)
class Constant:
    """Bytes in memory, in a register while they are used."""

    name: str
    content: bytes


@dataclass
class Graph:
    values: list = field(default_factory=list)
    inputs: dict = field(default_factory=dict)  # Value: the register that holds it

    def input(self, register):
        value = Value("", (), -1)
        self.inputs[value] = register
        return value

    def op(self, name, *sources, **facts):
        value = Value(name, sources, len(self.values), **facts)
        self.values.append(value)
        return value


def order(graph, most):
    """The values in a good order. most: how many should be alive at a time; where that leads
    nowhere, up to `MOST` are."""
    users = {v: [] for v in [*graph.values, *graph.inputs]}
    uses = dict.fromkeys(users, 0)
    for v in graph.values:
        for n in v.reads():
            users[n].append(v)
            uses[n] += 1
    rank = {}
    for v in reversed(graph.values):
        rank[v] = v.latency + max((rank[u] for u in users[v]), default=0)
    missing = {v: len(v.reads() - graph.inputs.keys()) for v in graph.values}
    ready = {v: 0 for v in graph.values if not missing[v]}
    live, done, clock = set(graph.inputs), [], 0

    def growth(v):
        return v.result - sum(uses[s] == 1 for s in v.reads())

    def fits(v, limit):
        return growth(v) <= 0 or len(live) + growth(v) <= limit

    while ready:
        free = set("015")
        limit = most if any(at > clock or fits(v, most) for v, at in ready.items()) else MOST
        for v in sorted(ready, key=lambda v: (-rank[v], v.index)):
            port = next((p for p in "051" if p in v.ports and p in free), None)
            if ready[v] > clock or v.ports and port is None or not fits(v, limit):
                continue
            limit = most
            free.discard(port)
            del ready[v]
            done.append(v)
            for s in v.reads():
                uses[s] -= 1
                if not uses[s]:
                    live.discard(s)
            if v.result:
                live.add(v)
            for u in users[v]:
                missing[u] -= 1
                if not missing[u]:
                    ready[u] = clock + v.latency
        clock += 1
        if clock > PATIENCE:
            raise ValueError(f"no order keeps {MOST} values or fewer alive")
    return done
