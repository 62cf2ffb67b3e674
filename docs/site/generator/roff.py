# SPDX-License-Identifier: MIT
"""Renders the manual pages of docs/man/ as HTML. It knows the macros that these pages use and refuses others."""

import re
from html import escape

from .errors import SiteError

FONTS = {"B": "b", "I": "i", "R": ""}
ESCAPES = {
    r"\-": "-", r"\&": "", r"\(lq": "“", r"\(rq": "”", r"\(aq": "'", r"\(bu": "•", r"\(em": "—",
    r"\(en": "–", r"\(ti": "~", r"\(ha": "^", r"\e": "\\", r"\ ": "\u00a0", r"\(co": "©", r"\(mu": "×",
    r"\(dq": '"', r"\(rs": "\\", r"\(ga": "`", r"\(cq": "’", r"\(oq": "‘", r"\.": ".",
}  # fmt: skip
REFERENCE = re.compile(r"<b>(oldguard[a-z-]*)</b>\((\d)\)")


class Page:
    """One manual page. `html` is its text, `name` and `summary` come from the section NAME."""

    def __init__(self, text, file, known):
        self.file, self.known = file, known
        self.parts, self.headings = [], []
        self.open = []  # elements that are open: p, dl, dd, pre
        self.term = False
        self.bullets = False
        self.section = ""
        self.name_line = ""
        for self.number, line in enumerate(text.split("\n"), 1):
            self._line(line)
        self._close()
        self.html = REFERENCE.sub(self._reference, "".join(self.parts))

    @property
    def summary(self):
        return self.name_line.partition(" - ")[2]

    def _reference(self, match):
        name, section = match[1], match[2]
        if name in self.known:
            return f'<a href="{name}.html"><b>{name}</b>({section})</a>'
        return match[0]

    def _line(self, line):
        if line.startswith(('.\\"', "'\\\"")) or line in (".", ""):
            return
        if line.startswith("."):
            name, _, rest = line[1:].partition(" ")
            handler = getattr(self, "_" + name, None)
            if handler is None and re.fullmatch(r"[BIR]{1,2}", name):
                self._text(self._fonts(name, arguments(rest)))
            elif handler is None:
                raise SiteError(self.file, self.number, f"the macro .{name} is not known")
            else:
                handler(rest)
        else:
            self._text(inline(line))

    def _text(self, html):
        if self.section == "NAME":
            self.name_line += re.sub(r"<[^>]*>", "", html) + " "
        if self.term:
            self.term = False
            self.parts.append(f"<dt>{html}</dt>")
            self.open.append("dd")
            self.parts.append("<dd>")
            return
        if not self.open:
            self.open.append("p")
            self.parts.append("<p>")
        self.parts.append(html + "\n")

    @staticmethod
    def _fonts(name, words):
        fonts = name if len(name) == 2 else None
        if fonts is None:
            return tagged(FONTS[name], inline(" ".join(words)))
        return "".join(tagged(FONTS[fonts[i % 2]], inline(word)) for i, word in enumerate(words))

    def _close(self, until=None):
        while self.open and self.open[-1] != until:
            self.parts.append(f"</{self.open.pop()}>\n")

    def _TH(self, rest):
        pass

    def _SH(self, rest):
        self._close()
        title = " ".join(arguments(rest))
        self.section = title
        ident = re.sub(r"\W+", "-", title.lower()).strip("-")
        shown = inline(title.capitalize())
        self.headings.append((2, ident, shown))
        self.parts.append(
            f'<h2 id="{ident}">{shown}<a class="self" href="#{ident}" '
            'aria-label="Link to this section">#</a></h2>\n'
        )

    def _PP(self, rest):
        self._close()

    def _TP(self, rest):
        self._item("dl", "man")
        self.term = True

    def _IP(self, rest):
        self._item("dl", "man")
        words = arguments(rest)
        self.parts.append(f"<dt>{inline(words[0]) if words else ''}</dt><dd>")
        self.open.append("dd")

    def _item(self, element, style):
        self._close("dl") if "dl" in self.open else self._close()
        if not self.open:
            self.parts.append(f'<{element} class="{style}">\n')
            self.open.append(element)

    def _EX(self, rest):
        if self.open and self.open[-1] == "p":
            self._close()
        self.parts.append('<pre class="scroll" tabindex="0">')
        self.open.append("pre")

    def _EE(self, rest):
        if "pre" in self.open:
            self._close("pre")
            self.parts.append(f"</{self.open.pop()}>\n")

    _nf, _fi = _EX, _EE

    def _br(self, rest):
        self.parts.append("<br>")


def tagged(tag, html):
    return f"<{tag}>{html}</{tag}>" if tag else html


def arguments(text):
    """Returns the words of a request. Words in quotes may have spaces."""
    return [a[1:-1] if a.startswith('"') else a for a in re.findall(r'"[^"]*"|(?:\\ |\S)+', text)]


def inline(text):
    """Returns a line with its escapes and font changes as HTML."""
    out, font = [], ""
    for part in re.split(r"(\\f[BIRP]|\\\(..|\\.)", text):
        if re.fullmatch(r"\\f[BIRP]", part):
            tag = FONTS.get(part[2], "")
            out.append(f"</{font}>" * bool(font) + f"<{tag}>" * bool(tag))
            font = tag
        elif part in ESCAPES:
            out.append(escape(ESCAPES[part], quote=False))
        elif part == "\\c":
            continue
        else:
            out.append(escape(part, quote=False))
    return "".join(out) + f"</{font}>" * bool(font)
