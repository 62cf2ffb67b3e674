# SPDX-License-Identifier: MIT
"""Writes the manual pages of section 3: one for each function, and oldguard(3) with the list of all."""

import os
import re
import textwrap

from headers import NAME
from pages import capital, constants_of, groups_of, pages_of, sentences_of, status_codes, types_of, unlabelled

WIDTH = 70
TITLE = "Library Functions"
DATE = "2026-11-28"  # of all pages; a release sets it


def title_line(root, name, section, title):
    """Returns .TH with the date and the version."""
    with open(os.path.join(root, "CMakeLists.txt"), encoding="utf-8") as file:
        version = re.search(r"project\(oldguard VERSION ([0-9.]+)", file.read())[1]
    return '.TH %s %d %s "oldguard %s" "%s"' % (escape(name.upper()), section, DATE, version, title)


def escape(text):
    return text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")


def guard(line):
    """Keeps a line of text from being read as a request."""
    return re.sub(r"^([.'])", r"\\&\1", line)


def bold(lines):
    """Returns code as bold lines for a part without filling."""
    return [".B " + escape(line).replace("    ", "\\ " * 4) for line in lines]


class Prose:
    """Turns the text of comments into roff. Functions of the library become references to their pages."""

    def __init__(self, headers, own=()):
        self.functions = {f.name for h in headers for f in h.of_kind("function")}
        self.own = own

    def text(self, text):
        """Returns the lines of a paragraph."""

        def mark(match):
            name = match.group()
            if name in self.own or name in self.functions and match.string[match.end() :].startswith("("):
                return "\\fB%s\\fP" % name
            return "\\fB%s\\fP(3)" % name if name in self.functions else name

        lines = []
        for sentence in sentences_of(text):  # each begins a line, so that the formatter spaces it
            lines += textwrap.wrap(NAME.sub(mark, escape(sentence)), 78, break_on_hyphens=False)
        return [guard(line) for line in lines]

    def paragraphs(self, paragraphs):
        """Returns the lines of paragraphs, without a label such as "Thread safety:" that repeats the title."""
        lines = []
        for paragraph in paragraphs:
            lines.append(".PP")
            if paragraph.literal:
                lines += [".EX", *(guard(escape(line)) for line in paragraph.text.split("\n")), ".EE"]
            else:
                lines += self.text(unlabelled(paragraph.text))
        return lines


def lower_case(summary):
    """Returns a summary as NAME sections have it, without the part after a colon."""
    summary = summary.split(": ")[0].rstrip(".")
    return escape(summary[:1].lower() + summary[1:])


def section(title, lines):
    """Returns a section, or nothing without lines. A section does not begin with a paragraph mark."""
    lines = lines[1:] if lines[:1] == [".PP"] else lines
    return [".SH " + title, *lines] if lines else []


def items(pairs, prose):
    lines = []
    for term, text in pairs:
        lines += [".TP", ".B " + escape(term), *(prose.text(text) if text else ["\\&"])]
    return lines


def prototype(function, end=";"):
    """Returns the lines of a prototype, at most WIDTH wide where the parameters permit."""
    lines = ["%s%s%s(" % (function.result, "" if function.result.endswith("*") else " ", function.name)]
    words = [tidy(p.text) for p in function.parameters] or ["void"]
    for i, word in enumerate(words):
        word += "," if i < len(words) - 1 else ")" + end
        if lines[-1].endswith("("):
            lines[-1] += word
        elif len(lines[-1]) + 1 + len(word) <= WIDTH:
            lines[-1] += " " + word
        else:
            lines.append("    " + word)
    return lines


def tidy(text):
    """Writes a parameter as the headers do: `uint8_t ( * out ) [ 8 ]` becomes `uint8_t (*out)[8]`."""
    text = re.sub(r"\( \* (\w+) \)", r"(*\1)", text)
    text = re.sub(r" ?\[ (\w*) ?\]", r"[\1]", text)
    return re.sub(r"\* (?=[\w*])", "*", text)


