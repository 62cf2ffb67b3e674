# SPDX-License-Identifier: MIT
"""Shows the progress of a job on standard error: a line that is redrawn, lines, or JSON lines."""

import json
import sys
import time
from collections import deque

from .job import Job
from .text import duration, number, size

WINDOW = 30.0  # seconds for which the rate is taken: a resumed object adds all its saved bytes at once
SECONDS = {"terminal": 0.2, "lines": 10.0, "json": 1.0}


class Progress:
    """Objects and bytes of shards that are done and that are in work."""

    def __init__(self, job: Job, mode: str) -> None:
        self._job = job
        self._mode = mode
        if mode == "auto":
            self._mode = "terminal" if sys.stderr.isatty() else "lines"
        self._shown = time.monotonic()
        self._samples = deque([(self._shown, 0)])  # times and bytes
        self._left = len(job.about.shards)
        self._objects = self._bytes = 0
        self._working: dict[int, list[int]] = {}

    def start(self, done: list[int]) -> None:
        """Counts the shards of earlier runs."""
        for shard in done:
            self.finish(shard)
        self._samples = deque([(time.monotonic(), self._bytes)])

    def add(self, shard: int, objects: int, octets: int) -> None:
        """Counts objects and bytes of a shard in work."""
        working = self._working.setdefault(shard, [0, 0])
        working[0] += objects
        working[1] += octets

    def forget(self, shard: int) -> None:
        """Forgets a shard whose worker was killed."""
        self._working.pop(shard, None)

    def finish(self, shard: int) -> None:
        """Counts a shard as done."""
        self._working.pop(shard, None)
        objects, octets = self._job.about.shards[shard]
        self._objects += objects
        self._bytes += octets
        self._left -= 1

    def _rate(self, now: float, octets: int) -> float:
        """Returns the bytes a second since the oldest sample of the window."""
        self._samples.append((now, octets))
        while len(self._samples) > 2 and now - self._samples[0][0] > WINDOW:
            self._samples.popleft()
        begun, before = self._samples[0]
        return (octets - before) / max(now - begun, 1e-3)

    def show(self, last: bool = False) -> None:
        """Prints the progress if the time for it has come."""
        now = time.monotonic()
        if self._mode == "none" or (not last and now - self._shown < SECONDS[self._mode]):
            return
        self._shown = now
        about = self._job.about
        objects = self._objects + sum(working[0] for working in self._working.values())
        octets = self._bytes + sum(working[1] for working in self._working.values())
        rate = self._rate(now, octets)
        eta = (about.bytes - octets) / rate if rate > 0 else None
        if self._mode == "json":
            fields = {
                "objects": objects,
                "objects_total": about.objects,
                "bytes": octets,
                "bytes_total": about.bytes,
                "bytes_per_second": round(rate),
                "eta_seconds": None if eta is None else round(eta),
                "shards_left": self._left,
            }
            line = json.dumps({"v": 1, "progress": fields})
        else:
            line = f"{number(objects)} of {number(about.objects)} objects, {size(octets)} of {size(about.bytes)}, "
            line += f"{size(round(rate))}/s, {number(self._left)} shards left"
            line += f", {duration(eta)}" if eta is not None and not last else ""
        end = "\n" if last or self._mode != "terminal" else ""
        print(f"\r\033[K{line}" if self._mode == "terminal" else line, end=end, file=sys.stderr, flush=True)
