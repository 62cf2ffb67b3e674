# SPDX-License-Identifier: MIT
"""Pages of the site from file:// in Chromium: at least one of every template."""

import json
import os
import shutil

import pytest
from conftest import ROOT

from asmgen.tracing.replay import Replay

# Pages by the template that they are made with.
SAMPLE = {
    "index.html": ["index.html"],
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
    "instructions.html": ["ref/instructions-x86.html"],
    "operations.html": ["ref/operations.html"],
    "watch.html": [
        "watch/sha1_x64_shani.html",
        "watch/des_x64_avx2_x256.html",
        "watch/whirlpool_x64_avx2.html",
    ],
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


def replayed(site, stem):
    """Returns the trace of a kernel and its Replay after all steps."""
    script = site[f"watch/{stem}.js"].decode()
    replay = Replay(json.loads(script.removeprefix("OG_TRACE=").removesuffix(";\n")))
    replay.run()
    return replay.trace, replay


def test_every_trace_ends_as_in_python(visitor, site):
    """The registers, secrets and memory after the last step of each trace."""
    page = visitor.open("watch/sha1_x64_shani.html")
    stems = sorted(path[6:-5] for path in site if path.startswith("watch/") and path.endswith(".html"))
    assert len(stems) > 30
    for stem in stems:
        page.add_script_tag(path=f"{visitor.folder}/watch/{stem}.js")
        registers, secret, memory = page.evaluate(
            """() => {
                const replay = new OgReplay(OG_TRACE);
                replay.go(replay.steps.length);
                const secret = Object.keys(replay.secret).filter((place) => replay.secret[place]);
                return [replay.registers, secret, replay.memory.map((bytes, i) => replay.bytes(i, 0, bytes.length))];
            }"""
        )
        _, replay = replayed(site, stem)
        assert {int(place): int(value, 16) for place, value in registers.items()} == replay.registers, stem
        assert set(map(int, secret)) == replay.secret, stem
        assert [bytes.fromhex(content) for content in memory] == list(map(bytes, replay.memory)), stem


def shown_registers(page):
    """Returns {name of a register: its value in hex} that the stepper shows."""
    rows = page.locator("#regs .reg").evaluate_all(
        "rows => rows.map(r => [r.querySelector('.rn').textContent,"
        " [...r.querySelectorAll('code')].map(c => c.textContent).join('')])"
    )
    return {name: int(value, 16) for name, value in rows}


STEPPED = ["sha1_x64_fast", "sha1_x64_shani", "whirlpool_x86_mmx", "des_x86_i586", "des_x64_avx2_x256"]


@pytest.mark.parametrize("stem", STEPPED)
def test_stepper_shows_the_last_registers(visitor, site, stem):
    page = visitor.open(f"watch/{stem}.html")
    trace, replay = replayed(site, stem)
    total = len(replay.steps)
    start, said = shown_registers(page), page.inner_text("#say")
    assert trace["title"] in said
    page.keyboard.press("End")
    assert page.inner_text("#where") == f"{total} / {total}" and page.url.endswith(f"#{total}")
    names = [name for name, _ in trace["regs"]]
    assert shown_registers(page) == {names[place]: value for place, value in replay.registers.items()}
    assert trace["said"] in page.inner_text("#say")
    buffer = next((r for r in trace["regions"] if r[0] in ("cv", "data")), None)
    if buffer:  # the digest or the ciphertext is in memory
        place = trace["regions"].index(buffer)
        cells = "".join(page.locator(".region").nth(place).locator(".cells span").all_inner_texts())
        assert cells == replay.content(buffer[0]).hex()
    page.keyboard.press("Home")
    assert shown_registers(page) == start and page.inner_text("#say") == said


def test_stepper_names_values_and_rounds(visitor):
    """Step 340 of sha1_x64_fast is c = ROTL 30 (b) of round 23."""
    page = visitor.open("watch/sha1_x64_fast.html#340")
    assert page.inner_text("#round") == "round 23"
    row = page.locator(".reg.wrote")
    assert row.locator("b").inner_text() == "b" and row.locator(".name").inner_text() == "ROTL 30 (a21)"
    assert "now holds ROTL 30 (a21)" in page.inner_text("#say")
    fresh = page.locator("#std .fresh")
    assert fresh.locator("b").inner_text() == "c" and fresh.locator(".where").inner_text() == "ebp"
    assert page.locator("#code [aria-current]").count() == 1
