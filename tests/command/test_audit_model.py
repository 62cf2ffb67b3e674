# SPDX-License-Identifier: MIT
"""`oldguard audit` on trees with random edits. A model computes the statuses from the edits alone."""

import json
import os
import random
from pathlib import Path

import manifests
import pytest

from tools import slow


class Model:
    """The content of a tree before and after the edits. Each file has its own size, time and content."""

    def __init__(self, seed):
        self.chance = random.Random(seed)
        self.serial = 0
        self.before = {}
        self.after = {}
        self.same_times = set()  # names whose size and time are as recorded
        for i in range(self.chance.randrange(1, 40)):
            # Few contents, so that there are duplicates.
            name = f"{self.chance.choice(['', 'd/', 'd/e/', 'd.x/'])}{i}"
            self.before[name] = b"%d" % self.chance.randrange(30) * self.chance.choice([0, 1, 500])
        self.after = dict(self.before)
        self.same_times = set(self.before)

    def write(self):
        for name, data in self.before.items():
            path = Path("tree", name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)

    def any_file(self):
        return self.chance.choice(sorted(self.after)) if self.after else None

    def new_name(self):
        self.serial += 1
        return self.chance.choice([f"n{self.serial}", f"d/n{self.serial}", f"+/{self.serial}"])

    def edit(self):
        kind = self.chance.choice(
            ["rename", "copy", "delete", "edit", "grow", "touch", "flip", "create", "swap"]
        )
        name = self.any_file()
        if name is None:
            kind = "create"
        path = Path("tree", name or "")
        if kind == "rename":
            new = self.new_name()
            Path("tree", new).parent.mkdir(parents=True, exist_ok=True)
            path.rename(Path("tree", new))
            self.after[new] = self.after.pop(name)
            self.same_times.discard(name)
        elif kind == "swap":
            other = self.any_file()
            if other != name:
                spare = Path("tree/spare")
                path.rename(spare)
                Path("tree", other).rename(path)
                spare.rename(Path("tree", other))
                self.after[name], self.after[other] = self.after[other], self.after[name]
                # Both have new inodes, but a status does not depend on these.
                for one in (name, other):
                    self.same_times.discard(one)
                    os.utime(f"tree/{one}", ns=(0, self.time()))
        elif kind == "copy":
            new = self.new_name()
            Path("tree", new).parent.mkdir(parents=True, exist_ok=True)
            Path("tree", new).write_bytes(self.after[name])
            self.after[new] = self.after[name]
        elif kind == "delete":
            path.unlink()
            del self.after[name]
            self.same_times.discard(name)
        elif kind == "create":
            new = self.new_name()
            Path("tree", new).parent.mkdir(parents=True, exist_ok=True)
            self.after[new] = self.chance.randbytes(self.chance.randrange(4))
            Path("tree", new).write_bytes(self.after[new])
        elif kind == "touch":
            os.utime(path, ns=(0, self.time()))
            self.same_times.discard(name)
        else:
            data = bytearray(self.after[name])
            if kind == "grow" or not data:
                data += b"x" * self.chance.randrange(1, 4)
            else:
                data[self.chance.randrange(len(data))] ^= 1 << self.chance.randrange(8)
            before = os.stat(path)
            path.write_bytes(data)
            self.after[name] = bytes(data)
            if kind == "flip":
                os.utime(path, ns=(0, before.st_mtime_ns))
            else:
                os.utime(path, ns=(0, self.time()))
                self.same_times.discard(name)

    def time(self):
        """Returns a time that no file has had."""
        self.serial += 1
        return 10**18 + self.serial

    def listed_status(self, name, has_times):
        if name not in self.after:
            return "missing"
        if self.after[name] == self.before[name]:
            return "ok"
        same_size = len(self.after[name]) == len(self.before[name])
        return "corrupt" if has_times and same_size and name in self.same_times else "changed"

    def expected(self, has_times):
        """Returns {name: status}, with the other name after "moved" and "duplicate"."""
        statuses = {name: self.listed_status(name, has_times) for name in self.before}
        for name in sorted(set(self.after) - set(self.before), key=os.fsencode):
            data = self.after[name]
            gone = [old for old in statuses if statuses[old] == "missing" and self.before.get(old) == data]
            if gone:
                statuses[min(gone, key=os.fsencode)] = f"moved {name}"
                continue
            statuses[name] = "new"
        for name, status in statuses.items():
            if status == "new":
                same = [
                    old
                    for old in self.before
                    if statuses[old] == "ok" and self.before[old] == self.after[name]
                ]
                if same:
                    statuses[name] = f"duplicate {min(same, key=os.fsencode)}"
        return statuses


def statuses_of(output):
    statuses = {}
    for line in output.splitlines()[:-1]:
        entry = json.loads(line)
        assert entry["name"] not in statuses
        other = entry.get("to", entry.get("of"))
        statuses[entry["name"]] = entry["status"] + (f" {other}" if other else "")
    return statuses


def counts_of(statuses):
    counts = {}
    for status in statuses.values():
        kind = status.split()[0]
        counts[kind] = counts.get(kind, 0) + 1
    return counts


@pytest.mark.parametrize("kind", ["jsonl", "gnu", "hashdeep"])
@pytest.mark.parametrize("first", [0, slow(20), slow(40)])
def test_random_edits(oldguard, tmp_path, monkeypatch, kind, first):
    seen = set()
    for seed in range(first, first + 20):
        folder = tmp_path / str(seed)
        folder.mkdir()
        monkeypatch.chdir(folder)
        os.mkdir("tree")
        model = Model(seed)
        model.write()
        Path("manifest").write_bytes(getattr(manifests, kind)("tree"))
        for _ in range(model.chance.randrange(12)):
            model.edit()
        expected = model.expected(kind == "jsonl")
        result = oldguard("audit", "--json", f"-j{1 + seed % 3}", "manifest", "tree")
        assert statuses_of(result.stdout) == expected, seed
        assert result.returncode == (0 if set(expected.values()) == {"ok"} else 1)
        summary = json.loads(result.stdout.splitlines()[-1])["summary"]
        assert {name: count["files"] for name, count in summary.items()} == counts_of(expected)
        seen |= set(counts_of(expected))
        # What --update=all leaves is as listed, except what is corrupt.
        oldguard("audit", "--update=all", "manifest", "tree")
        after = statuses_of(oldguard("audit", "--json", "manifest", "tree").stdout)
        corrupt = {name for name, status in expected.items() if status == "corrupt"}
        assert after == {name: "corrupt" if name in corrupt else "ok" for name in model.after}, seed
    assert {"ok", "changed", "missing", "moved", "new", "duplicate"} <= seen
    assert kind != "jsonl" or "corrupt" in seen
