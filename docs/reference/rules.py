# SPDX-License-Identifier: MIT
"""The rules that the comments of the public headers obey. Each rule yields (path, line, message).

A rule compares a comment with the declaration below it. No rule can tell whether a sentence is true.
"""

import re

from headers import NAME
from pages import GROUPS, pages_of, status_codes

STANDARD = r"FIPS|SP 800|RFC \d|ISO/IEC|CACM|CRYPTO|USENIX|no standard"
BYTES = r"^(?:const )?(?:void|uint8_t|char) \* ?\w+$"


def problem(where, line, message):
    return (where.path, line, message)


def described_by_another(text, name, headers):
    """Returns whether a text names a function that has a parameter of that name."""
    return any(
        name in [p.name for p in function.parameters]
        for header in headers
        for function in header.of_kind("function")
        if re.search(r"\b%s\b" % function.name, text)
    )


def commented(headers, pages):
    """Every declaration, field and enumerator has a comment. Private fields need none. One comment is enough
    for an enumeration. A field may also be described in the comment of its structure, or be an argument of a
    function that this comment names."""
    for header in headers:
        if header.head is None:
            yield problem(header, 1, "no comment at the head")
        for declaration in header.declarations:
            name = declaration.name or "an enumeration"
            if declaration.comment is None:
                yield problem(header, declaration.line, "%s has no comment" % name)
            for member in declaration.members:
                if (
                    member.comment
                    or declaration.private
                    or declaration.kind == "enum"
                    and declaration.comment
                ):
                    continue
                for field in member.names:
                    named = re.search(r"\b%s\b" % field, declaration.text)
                    if not named and not described_by_another(declaration.text, field, headers):
                        yield problem(header, member.line, "%s: no comment for %s" % (name, field))


def begins_with_a_verb(headers, pages):
    """The comment of a function begins with a verb in the third person, of several functions in the plural."""
    for page in pages:
        word = page.summary.split(" ")[0]
        verb = r"[A-Z][a-z]+s$" if len(page.family) == 1 else r"[A-Z][a-z]+$"
        if page.function.comment and not re.match(verb, word):
            yield problem(
                page.header,
                page.function.comment.line,
                "%s: the comment begins with '%s', not with a verb such as 'Writes'"
                % (page.function.name, word),
            )


def says_what_it_returns(headers, pages):
    """A page names the errors of a function that returns a status, and says what a NULL pointer gives. The
    comment of another function says what it returns."""
    for page in pages:
        function, line = page.function, page.function.line
        if not function.comment or function.result == "void":
            continue
        if page.status and not page.codes:
            yield problem(page.header, line, "%s: neither comment nor head names an error" % function.name)
        elif page.status and any("*" in p.text or "[" in p.text for p in function.parameters):
            said = page.function.text + (page.common.text if page.common else "")
            if "NULL" not in re.sub(r"may be NULL (if|when)", "", said):
                yield problem(page.header, line, "%s: no word on NULL pointers" % function.name)
        elif not page.status and not page.returns:
            yield problem(page.header, line, "%s: the comment does not say what it returns" % function.name)


def sized(headers, pages):
    """Every buffer has a size: the bound of an array, a count as the next parameter, or a sentence with its name
    and a number of bytes. An array of arrays needs its name with [i]. "The same as" another function gives the sizes
    of parameters with the same name."""
    for page in pages:
        function = page.function
        parameters = function.parameters
        for parameter, following in zip(parameters, [*parameters[1:], None]):
            counted = following and re.match(r"size_t \w+$", following.text)
            rows = "( *" in parameter.text
            buffer = (
                re.match(BYTES, parameter.text)
                and parameter.name != "user"
                or "[ ]" in parameter.text
                or rows
            )
            buffer = buffer and not parameter.text.startswith("const char")
            if not buffer or counted or function.comment is None:
                continue
            mark = r"\b%s%s" % (parameter.name, r"\[i\]" if rows else r"\b")
            sentences = [s for p in page.description for s in re.split(r"\. |; ", p.text)]
            same = " ".join(s for s in sentences if "the same as" in s)
            if described_by_another(same, parameter.name, headers):
                continue
            if not any(re.search(mark, s) and (rows or re.search(r"\bbytes?\b", s)) for s in sentences):
                yield problem(
                    page.header, function.line, "%s: no size of %s" % (function.name, parameter.name)
                )


def units(headers, pages):
    """The head gives the unit of sizes if a function takes one."""
    for header in headers:
        for function in header.of_kind("function"):
            names = [p.name for p in function.parameters]
            if any(re.search(r"(^|_)size$", n) for n in names):
                if not header.paragraph(r"Sizes are in bytes"):
                    yield problem(
                        header, function.line, "%s: the head gives no unit of sizes" % function.name
                    )
                    break


def thread_safety(headers, pages):
    """The head or the function says which threads may call it."""
    for page in pages:
        if not page.threads and not page.own_threads:
            yield problem(
                page.header, page.function.line, "%s: no word on thread safety" % page.function.name
            )


def sources(headers, pages):
    """The head names the standard or paper, or says that there is none."""
    for page in pages:
        if not page.source or not re.search(STANDARD, page.source.text):
            yield problem(
                page.header, page.function.line, "%s: the head names no source" % page.function.name
            )


def known_names(headers, pages):
    """Comments name only what the headers declare. OG_DES_CHECK_* stands for all names with that beginning."""
    known = {name for h in headers for d in h.declarations for name in d.names}
    for header in headers:
        members = [m.comment for d in header.declarations for m in d.members if m.comment]
        comments = [d.comment for d in header.declarations if d.comment] + members + header.remarks
        for comment in {id(c): c for c in [*comments, header.head] if c}.values():
            for match in NAME.finditer(comment.source):
                word, rest = match.group(), comment.source[match.end() :]
                if word in known or rest.startswith("*") and any(n.startswith(word) for n in known):
                    continue
                line = comment.line + comment.source.count("\n", 0, match.start())
                yield problem(header, line, "the headers do not declare %s" % word)


def used_codes(headers, pages):
    """Every error of og_status is on the page of a function."""
    named = {code for page in pages for code in page.codes}
    for header in headers:
        for declaration in header.of_kind("enum"):
            for member in declaration.members if declaration.name == "og_status" else []:
                if member.names[0] != "OG_OK" and member.names[0] not in named:
                    yield problem(header, member.line, "no function's page names %s" % member.names[0])


def grouped(headers, pages):
    """Every header belongs to one group of the overviews."""
    for header in headers:
        times = sum(names.count(header.name) for _, names in GROUPS)
        if times != 1:
            yield problem(header, 1, "in %d groups of docs/reference/pages.py, not in 1" % times)


RULES = [
    commented,
    begins_with_a_verb,
    says_what_it_returns,
    sized,
    units,
    thread_safety,
    sources,
    known_names,
    used_codes,
    grouped,
]


def check(headers):
    """Returns what all rules found, by file and line."""
    if not status_codes(headers):
        return [("include/oldguard/status.h", 1, "there is no og_status")]
    pages = pages_of(headers)
    return sorted(found for rule in RULES for found in rule(headers, pages))
