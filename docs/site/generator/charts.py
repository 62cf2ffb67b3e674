# SPDX-License-Identifier: MIT
"""Charts of measured figures: kernels, compiled C and peers in one order of bars, on one machine."""

from dataclasses import dataclass

from lab import figures

from .paths import read_json

SIZE = 16384  # bytes; the size that charts show where it was measured
LEAST_BAR = 0.5  # percent
REFERENCES = ("_c_ref", "_c_byte")  # the standards written literally, which flatten every chart


@dataclass
class Bar:
    kind: str  # kernel, c, compiled or peer
    name: str
    stem: str  # of a kernel that has a page, or ""
    value: float
    width: float  # percent of the longest bar
    remark: str = ""  # path of a peer, compiler of C code
    noisy: bool = False
    limit: float = 0  # percent: where the units of the processor limit the kernel
    limit_text: str = ""

    @property
    def text(self):
        return figures.number(self.value) + "~" * self.noisy


@dataclass
class Chart:
    op: str
    bits: int
    title: str
    size: int
    unit: str
    bars: list
    blocks: int = 1  # of output of a call of PBKDF2

    @property
    def caption(self):
        if self.unit == "cycles/byte":
            return f"cycles per byte, {figures.size(self.size)}"
        if self.unit == "cycles/password":
            return f"cycles per password, {self.size // figures.PASSWORD:,} passwords"
        if self.unit == "cycles/iteration":
            each = (
                f" and block, {self.blocks} blocks of output at once"
                if self.blocks > 1
                else ", one block of output"
            )
            return "cycles per iteration" + each
        return "cycles per call"

    @property
    def has_limits(self):
        return any(bar.limit for bar in self.bars)

    def of(self, stem):
        """Returns the bar of a kernel, or None."""
        return next((bar for bar in self.bars if bar.stem == stem), None)

    @property
    def best_peer(self):
        return next((bar for bar in self.bars if bar.kind == "peer"), None)


class Charts:
    """Makes the charts of the operations that names.json describes."""

    def __init__(self, names, stems):
        self.names, self.stems = names, stems
        self.peers = read_json("bench/lab/readme.json")["names"] | names["peers"]

    def chart(self, machine, op, bits, size=None):
        """Returns the chart of an operation on a machine, None if nothing was measured. size: None for the one that
        most rows have."""
        rows = [r for r in machine.rows.get((op, bits), []) if not r["stem"].endswith(REFERENCES)]
        rows = [row for row in rows if size in (None, row["size"])]
        if not rows:
            return None
        size = _size(rows)
        rows = [row for row in rows if row["size"] == size]
        compiled = min((r for r in rows if r["kind"] == "compiled"), key=figures.figure, default=None)
        rows = [row for row in rows if row["kind"] in ("kernel", "peer") or row is compiled]
        top = max(map(figures.figure, rows))
        limits = {entry["name"]: entry for entry in machine.limits if entry["op"] == op}
        bars = [self._bar(row, top, limits) for row in rows]
        bars.sort(key=lambda bar: (bar.value, bar.name, bar.remark))
        unit = figures.unit(rows[0])[0]
        title, blocks = self.names["operations"][op]["title"], rows[0].get("blocks", 1)
        return Chart(op, bits, title, size, unit, bars, blocks)

    def _bar(self, row, top, limits):
        value, kind = figures.figure(row), row["kind"]
        bar = Bar(kind, row["name"], "", value, max(LEAST_BAR, 100 * value / top), noisy=bool(row["noisy"]))
        if kind == "peer":
            bar.name, bar.remark = self._peer(row["name"]), row.get("path") or ""
        elif kind == "compiled":
            bar.name, bar.remark = row["stem"], f"{row['compiler']} {row['flags']}, the fastest C"
        elif row["stem"] in self.stems:
            bar.stem = row["stem"]
            if row["stem"] in limits:
                limit = limits[row["stem"]]
                bar.limit = 100 * limit["limit"] / top
                bar.limit_text = f"limit {figures.number(limit['limit'])}: {limit['why']}"
        else:
            bar.kind = "c" if row["stem"].split("_")[1:2] == ["c"] else "kernel"
        return bar

    def _peer(self, name):
        """Returns the name that pages show for the row `library` or `library.way` of a peer."""
        library, _, way = name.partition(".")
        if name in self.peers:
            return self.peers[name]
        known = {"evp": "EVP", "low": "low level", "oneshot": "one call", "scalar": "scalar"}
        return self.peers.get(library, library) + (f" {known.get(way, way.upper())}" if way else "")


def _size(rows):
    """Returns the size that most kernels and peers were measured at, on a tie SIZE or the largest."""
    counts = {}
    for row in rows:
        if row["kind"] != "compiled":
            counts[row["size"]] = counts.get(row["size"], 0) + 1
    counts = counts or {row["size"]: 1 for row in rows}
    return max(counts, key=lambda size: (counts[size], size == SIZE, size))
