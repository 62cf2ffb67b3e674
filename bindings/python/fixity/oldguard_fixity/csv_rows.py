# SPDX-License-Identifier: MIT
"""Reads CSV files of somebody else, also compressed by gzip whatever their names, in constant memory."""

import csv
import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, cast

from .errors import Usage
from .lines import BadLine, Lines


def csv_rows(path: Path) -> Iterator[tuple[str, list[str]]]:
    """Yields file and line, as a message names them, and the fields.

    Raises Usage for a file that cannot be read, and for a line that is no CSV.
    """
    number = 0
    try:
        with path.open("rb") as file:
            is_gzip = file.peek(2)[:2] == b"\x1f\x8b"
            data = cast(BinaryIO, gzip.GzipFile(fileobj=file)) if is_gzip else file
            lines = (line.decode() + "\n" for line in Lines(data))
            for fields in csv.reader(lines, strict=True):
                number += 1
                yield f"{path}: line {number}", fields
    except OSError as error:
        raise Usage(f"{path}: {error.strerror or error}") from error
    except (EOFError, zlib.error, csv.Error, BadLine, UnicodeError) as error:
        raise Usage(f"{path}: line {number + 1}: {error}") from error
