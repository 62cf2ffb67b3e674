# SPDX-License-Identifier: MIT
"""Plans a job, and plans damaged shards of a job again."""

import dataclasses
import sys
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pyarrow as pa

from . import inventory, job, shard_files, shards
from .errors import Damaged, Usage
from .exclusions import Exclusions
from .job import Description, Job
from .listing import Listed
from .local_listing import LocalListing
from .manifest import Manifests, Rules
from .names import from_columns
from .planner import Planner
from .s3_listing import S3Listing
from .s3_url import split_url
from .text import LONGEST_AGE


@dataclasses.dataclass
class Request:
    """What `fixity plan` was asked for. `about` has no shards yet."""

    path: Path
    about: Description
    parallel: bool = False


def now() -> str:
    """Returns the time in UTC."""
    return datetime.now(timezone.utc).isoformat()


def _inventory(about: Description) -> Iterator[Listed]:
    bucket, prefix = split_url(about.source)
    for path in about.origin.inventory:
        yield from inventory.read(Path(path), bucket, prefix)


def _listing(request: Request) -> Iterable[Listed]:
    about = request.about
    if about.source.startswith("s3://"):
        if about.origin.inventory:
            return _inventory(about)
        return S3Listing(about.source, about.store, about.limits, request.parallel)
    if not Path(about.source).is_dir():
        raise Usage(f"{about.source}: not a folder")
    return LocalListing(Path(about.source), request.path.resolve(), Exclusions(about.origin.exclude))


def _report(listing: Iterable[Listed]) -> None:
    if isinstance(listing, LocalListing) and listing.passed_over:
        print(f"fixity: {listing.passed_over} entries that are no files passed over", file=sys.stderr)
    if isinstance(listing, S3Listing):
        print(f"fixity: {listing.requests} requests for the listing", file=sys.stderr)


def _rows(request: Request, planner: Planner) -> Iterator[pa.Table]:
    about, origin = request.about, request.about.origin
    listing = _listing(request)
    planner.add_listing(listing)
    _report(listing)
    for note in planner.add_manifests([*map(Path, origin.expect)], Manifests(about.algorithm, _rules(about))):
        print(f"fixity: {note}", file=sys.stderr)
    planner.add_previous(_previous(about) if origin.previous else None)
    oldest = datetime.min.replace(tzinfo=timezone.utc)
    if origin.max_age:
        oldest = max(
            oldest,
            datetime.fromisoformat(about.planned_at) - timedelta(seconds=min(origin.max_age, LONGEST_AGE)),
        )
    exclusions = Exclusions(origin.exclude)
    latest = about.planned_at if origin.max_age else "infinity"
    for table in planner.rows(oldest.isoformat(), latest, origin.sample, about.planned_at):
        if exclusions:
            table = table.filter(pa.array([not exclusions.leaves_out_object(name) for name in _keys(table)]))
        yield table


def _rules(about: Description) -> Rules:
    origin = about.origin
    roots = [root if root.endswith("/") else root + "/" for root in (about.source, origin.given) if root]
    return Rules(
        tuple(sorted(roots, key=len, reverse=True)),
        not about.source.startswith("s3://"),
        origin.strip_prefix,
        origin.backslashes,
        origin.encoding or None,
    )


def _previous(about: Description) -> Job:
    previous = job.load(Path(about.origin.previous))
    if (previous.about.source, previous.about.algorithm) != (about.source, about.algorithm):
        raise Usage(f"{previous.path}: the previous job is of another source or algorithm")
    return previous


def plan(request: Request) -> Job:
    """Lists the source and writes a job. Raises Usage if there is no object."""
    if request.about.origin.previous:
        _previous(request.about)
    job.make_folders(request.path)
    draft = Job(request.path.absolute(), request.about)
    planner = Planner()
    sizes: list[tuple[int, int]] = []
    try:
        for table, size in shards.cut(_rows(request, planner), request.about.limits):
            shard_files.write(draft.plan_file(len(sizes)), table)
            sizes.append((table.num_rows, size))
    finally:
        planner.close()
    if not sizes:
        raise Usage(f"{request.about.source}: no objects")
    return job.create(draft.path, dataclasses.replace(request.about, shards=tuple(sizes)))


def damaged_shards(planned: Job, numbers: Iterable[int]) -> list[int]:
    """Returns the numbers of those plan shards that are damaged, and reports each."""
    damaged: list[int] = []
    for shard in numbers:
        try:
            planned.read_plan(shard)
        except Damaged as error:
            print(f"fixity: damaged plan shard {error}", file=sys.stderr)
            damaged.append(shard)
    return damaged


def _keys(table: pa.Table) -> Iterator[str]:
    return map(from_columns, table["key"].to_pylist(), table["key_b64"].to_pylist())


def plan_again(planned: Job, damaged: list[int]) -> Job:
    """Plans damaged shards again: the objects of the source that no other shard has.

    Lists the source as the plan did. The shards may get other sizes, so job.json is written anew.
    """
    about, again = planned.about, set(damaged)
    others: set[str] = set()
    for shard in planned.shard_numbers():
        if shard in again:
            continue
        try:
            table = planned.read_plan(shard)
        except Damaged:
            done = planned.read_done(shard)
            if done is None:
                raise
            table = done
        others.update(_keys(table))

    request = Request(planned.path, about)
    planner = Planner()
    sizes = list(about.shards)
    numbers = iter(damaged)
    try:
        mine = (
            table.filter(pa.array([name not in others for name in _keys(table)]))
            for table in _rows(request, planner)
        )
        for table, size in shards.cut(mine, about.limits):
            shard = next(numbers, len(sizes))
            shard_files.write(planned.plan_file(shard), table)
            sizes[shard : shard + 1] = [(table.num_rows, size)]
    finally:
        planner.close()
    for shard in numbers:
        shard_files.write(planned.plan_file(shard), shard_files.PLAN.empty_table())
        sizes[shard] = (0, 0)
    return job.create(planned.path, dataclasses.replace(about, shards=tuple(sizes)))
