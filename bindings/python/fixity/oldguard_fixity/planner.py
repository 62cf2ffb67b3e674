# SPDX-License-Identifier: MIT
"""Joins a listing, a manifest and a previous job to the rows of a plan, sorted by key.

DuckDB sorts and joins on disk, so memory does not grow with the number of objects.
"""

import itertools
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import duckdb
import pyarrow as pa

from . import results
from .errors import Stopped, Usage
from .job import Job
from .listing import Listed
from .manifest import Manifests
from .names import is_plain, to_columns
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
        ("optional", pa.bool_()),
        ("file", pa.int64()),
        ("line", pa.int64()),
    ]
)

# An entry that is there several times counts once.
MANIFEST = """
CREATE TABLE manifest AS SELECT key, key_b64, min(digest) AS digest, min(size) AS size, min(tag) AS tag,
    bool_and(optional) AS optional, count(*) AS lines,
    count(DISTINCT digest) > 1 OR count(DISTINCT size) > 1 AS differ
FROM entry GROUP BY key, key_b64
"""
REPEATED = "SELECT coalesce(sum(lines - 1), 0) FROM manifest"
DIFFERENT = """
WITH twice AS (
    SELECT e.key, e.key_b64, e.file, e.line, first_value((e.file, e.line, e.digest, e.size)) OVER (
        PARTITION BY e.key, e.key_b64 ORDER BY e.file, e.line) AS first, e.digest, e.size
    FROM entry e JOIN manifest m ON m.differ AND m.key = e.key AND m.key_b64 IS NOT DISTINCT FROM e.key_b64)
SELECT key, file, line, first[1], first[2], digest <> first[3] FROM twice
WHERE digest <> first[3] OR size <> first[4]
ORDER BY file, line LIMIT 1
"""

# A name that is not in the listing takes the form of the one that is there and is the same in another Unicode
# form, as a file system or a program changes it between NFC and NFD.
TWINS = """
WITH gone AS (
    SELECT nfc_normalize(key) AS form, min(key) AS key FROM manifest m WHERE key_b64 IS NULL AND NOT EXISTS (
        SELECT 1 FROM listing l WHERE l.key = m.key AND l.key_b64 IS NULL)
    GROUP BY form HAVING count(*) = 1),
found AS (
    SELECT nfc_normalize(key) AS form, min(key) AS key FROM listing l
    WHERE key_b64 IS NULL AND problem IS NULL AND NOT EXISTS (
        SELECT 1 FROM manifest m WHERE l.key = m.key AND m.key_b64 IS NULL)
    GROUP BY form HAVING count(*) = 1)
UPDATE manifest SET key = found.key FROM gone JOIN found USING (form)
WHERE manifest.key = gone.key AND manifest.key_b64 IS NULL
"""

# A manifest overrides the digest of the previous job. The tag of the previous job still belongs to the
# digest if both are equal.
JOIN = """
CREATE TABLE known AS SELECT
    coalesce(m.key, p.key) AS key, coalesce(m.key_b64, p.key_b64) AS key_b64,
    coalesce(m.digest, p.digest) AS digest, coalesce(m.size, p.size) AS size,
    coalesce(m.tag, CASE WHEN m.digest IS NULL OR m.digest = p.digest THEN p.tag END) AS tag,
    p.checked_at AS checked_at, p.attacked AS attacked, coalesce(m.optional, false) AS optional,
    coalesce(p.carry AND (m.digest IS NULL OR m.digest = p.digest), false) AS carry
FROM manifest m FULL OUTER JOIN previous p
    ON m.key = p.key AND m.key_b64 IS NOT DISTINCT FROM p.key_b64
"""
PLANNED = f"""
SELECT coalesce(l.key, k.key) AS key, coalesce(l.key_b64, k.key_b64) AS key_b64, l.version, l.size, l.tag,
    CASE WHEN l.problem IS NOT NULL THEN 'unreadable'
         WHEN l.storage_class IN {ARCHIVES} THEN 'skip'
         WHEN k.carry AND l.tag = k.tag AND l.size = k.size AND k.checked_at BETWEEN $oldest AND $latest
            AND ('0x' || substr(md5($seed || k.key), 1, 8))::BIGINT >= $sampled THEN 'carry'
         ELSE 'read' END AS action,
    CASE WHEN l.problem IS NOT NULL THEN l.problem
         WHEN l.storage_class IN {ARCHIVES} THEN 'storage class ' || l.storage_class END AS reason,
    k.digest AS expected, k.tag AS tag_then, k.size AS size_then, k.checked_at AS checked_then,
    k.attacked AS attacked_then
FROM listing l FULL OUTER JOIN known k ON l.key = k.key AND l.key_b64 IS NOT DISTINCT FROM k.key_b64
WHERE l.key IS NOT NULL OR NOT k.optional
ORDER BY 1, 2
"""


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


