# SPDX-License-Identifier: MIT
"""The engines that `fixity run` can use: processes of its own, or Spark."""

from collections.abc import Callable, Sequence

from .job import Job
from .pool import Pool
from .progress import Progress
from .run import Engine
from .worker import Outcome


def processes(jobs: int) -> Engine:
    """Returns the engine with this number of worker processes."""

    def engine(
        job: Job, shards: Sequence[int], progress: Progress, done: Callable[[int, Outcome], None]
    ) -> list[int]:
        pool = Pool(job, jobs, shards, progress)
        pool.run(done)
        return pool.damaged

    return engine


def spark(master: str | None) -> Engine:
    """Returns the engine that runs on Spark. The master is that of spark-submit if it is None."""

    def engine(
        job: Job, shards: Sequence[int], progress: Progress, done: Callable[[int, Outcome], None]
    ) -> list[int]:
        from .spark import run_on_spark  # PySpark is optional

        return run_on_spark(job, shards, progress, done, master)

    return engine
