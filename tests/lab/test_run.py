# SPDX-License-Identifier: MIT
"""Tests whole runs of the lab."""

import io
import json
import os
import shutil
import signal
import subprocess
import time

import pytest
from conftest import BUILD, LAB, bench_report, bench_row, lab

from lab import masked
from lab.progress import Progress

GOOD = '#!/bin/sh\nexec gcc "$@"\n'
# Compilers that print their version and fail to compile correctly.
CRASHING = '#!/bin/sh\n[ "$1" = --version ] && exec gcc --version\nkill -SEGV $$\n'
MISCOMPILING = '#!/bin/sh\nexec gcc -D__BYTE_ORDER__=__ORDER_BIG_ENDIAN__ -w "$@"\n'
CONSTRUCTOR = "__attribute__((constructor)) static void die(void) { __builtin_trap(); }\n"


def run(tmp_path, names, *more):
    done = lab(
        *"run --quick --accept-noise --budget 0.5 --bits 64 --only sha1.blocks --flags=-O0,-O2 --compilers".split(),
        ",".join(map(str, names)),
        "--build",
        os.path.relpath(BUILD, tmp_path),
        "--out",
        "out",
        *more,
        cwd=tmp_path,
    )  # relative, as `make lab` has them
    path = tmp_path / "out" / "lab.json"
    return done, json.loads(path.read_text()) if path.exists() else None


def test_good_and_bad_compilers(tmp_path, program):
    header = tmp_path / "dies.h"
    header.write_text(CONSTRUCTOR)
    names = [
        program("good", GOOD),
        program("crashing", CRASHING),
        program("miscompiling", MISCOMPILING),
        program("dying", f'#!/bin/sh\nexec gcc -include {header} "$@"\n'),
        "not-there",
    ]
    done, doc = run(tmp_path, names)
    assert done.returncode == 1, done.stderr
    problems = {}
    for variant in doc["variants"]:
        problems.setdefault(variant["compiler"], set()).add(variant["problem"])
    assert problems["good"] == {""}
    assert all("signal 11" in p for p in problems["crashing"])
    assert all("sha1_c_fast" in p for p in problems["miscompiling"])
    assert all("its check failed" in p for p in problems["dying"])
    assert any("not-there: not found" in note for note in doc["notes"])
    compiled = {(r["compiler"], r["flags"], r["stem"]) for r in doc["rows"] if r["kind"] == "compiled"}
    assert {c for c, _, _ in compiled} == {"good"}
    assert {f for _, f, _ in compiled} == {"-O0", "-O2"}
    assert {s for _, _, s in compiled} == {"sha1_c_ref", "sha1_c_fast"}
    assert any(r["name"] == "sha1_x64_fast" and r["kind"] == "kernel" for r in doc["rows"])
    assert doc["complete"] and all(r["op"] == "sha1.blocks" for r in doc["rows"])
    for shown in (
        done.stdout,
        (tmp_path / "out" / "lab.md").read_text(),
        (tmp_path / "out" / "lab.html").read_text(),
    ):
        assert "sha1_c_fast, good -O2" in shown and "signal 11" in shown
    assert os.listdir(tmp_path / "out" / "work" / "modules")


def test_progress_without_a_terminal():
    out = io.StringIO()
    progress = Progress(out)
    for number in (1, 2, 3):
        progress("compiling", number, 3)
    progress("measuring SHA-1", 1, 6)
    assert out.getvalue() == "compiling, 1 of 3\nmeasuring SHA-1, 1 of 6\n"
    Progress(out, quiet=True)("measuring DES", 4, 6)
    assert "DES" not in out.getvalue()


# Prints the given reports one after another, and then the last one again. The program of 32 bits prints its own.
IN_TURN = """#!/bin/sh
echo run >> {log}
n=$(wc -l < {log})
while [ ! -e {folder}/$n.json ]; do n=$((n - 1)); done
cat {folder}/$n.json
"""
REFUSED = bench_report(
    {
        "op": "sha1.blocks",
        "kernel": "sha1_x64_fast",
        "peer": False,
        "bits": 64,
        "size": 64,
        "skipped": "the interference check refused all samples",
    },
    core_mhz=0,
)
GOOD_REPORT = bench_report(bench_row())
NARROW = bench_report(bench_row(bits=32, kernel="sha1_x86_fast"), bits=32)


