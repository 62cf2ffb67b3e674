# SPDX-License-Identifier: MIT
"""The comments of the headers obey the rules, and each rule reports a planted fault with its file and line."""

import pytest
from conftest import ROOT
from headers import HeaderError, read_headers
from pages import pages_of
from rules import RULES, check

# Header, declarations to append, line of the fault in them, what the report contains.
APPENDED = [
    ("sha1.h", "OG_API int og_sha1_new(void);\n", 0, "og_sha1_new has no comment"),
    ("sha1.h", "#define OG_SHA1_NEW 1\n", 0, "OG_SHA1_NEW has no comment"),
    (
        "sha1.h",
        "/* A pair. */\ntypedef struct og_pair {\n    int a; /* 0 to 3 */\n    int c;\n} og_pair;\n",
        3,
        "no comment for c",
    ),
    ("sha1.h", "typedef enum og_new { OG_NEW = 0 /* no */ } og_new;\n", 0, "og_new has no comment"),
    ("sha1.h", "/* The number of messages. */\nOG_API int og_sha1_new(void);\n", 0, "begins with 'The'"),
    (
        "sha1.h",
        "/* Counts messages. */\nOG_API size_t og_sha1_new(void);\n",
        1,
        "does not say what it returns",
    ),
    (
        "status.h",
        "/* Reads a word. Any thread. */\nOG_API int og_new(int word);\n",
        1,
        "neither comment nor head names an error",
    ),
    (
        "status.h",
        "/* Reads a word. Any thread. OG_ERR_STATE if it is wrong. */\nOG_API int og_new(int *word);\n",
        1,
        "no word on NULL",
    ),
    ("sha1.h", "/* Writes a key to key. */\nOG_API int og_sha1_new(uint8_t *key);\n", 1, "no size of key"),
    ("sha1.h", "/* Writes words to w. */\nOG_API int og_sha1_new(uint32_t w[]);\n", 1, "no size of w"),
    ("sha1.h", "/* Writes keys. */\nOG_API int og_sha1_new(uint8_t (*keys)[8]);\n", 1, "no size of keys"),
    (
        "status.h",
        "/* Returns size. Any thread. */\nOG_API unsigned og_new(unsigned size);\n",
        1,
        "no unit of sizes",
    ),
    ("status.h", "/* Returns 1. */\nOG_API int og_new(void);\n", 1, "no word on thread safety"),
    (
        "sha1.h",
        "/* Wipes a message.\n * OG_ERR_NONE is possible. */\nOG_API void og_sha1_new(void);\n",
        1,
        "do not declare OG_ERR_NONE",
    ),
    (
        "sha1.h",
        "/* Wipes a message; see og_sha1_clear. */\nOG_API void og_sha1_new(void);\n",
        0,
        "do not declare og_sha1_clear",
    ),
]

# Header, text, replacement, lines from the replaced text to the fault (None: the fault is elsewhere), report.
CHANGED = [
    (
        "status.h",
        "Source: no standard defines these codes.",
        "The codes.",
        None,
        "og_strerror: the head names no source",
    ),
    (
        "status.h",
        "of another hash or impossible */\n",
        "of another hash or impossible */,\n    OG_ERR_NEW = -15 /* new */\n",
        1,
        "no function's page names OG_ERR_NEW",
    ),
    ("kernels.h", "Sizes are in bytes.", "", None, "the head gives no unit of sizes"),
    ("kdf.h", " * Thread safety: ", " * Threads: ", None, "og_pbkdf2: no word on thread safety"),
    ("crypt.h", "A NULL pointer gives OG_ERR_NULL.", "", None, "og_crypt_des: no word on NULL pointers"),
    ("des.h", "in and out have size bytes.", "", None, "og_des_crypt: no size of out"),
]


def reports(tree):
    return ["%s:%d: %s" % found for found in check(read_headers(tree.root))]


def test_headers_obey_the_rules():
    assert check(read_headers(ROOT)) == []


@pytest.mark.parametrize("header, text, line, message", APPENDED, ids=[a[3] for a in APPENDED])
def test_appended_fault(tree, header, text, line, message):
    first = tree.append(header, "\n" + text) + 1
    found = reports(tree)
    assert len(found) == 1 and message in found[0], found
    assert found[0].startswith("include/oldguard/%s:%d: " % (header, first + line)), found


@pytest.mark.parametrize("header, old, new, line, message", CHANGED, ids=[c[4] for c in CHANGED])
def test_changed_comment(tree, header, old, new, line, message):
    first = tree.change(header, old, new)
    found = [report for report in reports(tree) if message in report]
    assert found, reports(tree)
    if line is not None:
        assert found[0].startswith("include/oldguard/%s:%d: " % (header, first + line)), found


def test_every_rule_has_a_planted_fault(tree):
    """Each rule reports something for one of the faults above."""
    for header, text, _, _ in APPENDED:
        tree.append(header, "\n" + text)
    for header, old, new, _, _ in CHANGED:
        tree.change(header, old, new)
    with open(tree.root + "/include/oldguard/new.h", "w", encoding="utf-8") as file:
        file.write(
            "/* SPDX-License-Identifier: MIT */\n/* A header in no group. */\n#ifndef A\n#define A\n#endif\n"
        )
    headers = read_headers(tree.root)
    pages = pages_of(headers)
    assert [rule.__name__ for rule in RULES if not list(rule(headers, pages))] == []


def test_another_function_describes_the_arguments(tree):
    """A comment that names a function describes the parameters and fields that the function has, and no others."""
    struct = "/* %s. */\ntypedef struct og_args {\n    const void *%s;\n} og_args;\n"
    function = "/* Does the same as %s. */\nOG_API int %s(uint8_t (*digests)[8]);\n"
    tree.append("sha1.h", "\n" + struct % ("The arguments of og_sha1", "data"))
    tree.append("sha1.h", "\n" + function % ("og_sha1_many", "og_sha1_a"))
    assert reports(tree) == []
    tree.append("sha1.h", "\n" + function % ("og_sha1", "og_sha1_b"))
    assert ["no size of digests" in report for report in reports(tree)] == [True]


def test_family_shares_a_comment(tree):
    tree.append(
        "sha1.h", "\n/* Wipe a message. */\nOG_API void og_sha1_a(void);\nOG_API void og_sha1_b(void);\n"
    )
    assert reports(tree) == []


@pytest.mark.parametrize(
    "text", ["OG_API int (*og_new(void))(int);", "extern int og_new;", "OG_API int og_new(int);\n\nint x("]
)
def test_unknown_declaration_is_refused(tree, text):
    tree.append("sha1.h", text + "\n")
    with pytest.raises(HeaderError, match=r"^include/oldguard/sha1.h:\d+: "):
        read_headers(tree.root)