def _expected(paths: Iterable[Path], manifests: Manifests) -> Iterator[tuple[object, ...]]:
    for number, path in enumerate(paths):
        for entry in manifests.read(path):
            name = to_columns(entry.name)
            yield (*name, entry.digest, entry.size, entry.tag, entry.optional, number, entry.line)


class Planner:
    """A database with the listing, the manifest and the previous job, in a temporary folder of its own."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="fixity-")
        place = self._folder.name
        try:
            if "?" in place or "\\" in place or not is_plain(place):  # DuckDB takes it for another path
                raise Stopped("a ?, a backslash or a byte that is not UTF-8")
            self._db = results.connect(
                f"{place}/plan.db", temp_directory=place, memory_limit="512MB", preserve_insertion_order=False
            )
        except (duckdb.Error, Stopped) as error:
            self._folder.cleanup()
            raise Stopped(f"no database in {place!r}, a folder of TMPDIR: {error}") from error

    def close(self) -> None:
        """Removes the database."""
        self._db.close()
        self._folder.cleanup()

    def add_listing(self, listing: Iterable[Listed]) -> None:
        """Reads a listing. Of an object that is in it twice, one row is kept."""
        self._load("every", LISTED, _listed(listing))
        self._db.execute("CREATE TABLE listing AS SELECT DISTINCT ON (key, key_b64) * FROM every")

    def add_manifests(self, paths: Sequence[Path], manifests: Manifests) -> list[str]:
        """Reads manifests after the listing. Returns what is worth saying about them.

        Raises Usage if one cannot be read, or if an object has two digests or sizes.
        """
        self._load("entry", EXPECTED, _expected(paths, manifests))
        self._db.execute(MANIFEST)
        for key, file, line, other, first, in_digest in self._db.execute(DIFFERENT).fetchall():
            where = f"line {first}" if other == file else f"line {first} of {paths[other]}"
            what = "digest" if in_digest else "size"
            raise Usage(f"{paths[file]}: line {line}: {key!r}: listed before in {where} with another {what}")
        notes = manifests.messages()
        if repeated := self._count(REPEATED):
            notes.append(f"{repeated:,} lines repeat an entry, which counts once")
        if twins := self._count(TWINS):
            notes.append(f"{twins:,} names of the manifests are in another Unicode form in the source")
        return notes

    def _count(self, query: str) -> int:
        return int(self._db.execute(query).fetchall()[0][0])

    def _load(self, table: str, schema: pa.Schema, rows: Iterable[tuple[object, ...]]) -> None:
        """Makes a table of rows. They come from Arrow, so that no path is part of a query."""
        remaining = iter(rows)
        self._db.register("chunk", schema.empty_table())
        self._db.execute(f"CREATE TABLE {table} AS FROM chunk")
        while some := list(itertools.islice(remaining, BATCH)):
            columns = [pa.array(column, field.type) for column, field in zip(zip(*some), schema)]
            self._db.register("chunk", pa.Table.from_arrays(columns, schema=schema))
            self._db.execute(f"INSERT INTO {table} FROM chunk")
        self._db.unregister("chunk")

    def add_previous(self, previous: Job | None) -> None:
        """Takes the digests of a finished job. Raises Usage if it is not finished."""
        if previous is None:
            self._db.execute(results.EMPTY_BASELINE)
            return
        damaged = results.open_results(self._db, previous)
        if damaged or self._count("SELECT count(*) FROM result") != previous.about.objects:
            raise Usage(f"{previous.path}: the previous job is not finished; `fixity run` finishes it")
        self._db.execute(results.BASELINE)

    def rows(self, oldest: str, latest: str, sample: float, seed: str) -> Iterator[pa.Table]:
        """Yields the rows of the plan, sorted by key. Raises Stopped if the database fails.

        An object that was checked before the time `oldest` is read even if it is unchanged. So is one that
        was checked after `latest`: the clock was wrong then, and the object would never be due. So is a
        fraction `sample` of all objects, which `seed` selects.
        """
        values = {"oldest": oldest, "latest": latest, "sampled": int(sample * 2**32), "seed": seed}
        try:
            self._db.execute(JOIN)
            for batch in self._db.sql(PLANNED, params=values).to_arrow_reader(BATCH):
                yield pa.Table.from_batches([batch]).select(PLAN.names).cast(PLAN)
        except duckdb.Error as error:
            raise Stopped(f"the database of the plan: {error}") from error
