# SPDX-License-Identifier: MIT
"""Pages of the site from file:// in Chromium: at least one of every template."""

import os

import pytest
from conftest import DESK, PHONE, ROOT

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
        "ref/oldguard.html",
        "ref/oldguard-sum.html",
        "ref/glossary.html",
        "notes/des_slice.html",
        "in/vendor.html",
        "then/sha1.html",
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
PAGES = [page for pages in SAMPLE.values() for page in pages]


def test_the_sample_has_every_template():
    templates = set(os.listdir(os.path.join(ROOT, "docs", "site", "templates")))
    assert templates - PARTS == set(SAMPLE)


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


def test_search_finds_nothing(visitor):
    page = visitor.open("index.html")
    page.fill("#search", "nosuchword")
    page.wait_for_selector("#found p")
    assert page.locator("#found a").count() == 0
@pytest.mark.parametrize(
    "word, first",
    [
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


        ("install", "get.html"),
        ("license", "get.html"),
        ("licence", "get.html"),