@pytest.fixture
def in_turn(tmp_path, program):
    """Returns a function that runs one part of the lab with a command that prints the given reports in turn."""
    build, log = tmp_path / "build", tmp_path / "log"
    build.mkdir()
    os.symlink(os.path.join(BUILD, "generated"), build / "generated")
    os.symlink(program("oldguard", IN_TURN.format(log=log, folder=tmp_path)), build / "oldguard")
    (build / "32").mkdir()
    (tmp_path / "narrow").write_text(json.dumps(NARROW))
    os.symlink(program("oldguard32", f"#!/bin/sh\ncat {tmp_path}/narrow\n"), build / "32" / "oldguard32")

    def go(*reports, only=("--only", "sha1.*")):
        log.write_text("")
        for path in tmp_path.glob("*.json"):
            path.unlink()
        for number, report in enumerate(reports, 1):
            (tmp_path / f"{number}.json").write_text(json.dumps(report))
        done = lab(
            "run", "--quick", "--compilers", "not-there", *only, "--build", build, "--out", tmp_path / "out"
        )
        doc = json.loads((tmp_path / "out" / "lab.json").read_text())
        return done, doc, len(log.read_text().split())

    return go


def test_a_word_size_without_the_rows_is_left_out(in_turn, tmp_path, program):
    """Patterns can name peers of one word size only. Another failure of its program is a problem."""
    refusal = "oldguard32 bench: no row matches"
    program("oldguard32", f"#!/bin/sh\necho \"{refusal} 'openssl*'\" >&2\nexit 2\n")
    done, doc, _ = in_turn(GOOD_REPORT)
    assert done.returncode == 0 and [row["bits"] for row in doc["rows"]] == [64], done.stderr
    program("oldguard32", "#!/bin/sh\necho broken >&2\nexit 2\n")
    done, doc, _ = in_turn(GOOD_REPORT)
    assert done.returncode == 1 and doc["problems"] == ["selection: exit status 2: broken"]


def test_a_part_without_samples_is_run_again(in_turn):
    done, doc, runs = in_turn(REFUSED, REFUSED, GOOD_REPORT)
    assert done.returncode == 0, done.stderr
    assert runs == 3 and doc["complete"] and len(doc["rows"]) == 2
    assert done.stderr.count("no undisturbed sample of 64-bit code, measuring again") == 2
    assert "measuring selection, 1 of 1" in done.stderr


def test_a_part_without_samples_is_missing_and_not_kept(in_turn, tmp_path):
    done, doc, runs = in_turn(REFUSED, REFUSED, REFUSED, GOOD_REPORT, only=())
    assert done.returncode == 1 and runs == 3 + 5 + 3  # of six parts, and three runs with hidden features
    assert "oldguard-lab: not measured: SHA-1, 64-bit" in done.stderr
    assert "Traceback" not in done.stderr
    assert doc["missing"] == ["SHA-1, 64-bit"] and not doc["complete"]
    assert "sha1_x86_fast" in {r["name"] for r in doc["rows"]}
    assert "INCOMPLETE: not measured: SHA-1, 64-bit" in (tmp_path / "out" / "lab.html").read_text()
    done, doc, runs = in_turn(GOOD_REPORT, only=())
    assert done.returncode == 0 and runs == 1 + 3 and doc["complete"]


def test_a_table_that_fails_does_not_cost_the_page(in_turn, tmp_path):
    done, _, _ = in_turn(bench_report(bench_row(size=0)))
    assert done.returncode == 1 and "Traceback" not in done.stderr
    assert 'the table "sha1.blocks, 64-bit" could not be made' in done.stderr
    assert "This table could not be made" in (tmp_path / "out" / "lab.html").read_text()


BENCH = """#!/bin/sh
# Logs its runs. Measures the first part at once, the others only after the file {go} exists.
echo run >> {log}
if [ "$(wc -l < {log})" -gt 1 ] && [ ! -e {go} ]; then
    exec sleep 100
fi
cat {report}
"""


