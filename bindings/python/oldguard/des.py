# SPDX-License-Identifier: MIT
"""DES, Triple DES and DESX: modes of operation, MACs, key wrapping and the DES-based crypt(3).

Use them only for existing data. Exhaustive search breaks single DES, and NIST has withdrawn Triple DES.

The size of a key chooses the cipher: 8 bytes are DES (FIPS 46-3), 16 and 24 bytes Triple DES with two and
three keys (SP 800-67). desx=True makes 24 bytes a key of DESX: a key of DES, an inner and an outer key.

Modes (SP 800-38A section 6, FIPS 81): "ecb", "cbc", "cfb1", "cfb8", "cfb64", "ofb", "ctr". The iv has 8
bytes, and is None for "ecb". In "ctr" the iv is a big-endian counter, incremented modulo 2^64.

"ecb" and "cbc" take whole blocks of 8 bytes. padding fills the last one. The names are those of the command
`oldguard des`, whose default is "pkcs7". The default here is "none", as in other packages: a message may be a
part of one. The other modes take "none" alone.

    "pkcs7"     RFC 5652 section 6.3
    "iso7816"   ISO/IEC 7816-4: the byte 80, then zeros
    "x923"      ANSI X9.23: zeros, then the number of bytes
    "iso10126"  random bytes, then their number
    "zero"      0 to 7 zeros (mcrypt, PHP). decrypt removes up to 8, which may have been data
    "ignore"    for decrypt: removes what is right for "pkcs7", and keeps anything else

Padding that is wrong after decrypting is a ValueError. Valid padding does not show that the key is right: 1 key
in 256 gives it, with "iso10126" 1 in 32.

check names the checks of a key. The default, (), makes none, as the command does without options:

    "parity"    every byte has odd parity, otherwise ParityError
    "weak"      no part is one of the 4 weak and 12 semi-weak keys (SP 800-67 section 3.3.2), otherwise
                WeakKeyError
    "collapse"  K1 differs from K2, and K2 from K3, in more than parity bits, otherwise CollapsedKeyError:
                the key is equal to one of single DES

All three errors are KeyCheckError, a ValueError. The checks of a DESX key apply to its key of DES.
Keys of other programs often have wrong parity bits, which DES ignores: fix_parity sets them. Crypto.Cipher.DES3
refuses what "collapse" refuses. TripleDES of the package cryptography accepts what () accepts.

Data, keys and IVs are bytes-like. TypeError for str, BufferError for memory that is not contiguous,
ValueError for a wrong size or name. Every function may be called from any thread. The GIL is released for
256 bytes and more. Copies of keys and key schedules are wiped.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from . import _oldguard
from ._oldguard import Cipher, CollapsedKeyError, KeyCheckError, ParityError, WeakKeyError

if TYPE_CHECKING:
    from typing import Literal

    from typing_extensions import Buffer

    # The types of the arguments, for annotations.
    _Mode = Literal["ecb", "cbc", "cfb1", "cfb8", "cfb64", "ofb", "ctr"]
    _Padding = Literal["none", "pkcs7", "iso7816", "zero", "x923", "iso10126", "ignore"]
    _Check = Literal["parity", "weak", "collapse"]

__all__ = [
    "Cipher",
    "CollapsedKeyError",
    "KeyCheckError",
    "ParityError",
    "WeakKeyError",
    "block_size",
    "crypt",
    "crypt_many",
    "decrypt",
    "decrypt_many",
    "encrypt",
    "encrypt_many",
    "fix_parity",
    "mac",
    "mac_many",
    "new",
    "unwrap",
    "verify_mac",
    "wrap",
]

block_size = 8

_MODES = {"ecb": 0, "cbc": 1, "cfb1": 2, "cfb8": 3, "cfb64": 4, "ofb": 5, "ctr": 6}
_CHECKS = {"parity": 1, "weak": 2, "collapse": 4}
_ALGORITHMS = {"cbc": 0, "retail": 1, "cmac": 2}
_PADDINGS = {None: 0, "zeros": 1, "bit": 2, "length": 3}


def _number(what: str, names: Mapping[Any, int], name: object) -> int:
    number = names.get(name) if isinstance(name, (str, type(None))) else None
    if number is None:
        raise ValueError("%s must be one of %s, not %r" % (what, ", ".join(map(repr, names)), name))
    return number


def _checks(check: Iterable[_Check]) -> int:
    if isinstance(check, str):
        raise TypeError("check is a collection of names, such as ('parity', 'weak')")
    checks = 0
    for name in check:
        checks |= _number("check", _CHECKS, name)
    return checks


_BLOCK_PADDINGS = ("none", "pkcs7", "iso7816", "zero", "x923", "iso10126", "ignore")


def _block_padding(padding: _Padding, mode: _Mode) -> bool:
    """Returns whether there is padding. ValueError for another name, and in a mode without padding."""
    if padding not in _BLOCK_PADDINGS:
        raise ValueError(
            "padding must be one of %s, not %r" % (", ".join(map(repr, _BLOCK_PADDINGS)), padding)
        )
    if padding != "none" and mode not in ("ecb", "cbc"):
        raise ValueError("%r takes no padding" % (mode,))
    return padding != "none"


def _padded(padding: _Padding, mode: _Mode, data: Buffer) -> Buffer:
    if not _block_padding(padding, mode):
        return data
    if padding == "ignore":
        raise ValueError("padding 'ignore' is for decrypt")
    text = memoryview(data).cast("B")
    count = block_size - len(text) % block_size
    if padding == "zero":
        end = bytes(count % block_size)
    elif padding == "pkcs7":
        end = bytes((count,)) * count
    elif padding == "iso7816":
        end = b"\x80" + bytes(count - 1)
    else:
        end = (bytes(count - 1) if padding == "x923" else os.urandom(count - 1)) + bytes((count,))
    return b"".join((text, end))


def _unpadded(padding: _Padding, data: bytes) -> bytes:
    last = data[-block_size:]
    if padding == "zero":
        return data[: len(data) - len(last) + len(last.rstrip(b"\0"))]
    if padding == "iso7816":
        text = last.rstrip(b"\0")
        count = len(last) - len(text) + 1
        right = text.endswith(b"\x80")
    else:
        count = data[-1] if data else 0
        fill = bytes(count - 1) if padding == "x923" and count else bytes((count,)) * (count - 1)
        right = 1 <= count <= block_size and (padding == "iso10126" or last[-count:-1] == fill)
    if not right and padding == "ignore":
        return data
    if not right:
        raise ValueError("bad %s padding: wrong key, cipher, mode or padding, or damaged data" % padding)
    return data[:-count]


def new(
    key: Buffer,
    mode: _Mode,
    iv: Buffer | None = None,
    *,
    decrypt: bool = False,
    desx: bool = False,
    check: Iterable[_Check] = (),
) -> Cipher:
    """Returns a Cipher, which encrypts or decrypts a message in pieces."""
    return _oldguard.des_new(key, desx, _number("mode", _MODES, mode), not decrypt, iv, _checks(check))


def encrypt(
    key: Buffer,
    mode: _Mode,
    data: Buffer,
    iv: Buffer | None = None,
    *,
    desx: bool = False,
    check: Iterable[_Check] = (),
    padding: _Padding = "none",
) -> bytes:
    """Encrypts a message. Returns as many bytes, and up to 8 more with padding."""
    data = _padded(padding, mode, data)
    return _oldguard.des_crypt(key, desx, _number("mode", _MODES, mode), True, iv, _checks(check), data)


def decrypt(
    key: Buffer,
    mode: _Mode,
    data: Buffer,
    iv: Buffer | None = None,
    *,
    desx: bool = False,
    check: Iterable[_Check] = (),
    padding: _Padding = "none",
) -> bytes:
    """Decrypts a message. Returns as many bytes, without the padding."""
    padded = _block_padding(padding, mode)
    text = _oldguard.des_crypt(key, desx, _number("mode", _MODES, mode), False, iv, _checks(check), data)
    return _unpadded(padding, text) if padded else text


def encrypt_many(
    items: Iterable[Sequence[Buffer | None]], mode: _Mode, *, desx: bool = False, check: Iterable[_Check] = ()
) -> list[bytes]:
    """Encrypts many messages in one call and returns the list of results.

    items has tuples (key, iv, message). All keys have one size. "cbc", "cfb64" and "ofb", which are slow
    for one message, run in the lanes of a kernel. There is no padding. Put the longest messages first. In the other
    modes a single message fills the lanes. An error of one message names it ("items[17]: ...") and nothing is
    returned.
    """
    return _oldguard.des_many(items, desx, _number("mode", _MODES, mode), True, _checks(check))


def decrypt_many(
    items: Iterable[Sequence[Buffer | None]], mode: _Mode, *, desx: bool = False, check: Iterable[_Check] = ()
) -> list[bytes]:
    """Decrypts many messages in one call and returns the list of results. items: encrypt_many."""
    return _oldguard.des_many(items, desx, _number("mode", _MODES, mode), False, _checks(check))


def _mac_numbers(algorithm: str, padding: str | None) -> tuple[int, int]:
    number, pad = _number("algorithm", _ALGORITHMS, algorithm), _number("padding", _PADDINGS, padding)
    if (algorithm == "cmac") != (padding is None):
        raise ValueError("cmac takes no padding, and cbc and retail need one")
    return number, pad


def _check_mac_key(algorithm: str, key: Buffer) -> None:
    if algorithm == "retail" and memoryview(key).nbytes != 16:
        raise ValueError("the retail MAC takes a key of 16 bytes")


def mac(
    key: Buffer,
    data: Buffer,
    algorithm: str = "cmac",
    *,
    padding: str | None = None,
    size: int = 8,
    check: Iterable[_Check] = (),
) -> bytes:
    """Returns the leftmost `size` bytes, 1 to 8, of the MAC of a message.

    algorithm is "cmac" (SP 800-38B), "cbc" (ISO/IEC 9797-1 MAC algorithm 1, FIPS 113) or "retail"
    (algorithm 3, ANSI X9.19), whose key has 16 bytes. padding is None for "cmac". For the others it is
    "zeros", "bit" or "length", padding 1, 2 or 3 of ISO/IEC 9797-1. "cbc" with padding 1 or 2 is easily
    forged if messages may differ in length.
    """
    number, pad = _mac_numbers(algorithm, padding)
    _check_mac_key(algorithm, key)
    if not 1 <= size <= 8:
        raise ValueError("a MAC has 1 to 8 bytes, not %d" % size)
    return _oldguard.des_mac(key, data, number, pad, _checks(check), None)[:size]


def verify_mac(
    key: Buffer,
    data: Buffer,
    expected: Buffer,
    algorithm: str = "cmac",
    *,
    padding: str | None = None,
    check: Iterable[_Check] = (),
) -> bool:
    """Returns whether `expected`, 1 to 8 bytes, is the beginning of the MAC of a message.

    The time of the comparison does not depend on the bytes. The other arguments are those of mac.
    """
    number, pad = _mac_numbers(algorithm, padding)
    _check_mac_key(algorithm, key)
    return _oldguard.des_mac(key, data, number, pad, _checks(check), memoryview(expected))


def mac_many(
    items: Iterable[Sequence[Buffer]],
    algorithm: str = "cmac",
    *,
    padding: str | None = None,
    size: int = 8,
    check: Iterable[_Check] = (),
) -> list[bytes]:
    """Returns the MACs of many messages. items has tuples (key, message), whose keys have one size.

    "cbc" and "retail" run in the lanes of a kernel. The other arguments are those of mac.
    """
    number, pad = _mac_numbers(algorithm, padding)
    return _oldguard.des_mac_many(items, number, pad, size, _checks(check))


def fix_parity(key: Buffer) -> bytes:
    """Returns a key with odd parity in every byte. It has a multiple of 8 bytes."""
    return _oldguard.des_fix_parity(key)


def wrap(kek: Buffer, key: Buffer, iv: Buffer | None = None) -> bytes:
    """Wraps a key of 24 bytes under another (RFC 3217 section 3) and returns 40 bytes.

    iv has 8 random bytes, and None takes them from os.urandom. The wrapped key has odd parity.
    """
    return _oldguard.des_wrap(kek, key, os.urandom(8) if iv is None else iv)


def unwrap(kek: Buffer, wrapped: Buffer) -> bytes:
    """Unwraps 40 bytes into a key of 24 bytes. Raises ValueError if the checksum or a parity bit is wrong."""
    key = _oldguard.des_unwrap(kek, wrapped)
    if key is None:
        raise ValueError("the wrapped key is damaged, or another key wrapped it")
    return key


def _password(text: str | bytes) -> bytes:
    return text.encode() if isinstance(text, str) else text


def crypt(password: str | bytes, salt: str | bytes, *, most_iterations: int = 1_000_000) -> str:
    """Returns the hash of a password under the DES-based crypt(3): 13 characters, in BSDi's extended form 20.

    Eight bytes of the password count, in the extended form all, and 7 bits of each. salt is 2 characters of
    ./0-9A-Za-z, or _ with 4 for the count of iterations and 4 of salt, or a hash that begins with them. str is
    encoded as UTF-8. ValueError for any other salt, for a count above most_iterations, and for a zero byte in
    either.
    """
    return crypt_many((password,), salt, most_iterations=most_iterations)[0]


def crypt_many(
    passwords: Iterable[str | bytes],
    salts: str | bytes | Iterable[str | bytes],
    *,
    most_iterations: int = 1_000_000,
) -> list[str]:
    """Returns the hashes of many passwords. salts is one for each, or one for all. The rest is that of crypt.

    Twenty passwords and more run in the lanes of a kernel, in the extended form all. The error of a salt names its
    index.
    """
    words = tuple(map(_password, passwords))
    each = (
        (_password(salts),) * len(words) if isinstance(salts, (str, bytes)) else tuple(map(_password, salts))
    )
    return _oldguard.des_crypt3_many(words, each, most_iterations)
