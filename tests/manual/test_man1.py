# SPDX-License-Identifier: MIT
"""The pages of section 1 have what the sources of the command describe."""

import re

import man1
import options
import pytest

COMMAND = r"""
constexpr const char *sum_footer = R"(The line "*" ends
  the list.
Exit status: 0 success; 2 bad usage; see below.

Examples:
  oldguard sum a\b)";

void Command::describe() { add_answer("-h,--help", [this] { return help(); }, "Print this help"); }

void add_shared(Command &command, bool &value) {
    const std::string group = "With --check";
    command.add_flag("--strict", value, "Count \"bad\" lines")->group(group);
}

void describe_sum(Command &sum) {
    auto *size = sum.add_option("-s,--size", size, "At most SIZE "
                                                  "bytes, or *")
                     ->check(in_range(1u, 4u))
                     ->default_text("4")  // not "5"
                     ->type_name("SIZE")
                     ->manual("See `NOTES`.");
    add_shared(sum, strict);
    sum.add_option("--how", how, "How")->value_is_optional("safe")->type_name("[HOW]");
    sum.add_operand("FIRST", first, "A file")->required();
    sum.add_operands("FILE", files, "Files");
    sum.footer(sum_footer);
}

void describe_oldguard(Command &root) { root.add_subcommand("sum", "Print sums", describe_sum); }
"""
PAGE = """# oldguard-sum

## Description

See sha1sum(1) and *FILE*.

<!-- help -->
- `a`: one
- `b`: two

1. first
2. second

## Options

<!-- options -->

## Exit status

<!-- status -->

## Examples

<!-- examples -->
"""


@pytest.fixture
def page(tmp_path):
    """Returns a function that returns a page as roff."""

    def made(command=COMMAND, text=PAGE):
        for path, content in (
            ("cli/command.cpp", command),
            ("docs/man/oldguard-sum.md", text),
            ("CMakeLists.txt", "project(oldguard VERSION 1.2.3)"),
        ):
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).write_text(content)
        return man1.roff(tmp_path, man1.pages(tmp_path)["oldguard-sum"])

    return made


def test_page(page):
    text = re.sub(r"\\f[BIP]", "", page()).replace("\\-", "-")
    assert '"oldguard 1.2.3"' in text
    for part in (
        ".SH NAME\noldguard-sum - print sums\n",
        ".SH SYNOPSIS\noldguard sum [OPTION]... FIRST [FILE]...\n",
        '.SH DESCRIPTION\nSee sha1sum(1) and FILE.\n.PP\nThe line "*" ends the list.\n.TP\na\none\n.TP\nb\ntwo\n',
        ".IP 1. 4\nfirst\n.IP 2. 4\nsecond\n",
        ".SH OPTIONS\n.TP\n-h, --help\nPrint this help.\n",
        ".TP\n-s, --size SIZE\nAt most SIZE bytes, or * (default: 4). See NOTES.\n",
        '.TP\n--how[=HOW]\nHow.\n.SS With --check\n.TP\n--strict\nCount "bad" lines.\n',
        ".SH EXIT STATUS\n.TP\n0\nSuccess.\n.TP\n2\nBad usage; see below.\n",
        ".SH EXAMPLES\n.EX\noldguard sum a\\eb\n.EE\n",
    ):
        assert part in text, text


def test_fonts(page):
    text = page()
    assert r"\fB\-s\fP, \fB\-\-size\fP \fISIZE\fP" in text
    assert r"\fBsha1sum\fP(1)" in text and r"\fBoldguard\fP \fBsum\fP [\fIOPTION\fP]" in text


@pytest.mark.parametrize(
    "old, new, message",
    [
        ('"Print sums"', "summary", "cli/command.cpp: summary is no string literal"),
        ('"Files"', "words", "cli/command.cpp: words is no string literal"),
        ('"[HOW]"', "type", "cli/command.cpp: type is no string literal"),
        ("footer(sum_footer)", "footer(other)", "cli/command.cpp: other is no string literal"),
    ],
)
def test_texts_that_are_no_literals(page, old, new, message):
    with pytest.raises(options.CommandError, match=message):
        page(COMMAND.replace(old, new))


def test_unknown_comment(page):
    with pytest.raises(
        options.CommandError, match="docs/man/oldguard-sum.md: <!-- option --> stands for nothing"
    ):
        page(text=PAGE.replace("options -->", "option -->"))


def test_removed_page(page, tmp_path):
    page()
    (tmp_path / "out").mkdir()
    (tmp_path / "out/oldguard-old.1").touch()
    man1.write(tmp_path, tmp_path / "out")
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["oldguard-sum.1"]
