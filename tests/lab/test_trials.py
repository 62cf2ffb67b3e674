# SPDX-License-Identifier: MIT
"""Tests trial kernels: a correct one is timed, a wrong one is reported."""

import json

import pytest
from conftest import BUILD, lab

TRIAL = """
from asmgen import kernel
from asmgen.cli import KERNELS

KERNEL = kernel.Kernel(stem="{stem}", arch="x64", summary="trial")
build = kernel.find("sha1_x64_fast", KERNELS).entries[0][2]


class Changed:
    def __init__(self, f):
        self.f = f

    def __getattr__(self, name):
        return getattr(self.f, name)

    def rol(self, register, count, **more):
        self.f.rol(register, {rotation} if count == 5 else count, **more)


@KERNEL.function("sha1.blocks")
def blocks(f):
    build(Changed(f))
"""
QUICK = ("--json", "--quick", "--size", "64", "--accept-noise")


@pytest.fixture
def trial(tmp_path):
    """Writes a trial whose rounds rotate a by `rotation` bits; 5 is correct. Returns its folder."""
    folder = tmp_path / "forms"

    def make(stem, rotation):
        folder.mkdir(exist_ok=True)
        (folder / f"{stem}.py").write_text(TRIAL.format(stem=stem, rotation=rotation))
        return folder

    return make


def test_a_right_trial_is_timed_and_a_wrong_one_is_named(trial):
    trial("sha1_right", 5)
    done = lab("trials", "--build", BUILD, trial("sha1_wrong", 3), *QUICK)
    assert done.stdout, done.stderr
    report = json.loads(done.stdout)
    rows = {row["kernel"]: row for row in report["rows"]}
    assert rows["trials.sha1_right"]["cpb_min"] > 0
    assert "sha1_x64_fast" in rows
    assert "cpb_min" not in rows.get("trials.sha1_wrong", {})
    assert any("trials.sha1_wrong" in problem for problem in report["problems"])
    assert done.returncode == 1


def test_a_folder_without_a_trial_is_bad_usage(tmp_path):
    done = lab("trials", "--build", BUILD, tmp_path)
    assert done.returncode == 2
    assert "no kernel for sha1.blocks" in done.stderr
