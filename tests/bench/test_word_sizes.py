# SPDX-License-Identifier: MIT
"""Runs `oldguard bench` and `oldguard check` beside a real or a fake 32-bit program."""

import json
import os
import shutil
import stat
import subprocess
from pathlib import Path

import pytest

OLDGUARD = Path(os.environ["OLDGUARD"])
BENCH = ("bench", "--quick", "--budget", "0.1", "--accept-noise")


def run(program, *args, **env):
    clean = {k: v for k, v in os.environ.items() if not k.startswith("OLDGUARD_")}
    return subprocess.run(
        [program, *args], env={**clean, **env}, capture_output=True, text=True, timeout=3600, check=False
    )


@pytest.fixture
def both():
    if not OLDGUARD.with_name("oldguard32").exists():
        pytest.skip("this build has no oldguard32")
    return OLDGUARD


@pytest.fixture
def alone(tmp_path):
    """Copies the command to an empty folder, to which tests add an oldguard32."""
    return Path(shutil.copy(OLDGUARD, tmp_path / "oldguard"))


def pretend(program, script):
    sibling = program.with_name("oldguard32")
    sibling.write_text("#!/bin/sh\n" + script)
    sibling.chmod(sibling.stat().st_mode | stat.S_IXUSR)


def kernels_by_bits(report):
    return {bits: {row["kernel"] for row in report["rows"] if row["bits"] == bits} for bits in (32, 64)}


def test_bench_has_the_rows_of_both(both):
    report = json.loads(run(both, *BENCH, "--only", "sha1.blocks", "--size", "64", "--json").stdout)
    found = kernels_by_bits(report)
    assert {"sha1_x86_fast", "sha1_x86_naive", "sha1_c_fast"} <= found[32]
    assert {"sha1_x64_fast", "sha1_c_fast"} <= found[64]
    assert [build["bits"] for build in report["builds"]] == [64, 32]
    assert not [note for note in report["notes"] if "x86" in note]


def test_the_original_is_beside_the_kernels_of_its_word_size(both):
    report = json.loads(
        run(both, *BENCH, "--only", "sha1.blocks,whirlpool.blocks", "--size", "64", "--json").stdout
    )
    if not any(peer["library"] == "nayuki" and peer["found"] for peer in report["peers"]):
        pytest.skip("the crates were not fetched")
    for bits, path in ((64, "x64.S"), (32, "x86.S")):
        rows = {row["kernel"]: row for row in report["rows"] if row["bits"] == bits}
        for name in ("nayuki.sha1-asm", "nayuki.whirlpool-asm"):
            assert rows[name]["peer"] and rows[name]["checked"] and rows[name]["path"] == path


@pytest.mark.parametrize("bits, title", [("32", "32 bits"), ("64", "64 bits")])
def test_bits_selects(both, bits, title):
    done = run(both, *BENCH, "--only", "sha1.blocks", "--size", "64", "--bits", bits, "--json")
    assert done.returncode == 0, done.stderr
    assert {row["bits"] for row in json.loads(done.stdout)["rows"]} == {int(bits)}
    text = run(both, *BENCH, "--only", "sha1_c_fast", "--size", "64", "--bits", bits).stdout
    assert title in text
    assert "-bit:" not in text


def test_a_peer_that_exists_at_one_word_size_only_is_no_error(both):
    if not list(OLDGUARD.with_name("peers").glob("peer_openssl.so")):
        pytest.skip("no peer openssl")
    done = run(both, *BENCH, "--only", "openssl*", "--size", "64", "--json")
    assert done.returncode == 0, done.stderr
    assert {row["bits"] for row in json.loads(done.stdout)["rows"]} == {64}


def test_wrong_names_are_refused_before_anything_is_timed(both):
    for bits in ("all", "32"):
        done = run(both, *BENCH, "--only", "sha9*", "--bits", bits)
        assert done.returncode == 2
        assert done.stderr.count("sha9*") == 1


def test_forced_kernels_concern_this_program_only(both):
    done = run(
        both,
        *BENCH,
        "--only",
        "sha1.hash",
        "--size",
        "64",
        "--json",
        OLDGUARD_KERNEL="sha1.blocks=sha1_x64_fast",
    )
    assert done.returncode == 0, done.stderr
    assert kernels_by_bits(json.loads(done.stdout))[64] >= {"sha1_x64_fast"}


