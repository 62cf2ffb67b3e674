# SPDX-License-Identifier: MIT
"""The hashes of oldguard, as this package uses them. No other module calls the library."""

import ctypes
import ctypes.util
import dataclasses
import functools
import os
from collections.abc import Sequence
from typing import Any

ALGORITHMS = ("sha1", "whirlpool")


@dataclasses.dataclass(frozen=True, slots=True)
class Digest:
    """A digest in hexadecimal, and whether the message is half of a collision attack."""

    hex: str
    attacked: bool = False


class _Verdict(ctypes.Structure):
    _fields_ = [("vector", ctypes.c_int), ("at", ctypes.c_uint64)]


class _Message(ctypes.Structure):
    _fields_ = [("data", ctypes.c_char_p), ("len", ctypes.c_size_t)]


@functools.cache
def _library() -> Any:
    name = os.environ.get("OLDGUARD_LIBRARY") or ctypes.util.find_library("oldguard")
    if not name:
        raise ImportError("liboldguard is not installed")
    return ctypes.CDLL(name)


def _check(status: int) -> None:
    if status != 0:
        _library().og_strerror.restype = ctypes.c_char_p
        raise ValueError(_library().og_strerror(status).decode())


@dataclasses.dataclass(frozen=True)
class _Kind:
    prefix: str
    digest_size: int
    state_size: int
    detects: bool


def _kind(algorithm: str, detect: bool) -> _Kind:
    if algorithm == "whirlpool":
        return _Kind("og_whirlpool", 64, 172, False)
    return _Kind("og_sha1dc", 20, 120, True) if detect else _Kind("og_sha1", 20, 104, False)


class Hash:
    """A running hash, which can be saved and restored."""

    def __init__(self, algorithm: str, detect: bool, state: bytes | None = None) -> None:
        self._kind = _kind(algorithm, detect)
        self._context = ctypes.create_string_buffer(1024)
        if state is not None:
            if len(state) != self._kind.state_size:
                raise ValueError("a saved state of another size")
            _check(self._call("import")(self._context, state))
        elif self._kind.detects:
            _check(self._call("init")(self._context, 0))
        else:
            _check(self._call("init")(self._context))

    def _call(self, name: str) -> Any:
        return getattr(_library(), f"{self._kind.prefix}_{name}")

    def update(self, data: bytes) -> None:
        """Appends data to the message."""
        _check(self._call("update")(self._context, data, ctypes.c_size_t(len(data))))

    def export(self) -> bytes:
        """Returns the saved state."""
        state = ctypes.create_string_buffer(self._kind.state_size)
        _check(self._call("export")(self._context, state))
        return state.raw

    def finish(self) -> Digest:
        """Returns the digest. The hash cannot be used afterwards."""
        digest = ctypes.create_string_buffer(self._kind.digest_size)
        if not self._kind.detects:
            _check(self._call("final")(self._context, digest))
            return Digest(digest.raw.hex())
        verdict = _Verdict()
        _check(self._call("final")(self._context, digest, ctypes.byref(verdict)))
        return Digest(digest.raw.hex(), verdict.vector >= 0)


def many(algorithm: str, detect: bool, messages: Sequence[bytes]) -> list[Digest]:
    """Returns the digests of whole messages, hashed several at a time."""
    kind = _kind(algorithm, detect)
    count = len(messages)
    array = (_Message * count)(*[_Message(message, len(message)) for message in messages])
    digests = ctypes.create_string_buffer(max(1, kind.digest_size * count))
    call = getattr(_library(), f"{kind.prefix}_many")
    size = kind.digest_size
    if not kind.detects:
        _check(call(array, ctypes.c_size_t(count), digests, None))
        return [Digest(digests.raw[i * size : (i + 1) * size].hex()) for i in range(count)]
    verdicts = (_Verdict * count)()
    _check(call(array, ctypes.c_size_t(count), 0, digests, verdicts, None))
    raw = digests.raw
    return [Digest(raw[i * size : (i + 1) * size].hex(), verdicts[i].vector >= 0) for i in range(count)]
