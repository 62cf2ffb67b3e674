# SPDX-License-Identifier: MIT
"""The functions of Crypto.Cipher.DES3 (pycryptodome) over oldguard.des.

    from oldguard.compat import crypto_des3 as DES3
    DES3.new(key, DES3.MODE_CBC, iv).decrypt(data)

Keys have 16 or 24 bytes. Parity bits are ignored, and a key that is equal to single DES gives ValueError.
The modes are ECB, CBC, CFB with segments of 8 and 64 bits, OFB and CTR. Other modes and segments give
ValueError. A cipher object is for one message in one direction, except in ECB, and for one thread at a
time. There is no padding.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from .. import des

if TYPE_CHECKING:
    from typing_extensions import Buffer

__all__ = ["MODE_CBC", "MODE_CFB", "MODE_CTR", "MODE_ECB", "MODE_OFB", "adjust_key_parity", "new"]

MODE_ECB = 1
MODE_CBC = 2
MODE_CFB = 3
MODE_OFB = 5
MODE_CTR = 6

block_size = 8
key_size = (16, 24)

_CHECK: tuple[des._Check, ...] = ("collapse",)


def adjust_key_parity(key_in: Buffer) -> bytes:
    """Returns a key of 16 or 24 bytes with odd parity in every byte.

    ValueError for another size, and for K1 = K2 or K2 = K3.
    """
    key = bytes(key_in)
    if len(key) not in key_size:
        raise ValueError("Not a valid TDES key")
    try:
        des.new(key, "ecb", check=_CHECK)
    except des.CollapsedKeyError:
        raise ValueError("Triple DES key degenerates to single DES") from None
    return des.fix_parity(key)


class _Cipher:
    """A message in one direction. The first call of encrypt or decrypt chooses it."""

    block_size = block_size

    def __init__(self, key: bytes, mode: des._Mode, iv: bytes | None) -> None:
        self._ciphers = {way: des.new(key, mode, iv, decrypt=way == "decrypt", check=()) for way in _WAYS}
        self._way: str | None = None

    def _choose(self, way: str) -> None:
        if self._way not in (None, way):
            raise TypeError("%s() cannot be called after %s()" % (way, self._way))
        self._way = way

    def _run(self, way: str, data: Buffer, output: Any) -> bytes | None:
        self._choose(way)
        if output is None:
            return self._ciphers[way].update(data)
        with memoryview(output) as view, memoryview(data) as given:
            if view.readonly:
                raise TypeError("output must be a bytearray or a writeable memoryview")
            if view.nbytes != given.nbytes:
                raise ValueError("output must have the same length as the input (%d bytes)" % given.nbytes)
            self._ciphers[way].update_into(given, view)
        return None

    def encrypt(self, plaintext: Buffer, output: Any = None) -> bytes | None:
        """Encrypts the next piece. Returns it, or writes it to output, which has as many bytes."""
        return self._run("encrypt", plaintext, output)

    def decrypt(self, ciphertext: Buffer, output: Any = None) -> bytes | None:
        """Decrypts the next piece. Returns it, or writes it to output, which has as many bytes."""
        return self._run("decrypt", ciphertext, output)


_WAYS = ("encrypt", "decrypt")


class _EcbCipher(_Cipher):
    def _choose(self, way: str) -> None:
        pass


class _IvCipher(_Cipher):
    def __init__(self, key: bytes, mode: des._Mode, iv: bytes) -> None:
        super().__init__(key, mode, iv)
        self.iv = self.IV = iv


class _CfbCipher(_IvCipher):
    def __init__(self, key: bytes, segment_size: int, iv: bytes) -> None:
        if segment_size not in (8, 64):
            raise ValueError("'segment_size' must be 8 or 64 here, not %r" % (segment_size,))
        super().__init__(key, "cfb8" if segment_size == 8 else "cfb64", iv)
        self._segment = segment_size // 8

    def _run(self, way: str, data: Buffer, output: Any) -> bytes | None:
        if memoryview(data).nbytes % self._segment:
            raise ValueError("the data must be a multiple of the segment, %d bytes" % self._segment)
        return super()._run(way, data, output)


class _CtrCipher(_Cipher):
    """CTR with a counter of fewer than 64 bits, which returns to 0 and may not return to its first value."""

    def __init__(self, key: bytes, nonce: bytes, initial: int) -> None:
        width = block_size - len(nonce)
        if not 0 <= initial < 1 << 8 * width:
            raise ValueError("Initial counter value is too large")
        super().__init__(key, "ctr", nonce + initial.to_bytes(width, "big"))
        self.nonce = nonce
        self._period = block_size << 8 * width  # bytes
        self._left = self._period  # until the counter is at its first value again
        self._to_zero = self._period - block_size * initial  # until it returns to 0

    def _run(self, way: str, data: Buffer, output: Any) -> bytes | None:
        size = memoryview(data).nbytes
        if size > self._left:
            raise OverflowError("The counter has wrapped around in CTR mode")
        if size > self._to_zero:
            return self._run_across_zero(way, bytes(data), output)
        result = super()._run(way, data, output)
        self._left -= size
        self._to_zero -= size
        if not self._to_zero:
            self._ciphers[way].position = (self.nonce.ljust(block_size, b"\0"), 0)
            self._to_zero = self._period
        return result

    def _run_across_zero(self, way: str, data: bytes, output: Any) -> bytes | None:
        cut = self._to_zero
        if output is None:
            return (self._run(way, data[:cut], None) or b"") + (self._run(way, data[cut:], None) or b"")
        with memoryview(output) as view:
            self._run(way, data[:cut], view[:cut])
            self._run(way, data[cut:], view[cut:])
        return None


def _counter(options: dict[str, Any]) -> tuple[bytes, int]:
    """Takes the nonce and the first value from the arguments of MODE_CTR."""
    counter, nonce = options.pop("counter", None), options.pop("nonce", None)
    initial = options.pop("initial_value", None)
    options.pop("threads", None)
    if counter is None:
        if nonce is None:
            raise TypeError("MODE_CTR needs nonce or counter")
        if isinstance(initial, (bytes, bytearray, memoryview)):
            initial = int.from_bytes(initial, "big")
        if len(nonce) >= block_size:
            raise ValueError("Nonce is too long")
        return bytes(nonce), initial or 0
    if nonce is not None or initial is not None:
        raise TypeError("'counter' excludes 'nonce' and 'initial_value'")
    if counter["suffix"] or counter["little_endian"]:
        raise ValueError("'counter' must be big-endian and have no suffix here")
    if len(counter["prefix"]) + counter["counter_len"] != block_size:
        raise ValueError("'counter' must have %d bytes with its prefix" % block_size)
    return bytes(counter["prefix"]), int(counter["initial_value"])


def new(key: Buffer, mode: int, *args: Any, **options: Any) -> Any:
    """Returns a cipher object for a key of 16 or 24 bytes.

    MODE_CBC, MODE_CFB and MODE_OFB take iv (or IV, or the third argument): 8 bytes, and random ones without
    it. MODE_CFB takes segment_size, 8 or 64 bits, and 8 without it. MODE_CTR takes nonce, up to 7 bytes,
    and initial_value, or a counter of Crypto.Util.Counter. The object has encrypt and decrypt and the
    attribute iv or nonce. TypeError for other arguments, ValueError for other values.
    """
    if len(args) > 1 or (args and mode not in (MODE_CBC, MODE_CFB, MODE_OFB)):
        raise TypeError("too many arguments")
    repaired = adjust_key_parity(key)
    cipher: Any
    if mode == MODE_ECB:
        cipher = _EcbCipher(repaired, "ecb", None)
    elif mode == MODE_CTR:
        cipher = _CtrCipher(repaired, *_counter(options))
    elif mode in (MODE_CBC, MODE_CFB, MODE_OFB):
        given = [*args, *(options.pop(name) for name in ("iv", "IV") if name in options)]
        if len(given) > 1:
            raise TypeError("the IV is given twice")
        iv = bytes(given[0]) if given and given[0] is not None else os.urandom(block_size)
        if mode == MODE_CFB:
            cipher = _CfbCipher(repaired, options.pop("segment_size", 8), iv)
        else:
            cipher = _IvCipher(repaired, "cbc" if mode == MODE_CBC else "ofb", iv)
    else:
        raise ValueError("Mode not supported")
    if options:
        raise TypeError("Unknown parameters: %s" % ", ".join(sorted(options)))
    return cipher
