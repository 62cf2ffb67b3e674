# SPDX-License-Identifier: MIT
"""Pages of the site from file:// in Chromium: at least one of every template."""

import os

import pytest
from conftest import DESK, PHONE, ROOT
from generator import results_page

# Pages by the template that they are made with.
SAMPLE = {
    "index.html": ["index.html"],
    "get.html": ["get.html"],
    "kernel.html": [
        "kernels/sha1_x64_shani_vl.html",
        "kernels/des_x64_avx2_x256.html",
        "kernels/whirlpool_a64_neon.html",
    ],
    "list.html": ["ref.html", "notes.html"],
    "prose.html": [
        *"ref/oldguard.html ref/oldguard-sum.html ref/glossary.html notes/des_slice.html".split(),
        *"in/vendor.html in/doubt.html then/sha1.html".split(),
    ],
    "capi.html": ["ref/c-sha1.html"],
    "pyapi.html": ["ref/py-oldguard-des.html"],
    "verdicts.html": ["ref/verdicts.html"],
    "dialects.html": ["ref/dialects.html"],
    "instructions.html": ["ref/instructions-a64.html", "ref/instructions-x86.html"],
    "operations.html": ["ref/operations.html"],
    "watch.html": [
        "watch/sha1_x64_shani.html",
        "watch/des_x64_avx2_x256.html",
        "watch/whirlpool_x64_avx2.html",
    ],
}
PARTS = {"base.html", "macros.html"}  # templates of no page
ALONE = {"results.html"}  # of a page that is not part of the site
PAGES = [page for pages in SAMPLE.values() for page in pages]


def test_the_sample_has_every_template():
    templates = set(os.listdir(os.path.join(ROOT, "docs", "site", "templates")))
    assert templates - PARTS - ALONE == set(SAMPLE)


def wide(page):
    """Returns the elements that make a page wider than its window, outside boxes that scroll."""
    return page.evaluate(
        """() => {
            const width = document.documentElement.clientWidth;
            if (document.documentElement.scrollWidth <= width) return [];
            const scrolls = (e) => e && e !== document.body
                && (getComputedStyle(e).overflowX !== "visible" || scrolls(e.parentElement));
            return [...document.querySelectorAll("body *")]
                .filter((e) => e.getBoundingClientRect().right > width + 1 && !scrolls(e.parentElement))
                .map((e) => `${e.tagName} ${e.className}: ${e.textContent.slice(0, 60)}`)
                .concat(["the page"]);
        }"""
    )


@pytest.mark.parametrize("path", PAGES)
def test_page_fits_a_phone_and_has_no_errors(visitor, path):
    page = visitor.open(path, PHONE)
    assert page.title() and page.locator("h1").count() == 1
    assert wide(page) == []
    page.set_viewport_size(DESK)
    assert wide(page) == []


def test_results_of_a_run_fit_a_phone(visitor, tmp_path):
    """`oldguard-site results` makes one file."""
    results = os.path.join(ROOT, "docs", "results", "zen-3.json")
    (tmp_path / "lab.html").write_text(results_page.page(results), encoding="utf-8")
    visitor.folder = str(tmp_path)
    page = visitor.open("lab.html", PHONE)
    assert page.locator("h1").count() == 1 and page.locator(".bars .b").count() > 20
    assert wide(page) == []
    page.set_viewport_size(DESK)
    assert wide(page) == []


@pytest.mark.parametrize("path", ["index.html", "kernels/sha1_x64_shani.html"])
@pytest.mark.parametrize("width", [390, 760, 761, 1400])
def test_bars_of_a_chart_have_one_scale(visitor, path, width):
    """The bars of kernels and peers begin at one place and are percentages of one length."""
    page = visitor.open(path, {"width": width, "height": 900})
    places = page.locator(".bars:visible").evaluate_all(
        """(charts) => charts.map((chart) => [...chart.querySelectorAll(".b")].map((bar) => {
            const {left, width} = bar.getBoundingClientRect();
            return `${left} ${width}`;
        }))"""
    )
    assert places and all(len(set(bars)) == 1 for bars in places), places


