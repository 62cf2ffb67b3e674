# SPDX-License-Identifier: MIT
"""HMAC, PBKDF2 and the key derivation of PKCS #12 with SHA-1 and Whirlpool.

The collision attacks on SHA-1 do not break HMAC-SHA1. Still, use these functions only for existing data.

hash_name is "sha1" or "whirlpool". Passwords, salts and keys are bytes-like. TypeError for str, ValueError
for a number below 1 and for another hash, OverflowError for an output above 2^32 - 1 digests. Every
function may be called from any thread. The GIL is released, unless the work is done in a microsecond.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from . import _oldguard

if TYPE_CHECKING:
    from typing_extensions import Buffer

__all__ = ["PKCS12_IV", "PKCS12_KEY", "PKCS12_MAC", "hmac", "pbkdf2_hmac", "pbkdf2_hmac_many", "pkcs12"]

_HASHES = {"sha1": (0, 20), "whirlpool": (1, 64)}

# The purpose of the bytes that pkcs12 derives: ID of RFC 7292 appendix B.3.
PKCS12_KEY = 1
PKCS12_IV = 2
PKCS12_MAC = 3


def _hash(name: str) -> tuple[int, int]:
    found = _HASHES.get(name.lower()) if isinstance(name, str) else None
    if found is None:
        raise ValueError("hash_name is 'sha1' or 'whirlpool', not %r" % (name,))
    return found


def hmac(key: Buffer, data: Buffer, hash_name: str = "sha1") -> bytes:
    """Returns the HMAC (FIPS 198-1 section 4) of a message: 20 or 64 bytes. The key has any size."""
    return _oldguard.hmac(_hash(hash_name)[0], key, data)


def pbkdf2_hmac(
    hash_name: str, password: Buffer, salt: Buffer, iterations: int, dklen: int | None = None
) -> bytes:
    """Derives dklen bytes from a password with PBKDF2 (RFC 8018 section 5.2). None is the size of a digest.

    The arguments are those of hashlib.pbkdf2_hmac.
    """
    number, size = _hash(hash_name)
    return _oldguard.pbkdf2(number, password, salt, iterations, size if dklen is None else dklen)


def pbkdf2_hmac_many(
    hash_name: str,
    passwords: Iterable[Buffer],
    salts: Buffer | Iterable[Buffer],
    iterations: int,
    dklen: int | None = None,
) -> list[bytes]:
    """Derives dklen bytes from each of many passwords, which run in the lanes of a kernel.

    salts is one for each password, or one bytes-like object for all. The error of one names it
    ("passwords[17]: ..."). The rest is that of pbkdf2_hmac.
    """
    number, size = _hash(hash_name)
    words = tuple(passwords)
    if isinstance(salts, (bytes, bytearray, memoryview)):
        each = (salts,) * len(words)
    else:
        each = tuple(salts)  # type: ignore[arg-type]
    return _oldguard.pbkdf2_many(number, words, each, iterations, size if dklen is None else dklen)


def pkcs12(
    hash_name: str, purpose: int, password: str | Buffer, salt: Buffer, iterations: int, size: int
) -> bytes:
    """Derives `size` bytes from a password as PKCS #12 files do (RFC 7292 appendix B.2).

    purpose is PKCS12_KEY, PKCS12_IV or PKCS12_MAC. A password that is str is converted to a BMPString with
    two zero bytes at its end (appendix B.1), so a character outside the basic multilingual plane becomes
    two. Bytes are used as they are.
    """
    number = _hash(hash_name)[0]
    if purpose not in (PKCS12_KEY, PKCS12_IV, PKCS12_MAC):
        raise ValueError("purpose must be PKCS12_KEY, PKCS12_IV or PKCS12_MAC, not %r" % (purpose,))
    word = password.encode("utf-16-be") + b"\0\0" if isinstance(password, str) else password
    return _oldguard.pkcs12(number, purpose, word, salt, iterations, size)
