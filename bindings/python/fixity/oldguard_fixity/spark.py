# SPDX-License-Identifier: MIT
"""Runs the shards of a job as tasks of Spark: names of shards in, outcomes out, no object through the JVM.

An RDD with one slice for each shard makes each shard a task of its own. DataFrames are not used, because
adaptive execution would put many shards in one task. Speculation is off, because a second copy of a long
read helps nobody.
"""

import os
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import resources
from pathlib import Path
from typing import Any

from . import job as jobs
from .errors import Stopped, Usage
from .job import Job
from .progress import Progress
from .worker import Outcome, attempt

# Without the second number a local master tries each task once.
LOCAL = "local[2,4]"


def check_shards(path: str, numbers: Iterable[int]) -> Iterator[tuple[str, int, Any]]:
    """Checks the shards of a task. Yields what happened to each, without exceptions, which Spark repeats."""
    job = jobs.load(Path(path))
    for shard in numbers:
        kind, what = attempt(job, shard)
        yield kind, shard, what


def _context(master: str | None) -> Any:
    try:
        import pyspark
    except ImportError as error:
        raise Usage("Spark needs PySpark: pip install 'oldguard-fixity[spark]'") from error
    logging = resources.files(__package__).joinpath("log4j2.properties")
    conf = (
        pyspark.SparkConf()
        .setAppName("fixity")
        .set("spark.speculation", "false")
        .set("spark.task.maxFailures", "8")
        .set("spark.ui.showConsoleProgress", "false")
        .set("spark.executorEnv.PYTHONSAFEPATH", "1")
        .set("spark.driver.extraJavaOptions", f"-Dlog4j2.configurationFile={logging}")
    )
    if master or "PYSPARK_GATEWAY_PORT" not in os.environ:  # spark-submit has set the master
        conf.setMaster(master or LOCAL)
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    # Neither Spark nor a task finds a program or a module in the current folder.
    os.environ["PATH"] = os.pathsep.join(filter(os.path.isabs, os.get_exec_path()))
    os.environ["PYTHONSAFEPATH"] = "1"
    return pyspark.SparkContext.getOrCreate(conf)


class _Collected:
    """The result of a blocking call in a thread of its own."""

    def __init__(self, call: Callable[[], list[tuple[str, int, Any]]]) -> None:
        self._call = call
        self.rows: list[tuple[str, int, Any]] = []
        self.error: Exception | None = None
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def _run(self) -> None:
        try:
            self.rows = self._call()
        except Exception as error:  # of Spark, of py4j or of the connection to the JVM
            self.error = error


def run_on_spark(
    job: Job,
    shards: Sequence[int],
    progress: Progress,
    done: Callable[[int, Outcome], None],
    master: str | None,
) -> list[int]:
    """Checks shards as tasks of Spark. Returns those whose plan is damaged.

    Raises Stopped if a task cannot go on, or if a shard failed eight times. Every executor must see the
    folder of the job under the same path.
    """
    context = _context(master)
    path = str(job.path)
    try:
        rdd = context.parallelize(list(shards), len(shards)).mapPartitions(
            lambda part: check_shards(path, part)
        )
        collected = _Collected(rdd.collect)
        left = set(shards)
        while collected.thread.is_alive():
            collected.thread.join(1.0)
            for shard in [shard for shard in left if job.done_file(shard).exists()]:
                left.discard(shard)
                progress.finish(shard)
            progress.show()
        if collected.error is not None:
            raise Stopped(f"Spark: {_first_line(collected.error)}")
    finally:
        context.stop()
    return _outcomes(collected.rows, done)


def _first_line(error: Exception) -> str:
    lines = [line for line in str(error).splitlines() if line.strip() and not line.startswith("\tat ")]
    wanted = [line for line in lines if "Job aborted" in line or "failed" in line]
    return (wanted or lines or [type(error).__name__])[0].strip()[:300]


def _outcomes(rows: list[tuple[str, int, Any]], done: Callable[[int, Outcome], None]) -> list[int]:
    damaged: list[int] = []
    for kind, shard, what in rows:
        if kind == "done":
            done(shard, what)
        elif kind == "damaged":
            damaged.append(shard)
    stopped = next((what for kind, _, what in rows if kind == "stopped"), None)
    if stopped is not None:
        raise Stopped(stopped)
    return damaged
