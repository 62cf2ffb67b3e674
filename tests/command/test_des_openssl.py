# SPDX-License-Identifier: MIT
"""`oldguard des --format openssl` opens what `openssl enc` writes with a password, and the other way round."""

import base64
import gzip
import hashlib
import os
import subprocess
from pathlib import Path

import pytest

from tools import needed, slow

PASSWORD = "correct horse"
SALT = "0011223344556677"
TEXT = b"".join(b"%d lines of an old ledger\n" % i for i in range(900))
NOISE = hashlib.shake_128(b"noise").digest(40000) + b"\1" * 3
MODES = {"ecb": "", "cbc": "-cbc", "cfb1": "-cfb1", "cfb8": "-cfb8", "cfb64": "-cfb", "ofb": "-ofb"}
SHARED = [
    (c, m)
    for c in ("des", "des-ede", "des-ede3")
    for m in MODES
    if c != "des-ede" or m not in ("cfb1", "cfb8")
]
LEGACY = ["-provider", "legacy", "-provider", "default"]
# openssl's options of a derivation, and ours.
DERIVATIONS = {
    "-md md5": "--digest md5",
    "-md sha256": "--digest sha256",
    "-pbkdf2": "--digest sha256 --pbkdf2 --iterations 10000",
    "-md sha1": "--digest sha1",
    "-md sha512": "--digest sha512",
    "-pbkdf2 -md sha512": "--digest sha512 --pbkdf2 --iterations 10000",
    "-pbkdf2 -md sha1": "--digest sha1 --pbkdf2 --iterations 10000",
}


@pytest.fixture
def enc(openssl):
    def run(text, *options, cipher="des-ede3-cbc"):
        result = openssl("enc", *LEGACY, f"-{cipher}", *options, "-pass", f"pass:{PASSWORD}", input=text)
        assert result.returncode == 0, result.stderr
        return result.stdout

    return run


@pytest.fixture
def salted(enc, openssl):
    """As enc, under one salt: under one in 40 others a wrong derivation has right padding by chance.

    With -S openssl 3 writes no header."""

    def run(text, *options, **words):
        form = [option for option in options if option in ("-a", "-A")]
        rest = [option for option in options if option not in form]
        coded = enc(text, *rest, "-S", SALT, **words)
        if not coded.startswith(b"Salted__"):
            coded = b"Salted__" + bytes.fromhex(SALT) + coded
        return openssl("base64", *form[1:], input=coded).stdout if form else coded

    return run


@pytest.fixture
def des(oldguard, workdir):
    Path("pass").write_text(PASSWORD + "\n")

    def run(direction, *options, cipher="des-ede3", mode="cbc", **words):
        named = ["--cipher", cipher, "--mode", mode, "--format", "openssl", "--password-file", "pass"]
        return oldguard("des", direction, *named, *options, **words)

    return run


def opened(result):
    assert result.returncode == 0, result.stderr
    return result.stdout


def refused(result, message, status=1):
    assert (result.returncode, result.stdout) == (status, b"")
    assert result.stderr.decode().splitlines()[0] == f"oldguard {message}"


@pytest.mark.parametrize("derivation", DERIVATIONS)
@pytest.mark.parametrize("form", ["", slow("-a"), slow("-a -A")])
def test_the_derivation_is_found(salted, des, derivation, form):
    """By text in files and pipes, by padding alone in files, and the line names the options that choose it."""
    for text in (TEXT, gzip.compress(TEXT), b"short text of 30 characters..\n", bytes(5000), NOISE):
        Path("in").write_bytes(salted(text, *derivation.split(), *form.split()))
        result = des("decrypt", "in")
        assert opened(result) == text
        assert f"in: the derivation is {DERIVATIONS[derivation]} (" in result.stderr.decode()
        assert des("decrypt", "--quiet", "in").stderr == b""
        assert opened(des("decrypt", *DERIVATIONS[derivation].split(), "in")) == text
        if text != NOISE:  # the end of a long pipe is not seen
            assert opened(des("decrypt", input=Path("in").read_bytes())) == text


