# SPDX-License-Identifier: MIT
"""The site by keyboard alone, without motion, without scripts, and in axe-core's rules."""

import os

import pytest
from test_browser import SAMPLE

# One page of each template, and the stepper in the middle of its rounds.
PAGES = [pages[0] for pages in SAMPLE.values()] + ["watch/des_x86_i586.html#132"]
BAD = ("serious", "critical")


def focus_by_tab(page, found):
    """Presses Tab until an expression about the focused element is true. Each element on the way shows that it
    has the focus."""
    for _ in range(300):
        page.keyboard.press("Tab")
        style, done = page.evaluate(
            f"""() => {{
                const e = document.activeElement;
                return [e === document.body ? "body" : getComputedStyle(e).outlineStyle, Boolean({found})];
            }}"""
        )
        assert style != "none", page.evaluate("document.activeElement.outerHTML")
        if done:
            return
    pytest.fail(f"no Tab leads to {found}")


def test_keyboard_skips_to_the_content(visitor):
    page = visitor.open("index.html")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getBoundingClientRect().left") >= 0
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.getElementById('main').contains(document.activeElement)")


def test_keyboard_from_the_front_page_to_a_step(visitor):
    page = visitor.open("index.html")
    focus_by_tab(page, "e.textContent === 'sha1_x64_shani'")
    page.keyboard.press("Enter")
    page.wait_for_url("**/kernels/sha1_x64_shani.html")
    focus_by_tab(page, "/^Watch it run,/.test(e.textContent)")
    page.keyboard.press("Enter")
    page.wait_for_url("**/watch/sha1_x64_shani.html")
    focus_by_tab(page, "e.dataset.act === 'forward'")
    page.keyboard.press("Enter")
    page.keyboard.press(" ")
    steps = page.get_attribute("#at", "max")
    assert page.inner_text("#where") == f"2 / {steps}"
    focus_by_tab(page, "e.id === 'at'")
    page.keyboard.press("ArrowRight")
    assert page.inner_text("#where") == f"3 / {steps}"
    focus_by_tab(page, "e.id === 'code'")
    page.keyboard.press("PageDown")  # scrolls the code
    assert page.inner_text("#where") == f"3 / {steps}"
    page.keyboard.press("ArrowRight")
    assert page.inner_text("#where") == f"4 / {steps}"


def test_keyboard_chooses_a_dialect(visitor):
    page = visitor.open("kernels/des_x64_sp.html")
    focus_by_tab(page, "e.dataset.d === 'masm'")
    page.keyboard.press("Enter")
    page.wait_for_function("document.getElementById('asmtext').textContent.includes('PROC')")
    focus_by_tab(page, "e.id === 'asmtext'")
    page.keyboard.press("End")


def motion(page):
    """Returns what moves by itself in a page."""
    return page.evaluate(
        """() => [
            ...document.getAnimations().map((a) => a.effect.target.outerHTML),
            ...[document.documentElement, ...document.querySelectorAll("body *")]
                .filter((e) => {
                    const style = getComputedStyle(e);
                    return style.scrollBehavior === "smooth" || /[1-9]/.test(style.transitionDuration)
                        || style.animationName !== "none";
                })
                .map((e) => e.tagName),
        ]"""
    )


@pytest.mark.parametrize(
    "path", ["index.html", "kernels/sha1_x64_shani.html", "watch/sha1_x64_shani.html#64"]
)
def test_reduced_motion(visiting, path):
    assert motion(visiting().open(path)) == ["HTML"]  # smooth scrolling to a fragment
    page = visiting(reduced_motion="reduce").open(path)
    assert motion(page) == []


@pytest.mark.parametrize("path", ["index.html", "kernels/sha1_x64_shani.html", "ref/c-sha1.html"])
def test_pages_are_readable_without_scripts(visiting, path):
    page = visiting(java_script_enabled=False).open(path)
    assert len(page.inner_text("main")) > 1500
    assert not page.locator("button:visible").count()


def test_stepper_says_that_it_needs_scripts(visiting):
    page = visiting(java_script_enabled=False).open("watch/sha1_x64_shani.html")
    assert "this browser runs none" in page.inner_text("main")


def faults(page):
    """Returns the serious faults that axe-core finds in a page."""
    try:
        import axe_playwright_python
    except ImportError:
        from conftest import missing

        missing("axe-playwright-python")
    page.add_script_tag(path=os.path.join(os.path.dirname(axe_playwright_python.__file__), "axe.min.js"))
    # preload: axe would fetch the style sheets, which file:// forbids
    found = page.evaluate("axe.run({resultTypes: ['violations'], preload: false})")["violations"]
    return [(v["id"], v["nodes"][0]["target"], v["help"]) for v in found if v["impact"] in BAD]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_no_serious_fault(visiting, path, theme):
    page = visiting(color_scheme=theme).open(path)
    assert page.get_attribute("html", "data-theme") == theme
    assert faults(page) == []


def test_axe_finds_planted_faults(visitor):
    page = visitor.open("ref/dialects.html")
    page.evaluate("document.querySelector('h1').style.color = '#eee'")
    page.evaluate("document.getElementById('search').removeAttribute('aria-label')")
    page.evaluate("document.getElementById('search').removeAttribute('placeholder')")
    assert {fault[0] for fault in faults(page)} == {"color-contrast", "label"}
