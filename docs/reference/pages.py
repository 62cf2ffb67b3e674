# SPDX-License-Identifier: MIT
"""Divides what the headers say about a function into the sections of its page.

A function's own comment is its description. The comment at the head of the header says what all its functions
have in common: the first paragraph or "Source:" names the standard, "Thread safety:" the threads, and the
paragraph with "return OG_OK or a negative" the units and the errors. The other paragraphs are notes.
"""

import os
import re

from headers import NAME

THREADS = r"^Thread safety: "
SOURCE = r"^Sources?: "
ERRORS = r"return OG_OK or a negative"
CODE = re.compile(r"\bOG_ERR_\w+")
# "bad: status.h." stands for the paragraphs about `bad` at the head of that header.
ELSEWHERE = re.compile(r"\b(\w+): (\w+\.h)\.")


class Page:
    """The sections of a function's page."""

    def __init__(self, function, headers, codes):
        """codes: the result of status_codes(headers)."""
        header = function.header
        self.function, self.header = function, header
        own = function.comment.paragraphs if function.comment else []
        self.description = own
        sentences = [s for p in own if not p.literal for s in sentences_of(p.text)]
        self.summary = sentences[0] if sentences else ""
        self.returns = [s for s in sentences if re.match(r"(Otherwise )?[Rr]eturns?\b", s)]
        # A function of type int returns a status unless its comment says that it returns 0 or 1.
        self.status = function.result == "int" and not any(re.search(r"\b[01]\b", s) for s in self.returns)
        self.common = header.paragraph(ERRORS) if self.status else None
        self.threads = header.paragraph(THREADS)
        self.own_threads = [s for s in sentences if re.search(r"\bthread", s)]
        self.source = header.paragraph(SOURCE) or next(
            iter(header.head.paragraphs if header.head else []), None
        )
        self.own_codes = [name for name in codes if name in errors_of(function, headers)]
        common = common_errors(function, self.common) if self.common else ()
        self.codes = [name for name in codes if name in self.own_codes or name in common]
        self.family = header.family(function)
        self.notes = [
            p for p in header.paragraphs if p not in (self.source, self.threads, header.paragraph(ERRORS))
        ]
        self.notes += [
            p for name, other in ELSEWHERE.findall(function.text) for p in about(name, other, headers)
        ]


def sentences_of(text):
    """Splits a paragraph after full stops. Initials such as "M. Stevens" do not end a sentence."""
    return re.split(r"(?<=\.)(?<!\b[A-Z]\.) (?=\S)", text)


def capital(text):
    """Begins a text with a capital, unless it begins with a name of the library."""
    return text if NAME.match(text) else text[:1].upper() + text[1:]


def unlabelled(text):
    """Returns a paragraph without a label such as "Thread safety:", for a section with that title."""
    return capital(re.sub(THREADS + "|" + SOURCE, "", text))


def errors_of(function, headers, seen=()):
    """Returns the codes that a comment names, and those of the functions whose errors or work it refers to."""
    found = set(CODE.findall(function.text))
    for sentence in sentences_of(function.text):
        if re.search(r"\berrors\b|\bthe same as\b", sentence):
            named = set(NAME.findall(sentence)).difference(seen)
            for other in (f for header in headers for f in header.of_kind("function") if f.name in named):
                found |= errors_of(other, headers, (*seen, function.name))
    return found


def common_errors(function, paragraph):
    """Returns the codes that a paragraph about all functions names, unless a sentence excepts this function ("but
    og_x"), or its own comment names its only error."""
    if "the only error" in function.text:
        return []
    return [
        code
        for sentence in sentences_of(paragraph.text)
        if not re.search(r"\bbut\b.*\b%s\b" % function.name, sentence)
        for code in CODE.findall(sentence)
    ]


def about(name, header_name, headers):
    """Returns the paragraphs about a name at the head of another header."""
    heads = [h.head for h in headers if h.name == header_name and h.head]
    return [p for head in heads for p in head.paragraphs if re.search(r"\b%s\b" % name, p.text)]


def status_codes(headers):
    """Returns the names of og_status and their comments."""
    for header in headers:
        for declaration in header.of_kind("enum"):
            if declaration.name == "og_status":
                return {m.names[0]: m.comment.text if m.comment else "" for m in declaration.members}
    return {}


def pages_of(headers):
    codes = status_codes(headers)
    return [Page(function, headers, codes) for header in headers for function in header.of_kind("function")]


def types_of(function, headers):
    """Returns the public types in a prototype and the enumerations whose constants its comment names. The status
    codes and the policies have sections and pages of their own."""
    words = " ".join([function.result, *(p.text for p in function.parameters)])
    found = []
    for header in headers:
        for declaration in header.of_kind("struct", "enum", "callback"):
            names = [n for m in declaration.members for n in m.names] if declaration.kind == "enum" else []
            prefix = os.path.commonprefix(names) if len(names) > 1 else ""
            named = any(re.search(r"\b%s\b" % n, function.text) for n in names)
            named |= prefix.count("_") > 1 and prefix + "*" in function.text
            used = declaration.name and re.search(r"\b%s\b" % declaration.name, words)
            if used or named and declaration.name not in ("og_status", "og_policy"):
                found.append(declaration)
    return found


def constants_of(function, headers):
    """Returns the constants in a prototype."""
    words = " ".join(p.text for p in function.parameters)
    return [d for h in headers for d in h.of_kind("macro") if re.search(r"\b%s\b" % d.name, words)]


# The headers by algorithm: the order of the overviews.
GROUPS = [
    ("SHA-1", ["sha1.h"]),
    ("SHA-1 that detects collision attacks", ["sha1dc.h"]),
    ("Whirlpool", ["whirlpool.h"]),
    ("Many messages in one call", ["message.h", "des_many.h"]),
    ("DES and Triple DES", ["des.h", "des_wrap.h"]),
    ("Message authentication codes with DES", ["des_mac.h"]),
    ("The password hash crypt(3)", ["crypt.h"]),
    ("HMAC and key derivation", ["kdf.h"]),
    ("The saved state of a hash", ["state.h"]),
    ("Kernels and policies", ["kernels.h"]),
    ("Status codes", ["status.h"]),
]


def groups_of(headers):
    """Returns (title, headers, functions) of each group. The functions for many messages, which have the argument
    `bad`, are also in the group of those."""
    by_name = {header.name: header for header in headers}
    for title, names in GROUPS:
        members = [by_name[name] for name in names if name in by_name]
        functions = [f for header in members for f in header.of_kind("function")]
        if "message.h" in names:
            functions += [
                f
                for header in headers
                for f in header.of_kind("function")
                if "bad" in [p.name for p in f.parameters] and f not in functions
            ]
        yield title, members, functions
