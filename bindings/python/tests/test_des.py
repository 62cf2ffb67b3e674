# SPDX-License-Identifier: MIT
"""oldguard.des: NIST's files, and pycryptodome and cryptography as oracles."""

import ctypes
import random
import warnings

import pytest
import vectors
from Crypto.Cipher import DES
from cryptography.hazmat.decrepit.ciphers import modes as old_modes
from cryptography.hazmat.decrepit.ciphers.algorithms import TripleDES
from cryptography.hazmat.primitives.ciphers import Cipher, modes
from oldguard import des

MODES = ["ecb", "cbc", "cfb1", "cfb8", "cfb64", "ofb", "ctr"]
WHOLE = ("ecb", "cbc")
FOLDER = vectors.NIST / "ciphers" / "3DES"
PREFIXES = {"T" + name.upper(): name for name in ("ecb", "cbc", "ofb", "cfb1", "cfb8", "cfb64")}


def nist_files():
    """Returns the files with whole messages. TCBCI and the like are interleaved modes, which there are not."""
    for path in sorted(FOLDER.glob("*/*.rsp")):
        stem = path.stem.rstrip("0123456789")
        for kind in ("MMT", "invperm", "permop", "subtab", "varkey", "vartext"):
            if stem.endswith(kind) and stem[: -len(kind)] in PREFIXES:
                yield pytest.param(path, PREFIXES[stem[: -len(kind)]], id=path.stem)


