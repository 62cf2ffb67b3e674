# SPDX-License-Identifier: MIT
"""Writes the headers as Doxygen reads them, so that the headers themselves need no markup.

A copy has the lines of its header. Its comments are marked for Doxygen, the names in them are references, and
each function's comment ends with the errors, the thread safety and the source that its page of section 3 has.
"""

import html
import os
import re

from headers import NAME
from pages import groups_of, pages_of, sentences_of, status_codes, unlabelled

FILE = re.compile(r"\b\w+\.h\b")


class Markup:
    """Turns the text of comments into Doxygen's commands."""

    def __init__(self, headers):
        self.names = {name for h in headers for d in h.declarations for name in d.names}
        self.files = {h.name for h in headers}

    def text(self, text):
        """Escapes what Doxygen would read as markup, and makes references of the names."""
        text = re.sub(r"[\\@<>&#%$]", lambda m: "\\" + m.group(), text)
        text = NAME.sub(lambda m: self.reference(m.group(), self.names), text)
        return FILE.sub(lambda m: self.reference(m.group(), self.files), text)

    @staticmethod
    def reference(name, known):
        return '\\ref %s "%s"' % (name, name) if name in known else name

    def comment(self, source, opening):
        """Returns a comment with another opening. Indented paragraphs become verbatim."""
        lines, verbatim = source[2:-2].split("\n"), False
        for i, line in enumerate(lines):
            literal = re.match(r" *\*   +\S", line) is not None and (verbatim or lines[i - 1].strip() == "*")
            if literal and not verbatim:
                lines[i - 1] += " \\verbatim"
            if literal:
                lines[i] = re.sub(r"^ *\* ", "", line)
            elif verbatim:
                lines[i] = "\\endverbatim"
            else:
                lines[i] = self.text(line)
            verbatim = literal
        if verbatim:
            lines[-1] += " \\ilinebr \\endverbatim "
        return opening + "\n".join(lines) + "*/"


def closing(page, codes, markup):
    """Returns what a function's comment does not say itself, on one line."""
    parts = []
    if page.codes:
        items = ["\\li %s: %s" % (markup.text(code), markup.text(codes[code])) for code in page.codes]
        parts += ["\\par Errors", *items, ""]
    if page.threads:
        parts += ["\\par Thread safety", markup.text(unlabelled(page.threads.text)), ""]
    if page.source:
        parts += ["\\par Source", markup.text(unlabelled(page.source.text)), ""]
    return "".join(" \\ilinebr " + part for part in ["", *parts])


def marked(header, headers):
    """Returns the text of a header with comments for Doxygen."""
    markup, codes = Markup(headers), status_codes(headers)
    pages = {p.function.line: p for p in pages_of(headers) if p.header is header}
    declared = {d.line: d for d in header.declarations if d.comment}
    own = {d.comment.line: d for d in reversed(header.declarations) if d.comment}  # the first of a family
    out, code_line, begun = [], 0, False

    def documentation(declaration):
        text = markup.comment(declaration.comment.source, "/**")
        page = pages.get(declaration.line)
        return text[:-2] + closing(page, codes, markup) + "*/" if page else text

    for token in header.tokens:
        text = token.text
        if token.kind == "comment":
            if "SPDX-License-Identifier" in text:
                text = "/** \\file %s" % header.name
            elif not begun:
                begun, text = True, markup.comment(text, " *")
            elif token.line == code_line:
                text = markup.comment(text, "/**< ")
            elif token.line in own:
                text = documentation(own[token.line])
            elif out and out[-1].endswith(" "):  # before a field or an enumerator
                text = markup.comment(text, "/** ")
            else:
                text = markup.comment(text, "/** \\file %s \\ilinebr" % header.name)
        elif token.kind != "space":
            declaration = declared.get(token.line)
            if declaration and code_line != token.line and own[declaration.comment.line] is not declaration:
                text = " ".join(documentation(declaration).split("\n * ")) + " " + text
            code_line = token.last_line
        out.append(text)
    return "".join(out)


def page_name(header):
    """Returns the name that Doxygen gives to the page of a file."""
    return header.name.replace("_", "__").replace(".", "_8") + ".html"


def overview(headers):
    markup = Markup(headers)
    summaries = {page.function.name: page.summary for page in pages_of(headers)}
    lines = [
        "/** \\mainpage The C API of oldguard",
        "Each function has a page of section 3 as well: man og_sha1. The page of a header begins with what all",
        "of its functions have in common: units, errors, thread safety and sources.",
    ]
    for i, (title, members, functions) in enumerate(groups_of(headers)):
        lines += ["\\section group%d %s" % (i, title)]
        for header in members:
            lines += [
                '\\ref %s "oldguard/%s": %s' % (header.name, header.name, first_sentence(header, markup)),
                "",
            ]
        if functions:
            lines.append('<table class="functions">')
            for function in functions:
                words = (markup.text(function.name), markup.text(summaries[function.name]))
                lines.append("<tr><td>%s</td><td>%s</td></tr>" % words)
            lines.append("</table>")
    return "\n".join([*lines, "*/", ""])


def first_sentence(header, markup):
    paragraphs = header.paragraphs
    return markup.text(sentences_of(paragraphs[0].text)[0]) if paragraphs else ""


def frame(headers):
    """Returns the head of every page, with links to all headers and without a script."""
    links = ['<a href="$relpath^index.html">Overview</a>']
    for _, members, _ in groups_of(headers):
        links += ['<a href="$relpath^%s">%s</a>' % (page_name(h), html.escape(h.name)) for h in members]
    links.append('<a href="$relpath^globals.html">All names</a>')
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        "<title>$title: $projectname $projectnumber</title>\n"
        '<link href="$relpath^style.css" rel="stylesheet">\n</head>\n<body>\n'
        "<nav><strong>$projectname $projectnumber</strong>\n%s\n</nav>\n<main>\n<div>\n" % "\n".join(links)
    )


def write(headers, out):
    """Writes the marked headers, the overview, and the head and foot of the pages into the folder `out`."""
    os.makedirs(out, exist_ok=True)
    texts = {header.name: marked(header, headers) for header in headers}
    texts["overview.dox"] = overview(headers)
    texts["head.html"] = frame(headers)
    texts["foot.html"] = "</div>\n</main>\n</body>\n</html>\n"
    for name, text in texts.items():
        with open(os.path.join(out, name), "w", encoding="utf-8") as file:
            file.write(text)
