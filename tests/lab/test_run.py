# SPDX-License-Identifier: MIT
"""Whole runs of the lab."""

import json
import os
import shutil
import signal
import subprocess
import time

import pytest

from conftest import BUILD, LAB, lab

GOOD = '#!/bin/sh\nexec gcc "$@"\n'
# Each answers for its version and spoils what it compiles.
CRASHING = '#!/bin/sh\n[ "$1" = --version ] && exec gcc --version\nkill -SEGV $$\n'
MISCOMPILING = '#!/bin/sh\nexec gcc -D__BYTE_ORDER__=__ORDER_BIG_ENDIAN__ -w "$@"\n'
CONSTRUCTOR = "__attribute__((constructor)) static void die(void) { __builtin_trap(); }\n"


def run(tmp_path, names, *more):
    done = lab("run", "--quick", "--budget", "0.5", "--bits", "64", "--only", "sha1.blocks",
               "--flags=-O0,-O2",
               "--compilers", ",".join(map(str, names)), "--build", os.path.relpath(BUILD, tmp_path),
               "--out", "out", *more, cwd=tmp_path)     # relative, as `make lab` has them
    path = tmp_path / "out" / "lab.json"
    return done, json.loads(path.read_text()) if path.exists() else None


def test_good_and_bad_compilers(tmp_path, program):
    header = tmp_path / "dies.h"
    header.write_text(CONSTRUCTOR)
    names = [program("good", GOOD), program("crashing", CRASHING),
             program("miscompiling", MISCOMPILING),
             program("dying", f'#!/bin/sh\nexec gcc -include {header} "$@"\n'), "not-there"]
    done, doc = run(tmp_path, names)
    assert done.returncode == 1, done.stderr
    problems = {}
    for variant in doc["variants"]:
        problems.setdefault(variant["compiler"], set()).add(variant["problem"])
    assert problems["good"] == {""}
    assert all("signal 11" in p for p in problems["crashing"])
    assert all("sha1_c_fast" in p for p in problems["miscompiling"])
    assert all("its check did not end" in p for p in problems["dying"])
    assert any("not-there: not found" in note for note in doc["notes"])
    compiled = {(r["compiler"], r["flags"], r["stem"]) for r in doc["rows"] if r["kind"] == "compiled"}
    assert {c for c, _, _ in compiled} == {"good"}
    assert {f for _, f, _ in compiled} == {"-O0", "-O2"}
    assert {s for _, _, s in compiled} == {"sha1_c_ref", "sha1_c_fast"}
    assert any(r["name"] == "sha1_x64_fast" and r["kind"] == "kernel" for r in doc["rows"])
    assert doc["complete"] and all(r["op"] == "sha1.blocks" for r in doc["rows"])
    for shown in (done.stdout, (tmp_path / "out" / "lab.md").read_text(),
                  (tmp_path / "out" / "lab.html").read_text()):
        assert "sha1_c_fast, good -O2" in shown and "signal 11" in shown
    assert os.listdir(tmp_path / "out" / "work" / "modules")


BENCH = """#!/bin/sh
# counts its runs, measures the first part at once and the others when it may
echo run >> {log}
if [ "$(wc -l < {log})" -gt 1 ] && [ ! -e {go} ]; then
    exec sleep 100
fi
cat {report}
"""


@pytest.fixture
def slow_build(tmp_path, program):
    """A build whose command reports nothing but takes its time."""
    report = tmp_path / "report.json"
    report.write_text(json.dumps({"rows": [], "peers": [], "problems": [], "notes": []}))
    log, go = tmp_path / "log", tmp_path / "go"
    program("oldguard", BENCH.format(log=log, go=go, report=report))
    build = tmp_path / "build"
    build.mkdir()
    shutil.copy(tmp_path / "bin" / "oldguard", build / "oldguard")
    os.symlink(os.path.join(BUILD, "generated"), build / "generated")
    return build, log, go


def test_interrupted_and_gone_on_with(tmp_path, slow_build):
    build, log, go = slow_build
    command = [*LAB, "run", "--compilers", "not-there", "--no-page", "--build", str(build),
               "--out", str(tmp_path / "out")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as going:
        limit = time.monotonic() + 60
        while not log.exists() or len(log.read_text().split()) < 2:
            assert time.monotonic() < limit and going.poll() is None
            time.sleep(0.05)
        going.send_signal(signal.SIGINT)
        _, errors = going.communicate(timeout=60)
    assert going.returncode == 130 and "interrupted" in errors
    doc = json.loads((tmp_path / "out" / "lab.json").read_text())
    assert not doc["complete"] and "SHA-1" not in doc["missing"] and "Whirlpool" in doc["missing"]
    assert "INCOMPLETE" in (tmp_path / "out" / "lab.md").read_text()

    go.write_text("")
    log.write_text("")
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert "SHA-1: measured before, kept" in done.stderr
    assert len(log.read_text().split()) == 5        # of six parts
    assert json.loads((tmp_path / "out" / "lab.json").read_text())["complete"]


def test_bad_usage(tmp_path):
    occupied = tmp_path / "file"
    occupied.write_text("")
    for arguments, words in (
            (["--out", occupied / "out", "--build", BUILD], "Not a directory"),
            (["--out", tmp_path / "out", "--build", tmp_path], "no command there")):
        done = lab("run", *arguments)
        assert done.returncode == 2 and words in done.stderr
        assert len(done.stderr.splitlines()) == 1
