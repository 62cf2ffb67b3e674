# SPDX-License-Identifier: MIT
"""Joins a listing, a manifest and a previous job to the rows of a plan, sorted by key.

DuckDB sorts and joins on disk, so memory does not grow with the number of objects.
"""

import itertools
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

from . import manifest, results
from .errors import Stopped, Usage
from .job import Job
from .listing import Listed
from .names import to_columns
from .shard_files import PLAN

ARCHIVES = "('GLACIER', 'DEEP_ARCHIVE', 'OFFLINE', 'TAPE')"
BATCH = 50000

LISTED = pa.schema(
    [
        ("key", pa.string()),
        ("key_b64", pa.string()),
        ("size", pa.int64()),
        ("tag", pa.string()),
        ("version", pa.string()),
        ("storage_class", pa.string()),
        ("problem", pa.string()),
    ]
)
EXPECTED = pa.schema(
    [
        ("key", pa.string()),
        ("key_b64", pa.string()),
        ("digest", pa.string()),
        ("size", pa.int64()),
        ("tag", pa.string()),
    ]
)

# A manifest overrides the digest of the previous job. The tag of the previous job still belongs to the
# digest if both are equal.
JOIN = """
CREATE TABLE known AS SELECT
    coalesce(m.key, p.key) AS key, coalesce(m.key_b64, p.key_b64) AS key_b64,
    coalesce(m.digest, p.digest) AS digest, coalesce(m.size, p.size) AS size,
    coalesce(m.tag, CASE WHEN m.digest IS NULL OR m.digest = p.digest THEN p.tag END) AS tag,
    p.checked_at AS checked_at, p.attacked AS attacked,
    coalesce(p.carry AND (m.digest IS NULL OR m.digest = p.digest), false) AS carry
FROM manifest m FULL OUTER JOIN previous p
    ON m.key = p.key AND m.key_b64 IS NOT DISTINCT FROM p.key_b64
"""
PLANNED = f"""
SELECT coalesce(l.key, k.key) AS key, coalesce(l.key_b64, k.key_b64) AS key_b64, l.version, l.size, l.tag,
    CASE WHEN l.problem IS NOT NULL THEN 'unreadable'
         WHEN l.storage_class IN {ARCHIVES} THEN 'skip'
         WHEN k.carry AND l.tag = k.tag AND l.size = k.size AND k.checked_at BETWEEN $oldest AND $latest THEN 'carry'
         ELSE 'read' END AS action,
    CASE WHEN l.problem IS NOT NULL THEN l.problem
         WHEN l.storage_class IN {ARCHIVES} THEN 'storage class ' || l.storage_class END AS reason,
    k.digest AS expected, k.tag AS tag_then, k.size AS size_then, k.checked_at AS checked_then,
    k.attacked AS attacked_then
FROM listing l FULL OUTER JOIN known k ON l.key = k.key AND l.key_b64 IS NOT DISTINCT FROM k.key_b64
ORDER BY 1, 2
"""


def _spool(path: Path, schema: pa.Schema, rows: Iterable[tuple[object, ...]]) -> None:
    remaining = iter(rows)
    with pq.ParquetWriter(path, schema, compression="zstd") as writer:
        while chunk := list(itertools.islice(remaining, BATCH)):
            columns = [pa.array(column, field.type) for column, field in zip(zip(*chunk), schema)]
            writer.write_table(pa.Table.from_arrays(columns, schema=schema))


def _listed(listing: Iterable[Listed]) -> Iterator[tuple[object, ...]]:
    for found in listing:
        yield (
            *to_columns(found.name),
            found.size,
            found.tag,
            found.version,
            found.storage_class,
            found.problem,
        )


def _expected(paths: Iterable[Path], algorithm: str, below: str) -> Iterator[tuple[object, ...]]:
    for path in paths:
        for entry in manifest.read(path, algorithm, below):
            yield (*to_columns(entry.name), entry.digest, entry.size, entry.tag)


class Planner:
    """A database with the listing, the manifest and the previous job, in a temporary folder of its own."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="fixity-")
        self._path = Path(self._folder.name)
        self._db = duckdb.connect(str(self._path / "plan.db"))
        self._db.execute("SET memory_limit = '512MB'; SET threads = 2; SET preserve_insertion_order = false")
        self._db.execute(f"SET temp_directory = '{self._path}'")

    def close(self) -> None:
        """Removes the database."""
        self._db.close()
        self._folder.cleanup()

    def add_listing(self, listing: Iterable[Listed]) -> None:
        """Reads a listing. Of an object that is in it twice, one row is kept."""
        _spool(self._path / "listing.parquet", LISTED, _listed(listing))
        self._db.execute(
            f"CREATE TABLE listing AS SELECT DISTINCT ON (key, key_b64) * FROM '{self._path}/listing.parquet'"
        )

    def add_manifests(self, paths: Iterable[Path], algorithm: str, below: str) -> None:
        """Reads manifests. Raises Usage if one cannot be read, or if an object has two digests."""
        _spool(self._path / "manifest.parquet", EXPECTED, _expected(paths, algorithm, below))
        self._db.execute(
            "CREATE TABLE manifest AS SELECT key, key_b64, any_value(digest) AS digest, any_value(size) AS size, "
            "any_value(tag) AS tag, count(DISTINCT digest) AS digests "
            f"FROM '{self._path}/manifest.parquet' GROUP BY key, key_b64"
        )
        twice = self._db.execute("SELECT key FROM manifest WHERE digests > 1 ORDER BY key LIMIT 1").fetchone()
        if twice:
            raise Usage(f"the manifests have two digests for {twice[0]!r}")

    def add_previous(self, previous: Job | None) -> None:
        """Takes the digests of a finished job. Raises Usage if it is not finished."""
        if previous is None:
            self._db.execute(results.EMPTY_BASELINE)
            return
        damaged = results.open_results(self._db, previous)
        done = self._db.execute("SELECT count(*) FROM result").fetchone()
        if damaged or not done or done[0] != previous.about.objects:
            raise Usage(f"{previous.path}: the previous job is not finished; `fixity run` finishes it")
        self._db.execute(results.BASELINE)

    def rows(self, oldest: str, latest: str) -> Iterator[pa.Table]:
        """Yields the rows of the plan, sorted by key. Raises Stopped if the database fails.

        An object that was checked before the time `oldest` is read even if it is unchanged. So is one that
        was checked after `latest`: the clock was wrong then, and the object would never be due.
        """
        try:
            self._db.execute(JOIN)
            for batch in self._db.sql(PLANNED, params={"oldest": oldest, "latest": latest}).to_arrow_reader(
                BATCH
            ):
                yield pa.Table.from_batches([batch]).select(PLAN.names).cast(PLAN)
        except duckdb.Error as error:
            raise Stopped(f"the database of the plan: {error}") from error
