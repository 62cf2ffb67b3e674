# SPDX-License-Identifier: MIT
"""Reports the results of a job so far, also while it runs: as text, JSON lines, Parquet or a page."""

import dataclasses
import json
import sys
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

from . import errors, results
from .errors import Stopped
from .job import Job
from .names import from_columns
from .text import number, printable, size

BATCH = 50000  # rows of a Parquet report that are in memory
ORDER = ("corrupt", "missing", "unreadable", "changed", "moved", "new", "duplicate", "skipped", "ok")

# What must wake someone. A change whose earlier tag is unknown may be a corruption.
WAKE = (
    "(status IN ('corrupt', 'missing', 'unreadable') OR coalesce(attacked, false) "
    "OR (status = 'changed' AND tag_then IS NULL))"
)
NOTABLE = "(status NOT IN ('ok', 'skipped') OR coalesce(attacked, false))"


@dataclasses.dataclass(frozen=True)
class Summary:
    """Counts of the objects that are done."""

    statuses: dict[str, tuple[int, int]]  # objects and bytes by status
    attacked: int
    wake: int
    done: int
    total: int
    first: str  # the time of the first and of the last check
    last: str

    @property
    def complete(self) -> bool:
        """Returns whether every object is checked."""
        return self.done == self.total


class Report:
    """A database with the results of a job."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.db = results.connect()
        for damaged in results.open_results(self.db, job):
            print(f"fixity: damaged result shard {damaged}: `fixity run` checks it again", file=sys.stderr)

    def one(self, query: str) -> Any:
        """Returns the first value of a query."""
        rows = self.db.execute(query).fetchall()
        return rows[0][0] if rows else None

    def summary(self) -> Summary:
        """Returns the counts."""
        rows = self.db.execute(
            "SELECT status, count(*), coalesce(sum(coalesce(size, size_then)), 0) FROM final GROUP BY 1"
        ).fetchall()
        found = {status: (count, int(octets)) for status, count, octets in rows}
        (times,) = self.db.execute(
            "SELECT strftime(min(checked_at), '%Y-%m-%d %H:%M:%S'), strftime(max(checked_at), '%Y-%m-%d %H:%M:%S') "
            "FROM result WHERE source <> 'carried'"
        ).fetchall()
        return Summary(
            {status: found[status] for status in ORDER if status in found},
            self.one("SELECT count(*) FROM final WHERE attacked"),
            self.one(f"SELECT count(*) FROM final WHERE {WAKE}"),
            self.one("SELECT count(*) FROM result"),
            self.job.about.objects,
            times[0] or "",
            times[1] or "",
        )

    def rows(self, condition: str, limit: int | None = None) -> list[dict[str, Any]]:
        """Returns the rows of a condition, the most urgent status first, then by key."""
        urgency = " ".join(f"WHEN '{status}' THEN {n}" for n, status in enumerate(ORDER))
        cursor = self.db.execute(
            f"SELECT * REPLACE (strftime(checked_at, '%Y-%m-%dT%H:%M:%S.%fZ') AS checked_at) FROM final "
            f"WHERE {condition} ORDER BY CASE status {urgency} END, key, key_b64"
            + (f" LIMIT {limit}" if limit is not None else "")
        )
        names = [column[0] for column in cursor.description or []]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]

    def status(self, summary: Summary) -> int:
        """Returns the exit status of the report: 3 while objects are left."""
        if not summary.complete:
            return errors.STOPPED
        ignored = {"ok", "skipped"} | (set() if self.job.about.expectations else {"new", "duplicate"})
        return errors.DIFFERENT if set(summary.statuses) - ignored or summary.attacked else errors.OK

    def write_parquet(self, path: Path) -> None:
        """Writes all rows with their final statuses. Raises Stopped if that fails."""
        query = "FROM final ORDER BY key, key_b64"
        try:
            rows = self.db.sql(query).to_arrow_reader(BATCH)
            with path.open("wb") as file, pq.ParquetWriter(file, rows.schema, compression="zstd") as writer:
                for batch in rows:
                    writer.write_batch(batch)
        except (duckdb.Error, pa.ArrowException, OSError) as error:
            raise Stopped(f"{path}: {error}") from error


def name_of(row: dict[str, Any]) -> str:
    """Returns the name of a row."""
    return from_columns(row["key"], row["key_b64"])


def words_of(row: dict[str, Any]) -> str:
    """Returns a row as a line of text."""
    name = printable(name_of(row))
    if row["moved_from"] is not None:
        name = f"{printable(from_columns(row['moved_from'], row['moved_from_b64']))} -> {name}"
    mark = " attacked" if row["attacked"] else ""
    reason = f"  ({printable(row['error'])})" if row["error"] else ""
    return f"{row['status']}{mark}  {name}{reason}"


def as_text(report: Report, summary: Summary) -> str:
    """Returns a line for each object that is not as listed, and the counts."""
    lines = [words_of(row) for row in report.rows(NOTABLE if report.job.about.expectations else WAKE)]
    for status, (objects, octets) in summary.statuses.items():
        lines.append(f"{status:<11}{number(objects):>15} objects  {size(octets):>14}")
    if summary.attacked:
        lines.append(f"{'attacked':<11}{number(summary.attacked):>15} objects")
    left = "" if summary.complete else ": `fixity run` goes on"
    lines.append(f"{number(summary.done)} of {number(summary.total)} objects checked{left}")
    if summary.wake:
        lines.append(f"{number(summary.wake)} objects need someone's attention")
    return "\n".join(lines) + "\n"


def _json_row(row: dict[str, Any], algorithm: str) -> dict[str, Any]:
    """Returns the members of a line. Read as a manifest, it expects what was expected, never a corrupt digest."""
    named = {"name": row["key"]} if row["key_b64"] is None else {"name_b64": row["key_b64"]}
    now = {"size": row["size"], algorithm: row["digest"], "tag": row["tag"]}
    then = {"size": row["size_then"], algorithm: row["expected"], "tag": row["tag_then"]}
    differs = row["expected"] is not None and row["status"] in ("corrupt", "changed", "missing", "unreadable")
    fields = {
        "v": 1,
        **named,
        **(then if differs else now),
        "status": row["status"],
        "attacked": row["attacked"] or None,
        "error": row["error"],
        **({f"found_{name}": value for name, value in now.items()} if differs else {}),
        "first_digest": row["first_digest"],
        "moved_from": row["moved_from"],
        "checked": row["checked_at"],
        "source": row["source"],
    }
    return {name: value for name, value in fields.items() if value is not None}


def as_json_lines(report: Report, summary: Summary, everything: bool) -> str:
    """Returns a JSON object for each row that is not ok, or for each row, and one for the summary."""
    rows = report.rows("true" if everything else NOTABLE)
    lines = [json.dumps(_json_row(row, report.job.about.algorithm)) for row in rows]
    counts = {status: {"files": n, "bytes": octets} for status, (n, octets) in summary.statuses.items()}
    ending = {"v": 1, "summary": counts, "attacked": summary.attacked, "complete": summary.complete}
    return "\n".join([*lines, json.dumps(ending)]) + "\n"
