# SPDX-License-Identifier: MIT
"""`oldguard des recrypt` and `oldguard des open`: the format, what is refused, what is kept."""

import ctypes
import fcntl
import hashlib
import hmac
import os
import resource
import stat
from pathlib import Path

import pytest

DES_KEY = "0123456789abcdef23456789abcdef01456789abcdef0123"
IV = "0011223344556677"
KEY = bytes(range(100, 132))
SEGMENT = 1 << 18
FROM = ["--from", "des-ede3-cbc", "--key-hex", DES_KEY, "--iv", IV]
TO = ["--to", "aes-256-gcm", "--to-key-file", "new.key"]


def data(size):
    return hashlib.shake_128(b"to be moved").digest(size)


@pytest.fixture
def old(oldguard, workdir):
    """Makes a file under Triple DES."""
    Path("new.key").write_bytes(KEY)

    def make(name, size, mode="cbc"):
        iv = ["--iv", IV] if mode != "ecb" else []
        coded = oldguard("des", "encrypt", "--cipher", "des-ede3", "--mode", mode, "--key-hex",
                         DES_KEY, *iv, input=data(size)).stdout
        Path(name).write_bytes(coded)
        return coded

    return make


@pytest.fixture
def recrypt(oldguard):
    return lambda *args, **options: oldguard("des", "recrypt", *FROM, *TO, *args, **options)


@pytest.fixture
def opened(oldguard):
    return lambda *args, **options: oldguard("des", "open", "--key-file", "new.key", *args,
                                             **options)


def failed(result, message):
    assert (result.returncode, result.stdout) == (1, b"")
    assert result.stderr.decode() == f"oldguard des: {message}\n"


def gcm(key, nonce, aad, sealed):
    """AES-256-GCM of libcrypto, opened by ctypes: None where the tag is another."""
    lib = ctypes.CDLL("libcrypto.so.3")
    lib.EVP_CIPHER_CTX_new.restype = lib.EVP_aes_256_gcm.restype = ctypes.c_void_p
    context, cipher = ctypes.c_void_p(lib.EVP_CIPHER_CTX_new()), lib.EVP_aes_256_gcm()
    out, done = ctypes.create_string_buffer(len(sealed)), ctypes.c_int()
    text, tag = sealed[:-16], sealed[-16:]
    lib.EVP_DecryptInit_ex(context, ctypes.c_void_p(cipher), None, key, nonce)
    lib.EVP_DecryptUpdate(context, None, ctypes.byref(done), aad, len(aad))
    lib.EVP_DecryptUpdate(context, out, ctypes.byref(done), text, len(text))
    lib.EVP_CIPHER_CTX_ctrl(context, 0x11, 16, tag)
    good = lib.EVP_DecryptFinal_ex(context, out, ctypes.byref(done)) == 1
    lib.EVP_CIPHER_CTX_free(context)
    return out.raw[:len(text)] if good else None


