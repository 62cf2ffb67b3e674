# SPDX-License-Identifier: MIT
"""`oldguard des open` decrypts the files that `oldguard des recrypt` 0.1 sealed and rejects all others."""

import ctypes
import hashlib
import hmac
import os
from pathlib import Path

import pytest

KEY = bytes(range(100, 132))
PREAMBLE = b"oldguard\x01\x01\x12\x00"
SEGMENT = 1 << 18

# Files sealed by 0.1 with KEY: size of the data, random bytes in the header, SHA-256 of the file.
MADE = [
    (
        0,
        "995d1a0f3afab093bfdcbf15588da50418c92e644cd75df7c21e8c04453fbea8",
        "39cc606c7798a143ae355949057ecc2b4fea7913127694025ccdd7008e612107",
    ),
    (
        5,
        "18739af5b71e3300b8eceed22b4e87b0f22a3d74ef773fce210862ba42510ae3",
        "d383699101344ac8853901c50ac5847ffa77e4ae9a14fe48149125cd68faeb1f",
    ),
    (
        SEGMENT + 100,
        "1f69f092824f1e32efc58e308e8ab1ef21f24f47896c4d92a04c5e7771550cda",
        "b0e68180461593e1a7687c419c1765d7a0af9027d8cf79b2ca5db2b2b0189dee",
    ),
]
# The second file.
SEALED = bytes.fromhex(
    "6f6c6467756172640101120018739af5b71e3300b8eceed22b4e87b0f22a3d74ef773fce210862ba42510ae3a45e"
    "2b335bf0527264b5565c95a79f052a7f9e154ac10bcb15d37c1fb8190cd3490e54d4f020de6a22e52d319472e2f8"
    "2608f4571b"
)


def data(size):
    return hashlib.shake_128(b"to be moved").digest(size)


def gcm(key, nonce, aad, text):
    """Encrypts with AES-256-GCM of libcrypto and appends the tag."""
    lib = ctypes.CDLL("libcrypto.so.3")
    lib.EVP_CIPHER_CTX_new.restype = lib.EVP_aes_256_gcm.restype = ctypes.c_void_p
    context, cipher = ctypes.c_void_p(lib.EVP_CIPHER_CTX_new()), lib.EVP_aes_256_gcm()
    out, tag = ctypes.create_string_buffer(len(text) + 1), ctypes.create_string_buffer(16)
    done = ctypes.c_int()
    lib.EVP_EncryptInit_ex(context, ctypes.c_void_p(cipher), None, key, nonce)
    lib.EVP_EncryptUpdate(context, None, ctypes.byref(done), aad, len(aad))
    lib.EVP_EncryptUpdate(context, out, ctypes.byref(done), text, len(text))
    lib.EVP_EncryptFinal_ex(context, out, ctypes.byref(done))
    lib.EVP_CIPHER_CTX_ctrl(context, 0x10, 16, tag)
    lib.EVP_CIPHER_CTX_free(context)
    return out.raw[: len(text)] + tag.raw


def sealed(text, nonce=bytes(range(32))):
    """Returns a sealed file in the format of docs/des.md."""
    derived = block = b""
    extracted = hmac.digest(nonce, KEY, "sha256")
    for i in (1, 2, 3):
        block = hmac.digest(extracted, block + PREAMBLE + bytes([i]), "sha256")
        derived += block
    header = PREAMBLE + nonce + derived[32:64]
    parts = [text[at : at + SEGMENT] for at in range(0, len(text), SEGMENT)] or [b""]
    last = len(parts) - 1
    return header + b"".join(
        gcm(derived[:32], derived[64:71] + i.to_bytes(4, "big") + bytes([i == last]), header, part)
        for i, part in enumerate(parts)
    )


@pytest.fixture
def opened(oldguard, workdir):
    Path("new.key").write_bytes(KEY)
    return lambda *args, **options: oldguard("des", "open", "--key-file", "new.key", *args, **options)


def failed(result, message):
    assert (result.returncode, result.stdout) == (1, b"")
    assert result.stderr.decode() == f"oldguard des: {message}\n"


