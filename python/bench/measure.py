# SPDX-License-Identifier: MIT
"""Times functions beside each other.

A time is the minimum of many short samples. The functions take turns, so that a disturbance falls on all of
them. `nanoseconds` is for calls, by the wall clock. `cpu_seconds` is for whole programs, by the process's CPU time.
"""

import gc
import time

SAMPLES = 60
SAMPLE_NS = 1_000_000


def _rounds(work):
    """Returns how often work runs in a sample of about a millisecond."""
    rounds = 1
    while True:
        start = time.perf_counter_ns()
        for _ in range(rounds):
            work()
        took = time.perf_counter_ns() - start
        if took >= SAMPLE_NS // 4 or rounds >= 1 << 20:
            return max(1, rounds * SAMPLE_NS // max(took, 1))
        rounds *= 4


def nanoseconds(works, per_call=1):
    """Returns the nanoseconds of each of the functions of a dict, divided by the units of work in a call."""
    gc.disable()
    try:
        rounds = {name: _rounds(work) for name, work in works.items()}
        best = dict.fromkeys(works, float("inf"))
        for _ in range(SAMPLES):
            for name, work in works.items():
                loop = range(rounds[name])
                start = time.perf_counter_ns()
                for _ in loop:
                    work()
                best[name] = min(best[name], (time.perf_counter_ns() - start) / rounds[name])
    finally:
        gc.enable()
    return {name: ns / per_call for name, ns in best.items()}


def cpu_seconds(works, samples=15):
    """Returns the CPU seconds of the process, all threads, for each of the functions of a dict."""
    best = dict.fromkeys(works, float("inf"))
    for _ in range(samples):
        for name, work in works.items():
            start = time.process_time()
            work()
            best[name] = min(best[name], time.process_time() - start)
    return best
