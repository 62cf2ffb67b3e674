# SPDX-License-Identifier: MIT
"""The built site: complete, the same bytes in every build, without dead links, and small."""

import glob
import json
import os
import re
import sys

import pytest
from conftest import ROOT, build, files_of
from generator import checks

sys.path.insert(0, os.path.join(ROOT, "tests"))
import turns  # noqa: E402 (the path has to be set first)


@pytest.fixture(scope="session")
def kernels():
    from asmgen import kernel
    from asmgen.cli import KERNELS

    return kernel.catalogue(KERNELS)


def text(site, path):
    return site[path].decode()


@pytest.mark.parametrize("number", turns.part([2]))
def test_two_builds_are_equal(site, tmp_path, number):
    """The order of hashes, the time zone and the folder change nothing."""
    build(tmp_path / "a folder" / "site", PYTHONHASHSEED=str(number), TZ="Asia/Tokyo")
    again = files_of(tmp_path / "a folder" / "site")
    assert site.keys() == again.keys()
    assert [path for path in site if site[path] != again[path]] == []


def test_links_and_sizes(site):
    assert checks.problems(site) == []


@pytest.mark.parametrize(
    "html, problem",
    [
        ('<a href="no.html">', "1: a dead link: no.html"),
        ('<a href="page.html#no">', "1: a dead fragment: page.html#no"),
        ('<p id="a"><a href="#no">', "1: a dead fragment: #no"),
        ('<a href="https://example.org/">', "1: a link to the outside: https://example.org/"),
        ('<img src="//example.org/a.png">', "1: loads from outside: //example.org/a.png"),
        ('\n<script src="no.js"></script>', "2: a dead link: no.js"),
        (
            '<link rel="stylesheet" href="http://example.org/a.css">',
            "1: loads from outside: http://example.org/a.css",
        ),
        ('<p id="a"><p id="a">', "1: the identifier 'a' occurs twice"),
        ("x" * 80_001, "1: 80,001 bytes, the limit is 80,000"),
    ],
)
def test_checks_find_planted_faults(html, problem):
    assert checks.problems({"page.html": html.encode()}) == [f"page.html:{problem}"]


def test_checks_allow_the_source_alone():
    page = {"page.html": b'<a href="https://example.org/a"><a href="https://example.org/b">'}
    assert checks.problems(page, "https://example.org/a") == [
        "page.html:1: a link to the outside: https://example.org/b"
    ]


@pytest.mark.parametrize("style", ["@import 'a.css';", "a{background:url(https://example.org/a)}"])
def test_checks_find_style_sheets_that_load(style):
    assert checks.problems({"style.css": style.encode()}) == ["style.css:1: a style sheet that loads a file"]


def test_every_kernel_has_a_page_with_its_parts(site, kernels):
    for kernel in kernels:
        page = text(site, f"kernels/{kernel.stem}.html")
        for part in ("idea", "layout", "registers", "speed", "time", "proof", "code", "notes", "sources"):
            assert f'<h2 id="{part}">' in page, (kernel.stem, part)
        assert ("not constant time" in page) != kernel.constant_time, kernel.stem
        for _, symbol, _ in kernel.entries:
            assert symbol in page or "No verdict" in page, symbol


def test_page_of_each_machine_leads_to_every_kernel(site, kernels):
    """A kernel with a bar, a kernel that was measured for no chart, and a kernel that was not measured."""
    pages = ["index.html", *(path for path in site if re.fullmatch(r"speed/[\w-]+\.html", path))]
    assert len(pages) > 2
    stems = {kernel.stem for kernel in kernels}
    for page in pages:
        linked = set(re.findall(r'href="(?:\.\./)?kernels/(\w+)\.html"', text(site, page)))
        assert linked == stems, page


def test_front_page_compares_detection_with_peers(site):
    """The first chart of each family has another library."""
    sections = text(site, "index.html").split("<section>")[1:]
    assert len(sections) == 4
    assert all('class="peer"' in section.partition("</ul>")[0] for section in sections)


