# SPDX-License-Identifier: MIT
"""Runs veracrypt_header on small containers with known passwords, and compares with `cryptsetup tcryptDump`."""

import ctypes
import os
import shutil
import struct
import subprocess
import time
import zlib

import pytest

PROGRAM = os.environ["VERACRYPT_HEADER"]
PASSWORD = b"correct horse battery staple"
KINDS = {"veracrypt": (b"VERA", 500000, []), "truecrypt": (b"TRUE", 1000, ["--truecrypt"])}
DATA_SIZE = 1 << 20  # bytes of the volume behind its two headers of 128 KiB
GCRY_KDF_PBKDF2, GCRY_MD_WHIRLPOOL = 34, 305


def derive(password, salt, iterations):
    gcrypt = ctypes.CDLL("libgcrypt.so.20")
    gcrypt.gcry_check_version(None)
    out = ctypes.create_string_buffer(192)
    size = ctypes.c_size_t
    assert (
        gcrypt.gcry_kdf_derive(
            password,
            size(len(password)),
            GCRY_KDF_PBKDF2,
            GCRY_MD_WHIRLPOOL,
            salt,
            size(len(salt)),
            ctypes.c_ulong(iterations),
            size(192),
            out,
        )
        == 0
    )
    return out.raw


def xts_encrypt(key, data):
    crypto = ctypes.CDLL("libcrypto.so.3")
    for name in ("EVP_CIPHER_CTX_new", "EVP_aes_256_xts"):
        getattr(crypto, name).restype = ctypes.c_void_p
    ctx, cipher = (ctypes.c_void_p(crypto.EVP_CIPHER_CTX_new()), ctypes.c_void_p(crypto.EVP_aes_256_xts()))
    out, size = ctypes.create_string_buffer(len(data)), ctypes.c_int()
    assert crypto.EVP_EncryptInit_ex(ctx, cipher, None, key, bytes(16)) == 1
    assert crypto.EVP_EncryptUpdate(ctx, out, ctypes.byref(size), data, len(data)) == 1
    crypto.EVP_CIPHER_CTX_free(ctx)
    return out.raw


def header(magic, iterations):
    """Returns the first 512 bytes of a volume: the salt and the encrypted part."""
    salt, keys = os.urandom(64), os.urandom(256)
    start = struct.pack(
        ">4sHHI16xQQQQII120x",
        magic,
        5,
        0x010B if magic == b"VERA" else 0x0700,
        zlib.crc32(keys),
        0,
        DATA_SIZE,
        0x20000,
        DATA_SIZE,
        0,
        512,
    )
    assert len(start) == 188
    body = start + struct.pack(">I", zlib.crc32(start)) + keys
    return salt + xts_encrypt(derive(PASSWORD, salt, iterations)[:64], body)


@pytest.fixture(scope="module", params=KINDS)
def container(request, tmp_path_factory):
    """Returns the kind and the path of a container."""
    magic, iterations, _ = KINDS[request.param]
    path = tmp_path_factory.mktemp("volume") / f"{request.param}.img"
    path.write_bytes(header(magic, iterations) + bytes(DATA_SIZE + 2 * 0x20000 - 512))
    return request.param, path


def open_with(program, kind, path, password):
    return subprocess.run(
        [program, *KINDS[kind][2], path], input=password + b"\n", capture_output=True, timeout=3600
    )


def test_the_header_opens(container):
    kind, path = container
    done = open_with(PROGRAM, kind, path, PASSWORD)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.decode().splitlines()
    assert lines[0] == f"{'VeraCrypt' if kind == 'veracrypt' else 'TrueCrypt'} header, " "Whirlpool, AES-XTS"
    assert f"volume size          {DATA_SIZE} bytes" in lines
    assert f"encrypted area       {DATA_SIZE} bytes from {0x20000} on" in lines
    assert "sector size          512 bytes" in lines


def test_what_does_not_open(container, tmp_path):
    kind, path = container
    if kind == "veracrypt":
        pytest.skip("a wrong password costs 500,000 iterations: tried on the other kind")
    for password in (PASSWORD + b"!", b""):
        done = open_with(PROGRAM, kind, path, password)
        assert done.returncode == 1 and b"wrong password" in done.stderr and not done.stdout
    damaged = tmp_path / "damaged.img"
    content = bytearray(path.read_bytes()[:512])
    content[300] ^= 1
    damaged.write_bytes(content)
    assert open_with(PROGRAM, kind, damaged, PASSWORD).returncode == 1
    damaged.write_bytes(content[:511])
    done = open_with(PROGRAM, kind, damaged, PASSWORD)
    assert done.returncode == 1 and b"shorter than a header" in done.stderr
    done = open_with(PROGRAM, kind, tmp_path / "none", PASSWORD)
    assert done.returncode == 1 and b"No such file" in done.stderr


def test_usage():
    for arguments in ([], ["--truecrypt"], ["a", "b"], ["--help"]):
        done = subprocess.run([PROGRAM, *arguments], stdin=subprocess.DEVNULL, capture_output=True)
        assert done.returncode == 2 and done.stderr.startswith(b"usage: ")


def test_cryptsetup_opens_the_same(container, capsys):
    kind, path = container
    if shutil.which("cryptsetup") is None:
        pytest.skip("cryptsetup is not installed: nothing was compared with it")
    option = "--veracrypt" if kind == "veracrypt" else "--disable-veracrypt"
    began = time.perf_counter()
    done = subprocess.run(
        ["cryptsetup", "tcryptDump", option, "--hash", "whirlpool", "--cipher", "aes", path],
        input=PASSWORD + b"\n",
        capture_output=True,
        timeout=3600,
    )
    theirs = time.perf_counter() - began
    if b"Required kernel crypto interface not available" in done.stderr:
        pytest.skip("cryptsetup needs the kernel's crypto interface (AF_ALG), which is not there")
    assert done.returncode == 0, done.stderr
    assert b"PBKDF2 hash:\twhirlpool" in done.stdout and b"xts-plain64" in done.stdout
    began = time.perf_counter()
    assert open_with(PROGRAM, kind, path, PASSWORD).returncode == 0
    with capsys.disabled():
        print(
            f"\n{kind}: cryptsetup {theirs:.2f} s, veracrypt_header " f"{time.perf_counter() - began:.2f} s"
        )