def synopsis(page, headers):
    lines = [".nf", ".B #include <oldguard/%s>" % page.header.name, ".PP"]
    for constant in constants_of(page.function, headers):
        lines.append(".B " + escape(" ".join(constant.source.split())))
    lines += [".PP"] if lines[-1] != ".PP" else []
    for function in page.family:
        lines += bold(prototype(function))
    return [*lines, ".fi"]


def types(page, headers, prose):
    lines = []
    for declaration in types_of(page.function, headers):
        name = declaration.name or "Constants"
        lines += [".SS " + escape(name), *prose.text(declaration.text)]
        if declaration.kind == "callback":
            lines += [".PP", ".nf", *bold(prototype(declaration)), ".fi"]
        elif not declaration.private:
            lines += items(
                [(m.text, m.comment.text if m.comment else "") for m in declaration.members], prose
            )
    return lines


def returned(page, prose):
    if page.status:
        codes = ["OG_OK (0), or a negative status code."]
        return codes + (prose.paragraphs([page.common]) if page.common else [])
    if page.function.result == "void":
        return ["None."]
    return prose.text(" ".join(page.returns))


def see_also(page, functions):
    others = {f.name for f in page.header.of_kind("function")} | set(NAME.findall(page.function.text))
    names = sorted(others & functions - {f.name for f in page.family}) + ["oldguard"]
    return [".BR %s (3)%s" % (escape(n), "," if n != names[-1] else "") for n in names]


def page_text(root, page, headers, codes):
    names = [f.name for f in page.family]
    prose = Prose(headers, names)
    threads = [page.threads] if page.threads else []
    own_threads = [] if threads else prose.text(" ".join(page.own_threads))
    lines = [
        '.\\" Written by docs/reference from %s: do not edit.' % page.header.path,
        title_line(root, names[0], 3, TITLE),
        ".nh",
        *section("NAME", textwrap.wrap("%s \\- %s" % (", ".join(names), lower_case(page.summary)), 78)),
        *section("SYNOPSIS", synopsis(page, headers)),
        *section("DESCRIPTION", prose.paragraphs(page.description)),
        *section("TYPES", types(page, headers, prose)),
        *section("RETURN VALUE", returned(page, prose)),
        *section("ERRORS", items([(code, capital(codes[code]) + ".") for code in page.codes], prose)),
        *section("THREAD SAFETY", prose.paragraphs(threads) + own_threads),
        *section("SOURCES", prose.paragraphs([page.source] if page.source else [])),
        *section("NOTES", prose.paragraphs(page.notes)),
        *section("SEE ALSO", see_also(page, prose.functions)),
    ]
    return "\n".join(lines) + "\n"


def overview(root, headers):
    prose = Prose(headers)
    lines = [
        '.\\" Written by docs/reference: do not edit.',
        title_line(root, "oldguard", 3, TITLE),
        *section("NAME", ["oldguard \\- SHA-1, Whirlpool, DES and Triple DES"]),
        *section("SYNOPSIS", [".B #include <oldguard/oldguard.h>", ".PP", ".B cc example.c \\-loldguard"]),
        *section("DESCRIPTION", ["Each function has a page. The headers are those of the same sections."]),
    ]
    summaries = {page.function.name: page.summary for page in pages_of(headers)}
    for title, members, functions in groups_of(headers):
        names = ", ".join("<oldguard/%s>" % header.name for header in members)
        lines += [".SS " + escape(title), escape(names)]
        lines += items([("%s(3)" % f.name, summaries[f.name]) for f in functions], prose)
    return "\n".join([*lines, *section("SEE ALSO", [".BR oldguard (1)"])]) + "\n"


def write(root, headers, out):
    """Writes the pages into the folder `out` and removes those of functions that no longer exist."""
    codes = status_codes(headers)
    texts = {"oldguard.3": overview(root, headers)}
    for page in pages_of(headers):
        first = page.family[0].name
        alias = ".so man3/%s.3\n" % first
        texts[page.function.name + ".3"] = (
            page_text(root, page, headers, codes) if page.function.name == first else alias
        )
    os.makedirs(out, exist_ok=True)
    for name in os.listdir(out):
        if name.endswith(".3") and name not in texts:
            os.remove(os.path.join(out, name))
    for name, text in texts.items():
        path = os.path.join(out, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
