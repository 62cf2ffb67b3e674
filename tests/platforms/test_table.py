# SPDX-License-Identifier: MIT
"""docs/platforms.md has a row for each platform, and a result is written as it was."""

import table
from known import PLATFORMS


def result(**changes):
    tests = dict.fromkeys(["test_api", "states", "check", "faults", "kernels", "bench", "command"], "run")
    tests.update(changes.pop("tests", {}))
    return {
        "name": PLATFORMS[0].name,
        "date": "2026-11-23",
        "built": True,
        "compiler": "GNU 12.2.0",
        "runner": "",
        "checked": 20,
        "kernels": {"sha1.blocks": "sha1_c_fast", "sha1dc.blocks": "sha1dc_c_fast", "des.ecb": ""},
        "tests": {name: {"status": status, "seconds": 1} for name, status in tests.items()},
        **changes,
    }


def cells(found):
    return dict(zip(table.HEADINGS, table.row(PLATFORMS[0], found), strict=True))


def test_the_page_has_every_platform():
    assert table.names(table.PAGE.read_text()) == [platform.name for platform in PLATFORMS]


def test_each_toolchain_has_a_platform():
    folder = table.PAGE.parents[1] / "tests" / "platforms" / "toolchains"
    files = {file.stem for file in folder.glob("*.cmake")} - {"linux"}
    assert files == {platform.file for platform in PLATFORMS if not platform.tests}


def test_a_good_result():
    found = cells(result())
    assert (found["library"], found["command"], found["API tests"]) == ("builds", "3 pass", "2 pass")
    assert found["check"] == "20 kernels, faults caught"
    assert found["kernels dispatched"] == "sha1_c_fast<br>sha1dc_c_fast"


def test_failures_are_shown():
    assert cells(result(built=False))["library"] == "does not build"
    assert cells(result(tests={"bench": "fail"}))["command"] == "1 of 3 FAIL"
    assert cells(result(tests={"states": "fail"}))["API tests"] == "1 of 2 FAIL"
    assert cells(result(tests={"check": "fail"}))["check"] == "FAILS"
    assert cells(result(tests={"faults": "fail"}))["check"] == "20 kernels, FAULTS MISSED"
    assert cells(result(failed=["toolchains.x"]))["library"] == "toolchains.x FAILS"
    assert cells(None)["library"] == "not run"


def test_what_did_not_run_is_shown():
    found = cells(result(library="links", runner="not run", tests={}, kernels={}) | {"tests": {}})
    assert found["library"] == "links"
    assert {found[heading] for heading in table.HEADINGS[2:6]} == {"not run"}
    assert found["what ran it"] == "not run; GNU 12.2.0; 2026-11-23"
    alone = {"check": {"status": "run"}}
    assert cells(result() | {"tests": alone})["check"] == "20 kernels"


def test_a_platform_without_results_keeps_its_row(tmp_path, monkeypatch):
    page = tmp_path / "page.md"
    page.write_text(table.PAGE.read_text())
    monkeypatch.setattr(table, "PAGE", page)
    table.write(tmp_path)
    assert page.read_text() == table.PAGE.read_text()
