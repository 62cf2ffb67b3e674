# SPDX-License-Identifier: MIT
"""Files of `openssl enc` with a password, under DES and Triple DES.

The names are those of the command `oldguard des --format openssl`:

    cipher           "des-ede3" (24 bytes of key), "des-ede" (16) or "des" (8)
    mode             "cbc", "ecb", "cfb1", "cfb8", "cfb64" or "ofb"
    padding          as in oldguard.des, for "cbc" and "ecb"
    digest           openssl's -md. "sha1" and "whirlpool" are oldguard's, all others hashlib's
    pbkdf2           openssl's -pbkdf2. Without it a digest is the key (EVP_BytesToKey)
    iterations       openssl's -iter, 10000 by default. They imply pbkdf2
    most_iterations  more are refused with ValueError, and not tried where the derivation is not given
    salt             8 bytes, of a file that does not have them (-S). no_salt: there is none (-nosalt)
    base64           "lines" (-a), "line" (-a -A). decrypt takes both, and sees "Salted__" in base64 by itself

Where neither digest nor pbkdf2 nor iterations is given, decrypt finds the derivation: see find_derivation.
The file has no check value, so a wrong password is seen by the padding alone. With "pkcs7" 1 of 256 wrong passwords
passes where the derivation is given, and about 3 of 100 where it is not. With "zero" each one passes.

Data and salts are bytes-like. Passwords are bytes-like, or str, which is encoded as UTF-8. TypeError for anything
else. ValueError for what is wrong with a file, a name or a number.
"""

from __future__ import annotations

import binascii
import hashlib
import os
from collections import Counter
from math import lgamma, log
from typing import TYPE_CHECKING, NamedTuple

from . import des, kdf, sha1_digest, whirlpool_digest

if TYPE_CHECKING:
    from typing import Literal

    from typing_extensions import Buffer

    from .des import _Padding

    _Cipher = Literal["des-ede3", "des-ede", "des"]
    _Mode = Literal["ecb", "cbc", "cfb1", "cfb8", "cfb64", "ofb"]
    _Base64 = Literal["lines", "line"]

__all__ = ["Derivation", "decrypt", "encrypt", "find_derivation"]

_KEY_SIZES = {"des-ede3": 24, "des-ede": 16, "des": 8}
_MODES = ("ecb", "cbc", "cfb1", "cfb8", "cfb64", "ofb")
_MARK = b"Salted__"
_ITERATIONS = 10000
_MOST = 2**31 - 1  # iterations of openssl and hashlib
_LINE = 64  # digits of base64
_HEAD = 4096  # bytes whose shape is looked at


class Derivation(NamedTuple):
    """How openssl enc makes the key and the IV of a password and a salt."""

    digest: str
    pbkdf2: bool
    iterations: int


_DEFAULT = Derivation("sha256", True, _ITERATIONS)  # encrypt's

# Those of openssl's versions, the latest last but its option, and frequent choices.
_CANDIDATES = (
    Derivation("md5", False, 1),
    Derivation("sha256", False, 1),
    _DEFAULT,
    Derivation("sha1", False, 1),
    Derivation("sha512", False, 1),
    Derivation("sha512", True, _ITERATIONS),
    Derivation("sha1", True, _ITERATIONS),
)


def _named(digest: str | None, pbkdf2: bool, iterations: int | None) -> Derivation | None:
    if digest is None and not pbkdf2 and iterations is None:
        return None
    strong = pbkdf2 or iterations is not None
    count = _ITERATIONS if iterations is None else iterations
    return Derivation("sha256" if digest is None else digest.lower(), strong, count if strong else 1)


def _digest(name: str, data: bytes) -> bytes:
    own = {"sha1": sha1_digest, "whirlpool": whirlpool_digest}.get(name)
    if own:
        return own(data)
    try:
        return hashlib.new(name, data, usedforsecurity=False).digest()
    except (TypeError, ValueError):  # SHAKE has no size of its own
        raise ValueError("no digest %r, or none of a fixed size" % name) from None


