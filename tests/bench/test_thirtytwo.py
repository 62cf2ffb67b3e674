# SPDX-License-Identifier: MIT
"""Runs oldguard32, which checks and times 32-bit code, and the recipes of the Makefile that use it."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
OLDGUARD32 = Path(os.environ["OLDGUARD"]).parent / "32" / "oldguard32"
BENCH = ("bench", "--quick", "--budget", "0.1", "--accept-noise", "--size", "64")


def oldguard32(*args):
    if not OLDGUARD32.exists():
        pytest.skip("this build has no oldguard32")
    clean = {k: v for k, v in os.environ.items() if not k.startswith("OLDGUARD_")}
    return subprocess.run(
        [OLDGUARD32, *args], env=clean, capture_output=True, text=True, timeout=3600, check=False
    )


def test_bench_has_the_kernels_and_the_peers_of_32_bits():
    done = oldguard32(*BENCH, "--only", "sha1.blocks,whirlpool.blocks", "--json")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    rows = {row["kernel"]: row for row in report["rows"]}
    assert {"sha1_x86_fast", "sha1_x86_naive", "sha1_c_fast"} <= rows.keys()
    assert not [note for note in report["notes"] if "64-bit x86" in note]
    assert report["bits"] == 32 and all(row["bits"] == 32 and row["checked"] for row in rows.values())
    if not any(peer["library"] == "nayuki" and peer["found"] for peer in report["peers"]):
        pytest.skip("the crates were not fetched")
    for name in ("nayuki.sha1-asm", "nayuki.whirlpool-asm"):
        assert rows[name]["peer"] and rows[name]["path"] == "x86.S"


def test_a_kernel_of_the_other_word_size_is_named():
    done = oldguard32(*BENCH, "--only", "sha1_x64_fast", "--json")
    report = json.loads(done.stdout)
    assert (done.returncode, report["rows"]) == (0, [])
    assert "64-bit x86 that is not part of this build: sha1.blocks sha1_x64_fast" in report["notes"][0]


def test_check_runs_32_bit_code():
    done = oldguard32("check", "--quick", "--json", "sha1.blocks")
    assert done.returncode == 0, done.stderr
    rows = {row["kernel"]: row for row in json.loads(done.stdout)["rows"]}
    assert all(rows[name]["ok"] and rows[name]["bits"] == 32 for name in ("sha1_x86_fast", "sha1_c_ref"))
    assert "part of this build" in rows["sha1_x64_fast"]["skipped"] and rows["sha1_x64_fast"]["bits"] == 64


@pytest.mark.parametrize(
    "args, words",
    [
        (["sum"], "oldguard32: "),
        (["check", "nobody"], "oldguard32 check: no kernel"),
        (["bench", "--only", "nobody*"], "oldguard32 bench: no row matches"),
    ],
)
def test_messages_name_the_program(args, words):
    done = oldguard32(*args)
    assert done.returncode == 2 and done.stdout == "" and done.stderr.startswith(words)


# A program that logs its arguments and ends with a status, and one that fails to build the 32-bit program.
FAKE = '#!/bin/sh\necho "$0 $*" >> log\nexit {status}\n'
FAILING_BUILD = '#!/bin/sh\n[ "$2" != oldguard32 ]\n'


@pytest.mark.parametrize(
    "wide, narrow, ends, runs",
    [
        (0, 0, 0, 2),
        (0, 2, 0, 2),  # BENCH names rows of 64-bit code only
        (0, 1, 2, 2),
        (1, 0, 2, 2),
        (2, 0, 2, 1),  # bad usage
        (0, None, 0, 1),  # the 32-bit program cannot be built
    ],
)
def test_make_bench_times_both_word_sizes(tmp_path, wide, narrow, ends, runs):
    """Runs the recipe in a copy of the Makefile whose set-up and build do nothing. A program of an earlier build is
    not run after its build failed."""
    shutil.copy(ROOT / "Makefile", tmp_path)
    programs = {
        "dev/scripts/setup": "#!/bin/sh\n",
        "dev/scripts/build": FAILING_BUILD if narrow is None else "#!/bin/sh\n",
        "bin/cmake": "#!/bin/sh\n",
        "build/oldguard": FAKE.format(status=wide),
        "build/32/oldguard32": FAKE.format(status=narrow or 0),
    }
    for name, text in programs.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)
    env = {"PATH": f"{tmp_path}/bin:{os.environ['PATH']}"}
    done = subprocess.run(
        ["make", "bench", "BENCH=--quick"], cwd=tmp_path, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == ends, done.stderr
    assert ("oldguard32: some files could not be built" in done.stderr) == (narrow is None)
    expected = [
        "build/oldguard bench --peers --output bench-results --quick",
        "build/32/oldguard32 bench --peers --output bench-results/32 --quick",
    ]
    assert (tmp_path / "log").read_text().splitlines() == expected[:runs]
