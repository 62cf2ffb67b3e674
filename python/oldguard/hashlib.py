# SPDX-License-Identifier: MIT
"""Puts oldguard's algorithms into the standard library's hashlib."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from types import TracebackType
from typing import Any, cast

from . import _oldguard, sha1

__all__ = ["Undo", "install"]

_NAMES = ("sha1", "whirlpool")


class Undo:
    """Takes one install() back: call it, or use it in a `with` statement. The second call does nothing.

    What another program has replaced since then stays as it is.
    """

    def __init__(self) -> None:
        self._attributes: list[tuple[str, Any, Any]] = []
        self._names: list[tuple[set[str], str]] = []

    def _replace(self, name: str, value: Any) -> None:
        self._attributes.append((name, getattr(hashlib, name), value))
        setattr(hashlib, name, value)

    def _add(self, names: set[str], name: str) -> None:
        if name not in names:
            names.add(name)
            self._names.append((names, name))

    def __call__(self) -> None:
        while self._attributes:
            name, before, ours = self._attributes.pop()
            if getattr(hashlib, name) is ours:
                setattr(hashlib, name, before)
        while self._names:
            names, name = self._names.pop()
            names.discard(name)

    def __enter__(self) -> Undo:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self()


def _new(makers: dict[str, Any], before: Any) -> Any:
    def new(name: str, data: Any = b"", **kwargs: Any) -> Any:
        """Returns a new hash object of the named algorithm."""
        maker = makers.get(name) if isinstance(name, str) else None
        return maker(data, **kwargs) if maker else before(name, data, **kwargs)

    return new


def install(algorithms: Iterable[str] = _NAMES, detect: bool = False, guaranteed: bool = False) -> Undo:
    """Makes hashlib use oldguard for the algorithms, "sha1" and "whirlpool", and returns the Undo.

    Replaces hashlib.sha1 and, for these names, hashlib.new, which hashlib.file_digest calls. Adds the names
    to hashlib.algorithms_available, and with guaranteed=True to hashlib.algorithms_guaranteed, from which
    bagit takes its algorithms. With detect=True digest() and hexdigest() of SHA-1 raise Sha1CollisionError
    for a collision attack.

    It does not reach `from hashlib import sha1` of modules that were imported before (oldguard.run installs
    first), nor hmac, hashlib.pbkdf2_hmac and _hashlib. ValueError for another algorithm. Install from one
    thread at a time.
    """
    if isinstance(algorithms, str):
        raise TypeError("algorithms is a collection of names, such as ('sha1',)")
    wanted = tuple(algorithms)
    for name in wanted:
        if name not in _NAMES:
            raise ValueError("algorithms may contain 'sha1' and 'whirlpool', not %r" % (name,))
    made = {"sha1": _oldguard.sha1dc if detect else sha1, "whirlpool": _oldguard.whirlpool}
    makers = {spelling: made[name] for name in wanted for spelling in (name, name.upper())}
    undo = Undo()
    undo._replace("new", _new(makers, hashlib.new))
    if "sha1" in wanted:
        undo._replace("sha1", made["sha1"])
    for name in wanted:
        undo._add(cast("set[str]", hashlib.algorithms_available), name)
        if guaranteed:
            undo._add(cast("set[str]", hashlib.algorithms_guaranteed), name)
    return undo
