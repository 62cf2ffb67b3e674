# SPDX-License-Identifier: MIT
"""The lines for all processors of src/core/defaults.tune have the least regret over docs/results/, and lines that have
not are found."""

import functools

import pytest
from conftest import lab

from lab import regret


def defaults():
    with open(regret.DEFAULTS, encoding="utf-8") as file:
        return file.read()


@functools.cache
def found():
    return regret.processors(defaults())


def test_the_committed_lines_have_the_least_regret():
    lines = regret.default_lines(defaults())
    assert regret.report(lines, found()) == []
    judged = {point.op for point in regret.points(lines, found())}
    assert {
        "sha1.blocks",
        "sha1.lanes",
        "sha1dc.lanes",
        "whirlpool.lanes",
        "des.ecb",
        "des3.cbc_dec",
    } <= judged


@pytest.mark.parametrize(
    "right, wrong, place",
    [
        ("sha1.blocks sha1_x64_shani 0 1.92\n", "", "sha1.blocks 16384/long: "),
        ("des.ecb des_x64_avx2_x256 352 1.74\n", "des.ecb des_x64_avx2_x256 64 1.74\n", "des.ecb 64/long: "),
        (
            "des.ecb des_x64_avx512_x512 4096-4096 0.75\n",
            "",
            "des.ecb 4096/long: emerald-rapids des_x64_vbmi_x64 ",
        ),
        (
            "sha1.lanes sha1_x64_avx512vl_x8 320 0.54\n",
            "",
            "sha1.lanes 512/short: emerald-rapids sha1_x64_shani_x4 ",
        ),
        ("whirlpool.lanes whirlpool_x64_gfni_x3 128 4.92\n", "", "whirlpool.lanes 192/"),
        ("sha1dc.lanes one-by-one 128 1.92\n", "", "sha1dc.lanes 128/"),
    ],
)
def test_a_wrong_line_is_found(tmp_path, right, wrong, place):
    assert defaults().count("\n" + right) == 1
    path = tmp_path / "defaults.tune"
    path.write_text(defaults().replace("\n" + right, "\n" + wrong))
    done = lab("regret", path)
    assert done.returncode == 1
    assert any(line.startswith(place) for line in done.stdout.splitlines()), done.stdout


COSTS = {"a": {"x": 1.0, "y": 1.5, "z": 3.0}, "b": {"y": 1.0, "z": 1.1}, "c": {"y": 2.0, "z": 1.0}}


def test_least_regret():
    assert regret.least_regret(COSTS) == ("x", "z")  # z costs 1.1 and 1, y 1 and 2
    assert regret.mean(COSTS, {"a": "x", "b": "z", "c": "z"}) == pytest.approx(1.1 ** (1 / 3))


def test_results_without_a_kernel_that_could_run_do_not_count():
    lines = regret.default_lines("sha1.blocks sha1_x64_shani 0 1\nsha1.blocks sha1_x64_bmi2 0 2\n")
    new = {"sha1.blocks": {"sha1_x64_shani": {64: 2.0}, "sha1_x64_bmi2": {64: 4.0}}}
    old = {"sha1.blocks": {"sha1_x64_shani": {64: 2.0}}, "sha1dc.blocks": {"sha1dc_x64_avx2": {64: 9.0}}}
    weak = {"sha1.blocks": {"sha1_x64_bmi2": {64: 4.0}}}
    measured = {
        name: regret.Measured(name, "", kernels)
        for name, kernels in (("new", new), ("old", old), ("weak", weak))
    }
    assert set(regret.measured_on(lines, "sha1.blocks", measured)) == {"new", "weak"}


def test_the_latest_results_of_a_class_count():
    lines = regret.default_lines("sha1.blocks sha1_x64_avx2 0 1\n")
    kernels = {"sha1.blocks": {"sha1_x64_avx2": {64: 2.0}}}
    measured = {
        "first": regret.Measured("one", "2026-11-22", kernels),
        "second": regret.Measured("one", "2026-11-29", kernels),
        "third": regret.Measured("other", "2026-11-25", kernels),
    }
    assert set(regret.measured_on(lines, "sha1.blocks", measured)) == {"second", "third"}
    del measured["third"]
    assert regret.measured_on(lines, "sha1.blocks", measured) == {}


def test_a_kernel_of_one_class_is_not_judged():
    lines = regret.default_lines("sha1.blocks sha1_x64_avx2 0 1\n")
    old = {"sha1_x64_avx2": {64: 2.0}, "sha1_x64_bmi2": {64: 3.0}}
    new = old | {"sha1_x64_ssse3": {64: 1.0}}
    measured = {
        name: regret.Measured(name, "", {"sha1.blocks": kernels})
        for name, kernels in (("a", old), ("b", old), ("c", new))
    }
    judged = regret.measured_on(lines, "sha1.blocks", measured)
    assert [set(kernels) for kernels in judged.values()] == [set(old)] * 3
    measured["b"] = regret.Measured("b", "", {"sha1.blocks": new})
    judged = regret.measured_on(lines, "sha1.blocks", measured)
    assert [set(kernels) for kernels in judged.values()] == [set(old), set(new), set(new)]


@pytest.mark.parametrize(
    "cpu_id, name",
    [
        ("family 6 model 207 stepping 2", "golden-cove"),
        ("family 6 model 174 stepping 1", "golden-cove"),
        ("family 6 model 175 stepping 1", None),
        ("family 25 model 17 stepping 1", "zen-4"),
        ("family 26 model 2", "zen-5"),
    ],
)
def test_classes(cpu_id, name):
    assert regret.class_of(cpu_id, defaults()) == name
