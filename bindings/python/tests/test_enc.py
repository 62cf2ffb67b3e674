# SPDX-License-Identifier: MIT
"""oldguard.enc against the program openssl, in both directions."""

import random
import shutil
import subprocess

import pytest
from oldguard import enc

openssl = shutil.which("openssl")
PASSWORD = "correct horse"
TEXT = b"In the beginning there was a ledger, and nobody knew its key.\n" * 40
CIPHERS = ("des-ede3", "des-ede", "des")
MODES = {"cbc": "cbc", "ecb": "ecb", "cfb64": "cfb", "ofb": "ofb", "cfb8": "cfb8", "cfb1": "cfb1"}
# Arguments of both programs.
DERIVATIONS = {
    "md5": ({"digest": "md5"}, ["-md", "md5"]),
    "sha1": ({"digest": "sha1"}, ["-md", "sha1"]),
    "sha256": ({"digest": "SHA256"}, ["-md", "sha256"]),
    "whirlpool": (
        {"digest": "whirlpool"},
        ["-md", "whirlpool", "-provider", "legacy", "-provider", "default"],
    ),
    "pbkdf2": ({"pbkdf2": True}, ["-pbkdf2"]),
    "pbkdf2-sha1": ({"digest": "sha1", "iterations": 500}, ["-pbkdf2", "-md", "sha1", "-iter", "500"]),
    "pbkdf2-sha512": ({"digest": "sha512", "iterations": 3}, ["-pbkdf2", "-md", "sha512", "-iter", "3"]),
}


