# SPDX-License-Identifier: MIT
"""Runs what is left of a job with an engine, and works out the exit status."""

import random
import sys
from collections import Counter
from collections.abc import Callable, Sequence

from . import errors
from .errors import Damaged, Stopped
from .files import remove_leftovers
from .job import Job
from .progress import Progress
from .worker import Outcome

# Checks shards and calls the function for each. Returns the shards whose plan is damaged.
Engine = Callable[[Job, Sequence[int], Progress, Callable[[int, Outcome], None]], list[int]]

ALARMS = ("corrupt", "changed", "missing", "unreadable")


class Tally:
    """The outcomes of all shards."""

    def __init__(self) -> None:
        self.statuses: Counter[str] = Counter()
        self.attacked = 0

    def add(self, outcome: Outcome) -> None:
        """Adds the outcome of a shard."""
        self.statuses.update(outcome.statuses)
        self.attacked += outcome.attacked

    def status(self, expectations: bool) -> int:
        """Returns the exit status. A new object is a difference only from something."""
        differences = sum(self.statuses[name] for name in ALARMS) + self.attacked
        return errors.DIFFERENT if differences or (expectations and self.statuses["new"]) else errors.OK


def finished(job: Job, numbers: Sequence[int]) -> dict[int, Outcome]:
    """Returns the outcomes of the shards that are done, and reports damaged ones."""
    outcomes: dict[int, Outcome] = {}
    for shard in numbers:
        try:
            done = job.read_done(shard)
        except Damaged as error:
            print(f"fixity: damaged result shard {error}: it is checked again", file=sys.stderr)
            continue
        if done is not None:
            outcomes[shard] = Outcome.of(done)
    return outcomes


def _order(job: Job, shards: list[int]) -> list[int]:
    """Returns huge objects first, the longest first. The others in a random order, which differs between
    two runs of one job, so that they share the work."""
    limit = job.about.limits.shard_bytes
    random.shuffle(shards)
    return sorted(shards, key=lambda shard: -max(job.about.shards[shard][1] - limit, 0))


def run(job: Job, engine: Engine, mode: str) -> int:
    """Runs the shards that are left. Returns the exit status. Raises Stopped if the run cannot go on."""
    tally, progress = Tally(), Progress(job, mode)
    before = finished(job, job.shard_numbers())
    for outcome in before.values():
        tally.add(outcome)
    progress.start(list(before))

    def done(shard: int, outcome: Outcome) -> None:
        tally.add(outcome)

    left = [shard for shard in job.shard_numbers() if shard not in before]
    damaged = engine(job, _order(job, left), progress, done) if left else []
    progress.show(last=True)
    if damaged:
        return _again(job, damaged, engine, mode)
    for folder in ("plan", "done", "state", "import"):
        remove_leftovers(job.path / folder)
    counts = ", ".join(f"{count:,} {name}" for name, count in sorted(tally.statuses.items()))
    print(f"{counts}{f', {tally.attacked:,} attacked' if tally.attacked else ''}")
    return tally.status(job.about.expectations)


def _again(job: Job, damaged: list[int], engine: Engine, mode: str) -> int:
    from . import plan  # DuckDB and botocore take as long to import as a small job takes to run

    found = plan.damaged_shards(job, damaged)
    if found:
        print(f"fixity: planning {len(found)} damaged shards again", file=sys.stderr)
        job = plan.plan_again(job, found)
    if plan.damaged_shards(job, damaged):
        raise Stopped("plan shards are damaged again: the disk may be failing")
    return run(job, engine, mode)
