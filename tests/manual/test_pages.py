# SPDX-License-Identifier: MIT
"""The pages of section 3: their prototypes are those of the headers, no exported function lacks a page, and groff
reads them without a warning."""

import functools
import os
import re
import subprocess

import pytest
from conftest import ROOT
from headers import read_headers
from manpages import prototype, write
from pages import groups_of, pages_of

SECTIONS = ["NAME", "SYNOPSIS", "DESCRIPTION", "RETURN VALUE", "THREAD SAFETY", "SOURCES", "SEE ALSO"]


@pytest.fixture(scope="module")
def headers():
    return read_headers(ROOT)


@pytest.fixture(scope="module")
def pages(tmp_path_factory, headers):
    """The folder of the pages."""
    folder = tmp_path_factory.mktemp("man", numbered=False) / "man3"
    folder.mkdir()
    write(ROOT, headers, str(folder))
    return folder


@functools.cache
def render(page, width=78):
    """Returns what groff prints for a page, and its warnings. A page may consist of the name of another one,
    relative to the folder above."""
    done = subprocess.run(
        ["groff", "-man", "-Tascii", "-P-cbou", "-ww", "-rLL=%dn" % width, str(page)],
        capture_output=True,
        text=True,
        check=True,
        cwd=page.parent.parent,
    )
    return done.stdout, done.stderr


def compile_c(text):
    return subprocess.run(
        [os.environ.get("CC", "cc"), "-xc", "-fsyntax-only", "-Werror", "-I", ROOT + "/include", "-"],
        input=text,
        text=True,
        capture_output=True,
    )


def declarations(headers):
    """Returns a C file that includes the headers and declares every function again, as the pages print it."""
    lines = ["#include <oldguard/oldguard.h>"]
    for page in pages_of(headers):
        lines += prototype(page.function)
    return "\n".join(lines) + "\n"


def test_prototypes_are_those_of_the_headers(headers):
    done = compile_c(declarations(headers))
    assert done.returncode == 0, done.stderr


def test_pages_name_the_errors_of_wrong_arguments(pages):
    """A page names each error that tests/api/arguments_test.cpp expects from its function."""
    with open(os.path.join(ROOT, "tests/api/arguments_test.cpp"), encoding="utf-8") as file:
        cases = set(re.findall(r"CALL\((OG_ERR_\w+), \w+,\s*(og_\w+)\(", file.read()))
    assert len(cases) >= 50
    missing = []
    for status, function in sorted(cases):
        page = (pages / (function + ".3")).read_text(encoding="utf-8")
        errors = page.partition(".SH ERRORS")[2].partition(".SH")[0]
        missing += [] if re.search(r"\b%s\b" % status, errors) else [(function, status)]
    assert missing == []


def test_wrong_prototype_is_noticed(headers):
    wrong = declarations(headers).replace("og_sha1(const void *data,", "og_sha1(void *data,")
    assert "conflicting types for 'og_sha1'" in compile_c(wrong).stderr.replace("‘", "'").replace("’", "'")


def test_every_exported_function_has_a_page(pages):
    library = os.environ.get("OLDGUARD_LIBRARY", "")
    if ".so" not in os.path.basename(library):
        pytest.skip("OLDGUARD_LIBRARY names no ELF library")
    nm = ["nm", "-D", "--defined-only", library]
    symbols = subprocess.run(nm, capture_output=True, text=True, check=True).stdout
    assert set(re.findall(r" T (\w+)", symbols)) == {page.stem for page in pages.glob("og_*.3")}


def test_groff_has_no_warning(pages):
    for page in pages.glob("*.3"):
        assert render(page)[1] == "", page.name


def test_planted_warning_is_seen(pages, tmp_path):
    page = tmp_path / "og_sha1.3"
    page.write_text((pages / "og_sha1.3").read_text() + ".NO\n")
    assert "NO" in render(page)[1]


def test_sections(pages, headers):
    """A page has all sections, and a page of errors if the function has any."""
    for page in pages_of(headers):
        text = render(pages / (page.function.name + ".3"))[0]
        found = re.findall(r"^([A-Z][A-Z ]+)$", text, re.MULTILINE)
        assert [title for title in SECTIONS if title not in found] == [], page.function.name
        assert ("ERRORS" in found) == bool(page.codes), page.function.name


def test_errors_come_from_the_comments(headers):
    """The codes of a page: its own, those of functions it refers to, and those at the head that do not except
    it."""
    codes = {page.function.name: set(page.codes) for page in pages_of(headers)}
    assert codes["og_des_key_fix_parity"] == {"OG_ERR_NULL"}
    assert codes["og_sha1dc_peek"] == {"OG_ERR_NULL"}
    assert "OG_ERR_WEAK_KEY" in codes["og_des_mac_many"]  # by way of og_des_mac_init and og_des_init
    assert "OG_ERR_STATE" in codes["og_whirlpool_import"]  # "the same as og_sha1_import"
    assert codes["og_version"] == set()


def test_functions_for_many_messages_have_a_group(headers):
    groups = {title: [f.name for f in functions] for title, _, functions in groups_of(headers)}
    names = {"og_sha1_many", "og_sha1_two_part_many", "og_whirlpool_update_many", "og_pkcs12_kdf_many"}
    assert names <= set(groups["Many messages in one call"])
    assert "og_sha1_two_part_many" in groups["SHA-1"]
    assert "og_sha1" not in groups["Many messages in one call"]


def test_family_has_one_page(tree):
    tree.append(
        "sha1.h", "\n/* Wipe a message. */\nOG_API void og_sha1_a(void);\nOG_API void og_sha1_b(void);\n"
    )
    out = os.path.join(tree.root, "man3")
    write(tree.root, read_headers(tree.root), out)
    with open(out + "/og_sha1_b.3", encoding="utf-8") as file:
        assert file.read() == ".so man3/og_sha1_a.3\n"
    with open(out + "/og_sha1_a.3", encoding="utf-8") as file:
        assert "void og_sha1_b(void);" in file.read()


def test_old_pages_are_removed(tree):
    out = os.path.join(tree.root, "man3")
    os.mkdir(out)
    with open(out + "/og_old.3", "w"):
        pass
    write(tree.root, read_headers(tree.root), out)
    assert "og_old.3" not in os.listdir(out)
