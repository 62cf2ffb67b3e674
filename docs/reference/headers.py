# SPDX-License-Identifier: MIT
"""Parses the public headers: their comments, functions, types and constants.

The parser knows the C that the headers use and refuses the rest with the file and the line. The tests
compile the prototypes that it finds, and compare their names with the symbols of the library.
"""

import os
import re
from dataclasses import dataclass, field

FOLDER = "include/oldguard"
TOKEN = re.compile(
    r"(?P<comment>/\*.*?\*/)|(?P<directive>^\#(?:[^\n/]|/(?!\*)|\\\n)*)|(?P<space>\s+)"
    r"|(?P<word>\w+)|(?P<mark>\"[^\"\n]*\"|.)",
    re.DOTALL | re.MULTILINE,
)
NAME = re.compile(r"\b(?:og|OG)_\w+")


class HeaderError(Exception):
    """A declaration that the parser does not understand."""


@dataclass
class Token:
    kind: str
    text: str
    line: int
    start: int

    @property
    def last_line(self):
        return self.line + self.text.count("\n")


@dataclass
class Paragraph:
    text: str  # one line, or for a literal paragraph its lines
    literal: bool
    line: int


class Comment:
    """The text of a C comment without its stars, in paragraphs. Indented paragraphs are literal."""

    def __init__(self, token):
        self.line, self.last_line, self.source = token.line, token.last_line, token.text
        lines = [re.sub(r"^\s*\* ?", "", line) for line in token.text[2:-2].rstrip("* \n").split("\n")]
        self.paragraphs = []
        lines[0] = lines[0].strip()
        block = []
        for number, text in enumerate([*lines, ""]):
            if text.strip():
                block.append((self.line + number, text.rstrip()))
            elif block:
                self.paragraphs.append(self._paragraph(block))
                block = []

    @staticmethod
    def _paragraph(block):
        literal = all(text.startswith("  ") for _, text in block)
        text = "\n".join(t for _, t in block) if literal else " ".join(t.strip() for _, t in block)
        return Paragraph(text, literal, block[0][0])

    @property
    def text(self):
        return " ".join(" ".join(p.text.split()) for p in self.paragraphs)


@dataclass
class Parameter:
    name: str
    text: str


@dataclass
class Member:
    """A field, or several fields of one declaration, or an enumerator."""

    names: list
    line: int
    text: str  # the declaration
    comment: Comment = None


@dataclass
class Declaration:
    kind: str  # function, macro, struct, enum, callback (a function type) or pointer (to functions)
    name: str  # "" for an enumeration without a name
    line: int
    source: str  # as the header prints it, with the comments inside
    comment: Comment = None
    result: str = ""  # of a function
    parameters: list = field(default_factory=list)
    members: list = field(default_factory=list)
    header: "Header" = None

    @property
    def last_line(self):
        return self.line + self.source.count("\n")

    @property
    def text(self):
        return self.comment.text if self.comment else ""

    @property
    def private(self):
        return "fields are private" in self.text

    @property
    def names(self):
        """The names that the declaration makes known."""
        names = [self.name] if self.name else []
        return names + [n for m in self.members if self.kind == "enum" for n in m.names]


