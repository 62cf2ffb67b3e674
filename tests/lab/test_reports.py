# SPDX-License-Identifier: MIT
"""Tests comparisons and tables on results that are made here."""

import json
import re

import pytest
from conftest import bench_report, bench_row, compiled, document, lab, row

from lab import findings, managed, published, report_text, results, same_set, tables


@pytest.fixture
def saved(tmp_path):
    def save(name, doc):
        path = tmp_path / name
        path.write_text(json.dumps(doc))
        return path

    return save


def text(doc):
    return report_text.text(doc, tables.every(doc))


def named(doc, title):
    return next(table for table in tables.every(doc) if table.title.startswith(title))


def test_compare(saved):
    before = saved("a.json", document(row(), row(name="sha1_x64_fast", cpb=3.4)))
    same = saved("b.json", document(row(cpb=4.05), row(name="sha1_x64_fast", cpb=3.4)))
    slower = saved("c.json", document(row(cpb=4.4), row(name="sha1_x64_fast", cpb=3.0)))
    done = lab("compare", before, same)
    assert done.returncode == 0 and "2 rows compared, 0 slower" in done.stdout
    done = lab("compare", before, slower)
    assert done.returncode == 1
    assert re.search(r"\+10\.0%  sha1.blocks sha1_c_fast, 64-bit, 16 KiB: 4.00 .* 4.40 .*slower", done.stdout)
    assert re.search(r"-11\.8%  .*sha1_x64_fast.*faster", done.stdout)
    assert lab("compare", before, slower, "--fail", "12%").returncode == 0


def test_compare_what_the_bench_printed(saved):
    done = lab(
        "compare",
        saved("a.json", bench_report(bench_row(100))),
        saved("b.json", bench_report(bench_row(120))),
    )
    assert done.returncode == 1 and "+20.0%  sha1.blocks sha1_c_ref" in done.stdout


def test_noise_is_no_regression(saved):
    wide = [4.0 * 16384 * (1 + i / 10) for i in range(12)]
    before = saved("a.json", document(row(cycles=wide), row(name="x")))
    after = saved("b.json", document(row(cpb=4.4, cycles=wide), row(name="x", cpb=5, noisy=True)))
    done = lab("compare", before, after)
    assert done.returncode == 0 and done.stdout.count("within the noise") == 2


@pytest.mark.parametrize(
    "content,words",
    [("{", "not JSON"), ("[]", "not results"), ('{"schema": "oldguard-lab", "version": 9}', "version 9")],
)
def test_files_that_are_none(saved, tmp_path, content, words):
    bad = tmp_path / "bad.json"
    bad.write_text(content)
    done = lab("compare", bad, saved("a.json", document(row())))
    assert done.returncode == 2 and words in done.stderr
    assert "No such file" in lab("show", tmp_path / "none.json").stderr


def test_tables_are_sorted_and_keep_what_is_too_slow():
    doc = document(
        row(cpb=9),
        row(name="fast", cpb=2),
        row(name="slow", size=64, cpb=1000),
        row(size=64, cpb=10),
        row(bits=32),
    )
    first, second = map(results.operation, results.groups(doc).values())
    assert (first.op, first.bits, second.bits, first.sizes) == ("sha1.blocks", 64, 32, [64, 16384])
    assert [line["name"] for line in first.lines] == ["fast", "sha1_c_fast", "slow"]
    assert re.search(r"^slow +1,000 +-", text(doc), re.M)


def test_published_figures_beside_todays():
    doc = document(row(name="sha1_x64_fast", cpb=4), compiled("-O0", 24), compiled("-O2", 4.8))
    sha1 = named(doc, "SHA-1 in x86")
    assert sha1.columns[:2] == ["code", "here"]  # in sight on a narrow screen
    here = {(cells[0], cells[-1]): cells[1] for cells in (row.cells for row in sha1.rows)}
    assert here["fast C, the best", "64"] == "397" and here["fast assembly", "64"] == "477"
    assert here["fast assembly", "32"] == "-"
    assert here["fast assembly over the best C", "64"] == "1.20 ×"
    assert here["fast assembly over the best C", "32"] == "-"
    clockless = document(row(name="sha1_x64_fast", core_mhz=None), compiled("-O2", 4.8))
    assert not named(clockless, "SHA-1 in x86").failed


