# SPDX-License-Identifier: MIT
"""Compares `oldguard sum` with sha1sum: standard output, exit status, and messages except for the name of
the program."""

import os
import random
import re
from itertools import zip_longest

import pytest

from tools import needed, slow

ABC = b"a9993e364706816aba3e25717850c26c9cd0d89d"
EMPTY = b"da39a3ee5e6b4b0d3255bfef95601890afd80709"
WRONG = b"0" * 40
ODD_NAMES = [
    b"new\nline",
    b"back\\slash",
    b"carriage\rreturn",
    b"all\\\n\rthree",
    b"\\",
    b"\n",
    b"ends\r",
    b"\\n",
    b"bad\xff\xfeutf8",
    b"\xc3",
    "é".encode(),
    b" leading",
    b"trailing ",
    b"a b",
    b"*star",
    b"a'b",
    b"a'b!",
    b"#hash",
    b"~",
    b"-dash",
    b"--",
    b"[x,y]",
    b"[]",
    b"++",
    b"{}",
    b"%%",
    b"sum",
    b"check",
    b"\x01mark",
    b"tab\there",
    b"a: b",
    b"(x) = y",
    b"SHA1 (x)",
    "\u2028".encode(),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Returns a directory with the files abc and empty, files with odd names, and a directory."""
    path = tmp_path_factory.mktemp("names")
    for name in [b"abc", b"empty", *ODD_NAMES]:
        with open(os.path.join(os.fsencode(path), name), "wb") as file:
            file.write(b"abc" if name != b"empty" else b"")
    os.mkdir(path / "dir")
    return path


def with_escape(name):
    """Returns a name with a line feed, a carriage return or a backslash as it is printed."""
    return b"\\" + name.replace(b"\\", b"\\\\").replace(b"\n", b"\\n").replace(b"\r", b"\\r")


def as_newest(sha1sum, theirs, ours):
    """Returns the output of sha1sum -c. Before coreutils 9.7 it escapes only names with a line feed. Lines
    with other names are then as the newest version prints them, if ours are."""
    probe = b"\\" + line(b"back\\\\slash")
    if sha1sum("-c", input=probe).stdout.startswith(b"\\"):
        return theirs
    lines = zip_longest(theirs.split(b"\n"), ours.split(b"\n"), fillvalue=b"")
    return b"\n".join(our if our == with_escape(their) else their for their, our in lines)


# Where sha1sum says only that a line is no entry, the command also says what it is.
REASON = re.compile(
    rb"(?m)^oldguard sum: .*: [0-9]+: this is .*\n|: this is .*$|^oldguard sum: .*: [0-9]+ listed .* more than the .*\n"
    rb"|^oldguard sum: WARNING: no digest of 40 digits matches: .*\n"
)


@pytest.fixture
def same(oldguard, sha1sum, folder, monkeypatch):
    monkeypatch.chdir(folder)

    def compare(args, stdin=b""):
        ours = oldguard("sum", *args, input=stdin)
        theirs = sha1sum(*args, input=stdin)
        expected = theirs.stdout
        if ours.stdout != expected and {"-c", "-cw"} & {*args}:
            expected = as_newest(sha1sum, expected, ours.stdout)
        assert ours.stdout == expected
        said = REASON.sub(b"", ours.stderr)
        assert said == theirs.stderr.replace(b"sha1sum", b"oldguard sum")
        assert ours.returncode == theirs.returncode
        return ours

    return compare


PRINT = [
    ["abc"],
    ["abc", "empty"],
    [],
    ["-"],
    ["-", "abc", "-"],
    ["-b", "abc"],
    ["-t", "abc"],
    ["-b", "-t", "abc"],
    ["-t", "-b", "abc"],
    ["--binary", "abc"],
    ["--text", "abc"],
    ["--tag", "abc"],
    ["--tag", "-b", "abc"],
    ["-t", "--tag", "abc"],
    ["-z", "abc", "empty"],
    ["-bz", "abc"],
    ["--zero", "--tag", "abc"],
    ["abc", "--tag"],
    ["abc", "--", "-dash"],
    ["abc", "--", "--", "-dash"],
    ["dir"],
    ["dir", "abc", "missing", "empty"],
    ["missing", "abc/below", "", "abc"],
    ["/proc/self/mem"],
]


@pytest.mark.parametrize("args", PRINT, ids=lambda args: " ".join(args) or "nothing")
def test_printing(same, args):
    same(args, b"abc")


@pytest.mark.parametrize("option", [[], ["--tag"], ["-b"], ["-z"], ["-z", "--tag"]], ids=str)
def test_odd_names(same, option):
    result = same([*option, "--", *ODD_NAMES])
    assert result.returncode == 0 and result.stdout.count(ABC) == len(ODD_NAMES)


@pytest.mark.parametrize("option", [[], ["--tag"], ["-b"]], ids=str)
def test_odd_names_checked(same, option):
    lines = same([*option, "--", *ODD_NAMES]).stdout
    for args in [["-c"], ["-c", "--quiet"], ["-c", "--status"]]:
        assert same(args, lines).returncode == 0
    same(["-c"], lines.replace(ABC, WRONG))


def test_odd_names_in_results(oldguard, folder, monkeypatch):
    """Names are escaped as in the lines that are checked."""
    monkeypatch.chdir(folder)
    names = [name for name in ODD_NAMES if set(name) & set(b"\n\r\\")]
    lines = oldguard("sum", "--", *names).stdout
    for digest, result in (ABC, b"OK"), (WRONG, b"FAILED"):
        printed = oldguard("sum", "-c", input=lines.replace(ABC, digest)).stdout
        assert printed == b"".join(with_escape(name) + b": " + result + b"\n" for name in names)
    gone = b"\\" + line(b"no\\\\file")
    assert oldguard("sum", "-c", input=gone).stdout == b"\\no\\\\file: FAILED open or read\n"


ANY_BYTE = [bytes([i]) for i in range(1, 256) if i != ord("/")]
PRINTABLE = [bytes([i]) for i in range(32, 127) if i != ord("/")] + [b"'"] * 9
SPECIAL = ["é".encode(), "\u200b".encode(), "語".encode(), b" ", b"{", b"#"]


def random_names(alphabet):
    random.seed(1)
    return [b"".join(random.choices(alphabet + SPECIAL, k=1 + i % 8)) + b"?" for i in range(1500)]


@pytest.mark.parametrize(
    "absent",
    [
        [name + b"?" for name in ODD_NAMES],
        [b"no" + name for name in ODD_NAMES],
        # sha1sum omits a quote in names with both an apostrophe and unprintable bytes.
        random_names([byte for byte in ANY_BYTE if byte != b"'"]),
        random_names(PRINTABLE),
    ],
    ids=["odd?", "no odd", "any but apostrophe", "printable"],
)
def test_names_in_messages(same, absent):
    same(["--", *absent])


def test_names_in_messages_are_shell_words(oldguard, workdir):
    names = random_names(ANY_BYTE + [b"'"] * 60)
    messages = oldguard("sum", "--", *names).stderr
    end = b": No such file or directory\n"
    assert messages.count(end) == len(names) == messages.count(b"\n")
    words = [m.removeprefix(b"oldguard sum: ") for m in messages.split(end)[:-1]]
    printed = needed("bash")(input=b"printf '%s\\0' " + b" ".join(words) + b"\n").stdout
    assert printed.split(b"\0")[:-1] == names


USAGE = [
    ["-c", "-z"],
    ["-c", "--tag"],
    ["-c", "-b"],
    ["-c", "-t"],
    ["--tag", "-t"],
    ["-c", "--tag", "-t"],
    ["--ignore-missing"],
    ["--status"],
    ["-w"],
    ["--warn"],
    ["--quiet"],
    ["--strict"],
    ["--quiet", "--strict", "-w"],
]


@pytest.mark.parametrize("args", USAGE, ids=" ".join)
def test_contradictions(same, args):
    assert same([*args, "abc"]).returncode == 1


def line(name, digest=ABC, blank=b"  "):
    return digest + blank + name + b"\n"


LONG = ["binary", "check", "ignore-missing", "quiet", "status", "text", "warn", "strict", "tag", "zero"]
OPERANDS = [
    *"abc empty missing dir - -- -dash [x,y]".split(),
    "a b",
    "lists/good",
    "lists/bad",
    "lists/gone",
    "lists/tagged",
]


def random_word(chance):
    kind = chance.random()
    option = chance.choice(LONG)
    if kind < 0.2:
        return "--" + option
    if kind < 0.4:
        # "--" with a value would list all options, which differ.
        return "--" + option[: chance.randint(1, len(option))] + chance.choice([""] * 12 + ["=x", "="])
    if kind < 0.6:
        return "-" + "".join(chance.choices("bctwz", k=chance.randint(1, 4)))
    if kind < 0.64:
        return chance.choice(["-Q", "-c5", "-b-", "-c=", "-w:", "--chekc", "--x=y", "---"])
    return chance.choice(OPERANDS)


# The message of getopt_long about an unknown option.
UNKNOWN = re.compile(rb"invalid option -- |unrecognized option '(--[^'=]*)")


# The fuzz targets `arguments` and `check_file` give these parsers more inputs under the sanitizers.
@pytest.mark.repeats
@pytest.mark.parametrize("seed, count", [(1, 200), slow(2, 1800)])
def test_random_command_lines(oldguard, sha1sum, folder, monkeypatch, seed, count):
    """Options are complete, abbreviated, clustered, repeated, after operands or invalid."""
    monkeypatch.chdir(folder)
    os.makedirs("lists", exist_ok=True)
    for name, content in {
        "good": line(b"abc") + line(b"-dash"),
        "gone": line(b"missing"),
        "bad": line(b"abc", WRONG) + b"junk\n" + line(b"abc"),
        "tagged": b"# one\n\nSHA1 (abc) = " + ABC + b"\n",
    }.items():
        with open(f"lists/{name}", "wb") as file:
            file.write(content)
    chance = random.Random(seed)
    wrong = 0
    for _ in range(count):
        args = [random_word(chance) for _ in range(chance.randint(0, 6))]
        if chance.random() < 0.5:
            args.insert(chance.randint(0, len(args)), "-c")
        stdin = chance.choice([b"abc", b"", line(b"abc")])
        ours = oldguard("sum", *args, input=stdin)
        theirs = sha1sum(*args, input=stdin)
        said = theirs.stderr.replace(b"sha1sum", b"oldguard sum")
        assert ours.stdout == theirs.stdout, args
        if unknown := UNKNOWN.search(said):
            assert b": unknown option '" in ours.stderr, args
            assert unknown[1] is None or unknown[1] in ours.stderr, args
        else:
            assert ours.stderr == said, args
        usage = unknown or b" is ambiguous; " in said or b"doesn't allow an argument" in said
        assert ours.returncode == (2 if usage else theirs.returncode), args
        wrong += bool(usage)
    assert count / 10 < wrong < count / 2


# Lists that sha1sum does not read are in lists/cases.json.
CHECK_FILES = {
    "ok": line(b"abc"),
    "binary": line(b"abc", blank=b" *"),
    "upper case": line(b"abc", ABC.upper()),
    "wrong": line(b"abc", WRONG),
    "two wrong": line(b"abc", WRONG) + line(b"empty", WRONG) + line(b"[]"),
    "missing": line(b"abc") + line(b"missing"),
    "two missing": line(b"missing") + line(b"gone"),
    "directory": line(b"dir") + line(b"abc"),
    "empty list": b"",
    "only comments": b"# one\n# two\n",
    "comments and blank lines": b"# one\n\n" + line(b"abc") + b"\n#" + line(b"empty"),
    "garbage": b"garbage\n" + line(b"abc") + b"more garbage\n",
    "only garbage": b"garbage\n" * 3,
    "no last line end": line(b"abc")[:-1],
    "crlf": line(b"abc").replace(b"\n", b"\r\n") + b"garbage\r\n\r\n# comment\r\n",
    "bare cr": line(b"abc\r\r") + b"\r\n",
    "tag": b"SHA1 (abc) = " + ABC + b"\n",
    "tag without blanks": b"SHA1(abc)=" + ABC + b"\n",
    "openssl dgst": b"SHA1(abc)= " + ABC + b"\n",
    "tag, crlf": b"SHA1 (abc) = " + ABC + b"\r\n",
    "tag, blanks around": b" \t SHA1 (abc) \t = \t " + ABC + b"\n",
    "tag, blank after": b"SHA1 (abc) = " + ABC + b" \n",
    "tag, short": b"SHA1 (abc) = " + ABC[1:] + b"\n",
    "tag, long": b"SHA1 (abc) = " + ABC + b"0\n",
    "tag, no equals": b"SHA1 (abc) " + ABC + b"\n",
    "tag, no name": b"SHA1 () = " + ABC + b"\n",
    "tag, unclosed": b"SHA1 (abc = " + ABC + b"\n",
    "tag, parentheses": b"SHA1 ((x) = y) = " + ABC + b"\n",
    "leading blanks": b" \t" + line(b"abc"),
    "escaped": b"\\" + line(b"new\\nline") + b"\\" + line(b"all\\\\\\n\\rthree"),
    "blank before the escape": b" \\" + line(b"new\\nline"),
    "escaped for nothing": b"\\" + line(b"abc"),
    "escaped tag": b"\\SHA1 (new\\nline) = " + ABC + b"\n",
    "bad escape": b"\\" + line(b"a\\tb") + b"\\" + line(b"a\\"),
    "bad escape in tag": b"\\SHA1 (a\\) = " + ABC + b"\n",
    "unescaped backslash": line(b"back\\slash"),
    "short digest": line(b"abc", ABC[1:]),
    "long digest": line(b"abc", ABC + b"0"),
    "bad digit": line(b"abc", b"g" + ABC[1:]),
    "digest alone": ABC + b"\n",
    "digest and blank": ABC + b" \n",
    "digest and blanks": ABC + b"  \n",
    "digest and blanks, more": ABC + b"   \n",
    "tab after the digest": ABC + b"\t abc\n" + ABC + b"\tabc\n",
    "reversed": line(b"abc", blank=b" ") + line(b"abc", blank=b"  "),
    "reversed, one byte": line(b"~", blank=b" "),
    "reversed after gnu": line(b"abc") + line(b"abc", blank=b" "),
    "gnu, one byte": line(b"~") + line(b"\\\n"[:1]),
    "name with leading blank": line(b" leading"),
    "invalid utf-8": line(b"bad\xff\xfeutf8") + line(b"no\xff\xfe"),
    "huge garbage": b"x" * 300000 + b"\n" + line(b"abc") + b"#" + b"y" * 300000 + b"\n",
    "long line": line(b"abc") * 5000,
    "standard input listed": line(b"-"),
    "control bytes": line(b"\x01mark") + bytes(range(1, 256)) + b"\n",
}
USUAL = [[], ["-w", "--strict", "--ignore-missing"]]
ONE_OPTION = [["-w"], ["--quiet"], ["--status"], ["--strict"], ["--ignore-missing"]]
SEVERAL = [["--status", "-w"], ["-w", "--status"], ["--quiet", "--warn"], ["--warn", "--quiet", "--strict"]]


def options_id(options):
    return " ".join(options) or "none"


@pytest.mark.parametrize("options", [*USUAL, *ONE_OPTION, *SEVERAL], ids=options_id)
def test_check_files_together(same, options):
    # A line in the reversed form changes how the following lines are parsed.
    names = sorted(CHECK_FILES, key=lambda name: name.startswith("reversed"))
    for name in names:
        with open(f"list: {name}", "wb") as file:
            file.write(CHECK_FILES[name])
    same(["-c", *options, *(f"list: {name}" for name in names)], b"abc")


@pytest.mark.repeats  # of test_check_files_together
@pytest.mark.parametrize("options", [*USUAL, *map(slow, ONE_OPTION)], ids=options_id)
@pytest.mark.parametrize("content", CHECK_FILES.values(), ids=CHECK_FILES)
def test_check_file(same, content, options):
    """Checks each file separately, to compare the exit statuses."""
    with open("list", "wb") as file:
        file.write(content)
    same(["-c", *options, "list"], b"abc")
    if not options:
        same(["-c"], content)


@pytest.mark.parametrize(
    "args",
    [
        ["missing"],
        ["dir"],
        ["list", "missing", "list"],
        ["missing", "--ignore-missing"],
        ["-", "list"],
        ["missing", "--status"],
        ["dir", "--status"],
        ["abc", "--status"],
    ],
    ids=" ".join,
)
def test_check_files_at_fault(same, args):
    with open("list", "wb") as file:
        file.write(line(b"abc"))
    same(["-c", *args], line(b"empty", EMPTY))


def test_reversed_form_lasts_for_the_run(same):
    with open("reversed", "wb") as file:
        file.write(line(b"abc", blank=b" "))
    with open("gnu", "wb") as file:
        file.write(line(b"abc"))
    same(["-cw", "reversed", "gnu"])
    same(["-cw", "gnu", "reversed"])


# Forms that sha1sum refuses: several blanks after a tag, a tag in another spelling, and other algorithms.
WIDER = re.compile(rb"(?i)[ \t]*\\?((?!SHA1 ?\()[A-Za-z0-9-]+[ \t]*\(|[0-9a-f]{32}[ \t])")


@pytest.mark.repeats
def test_random_check_files(same):
    """Compares lines composed of valid and invalid parts of the forms."""
    random.seed(2)
    parts = [
        ABC,
        ABC,
        ABC,
        WRONG,
        ABC[:39],
        ABC.upper(),
        b" ",
        b" ",
        b" ",
        b"  ",
        b"\t",
        b"*",
        b"abc",
        b"abc",
        b"empty",
        b"new\\nline",
        b"\\",
        b"SHA1",
        b"SHA1",
        b"SHA1 (",
        b"(",
        b")",
        b") = ",
        b"=",
        b"#",
        b"\r",
        b"\\\\",
        b"MD5",
        b"-",
        b"x",
    ]
    for _ in range(100):
        lines = []
        for _ in range(20):
            lines.append(b"".join(random.choices(parts, k=random.randint(1, 7))))
        # Half of the lines are nearly valid, which random lines seldom are.
        for _ in range(10):
            good = random.choice([ABC + b"  abc", b"SHA1 (abc) = " + ABC, b"\\" + ABC + b"  new\\nline"])
            at = random.randrange(len(good))
            lines.append(good[:at] + random.choice(parts) + good[at + random.randint(0, 1) :])
        lines = [line for line in lines if not WIDER.match(line)]
        random.shuffle(lines)
        same(["-cw"], b"\n".join(lines))
