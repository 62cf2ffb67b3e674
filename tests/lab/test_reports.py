# SPDX-License-Identifier: MIT
"""Comparison, tables and the page, from results made up here."""

import json
import re

import pytest

from conftest import document, lab, row
from lab import docs, heritage, managed, page, report_text, results


@pytest.fixture
def saved(tmp_path):
    def save(name, doc):
        path = tmp_path / name
        path.write_text(json.dumps(doc))
        return path
    return save


def test_compare(saved):
    before = saved("a.json", document(row(), row(name="sha1_x64_fast", cpb=3.4)))
    same = saved("b.json", document(row(cpb=4.05), row(name="sha1_x64_fast", cpb=3.4)))
    slower = saved("c.json", document(row(cpb=4.4), row(name="sha1_x64_fast", cpb=3.0)))
    done = lab("compare", before, same)
    assert done.returncode == 0 and "2 rows compared, 0 slower" in done.stdout
    done = lab("compare", before, slower)
    assert done.returncode == 1
    assert re.search(r"\+10\.0%  sha1.blocks sha1_c_fast, 64-bit, 16 KiB: 4.00 .* 4.40 .*slower",
                     done.stdout)
    assert re.search(r"-11\.8%  .*sha1_x64_fast.*faster", done.stdout)
    assert lab("compare", before, slower, "--fail", "12%").returncode == 0


def test_compare_what_the_bench_printed(saved):
    def printed(name, cycles):
        row = {"op": "sha1.blocks", "kernel": "sha1_c_ref", "peer": False, "bits": 64, "size": 64,
               "cpb_min": cycles / 64, "cycles_per_call": cycles, "cycles_per_call_median": cycles,
               "noisy": False, "cycles": [cycles] * 9}
        return saved(name, {"oldguard": "0.1.0", "format": 1, "cpu": "x", "cpu_id": "y",
                            "rows": [row], "peers": [], "problems": [], "notes": []})

    done = lab("compare", printed("a.json", 100), printed("b.json", 120))
    assert done.returncode == 1 and "+20.0%  sha1.blocks sha1_c_ref" in done.stdout


def test_noise_is_no_regression(saved):
    wide = [4.0 * 16384 * (1 + i / 10) for i in range(12)]
    before = saved("a.json", document(row(cycles=wide), row(name="x")))
    after = saved("b.json", document(row(cpb=4.4, cycles=wide), row(name="x", cpb=5, noisy=True)))
    done = lab("compare", before, after)
    assert done.returncode == 0 and done.stdout.count("within the noise") == 2


@pytest.mark.parametrize("content,words", [
    ("{", "not JSON"), ("[]", "no results"), ('{"schema": "oldguard-lab", "version": 9}', "version 9")])
def test_files_that_are_none(saved, tmp_path, content, words):
    bad = tmp_path / "bad.json"
    bad.write_text(content)
    done = lab("compare", bad, saved("a.json", document(row())))
    assert done.returncode == 2 and words in done.stderr
    assert "No such file" in lab("show", tmp_path / "none.json").stderr


def test_tables_are_sorted_and_keep_what_is_too_slow():
    doc = document(row(cpb=9), row(name="fast", cpb=2), row(name="slow", size=64, cpb=1000),
                   row(size=64, cpb=10), row(bits=32))
    (op, bits, sizes, lines), (_, other, _, _) = results.tables(doc)
    assert (op, bits, other, sizes) == ("sha1.blocks", 64, 32, [64, 16384])
    assert [line["name"] for line in lines] == ["fast", "sha1_c_fast", "slow"]
    shown = report_text.text(doc)
    assert re.search(r"^slow +1,000 +-", shown, re.M)


def test_heritage_beside_what_is_measured():
    doc = document(row(name="sha1_x64_fast", mib_s=600.0),
                   *(row(name=f"gcc{o}.sha1_c_fast", stem="sha1_c_fast", kind="compiled",
                         compiler="gcc", flags=o, mib_s=m) for o, m in (("-O0", 100.0), ("-O2", 500.0))))
    sha1 = heritage.tables(doc)[0]
    rows = {(r["what"], r["bits"]): r["measured"] for r in sha1["rows"]}
    assert rows["fast C, the best", 64] == [500.0] and rows["fast assembly", 64] == [600.0]
    assert rows["fast assembly", 32] == []
    ratios = {r["bits"]: r["measured"] for r in sha1["ratios"]}
    assert ratios == {64: pytest.approx(1.2), 32: None}


