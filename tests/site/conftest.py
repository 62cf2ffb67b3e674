# SPDX-License-Identifier: MIT
"""Builds the site and hands it to the tests, with a browser. OLDGUARD_SITE names the folder of a build to use
instead."""

import os
import shutil
import subprocess
import sys

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[:0] = [os.path.join(ROOT, folder) for folder in ("docs/site", "asm", "bench")]


def files_of(folder):
    """Returns {path: bytes} of the files below a folder."""
    found = {}
    for path, _, names in os.walk(folder):
        for name in names:
            full = os.path.join(path, name)
            with open(full, "rb") as file:
                found[os.path.relpath(full, folder).replace(os.sep, "/")] = file.read()
    return found


def build(place, **variables):
    """Builds the whole site into a folder."""
    command = [
        sys.executable,
        "-B",
        os.path.join(ROOT, "docs", "site", "oldguard-site"),
        "build",
        "-o",
        str(place),
    ]
    done = subprocess.run(command, env={**os.environ, **variables}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """The folder of a build of the whole site."""
    given = os.environ.get("OLDGUARD_SITE")
    if given:
        return given
    place = tmp_path_factory.mktemp("first") / "site"
    build(place)
    return str(place)


@pytest.fixture(scope="session")
def site(folder):
    """The files of the site: {path: bytes}."""
    return files_of(folder)


BROWSERS = ("chromium", "chromium-browser", "google-chrome")
TIMEOUT = 600_000  # milliseconds, for a busy machine: only a test that hangs reaches it
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1200, "height": 900}


def missing(what):
    """Fails where all tools are required, and skips the test elsewhere."""
    said = f"{what} is not installed: dev/scripts/setup test-site"
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
def visiting(chromium, folder):
    """A function of options of a browser's context that returns a Visitor."""
    found = []

    def visit(**options):
        context = chromium.new_context(**options)
        context.set_default_timeout(TIMEOUT)
        found.append((context, Visitor(context.new_page(), os.path.abspath(folder))))
        return found[-1][1]

    yield visit
    for context, visitor in found:
        context.close()
        assert visitor.errors == []
        assert visitor.outside == []


@pytest.fixture
def visitor(visiting):
    return visiting()
