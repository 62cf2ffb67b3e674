# SPDX-License-Identifier: MIT
"""The reference of the C API, from the public headers, by the parser of docs/reference."""

import re
from dataclasses import dataclass
from html import escape

from headers import NAME, HeaderError, read_headers
from pages import groups_of, pages_of, unlabelled

from .errors import SiteError
from .paths import ROOT


@dataclass
class Group:
    title: str
    url: str
    headers: list
    declarations: list  # of (identifiers, source, paragraphs, sections)
    remarks: list


def groups():
    """Returns the groups of the manual, each with the declarations of its headers."""
    try:
        headers = read_headers(ROOT)
    except HeaderError as error:
        file, line, message = str(error).split(":", 2)
        raise SiteError(file, line, message.strip()) from None
    found, names = [], {}
    pages = {page.function.name: page for page in pages_of(headers)}
    for title, members, _ in groups_of(headers):
        url = "ref/c-" + re.sub(r"[^a-z0-9]+", "-", members[0].name[:-2]) + ".html"
        for header in members:
            for declaration in header.declarations:
                names |= {name: url for name in declaration.names}
        found.append((title, url, members))
    documented = {header.name for _, _, members in found for header in members}
    for header in headers:
        if header.name not in documented:
            raise SiteError(header.path, 1, "a header that no group of docs/reference/pages.py contains")
    return [_group(title, url, members, pages, names) for title, url, members in found], names


def _group(title, url, headers, pages, names):
    group = Group(title, url, headers, [], [])
    linked = _Linker(names, url)
    for header in headers:
        paragraphs = header.paragraphs
        group.remarks += [linked.paragraph(p) for p in paragraphs]
        taken = set()
        for declaration in header.declarations:
            shared = [
                d
                for d in header.declarations
                if d is declaration or declaration.comment and d.comment is declaration.comment
            ]
            if id(declaration) in taken:
                continue
            taken |= {id(d) for d in shared}
            comment = declaration.comment.paragraphs if declaration.comment else []
            page = pages.get(declaration.name)
            group.declarations.append(
                {
                    "ids": [name for d in shared for name in d.names],
                    "name": declaration.name or declaration.names[0],
                    "source": "\n".join(d.source for d in shared),
                    "text": [linked.paragraph(p) for p in comment],
                    "errors": [linked.text(code) for code in page.codes] if page and page.status else [],
                    "threads": linked.text(unlabelled(page.threads.text)) if page and page.threads else "",
                    "line": f"{header.path}:{declaration.line}",
                }
            )
    return group


class _Linker:
    """Makes links of the names in comments."""

    def __init__(self, names, url):
        self.names, self.url = names, url

    def text(self, text):
        def link(match):
            name = match[0]
            url = self.names.get(name)
            if not url:
                return f"<code>{name}</code>"
            return f'<a href="{"" if url == self.url else url[4:]}#{name}"><code>{name}</code></a>'

        return NAME.sub(link, escape(text, quote=False))

    def paragraph(self, paragraph):
        if paragraph.literal:
            lines = paragraph.text.split("\n")
            indent = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
            shown = escape("\n".join(line[indent:] for line in lines), quote=False)
            return f'<pre class="scroll" tabindex="0">{shown}</pre>'
        return f"<p>{self.text(paragraph.text)}</p>"