@pytest.mark.parametrize("salt", ["", slow("-nosalt"), slow("-S 0011223344556677")])
@pytest.mark.parametrize("cipher, mode", SHARED)
def test_every_mode(enc, des, cipher, mode, salt):
    name = "des-ecb" if (cipher, mode) == ("des", "ecb") else cipher + MODES[mode]
    ours = {"": [], "-nosalt": ["--no-salt"], "-S 0011223344556677": ["--salt", "0011223344556677"]}[salt]
    for text in (b"a text with 27 characters.\n", TEXT):
        coded = enc(text, "-pbkdf2", *salt.split(), cipher=name)
        assert opened(des("decrypt", *ours, cipher=cipher, mode=mode, input=coded)) == text
        Path("new").unlink(missing_ok=True)
        Path("in").write_bytes(text)
        assert opened(des("encrypt", *ours, "in", "new", cipher=cipher, mode=mode)) == b""
        back = ["-d", "-pbkdf2", *salt.split(), "-in", "new"]
        assert enc(None, *back, cipher=name) == text


@pytest.mark.parametrize("form", ["", "-a", "-a -A"])
@pytest.mark.parametrize("size", [0, 1, 7, 8, 31, 47, 48, 4096, 300001])
def test_what_is_written_is_opened(enc, des, size, form):
    """With every remainder of a line of base64, openssl reads it, and so do we."""
    text = hashlib.shake_128(b"oldguard").digest(size)
    base64_options = {"": [], "-a": ["--base64"], "-a -A": ["--base64=line"]}[form]
    Path("in").write_bytes(text)
    coded = opened(des("encrypt", "--iterations", "7", *base64_options, "in"))
    assert enc(coded, "-d", "-pbkdf2", "-iter", "7", *form.split()) == text
    assert opened(des("decrypt", "--iterations", "7", input=coded)) == text
    plain = enc(b"", "-pbkdf2", "-S", "00" * 8, *form.split())  # openssl's form of lines
    ours = opened(des("encrypt", "--salt", "00" * 8, *base64_options, "-", input=b""))
    assert ours == plain


def test_desx_and_whirlpool(enc, des):
    coded = enc(TEXT, "-md", "whirlpool", cipher="desx-cbc")
    assert opened(des("decrypt", "--digest", "whirlpool", cipher="desx", input=coded)) == TEXT
    coded = enc(TEXT, "-md", "SHA3-256", "-iter", "3")
    assert opened(des("decrypt", "--digest", "SHA3-256", "--iterations", "3", input=coded)) == TEXT


def test_another_iv(enc, des):
    coded = enc(TEXT, "-pbkdf2", "-iv", "0001020304050607")
    assert opened(des("decrypt", "--iv", "0001020304050607", input=coded)) == TEXT
    assert opened(des("decrypt", "--pbkdf2", input=coded))[8:] == TEXT[8:]


def test_a_password_of_standard_input(enc, oldguard, workdir):
    Path("in").write_bytes(enc(TEXT, "-md", "md5"))
    options = ["--cipher", "des-ede3", "--mode", "cbc", "--format", "openssl"]
    assert opened(oldguard("des", "decrypt", *options, "in", input=PASSWORD.encode() + b"\n")) == TEXT
    refused(
        oldguard("des", "decrypt", *options, input=b"x"),
        "des decrypt: --password-file is required: standard input has the data",
        status=2,
    )


