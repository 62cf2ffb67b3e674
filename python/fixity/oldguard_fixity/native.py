# SPDX-License-Identifier: MIT
"""Hashes the files of a shard with one call of the command `oldguard sum`."""

import functools
import os
import shutil
import subprocess
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.json

from .errors import Stopped
from .names import from_columns, raw
from .observed import SEEN

LINE = pa.schema(
    [
        ("name", pa.string()),
        ("name_b64", pa.string()),
        ("size", pa.int64()),
        ("sha1", pa.string()),
        ("whirlpool", pa.string()),
        ("mtime", pa.string()),
        ("error", pa.string()),
        ("errno", pa.string()),
        ("attacked", pa.bool_()),
    ]
)
GONE = pa.array(["ENOENT", "ENOTDIR"])


@functools.cache
def command() -> str | None:
    """Returns the path of an `oldguard` that has --files0-from, or None. OLDGUARD names one."""
    found = os.environ.get("OLDGUARD") or shutil.which("oldguard")
    if found is None:
        return None
    described = subprocess.run([found, "sum", "--help"], capture_output=True, check=False)
    return found if b"--files0-from" in described.stdout else None


def _lines(output: bytes, names: list[str], program: str) -> pa.Table:
    try:
        table = pyarrow.json.read_json(
            pa.BufferReader(output),
            read_options=pyarrow.json.ReadOptions(use_threads=False, block_size=len(output) + 1),
            parse_options=pyarrow.json.ParseOptions(explicit_schema=LINE, unexpected_field_behavior="ignore"),
        ).select(LINE.names)
    except pa.ArrowException as error:
        raise Stopped(f"{program} sum: no JSON lines: {error}") from error
    table = table.filter(pc.or_(pc.is_valid(table["name"]), pc.is_valid(table["name_b64"])))
    plain = table["name"].to_pylist()
    if table["name_b64"].null_count < len(table):
        plain = [from_columns(k or "", b) for k, b in zip(plain, table["name_b64"].to_pylist(), strict=True)]
    if plain != ["./" + name for name in names]:
        raise Stopped(f"{program} sum: answered for other files than it was asked for")
    return table


def read(rows: pa.Table, root: Path, algorithm: str, detect: bool) -> pa.Table:
    """Returns what was seen of the files of plan rows (observed.SEEN).

    Raises Stopped if the command fails as a whole.
    """
    program = command()
    assert program is not None
    names = [*map(from_columns, rows["key"].to_pylist(), rows["key_b64"].to_pylist())]
    if not names:
        return SEEN.empty_table()
    options = ["-a", algorithm, "-j", "1", "--files0-from=-", "--format=jsonl"]
    done = subprocess.run(
        [program, "sum", *options, *([] if detect else ["--no-detect"])],
        input=b"".join(b"./" + raw(name) + b"\0" for name in names),
        capture_output=True,
        cwd=root,
        check=False,
    )
    if done.returncode not in (0, 1):
        raise Stopped(
            f"{program} sum: exit status {done.returncode}: {done.stderr.decode(errors='replace')[:200]}"
        )
    lines = _lines(done.stdout, names, program)
    failed = pc.is_valid(lines["error"])
    nanoseconds = pc.cast(pc.cast(lines["mtime"], pa.timestamp("ns", "UTC")), pa.int64())
    mtime = pc.cast(nanoseconds, pa.string())
    planned = pc.replace_substring_regex(rows["tag"], "-[0-9]*$", "")
    unchanged = pc.fill_null(pc.equal(mtime, planned), False)
    tag = pc.if_else(unchanged, rows["tag"], pc.binary_join_element_wise(mtime, "", "-"))
    kind = pc.if_else(pc.is_in(lines["errno"], GONE), "missing", "unreadable")
    return pa.Table.from_arrays(
        [
            lines[algorithm],
            lines["size"],
            tag,
            pc.if_else(failed, kind, pa.scalar(None, pa.string())),
            lines["error"],
            lines["attacked"],
            pa.array(["read"] * len(names)),
        ],
        schema=SEEN,
    )