def test_get_it_contains_the_readme(site):
    page = text(site, "get.html")
    for part in ("make bench", "pip install ./bindings/python", "og_sha1dc(data", "DC_SHA1_EXTERNAL"):
        assert part in page, part
    assert '<a href="in/git.html"><code>docs/ways/git.md</code></a>' in page


def test_no_figure_is_below_its_limit(site):
    found = [
        (path, float(limit), float(measured))
        for path, content in site.items()
        for limit, measured in re.findall(r"takes at least ([\d.]+) .*?Measured: ([\d.]+),", content.decode())
        if path.startswith("kernels/")
    ]
    assert found and [each for each in found if each[1] >= each[2]] == []


def test_links_of_markdown_lead_to_files():
    """Every link of a Markdown file of the repository, with a page on the site or without."""
    from generator.paths import ROOT

    folders = [folder for folder in os.listdir(ROOT) if not folder.startswith((".", "build"))]
    files = [name for folder in folders for name in glob.glob(f"{ROOT}/{folder}/**/*.md", recursive=True)]
    dead = []
    for file in [*files, *glob.glob(f"{ROOT}/*.md")]:
        with open(file, encoding="utf-8") as opened:
            prose = re.sub(r"(?ms)^```.*?^```|`[^`\n]*`", "", opened.read())
        for link in re.findall(r"\]\(([^)\s#]+)[^)]*\)", prose):
            if ":" not in link and not os.path.exists(os.path.join(os.path.dirname(file), link)):
                dead.append((os.path.relpath(file, ROOT), link))
    assert len(files) > 60 and dead == []


def test_no_chart_mixes_machines(site):
    """The figures of a chart are those of one results file."""
    from generator import machines

    for machine in machines.gather():
        path = "index.html" if machine.key == machines.gather()[0].key else f"speed/{machine.key}.html"
        shown = re.findall(r"<b>([\d,.]+)~?</b></span>", text(site, path))
        from lab import figures

        own = {figures.number(figures.figure(row)) for rows in machine.rows.values() for row in rows}
        assert shown and set(shown) <= own


def test_search_finds_every_page(site):
    index = json.loads(text(site, "search.js").removeprefix("OG_INDEX=").rstrip(";\n"))
    pages = {path for path in site if path.endswith(".html")}
    assert {entry["u"] for entry in index} == pages
    assert all(entry["t"] and entry["s"] for entry in index)
    found = [e["t"] for e in index if "pextrw" in e["k"].split()]
    assert "whirlpool_x86_mmx" in found


def test_sitemap_lists_the_pages(site):
    assert text(site, "sitemap.txt").split() == sorted(path for path in site if path.endswith(".html"))


def test_pages_have_one_first_heading_and_a_description(site):
    for path, content in site.items():
        if path.endswith(".html"):
            page = content.decode()
            assert len(re.findall(r"<h1[ >]", page)) == 1, path
            assert re.search(r'<meta name="description" content="[^"]+">', page), path


def test_kept_verdicts_are_shown_only_for_the_same_bytes():
    from generator import kernels as gathered
    from generator.proofs import Proofs

    (kernel,) = gathered.gather(["sha1_x64_fast"])
    proofs = Proofs()
    (symbol, abi), digest = next(iter(kernel.hashes.items()))
    proofs.verdicts = {
        (symbol, abi): {"sha256": digest, "proved": True, "any_number": True, "counts": [0, 1]},
        (symbol, "win64"): {"sha256": "0" * 64, "proved": True, "any_number": True, "counts": [0, 1]},
    }
    rows = {row.abi: row for row in proofs.of(kernel)}
    assert rows[abi].proved and "any number of blocks" in rows[abi].verdict
    assert not rows["win64"].proved and "no verdict" in rows["win64"].verdict