@pytest.mark.parametrize("path", [*PAGES, "then/whirlpool.html", "notes/sha1_lanes.html", "ref/des.html"])
def test_names_in_tables_are_in_one_piece(visitor, path):
    """No name of a kernel, a dialect or a file is broken where it has no hyphen."""
    for width in (390, 760, 1400):
        page = visitor.open(path, {"width": width, "height": 900})
        broken = page.locator("td code:visible, td a:visible").evaluate_all(
            r"""(names) => names
                .filter((name) => /^[\w.]+$/.test(name.textContent) && name.getClientRects().length > 1)
                .map((name) => name.textContent)"""
        )
        assert broken == [], width


@pytest.mark.parametrize("path", ["in/doubt.html", "in/verify.html", "get.html"])
def test_commands_use_the_width_of_the_page(visitor, path):
    """A block of commands is as wide as its column, and a page without contents has one column."""
    page = visitor.open(path, {"width": 1400, "height": 900})
    block, column = page.evaluate(
        """() => {
            const width = (e) => e.getBoundingClientRect().width;
            const beside = document.querySelector(".toc");
            const {paddingLeft} = getComputedStyle(document.getElementById("main"));
            const gap = beside ? parseFloat(getComputedStyle(beside.parentElement).columnGap) : 0;
            const whole = width(document.getElementById("main")) - 2 * parseFloat(paddingLeft);
            return [width(document.querySelector("pre")), whole - gap - (beside ? width(beside) : 0)];
        }"""
    )
    assert abs(block - column) < 1


def test_a_wide_element_is_noticed(visitor):
    page = visitor.open("ref/dialects.html", PHONE)
    page.evaluate("document.querySelector('h1').style.width = '500px'")
    assert len(wide(page)) == 2


def test_a_request_to_another_host_is_noticed(visitor):
    page = visitor.open("ref/dialects.html")
    page.evaluate("document.body.append(Object.assign(new Image(), {src: 'http://127.0.0.1:9/a.png'}))")
    page.wait_for_function("document.images[0].complete")
    assert visitor.outside == ["http://127.0.0.1:9/a.png"]
    assert len(visitor.errors) == 1
    visitor.outside.clear()
    visitor.errors.clear()


@pytest.mark.parametrize("path", ["index.html", "kernels/des_x64_sp.html"])
def test_search(visitor, path):
    """A mnemonic leads to a kernel that uses it; a stem to its page, from the root and from a folder."""
    page = visitor.open(path)
    page.keyboard.press("/")
    page.keyboard.type("pextrw")
    page.wait_for_selector("#found a")
    assert "whirlpool_x86_mmx" in page.locator("#found").inner_text()
    page.keyboard.press("Escape")
    assert page.locator("#found").count() == 0
    page.fill("#search", "sha1_x64_shani")
    page.wait_for_selector("#found a")
    page.keyboard.press("Enter")
    page.wait_for_url("**/kernels/sha1_x64_shani.html")


@pytest.mark.parametrize(
    "word, first",
    [
        ("install", "get.html"),
        ("license", "get.html"),
        ("licence", "get.html"),
        ("performance", "index.html"),
        ("cmake", "ref/cmake.html"),
        ("bagit", "in/verify.html"),
        ("hashdeep", "ref/audit.html"),
    ],
)
def test_search_by_the_words_of_a_reader(visitor, word, first):
    page = visitor.open("index.html")
    page.fill("#search", word)
    page.wait_for_selector("#found a")
    assert page.locator("#found a").first.get_attribute("href") == first


def test_search_finds_nothing(visitor):
    page = visitor.open("index.html")
    page.fill("#search", "nosuchword")
    page.wait_for_selector("#found p")
    assert page.locator("#found a").count() == 0
