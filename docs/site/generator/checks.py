# SPDX-License-Identifier: MIT
"""Checks the finished files: links, fragments, requests to other hosts, and sizes."""

import posixpath
import re
from html.parser import HTMLParser

PAGE, SITE = 80_000, 23_000_000  # bytes
SCRIPTS = {"stepper.js": 30_000, "search.js": 100_000}
FOLDERS = {"asm/": 550_000, "watch/": 400_000}
STYLE, OTHER_SCRIPT = 30_000, 15_000
LOADING = ("src", "srcset", "poster", "data", "action", "formaction", "background")


class _Page(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.loads = set(), [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id":
                if value in self.ids:
                    self.links.append(("twice", value, self.getpos()[0]))
                self.ids.add(value)
            elif name in LOADING or name == "href" and tag == "link":
                self.loads.append((value, self.getpos()[0]))
            elif name == "href" and tag in ("a", "area"):
                self.links.append((tag, value, self.getpos()[0]))


def problems(files, source=""):
    """Returns texts "file:line: problem" about the files of the site, {path: bytes}. `source`: the one address
    outside that a link may lead to."""
    found = []
    pages = {path: _Page(content.decode()) for path, content in files.items() if path.endswith(".html")}
    for path, page in pages.items():
        for kind, link, line in page.links:
            if kind == "twice":
                problem = f"the identifier '{link}' occurs twice"
            else:
                problem = "" if source and link == source else _dead(path, link, files, pages)
            if problem:
                found.append(f"{path}:{line}: {problem}")
        for link, line in page.loads:
            if link.startswith("data:"):
                continue
            problem = _outside(link) or _dead(path, link, files, pages)
            if problem:
                found.append(f"{path}:{line}: {problem}")
    for path, content in files.items():
        if path.endswith(".css"):
            for number, line in enumerate(content.decode().split("\n"), 1):
                if re.search(r"@import|url\((?!#|data:)", line):
                    found.append(f"{path}:{number}: a style sheet that loads a file")
    return found + _sizes(files)


def _outside(link):
    return f"loads from outside: {link}" if re.match(r"[a-z][a-z0-9+.-]*:|//", link, re.IGNORECASE) else ""


def _dead(path, link, files, pages):
    """Returns a text if a link of a page leads nowhere or outside, else ""."""
    if _outside(link):
        return f"a link to the outside: {link}"
    target, _, fragment = link.partition("#")
    target = posixpath.normpath(posixpath.join(posixpath.dirname(path), target)) if target else path
    if target not in files:
        return f"a dead link: {link}"
    if fragment and target in pages and fragment not in pages[target].ids:
        if not (target.startswith("watch/") and fragment.isdigit()):
            return f"a dead fragment: {link}"
    return ""


def _sizes(files):
    found = []
    for path, content in files.items():
        limit = next((size for folder, size in FOLDERS.items() if path.startswith(folder)), None)
        if path.endswith(".html"):
            limit = PAGE
        elif path.endswith(".css"):
            limit = STYLE
        elif path.endswith(".js") and limit is None:
            limit = SCRIPTS.get(path.rsplit("/", 1)[-1], OTHER_SCRIPT)
        if limit and len(content) > limit:
            found.append(f"{path}:1: {len(content):,} bytes, the limit is {limit:,}")
    total = sum(map(len, files.values()))
    if total > SITE:
        found.append(f"index.html:1: all files have {total:,} bytes, the limit is {SITE:,}")
    return found
