# SPDX-License-Identifier: MIT
"""A list scheduler for straight-line vector code.

The code is a graph: one node per instruction, one edge per register value. `order` simulates a CPU
cycle by cycle and issues the ready instruction with the longest latency path to the end first, as
long as the values that are alive fit into the registers. The order is part of the kernel and the
same in every dialect.

The CPU is Intel from Ice Lake on, measured on Golden Cove (Sapphire Rapids). It has three vector
ports, 0, 1 and 5. Loads and stores have ports of their own and are not counted.
"""

from dataclasses import dataclass, field

ANY_PORT = "015"
SHIFT = "01"  # psrlw
SHUFFLE = "15"  # pshufb, palignr
LANE_CROSSING = {"ports": "5", "latency": 3}  # vpermq, vperm2i128, vextracti128
NO_PORT = ""  # loads and stores

MOST = 15  # values alive at a time: one of 16 registers is left for constants
PATIENCE = 2000  # simulated cycles after which `order` gives up


@dataclass(eq=False)
class Value:
    """One instruction and the register value that it computes, if any. `sources` are Values,
    Constants and plain operands (memory, immediates)."""

    name: str
    sources: tuple
    index: int
    latency: int = 1
    ports: str = ANY_PORT
    result: bool = True
    width: int = 0  # bits of the register written, if not those of the kernel's registers
    note: str = ""  # the step of Whirlpool that it belongs to, printed beside it

    def reads(self):
        return {v for v in self.sources if isinstance(v, Value)}


@dataclass(frozen=True)
class Constant:
    """Bytes in memory. The allocator keeps them in a register while one is free."""

    name: str
    content: bytes


@dataclass
class Graph:
    values: list = field(default_factory=list)
    inputs: dict = field(default_factory=dict)  # Value: the register that holds it
    step: str = ""  # the note of the values that follow

    def input(self, register):
        value = Value("", (), -1)
        self.inputs[value] = register
        return value

    def op(self, name, *sources, **facts):
        value = Value(name, sources, len(self.values), note=self.step, **facts)
        self.values.append(value)
        return value


def order(graph, most):
    """Returns the values in the order in which they are emitted.

    most: how many values may be alive at a time. Where no ready value fits under it, up to `MOST`
    may be.
    """
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
        free = set(ANY_PORT)
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