def test_check_has_the_rows_of_both(both):
    rows = json.loads(run(both, "check", "--quick", "--json", "sha1*").stdout)["rows"]
    found = {(row["kernel"], row["bits"]) for row in rows if row["ok"]}
    assert {("sha1_x86_fast", 32), ("sha1_x64_fast", 64), ("sha1_c_ref", 32), ("sha1_c_ref", 64)} <= found
    # Only the kernels of another processor are not part of either program.
    left_out = [row["kernel"] for row in rows if not row["ran"] and "part of this build" in row["skipped"]]
    assert all("_a64_" in kernel for kernel in left_out)
    text = run(both, "check", "--quick", "sha1_x86_fast")
    assert text.returncode == 0
    assert "1 ok, 0 failed, 0 skipped" in text.stdout


def test_without_the_other_program(alone):
    rows = json.loads(run(alone, "check", "--quick", "--json", "sha1.blocks").stdout)["rows"]
    assert {row["bits"] for row in rows} == {64}
    assert "sha1_x86_fast" in {row["kernel"] for row in rows if not row["ran"]}
    for command in (["check", "--quick"], BENCH):
        done = run(alone, *command, "--bits", "32")
        assert done.returncode == 1
        assert "oldguard32" in done.stderr


def test_a_failure_in_the_other_program_is_shown_and_counts(alone):
    row = {
        "op": "sha1.blocks",
        "kernel": "sha1_x86_fast",
        "bits": 32,
        "ran": True,
        "skipped": None,
        "cases": 3,
        "stack": 8,
        "ok": False,
        "failures": [{"property": "blocks", "what": "blocks: planted", "reproduce": "oldguard check again"}],
    }
    pretend(alone, f"echo '{json.dumps(row)}'\nexit 1\n")
    done = run(alone, "check", "--quick", "sha1_c_fast", "sha1_x86_fast")
    assert done.returncode == 1
    assert "blocks: planted" in done.stdout and "oldguard check again" in done.stdout
    assert "1 ok, 1 failed" in done.stdout


@pytest.mark.parametrize("script", ["exit 0\n", "echo rubbish\n", "kill -9 $$\n", "exit 2\n"])
def test_a_program_that_does_not_answer_is_named(alone, script):
    pretend(alone, script)
    done = run(alone, *BENCH, "--only", "sha1_c_fast", "--size", "64", "--no-peers")
    assert done.returncode != 0
    assert "oldguard32" in done.stderr or "exit 2" in script
    if script != "exit 0\n":
        done = run(alone, "check", "--quick", "sha1_c_fast")
        assert done.returncode == 1
        assert "oldguard32" in done.stderr


def test_a_word_size_of_which_nothing_was_measured_is_a_failure(alone, tmp_path):
    only = ("--only", "sha1_c_fast", "--size", "64", "--no-peers", "--json")
    part = json.loads(run(alone, *BENCH, *only).stdout)
    part["builds"][0].update(bits=32, core_mhz=None, gate_best=None, samples=224, accepted=0)
    row = next(row for row in part["rows"] if row["op"] == "sha1.blocks")
    part["rows"] = [{key: row[key] for key in ("op", "kernel", "peer", "taken", "size", "checked")}]
    part["rows"][0].update(bits=32, skipped="the interference check refused all samples")
    (tmp_path / "part.json").write_text(json.dumps(part))
    pretend(alone, 'cat "${0%/*}/part.json"\nexit 1\n')
    done = run(alone, *BENCH, *only)
    assert done.returncode == 1
    assert "32-bit: nothing was measured: the interference check refused all 224 samples" in done.stderr
    report = json.loads(done.stdout)
    clocks = {build["bits"]: build["core_mhz"] for build in report["builds"]}
    assert clocks[32] is None
    assert [row["skipped"] for row in report["rows"] if row["bits"] == 32]
    assert not [row for row in report["rows"] if row.get("mib_s") == 0]
    done = run(alone, *BENCH, *only[:-1])
    assert done.returncode == 1
    assert "FAILED: 32-bit: nothing was measured" in done.stdout


def test_a_program_of_another_version_is_refused(alone):
    pretend(alone, 'echo \'{"oldguard": "0.0.1"}\'\n')
    done = run(alone, *BENCH, "--only", "sha1_c_fast", "--size", "64", "--no-peers")
    assert done.returncode == 1
    assert "0.0.1" in done.stderr