def by_openssl(direction, data, *options, cipher="des-ede3", mode="cbc"):
    # des-ede and des-ede3 without a mode are ECB in openssl
    legacy = (
        ["-provider", "legacy", "-provider", "default"] if cipher == "des" or "-provider" in options else []
    )
    name = cipher if mode == "ecb" and cipher != "des" else f"{cipher}-{MODES[mode]}"
    options = [option for option in options if option not in ("-provider", "legacy", "default")]
    result = subprocess.run(
        [openssl, "enc", direction, f"-{name}", "-pass", f"pass:{PASSWORD}", *options, *legacy],
        input=data,
        capture_output=True,
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


@pytest.mark.parametrize("name", DERIVATIONS)
def test_every_derivation(name):
    options, flags = DERIVATIONS[name]
    assert enc.decrypt(by_openssl("-e", TEXT, *flags), PASSWORD, **options) == TEXT
    assert by_openssl("-d", enc.encrypt(TEXT, PASSWORD, **options), *flags) == TEXT


@pytest.mark.parametrize(
    "cipher, mode",
    [(c, m) for c in CIPHERS for m in MODES if (c, m) not in (("des-ede", "cfb1"), ("des-ede", "cfb8"))],
)
def test_every_cipher_and_mode(cipher, mode):
    """openssl has no 1-bit and 8-bit CFB with two keys."""
    for size in (0, 1, 8, 100):
        data = TEXT[:size]
        file = by_openssl("-e", data, "-pbkdf2", cipher=cipher, mode=mode)
        assert enc.decrypt(file, PASSWORD, cipher=cipher, mode=mode, pbkdf2=True) == data
        file = enc.encrypt(data, PASSWORD, cipher=cipher, mode=mode)
        assert by_openssl("-d", file, "-pbkdf2", cipher=cipher, mode=mode) == data


@pytest.mark.parametrize("form, options", [("lines", ["-a"]), ("line", ["-a", "-A"])])
def test_base64(form, options):
    for size in (0, 40, 1000):
        file = enc.encrypt(TEXT[:size], PASSWORD, base64=form)
        assert by_openssl("-d", file, "-pbkdf2", *options) == TEXT[:size]
        file = by_openssl("-e", TEXT[:size], "-pbkdf2", *options)
        assert enc.decrypt(file, PASSWORD, pbkdf2=True) == TEXT[:size]
        assert enc.decrypt(file, PASSWORD, pbkdf2=True, base64=form) == TEXT[:size]


def test_without_a_salt():
    salt = bytes(range(8))
    for options, flags in (({"no_salt": True}, ["-nosalt"]), ({"salt": salt}, ["-S", salt.hex()])):
        file = by_openssl("-e", TEXT, "-pbkdf2", *flags)
        if file.startswith(b"Salted__"):  # openssl before 3.0 with -S
            file = file[16:]
        assert enc.decrypt(file, PASSWORD, pbkdf2=True, **options) == TEXT
        assert enc.encrypt(TEXT, PASSWORD, **options) == file


@pytest.mark.parametrize("options", [[], ["-md", "md5"], ["-md", "sha1"], ["-md", "sha512"], ["-pbkdf2"]])
@pytest.mark.parametrize("mode", ["cbc", "ecb", "ofb"])
def test_the_derivation_is_found(options, mode):
    file = by_openssl("-e", TEXT, *options, mode=mode)
    assert enc.decrypt(file, PASSWORD, mode=mode) == TEXT
    digest = options[1] if len(options) == 2 else "sha256"
    strong = "-pbkdf2" in options
    found = enc.Derivation(digest, strong, 10000 if strong else 1)
    assert enc.find_derivation(file, PASSWORD, mode=mode) == found


def test_data_that_show_nothing():
    """Right padding shows the derivation, unless others give it as well."""
    chance, found = random.Random(5), 0
    for i in range(60):
        data, salt = chance.randbytes(300), chance.randbytes(8)
        file = enc.encrypt(data, f"{i}", digest="sha256", salt=salt)
        try:
            found += enc.decrypt(file, f"{i}", salt=salt) == data
        except ValueError as wrong:
            assert "which derivation" in str(wrong)
    assert found >= 50


@pytest.mark.parametrize("padding, last", [("pkcs7", b"\1"), ("iso10126", b"\1"), ("zero", b"\0")])
def test_the_default_is_found(padding, last):
    """Also where other derivations give right padding too."""
    chance = random.Random(5)
    for i in range(40):
        data, salt = chance.randbytes(7), chance.randbytes(8)
        file = enc.encrypt(data + last, f"{i}", padding="none", salt=salt)
        assert enc.decrypt(file, f"{i}", padding=padding, salt=salt) == data


def test_a_limit_on_the_search():
    """Derivations with more iterations are not tried."""
    assert enc.decrypt(FILE, PASSWORD, most_iterations=100) == TEXT
    with pytest.raises(ValueError, match="raise most_iterations"):
        enc.decrypt(enc.encrypt(TEXT, PASSWORD, salt=bytes(8)), PASSWORD, salt=bytes(8), most_iterations=100)


def test_passwords_that_are_bytes_like():
    salt, word = bytes(8), "p\xe4ss"
    file = enc.encrypt(TEXT, word, salt=salt)
    for password in (word.encode(), bytearray(word.encode()), memoryview(word.encode())):
        assert enc.encrypt(bytearray(TEXT), password, salt=salt) == file
        assert enc.decrypt(memoryview(file), password, salt=salt, pbkdf2=True) == TEXT


@pytest.mark.parametrize("wrong", [12, 10**11, [1, 2], None])
def test_types(wrong):
    for call in (enc.encrypt, enc.decrypt, enc.find_derivation):
        for data, password in ((FILE, wrong), (wrong, PASSWORD), (FILE.decode("latin-1"), PASSWORD)):
            with pytest.raises(TypeError):
                call(data, password)


FILE = enc.encrypt(TEXT, PASSWORD, digest="md5")
FIXED = enc.encrypt(TEXT, PASSWORD, digest="md5", salt=bytes(8))  # the wrong password gives wrong padding


@pytest.mark.parametrize(
    "call, message",
    [
        (lambda: enc.decrypt(FIXED, "wrong", digest="md5", salt=bytes(8)), "bad pkcs7 padding"),
        (lambda: enc.decrypt(FILE, "wrong", mode="ofb"), "which derivation"),
        (lambda: enc.decrypt(FILE[:-3], PASSWORD, digest="md5"), "whole blocks"),
        (lambda: enc.decrypt(FILE[:12], PASSWORD), "too short"),
        (lambda: enc.decrypt(b"", PASSWORD), "no .Salted__"),
        (lambda: enc.decrypt(FILE[1:], PASSWORD), "no .Salted__"),
        (lambda: enc.decrypt(FILE, PASSWORD, no_salt=True), "the salt is in the file"),
        (lambda: enc.decrypt(b"U2FsdGVkX1!!", PASSWORD), "no base64"),
        (lambda: enc.decrypt(FILE, PASSWORD, iterations=10_000_001), "most_iterations"),
        (lambda: enc.decrypt(FILE, PASSWORD, iterations=2**31), "most_iterations"),
        (lambda: enc.decrypt(FILE, PASSWORD, iterations=0), "most_iterations"),
        (lambda: enc.decrypt(FILE, PASSWORD, iterations=2**31, most_iterations=2**31), "at most 2147483647"),
        (lambda: enc.decrypt(FILE, PASSWORD, iterations=2**70, most_iterations=2**70), "at most 2147483647"),
        (lambda: enc.encrypt(TEXT, PASSWORD, digest="md5000"), "no digest 'md5000'"),
        (lambda: enc.encrypt(TEXT, PASSWORD, digest="shake_128"), "fixed size"),
        (lambda: enc.encrypt(TEXT, PASSWORD, digest="shake_128", pbkdf2=True), "fixed size"),
        (lambda: enc.encrypt(TEXT, PASSWORD, digest=""), "no digest ''"),
        (lambda: enc.encrypt(TEXT, PASSWORD, digest="", pbkdf2=True), "no digest ''"),
        (lambda: enc.encrypt(TEXT, PASSWORD, cipher="3des"), "cipher must be one of"),
        (lambda: enc.encrypt(TEXT, PASSWORD, mode="ctr"), "mode must be one of"),
        (lambda: enc.encrypt(TEXT, PASSWORD, base64="a"), "base64 must be"),
        (lambda: enc.encrypt(TEXT, PASSWORD, salt=b"1234567"), "8 bytes"),
        (lambda: enc.encrypt(TEXT, PASSWORD, salt=bytes(8), no_salt=True), "8 bytes"),
    ],
)
def test_refusals(call, message):
    with pytest.raises(ValueError, match=message):
        call()
