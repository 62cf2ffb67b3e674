# SPDX-License-Identifier: MIT
"""Unknown words, other spellings of names, and invalid values of options."""

from pathlib import Path

import pytest

KEY = "0123456789abcdef"
DES = ["des", "encrypt", "--cipher", "des"]
PBKDF2 = ["pbkdf2", "--iterations", "1", "--length", "20"]


@pytest.mark.parametrize(
    "args, message",
    [
        (["summ", "a.iso"], "oldguard: unknown command 'summ'; did you mean 'sum'?"),
        (["smu"], "oldguard: unknown command 'smu'; did you mean 'sum'?"),
        (["SUM"], "oldguard: unknown command 'SUM'; did you mean 'sum'?"),
        (["decript"], "oldguard: unknown command 'decript'; did you mean 'des decrypt'?"),
        (["--sum"], "oldguard: unknown option '--sum'; did you mean 'sum'?"),
        (["-v"], "oldguard: unknown option '-v'; did you mean '-V'?"),
        (["--versoin"], "oldguard: unknown option '--versoin'; did you mean '--version'?"),
        (["summ", "--help"], "oldguard: unknown command 'summ'; did you mean 'sum'?"),
        (["des", "recript"], "oldguard des: unknown command 'recript'; did you mean 'recrypt'?"),
        (["help", "summ"], "oldguard: unknown command 'summ'; did you mean 'sum'?"),
        (["help", "des", "recript"], "oldguard des: unknown command 'recript'; did you mean 'recrypt'?"),
        (["help", "sum", "file"], "oldguard sum: unknown command 'file'"),
        (["two words"], "oldguard: unknown command 'two words'; expected one of: sum, audit, fixity, des, "),
        (["a\nb"], "oldguard: unknown command 'a'$'\\n''b'; expected one of: "),
        (["--", "sum"], "oldguard: unknown option '--'; expected one of: sum, audit, fixity, des, "),
        (["--nope"], "oldguard: unknown option '--nope'; expected one of: sum, audit, fixity, des, "),
        (["des", "-x"], "oldguard des: unknown option '-x'; expected one of: encrypt, decrypt, "),
        (["sum", "--nope"], "oldguard sum: unknown option '--nope'"),
        (["sum", "-cy"], "oldguard sum: unknown option '-y'"),
        (["sum", "--chekc=1"], "oldguard sum: unknown option '--chekc'; did you mean '--check'?"),
        (["sum", "--ch\x01"], "oldguard sum: unknown option '--ch'$'\\001'"),
        (["sum", "--nope", "--help"], "oldguard sum: unknown option '--nope'"),
        (["version", "1"], "oldguard version: extra operand '1'"),
        ([*DES, "a", "b", "[c\x01"], "oldguard des encrypt: extra operand '[c'$'\\001'"),
    ],
    ids=str,
)
def test_unknown_words(oldguard, args, message):
    """The message names the word and the most similar subcommand or option."""
    result = oldguard(*args)
    assert (result.returncode, result.stdout) == (2, b"")
    first, second = result.stderr.decode().splitlines()
    assert first == message or (message.endswith(" ") and first.startswith(message))
    assert second == f"Try '{first.partition(':')[0]} --help' for more information."


@pytest.mark.parametrize("path", ["", " des"])
def test_no_word_at_all(oldguard, path):
    """Without a subcommand the message lists them and shows the usage."""
    result = oldguard(*path.split())
    assert (result.returncode, result.stdout) == (2, b"")
    lines = result.stderr.decode().splitlines()
    listed = oldguard(*path.split(), "--help").stdout.decode().partition("\nSubcommands:\n")[2]
    names = [line.split()[0] for line in listed.partition("\n\n")[0].splitlines()]
    assert lines[0] == f"oldguard{path}: missing subcommand; expected one of: {', '.join(names)}"
    assert lines[1] == f"Usage: oldguard{path} SUBCOMMAND [OPTION]... [OPERAND]..."
    assert lines[2] == f"Try 'oldguard{path} --help' for more information." and len(lines) == 3


@pytest.mark.parametrize(
    "spellings, command",
    [
        (["sha1", "SHA1", "sha-1", "SHA-1"], lambda name: ["sum", "-a", name]),
        (["whirlpool", "WHIRLPOOL", "Whirlpool"], lambda name: ["sum", "-a", name]),
        (["sha1", "SHA1", "sha-1", "SHA-1"], lambda name: [*PBKDF2, "--salt-hex", "", "--hash", name]),
        (["whirlpool", "Whirlpool"], lambda name: [*PBKDF2, "--salt-hex", "", "--hash", name]),
        (
            ["des", "DES"],
            lambda name: ["des", "encrypt", "--cipher", name, "--mode", "ecb", "--key-hex", KEY],
        ),
        (["ctr", "CTR"], lambda name: [*DES, "--mode", name, "--iv", KEY, "--key-hex", KEY]),
        (
            ["cbc-mac", "CBC-MAC"],
            lambda name: [
                "des",
                "mac",
                "--algorithm",
                name,
                *"--cipher des --padding 1 --key-hex".split(),
                KEY,
            ],
        ),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_spellings(oldguard, spellings, command):
    """Case and hyphens are ignored: each spelling has the same result."""
    results = [oldguard(*command(name), input=b"some text\n") for name in spellings]
    assert {(result.returncode, result.stderr) for result in results} == {(0, b"")}
    assert len({result.stdout for result in results}) == 1


def test_spellings_are_of_different_algorithms(oldguard):
    assert oldguard("sum", "-a", "WHIRLPOOL").stdout != oldguard("sum", "-a", "SHA-1").stdout


@pytest.mark.parametrize(
    "args, option", [(["sum", "-a", "sha3"], "--algorithm"), ([*PBKDF2, "--hash", "sha3"], "--hash")]
)
def test_unknown_algorithm(oldguard, args, option):
    result = oldguard(*args)
    assert (result.returncode, result.stdout) == (2, b"")
    assert f": {option}: sha3 not in {{sha1,whirlpool}}\n" in result.stderr.decode()


@pytest.mark.parametrize(
    "args",
    [
        [*DES, "--mode", "cbc", "--key-hex", KEY, "--iv", "0123"],
        [*DES, "--mode", "ecb", "--key-hex", "0123"],
        ["des", "mac", "--algorithm", "cmac", "--cipher", "des", "--key-hex", "0123"],
        [
            *"des recrypt --from des-cbc --to-command cat --verify-command cat --key-file key --iv".split(),
            *"0123 file".split(),
        ],
        "des recrypt --from des-ecb --to-command cat --verify-command cat --key-hex 0123 file".split(),
        [*PBKDF2, "--hash", "sha1", "--salt-hex", "012"],
        ["crypt", "--salt", "a"],
    ],
    ids=" ".join,
)
def test_bad_values_are_bad_usage(oldguard, workdir, args):
    Path("key").write_bytes(bytes(32))
    result = oldguard(*args, input=b"password\n")
    assert (result.returncode, result.stdout) == (2, b"")
    command = " ".join(args[:2] if args[0] == "des" else args[:1])
    first, second = result.stderr.decode().splitlines()
    assert first.startswith(f"oldguard {command}: --")
    assert second == f"Try 'oldguard {command} --help' for more information."