def test_a_wrong_password(salted, des):
    Path("in").write_bytes(salted(TEXT, "-md", "md5"))
    Path("pass").write_text("another")
    result = des("decrypt", "in", "out")
    wanted = "des: in: no derivation that openssl uses by itself gives right padding: wrong password, cipher or mode"
    assert result.stderr.decode().startswith("oldguard " + wanted)
    named = des("decrypt", "--digest", "md5", "in", "out")
    assert b"wrong password, derivation, cipher or mode, or truncated or damaged data" in named.stderr
    stream = des("decrypt", mode="ofb", input=salted(TEXT, cipher="des-ede3-ofb"))
    assert b"neither padding nor the data show which derivation is right" in stream.stderr
    assert {result.returncode, named.returncode, stream.returncode} == {1} and not Path("out").exists()


def test_damaged_data_are_told_from_a_wrong_password(salted, des):
    coded = salted(TEXT, "-pbkdf2")
    for damaged in (coded[:-8], coded[:-1] + bytes([coded[-1] ^ 1])):
        Path("in").write_bytes(damaged)
        for options in ([], ["--pbkdf2"]):
            refused(
                des("decrypt", *options, "in", "out"),
                "des: in: --digest sha256 --pbkdf2 --iterations 10000 gives text, but no padding at its end: "
                "truncated or damaged data, or another padding (--padding none)",
            )
    result = des("decrypt", "--padding", "none", "in")
    assert opened(result)[:20000] == TEXT[:20000]
    Path("in").write_bytes(coded[:-3])
    pipe = des("decrypt", input=salted(NOISE))
    assert b"the padding is not seen before the end of a pipe, and the data do not show" in pipe.stderr
    Path("pass").write_text("another")
    for options in ([], ["--pbkdf2"]):
        result = des("decrypt", *options, "in", "out")
        assert b"bytes is not a multiple of the block size 8: truncated" in result.stderr
    assert not Path("out").exists()


BAD = {
    b"": "empty, no file of openssl enc",
    b"Salted__": '8 bytes, too short for "Salted__" and a salt',
    b"Salted__1234567": '15 bytes, too short for "Salted__" and a salt',
    b"Salted__12345678": "empty; padded data have at least one block",
    b"\x81Salted_" * 9: 'offset 0: no "Salted__", with which files of openssl enc begin, but bare ciphertext',
    gzip.compress(
        TEXT
    ): 'offset 0: no "Salted__", with which files of openssl enc begin, but this is a file of gzip',
    b"U2FsdGVkX18xMjM0NTY3ODkwMTIz*DU2": "offset 28: this is no base64",
    b"U2FsdGVkX18xMjM0NTY3ODkwMTIzNDU": "offset 31: the base64 ends within a group of four characters",
    b"U2FsdGVkX18x=jM0NTY3ODkwMTIzNDU2": "offset 12: padding of base64 in the middle",
    b"U2FsdGVkX18=MjM0": "offset 12: padding of base64 in the middle",
}


@pytest.mark.parametrize("data", BAD, ids=range(len(BAD)))
def test_bad_files(des, data):
    Path("in").write_bytes(data)
    for options in (["--pbkdf2"], []):
        result = des("decrypt", *options, "in", "out")
        assert result.returncode == 1 and not Path("out").exists()
        assert result.stderr.decode().startswith("oldguard des: in: " + BAD[data])
    Path("in").write_bytes(b"Salted__12345678abcdefgh")
    refused(
        des("decrypt", "--no-salt", "in"), 'des: in: offset 0: "Salted__": the salt is in the file', status=1
    )


USAGE = {
    "--iterations 2147483648": "--iterations 2147483648: more than 10000000 (--most-iterations)",
    "--iterations 0": "--iterations: must be at least 1",
    "--iv from-file": "--iv from-file cannot be used with --format openssl",
    "--key-hex 00": "--format openssl takes a password (--password-file), not a key",
    "--no-salt --salt 0011223344556677": "--no-salt and --salt cannot be combined",
    "--check-parity": "--check-parity cannot be combined with --format openssl",
    "--check-weak": "--check-weak cannot be combined with --format openssl",
    "--key-fill zero": "--key-fill cannot be combined with --format openssl",
    "--raw": "--raw cannot be combined with --format openssl",
    "--salt 00": "--salt: 2 hexadecimal digits; a salt takes 16",
}


