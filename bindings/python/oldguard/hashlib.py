# SPDX-License-Identifier: MIT
"""Puts oldguard's algorithms into the standard library's hashlib."""

from __future__ import annotations

import functools
import hashlib
import threading
from collections.abc import Callable, Iterable
from types import TracebackType
from typing import Any

from . import _oldguard

__all__ = ["Undo", "install"]

_NAMES = ("sha1", "whirlpool")

# The names of OpenSSL, which ignores case. It has more aliases, which depend on its version and configuration.
_ALIASES = {
    "sha1": "sha1",
    "sha-1": "sha1",
    "ssl3-sha1": "sha1",
    "1.3.14.3.2.26": "sha1",
    "whirlpool": "whirlpool",
    "1.0.10118.3.0.55": "whirlpool",
}

# The digests of nothing, which show what an alias is.
_OF_NOTHING = {
    "da39a3ee5e6b4b0d3255bfef95601890afd80709": "sha1",
    "19fa61d75522a4669b44e39c1d2e1726c530232130d407f89afee0964997f7a7"
    "3e83be698b288febcf88e3e03c4f0757ea8964e59b63d93708b138cc42a66eb3": "whirlpool",
}


class _Replacement:
    """One attribute of hashlib that an install() has replaced."""

    def __init__(self, name: str, make: Callable[[_Replacement], Any]) -> None:
        self.name = name
        self.undone = False
        self.before = getattr(hashlib, name)
        self.value = make(self)
        setattr(hashlib, name, self.value)

    def undo(self) -> None:
        """Restores the attribute, or leaves that to the next install() that replaced it."""
        self.undone = True
        later = _replacements[_replacements.index(self) + 1 :]
        _replacements.remove(self)
        following = next((each for each in later if each.name == self.name), None)
        if following is not None:
            if following.before is self.value:
                following.before = self.before
        elif getattr(hashlib, self.name) is self.value:
            setattr(hashlib, self.name, self.before)


# What all install() have replaced and not restored, the first ones first. _lock protects it and _added.
_replacements: list[_Replacement] = []

# The number of install() that have added a name to a set of hashlib, by the set's name and the name.
_added: dict[tuple[str, str], int] = {}

_lock = threading.Lock()


class Undo:
    """Takes one install() back: call it, or use it in a `with` statement. The second call does nothing.

    Other install() stay in effect, in any order of the calls. What another program has replaced since then
    stays as it is. Any thread.
    """

    def __init__(self) -> None:
        self._replacements: list[_Replacement] = []
        self._names: list[tuple[str, str]] = []

    def _replace(self, name: str, make: Callable[[_Replacement], Any]) -> None:
        replacement = _Replacement(name, make)
        _replacements.append(replacement)
        self._replacements.append(replacement)

    def _add(self, collection: str, name: str) -> None:
        key, names = (collection, name), getattr(hashlib, collection)
        if name not in names:
            names.add(name)
            _added[key] = 0
        if key in _added:
            _added[key] += 1
            self._names.append(key)

    def __call__(self) -> None:
        with _lock:
            while self._replacements:
                self._replacements.pop().undo()
            while self._names:
                key = self._names.pop()
                _added[key] -= 1
                if not _added[key]:
                    del _added[key]
                    getattr(hashlib, key[0]).discard(key[1])

    def __enter__(self) -> Undo:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self()


def _new(makers: dict[str, Any]) -> Callable[[_Replacement], Any]:
    def make(replacement: _Replacement) -> Any:
        before = replacement.before
        found: dict[str, Any] = {}  # by alias: the maker, or None for other algorithms

        def maker_of(name: str) -> Any:
            alias = _ALIASES.get(name.lower())
            if alias is None:
                if name not in found:
                    # ValueError for an unknown name. OpenSSL in FIPS mode knows MD5 for this use only. A hash
                    # of variable size has a digest_size of 0.
                    empty = before(name, usedforsecurity=False)
                    fixed = getattr(empty, "digest_size", 0)
                    found[name] = makers.get(_OF_NOTHING.get(empty.hexdigest(), "")) if fixed else None
                return found[name]
            return makers.get(alias)

        @functools.wraps(before)
        def new(name: str, *args: Any, **kwargs: Any) -> Any:
            # Another program may keep this function after the Undo.
            maker = maker_of(name) if isinstance(name, str) and not replacement.undone else None
            return maker(*args, **kwargs) if maker else replacement.before(name, *args, **kwargs)

        return new

    return make


def install(algorithms: Iterable[str] = _NAMES, detect: bool = False, guaranteed: bool = False) -> Undo:
    """Makes hashlib use oldguard for the algorithms, "sha1" and "whirlpool", and returns the Undo.

    Replaces hashlib.sha1 and, for these algorithms under every name that OpenSSL takes, hashlib.new, which
    hashlib.file_digest calls. Leaves SHA-1 without detection to hashlib on a processor for which the library
    has no fast kernel. Adds the names to hashlib.algorithms_available, and with guaranteed=True to
    hashlib.algorithms_guaranteed, from which bagit takes its algorithms. With detect=True digest() and
    hexdigest() of SHA-1 raise Sha1CollisionError for a collision attack.

    It does not reach `from hashlib import sha1` of modules that were imported before (oldguard.run installs
    first), nor hmac, hashlib.pbkdf2_hmac, _hashlib and _sha1. ValueError for another algorithm. Any
    thread.
    """
    if isinstance(algorithms, str):
        raise TypeError("algorithms is a collection of names, such as ('sha1',)")
    wanted = tuple(algorithms)
    for name in wanted:
        if name not in _NAMES:
            raise ValueError("algorithms may contain 'sha1' and 'whirlpool', not %r" % (name,))
    # A processor without a kernel in assembly has a faster SHA-1 in OpenSSL.
    plain = _oldguard.sha1 if _oldguard.has_fast_sha1 else hashlib.sha1
    made = {"sha1": _oldguard.sha1dc if detect else plain, "whirlpool": _oldguard.whirlpool}
    undo = Undo()
    with _lock:
        undo._replace("new", _new({name: made[name] for name in wanted}))
        if "sha1" in wanted:
            undo._replace("sha1", lambda replacement: made["sha1"])
        for name in wanted:
            undo._add("algorithms_available", name)
            if guaranteed:
                undo._add("algorithms_guaranteed", name)
    return undo