def test_each_word_size_has_its_clock():
    parts = [bench_report(bench_row()), bench_report(bench_row(bits=32), bits=32, core_mhz=2100.0)]
    doc = results.merged(parts, [], {})
    clocks = {64: 2000.0, 32: 2100.0}
    assert {r["bits"]: r["core_mhz"] for r in doc["rows"]} == clocks
    assert {b["bits"]: b["core_mhz"] for b in doc["provenance"]["bench"]["builds"]} == clocks


@pytest.mark.parametrize("nothing", [0, None])
def test_what_was_not_measured_is_absent(nothing):
    refused = bench_row(nothing, kernel="sha1_x64_fast", samples=0, cycles=[], mib_s=nothing)
    slow = {"op": "sha1.blocks", "kernel": "slow", "peer": False, "bits": 64, "size": 64, "skipped": "slow"}
    report = bench_report(refused, slow, core_mhz=nothing)
    assert results.silent(report)
    report["rows"].append(bench_row(128, kernel="sha1_c_fast"))
    assert not results.silent(report)
    doc = results.merged([report, bench_report(bench_row(op="sha1.hash"))], [], {})
    assert [r["name"] for r in doc["rows"]] == ["sha1_c_fast", "sha1_c_ref"]
    assert [r["core_mhz"] for r in doc["rows"]] == [None, 2000.0]  # each report its own
    assert doc["provenance"]["bench"]["core_mhz"] == 2000.0
    assert "sha1_c_fast" in text(doc)
    assert not any(table.failed for table in tables.every(doc))


def test_figures_of_a_busy_machine_are_kept_and_marked():
    """--accept-noise: the bench gives a figure that no sample supports."""
    report = bench_report(bench_row(128, kernel="sha1_c_fast", samples=0, noisy=True), core_mhz=0)
    assert not results.silent(report)
    doc = results.merged([report], [], {})
    assert [(r["name"], r["cycles_per_call"], r["core_mhz"]) for r in doc["rows"]] == [
        ("sha1_c_fast", 128, None)
    ]
    assert "~" in text(doc)


def test_a_table_that_fails_costs_no_other(monkeypatch):
    def broken(*_):
        raise ZeroDivisionError("float division by zero")

    doc = document(row(), row(size=64), row(op="sha1.hash"))
    with monkeypatch.context() as patch:
        patch.setattr(published, "measured", broken)
        made = tables.every(doc)
    shown = report_text.markdown(doc, made)
    failed = [table.title for table in made if table.failed]
    assert "SHA-1 in x86 assembly, Nayuki 2012" in failed and "sha1.blocks, 64-bit" not in failed
    assert shown.count("could not be made: ") == len(failed)
    assert shown.count("| 4.00") == 3  # the other figures are there all the same
    assert shown.count("ZeroDivisionError: float division by zero") == 2 * len(failed)  # in its place as well


def test_the_summary_is_made_of_the_data():
    doc = document(
        row(name="sha1_x64_shani_vl", cpb=2),
        row(name="openssl.low", kind="peer", cpb=5),
        row(op="des.cbc_enc", name="des_x64_eform", cpb=40),
        row(op="des.cbc_enc", name="botan", kind="peer", cpb=20),
        compiled("-O0", 30),
        compiled("-O2", 4),
        compiled("-O3", 5),
        compiled(NATIVE, 3),
    )
    said = findings.sentences(doc)
    assert "2 kernels of oldguard and 1 C kernel by 1 compiler in 4 ways" in said
    assert "A processor" in said and "Times as fast as the best peer: 2.50 in SHA-1." in said
    assert "No faster than the best peer: 0.50 in DES-CBC encryption." in said
    assert (
        "sha1_c_fast 4.00 to 5.00 cycles/byte at -O2 and -O3, 3.00 to 3.00 at -O3 -march=native, 30.0 by gcc-12 -O0."
        in said
    )


NATIVE = "-O3 -march=native"