class Header:
    """A header: the comment at its head, its declarations, and comments that belong to no declaration."""

    def __init__(self, root, name):
        self.name, self.path = name, os.path.join(FOLDER, name)
        with open(os.path.join(root, self.path), encoding="utf-8") as file:
            self.text = file.read()
        self.head, self.declarations, self.remarks = None, [], []
        self.tokens = [
            Token(m.lastgroup, m.group(), self.text.count("\n", 0, m.start()) + 1, m.start())
            for m in TOKEN.finditer(self.text)
        ]
        self._parse([t for t in self.tokens if t.kind != "space"])
        for declaration in self.declarations:
            declaration.header = self

    def error(self, line, message):
        return HeaderError("%s:%d: %s" % (self.path, line, message))

    def of_kind(self, *kinds):
        return [d for d in self.declarations if d.kind in kinds]

    def family(self, function):
        """Returns the functions that share the comment of a function, itself included."""
        return [
            f
            for f in self.of_kind("function")
            if f is function or f.comment and f.comment is function.comment
        ]

    def paragraph(self, pattern):
        """Returns the first paragraph of the head and the remarks that matches, or None."""
        return next((p for p in self.paragraphs if not p.literal and re.search(pattern, p.text)), None)

    @property
    def paragraphs(self):
        comments = ([self.head] if self.head else []) + self.remarks
        return [p for comment in comments for p in comment.paragraphs]

    def _parse(self, tokens):
        comments, depth, i = [], 0, 0
        while i < len(tokens):
            token = tokens[i]
            i += 1
            if token.kind == "comment":
                previous = tokens[i - 2] if i > 1 else None
                if previous and previous.last_line == token.line and previous.kind == "directive":
                    if self.declarations and self.declarations[-1].line == token.line:
                        self.declarations[-1].comment = Comment(token)
                else:
                    comments.append(Comment(token))
            elif token.kind == "directive":
                depth += bool(re.match(r"#\s*if", token.text)) - bool(re.match(r"#\s*endif", token.text))
                macro = re.match(r"#define\s+(OG_\w+)[ \t]+\S", token.text)
                if re.match(r"#ifdef\s+__cplusplus", token.text):
                    while not re.match(r"#endif", tokens[i].text):
                        i += 1
                elif macro and depth == 1:
                    self._add("macro", macro[1], token.line, token.text.rstrip(), comments)
            else:
                end, braces = i - 1, 0
                while end < len(tokens) and (braces or tokens[end].text != ";"):
                    braces += {"{": 1, "}": -1}.get(tokens[end].text, 0)
                    end += 1
                if end == len(tokens):
                    raise self.error(token.line, "a declaration without an end")
                self._declaration(tokens[i - 1 : end + 1], comments)
                i = end + 1
        self._file(comments)

    def _file(self, comments):
        """Takes the comments that belong to no declaration: the licence, the head, and remarks."""
        for comment in comments:
            if "SPDX-License-Identifier" in comment.source:
                continue
            if self.head is None and not self.declarations:
                self.head = comment
            else:
                self.remarks.append(comment)
        comments.clear()

    def _add(self, kind, name, line, source, comments, **more):
        comment = comments.pop() if comments and comments[-1].last_line == line - 1 else None
        self._file(comments)
        before = self.declarations[-1] if self.declarations else None
        if comment is None and before and before.kind == kind and before.last_line == line - 1:
            if kind in ("macro", "function"):
                comment = before.comment  # one comment for constants or functions on consecutive lines
        self.declarations.append(Declaration(kind, name, line, source, comment, **more))

    def _declaration(self, tokens, comments):
        line = tokens[0].line
        source = self.text[tokens[0].start : tokens[-1].start + 1]
        code = " ".join(t.text for t in tokens if t.kind != "comment").replace("OG_API ", "", 1)
        code = re.sub(r"\s+", " ", code.rstrip("; "))
        exported = tokens[0].text == "OG_API"
        braces = re.match(r"(?:typedef )?(struct|enum)(?: (\w+))? \{.*\}(?: (\w+))?$", code)
        pointer = re.match(r"typedef [\w ]+ \( \* (og_\w+) \)", code)
        function = re.match(r"(typedef )?([\w ]+?(?: \*)?) (og_\w+) \( (.*) \)$", code)
        if braces:
            first = next(i for i, t in enumerate(tokens) if t.text == "{")
            last = max(i for i, t in enumerate(tokens) if t.text == "}")
            members = self._members(tokens[first + 1 : last], "," if braces[1] == "enum" else ";")
            self._add(braces[1], braces[3] or "", line, source, comments, members=members)
        elif pointer:
            self._add("pointer", pointer[1], line, source, comments)
        elif function and exported != bool(function[1]):
            parameters = [self._parameter(line, p) for p in split(function[4].split(" "), ",")]
            parameters = [p for p in parameters if p.text != "void"]
            kind = "callback" if function[1] else "function"
            result = function[2].replace(" *", "*").replace("*", " *")
            self._add(kind, function[3], line, source, comments, result=result, parameters=parameters)
        else:
            raise self.error(line, "the parser of the manual does not understand: %s" % code)

    def _parameter(self, line, words):
        text = " ".join(words)
        name = re.search(r"\( \* (\w+) \)", text) or re.search(r"(\w+)(?: \[ (?:\w+ )?\])*$", text)
        if not name:
            raise self.error(line, "a parameter without a name: %s" % text)
        return Parameter(name[1], text)

    def _members(self, tokens, separator):
        """Returns the members. A comment on the line of a member belongs to it, others to the next one."""
        members, words, leading, trailing, braces = [], [], None, None, 0

        def close():
            if words:
                names = [words[0].text] if separator == "," else field_names([w.text for w in words])
                text = self.text[words[0].start : words[-1].start + len(words[-1].text)]
                text = " ".join(re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL).split())
                members.append(Member(names, words[0].line, text, trailing or leading))

        last_line = tokens[0].line - 1 if tokens else 0
        for token in tokens:
            if token.kind == "comment":
                comment = Comment(token)
                if token.line != last_line:
                    leading = comment
                elif words:
                    trailing = comment
                elif members and not members[-1].comment:
                    members[-1].comment = comment
                continue
            last_line = token.line
            braces += {"{": 1, "}": -1}.get(token.text, 0)
            if token.text == separator and not braces:
                close()
                words, leading, trailing = [], None, None
            else:
                words.append(token)
        close()
        return members


def split(words, separator):
    """Splits a list at the separators outside parentheses."""
    parts, depth = [[]], 0
    for word in words:
        depth += {"(": 1, ")": -1, "{": 1, "}": -1}.get(word, 0)
        if word == separator and not depth:
            parts.append([])
        else:
            parts[-1].append(word)
    return parts


def field_names(words):
    """Returns the names that a declaration of fields declares: `uint8_t a[4], b` gives a and b."""
    return [re.search(r"(\w+)(?: \[ \w+ \])*$", " ".join(part))[1] for part in split(words, ",")]


def read_headers(root):
    """Returns all public headers, by name. oldguard.h only includes the others."""
    folder = os.path.join(root, FOLDER)
    names = sorted(n for n in os.listdir(folder) if n.endswith(".h") and n != "oldguard.h")
    return [Header(root, name) for name in names]