def open_by_hand(sealed):
    """The format as docs/des.md has it."""
    header, rest = sealed[:76], sealed[76:]
    assert header[:12] == b"oldguard\x01\x01\x12\x00"
    derived = block = b""
    extracted = hmac.digest(header[12:44], KEY, "sha256")
    for i in (1, 2, 3):
        block = hmac.digest(extracted, block + header[:12] + bytes([i]), "sha256")
        derived += block
    assert header[44:] == derived[32:64]
    count = max(1, -(-len(rest) // (SEGMENT + 16)))
    parts = []
    for i in range(count):
        nonce = derived[64:71] + i.to_bytes(4, "big") + bytes([i == count - 1])
        part = rest[i * (SEGMENT + 16):(i + 1) * (SEGMENT + 16)]
        parts.append(gcm(derived[:32], nonce, header, part))
    return b"".join(parts)


@pytest.mark.parametrize("size", [0, 1, SEGMENT - 1, SEGMENT, SEGMENT + 1, 3 * SEGMENT,
                                  3 * SEGMENT + 5])
def test_there_and_back(old, recrypt, opened, size):
    coded = old("in", size)
    os.chmod("in", 0o640)
    result = recrypt("in")
    assert (result.returncode, result.stderr) == (0, b"")
    assert result.stdout == b"in: sealed, verified\n"
    sealed = Path("in.sealed").read_bytes()
    assert open_by_hand(sealed) == data(size) == opened("in.sealed").stdout
    assert opened("in.sealed", "out").returncode == 0 and Path("out").read_bytes() == data(size)
    assert opened(input=sealed).stdout == data(size)
    assert Path("in").read_bytes() == coded
    assert stat.S_IMODE(os.stat("in.sealed").st_mode) == 0o640
    assert sorted(os.listdir(".")) == ["in", "in.sealed", "new.key", "out"]


@pytest.mark.parametrize("mode", ["ecb", "cfb1", "cfb8", "cfb64", "ofb", "ctr"])
def test_from(oldguard, old, opened, mode):
    old("in", 300001 if mode != "cfb1" else 3001, mode)
    iv = ["--iv", IV] if mode != "ecb" else []
    result = oldguard("des", "recrypt", "--from", f"des-ede3-{mode}", "--key-hex", DES_KEY, *iv,
                      *TO, "--quiet", "in")
    assert (result.returncode, result.stdout, result.stderr) == (0, b"", b"")
    assert opened("in.sealed").stdout == data(300001 if mode != "cfb1" else 3001)


@pytest.mark.parametrize("name", [b"-", b"-dash", b"[x]", b"new\nline", b"bad\xff\xfe"], ids=str)
def test_odd_names(old, recrypt, name):
    coded = old("in", 1000)
    os.rename("in", name)
    assert recrypt("--remove", "--", name).returncode == 0
    assert sorted(os.listdir(b".")) == sorted([name + b".sealed", b"new.key"])
    assert open_by_hand(Path(os.fsdecode(name + b".sealed")).read_bytes()) == data(1000) != coded


def test_iv_prefix(oldguard, old, opened):
    for name, iv in (("a", IV), ("b", "8899aabbccddeeff")):
        coded = oldguard("des", "encrypt", "--cipher", "des-ede3", "--mode", "cbc", "--key-hex",
                         DES_KEY, "--iv", iv, input=data(300000)).stdout
        Path(name).write_bytes(bytes.fromhex(iv) + coded)
    Path("c").write_bytes(b"1234567")
    options = ["--from", "des-ede3-cbc", "--key-hex", DES_KEY, "--iv-prefix", *TO]
    result = oldguard("des", "recrypt", *options, "a", "c", "b")
    assert result.returncode == 1
    assert result.stderr == b"oldguard des: c: 7 bytes are too short for an IV\n"
    for name in "ab":
        assert opened(f"{name}.sealed").stdout == data(300000)
    assert oldguard("des", "recrypt", *options, "a", "b").stdout == (
        b"a: was sealed before, verified\nb: was sealed before, verified\n")


def test_a_nonce_for_each_file(old, recrypt):
    old("a", 1000), old("b", 1000)
    recrypt("a", "b")
    a, b = Path("a.sealed").read_bytes(), Path("b.sealed").read_bytes()
    assert a[12:] != b[12:] and a[12:44] != b[12:44] and a[76:] != b[76:]


def test_every_change_is_noticed(old, recrypt, opened):
    old("in", 2 * SEGMENT + 100)
    recrypt("in")
    sealed = Path("in.sealed").read_bytes()
    whole = SEGMENT + 16

    def refused(changed, message):
        Path("changed").write_bytes(changed)
        failed(opened("changed", "out"), f"changed: {message}")
        assert not os.path.exists("out")

    def flipped(at):
        return sealed[:at] + bytes([sealed[at] ^ 1]) + sealed[at + 1:]

    def damaged(at):
        return f"damaged or cut short, at byte {at} of the data or after it"

    for at in (0, 7):
        refused(flipped(at), "not a sealed file")
    for at in range(8, 12):
        refused(flipped(at), "of a version that is not known here")
    for at in (12, 43, 44, 75):
        refused(flipped(at), "another key, or a damaged header")
    for segment in range(3):
        for at in (76 + segment * whole, min(len(sealed), 76 + (segment + 1) * whole) - 1):
            refused(flipped(at), damaged(segment * SEGMENT))
    refused(b"", "not a sealed file")
    refused(sealed[:75], "cut short")
    refused(sealed[:76], damaged(0))
    refused(sealed[:76 + whole], damaged(0))
    refused(sealed[:76 + 2 * whole], damaged(SEGMENT))
    refused(sealed[:76 + 2 * whole + 15], damaged(2 * SEGMENT))
    refused(sealed[:-1], damaged(2 * SEGMENT))
    refused(sealed + b"\0", damaged(2 * SEGMENT))
    refused(sealed[:76] + sealed[76 + whole:], damaged(0))
    one, two = sealed[76:76 + whole], sealed[76 + whole:76 + 2 * whole]
    refused(sealed[:76] + two + one + sealed[76 + 2 * whole:], damaged(0))
    # What was verified before the damage has gone out, nothing of the damaged segment.
    result = opened(input=flipped(76 + whole))
    assert result.returncode == 1 and result.stdout == data(SEGMENT)
    assert b"262144 bytes already written to standard output" in result.stderr


def test_another_key(old, recrypt, opened):
    old("in", 100)
    recrypt("in")
    Path("new.key").write_bytes(KEY[:-1] + b"\0")
    failed(opened("in.sealed"), "in.sealed: another key, or a damaged header")
    failed(recrypt("--remove", "in"), "in.sealed: another key, or a damaged header")
    assert os.path.exists("in")


@pytest.mark.parametrize("content, message", [
    (KEY.hex().encode() + b"\n", None), (KEY.hex().upper().encode(), None),
    (KEY[:31], "31 bytes; aes-256-gcm takes 32 raw bytes or 64 hexadecimal digits"),
    (KEY.hex().encode()[:32], "32 hexadecimal digits are a key of 16 bytes; aes-256-gcm takes 64 "
                              "digits or 32 raw bytes"),
    (KEY.hex().encode()[:63], "an odd number of hexadecimal digits (63); aes-256-gcm takes 64"),
])
def test_key_files(old, recrypt, opened, content, message):
    old("in", 100)
    Path("new.key").write_bytes(content)
    result = recrypt("in")
    if message is None:
        assert result.returncode == 0
        Path("new.key").write_bytes(KEY)
        assert opened("in.sealed").stdout == data(100)
    else:
        failed(result, f"--to-key-file new.key: {message}")
        failed(opened("in"), f"--key-file new.key: {message}")


def test_remove(old, recrypt, opened):
    for name in ("a", "b"):
        old(name, 1000)
    assert recrypt("a").stdout == b"a: sealed, verified\n"
    assert recrypt("--remove", "a", "b").stdout == (
        b"a: was sealed before, verified, removed\nb: sealed, verified, removed\n")
    assert sorted(os.listdir(".")) == ["a.sealed", "b.sealed", "new.key"]
    again = recrypt("--remove", "a", "b", "a.sealed")
    assert again.returncode == 0 and again.stdout == (
        b"a: was sealed before, verified, removed\nb: was sealed before, verified, removed\n"
        b"a.sealed: is a sealed file, verified\n")
    failed(recrypt("a"), "a: No such file or directory")
    assert opened("b.sealed").stdout == data(1000)


def test_nothing_is_overwritten_or_removed_for_a_fault(old, recrypt):
    """Each FILE that cannot be moved stays, and those beside it are moved."""
    coded = old("good", 1000)
    for name in ("cut", "other", "damaged", "mine", "link-to"):
        old(name, 1000)
    os.truncate("cut", 999)
    os.symlink("link-to", "link")
    os.mkdir("directory")
    Path("other.sealed").write_bytes(b"something else")
    recrypt("damaged")
    with open("damaged.sealed", "r+b") as file:
        file.seek(100)
        file.write(b"\0\0\0\0")
    Path("mine.sealed.part").write_bytes(b"a file of somebody else's")
    old("longer", 2000)
    assert recrypt("longer").returncode == 0
    Path("longer").write_bytes(coded)
    before = {name: Path(name).read_bytes() for name in os.listdir(".") if os.path.isfile(name)}
    result = recrypt("--remove", "cut", "other", "damaged", "mine", "longer", "link", "directory",
                     "missing", "good.sealed.part", "good")
    assert result.returncode == 1
    assert result.stdout == (b"good.sealed.part: unfinished, passed over\n"
                             b"good: sealed, verified, removed\n")
    assert result.stderr.decode().splitlines() == [
        "oldguard des: cut: 999 bytes are not whole blocks of 8: cut short, or not encrypted this "
        "way",
        "oldguard des: other.sealed: not a sealed file",
        "oldguard des: damaged.sealed: damaged or cut short, at byte 0 of the data or after it",
        "oldguard des: mine.sealed.part: in the way: it is no unfinished sealed file",
        "oldguard des: longer.sealed: is there already, and holds other data than longer",
        "oldguard des: link: a symbolic link: --remove would leave the data",
        "oldguard des: directory: not a regular file",
        "oldguard des: missing: No such file or directory"]
    del before["good"]
    after = {name: Path(name).read_bytes() for name in os.listdir(".") if os.path.isfile(name)}
    del after["good.sealed"]
    assert after == before and Path("link").is_symlink()


@pytest.mark.parametrize("left", [b"", bytes(5000), b"oldguard\x01\x01\x12\x00" + bytes(400000)],
                         ids=["empty", "zeros", "begun"])
def test_what_a_killed_run_left_is_taken_over(old, recrypt, opened, left):
    old("in", 100000)
    Path("in.sealed.part").write_bytes(left)
    assert recrypt("in").returncode == 0
    assert opened("in.sealed").stdout == data(100000)
    assert sorted(os.listdir(".")) == ["in", "in.sealed", "new.key"]


def test_two_runs_on_one_file(old, recrypt):
    old("in", 1000)
    with open("in.sealed.part", "wb") as part:
        fcntl.flock(part, fcntl.LOCK_EX)
        failed(recrypt("in"), "in.sealed.part: another run is at work on it")
    assert os.path.exists("in.sealed.part")


def test_a_part_that_is_a_link(old, recrypt):
    old("in", 1000)
    Path("precious").write_bytes(b"")
    os.symlink("precious", "in.sealed.part")
    assert recrypt("in").returncode == 1
    assert Path("precious").read_bytes() == b"" and os.path.islink("in.sealed.part")


def test_full_disk(old, recrypt):
    coded = old("in", 3 * SEGMENT)
    old("small", 1000)

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (SEGMENT, SEGMENT))

    result = recrypt("--remove", "in", "small", preexec_fn=limit)
    assert result.returncode == 1 and result.stdout == b"small: sealed, verified, removed\n"
    assert result.stderr == b"oldguard des: in.sealed.part: File too large\n"
    assert Path("in").read_bytes() == coded
    assert sorted(os.listdir(".")) == ["in", "new.key", "small.sealed"]


def test_without_libcrypto(old, recrypt, opened):
    """A file of its name that is none stands for a system that has none."""
    os.mkdir("lib")
    Path("lib/libcrypto.so.3").write_bytes(b"")
    coded = old("in", 1000)
    for result in (recrypt("--remove", "in", env={"LD_LIBRARY_PATH": "lib"}),
                   opened("in", env={"LD_LIBRARY_PATH": "lib"})):
        assert result.returncode == 1 and result.stdout == b""
        assert result.stderr.startswith(b"oldguard des: OpenSSL 3 is needed: ")
    assert Path("in").read_bytes() == coded


@pytest.mark.parametrize("args, message", [
    (["--from", "des-ede3-cbc"], b"takes either --iv or --iv-prefix"),
    (["--from", "des-ede3-cbc", "--iv", IV, "--iv-prefix"], b"takes either --iv or --iv-prefix"),
    (["--from", "des-ede3-ecb", "--iv", IV], b"--from des-ede3-ecb takes no IV"),
    (["--from", "des-ede3-ctr", "--iv", IV, "--padding", "pkcs7"], b"is not padded"),
    (["--from", "aes-128-cbc", "--iv", IV], b"--from"),
])
def test_bad_usage(oldguard, workdir, args, message):
    result = oldguard("des", "recrypt", *args, "--key-hex", DES_KEY, *TO, "in")
    assert result.returncode == 2 and result.stdout == b"" and message in result.stderr
