# SPDX-License-Identifier: MIT
"""`oldguard des --format cms` opens what `openssl cms` and `openssl smime` encrypt with Triple DES."""

import base64
import hashlib
import itertools
from pathlib import Path

import pytest

from tools import slow

KEY = "0123456789abcdef23456789abcdef01456789abcdef0123"
TEXT = b"".join(b"%d lines of an old mail\r\n" % i for i in range(900))
PASS_PHRASE = "correct horse"


@pytest.fixture(scope="module")
def keys(openssl, tmp_path_factory):
    """Makes keys and certificates of recipients, and files with both."""
    folder = tmp_path_factory.mktemp("keys")
    curve = ["ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
    for name, kind in (("rsa", ["rsa:2048"]), ("other", ["rsa:2048"]), ("ec", curve)):
        made = openssl(
            *["req", "-x509", "-newkey", *kind, "-nodes", "-days", "9999", "-subj", f"/CN={name}"],
            *["-keyout", folder / f"{name}.key", "-out", folder / f"{name}.crt"],
        )
        assert made.returncode == 0, made.stderr
        both = [(folder / f"{name}.{part}").read_bytes() for part in ("crt", "key")]
        (folder / f"{name}.both").write_bytes(b"".join(both))
    rsa = folder / "rsa.key"
    locked = ["-aes128", "-passout", f"pass:{PASS_PHRASE}"]
    for name, options in (("locked", locked), ("traditional", ["-traditional"])):
        assert openssl("pkey", "-in", rsa, *options, "-out", folder / name).returncode == 0
    (folder / "wrong.both").write_bytes(
        (folder / "rsa.crt").read_bytes() + (folder / "other.key").read_bytes()
    )
    return folder


@pytest.fixture
def encrypted(openssl, keys):
    def run(*options, text=TEXT, program="cms", to=("rsa",), cipher="-des3"):
        certificates = [keys / f"{name}.crt" for name in to]
        result = openssl(program, "-encrypt", "-binary", cipher, *options, *certificates, input=text)
        assert result.returncode == 0, result.stderr
        return result.stdout

    return run


@pytest.fixture
def des(oldguard, keys, workdir):
    def run(*options, key="rsa.key", **words):
        name = ["--key-file", keys / key] if key else []
        return oldguard("des", "decrypt", "--format", "cms", *name, *options, **words)

    return run


def opened(result):
    assert (result.returncode, result.stderr) == (0, b"")
    return result.stdout


def refused(result, message, status=1):
    assert (result.returncode, result.stdout) == (status, b"")
    assert result.stderr.decode().splitlines()[0] == f"oldguard des{message}"


def element(tag, *contents, size=None):
    """Returns an element of ASN.1, with the indefinite length if `size` is "indefinite"."""
    body = b"".join(contents)
    if size == "indefinite":
        return bytes([tag, 0x80]) + body + bytes(2)
    count = len(body) if size is None else size
    octets = count.to_bytes((count.bit_length() + 7) // 8, "big")
    head = bytes([count]) if count < 128 else bytes([0x80 + len(octets)]) + octets
    return bytes([tag]) + head + body


DATA, ENVELOPED, TRIPLE = (
    element(6, bytes.fromhex("2a864886f70d0" + end)) for end in ("10701", "10703", "307")
)
RECIPIENTS = element(0x31, element(0xA2))


def message(content, *, recipients=RECIPIENTS, after=b"", size=None, algorithm=None):
    """Returns an EnvelopedData with these elements for its ciphertext and its attributes."""
    algorithm = algorithm or element(0x30, TRIPLE, element(4, bytes(8)))
    encrypted = element(0x30, DATA, algorithm, content, size=size)
    enveloped = element(0x30, element(2, b"\2"), recipients, encrypted, after, size=size)
    return element(0x30, ENVELOPED, element(0xA0, enveloped, size=size), size=size)


@pytest.fixture(scope="module")
def ciphertext(openssl):
    result = openssl("enc", "-des-ede3-cbc", "-K", KEY, "-iv", "00" * 8, input=TEXT)
    assert result.returncode == 0
    return result.stdout


FORMS = {
    "DER": ["-outform", "DER"],
    "BER": ["-outform", "DER", "-stream"],
    "PEM": ["-outform", "PEM"],
    "PEM of BER": ["-outform", "PEM", "-stream"],
    "S/MIME": [],
    "S/MIME of BER": ["-stream"],
}


@pytest.mark.parametrize("program", ["cms", slow("smime")])
@pytest.mark.parametrize("form", FORMS)
def test_what_openssl_writes(encrypted, des, program, form):
    """In each form, from files and pipes, of texts of no byte and of several chunks."""
    for text in (b"", b"x" * 8, TEXT, hashlib.shake_128(b"mail").digest(700001)):
        coded = encrypted(*FORMS[form], text=text, program=program)
        Path("in").write_bytes(coded)
        assert opened(des("in")) == text
        assert opened(des("--cipher", "des-ede3", "--mode", "cbc", key="rsa.both", input=coded)) == text


RECIPIENT_OPTIONS = {
    "RSA": (["rsa"], []),
    "RSA by its key's identifier": (["rsa"], ["-keyid"]),
    "elliptic curve": (["ec"], []),
    "several": (["other", "ec", "rsa"], []),
}


@pytest.mark.parametrize("recipients", RECIPIENT_OPTIONS)
def test_recipients(encrypted, des, recipients):
    names, options = RECIPIENT_OPTIONS[recipients]
    coded = encrypted("-outform", "DER", *options, to=names)
    for name in names:
        assert opened(des(key=f"{name}.key", input=coded)) == TEXT
        assert opened(des(key=f"{name}.both", input=coded)) == TEXT


def test_oaep(openssl, des, keys):
    oaep = ["-keyopt", "rsa_padding_mode:oaep", "-keyopt", "rsa_oaep_md:sha256"]
    for options in (oaep, oaep[:2]):
        coded = openssl(
            *["cms", "-encrypt", "-binary", "-des3", "-recip", keys / "rsa.crt", *options], input=TEXT
        ).stdout
        assert opened(des(input=coded)) == TEXT


def test_forms_of_keys(encrypted, des, oldguard, keys):
    Path("in").write_bytes(encrypted())
    Path("pass").write_text(PASS_PHRASE + "\n")
    assert opened(des("in", key="traditional")) == TEXT
    assert opened(des("--password-file", "pass", "in", key="locked")) == TEXT
    assert opened(des("in", key="locked", input=PASS_PHRASE.encode() + b"\n")) == TEXT
    options = ["des", "decrypt", "--format", "cms", "--key-file", "/dev/stdin", "in"]
    assert opened(oldguard(*options, input=(keys / "rsa.key").read_bytes())) == TEXT


def test_the_session_key(openssl, des, ciphertext):
    coded = openssl(
        *["cms", "-EncryptedData_encrypt", "-des3", "-secretkey", KEY, "-outform", "DER", "-binary"],
        input=TEXT,
    )
    Path("session").write_text(KEY + "\n")
    for each in (coded.stdout, message(element(0x80, ciphertext))):
        assert opened(des("--key-hex", KEY, key=None, input=each)) == TEXT
        assert opened(des("--key-file", "session", key=None, input=each)) == TEXT
    wrong = "standard input: bad pkcs7 padding: wrong key, cipher, mode or padding, or damaged data"
    # Of one ciphertext: a wrong key gives one in 255 others right padding.
    refused(des("--key-hex", KEY[::-1], key=None, input=message(element(0x80, ciphertext))), ": " + wrong)
    refused(
        des(input=coded.stdout), ": standard input: CMS EncryptedData has no recipients: give the session key"
    )


def test_single_des(openssl, des):
    """With its session key."""
    algorithm = element(0x30, element(6, bytes.fromhex("2b0e030207")), element(4, bytes(8)))
    legacy = ["-provider", "legacy", "-provider", "default"]
    coded = openssl("enc", *legacy, "-des-cbc", "-K", KEY[:16], "-iv", "00" * 8, input=TEXT).stdout
    coded = message(element(0x80, coded), algorithm=algorithm)
    assert opened(des("--cipher", "des", "--key-hex", KEY[:16], key=None, input=coded)) == TEXT
    refused(
        des("--key-hex", KEY, key=None, input=coded),
        ": standard input: its cipher is des-cbc, not des-ede3-cbc: give --cipher des",
    )
    refused(
        des("--cipher", "des", input=coded),
        ": a private key opens session keys of des-ede3 only: give the session key",
    )


def split(data, sizes):
    parts = []
    for size in itertools.cycle(sizes):
        if not data:
            return parts
        parts.append(element(4, data[:size]))
        data = data[size:]


@pytest.mark.parametrize("size", [None, "indefinite"])
@pytest.mark.parametrize("sizes", [[1], [7, 0, 1000], [127, 128, 255, 256], [70000]])
def test_parts(des, ciphertext, size, sizes):
    """Of any size, nested, within lengths of both kinds, as BER permits (X.690 section 8.7)."""
    parts = split(ciphertext, sizes)
    nested = [element(0x24, *parts[:3], element(0x24, *parts[3:5], size="indefinite")), *parts[5:]]
    for each in (parts, nested):
        coded = message(element(0xA0, *each, size=size), size=size)
        assert opened(des("--key-hex", KEY, key=None, input=coded)) == TEXT


def test_attributes_and_other_recipients(des, ciphertext):
    """What surrounds the ciphertext is not needed for it."""
    many = element(0x31, *[element(0xA2, bytes(50))] * 5000, size="indefinite")
    after = element(0xA1, element(0x30, DATA, element(0x31, element(4, bytes(9)))), size="indefinite")
    for size in (None, "indefinite"):
        coded = message(element(0x80, ciphertext), recipients=many, after=after, size=size)
        assert opened(des("--key-hex", KEY, key=None, input=coded)) == TEXT


def test_mail(encrypted, des):
    """After other headers, with line ends of both kinds, in a part of MIME, and as base64 alone."""
    mail = encrypted()
    headers = b"From: a@example.org\nSubject: =?utf-8?q?old?=\n" + b"Received: from example.org\n" * 900
    for each in (
        headers + mail,
        (headers + mail).replace(b"\n", b"\r\n"),
        mail + b"\n--boundary--\n",
        mail.split(b"\n\n", 1)[1],
        base64.b64encode(encrypted("-outform", "DER")),
    ):
        assert opened(des(input=each)) == TEXT


def test_a_wrong_key(encrypted, des):
    rsa, curve = encrypted(), encrypted(to=["ec"])
    several = encrypted(to=["rsa", "ec"])
    for coded, count, key in ((rsa, 1, "other"), (curve, 1, "rsa"), (several, 2, "other")):
        result = des("-", "out", key=f"{key}.key", input=coded)
        start = f"oldguard des: standard input: the private key opens none of its recipients ({count}): wrong key: "
        assert result.stderr.decode().startswith(start)
        assert (result.returncode, result.stdout, Path("out").exists()) == (1, b"", False)
        refused(
            des("-", "out", key=f"{key}.both", input=coded),
            f": standard input: the certificate of the key is that of none of its recipients ({count})",
        )


def test_a_short_private_key(encrypted, openssl, oldguard, workdir):
    """The PEM of an X25519 key has 119 bytes."""
    Path("short").write_bytes(openssl("genpkey", "-algorithm", "X25519").stdout)
    assert Path("short").stat().st_size < 128
    result = oldguard(*"des decrypt --format cms --key-file short".split(), input=encrypted())
    assert (result.returncode, result.stdout) == (1, b"")
    assert b"the private key opens none of its recipients (1)" in result.stderr


def test_refused_keys(encrypted, des, openssl, keys):
    Path("in").write_bytes(encrypted())
    Path("pass").write_text("wrong")
    name = f": --key-file {keys}/"
    refused(
        des("in", key="wrong.both"), name + "wrong.both: none of its certificates belongs to its private key"
    )
    refused(
        des("--password-file", "pass", "in", key="locked"),
        name + "locked: wrong pass phrase of the private key",
    )
    result = des("in", key="rsa.crt")
    assert result.stderr.decode().startswith(f"oldguard des{name}rsa.crt: no private key in PEM: ")
    result = des(key="locked", input=encrypted())
    refused(result, ": --password-file is required: standard input has the data")
    assert result.stderr.count(b"--password-file is required") == 1
    Path("big").write_bytes((keys / "rsa.key").read_bytes() * 50)
    refused(
        des("--key-file", "big", "in", key=None), ": --key-file big: larger than a key and its certificates"
    )
    coded = openssl("cms", "-encrypt", "-des3", "-pwri_password", "x", input=TEXT).stdout
    refused(des(input=coded), ": standard input: none of its recipients (1) has a private key")


def test_damaged_data_are_told_from_a_wrong_key(encrypted, des):
    coded = bytearray(encrypted("-outform", "DER"))
    coded[-9] ^= 1
    refused(
        des(input=bytes(coded)),
        ": standard input: bad pkcs7 padding: the key is right, so the data are damaged",
    )
    assert opened(des("--padding", "none", input=bytes(coded)))[: len(TEXT) - 16] == TEXT[:-16]


@pytest.mark.parametrize("form", FORMS)
def test_truncated(encrypted, des, form):
    """At many places: nothing is written, and the message says it."""
    coded = encrypted(*FORMS[form], text=b"a short text").rstrip(b"\n")
    if form.startswith("PEM"):
        coded = coded[: coded.index(b"\n-----END")]
    for size in [*range(0, len(coded), 41), len(coded) - 1]:
        Path("in").write_bytes(coded[:size])
        result = des("in", "out")
        assert (result.returncode, result.stdout, Path("out").exists()) == (1, b"", False)
        message = result.stderr.decode()
        assert message.startswith("oldguard des: in: ") and message.count("\n") == 1
        if size > 300:
            assert "truncated" in message or "the base64 ends within" in message


def test_data_after_the_structure(encrypted, des):
    coded = encrypted("-outform", "DER")
    refused(
        des("-", "out", input=coded + b"\n"),
        f": standard input: offset {len(coded)}: the structure ends here, and more data follow",
    )
    assert not Path("out").exists()


@pytest.mark.parametrize("form", ["PEM", "S/MIME", "base64", "PEM of long"])
def test_data_after_the_armour(encrypted, des, form):
    """A second structure is refused in any armour, and the line that ends the first is not."""
    text = TEXT * (10 if "long" in form else 1)  # longer than the buffer
    pem = encrypted("-outform", "PEM", text=text).replace(b"\r", b"").rstrip(b"\n")
    coded = encrypted(text=text).rstrip(b"\n") + b"\n--bound--" if form == "S/MIME" else pem
    if form == "base64":
        coded = b"\n".join(pem.splitlines()[1:-1]) + b"\n--bound--"
    for after in (b"", b"\n", b"\r\n \t\n" * 5000):
        assert opened(des(input=coded + after)) == text
    der = encrypted("-outform", "DER")
    behind = [
        pem,
        b"\n" + pem,
        b"\r\n\r\n" + pem,
        der,
        b"\n" + der,
        b"\n" * 70000 + coded,
        b" x",
        b"\n-",
        b"\nx",
    ]
    for after in behind:
        refused(
            des("-", "out", input=coded + after), ": standard input: the base64 ends, and more data follow"
        )
        assert not Path("out").exists()
    if form in ("S/MIME", "base64"):  # without the boundary
        bare = coded[: -len("--bound--")]
        refused(des(input=bare + pem), ": standard input: the base64 ends, and more data follow")
        refused(des(input=bare + b"--bound\n"), ": standard input: the base64 ends, and more data follow")
    else:
        refused(des(input=coded[:-1]), ": standard input: no line -----END after the base64: truncated")


HUGE = 1 << 60
BAD = {
    "": "empty, no CMS structure",
    "other": "offset 0: this is no base64",
    "salted": "offset 0: no CMS structure, but a file of openssl enc with a password (--format openssl)",
    "headers": "offset 0: no empty line ends the headers of the message in 26 bytes",
    "mail": "offset 0: the headers of the message do not have the type application/pkcs7-mime of S/MIME",
    "signed": "offset 0: CMS SignedData, not EnvelopedData",
    "sequence": "offset 0: no CMS structure",
    "tag": "offset 13: no content",
    "no recipients": "offset 20: no recipients",
    "detached": "offset 59: the ciphertext is not in the structure",
    "no ciphertext": "offset 59: no ciphertext",
    "no IV": "the cipher has no IV of 8 bytes",
    "longer": "offset 59: longer than what contains it",
    "longer part": "offset 61: longer than what contains it",
    "huge": "offset 76: the data end within the structure: truncated",
    "huge recipients": f"offset 20: an element of {HUGE} bytes, where all have at most 1048576",
    "nested recipients": "offset 1048594: more than 1048576 bytes before the data",
    "nested": "offset 75: parts in parts of the ciphertext, more than 8 deep",
    "no part": "offset 61: no part of the ciphertext",
    "two": "offset 71: no attributes",
    "length": "offset 0: no element of ASN.1",
}


def bad():
    block = element(0x80, bytes(8))
    nested = b"".join(bytes([0x24, 0x80]) for _ in range(9))
    indefinite = {"size": "indefinite"}
    return {
        "": b"",
        "other": b"\x81other bytes" * 9,
        "salted": b"Salted__" + bytes(32),
        "headers": b"MIME-Version: 1.0\nTo: a\nb:",
        "mail": b"MIME-Version: 1.0\nContent-Type: text/plain\n\ntext",
        "signed": element(0x30, element(6, bytes.fromhex("2a864886f70d010702")), element(0xA0)),
        "sequence": element(0x30, element(2, b"\0"), element(2, bytes(64))),
        "tag": element(0x30, ENVELOPED, element(0x31)),
        "no recipients": message(block, recipients=element(2, b"\0")),
        "detached": message(b""),
        "no ciphertext": message(element(0x31, bytes(8))),
        "no IV": message(block, algorithm=element(0x30, TRIPLE, element(5))),
        "longer": message(element(0x80, size=9)),
        "longer part": message(element(0xA0, element(4, bytes(7), size=9))),
        "huge": message(element(0x80, bytes(7), size=HUGE), **indefinite)[:-8],
        "huge recipients": message(block, recipients=element(0x31, size=HUGE), **indefinite),
        "nested recipients": message(block, recipients=b"\x31\x80" + b"\x30\x80" * (1 << 20), **indefinite),
        "nested": message(element(0xA0, nested, **indefinite), **indefinite),
        "no part": message(element(0xA0, element(5), **indefinite), **indefinite),
        "two": message(block, after=message(block), **indefinite),
        "length": b"\x30\x89" + bytes(9) + ENVELOPED,
    }


@pytest.mark.parametrize("kind", BAD)
def test_refused_structures(des, kind):
    Path("in").write_bytes(bad()[kind])
    refused(des("--key-hex", KEY, "in", "out", key=None), f": in: {BAD[kind]}")
    assert not Path("out").exists()


USAGE = {
    "--mode ctr": "--format cms: CMS has des-ede3 and des in cbc, not des-ede3-ctr",
    "--cipher desx --mode cbc": "--format cms: CMS has des-ede3 and des in cbc, not desx-cbc",
    "--iv zero": "--format cms cannot be combined with --iv, --key-fill and --raw",
    "--raw": "--format cms cannot be combined with --iv, --key-fill and --raw",
    "--padding x923": "--padding x923: CMS has pkcs7 (RFC 5652 section 6.3)",
    "--most-iterations 5": "--most-iterations needs --format openssl",
    "--check-parity": "--check-parity cannot be combined with a private key",
    "--check-weak": "--check-weak cannot be combined with a private key",
    "--password-file pass": "--password-file cannot be combined with a private key without a pass phrase",
    "--digest md5": "--digest needs --format openssl",
    "--sector-iv plain": "--sector-iv cannot be combined with --format, --iv and --padding",
}


@pytest.mark.parametrize("options", USAGE)
def test_usage(des, options):
    refused(des(*options.split(), input=b""), f" decrypt: {USAGE[options]}", status=2)


def test_encryption_is_refused(oldguard):
    refused(
        oldguard("des", "encrypt", "--format", "cms", "--key-hex", KEY, input=b""),
        " encrypt: --format cms is for decryption: openssl cms -encrypt -aes256 makes new files",
        status=2,
    )


def test_recrypt(encrypted, oldguard, keys, workdir):
    """Of several files with one private key, removed by the digests of their data."""
    names = []
    for i, form in enumerate(FORMS):
        names.append(f"mail{i}")
        Path(names[-1]).write_bytes(encrypted(*FORMS[form], text=TEXT + bytes([i])))
    Path("good").write_text(
        "".join(f"{hashlib.sha1(TEXT + bytes([i])).hexdigest()}  {name}\n" for i, name in enumerate(names))
    )
    damaged = bytearray(encrypted("-outform", "DER"))
    damaged[300] ^= 1
    Path("damaged").write_bytes(damaged)
    options = ["--from", "des-ede3-cbc", "--format", "cms", "--key-file", keys / "rsa.key", "--remove"]
    options += ["--expect", "good", "--to-command", "cat", "--verify-command", "cat"]
    result = oldguard("des", "recrypt", *options, *names, "damaged")
    assert result.returncode == 1
    assert result.stdout.decode() == "".join(f"{name}: moved, verified, removed\n" for name in names)
    assert sorted(path.name for path in Path().iterdir()) == sorted(
        ["damaged", "good", *(f"{name}.new" for name in names)]
    )
