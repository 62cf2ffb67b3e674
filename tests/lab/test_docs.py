# SPDX-License-Identifier: MIT
"""Tests the form of docs/results/, and the table and picture of README.md that are made from it."""

import glob
import json
import os

import pytest
from conftest import compiled, document, row

from lab import docs, findings, kept, results

HERE = {
    "what": "SHA-1",
    "op": "sha1.blocks",
    "bits": 64,
    "size": 16384,
    "kernels": ["sha1_c_fast"],
    "chart": "SHA-1 in short",
    "table": True,
}
CHOICE = {
    "machines": [{"results": "here.json", "title": "Here", "table": True}],
    "rows": [HERE],
    "names": {"openssl": "OpenSSL", "botan": "Botan"},
}


@pytest.fixture
def house(tmp_path, monkeypatch):
    """A README.md, a page of git and docs/results/ of one machine that are up to date."""

    class House:
        folder, readme, git = tmp_path / "results", tmp_path / "README.md", tmp_path / "git.md"
        choice = tmp_path / "choice.json"

        def keep(self, name, *rows):
            source = tmp_path / "lab.json"
            source.write_text(json.dumps(document(*rows)))
            docs.keep(str(source), name)

    made = House()
    made.choice.write_text(json.dumps(CHOICE))
    made.readme.write_text(
        f"before\n{docs.PICTURE[0]}\n{docs.PICTURE[1]}\n{docs.BEGIN}\nold\n{docs.END}\nafter\n"
    )
    made.git.write_text(f"before\n{docs.BEGIN}\nold\n{docs.END}\nafter\n")
    for module, name, path in (
        (docs, "FOLDER", made.folder),
        (docs, "GIT", made.git),
        (docs, "README", made.readme),
        (findings, "CHOICE", made.choice),
    ):
        monkeypatch.setattr(module, name, str(path))
    made.keep(
        "here", row(), row(name="openssl.low", kind="peer", cpb=5.0), row(name="botan", kind="peer", cpb=4.5)
    )
    assert docs.update(check=True) == 1
    assert docs.update(check=False) == 0 == docs.update(check=True)
    return made


def test_readme_says_what_the_committed_results_say():
    assert docs.update(check=True) == 0


# docs/results/ has the verdicts of the prover, too.
MEASURED = [
    path for path in glob.glob(os.path.join(docs.FOLDER, "*.json")) if not path.endswith("proofs.json")
]


@pytest.mark.parametrize("path", MEASURED, ids=os.path.basename)
def test_committed_results_are_in_their_form(path):
    with open(path, encoding="utf-8") as file:
        assert file.read() == kept.text(results.read(path))


def test_kept_results_have_the_notable_variants(tmp_path):
    speeds = {
        "gcc-12": {"-O0": 9.0, "-O1": 4.0, "-O2": 5.0},
        "clang-19": {"-O0": 8.0, "-O1": 4.5, "-O2": 4.2},
    }
    rows = [compiled(compiler=c, flags=f, cpb=s) for c, each in speeds.items() for f, s in each.items()]
    doc = document(row(), *rows)
    kept_rows = kept.restored(json.loads(kept.text(doc)))["rows"]
    left = {(r["compiler"], r["flags"]) for r in kept_rows if r["kind"] == "compiled"}
    assert left == {("gcc-12", "-O1"), ("gcc-12", "-O0"), ("clang-19", "-O2")}
    assert len(kept_rows) == 4


def test_the_table(house):
    text = house.readme.read_text()
    assert text.startswith("before\n") and text.endswith("after\n") and "old\n" not in text
    assert "| operation | Here | the best peer |" in text
    assert "| SHA-1 | 4.00 | 4.50 Botan |" in text
    assert "Here: family 6 model 143 stepping 8, GNU 12, a clock, 2026-11-22." in text


