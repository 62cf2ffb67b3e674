# SPDX-License-Identifier: MIT
"""Options are parsed as by getopt_long(3), and operands are plain names, whatever they look like."""

import os
import re
from pathlib import Path

import pytest

KEY = b"01234567"
# What parsers of command lines read as lists, ends, empty values, options or subcommands.
NAMES = ["[k]", "[a,b]", "[", "++", "{}", "%%", "--", "-k", "--key-hex", "\x01k", "k=", "=", " ", "sum"]
DES = ["--cipher", "des", "--mode", "ecb"]


@pytest.fixture(params=NAMES, ids=repr)
def name(request, workdir):
    """Creates a file that serves as key, password and salt, and returns its name."""
    Path(request.param).write_bytes(KEY)
    Path("data").write_bytes(b"eight b.")
    return request.param


def same_file(option, name):
    """Returns both forms of a long option with a value."""
    return [[option, name], [f"{option}={name}"]]


@pytest.mark.parametrize(
    "args",
    [
        ["des", "encrypt", *DES, "data", "--key-file"],
        ["des", "mac", "--algorithm", "cmac", "--cipher", "des", "data", "--key-file"],
        [*"pbkdf2 --hash sha1 --iterations 1 --length 8 --salt-hex".split(), "", "--password-file"],
        ["pbkdf2", "--hash", "sha1", "--iterations", "1", "--length", "8", "--salt-file"],
        ["crypt", "--salt", "ab", "--password-file"],
    ],
    ids=lambda args: f"{args[0]} {args[-1]}",
)
def test_options_take_any_file_name(oldguard, name, args):
    Path("plain").write_bytes(KEY)
    wanted = oldguard(*args, "plain", input=b"password")
    assert wanted.returncode == 0 and wanted.stdout
    for words in same_file(args[-1], name):
        result = oldguard(*args[:-1], *words, input=b"password")
        assert (result.returncode, result.stdout, result.stderr) == (0, wanted.stdout, b"")


def test_moved_files_take_any_name(oldguard, name):
    coded = oldguard("des", "encrypt", *DES, "--key-hex", KEY.hex(), "data").stdout
    for words in same_file("--key-file", name):
        for suffix in same_file("--suffix", name):
            Path("old").write_bytes(coded)
            result = oldguard(
                *"des recrypt --from des-ecb --to-command cat --verify-command cat --quiet".split(),
                *"--remove --trust-padding".split(),
                *words,
                *suffix,
                "old",
            )
            assert (result.returncode, result.stderr) == (0, b"")
            assert Path("old" + name).read_bytes() == b"eight b."
            os.remove("old" + name)


def test_output_takes_any_name(oldguard, workdir):
    for name in NAMES:
        result = oldguard(
            *"pbkdf2 --hash sha1 --iterations 1 --length 8 --salt-hex".split(),
            "",
            "--output",
            name,
            input=b"password",
        )
        assert (result.returncode, result.stderr) == (0, b"")
        assert Path(name).stat().st_size == 17


def test_operands_take_any_name(oldguard, name):
    key = ["--key-hex", KEY.hex()]
    wanted = oldguard("des", "encrypt", *DES, *key, input=KEY).stdout
    os.mkdir("out")
    for out in NAMES:
        result = oldguard("des", "encrypt", *DES, *key, "--", name, f"out/{out}")
        assert (result.returncode, result.stderr) == (0, b"")
        assert Path(f"out/{out}").read_bytes() == wanted


def tree(oldguard, path=()):
    """Returns the options of each command: (all names, takes a value).

    Leaves out optional values, "[HOW]", and fixity, whose options another program parses.
    """
    text = oldguard(*path, "--help").stdout.decode()
    options = [
        (line.group(1).split(","), line.group(2) is not None)
        for line in re.finditer(r"^  (-[\w,-]+)(?![\w,-]| \[)(?: (?!Excludes|Needs)([A-Z]\S*))?", text, re.M)
    ]
    yield path, options
    block = text.partition("\nSubcommands:\n")[2].partition("\n\n")[0]
    for line in block.splitlines():
        name = line.split()[0]
        if name != "fixity":
            yield from tree(oldguard, (*path, name))


