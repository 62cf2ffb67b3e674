# SPDX-License-Identifier: MIT
"""The list of planted faults, and the program that plants them."""

import importlib.machinery
import importlib.util
import pathlib
from collections import Counter

import pytest

PATH = pathlib.Path(__file__).parent / "run"
LOADER = importlib.machinery.SourceFileLoader("plant", str(PATH))
plant = importlib.util.module_from_spec(importlib.util.spec_from_loader("plant", LOADER))
LOADER.exec_module(plant)


def test_every_fault_fits_the_tree():
    faults = plant.load()
    rooms = Counter(fault.part for fault in faults)
    assert len(faults) >= 60 and set(rooms) == set(plant.PARTS)
    for fault in faults:
        text = (plant.ROOT / fault.file).read_text()
        assert fault.planted(text) != text, fault.name


def fault(name="a fault", old="b", new="B", part="fake"):
    return plant.Fault(name, "file", old, new, part, ("test",))


@pytest.mark.parametrize("old", ["x", "a"])
def test_a_text_that_is_not_there_once_is_refused(old):
    with pytest.raises(plant.Wrong, match="has the old text [02] times"):
        fault(old=old).planted("a b a")


class Fake(plant.Part):
    """Tests that pass on some texts of the file."""

    def __init__(self, tree, passes):
        self.file, self.passes = tree / "file", passes

    def run(self, copy, tests):
        text = self.file.read_text()
        if "crash" in text:
            raise plant.Wrong("no test ran")
        return "" if self.passes(text) else "a failure"


@pytest.fixture
def planted(tmp_path, monkeypatch, capsys):
    """Plants faults in a file "a b c" whose tests pass as told. Returns the number missed, and the lines."""
    (tmp_path / "file").write_text("a b c")

    def run(passes, *faults):
        monkeypatch.setattr(plant, "PARTS", {"fake": Fake(tmp_path, passes)})
        copy = type("Copy", (), {"tree": tmp_path})
        missed = plant.run(copy, faults)
        assert (tmp_path / "file").read_text() == "a b c"
        return missed, [line.split()[0] for line in capsys.readouterr().out.splitlines() if line[0] != " "]

    return run


def test_faults_that_are_seen_and_missed(planted):
    seen, missed = fault("seen", "b", "B"), fault("missed", "c", "C")
    crash = fault("crash", "a", "crash")
    assert planted(lambda text: "B" not in text, seen) == (0, ["caught"])
    lines = ["caught", "MISSED", "MISSED", "no"]
    assert planted(lambda text: "B" not in text, seen, missed, crash) == (2, lines)


def test_tests_that_never_pass_see_nothing(planted):
    with pytest.raises(plant.Wrong, match="do not pass without a fault"):
        planted(lambda text: False, fault())


@pytest.mark.parametrize("turns", [plant.turns.TURNS, plant.turns.LONG])
def test_each_fault_is_in_one_part(monkeypatch, turns):
    faults, parts = list(range(70)), []
    monkeypatch.delenv("OLDGUARD_TURNS", raising=False)
    assert plant.turns.part(faults, turns) == faults
    monkeypatch.setenv("OLDGUARD_TURNS", "1")
    for commit in range(100, 100 + turns):
        monkeypatch.setattr(plant.turns, "commit", lambda commit=commit: commit)
        parts.append(plant.turns.part(faults, turns))
    assert sorted(sum(parts, [])) == faults
    monkeypatch.undo()
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setenv("OLDGUARD_TURNS", "1")
    assert plant.turns.part(faults, turns) == faults  # without git
