# SPDX-License-Identifier: MIT
"""oldguard.kdf: hashlib, hmac and definitions as oracles."""

import hashlib
import hmac
import random

import oldguard
import pytest
import vectors
from oldguard import kdf


def whirlpool_hmac(key, data):
    """HMAC by its definition (FIPS 198-1)."""
    key = (oldguard.whirlpool_digest(key) if len(key) > 64 else key).ljust(64, b"\0")
    inner = oldguard.whirlpool_digest(bytes(b ^ 0x36 for b in key) + data)
    return oldguard.whirlpool_digest(bytes(b ^ 0x5C for b in key) + inner)


def pbkdf2_by_definition(password, salt, iterations, size):
    """PBKDF2 with HMAC-Whirlpool (RFC 8018 section 5.2)."""
    derived = b""
    for block in range(1, size // 64 + 2):
        u = whirlpool_hmac(password, salt + block.to_bytes(4, "big"))
        total = int.from_bytes(u, "big")
        for _ in range(iterations - 1):
            u = whirlpool_hmac(password, u)
            total ^= int.from_bytes(u, "big")
        derived += total.to_bytes(64, "big")
    return derived[:size]


def test_hmac():
    r = random.Random(1)
    for size in [0, 1, 63, 64, 65, 200, 5000]:
        key, data = r.randbytes(size), r.randbytes(3 * size)
        assert kdf.hmac(key, data) == hmac.digest(key, data, "sha1")
        assert kdf.hmac(bytearray(key), memoryview(data), "whirlpool") == whirlpool_hmac(key, data)


def test_rfc_6070():
    records = vectors.records(vectors.NIST / "KDF" / "rfc-6070-PBKDF2-SHA1.txt")
    checked = 0
    for record in records:
        if int(record["ITERATIONS"]) > 10**6:
            continue  # sixteen million iterations
        words = [record[name].encode().replace(b"\\0", b"\0") for name in ("PASSWORD", "SALT")]
        derived = kdf.pbkdf2_hmac("sha1", *words, int(record["ITERATIONS"]), int(record["LENGTH"]))
        assert derived.hex() == record["DERIVED_KEY"]
        checked += 1
    assert checked >= 5


@pytest.mark.parametrize("dklen", [None, 1, 20, 21, 64, 65, 200])
def test_pbkdf2_like_hashlib(dklen):
    r = random.Random(2)
    for iterations in [1, 2, 100]:
        passwords = [r.randbytes(r.randrange(100)) for _ in range(30)]
        salts = [r.randbytes(r.randrange(40)) for _ in range(30)]
        expected = [hashlib.pbkdf2_hmac("sha1", p, s, iterations, dklen) for p, s in zip(passwords, salts)]
        assert kdf.pbkdf2_hmac_many("sha1", passwords, iter(salts), iterations, dklen) == expected
        assert [
            kdf.pbkdf2_hmac("SHA1", p, s, iterations, dklen) for p, s in zip(passwords, salts)
        ] == expected
        shared = [hashlib.pbkdf2_hmac("sha1", p, salts[0], iterations, dklen) for p in passwords]
        assert kdf.pbkdf2_hmac_many("sha1", passwords, salts[0], iterations, dklen) == shared


@pytest.mark.parametrize("size", [1, 64, 65])
def test_pbkdf2_whirlpool(size):
    expected = pbkdf2_by_definition(b"password", b"salt", 7, size)
    assert kdf.pbkdf2_hmac("whirlpool", b"password", b"salt", 7, size) == expected
    assert kdf.pbkdf2_hmac_many("whirlpool", [b"password"] * 9, b"salt", 7, size) == [expected] * 9
    assert len(kdf.pbkdf2_hmac("whirlpool", b"", b"", 1)) == 64


def test_pkcs12():
    # B. Kaliski's vector of RFC 7292's predecessor, as Bouncy Castle and OpenSSL test it: SHA-1, "smeg".
    salt = bytes.fromhex("0a58cf64530d823f")
    key = kdf.pkcs12("sha1", kdf.PKCS12_KEY, "smeg", salt, 1, 24)
    assert key.hex() == "8aaae6297b6cb04642ab5b077851284eb7128f1a2a7fbca3"
    iv = kdf.pkcs12("sha1", kdf.PKCS12_IV, b"\0s\0m\0e\0g\0\0", salt, 1, 8)
    assert iv.hex() == "79993dfe048d3b76"
    assert len(kdf.pkcs12("whirlpool", kdf.PKCS12_MAC, "", b"", 3, 100)) == 100


@pytest.mark.parametrize(
    "call",
    [
        lambda: kdf.pbkdf2_hmac("md5", b"", b"", 1),
        lambda: kdf.pbkdf2_hmac(None, b"", b"", 1),
        lambda: kdf.pbkdf2_hmac("sha1", b"", b"", 0),
        lambda: kdf.pbkdf2_hmac("sha1", b"", b"", -1),
        lambda: kdf.pbkdf2_hmac("sha1", b"", b"", 1, 0),
        lambda: kdf.pbkdf2_hmac("sha1", b"", b"", 1, -5),
        lambda: kdf.pbkdf2_hmac_many("sha1", [b""], b"", 0),
        lambda: kdf.pbkdf2_hmac_many("sha1", [b"a", b"b"], [b"salt"], 1),
        lambda: kdf.pkcs12("sha1", 4, "", b"", 1, 8),
        lambda: kdf.pkcs12("sha1", kdf.PKCS12_KEY, "", b"", 0, 8),
        lambda: kdf.hmac(b"", b"", "sha256"),
    ],
)
def test_value_errors(call):
    with pytest.raises(ValueError):
        call()


def test_other_errors():
    for call in (
        lambda: kdf.hmac("key", b""),
        lambda: kdf.pbkdf2_hmac("sha1", "password", b"", 1),
        lambda: kdf.pbkdf2_hmac("sha1", b"", b"", 1.5),
    ):
        with pytest.raises(TypeError):
            call()
    with pytest.raises(TypeError, match=r"passwords\[1\]"):
        kdf.pbkdf2_hmac_many("sha1", [b"a", "b"], b"", 1)
    with pytest.raises(TypeError, match=r"salts\[0\]"):
        kdf.pbkdf2_hmac_many("sha1", [b"a"], [5], 1)
    with pytest.raises(OverflowError):
        kdf.pbkdf2_hmac("sha1", b"", b"", 2**64, 1)
    password = bytearray(b"a")
    with pytest.raises(TypeError):
        kdf.pbkdf2_hmac_many("sha1", [password, 7], b"", 1)
    password.append(1)  # BufferError while its buffer is exported
