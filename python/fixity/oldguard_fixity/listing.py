# SPDX-License-Identifier: MIT
"""The objects of a source, as a listing gives them."""

import dataclasses


@dataclasses.dataclass(frozen=True, slots=True)
class Listed:
    """An object of a listing. The name is relative to the source."""

    name: str
    size: int | None
    tag: str | None
    version: str | None = None
    storage_class: str | None = None
    problem: str | None = None  # why a folder could not be listed