def _key_and_iv(
    derivation: Derivation, password: str | Buffer, salt: Buffer, cipher: _Cipher, mode: _Mode, most: int
) -> tuple[bytes, bytes | None]:
    digest, pbkdf2, iterations = derivation
    if not 1 <= iterations <= min(most, _MOST):
        raise ValueError(
            "%d iterations: not 1 to %d (most_iterations, at most %d)" % (iterations, min(most, _MOST), _MOST)
        )
    # bytes(password) would make zeros of a number.
    word = password.encode() if isinstance(password, str) else memoryview(password).tobytes()
    size = _KEY_SIZES[cipher] + (0 if mode == "ecb" else des.block_size)
    if pbkdf2:
        _digest(digest, b"")  # refuses a name
        derive = kdf.pbkdf2_hmac if digest in ("sha1", "whirlpool") else hashlib.pbkdf2_hmac
        both = derive(digest, word, salt, iterations, size)
    else:
        both = last = _digest(digest, word + bytes(salt))
        while len(both) < size:
            last = _digest(digest, last + word + bytes(salt))
            both += last
    key = both[: _KEY_SIZES[cipher]]
    return key, None if mode == "ecb" else both[len(key) : size]


def _check(cipher: str, mode: str, base64: str | None, salt: Buffer | None, no_salt: bool) -> None:
    for what, names, name in (("cipher", _KEY_SIZES, cipher), ("mode", _MODES, mode)):
        if name not in names:
            raise ValueError("%s must be one of %s, not %r" % (what, ", ".join(map(repr, names)), name))
    if base64 not in (None, "lines", "line"):
        raise ValueError("base64 must be None, 'lines' or 'line', not %r" % (base64,))
    if salt is not None and (no_salt or memoryview(salt).nbytes != 8):
        raise ValueError("salt has 8 bytes, and no_salt has none")


def _opened(data: Buffer, base64: str | None, salt: Buffer | None, no_salt: bool) -> tuple[bytes, bytes]:
    """Returns the salt and the ciphertext of a file."""
    file = memoryview(data).tobytes()
    header = salt is None and not no_salt
    if base64 or (header and file.lstrip()[:10] == binascii.b2a_base64(_MARK)[:10]):
        digits = b"".join(file.split())
        try:
            file = binascii.a2b_base64(digits, strict_mode=True)
        except binascii.Error as wrong:
            raise ValueError("no base64: %s" % wrong) from None
    if not header:
        if file.startswith(_MARK):
            raise ValueError('offset 0: "Salted__": the salt is in the file')
        return b"" if salt is None else bytes(salt), file
    if not file.startswith(_MARK):
        raise ValueError('offset 0: no "Salted__", with which files of openssl enc begin')
    if len(file) < 16:
        raise ValueError('%d bytes, too short for "Salted__" and a salt' % len(file))
    return file[8:16], file[16:]


def _bits(data: bytes) -> float:
    """Returns b where random bytes look as much like text, or repeat as much, with a probability of 2^-b."""
    if all(32 <= c < 127 or c in b"\t\n\f\r" for c in data):
        return 1.37 * len(data)
    n, m = len(data), max(Counter(data).values())
    return max(0.0, 8 * m - 8 - (lgamma(n + 1) - lgamma(m + 1) - lgamma(n - m + 1)) / log(2))


def _found(
    text: bytes,
    salt: bytes,
    password: str | Buffer,
    cipher: _Cipher,
    mode: _Mode,
    padding: _Padding,
    most: int,
) -> Derivation:
    tried = [each for each in _CANDIDATES if each.iterations <= most]
    right = []
    for each in tried:
        key, iv = _key_and_iv(each, password, salt, cipher, mode, most)
        try:
            data = des.decrypt(key, mode, text, iv, padding=padding)
        except ValueError:
            continue
        # Only the last byte of ISO 10126 is known, to be 1 to 8.
        added = 5 if padding == "iso10126" else 8 * (len(text) - len(data))
        seen = data[:_HEAD]
        if mode == "ecb":  # ciphertext that repeats gives data that do, under any key
            seen = b"".join(dict.fromkeys(seen[at : at + 8] for at in range(0, len(seen), 8)))
        right.append((_bits(seen) + added, each))
    right.sort(key=lambda pair: -pair[0])
    padded = mode in ("ecb", "cbc") and padding not in ("none", "ignore")
    second = right[1][0] if len(right) > 1 else 0
    if right and ((padded and len(right) == 1) or (right[0][0] >= 20 and right[0][0] - second >= 10)):
        return right[0][1]
    if padded and any(each == _DEFAULT and right[0][0] - bits < 10 for bits, each in right):
        return _DEFAULT
    raise ValueError(
        "neither padding nor the data show which derivation is right: wrong password, cipher or mode, "
        "damaged data, or another derivation: name digest, pbkdf2 or iterations%s"
        % (", or raise most_iterations" if len(tried) < len(_CANDIDATES) else "")
    )


