# SPDX-License-Identifier: MIT
"""Gives the results of a job as tables of DuckDB, with the statuses that need the whole job.

`moved` and `duplicate` are found by joining missing and new objects on digest and size.
"""

import duckdb

from .errors import Damaged
from .job import Job

Setting = str | bool | int | float | list[str]


def connect(path: str = ":memory:", **settings: Setting) -> duckdb.DuckDBPyConnection:
    """Opens a database that prints nothing and downloads nothing. Raises duckdb.Error."""
    own: dict[str, Setting] = {"threads": 2, "autoinstall_known_extensions": False, "TimeZone": "UTC"}
    db = duckdb.connect(path, config={**own, **settings})
    db.execute("SET enable_progress_bar = false")
    return db


EMPTY_RESULT = """
CREATE TABLE result (key VARCHAR, key_b64 VARCHAR, version VARCHAR, size BIGINT, tag VARCHAR, digest VARCHAR,
    status VARCHAR, error VARCHAR, attacked BOOLEAN, checked_at TIMESTAMPTZ, expected VARCHAR,
    tag_then VARCHAR, size_then BIGINT, first_digest VARCHAR, source VARCHAR)
"""

# Each listed and each found object counts once. Two missing objects with the same content and one found
# object make one `moved` and one `missing`, in the order of names.
FINAL = """
CREATE TABLE moved AS
WITH gone AS (
    SELECT key, key_b64, expected, size_then,
        row_number() OVER (PARTITION BY expected ORDER BY key, key_b64) AS n
    FROM result WHERE status = 'missing' AND expected IS NOT NULL),
found AS (
    SELECT key, key_b64, digest, size, row_number() OVER (PARTITION BY digest ORDER BY key, key_b64) AS n
    FROM result WHERE status = 'new' AND digest IS NOT NULL)
SELECT gone.key AS from_key, gone.key_b64 AS from_b64, found.key AS to_key, found.key_b64 AS to_b64
FROM gone JOIN found ON gone.expected = found.digest AND gone.n = found.n
    AND (gone.size_then IS NULL OR gone.size_then = found.size);

CREATE VIEW final AS
SELECT r.* EXCLUDE (status),
    CASE WHEN target.to_key IS NOT NULL THEN 'moved'
         WHEN r.status = 'new' AND present.digest IS NOT NULL THEN 'duplicate'
         ELSE r.status END AS status,
    target.from_key AS moved_from, target.from_b64 AS moved_from_b64
FROM result r
LEFT JOIN moved target ON r.status = 'new'
    AND target.to_key = r.key AND target.to_b64 IS NOT DISTINCT FROM r.key_b64
LEFT JOIN (SELECT DISTINCT digest FROM result WHERE status IN ('ok', 'skipped') AND digest IS NOT NULL) present
    ON r.status = 'new' AND present.digest = r.digest
WHERE NOT EXISTS (SELECT 1 FROM moved source WHERE r.status = 'missing'
    AND source.from_key = r.key AND source.from_b64 IS NOT DISTINCT FROM r.key_b64)
"""

EMPTY_BASELINE = """
CREATE TABLE previous (key VARCHAR, key_b64 VARCHAR, digest VARCHAR, size BIGINT, tag VARCHAR,
    checked_at TIMESTAMPTZ, attacked BOOLEAN, carry BOOLEAN)
"""

# What the next job compares with: the digest that was read, but never that of a corrupt object, nor of one
# that may be corrupt because its earlier tag is unknown.
BASELINE = """
CREATE TABLE previous AS
WITH judged AS (
    SELECT *, digest IS NOT NULL AND (status IN ('ok', 'new', 'duplicate', 'moved', 'skipped')
        OR (status = 'changed' AND tag_then IS NOT NULL)) AS accepted
    FROM final)
SELECT key, key_b64, CASE WHEN accepted THEN digest ELSE expected END AS digest,
    CASE WHEN accepted THEN size ELSE size_then END AS size,
    CASE WHEN accepted THEN tag ELSE tag_then END AS tag, checked_at, attacked, accepted AS carry
FROM judged
WHERE accepted OR expected IS NOT NULL
"""


def open_results(db: duckdb.DuckDBPyConnection, job: Job) -> list[str]:
    """Makes the tables `result` and `final` from the shards that are done. Returns the damaged ones."""
    damaged: list[str] = []
    db.execute(EMPTY_RESULT)
    for shard in job.shard_numbers():
        try:
            done = job.read_done(shard)
        except Damaged as error:
            damaged.append(str(error))
            continue
        if done is not None:  # as Arrow, so that no path is part of a query or a pattern of files
            db.register("done", done)
            db.execute("INSERT INTO result BY NAME FROM done")
            db.unregister("done")
    db.execute(FINAL)
    return damaged
