# SPDX-License-Identifier: MIT
"""Hashes the files of a shard with one call of the command `oldguard sum`."""

import functools
import os
import select
import shutil
import stat
import subprocess
from pathlib import Path
from typing import BinaryIO

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
        ("inode", pa.uint64()),
        ("error", pa.string()),
        ("errno", pa.string()),
        ("attacked", pa.bool_()),
        ("changed_while_read", pa.bool_()),
    ]
)
CHECK_SECONDS = 10.0  # between two looks at what a command may wait for
GONE = pa.array(["ENOENT", "ENOTDIR", "EISDIR"])  # a folder in the place of a file: the file is gone


@functools.cache
def command() -> str | None:
    """Returns the path of an `oldguard` that has --files0-from, or None. OLDGUARD names one."""
    found = os.environ.get("OLDGUARD") or shutil.which("oldguard")
    if found is None:
        return None
    described = subprocess.run([found, "sum", "--help"], capture_output=True, check=False)
    return found if b"--files0-from" in described.stdout else None


def _lines(output: bytes, rows: pa.Table, program: str) -> pa.Table:
    try:
        table = pyarrow.json.read_json(
            pa.BufferReader(output),
            read_options=pyarrow.json.ReadOptions(use_threads=False, block_size=len(output) + 1),
            parse_options=pyarrow.json.ParseOptions(explicit_schema=LINE, unexpected_field_behavior="ignore"),
        ).select(LINE.names)
    except pa.ArrowException as error:
        raise Stopped(f"{program} sum: no JSON lines: {error}") from error
    table = table.filter(pc.or_(pc.is_valid(table["name"]), pc.is_valid(table["name_b64"])))
    if not _same_names(table, rows):
        raise Stopped(f"{program} sum: answered for other files than it was asked for")
    return table


def _same_names(table: pa.Table, rows: pa.Table) -> bool:
    if len(table) != len(rows):
        return False
    if rows["key_b64"].null_count == len(rows):
        return bool(pc.all(pc.fill_null(pc.equal(table["name"], _dotted(rows["key"])), False)).as_py())
    found = map(from_columns, table["name"].to_pylist(), table["name_b64"].to_pylist())
    wanted = map(from_columns, rows["key"].to_pylist(), rows["key_b64"].to_pylist())
    return all(one == "./" + other for one, other in zip(found, wanted, strict=True))


def _dotted(keys: pa.ChunkedArray) -> pa.ChunkedArray:
    """Returns the names with `./` before them, so that no name is an option or standard input."""
    return pc.binary_join_element_wise(".", keys, "/")


def _input(rows: pa.Table) -> bytes:
    if rows["key_b64"].null_count == len(rows):
        return "".join(["./", "\0./".join(rows["key"].to_pylist()), "\0"]).encode()
    names = map(from_columns, rows["key"].to_pylist(), rows["key_b64"].to_pylist())
    return raw("".join(f"./{name}\0" for name in names))


def _blocks(name: bytes) -> bool:
    """Returns whether a read of this name may never end: a pipe, a socket or a device."""
    try:
        mode = os.stat(name).st_mode
    except OSError:
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def _ended(process: "subprocess.Popen[bytes]", names: bytes, folder: Path) -> bool:
    """Waits for a command. Kills it and returns False if it reads a name that may never end."""
    watched = os.pidfd_open(process.pid)
    try:
        while not select.select([watched], [], [], CHECK_SECONDS)[0]:
            if any(_blocks(os.path.join(os.fsencode(folder), name)) for name in names.split(b"\0")[:-1]):
                process.kill()
                process.wait()
                return False
    finally:
        os.close(watched)
    process.wait()
    return True


def _output(words: list[str], text: bytes, folder: Path) -> bytes | None:
    """Runs a command and returns its output. Files in memory save a tenth of the CPU time of a run.

    Returns None if the command was killed because a file has become a pipe or a device. Raises Stopped
    unless the exit status is 0 or 1.
    """
    with _memory_file() as names, _memory_file() as output, _memory_file() as errors:
        names.write(text)
        names.seek(0)
        done = subprocess.Popen(words, stdin=names, stdout=output, stderr=errors, cwd=folder)
        if not _ended(done, text, folder):
            return None
        if done.returncode not in (0, 1):
            errors.seek(0)
            reason = errors.read(200).decode(errors="replace").strip()
            raise Stopped(f"{words[0]} sum: exit status {done.returncode}: {reason}")
        output.seek(0)
        return output.read()


def _memory_file() -> BinaryIO:
    return open(os.memfd_create("fixity"), "w+b", buffering=0)


def read(rows: pa.Table, root: Path, algorithm: str, detect: bool) -> pa.Table | None:
    """Returns what was seen of the files of plan rows (observed.SEEN).

    Returns None if a file has become a pipe or a device. Raises Stopped if the command fails as a whole.
    """
    program = command()
    assert program is not None
    if not len(rows):
        return SEEN.empty_table()
    options = ["-a", algorithm, "-j", "1", "--files0-from=-", "--format=jsonl"]
    if algorithm == "sha1" and not detect:
        options.append("--no-detect")
    output = _output([program, "sum", *options], _input(rows), root)
    if output is None:
        return None
    lines = _lines(output, rows, program)
    nanoseconds = pc.cast(pc.cast(lines["mtime"], pa.timestamp("ns", "UTC")), pa.int64())
    tag = pc.binary_join_element_wise(
        pc.cast(nanoseconds, pa.string()), pc.cast(lines["inode"], pa.string()), "-"
    )
    failed = pc.is_valid(lines["error"])
    gone = pc.if_else(pc.is_in(lines["errno"], GONE), "missing", "unreadable")
    changed = pc.fill_null(lines["changed_while_read"], False)
    nothing = pa.scalar(None, pa.string())
    return pa.Table.from_arrays(
        [
            pc.if_else(changed, nothing, lines[algorithm]),
            lines["size"],
            tag,
            pc.if_else(failed, gone, pc.if_else(changed, "changed", nothing)),
            pc.if_else(changed, "changed while it was read", lines["error"]),
            lines["attacked"],
            pa.array(["read"] * len(rows)),
        ],
        schema=SEEN,
    )