def test_the_best_c_of_a_published_ratio_has_the_instruction_set_of_its_time():
    doc = document(row(name="sha1_x64_fast", cpb=4), compiled("-O2", 4.8), compiled(NATIVE, 3))
    here = {
        cells[0]: cells[1]
        for cells in (row.cells for row in named(doc, "SHA-1 in x86").rows)
        if cells[-1] == "64"
    }
    assert here["fast assembly over the best C"] == "1.20 ×"
    assert here["fast C, the best"] == "397"
    assert here["the same with -march=native, not published"] == "636"


def test_assembly_is_compared_with_c_of_its_instruction_set():
    doc = document(
        row(name="sha1_x64_fast", cpb=4),
        row(name="sha1_x64_bmi2", cpb=3.7),  # not in the baseline
        row(name="sha1_x64_shani_vl", cpb=2),
        row(name="sha1_c_fast", cpb=1),  # no assembly
        row(name="unknown_x64", cpb=1),
        row(name="openssl.low", kind="peer", cpb=1),
        compiled("-O2", 3.8),
        compiled("-O3", 4.4),
        compiled(NATIVE, 1.5),
    )
    baseline, native = same_set.pairs(doc)
    assert (baseline.set_name, baseline.assembly["name"], baseline.compiled["flags"]) == (
        "baseline",
        "sha1_x64_fast",
        "-O2",
    )
    assert baseline.compiled_wins and baseline.ratio == pytest.approx(3.8 / 4)
    assert (native.assembly["name"], native.compiled["flags"]) == ("sha1_x64_shani_vl", NATIVE)
    assert native.compiled_wins
    assert (
        "C is faster in 2: sha1.blocks, 64-bit, baseline (sha1_c_fast, gcc-12 -O2 3.80,"
        in findings.sentences(doc)
    )
    table = named(doc, "Assembly and C")
    assert [cells[-1] for cells in (row.cells for row in table.rows)] == [
        "0.95 ×: C is faster",
        "0.75 ×: C is faster",
    ]


def test_a_tie_and_another_size_are_no_loss():
    doc = document(
        row(name="sha1_x64_fast", cpb=4),
        compiled("-O2", 3.95),
        row(name="sha1_x86_fast", bits=32, cpb=4),
        compiled("-O2", 1, bits=32, size=64),
    )
    assert [(pair.bits, pair.compiled_wins) for pair in same_set.pairs(doc)] == [(64, False)]
    assert "with C compiled for the same instruction set, C is faster in 0." in findings.sentences(doc)


def test_managed_rows_are_rows():
    made = managed._row(
        {
            "op": "sha1.managed",
            "kernel": "Sha1Safe",
            "peer": False,
            "size": 1000,
            "ns_min": 2000.0,
            "ns_median": 2100.0,
            "clock": "stopwatch",
        },
        core_mhz=3000,
    )
    assert made["cycles_per_call"] == pytest.approx(6000)
    assert made["cycles_per_call_median"] == pytest.approx(6300)
    assert text(document(made)).count("Sha1Safe") == 1


def test_why_there_are_no_managed_rows(tmp_path, program, monkeypatch):
    def notes(core_mhz=3000):
        return "".join(managed.report(str(tmp_path), True, core_mhz)["notes"])

    assert "`make managed` has not built them" in notes()
    (tmp_path / "mono" / "managed").mkdir(parents=True)
    (tmp_path / "mono" / "managed" / "bench.exe").write_text("")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "mono is not on the PATH" in notes()
    monkeypatch.setenv("PATH", str(program("mono", "#!/bin/sh\nexit 3\n").parent))
    assert "the clock of the core was not measured" in notes(None)
    assert managed.report(str(tmp_path), True, 3000)["problems"] == ["managed: exit status 3: "]


def test_the_sizes_of_classes_are_in_the_report():
    doc = document(row()) | {"managed": {"sizes": [["SHA1Managed", 1923, 1282], ["Sha1Safe", 2872, 1524]]}}
    assert "| 2872 | 1524 | 1.49 × |" in report_text.markdown(doc, tables.every(doc))
