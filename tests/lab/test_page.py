# SPDX-License-Identifier: MIT
"""The page of one file of results, which the generator of the site makes: charts and tables, loaded from nowhere."""

import json
import re

from conftest import compiled, document, lab, row


def page(tmp_path, doc):
    (tmp_path / "lab.json").write_text(json.dumps(doc))
    done = lab("show", tmp_path / "lab.json", "--format", "html")
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_page_needs_nothing_and_escapes(tmp_path):
    shown = page(
        tmp_path,
        document(
            row(name="sha1_x64_fast", noisy=True),
            row(name="a<b>&", size=64),
            row(name="openssl.low", kind="peer", cpb=8.0),
            compiled("-O2", 16.0),
            compiled("-O0", 32.0),
            row(op="sha1.hash"),
        ),
    )
    assert not re.search(r"https?://", shown)
    assert not re.search(r"<(script|link|img)[^>]+(src|href)=", shown)
    assert "a&lt;b&gt;&amp;" in shown and "a<b>" not in shown
    assert re.findall(r'<li class="(\w+)">.*?width:([0-9.]+)%.*?<b>([0-9.~]+)</b>', shown, re.S) == [
        ("kernel", "25.0", "4.00~"),
        ("peer", "50.0", "8.00"),
        ("compiled", "100.0", "16.0"),
    ]
    tables = re.findall(r"<h2>([^<]*)</h2>", shown)
    assert {"SHA-1", "sha1.blocks, 64-bit", "sha1.hash, 64-bit", "Compilers and flags"} <= set(tables)
    assert "<td>32.0</td>" in shown  # a table has every compiled row
    assert shown.index("4.00~") < shown.index("<table")


def test_what_is_no_result_is_refused(tmp_path):
    (tmp_path / "bad.json").write_text("[]")
    done = lab("show", tmp_path / "bad.json", "--format", "html")
    assert done.returncode == 2 and "not results" in done.stderr and not done.stdout
