# SPDX-License-Identifier: MIT
"""Files of the command openssl with Triple DES and SHA-1: what one provider writes the other one reads."""

from itertools import product
from pathlib import Path

import pytest
from conftest import program, run

POLICY = {"OLDGUARD_POLICY": "constant-time"}
TEXT = b"A message of 44 bytes, which is no multiple of 8" * 90
PASSWORD = "pass:secret"


@pytest.fixture(scope="module")
def sides(configuration, openssl_configuration):
    """Returns functions that run openssl: one with oldguard's algorithms, one with OpenSSL's own."""
    openssl = program("openssl")

    def side(env):
        return lambda *words, data=b"", more=None: run(
            openssl, *words, env={**env, **(more or {})}, data=data
        )

    return side(configuration), side(openssl_configuration)


@pytest.fixture(scope="module")
def identity(sides, tmp_path_factory):
    """Returns the files of a private key and of a certificate."""
    folder = tmp_path_factory.mktemp("identity")
    key, certificate, request = folder / "key.pem", folder / "cert.pem", folder / "request.cnf"
    request.write_text("[req]\ndistinguished_name = name\n[name]\n")
    sides[1]("genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048", "-out", key)
    sides[1](
        *("req", "-new", "-x509", "-config", request, "-key", key, "-out", certificate, "-subj", "/CN=test")
    )
    return key, certificate


@pytest.fixture(
    params=list(product([0, 1], [0, 1])),
    ids=lambda pair: "{} writes, {} reads".format(*(("oldguard", "openssl")[i] for i in pair)),
)
def pair(request, sides, tmp_path, monkeypatch):
    """Returns the writer and the reader, and makes an empty folder the current one."""
    monkeypatch.chdir(tmp_path)
    return tuple(sides[i] for i in request.param)


def same_key(reader, identity, *words):
    """The reader prints the private key that the file contains."""
    plain = ["pkey", "-outform", "DER"]
    assert reader(*plain, "-in", *words, "-passin", PASSWORD) == reader(*plain, "-in", identity[0])


def test_pkcs12(pair, identity):
    writer, reader = pair
    words = [
        "-inkey",
        identity[0],
        "-in",
        identity[1],
        *"-keypbe PBE-SHA1-3DES -certpbe PBE-SHA1-3DES".split(),
    ]
    writer("pkcs12", "-export", *words, "-macalg", "sha1", "-passout", PASSWORD, "-out", "file.p12")
    info = ["pkcs12", "-in", "file.p12", "-passin", PASSWORD, "-noenc"]
    assert b"BEGIN PRIVATE KEY" in reader(*info) and b"BEGIN CERTIFICATE" in reader(*info)
    with pytest.raises(AssertionError, match="invalid password"):
        reader("pkcs12", "-in", "file.p12", "-passin", "pass:wrong", "-noenc")


@pytest.mark.parametrize(
    "scheme",
    [
        ["-v2", "des3", "-v2prf", "hmacWithSHA1"],
        ["-v2", "des3", "-v2prf", "hmacWithSHA256"],
        ["-v1", "PBE-SHA1-3DES"],
        ["-v1", "PBE-SHA1-2DES"],
        ["-v2", "des", "-v2prf", "hmacWithSHA1"],
    ],
    ids=" ".join,
)
def test_pkcs8(pair, identity, scheme):
    writer, reader = pair
    writer("pkcs8", "-topk8", "-in", identity[0], *scheme, "-passout", PASSWORD, "-out", "file.pem")
    assert b"BEGIN ENCRYPTED PRIVATE KEY" in Path("file.pem").read_bytes()
    same_key(reader, identity, "file.pem")


def test_pem(pair, identity):
    writer, reader = pair
    writer(*("rsa", "-in", identity[0], "-des3", "-traditional", "-passout", PASSWORD, "-out", "file.pem"))
    assert b"DEK-Info: DES-EDE3-CBC," in Path("file.pem").read_bytes()
    same_key(reader, identity, "file.pem")


def test_cms_enveloped(pair, identity):
    writer, reader = pair
    sealed = writer("cms", "-encrypt", "-binary", "-outform", "DER", "-des3", identity[1], data=TEXT)
    opened = ["cms", "-decrypt", "-inform", "DER", "-inkey", identity[0], "-recip", identity[1]]
    assert reader(*opened, data=sealed) == TEXT


def test_cms_encrypted_data(pair):
    writer, reader = pair
    key = ["-secretkey", "0123456789abcdef23456789abcdef01456789abcdef0123"]
    sealed = writer("cms", "-EncryptedData_encrypt", "-binary", "-outform", "DER", "-des3", *key, data=TEXT)
    assert reader("cms", "-EncryptedData_decrypt", "-inform", "DER", *key, data=sealed) == TEXT


def test_cms_password(pair):
    """The key of a password recipient: PBKDF2 with SHA-1 and key wrapping with DES-EDE3-CBC."""
    writer, reader = pair
    word = ["-pwri_password", "secret"]
    sealed = writer("cms", "-encrypt", "-binary", "-outform", "DER", "-des3", *word, data=TEXT)
    assert reader("cms", "-decrypt", "-inform", "DER", *word, data=sealed) == TEXT


def test_signature(pair, identity):
    writer, reader = pair
    Path("file").write_bytes(TEXT)
    Path("file.sig").write_bytes(writer("dgst", "-sha1", "-sign", identity[0], "file"))
    Path("public.pem").write_bytes(reader("pkey", "-in", identity[0], "-pubout"))
    assert b"Verified OK" in reader(
        "dgst", "-sha1", "-verify", "public.pem", "-signature", "file.sig", "file"
    )


@pytest.mark.parametrize(
    "cipher", ["des-ede3-cbc", "des-ede-cbc", "des-cbc", "desx-cbc", "des-ede3-cfb", "des-ofb"]
)
def test_enc(pair, cipher):
    """With a salt, PBKDF2 and SHA-1."""
    writer, reader = pair
    words = ["enc", f"-{cipher}", "-pbkdf2", "-md", "sha1", "-pass", PASSWORD]
    assert reader(*words, "-d", data=writer(*words, data=TEXT)) == TEXT


@pytest.mark.parametrize("cipher", ["DES-EDE3-CBC", "DES-CBC"])
def test_cmac(sides, cipher):
    """CMAC of the default provider, over either provider's cipher."""
    key = "0123456789abcdef23456789abcdef01456789abcdef0123"[: 48 if "EDE3" in cipher else 16]
    words = ["mac", "-cipher", cipher, "-macopt", f"hexkey:{key}", "-in", "-", "CMAC"]
    for size in 0, 1, 7, 8, 9, 64, 1000:
        assert sides[0](*words, data=TEXT[:size]) == sides[1](*words, data=TEXT[:size])


def test_oldguard_serves(sides, identity):
    """Under this policy only oldguard refuses to encrypt with CBC."""
    words = ["cms", "-encrypt", "-binary", "-outform", "DER", "-des3", identity[1]]
    assert sides[1](*words, data=TEXT, more=POLICY)
    with pytest.raises(AssertionError):
        sides[0](*words, data=TEXT, more=POLICY)