def find_derivation(
    data: Buffer,
    password: str | Buffer,
    *,
    cipher: _Cipher = "des-ede3",
    mode: _Mode = "cbc",
    padding: _Padding = "pkcs7",
    most_iterations: int = 10_000_000,
    salt: Buffer | None = None,
    no_salt: bool = False,
    base64: _Base64 | None = None,
) -> Derivation:
    """Returns the derivation of a file among those that versions of openssl used, and some that users choose.

    MD5 was openssl's before 1.1.0 and SHA-256 is its since, both without PBKDF2; the others are SHA-1 and
    SHA-512, and these three with PBKDF2 and 10000 iterations. The padding and the shape of the data show which it
    is. Where several give right padding and the data show nothing, it is the default of encrypt if that is one
    of them: a file of another one is then taken for the default's in 1 of 256 cases with "pkcs7". Otherwise
    ValueError.
    """
    _check(cipher, mode, base64, salt, no_salt)
    of_file, text = _opened(data, base64, salt, no_salt)
    return _found(
        text, of_file, password, cipher, mode, padding if mode in ("ecb", "cbc") else "none", most_iterations
    )


def decrypt(
    data: Buffer,
    password: str | Buffer,
    *,
    cipher: _Cipher = "des-ede3",
    mode: _Mode = "cbc",
    padding: _Padding = "pkcs7",
    digest: str | None = None,
    pbkdf2: bool = False,
    iterations: int | None = None,
    most_iterations: int = 10_000_000,
    salt: Buffer | None = None,
    no_salt: bool = False,
    base64: _Base64 | None = None,
) -> bytes:
    """Decrypts a file of openssl enc."""
    _check(cipher, mode, base64, salt, no_salt)
    of_file, text = _opened(data, base64, salt, no_salt)
    filled: _Padding = padding if mode in ("ecb", "cbc") else "none"
    how = _named(digest, pbkdf2, iterations) or _found(
        text, of_file, password, cipher, mode, filled, most_iterations
    )
    key, iv = _key_and_iv(how, password, of_file, cipher, mode, most_iterations)
    return des.decrypt(key, mode, text, iv, padding=filled)


def encrypt(
    data: Buffer,
    password: str | Buffer,
    *,
    cipher: _Cipher = "des-ede3",
    mode: _Mode = "cbc",
    padding: _Padding = "pkcs7",
    digest: str | None = None,
    pbkdf2: bool = False,
    iterations: int | None = None,
    most_iterations: int = 10_000_000,
    salt: Buffer | None = None,
    no_salt: bool = False,
    base64: _Base64 | None = None,
) -> bytes:
    """Encrypts data into a file that openssl enc opens, if openssl has the cipher, the mode and the padding.

    It has no "cfb1" and "cfb8" with "des-ede", and of the paddings "pkcs7" and "none" (-nopad) alone.
    By default with PBKDF2, SHA-256, 10000 iterations and a random salt. Where salt or no_salt is given the file
    has no header.
    """
    _check(cipher, mode, base64, salt, no_salt)
    random = os.urandom(8) if salt is None and not no_salt else b""
    how = _named(digest, pbkdf2, iterations) or _DEFAULT
    key, iv = _key_and_iv(how, password, random or salt or b"", cipher, mode, most_iterations)
    text = des.encrypt(key, mode, data, iv, padding=padding if mode in ("ecb", "cbc") else "none")
    file = _MARK * bool(random) + random + text
    if base64 is None:
        return file
    digits = binascii.b2a_base64(file, newline=False)
    size = len(digits) if base64 == "line" else _LINE
    return b"".join(digits[at : at + size] + b"\n" for at in range(0, len(digits), size or 1))
