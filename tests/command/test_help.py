# SPDX-License-Identifier: MIT
"""--help, the manual pages and the completions list the same subcommands and options."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tools import needed

ROOT = Path(__file__).parents[2]
COMMANDS = [
    "des identify",
    "des key",
    "sum",
    "audit",
    "fixity",
    "des encrypt",
    "des decrypt",
    "des mac",
    "des recrypt",
    *"pbkdf2 crypt provider kernels explain check bench tune completion help version".split(),
]


def help_of(oldguard, command):
    result = oldguard(*command.split(), "--help")
    assert (result.returncode, result.stderr) == (0, b"")
    return result.stdout.decode()


def options_of(text):
    """Returns the short and long options that a help text lists."""
    names = set()
    for line in text.splitlines():
        if match := re.match(r"  (-[\w-]+(,-[\w-]+)*)", line):
            names.update(match[1].split(","))
    return names


def subcommands_of(text):
    block = text.partition("\nSubcommands:\n")[2].partition("\n\n")[0]
    return [line.split()[0] for line in block.splitlines()]


@pytest.fixture(scope="module")
def tree(oldguard):
    """Returns the help text of each command by its path. "" is the whole command."""
    commands = {}

    def visit(path):
        commands[path] = help_of(oldguard, path)
        for name in subcommands_of(commands[path]):
            visit(f"{path} {name}".strip())

    visit("")
    assert set(COMMANDS) <= set(commands)
    return commands


def test_help(tree):
    for path, text in tree.items():
        assert f"Usage: oldguard {path}".strip() in text
        assert {"-h", "--help"} <= options_of(text)
        assert all(len(line) <= 110 for line in text.splitlines()), path


@pytest.mark.parametrize("command", COMMANDS)
def test_help_says_how_it_ends(oldguard, command):
    assert "Exit status: 0" in help_of(oldguard, command)


def test_key_hex_says_who_sees_it(oldguard):
    text = help_of(oldguard, "des encrypt")
    assert re.search(r"--key-hex HEX .*Every user of this machine can see it", text)


def test_examples_are_of_the_subcommand(tree):
    for path, text in tree.items():
        lines = re.findall(r"\boldguard [^-].*", text.partition("\nExamples:\n")[2])
        assert path == "" or all(line.split()[1] == path.split()[0] for line in lines), path


def test_help_as_a_subcommand(oldguard, tree):
    for path, text in tree.items():
        result = oldguard("help", *path.split())
        assert (result.returncode, result.stdout.decode(), result.stderr) == (0, text, b"")


def test_version(oldguard):
    result = oldguard("--version")
    assert result.returncode == 0
    assert re.match(rb"oldguard \d+\.\d+\.\d+\n  sha1\.blocks +sha1_", result.stdout)
    columns = {re.match(r"  \S+ +", line).end() for line in result.stdout.decode().splitlines()[1:]}
    assert len(columns) == 1
    assert re.search(rb"\n  processor +[\w-]+\n$", result.stdout)
    again = oldguard("version")
    assert (again.returncode, again.stdout, again.stderr) == (0, result.stdout, b"")


@pytest.fixture(scope="module")
def man(tmp_path_factory):
    """Returns the folder of the manual pages, which are made without the command."""
    folder = tmp_path_factory.mktemp("man")
    subprocess.run([sys.executable, "-B", ROOT / "docs/reference", "man", folder], check=True)
    return folder / "man1"


def page_options(page):
    """Returns the options that a manual page describes, the tags of its paragraphs."""
    text = re.sub(r"\\f.", "", page.read_text()).replace("\\-", "-")
    tags = re.findall(r"^\.TP\n(.*)", text, re.M)
    return set(re.findall(r"(?<![\w-])--?[a-zA-Z][\w-]*", "\n".join(tags)))


@pytest.mark.parametrize("command", [c for c in COMMANDS if c not in ("fixity", "help", "version")])
def test_manual_page_options(oldguard, man, command):
    # One page is about both directions, and only ciphertext can begin as another format.
    page = {"des encrypt": "des", "des decrypt": "des"}.get(command, command.replace(" ", "-"))
    others = {"--raw"} if command == "des encrypt" else set()
    assert page_options(man / f"oldguard-{page}.1") - others == options_of(help_of(oldguard, command))


def test_manual_pages_format(man):
    pages = sorted(man.glob("*.1"))
    assert len(pages) == len(list((ROOT / "docs/man").glob("oldguard*.md")))
    for page in pages:
        result = needed("groff")("-man", "-ww", "-Tutf8", page)
        assert result.returncode == 0 and result.stderr == b""
        assert len(result.stdout.splitlines()) > 30, page


BASH = """
source /dev/stdin <<< "$SCRIPT"
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_oldguard
printf '%s\\n' "${COMPREPLY[@]}"
"""


@pytest.fixture(scope="module")
def complete(oldguard):
    """Returns a function that returns what bash offers for the last word."""
    script = oldguard("completion", "bash").stdout.decode()
    bash = needed("bash")

    def offered(*words):
        result = bash("-c", BASH, "bash", "oldguard", *words, env={"SCRIPT": script})
        assert (result.returncode, result.stderr) == (0, b"")
        return result.stdout.decode().split()

    return offered


@pytest.fixture(scope="module")
def catalogue(oldguard):
    return {kernel["stem"] for kernel in json.loads(oldguard("kernels", "--json").stdout)}


def test_bash_offers_what_help_lists(tree, complete):
    for path, text in tree.items():
        words = path.split()
        assert set(complete(*words, "-")) == options_of(text)
        if subcommands_of(text):
            assert complete(*words, "") == subcommands_of(text)


def test_bash_values_and_prefixes(complete):
    assert complete("s") == ["sum"]
    assert complete("sum", "--ta") == ["--tag"]
    assert complete("sum", "-a", "") == ["sha1", "whirlpool"]
    assert complete("sum", "file", "--algorithm", "w") == ["whirlpool"]
    assert complete("des", "decrypt", "--mode", "cfb") == ["cfb1", "cfb8", "cfb64"]
    assert complete("des", "decrypt", "--cipher", "des", "--key-file", "") == []
    assert complete("pbkdf2", "--hash", "") == ["sha1", "whirlpool"]
    assert complete("sum", "--check", "--sta") == ["--status"]


def test_bash_offers_kernels_and_operations(complete, catalogue):
    offered = complete("sum", "--kernel", "")
    assert "sha1_c_ref" in offered and "whirlpool_c_int64" in offered and "des_c_sp" not in offered
    assert set(complete("des", "mac", "--kernel", "")) == {k for k in catalogue if k.startswith("des_")}
    assert complete("explain", "whirl") == ["whirlpool.blocks", "whirlpool.lanes"]
    assert set(complete("check", "des_c_s")) == {k for k in catalogue if k.startswith("des_c_s")}
    assert complete("help", "com") == ["completion"]
    assert complete("completion", "") == ["bash", "zsh", "fish"]


def test_bash_values_after_an_equals_sign(complete):
    """bash makes the sign a word, unless COMP_WORDBREAKS lacks it: then the offer contains the whole word."""
    assert complete("sum", "--algorithm", "=") == ["sha1", "whirlpool"]
    assert complete("sum", "--algorithm", "=", "w") == ["whirlpool"]
    assert complete("sum", "--algorithm=w") == ["--algorithm=whirlpool"]
    assert complete("sum", "--output", "=", "w") == complete("sum", "--output=w") == []
    assert complete("audit", "--update", "=", "") == ["safe", "all"]
    assert complete("audit", "--update", "") == []


# The functions of zsh that offer words print them.
ZSH = """
compset() { PREFIX=${PREFIX#*=}; }
compadd() { shift; print -l -- ${(M)@:#$PREFIX*}; }
_describe() { [[ $1 != -o ]] || shift; local -a rows=("${(@P)2}"); print -l -- ${(M)${rows%%:*}:#$PREFIX*}; }
_files() { print FILES; }
words=("$@") CURRENT=$# PREFIX=${@[-1]}
source =(<<< "$SCRIPT")
"""

# fish prints the description of a word after a tab.
FISH = """
echo $SCRIPT | source
complete -C "$argv"
"""


@pytest.fixture(scope="module", params=["zsh", "fish"])
def other_complete(request, oldguard):
    """Returns a function that returns what zsh or fish offers for the last word, and the shell."""
    script = oldguard("completion", request.param).stdout.decode()
    if request.param == "zsh":
        shell, words = needed("zsh"), ["-f", "-c", ZSH, "zsh"]
    else:
        shell, words = needed("fish"), ["--no-config", "-c", FISH]

    def offered(*given):
        result = shell(*words, "oldguard", *given, env={"SCRIPT": script})
        assert result.stderr == b""
        return [line.split("\t")[0] for line in result.stdout.decode().splitlines()]

    return offered


@pytest.mark.outside
def test_other_shells_offer_what_bash_offers(tree, complete, other_complete):
    for path, text in tree.items():
        words = path.split()
        assert set(other_complete(*words, "--")) == {name for name in options_of(text) if name[:2] == "--"}
        if subcommands_of(text):
            assert set(other_complete(*words, "")) == set(subcommands_of(text))
    for words in (
        ["sum", "-a", ""],
        ["sum", "-a", "w"],
        ["des", "decrypt", "--mode", "cfb"],
        ["sum", "--kernel", "sha1_c"],
        ["explain", "whirl"],
        ["check", "des_c_s"],
        ["completion", ""],
    ):
        assert set(other_complete(*words)) == set(complete(*words)), words


@pytest.mark.outside
def test_other_shells_after_an_equals_sign(other_complete):
    """zsh offers the value, and fish the whole word."""
    for word, values in (
        ("--algorithm=", ["sha1", "whirlpool"]),
        ("--algorithm=w", ["whirlpool"]),
        ("--kernel=sha1_c_r", ["sha1_c_ref"]),
    ):
        assert {each.split("=")[-1] for each in other_complete("sum", word)} == set(values)
    assert {each.split("=")[-1] for each in other_complete("audit", "--update=")} == {"safe", "all"}
    assert not {"safe", "all"} & set(other_complete("audit", "--update", ""))
    assert other_complete("sum", "--tag=") == []


@pytest.mark.outside
def test_other_shells_offer_files(tmp_path, monkeypatch, other_complete):
    (tmp_path / "odd file").touch()
    monkeypatch.chdir(tmp_path)
    for words in (["sum", ""], ["des", "decrypt", "--key-file", ""], ["sum", "--output=odd"]):
        assert {each.split("=")[-1] for each in other_complete(*words)} & {"FILES", "odd file"}, words