@pytest.mark.parametrize("size, nonce, digest", MADE, ids=["0", "5", "two segments"])
def test_files_of_0_1(opened, size, nonce, digest):
    """sealed() returns exactly the bytes of version 0.1, and the command decrypts them."""
    file = sealed(data(size), bytes.fromhex(nonce))
    assert hashlib.sha256(file).hexdigest() == digest
    assert size != 5 or file == SEALED
    Path("in").write_bytes(file)
    assert opened("in").stdout == data(size)


@pytest.mark.parametrize("size", [1, SEGMENT - 1, SEGMENT, SEGMENT + 1, 3 * SEGMENT, 3 * SEGMENT + 5])
def test_sizes(opened, size):
    Path("in").write_bytes(sealed(data(size)))
    result = opened("in", "out")
    assert (result.returncode, result.stdout, result.stderr) == (0, b"", b"")
    assert Path("out").read_bytes() == data(size)
    assert opened(input=Path("in").read_bytes()).stdout == data(size)


def test_every_change_is_noticed(opened):
    file = sealed(data(2 * SEGMENT + 100))
    whole = SEGMENT + 16

    def refused(changed, message):
        Path("changed").write_bytes(changed)
        failed(opened("changed", "out"), f"changed: {message}")
        assert not os.path.exists("out")

    def flipped(at):
        return file[:at] + bytes([file[at] ^ 1]) + file[at + 1 :]

    def damaged(at):
        return f"damaged or truncated, at or after byte {at} of the data"

    for at in (0, 7):
        refused(flipped(at), "not a sealed file")
    for at in range(8, 12):
        refused(flipped(at), "unknown version of the format")
    for at in (12, 43, 44, 75):
        refused(flipped(at), "wrong key, or damaged header")
    for segment in range(3):
        for at in (76 + segment * whole, min(len(file), 76 + (segment + 1) * whole) - 1):
            refused(flipped(at), damaged(segment * SEGMENT))
    refused(b"", "not a sealed file")
    refused(file[:75], "truncated")
    refused(file[:76], damaged(0))
    refused(file[: 76 + whole], damaged(0))
    refused(file[: 76 + 2 * whole], damaged(SEGMENT))
    refused(file[: 76 + 2 * whole + 15], damaged(2 * SEGMENT))
    refused(file[:-1], damaged(2 * SEGMENT))
    refused(file + b"\0", damaged(2 * SEGMENT))
    refused(file[:76] + file[76 + whole :], damaged(0))
    one, two = file[76 : 76 + whole], file[76 + whole : 76 + 2 * whole]
    refused(file[:76] + two + one + file[76 + 2 * whole :], damaged(0))
    # The segments before the damage were written, and nothing of the damaged segment.
    result = opened(input=flipped(76 + whole))
    assert result.returncode == 1 and result.stdout == data(SEGMENT)
    assert b"262144 bytes already written to standard output" in result.stderr


def test_another_key(opened):
    Path("in").write_bytes(SEALED)
    Path("new.key").write_bytes(KEY[:-1] + b"\0")
    failed(opened("in"), "in: wrong key, or damaged header")


@pytest.mark.parametrize(
    "content, message",
    [
        (KEY.hex().encode() + b"\n", None),
        (KEY.hex().upper().encode(), None),
        (KEY[:31], "31 bytes; aes-256-gcm takes 32 raw bytes or 64 hexadecimal digits"),
        (
            KEY.hex().encode()[:32],
            "32 hexadecimal digits are a key of 16 bytes; aes-256-gcm takes 64 " "digits or 32 raw bytes",
        ),
        (KEY.hex().encode()[:63], "an odd number of hexadecimal digits (63); aes-256-gcm takes 64"),
    ],
)
def test_key_files(opened, content, message):
    Path("in").write_bytes(SEALED)
    Path("new.key").write_bytes(content)
    if message is None:
        assert opened("in").stdout == data(5)
    else:
        failed(opened("in"), f"--key-file new.key: {message}")


def test_without_libcrypto(opened):
    """An invalid library file simulates a system without libcrypto."""
    os.mkdir("lib")
    Path("lib/libcrypto.so.3").write_bytes(b"")
    Path("in").write_bytes(SEALED)
    result = opened("in", env={"LD_LIBRARY_PATH": "lib"})
    assert result.returncode == 1 and result.stdout == b""
    assert result.stderr.startswith(b"oldguard des: OpenSSL 3 is needed: ")
