# SPDX-License-Identifier: MIT
"""Translates names of objects between Python and the two columns of a Parquet file.

In Python a name is a str, with surrogate escapes for bytes that are not UTF-8, whatever the encoding of the
locale. Parquet has UTF-8 only: `key` shows such bytes as \\xNN, and `key_b64` has the true bytes. `key_b64` is null
for all other names.
"""

import base64


def is_plain(name: str) -> bool:
    """Returns whether the name is valid UTF-8."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def text(octets: bytes) -> str:
    """Returns the name with these bytes."""
    return octets.decode("utf-8", "surrogateescape")


def raw(name: str) -> bytes:
    """Returns the bytes of a name."""
    return name.encode("utf-8", "surrogateescape")


def to_columns(name: str) -> tuple[str, str | None]:
    """Returns the values of the columns `key` and `key_b64`."""
    if is_plain(name):
        return name, None
    octets = raw(name)
    return octets.decode("utf-8", "backslashreplace"), base64.b64encode(octets).decode()


def from_columns(key: str, key_b64: str | None) -> str:
    """Returns the name that to_columns was called with."""
    if key_b64 is None:
        return key
    return text(base64.b64decode(key_b64))
