# SPDX-License-Identifier: MIT
"""mandoc reads the pages without a warning. A page that only names another one has no text."""

import subprocess

import man1
from conftest import ROOT
from headers import read_headers
from manpages import write


def lint(pages):
    return subprocess.run(["mandoc", "-T", "lint", "-W", "style", *pages], capture_output=True, text=True)


def test_mandoc_has_no_warning(tmp_path):
    write(ROOT, read_headers(ROOT), str(tmp_path))
    man1.write(ROOT, str(tmp_path / "man1"))
    pages = [page for page in sorted(tmp_path.glob("*.3")) if not page.read_text().startswith(".so ")]
    pages += sorted((tmp_path / "man1").iterdir())
    assert len(pages) > 50
    done = lint(pages)
    assert done.returncode == 0, done.stdout


def test_wrong_page_is_noticed(tmp_path):
    page = tmp_path / "og_new.3"
    page.write_text(".TH OG_NEW 3 2026-11-27 oldguard\n.SH NAME\nog_new \\- none\n.nosuchmacro\n")
    assert "unknown macro" in lint([page]).stdout
