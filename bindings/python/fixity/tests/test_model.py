# SPDX-License-Identifier: MIT
"""Random edits of a tree: the statuses of a second job follow from the edits."""

import os
import random
import shutil
from pathlib import Path

import pytest
from conftest import fixity, json_report

FILES = 12


class Model:
    """A tree, and the status that each name must get."""

    def __init__(self, root: Path, chance: random.Random) -> None:
        self.root = root
        self.chance = chance
        self.expected: dict[str, str] = {}
        self.names = [f"d{number % 4}/f{number:02}" for number in range(FILES)]
        for number, name in enumerate(self.names):
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(b"%d:" % number * (number + 1))
            self.expected[name] = "skipped"

    def edit(self) -> None:
        """Edits a file that is untouched so far."""
        name = self.chance.choice([name for name in self.names if self.expected.get(name) == "skipped"])
        path = self.root / name
        kind = self.chance.choice(
            ("flip", "append", "touch", "delete", "rename", "copy", "add", "rewrite", "deny")
        )
        getattr(self, kind)(name, path)

    def flip(self, name: str, path: Path) -> None:
        """Changes a byte and puts the time back: what a failing disk does. Nothing finds it but a read."""
        times = path.stat()
        data = bytearray(path.read_bytes())
        data[self.chance.randrange(len(data))] ^= 1
        with path.open("r+b") as file:
            file.write(data)
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
        self.expected[name] = "corrupt"

    def append(self, name: str, path: Path) -> None:
        with path.open("ab") as file:
            file.write(b"more")
        self.later(path)
        self.expected[name] = "changed"

    def later(self, path: Path) -> None:
        times = path.stat()
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns + 10**9))

    def touch(self, name: str, path: Path) -> None:
        self.later(path)
        self.expected[name] = "ok"

    def rewrite(self, name: str, path: Path) -> None:
        """Writes the same content to another inode, as a restore from a backup does."""
        times = path.stat()
        data = path.read_bytes()
        path.rename(path.with_name("saved"))
        path.write_bytes(data)
        path.with_name("saved").unlink()
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
        self.expected[name] = "ok"

    def delete(self, name: str, path: Path) -> None:
        path.unlink()
        self.expected[name] = "missing"

    def rename(self, name: str, path: Path) -> None:
        path.rename(self.root / f"moved-{path.name}")
        del self.expected[name]
        self.expected[f"moved-{path.name}"] = "moved"

    def copy(self, name: str, path: Path) -> None:
        shutil.copy(path, self.root / f"copy-{path.name}")
        self.expected[f"copy-{path.name}"] = "duplicate"
        self.expected[name] = "skipped "  # untouched, but not edited again

    def add(self, name: str, path: Path) -> None:
        (self.root / f"new-{path.name}").write_bytes(b"new" + path.read_bytes())
        self.expected[f"new-{path.name}"] = "new"
        self.expected[name] = "skipped "

    def deny(self, name: str, path: Path) -> None:
        """Replaces a file by a folder, which cannot be hashed."""
        path.unlink()
        path.mkdir()
        self.expected[name] = "missing"


@pytest.mark.parametrize("seed", range(40))
def test_statuses_follow_from_the_edits(
    seed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model = Model(tmp_path / "tree", random.Random(seed))
    first, second = tmp_path / "first", tmp_path / "second"
    assert fixity("plan", model.root, first) == 0
    assert fixity("run", first, "-j", "1", "--progress", "none") == 0
    for _ in range(8):
        model.edit()
    reads_all = any(status == "corrupt" for status in model.expected.values())
    assert (
        fixity("plan", model.root, second, "--previous", first, "--shard-objects", "3", "--max-age", "90d")
        == 0
    )
    if reads_all:  # a flipped bit is found when the file is due again
        shutil.rmtree(second)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("oldguard_fixity.plan.now", lambda: "2096-01-01T00:00:00+00:00")
            fixity(
                "plan", model.root, second, "--previous", first, "--shard-objects", "3", "--max-age", "90d"
            )
    result = fixity("run", second, "-j", "1", "--progress", "none")
    lines = json_report(second, capsys, "--all")
    found = {line["name"]: line["status"] for line in lines if "name" in line}
    expected = {name: status.strip() for name, status in model.expected.items()}
    if reads_all:
        expected = {name: "ok" if status == "skipped" else status for name, status in expected.items()}
    assert found == expected
    assert (result != 0) == bool(set(expected.values()) - {"ok", "skipped"})
    counts = {status: count["files"] for status, count in lines[-1]["summary"].items()}
    assert counts == {status: list(expected.values()).count(status) for status in set(expected.values())}
