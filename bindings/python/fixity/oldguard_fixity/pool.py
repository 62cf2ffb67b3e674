# SPDX-License-Identifier: MIT
"""Runs shards in worker processes. A worker that is killed costs its shard, which another one checks."""

import multiprocessing
import multiprocessing.connection
import os
import signal
import time
from collections import deque
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from multiprocessing.context import ForkProcess
from typing import Any

from .errors import Stopped
from .job import Job
from .progress import Progress
from .worker import Outcome, attempt

ATTEMPTS = 3  # workers that a shard may kill before the run stops
REPORT_SECONDS = 0.5


def _serve(job: Job, orders: Connection, others: Sequence[Connection]) -> None:
    """Checks the shards that arrive, until the connection ends. `others` belong to the parent."""
    for number in (signal.SIGINT, signal.SIGHUP):  # a terminal sends them to all of its processes
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    for connection in others:
        connection.close()
    try:
        while True:
            _answer(job, orders, orders.recv())
    except (EOFError, BrokenPipeError):
        pass  # the parent is gone


def _answer(job: Job, orders: Connection, shard: int) -> None:
    waiting = [0, 0]
    sent = time.monotonic()

    def progress(objects: int, size: int) -> None:
        nonlocal sent
        waiting[0] += objects
        waiting[1] += size
        if time.monotonic() - sent > REPORT_SECONDS:
            try:
                orders.send(("progress", *waiting))
            except OSError:
                raise SystemExit(1) from None  # the parent is gone, which is no error of an object
            waiting[:] = [0, 0]
            sent = time.monotonic()

    orders.send(attempt(job, shard, progress))


class _Worker:
    """A process and the shard that it checks."""

    def __init__(self, job: Job, others: Sequence[Connection]) -> None:
        self.orders, theirs = multiprocessing.Pipe()
        context = multiprocessing.get_context("fork")
        self.process: ForkProcess = context.Process(
            target=_serve, args=(job, theirs, [*others, self.orders]), daemon=True
        )
        self.process.start()
        theirs.close()
        self.shard: int | None = None

    def begin(self, shard: int) -> None:
        self.shard = shard
        self.orders.send(shard)


class Pool:
    """Worker processes and the shards that are left."""

    def __init__(self, job: Job, jobs: int, shards: Sequence[int], progress: Progress) -> None:
        self._job = job
        self._left = deque(shards)
        self._progress = progress
        self._deaths: dict[int, int] = {}
        self._workers: list[_Worker] = []
        self._jobs = max(1, min(jobs, len(shards)))
        self.damaged: list[int] = []

    def run(self, done: Callable[[int, Outcome], None]) -> None:
        """Checks all shards and calls done for each. Raises Stopped if a worker cannot go on."""
        try:
            for _ in range(self._jobs):
                self._start()
            while busy := [worker for worker in self._workers if worker.shard is not None]:
                ready = multiprocessing.connection.wait([worker.orders for worker in busy], timeout=1.0)
                for worker in busy:
                    if worker.orders in ready:
                        self._hear(worker, done)
                self._progress.show()
        finally:
            for worker in self._workers:
                worker.orders.close()
                worker.process.kill()
                worker.process.join()

    def _start(self) -> None:
        worker = _Worker(self._job, [other.orders for other in self._workers])
        self._workers.append(worker)
        self._next(worker)

    def _next(self, worker: _Worker) -> None:
        worker.shard = None
        if self._left:
            worker.begin(self._left.popleft())

    def _hear(self, worker: _Worker, done: Callable[[int, Outcome], None]) -> None:
        shard = worker.shard
        assert shard is not None
        try:
            message: tuple[Any, ...] = worker.orders.recv()
        except (EOFError, ConnectionResetError):
            self._bury(worker, shard)
            return
        kind, *rest = message
        if kind == "progress":
            self._progress.add(shard, *rest)
        elif kind == "stopped":
            raise Stopped(rest[0])
        else:
            if kind == "damaged":
                self.damaged.append(shard)
            else:
                done(shard, rest[0])
            self._progress.finish(shard)
            self._next(worker)

    def _bury(self, worker: _Worker, shard: int) -> None:
        worker.orders.close()
        worker.process.join()
        self._workers.remove(worker)
        self._deaths[shard] = self._deaths.get(shard, 0) + 1
        if self._deaths[shard] == ATTEMPTS:
            raise Stopped(f"shard {shard} ended {ATTEMPTS} workers (exit status {worker.process.exitcode})")
        self._progress.forget(shard)
        self._left.append(shard)
        self._start()


def processors() -> int:
    """Returns the number of processors that this process may use."""
    return len(os.sched_getaffinity(0))