def test_the_table_of_git(house):
    (house.folder / "git").mkdir()
    found = {
        "cpu_id": "family 6",
        "date": "2026-11-29",
        "load": 0.1,
        "git": "2.39",
        "history": "a",
        "pack_bytes": 3e6,
    }
    found["seconds"] = {"index-pack": {"none": 1.0, "ours": 2.0, "own": 4.0}}
    (house.folder / "git" / "here.json").write_text(json.dumps(found))
    found |= {"oldguard_cpu": "-avx512f", "load": 0.2, "runs": 9}
    (house.folder / "git" / "here-avx512f.json").write_text(json.dumps(found))
    assert docs.update(check=True) == 1
    assert docs.update(check=False) == 0 == docs.update(check=True)
    text = house.git.read_text()
    assert "Here (family 6), 2026-11-29, load 0.1; git 2.39, the history of a, 3 MB; 5 runs." in text
    masked = "Here (family 6) under `OLDGUARD_CPU=-avx512f`, 2026-11-29, load 0.2; git 2.39,"
    assert text.index("Here (family 6), ") < text.index(masked) < text.index("3 MB; 9 runs.")
    assert "| program | git's own, s | oldguard | no detection |" in text
    assert "| `index-pack` | 4.00 | 2.00 | 4.00 |" in text


def test_a_readme_out_of_date_is_noticed(house):
    house.readme.write_text(house.readme.read_text().replace("| 4.00 |", "| 0.01 |"))
    assert docs.update(check=True) == 1


@pytest.mark.parametrize("palette", ["light", "dark"])
def test_a_picture_out_of_date_is_noticed(house, palette):
    path = house.folder / f"speed-{palette}.svg"
    drawn = path.read_text()
    assert "SHA-1 in short" in drawn and "1.12 ×" in drawn and "<desc" in drawn
    path.write_text(drawn.replace("1.12 ×", "9.99 ×"))
    assert docs.update(check=True) == 1
    path.unlink()
    assert docs.update(check=True) == 1


def test_new_results_and_a_further_machine(house):
    house.keep("here", row(cpb=3.0), row(name="botan", kind="peer", cpb=4.5))
    assert docs.update(check=True) == 1
    house.keep("there", row(cpb=2.5, noisy=True))
    machines = [*CHOICE["machines"], {"results": "there.json", "title": "There", "table": True}]
    house.choice.write_text(json.dumps(CHOICE | {"machines": machines}))
    assert docs.update(check=False) == 0
    text = house.readme.read_text()
    assert "| operation | Here | the best peer | There | the best peer |" in text
    assert "| SHA-1 | 3.00 | 4.50 Botan | 2.50~ |  |" in text


def test_a_row_that_no_machine_has_is_an_error(house):
    house.choice.write_text(json.dumps(CHOICE | {"rows": [HERE, HERE | {"kernels": ["misspelt"]}]}))
    with pytest.raises(results.ResultError, match="in no results"):
        docs.update(check=False)


def test_what_is_kept_comes_back():
    doc = document(
        row(size=64, cpb=5.25),
        row(samples=12),
        row(name="sha1_c_ref", samples=3, noisy=True),
        row(name="openssl.low", kind="peer", path="SHA-NI"),
        row(name="fast", core_mhz=2500.0),
        row(op="des.encrypt1", name="des_c_sp", size=8, core_mhz=None),
        row(op="pbkdf2.sha1", name="og_pbkdf2", size=80, iterations=1000, blocks=4, cpb=5100),
        row(op="sha1.managed", name='a "rows": []', kind="managed"),
        compiled("-O2", 4.5),
        compiled("-O3 -march=native", 4.25),
    )
    doc["variants"][0]["problem"] = "wrong answers"
    for variant in doc["variants"]:
        variant["name"] = variant["name"].replace(" ", "")
    doc["rows"][-1]["name"] = "gcc-12-O3-march=native.sha1_c_fast"
    back = kept.restored(json.loads(kept.text(doc)))
    assert back["variants"] == doc["variants"] and back["provenance"] == doc["provenance"]

    def identity(r):
        return r["op"], r["name"], r["size"]

    restored = {identity(r): r for r in back["rows"]}
    assert len(restored) == len(doc["rows"])
    for r in doc["rows"]:
        wanted = {key: value for key, value in r.items() if key != "cycles" and value is not None}
        found = restored[identity(r)]
        for key in ("cycles_per_call", "cycles_per_call_median"):
            assert found.pop(key) == pytest.approx(wanted.pop(key), rel=1e-4)
        assert found == wanted
