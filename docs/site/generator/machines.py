# SPDX-License-Identifier: MIT
"""The measured machines: docs/results/*.json, which bench/lab/readme.json names and orders."""

import re
from dataclasses import dataclass

from lab import kept, limits

from .errors import SiteError
from .paths import line_of, listed, read_json

README = "bench/lab/readme.json"
RESULTS = "docs/results"
LIMITS = "bench/lab/limits.json"
OTHERS = ("proofs.json",)  # files of that folder that hold no measurements


@dataclass
class Machine:
    key: str  # the file's name without its extension, part of URLs
    title: str
    doc: dict
    rows: dict  # (operation, bits) -> rows
    limits: list  # as in bench/lab/limits.json

    @property
    def date(self):
        return self.doc["provenance"]["bench"]["date"][:10]

    @property
    def about(self):
        """One sentence about the measurement."""
        bench = self.doc["provenance"]["bench"]
        parts = [f"{bench['compiler']} {bench['flags']}", bench["clock_description"]]
        if bench.get("core_mhz"):
            parts.insert(1, f"core at {bench['core_mhz']:,.0f} MHz")
        transcribed = self.doc["provenance"].get("transcribed", "")
        return f"{self.title}, {self.date}; {'; '.join(parts)}." + (f" {transcribed}" if transcribed else "")

    @property
    def peers(self):
        """The versions of the peers, as one sentence."""
        named = {
            peer["library"]: peer["version"]
            for peer in self.doc["peers"]
            if peer["found"] and peer.get("version") not in (None, "", "not recorded")
        }
        return ", ".join(f"{library} {version}" for library, version in named.items())


def gather():
    """Returns the machines in the order of bench/lab/readme.json. Refuses a file of results that it does not name."""
    described = {entry["results"]: entry["title"] for entry in read_json(README)["machines"]}
    for name in listed(RESULTS, ".json"):
        if name not in described and name not in OTHERS:
            raise SiteError(f"{RESULTS}/{name}", 1, f"a machine that {README} does not name")
    return [_machine(name, title) for name, title in described.items()]


def _machine(name, title):
    path = f"{RESULTS}/{name}"
    data = read_json(path)
    if data.get("schema") != kept.SCHEMA:
        raise SiteError(path, line_of(path, '"schema"'), f"not results of the schema {kept.SCHEMA}")
    doc, rows = kept.restored(data), {}
    for row in doc["rows"]:
        rows.setdefault((row["op"], row["bits"]), []).append(row)
    key = re.sub(r"[^a-z0-9]+", "-", name.removesuffix(".json"))
    machine = Machine(key, title, doc, rows, limits.rows(doc))
    for entry in machine.limits:
        if entry["measured"] < (1 - limits.TIE) * entry["limit"]:
            problem = f"'{entry['name']}' is faster than its limit: {entry['measured']:.3f} on {title}"
            raise SiteError(LIMITS, line_of(LIMITS, f'"name": "{entry["name"]}"'), problem)
    return machine


def check_limits(operations):
    """Refuses a limit of bench/lab/limits.json for a kernel or an operation that does not exist. operations: {stem:
    operations of the kernel}."""
    for entry in limits.known():
        name, op = entry["name"], entry["op"]
        if op not in operations.get(name, ()):
            problem = (
                f"'{name}' is no kernel" if name not in operations else f"'{name}' has no operation '{op}'"
            )
            raise SiteError(LIMITS, line_of(LIMITS, f'"name": "{name}"'), problem)
