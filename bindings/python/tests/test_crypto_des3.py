# SPDX-License-Identifier: MIT
"""The shim of Crypto.Cipher.DES3, compared with pycryptodome."""

import random

import pytest
from Crypto.Cipher import DES3
from Crypto.Util import Counter
from oldguard.compat import crypto_des3

KEYS = [random.Random(n).randbytes(n) for n in (16, 24)]
IV = bytes(range(1, 9))
OPTIONS = [
    ("MODE_ECB", {}, 8),
    ("MODE_CBC", {"iv": IV}, 8),
    ("MODE_CFB", {"IV": IV}, 1),
    ("MODE_CFB", {"iv": IV, "segment_size": 64}, 8),
    ("MODE_OFB", {"iv": IV}, 1),
    ("MODE_CTR", {"nonce": b""}, 1),
    ("MODE_CTR", {"nonce": b"abc", "initial_value": 77}, 1),
    ("MODE_CTR", {"nonce": b"1234567", "initial_value": b"\xf0"}, 1),
]


def both(mode, key, options):
    return [module.new(key, getattr(module, mode), **options) for module in (DES3, crypto_des3)]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("mode, options, unit", OPTIONS)
@pytest.mark.parametrize("way", ["encrypt", "decrypt"])
def test_every_mode_in_pieces(key, mode, options, unit, way):
    theirs, ours = both(mode, key, options)
    r = random.Random(3)
    for pieces in range(12):
        data = r.randbytes(r.randrange(13) * unit)
        expected = getattr(theirs, way)(data)
        if pieces % 2:
            out = bytearray(len(data))
            assert getattr(ours, way)(data, output=out) is None
            assert out == expected
        else:
            assert getattr(ours, way)(data) == expected


@pytest.mark.parametrize("initial", [0, 1, 200, 255])
@pytest.mark.parametrize("output", [False, True])
def test_counter_returns_to_zero_and_is_used_up(initial, output):
    options = {"nonce": b"1234567", "initial_value": initial}
    theirs, ours = both("MODE_CTR", KEYS[1], options)
    for size in (0, 8, 1999, 33, 8):
        data = bytes(size)
        expected = theirs.encrypt(data)
        if output:
            out = bytearray(size)
            ours.encrypt(data, out)
            assert out == expected
        else:
            assert ours.encrypt(data) == expected
    with pytest.raises(OverflowError):
        theirs.encrypt(b"1")
    with pytest.raises(OverflowError):
        ours.encrypt(b"1")


def test_counter_object():
    counters = [Counter.new(32, prefix=b"pref", initial_value=2**32 - 3) for _ in range(2)]
    theirs = DES3.new(KEYS[0], DES3.MODE_CTR, counter=counters[0])
    ours = crypto_des3.new(KEYS[0], crypto_des3.MODE_CTR, counter=counters[1])
    assert ours.decrypt(bytes(100)) == theirs.decrypt(bytes(100))


def test_attributes_and_random_iv():
    cipher = crypto_des3.new(KEYS[0], crypto_des3.MODE_CBC)
    assert len(cipher.iv) == 8 and cipher.iv == cipher.IV and cipher.block_size == 8
    again = crypto_des3.new(KEYS[0], crypto_des3.MODE_CBC, cipher.iv)
    assert again.decrypt(cipher.encrypt(b"sixteen bytes ok")) == b"sixteen bytes ok"
    assert crypto_des3.new(KEYS[0], crypto_des3.MODE_CTR, nonce=b"x").nonce == b"x"


@pytest.mark.parametrize("module", [DES3, crypto_des3])
def test_refusals_are_those_of_pycryptodome(module):
    with pytest.raises(ValueError, match="degenerates"):
        module.new(b"12345678" * 2, module.MODE_ECB)
    with pytest.raises(ValueError, match="degenerates"):
        module.adjust_key_parity(b"abcdefgh" + b"12345678" * 2)
    with pytest.raises(ValueError, match="Not a valid TDES key"):
        module.new(b"12345678", module.MODE_ECB)
    with pytest.raises(ValueError):
        module.new(KEYS[0], 99)
    with pytest.raises(ValueError):
        module.new(KEYS[0], module.MODE_CBC, b"short")
    with pytest.raises(TypeError):
        module.new(KEYS[0], module.MODE_ECB, IV)
    with pytest.raises(TypeError):
        module.new(KEYS[0], module.MODE_CBC, IV, colour=1)
    with pytest.raises(TypeError):
        module.new(KEYS[0], module.MODE_CTR)
    cipher = module.new(KEYS[0], module.MODE_CBC, IV)
    with pytest.raises(ValueError):
        cipher.encrypt(b"seven b")
    cipher.encrypt(bytes(8))
    with pytest.raises(TypeError, match="after"):
        cipher.decrypt(bytes(8))
    with pytest.raises(ValueError):
        cipher.encrypt(bytes(8), output=bytearray(16))
    with pytest.raises(TypeError):
        cipher.encrypt(bytes(8), output=bytes(8))


def test_parity():
    assert crypto_des3.adjust_key_parity(KEYS[1]) == DES3.adjust_key_parity(KEYS[1])