def test_the_page_needs_nothing_and_escapes():
    doc = document(row(), row(name="a<b>&", size=64), row(name="openssl.low", kind="peer"),
                   row(op="sha1.hash"), row(op="sha1.hash", size=64))
    html = page.html(doc)
    assert {a for a in re.findall(r"https?://[^\"' <>]+", html) if "www.w3.org" not in a} == set()
    assert not re.search(r"<(script|link|img)[^>]+(src|href)=", html)
    assert "a&lt;b&gt;&amp;" in html and "a<b>" not in html
    assert html.count("<svg") == 3 and 'id="sha1-hash-64"' in html


def test_docs_say_what_the_results_say(tmp_path, monkeypatch):
    assert docs.update(check=True) == 0
    choice = {"results": "here.json", "title": "Here", "rows": [
        {"what": "SHA-1", "op": "sha1.blocks", "name": "sha1_c_fast", "bits": 64, "size": 16384}]}
    (tmp_path / "choice.json").write_text(json.dumps(choice))
    (tmp_path / "results").mkdir()
    (tmp_path / "results" / "here.json").write_text(json.dumps(document(
        row(), row(name="openssl.low", kind="peer", cpb=5.0), row(name="botan", kind="peer", cpb=4.5))))
    readme = tmp_path / "README.md"
    readme.write_text(f"before\n{docs.BEGIN}\nold\n{docs.END}\nafter\n")
    for name, path in (("FOLDER", tmp_path / "results"), ("README", readme), ("CHOICE", tmp_path / "choice.json")):
        monkeypatch.setattr(docs, name, str(path))
    assert docs.update(check=True) == 1
    assert docs.update(check=False) == 0 == docs.update(check=True)
    text = readme.read_text()
    assert text.startswith("before\n") and text.endswith("after\n") and "old\n" not in text
    assert "| SHA-1 | 4.00 | `sha1_c_fast` | 5.00 | 4.50 | botan |" in text
    readme.write_text(text.replace("| 4.00 |", "| 0.01 |"))
    assert docs.update(check=True) == 1
    new = tmp_path / "lab.json"
    new.write_text(json.dumps(document(row(cpb=3.0, compiler='"rows": []'), row(name="botan", kind="peer"))))
    docs.keep(str(new), "here")
    kept = results.read(str(tmp_path / "results" / "here.json"))
    assert kept["rows"][0]["cpb_min"] == 3.0 and not any("cycles" in r for r in kept["rows"])
    assert docs.update(check=False) == 0 and "| SHA-1 | 3.00 |" in readme.read_text()


def test_managed_rows_are_rows():
    made = managed._row({"op": "sha1.managed", "kernel": "Sha1Safe", "peer": False, "size": 1000,
                         "ns_min": 2000.0, "ns_median": 2100.0, "mib_s": 476.8, "clock": "stopwatch",
                         "checked": True}, core_mhz=3000)
    assert made["cpb_min"] == pytest.approx(6) and made["cycles_per_call_median"] == pytest.approx(6300)
    assert report_text.text(document(made)).count("Sha1Safe") == 1
    assert not any(managed.report("/nonexistent", True, 3000).values())


def test_managed_variants_are_on_the_page():
    printed = "54 passed, 0 failed\nstate rotate median\n|---|---|---:|\n| Sha1Safe | 1.5 |\n" \
              "| fields | twice | 0.56 |\n| locals | temp | 1.50 |\n"
    table = managed._variants(printed)
    assert table == [["state", "rotate", "median"], ["fields", "twice", "0.56"], ["locals", "temp", "1.50"]]
    doc = document(row()) | {"managed": {"sizes": [["SHA1Managed", 1923, 1282], ["Sha1Safe", 2872, 1524]],
                                         "variants": table}}
    assert "<td>1.49 ×</td>" in page.html(doc) and "<td>0.56</td>" in page.html(doc)