@pytest.fixture
def slow_build(tmp_path, program):
    """A build whose command prints an empty report, and waits in every run but the first."""
    report = tmp_path / "report.json"
    report.write_text(json.dumps(bench_report()))
    log, go = tmp_path / "log", tmp_path / "go"
    program("oldguard", BENCH.format(log=log, go=go, report=report))
    build = tmp_path / "build"
    build.mkdir()
    shutil.copy(tmp_path / "bin" / "oldguard", build / "oldguard")
    os.symlink(os.path.join(BUILD, "generated"), build / "generated")
    return build, log, go


def test_interrupted_and_gone_on_with(tmp_path, slow_build):
    build, log, go = slow_build
    command = [
        *LAB,
        *"run --compilers not-there --no-page --build".split(),
        str(build),
        "--out",
        str(tmp_path / "out"),
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as going:
        limit = time.monotonic() + 3600
        while not log.exists() or len(log.read_text().split()) < 2:
            assert time.monotonic() < limit and going.poll() is None
            time.sleep(0.05)
        going.send_signal(signal.SIGINT)
        _, errors = going.communicate(timeout=3600)
    assert going.returncode == 130 and "interrupted" in errors
    doc = json.loads((tmp_path / "out" / "lab.json").read_text())
    assert not doc["complete"] and "SHA-1" not in doc["missing"] and "Whirlpool" in doc["missing"]
    assert "INCOMPLETE" in (tmp_path / "out" / "lab.md").read_text()

    go.write_text("")
    log.write_text("")
    done = subprocess.run(command, capture_output=True, text=True, timeout=3600)
    assert done.returncode == 0, done.stderr
    assert "SHA-1: measured before, kept" in done.stderr
    assert len(log.read_text().split()) == 5 + 3  # of six parts, and with hidden features
    assert json.loads((tmp_path / "out" / "lab.json").read_text())["complete"]


def test_bad_usage(tmp_path):
    occupied = tmp_path / "file"
    occupied.write_text("")
    for arguments, words in (
        (["--out", occupied / "out", "--build", BUILD], "Not a directory"),
        (["--out", tmp_path / "out", "--build", tmp_path], "is missing: run `make`"),
    ):
        done = lab("run", *arguments)
        assert done.returncode == 2 and words in done.stderr
        assert len(done.stderr.splitlines()) == 1


class FakeBench:
    """A bench whose OpenSSL does what OPENSSL_ia32cap asks, unless it is deaf."""

    def __init__(self, deaf=False):
        self.deaf, self.calls = deaf, []

    def run(self, bits, peers, only, sizes, budget, quick, environment):
        self.calls.append((only, bits, budget))
        path = "SHA-NI" if self.deaf else "no SHA-NI"
        assert "OPENSSL_ia32cap" in environment and "OLDGUARD_LIBGCRYPT_DISABLE" in environment
        return bench_report(
            bench_row(kernel="openssl.low", peer=True, path=path),
            bench_row(kernel="libgcrypt", peer=True),
            bench_row(kernel="openssl.low", peer=True, op="des.ecb"),
            bench_row(kernel="sha1_x64_fast"),
        )


def test_older_code_of_other_libraries():
    bench = FakeBench()
    rows, problems = masked.rows(bench, "peers", (64,), 40, True)
    assert problems == [] and bench.calls == [(["openssl.low", "libgcrypt"], 64, 10)] * 3
    assert [(row["name"], row["path"]) for row in rows] == [
        ("openssl.avx2", "AVX2, better ones masked"),
        ("libgcrypt.avx2", "AVX2, better ones masked"),
        ("openssl.ssse3", "SSSE3, better ones masked"),
        ("libgcrypt.ssse3", "SSSE3, better ones masked"),
        ("openssl.scalar", "general registers, better ones masked"),
        ("libgcrypt.scalar", "general registers, better ones masked"),
    ]
    assert all(row["kind"] == "peer" and row["op"] == "sha1.blocks" for row in rows)
    rows, problems = masked.rows(FakeBench(deaf=True), "peers", (64,), 40, True)
    assert {row["name"].partition(".")[0] for row in rows} == {"libgcrypt"}
    assert problems == ["openssl.low used SHA-NI although it was hidden"] * 3