@pytest.mark.parametrize("options", USAGE)
def test_usage(des, options):
    refused(des("decrypt", *options.split(), "in"), f"des decrypt: {USAGE[options]}", status=2)


def test_a_limit_on_the_search(salted, des):
    """Derivations with more iterations are not tried. encrypt has one alone."""
    Path("in").write_bytes(salted(TEXT, "-md", "md5"))
    assert opened(des("decrypt", "--most-iterations", "100", "in")) == TEXT
    Path("in").write_bytes(salted(TEXT, "-pbkdf2"))
    result = des("decrypt", "--most-iterations", "100", "in")
    assert (
        result.returncode == 1 and b"(those with more than --most-iterations are not tried)" in result.stderr
    )
    none = des("decrypt", "--most-iterations", "0", "in")
    assert none.returncode == 1 and b"(those with more than --most-iterations are not tried)" in none.stderr
    refused(
        des("encrypt", "--most-iterations", "5", input=TEXT),
        "des encrypt: --iterations 10000: more than 5 (--most-iterations): name another derivation",
        status=2,
    )


def test_a_limit_can_be_raised(des):
    options = ["--digest", "whirlpool", "--iterations", "11", "--most-iterations"]
    refused(
        des("encrypt", *options, "10", input=TEXT),
        "des encrypt: --iterations 11: more than 10 (--most-iterations)",
        status=2,
    )
    assert opened(des("encrypt", *options, "11", input=TEXT)).startswith(b"Salted__")


def test_no_digest(des):
    refused(des("encrypt", "--digest", "none", input=TEXT), "des: libcrypto has no digest none")


def test_without_the_format(oldguard, workdir):
    options = ["--cipher", "des", "--mode", "ecb", "--key-hex", "0123456789abcdef"]
    for option in "--password-file=x --digest=md5 --pbkdf2 --iterations=1 --most-iterations=5 --no-salt --base64".split():
        refused(
            oldguard("des", "decrypt", *options, option),
            f"des decrypt: {option.split('=')[0]} needs --format openssl{' or cms' * ('password' in option)}",
            status=2,
        )


def test_recrypt(enc, oldguard, workdir):
    """Files of different derivations in one call. A file with another password stays."""
    Path("pass").write_text(PASSWORD)
    for name, options in (("a", "-md md5"), ("b", "-pbkdf2"), ("c", "-a")):
        Path(name).write_bytes(enc(TEXT + name.encode(), *options.split()))
    Path("d").write_bytes(gzip.compress(TEXT))
    source = ["--from", "des-ede3-cbc", "--format", "openssl", "--password-file", "pass"]
    commands = ["--to-command", "cat", "--verify-command", "cat", "--remove", "--trust-padding"]
    result = oldguard("des", "recrypt", *source, *commands, "a", "b", "c", "d")
    assert result.returncode == 1
    assert result.stdout.decode() == "".join(f"{name}: moved, verified, removed\n" for name in "abc")
    assert b'd: offset 0: no "Salted__"' in result.stderr
    assert sorted(path.name for path in Path(".").iterdir()) == ["a.new", "b.new", "c.new", "d", "pass"]
    assert Path("c.new").read_bytes() == TEXT + b"c"