def bits(text):
    """Returns a string of 0 and 1 as bytes, the first bit highest."""
    return int(text.ljust(-(-len(text) // 8) * 8, "0"), 2).to_bytes(-(-len(text) // 8), "big")


@pytest.mark.parametrize("path, mode", nist_files())
def test_nist(path, mode):
    found = vectors.records(path)
    for record in found:
        keys = (
            [record[name] for name in ("KEY1", "KEY2", "KEY3")] if "KEY1" in record else [record["KEYs"]] * 3
        )
        key, iv = bytes.fromhex("".join(keys)), bytes.fromhex(record.get("IV", "")) or None
        given, expected = record["PLAINTEXT"], record["CIPHERTEXT"]
        decrypt = record["SECTION"] == "DECRYPT"
        if decrypt:
            given, expected = expected, given
        cipher = des.new(key, mode, iv, decrypt=decrypt, check=())
        if mode == "cfb1":
            assert cipher.update_bits(bits(given), len(given)) == bits(expected)
        else:
            assert cipher.update(bytes.fromhex(given)) == bytes.fromhex(expected)
    assert found


def test_nist_cmac():
    found = [r for r in vectors.records(vectors.NIST / "CMAC" / "nist-800-38b-3des.txt")]
    for record in found:
        key = bytes.fromhex(record["KEY1"] + record["KEY2"] + record["KEY3"])
        message, expected = bytes.fromhex(record["MESSAGE"]), bytes.fromhex(record["OUTPUT"])
        assert des.mac(key, message, check=()) == expected
        assert des.mac_many([(key, message)] * 3, size=5, check=()) == [expected[:5]] * 3
        assert des.verify_mac(key, message, expected[:4], check=())
        assert not des.verify_mac(key, message, expected[::-1], check=())
    assert len(found) >= 8


def oracle(key, mode, data, iv):
    """Encrypts with cryptography, and with pycryptodome what cryptography lacks."""
    if len(key) == 8:
        number = {"ecb": DES.MODE_ECB, "cbc": DES.MODE_CBC, "ofb": DES.MODE_OFB}.get(mode, DES.MODE_CFB)
        more = {"segment_size": int(mode[3:])} if mode.startswith("cfb") else {}
        return DES.new(key, number, **({} if iv is None else {"iv": iv}), **more).encrypt(data)
    kinds = {"cbc": modes.CBC, "cfb8": old_modes.CFB8, "cfb64": old_modes.CFB, "ofb": old_modes.OFB}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # keys of 16 bytes
        run = Cipher(TripleDES(key), modes.ECB() if mode == "ecb" else kinds[mode](iv)).encryptor()
    return run.update(data) + run.finalize()


@pytest.mark.parametrize("size", [8, 16, 24])
@pytest.mark.parametrize("mode", [m for m in MODES if m not in ("cfb1", "ctr")])
def test_other_implementations(size, mode):
    r = random.Random(4)
    for length in [0, 8, 16, 24, 64, 1000, 4096, 20000]:
        key, iv, data = r.randbytes(size), None if mode == "ecb" else r.randbytes(8), r.randbytes(length)
        expected = oracle(key, mode, data, iv)
        assert des.encrypt(key, mode, data, iv, check=()) == expected
        assert des.decrypt(key, mode, expected, iv, check=()) == data
        assert des.encrypt_many([(key, iv, data)] * 3, mode, check=()) == [expected] * 3
        assert des.decrypt_many([(key, iv, expected)] * 3, mode, check=()) == [data] * 3


@pytest.mark.parametrize("size, desx", [(8, False), (16, False), (24, False), (24, True)])
@pytest.mark.parametrize("mode", MODES)
def test_pieces_copies_and_restarts(size, desx, mode):
    r = random.Random(5)
    key, iv = r.randbytes(size), None if mode == "ecb" else r.randbytes(8)
    unit = 8 if mode in WHOLE else 1
    data = r.randbytes(600)
    options = {"desx": desx, "check": ()}
    whole = des.encrypt(key, mode, data, iv, **options)
    for split in range(0, 600, 3 * unit):
        cipher = des.new(key, mode, iv, **options)
        first, twin = cipher.update(data[:split]), cipher.copy()
        assert first + cipher.update(memoryview(data)[split:]) == whole
        assert first + twin.update(bytearray(data[split:])) == whole
        cipher.restart(iv)
        assert cipher.update(data) == whole
        cipher.restart(iv, decrypt=True)
        assert cipher.decrypts and cipher.update(whole) == data


@pytest.mark.parametrize("mode", MODES)
def test_many_keys_of_many_lengths(mode):
    r = random.Random(6)
    unit = 8 if mode in WHOLE else 1
    keys = [r.randbytes(24) for _ in range(5)]
    items = [
        (keys[r.randrange(5)], None if mode == "ecb" else r.randbytes(8), r.randbytes(r.randrange(40) * unit))
        for _ in range(200)
    ]
    sealed = des.encrypt_many(items, mode, check=())
    assert sealed == [des.encrypt(key, mode, data, iv, check=()) for key, iv, data in items]
    opened = des.decrypt_many(((key, iv, data) for (key, iv, _), data in zip(items, sealed)), mode, check=())
    assert opened == [data for _, _, data in items]
    assert des.encrypt_many([], mode) == des.decrypt_many((), mode) == []


def test_in_place_and_positions():
    key, iv, data = bytes(range(24)), bytes(8), random.Random(7).randbytes(1000)
    cipher = des.new(key, "ofb", iv, check=())
    buffer = bytearray(data)
    assert cipher.update_into(buffer, buffer) == 1000
    assert buffer == des.encrypt(key, "ofb", data, iv, check=())
    position = cipher.position
    assert position[1] == 1000 % 8 == 0
    rest = cipher.update(b"continued")
    other = des.new(key, "ofb", iv, check=())
    other.position = position
    assert other.update(b"continued") == rest
    assert (cipher.name, cipher.mode, cipher.block_size, cipher.decrypts) == ("des-ede3", "ofb", 8, False)


@pytest.mark.parametrize("algorithm, size", [("cbc", 8), ("cbc", 24), ("retail", 16)])
@pytest.mark.parametrize("padding", ["zeros", "bit", "length"])
def test_macs_by_their_definition(algorithm, size, padding):
    r = random.Random(8)
    for length in [0, 1, 7, 8, 9, 100]:
        key, data = r.randbytes(size), r.randbytes(length)
        padded = data + (b"\x80" if padding == "bit" else b"")
        padded += bytes(-len(padded) % 8) if padded else bytes(8)
        if padding == "length":
            padded = (8 * length).to_bytes(8, "big") + padded
        if algorithm == "cbc":
            expected = des.encrypt(key, "cbc", padded, bytes(8), check=())[-8:]
        else:
            single, last = key[:8], des.encrypt(key[:8], "cbc", padded, bytes(8), check=())[-8:]
            middle = des.decrypt(key[8:], "ecb", last, check=())
            expected = des.encrypt(single, "ecb", middle, check=())
        assert des.mac(key, data, algorithm, padding=padding, check=()) == expected
        assert des.mac_many([(key, data)] * 20, algorithm, padding=padding, check=()) == [expected] * 20
        assert des.verify_mac(key, data, expected, algorithm, padding=padding, check=())


def test_crypt():
    library = ctypes.CDLL("libcrypt.so.1")
    library.crypt.restype = ctypes.c_char_p
    r = random.Random(9)
    alphabet = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    salts = [r.choice(alphabet) + r.choice(alphabet) for _ in range(60)]
    passwords = [bytes(r.randrange(1, 256) for _ in range(r.randrange(12))) for _ in salts]
    expected = [library.crypt(p, s.encode()).decode() for p, s in zip(passwords, salts)]
    assert des.crypt_many(passwords, salts) == expected
    assert [des.crypt(p, s) for p, s in zip(passwords, expected)] == expected
    assert des.crypt_many(["secret"] * 40, b"ab") == [library.crypt(b"secret", b"ab").decode()] * 40
    assert des.crypt_many([], "ab") == []
    mixed = ["_J9..rasm", "ab", "_/...abcd", "xy", "_K9..Salt"]
    words = [b"rasmuslerdorf", b"x", b"", b"y" * 20, b"726 even"]
    expected = [library.crypt(p, s.encode()).decode() for p, s in zip(words, mixed)]
    assert des.crypt_many(words, mixed) == expected
    assert des.crypt("rasmuslerdorf", "_J9..rasm", most_iterations=725) == "_J9..rasmBYk8r9AiWNc"


def test_wrap():
    kek, key = des.fix_parity(bytes(range(24))), des.fix_parity(bytes(range(100, 124)))
    wrapped = des.wrap(kek, key)
    assert len(wrapped) == 40 and des.unwrap(kek, wrapped) == key
    assert des.wrap(kek, key, bytes(8)) == des.wrap(kek, key, bytes(8)) != wrapped
    with pytest.raises(ValueError, match="damaged"):
        des.unwrap(kek, wrapped[:-1] + bytes([wrapped[-1] ^ 1]))
