# SPDX-License-Identifier: MIT
"""Pages of the site from file:// in Chromium: at least one of every template."""

import os
import shutil

import pytest
from conftest import ROOT

# Pages by the template that they are made with.
SAMPLE = {
    "index.html": ["index.html"],
    "kernel.html": [
        "kernels/sha1_x64_shani_vl.html",
        "kernels/des_x64_avx2_x256.html",
        "kernels/whirlpool_a64_neon.html",
    ],
    "list.html": ["ref.html", "notes.html"],
    "prose.html": ["ref/oldguard.html", "ref/oldguard-sum.html", "ref/glossary.html", "notes/des_slice.html"],
    "capi.html": ["ref/c-sha1.html"],
    "dialects.html": ["ref/dialects.html"],
    "instructions.html": ["ref/instructions-x86.html"],
    "operations.html": ["ref/operations.html"],
}
PARTS = {"base.html", "macros.html"}  # templates of no page
PAGES = [page for pages in SAMPLE.values() for page in pages]
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1200, "height": 900}


def missing(what):
    """Fails where all tools are required, and skips the test elsewhere."""
    said = f"{what} is not installed: scripts/setup test-site"
    if os.environ.get("OLDGUARD_REQUIRE_TOOLS"):
        pytest.fail(said)
    pytest.skip(said)


@pytest.fixture(scope="session")
def chromium():
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing("Playwright")
    if program is None:
        missing("Chromium")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


class Visitor:
    """A page of the browser that shows pages of the site, and notes what goes wrong in them."""

    def __init__(self, page, folder):
        self.page, self.folder = page, folder
        self.errors, self.outside = [], []
        page.on("console", lambda said: self.errors.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", lambda request: self._asked(request.url))

    def _asked(self, url):
        if not url.startswith((f"file://{self.folder}/", "data:", "blob:")):
            self.outside.append(url)

    def open(self, path, width=DESK):
        self.page.set_viewport_size(width)
        self.page.goto(f"file://{self.folder}/{path}")
        return self.page


@pytest.fixture
def visitor(chromium, folder):
    context = chromium.new_context()
    found = Visitor(context.new_page(), os.path.abspath(folder))
    yield found
    context.close()
    assert found.errors == []
    assert found.outside == []


def test_the_sample_has_every_template():
    templates = set(os.listdir(os.path.join(ROOT, "site", "templates")))
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