def test_recrypt_keeps_what_is_guessed(salted, oldguard, workdir):
    """With seven derivations, right padding shows too little to remove a file."""
    Path("pass").write_text(PASSWORD)
    source = ["--from", "des-ede3-cbc", "--format", "openssl", "--password-file", "pass"]
    commands = ["--to-command", "cat", "--verify-command", "cat", "--remove", "--trust-padding"]
    shortest = hashlib.shake_128(b"noise").digest(40007)  # has one byte of padding
    coded = salted(shortest, "-md", "md5")
    Path("in").write_bytes(coded)
    for what in ("moved, verified", "was already moved, verified"):
        result = oldguard("des", "recrypt", *source, *commands, "in")
        assert (result.returncode, result.stdout.decode()) == (1, f"in: {what}, kept\n")
        derivation = "--digest md5 (openssl before 1.1.0)"
        assert result.stderr.decode() == (
            f"oldguard des: in: the derivation is {derivation}: a guess, only the padding shows it\n"
            f"oldguard des: in: not removed: only the padding shows that the derivation is {derivation}: "
            "name it (--digest, --pbkdf2, --iterations), or --expect\n"
        )
        assert Path("in").read_bytes() == coded
    result = oldguard("des", "recrypt", *source, "--digest", "md5", *commands, "in")
    assert opened(result) == b"in: was already moved, verified, removed\n"


@pytest.mark.parametrize("digest", ["sha1", "whirlpool", "sha256"])
def test_recrypt_of_many(enc, oldguard, workdir, digest):
    """Their keys are derived together. Equal salts, base64, another password and no salt are among them."""
    Path("pass").write_text(PASSWORD)
    options = ["-pbkdf2", "-iter", "9", "-md", digest]
    coded = [enc(TEXT + b"%d" % i, *options, *(["-a"] if i % 3 == 0 else [])) for i in range(6)]
    names = [f"f{i}" for i in range(18)]
    for i, name in enumerate(names):
        Path(name).write_bytes(coded[i % 6])
    wrong = {"short": b"Salted__123", "other": b"Salted__" + bytes(48), "pipe": None}
    for name, data in wrong.items():
        os.mkfifo(name) if data is None else Path(name).write_bytes(data)
    source = ["--from", "des-ede3-cbc", "--format", "openssl", "--password-file", "pass"]
    source += ["--digest", digest, "--iterations", "9", "--to-command", "cat", "--verify-command", "cat"]
    result = oldguard("des", "recrypt", *source, *wrong, *names)
    assert result.returncode == 1
    assert result.stdout.decode() == "".join(f"{name}: moved, verified\n" for name in names)
    for i, name in enumerate(names):
        assert Path(name + ".new").read_bytes() == TEXT + b"%d" % (i % 6)


@pytest.mark.outside
def test_node_and_php(des):
    """Programs that imitate openssl enc: EVP_BytesToKey of crypto-js, and PBKDF2 of PHP."""
    script = """
        const c = require('crypto'), salt = Buffer.from('12345678'), text = Buffer.from(process.argv[2]);
        let d = Buffer.alloc(0), all = Buffer.alloc(0);
        while (all.length < 32) {
            d = c.createHash('md5').update(Buffer.concat([d, Buffer.from(process.argv[1]), salt])).digest();
            all = Buffer.concat([all, d]);
        }
        const e = c.createCipheriv('des-ede3-cbc', all.subarray(0, 24), all.subarray(24, 32));
        const out = Buffer.concat([Buffer.from('Salted__'), salt, e.update(text), e.final()]);
        process.stdout.write(out.toString('base64'));
    """
    text = "text of a page, by crypto-js's rule"
    coded = needed("node")("-e", script, PASSWORD, text).stdout
    assert base64.b64decode(coded).startswith(b"Salted__")
    assert opened(des("decrypt", input=coded)).decode() == text
    script = """
        $salt = '12345678'; $k = hash_pbkdf2('sha256', $argv[1], $salt, 10000, 32, true);
        echo 'Salted__' . $salt . openssl_encrypt($argv[2], 'des-ede3-cbc', substr($k, 0, 24), OPENSSL_RAW_DATA,
            substr($k, 24));
    """
    coded = subprocess.run(
        ["php", "-r", script, "--", PASSWORD, text], stdout=subprocess.PIPE, check=True
    ).stdout
    assert opened(des("decrypt", input=coded)).decode() == text
