# SPDX-License-Identifier: MIT
"""Renders the Markdown of the repository as HTML.

A link to a file of the repository leads to the page made from that file. If there is none, the text stays
without a link. Names of kernels and of files of the manual in code are links to their pages. Headings have
identifiers made as other renderers of Markdown make them, because pages of docs/ link to such identifiers. The
blocks of docs/ways have captions: the name of a file, or why the tests do not run a block. <!-- table: NAME -->
becomes a table of tables.py.
"""

import posixpath
import re
from html import escape

import mistune
from mistune.plugins.table import table

from .errors import SiteError
from .paths import line_of

TABLE = re.compile(r"<!-- table: (.*?) -->")
STEM = re.compile(r"(?:sha1|sha1dc|whirlpool|des)_(?:x64|x86|a64)_\w+")


def slug(text):
    """Returns the identifier of a heading."""
    text = re.sub(r"<[^>]*>|[`*]|&\w+;", "", text).lower()
    return re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", text).strip())


class Links:
    """Where links of a page lead: {path in the repository: URL of its page} and the stems with pages. `tables`:
    {name: HTML} of the tables that a page can contain."""

    def __init__(self, pages, stems, tables=None):
        self.pages, self.stems, self.tables = pages, stems, tables or {}

    def target(self, source, link, up, excerpt=False):
        """Returns the URL of a link in a file, or None if the site has no page for it. excerpt: the page shows
        only a part of the file, so a fragment alone leads to the file's own page."""
        if re.match(r"[a-z]+:", link):
            return None
        path, _, fragment = link.partition("#")
        if not path:
            return (up + self.pages[source] if excerpt else "") + "#" + fragment
        path = posixpath.normpath(posixpath.join(posixpath.dirname(source), path))
        url = self.pages.get(path) or self.pages.get(path + "/README.md")
        return url and up + url + ("#" + fragment if fragment else "")


class Renderer(mistune.HTMLRenderer):
    def __init__(self, links, source, up, lowered):
        super().__init__(escape=True)
        self.links, self.source, self.up, self.lowered = links, source, up, lowered
        self.excerpt = lowered > 0
        self.ids, self.headings = {}, []

    def heading(self, text, level, **attributes):
        name = slug(text)
        self.ids[name] = self.ids.get(name, -1) + 1
        if self.ids[name]:
            name += f"-{self.ids[name]}"
        self.headings.append((level, name, re.sub(r"<[^>]*>", "", text)))
        level = min(6, level + self.lowered)
        if level == 1 and len(self.headings) > 1:
            level = 2
        return (
            f'<h{level} id="{name}">{text}<a class="self" href="#{name}" aria-label="Link to this section">'
            f"#</a></h{level}>\n"
        )

    def link(self, text, url, title=None):
        target = self.links.target(self.source, url, self.up, self.excerpt)
        return f'<a href="{escape(target)}">{text}</a>' if target else text

    def image(self, text, url, title=None):
        return escape(text)

    def codespan(self, text):
        if STEM.fullmatch(text) and text in self.links.stems:
            return f'<a href="{self.up}kernels/{text}.html"><code>{text}</code></a>'
        if text.endswith((".md", "/")) and text.rstrip("/") in self.links.pages and text != self.source:
            return f'<a href="{self.up}{self.links.pages[text.rstrip("/")]}"><code>{text}</code></a>'
        return f"<code>{escape(text, quote=False)}</code>"

    def block_code(self, code, info=None):
        kind, _, rest = (info or "").partition(" ")
        shown, caption = escape(code.rstrip(), quote=False), ""
        if kind == "console":
            caption = rest.replace("not run", "Not run by the tests", 1) + "." if rest else ""
            shown = _session(shown)
        elif rest:
            caption = f"<code>{escape(rest)}</code>"
        return (f'<p class="caption">{caption}</p>' if caption else "") + (
            f'<pre class="scroll" tabindex="0">{shown}</pre>\n'
        )

    def block_html(self, html):
        found = TABLE.fullmatch(html.strip())
        if not found:
            return ""
        if found[1] not in self.links.tables:
            raise SiteError(
                self.source, line_of(self.source, html.strip()), f"no table is called '{found[1]}'"
            )
        return self.links.tables[found[1]](self.up)

    def inline_html(self, html):
        return ""


def _session(text):
    """Returns the HTML of commands with their output. The prompts are not part of the text, so that a selection
    copies commands."""
    out, continued = [], False
    for line in text.split("\n"):
        command = continued or line.startswith("$ ")
        if command:
            start = "<b>" if continued else '<b class="cmd">'
            out.append(f"{start}{line if continued else line.removeprefix('$ ')}</b>")
        else:
            out.append(line)
        continued = command and line.endswith("\\")
    return "\n".join(out)


def _scrolling(md):
    """Puts tables into boxes that scroll sideways."""
    md.renderer.register("table", lambda renderer, text: f'<div class="scroll"><table>{text}</table></div>\n')


def render(text, links, source, up, lowered=0):
    """Returns (HTML, headings) of Markdown. headings: [(level, identifier, text)]. lowered: the levels that the
    headings of an excerpt are moved down, 0 for a whole file."""
    renderer = Renderer(links, source, up, lowered)
    html = mistune.create_markdown(renderer=renderer, plugins=[table, _scrolling])(text)
    # A name of a kernel in the text of a link is no link of its own.
    return re.sub(r"(<a [^>]*>)<a [^>]*>(.*?)</a>", r"\1\2", html), renderer.headings


def inline(text, links, up):
    """Returns the HTML of a sentence of a banner: names of kernels become links, words in backquotes code."""
    out = escape(text, quote=False)
    out = re.sub(r"`([^`]+)`", r"<code>\1</code>", out)

    def stem(match):
        name = match[0]
        return f'<a href="{up}kernels/{name}.html"><code>{name}</code></a>' if name in links.stems else name

    return STEM.sub(stem, out)
