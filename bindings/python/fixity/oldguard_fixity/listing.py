# SPDX-License-Identifier: MIT
"""The objects of a source, as a listing gives them."""

import dataclasses
import re
from typing import Any

_PRINTABLE = re.compile(r"[\x20-\x7e]{1,1024}")


@dataclasses.dataclass(frozen=True, slots=True)
class Listed:
    """An object of a listing. The name is relative to the source."""

    name: str
    size: int | None
    tag: str | None
    version: str | None = None
    storage_class: str | None = None
    problem: str | None = None  # why a folder could not be listed, or an object not be asked for


def is_header(value: Any) -> bool:
    """Returns whether a value of a store is a text that a header can have: an ETag or a version."""
    return isinstance(value, str) and _PRINTABLE.fullmatch(value) is not None


def listed(name: str, size: str | None, etag: Any, version: Any, storage_class: Any) -> Listed:
    """Returns an object of a store. A tag or version that cannot be asked for is its problem.

    Raises ValueError for a size that is none.
    """
    if size is not None and not re.fullmatch("[0-9]{1,18}", size):
        raise ValueError(f"an object of {size[:40]} bytes")
    octets = None if size is None else int(size)
    etag = etag.strip('"') if isinstance(etag, str) else etag
    for value, what in ((etag, "an ETag"), (version, "a version")):
        if value and not is_header(value):
            return Listed(name, octets, None, problem=f"{what} that is not printable ASCII")
    return Listed(
        name, octets, etag or None, version or None, storage_class if is_header(storage_class) else None
    )