@pytest.fixture(scope="module")
def commands(oldguard):
    found = list(tree(oldguard))
    assert len(found) > 12 and sum(len(options) for _, options in found) > 60
    return found


def refused(oldguard, path, *words):
    """Returns the first line of the error message without the command's name."""
    result = oldguard(*path, *words)
    assert (result.returncode, result.stdout) == (2, b"")
    first, second = result.stderr.decode().splitlines()
    command = " ".join(["oldguard", *path])
    assert second == f"Try '{command} --help' for more information."
    return first.removeprefix(f"{command}: ")


def test_flags_take_no_value(oldguard, commands):
    for path, options in commands:
        for names, takes_value in options:
            if takes_value:
                continue
            for value in ("false", ""):
                assert refused(oldguard, path, f"{names[-1]}={value}") == (
                    f"option '{names[-1]}' doesn't allow an argument"
                )


def test_values_are_needed(oldguard, commands):
    for path, options in commands:
        for names, takes_value in options:
            for name in names if takes_value else []:
                assert refused(oldguard, path, name) == (f"option '{names[-1]}' requires an argument")


@pytest.mark.slow
def test_abbreviations(oldguard, commands):
    """Each prefix of each long option selects it, or is ambiguous and the message lists all candidates."""
    whole = {
        "--encoding",
        "--strip-prefix",
        "--backslashes",
    }  # sha1sum abbreviates others to their beginnings
    for path, options in commands:
        longs = {names[-1]: takes_value for names, takes_value in options if names[-1] not in whole}
        for name, takes_value in longs.items():
            for size in range(3, len(name)):
                begun = name[:size]
                possible = [other for other in longs if other.startswith(begun)]
                if begun in longs:
                    continue
                said = refused(oldguard, path, begun if takes_value else begun + "=1")
                if len(possible) == 1:
                    assert said.startswith(f"option '{name}' ")
                else:
                    first, names = said.split("; possibilities: ")
                    assert first.startswith(f"option '{begun}")
                    assert first.endswith("' is ambiguous")
                    assert names.split() == [f"'{other}'" for other in possible]


def test_values_are_not_empty(oldguard, commands):
    """An empty value, as from an unset variable of a script, is an error."""
    for path, options in commands:
        for names, takes_value in options:
            for name in names if takes_value else []:
                result = oldguard(*path, name, "", input=b"")
                assert result.returncode in (1, 2) and result.stdout == b""
                assert b"\x01" not in result.stderr


def test_numbers_are_decimal(oldguard):
    """A zero at the beginning changes nothing, and no prefix selects another base."""
    encrypt = "des encrypt --cipher des --mode ecb --key-hex 0123456789abcdef --jobs".split()
    for number, status in (("08", 0), ("0064", 0), ("0100", 2), ("0x4", 2), ("+4", 2), (" 4", 2), ("4 ", 2)):
        assert oldguard(*encrypt, number, input=b"").returncode == status


def test_help_comes_before_what_follows(oldguard):
    for words in (["--help", "--nope"], ["-ch"], ["-hx"], ["a", "b", "--he"]):
        result = oldguard("sum", *words)
        assert result.returncode == 0 and b"Usage: oldguard sum " in result.stdout


@pytest.mark.parametrize(
    "args, message",
    [
        (["sum", "-a", "\x01"], r"--algorithm: \001 not in {sha1,whirlpool}"),
        (["sum", "--kernel", "\x01"], r"--kernel ''$'\001': no such kernel"),
        (["completion", ""], "SHELL:  not in {bash,zsh,fish}"),
        (["completion", "\x01"], r"SHELL: \001 not in {bash,zsh,fish}"),
        (["des", "encrypt", "--jobs", "\x1b[1m"], r"--jobs: Value \033[1m not in range 1 to 64"),
    ],
)
def test_messages_hold_no_control_characters(oldguard, args, message):
    result = oldguard(*args, input=b"")
    assert result.returncode == 2 and message in result.stderr.decode()
    assert not re.search(rb"[\0-\x09\x0b-\x1f]", result.stderr)
