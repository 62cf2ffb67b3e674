# SPDX-License-Identifier: MIT
"""Runs commands and measures the CPU time of all their processes."""

import dataclasses
import os
import statistics
import subprocess


@dataclasses.dataclass
class Usage:
    """What one run of a command used: seconds, and the peak resident size of its largest process in MiB."""

    cpu: float
    wall: float
    memory: float


class CommandFailed(Exception):
    """A command could not be started or ended with another status than 0."""


def run(command, folder, clock):
    """Runs a shell command in a folder with its output discarded. Returns its usage.

    The CPU time is user and system time of the shell and of all processes that it waited for.
    """
    start = clock()
    process = subprocess.Popen(
        ["/bin/sh", "-c", command],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env={**os.environ, "LC_ALL": "C"},
    )
    message = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    wall = clock() - start
    if process.returncode != 0:
        last = message.decode(errors="replace").strip().splitlines()
        raise CommandFailed(last[-1] if last else f"exit status {process.returncode}")
    return Usage(usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / 1024)


def rounds(commands, folder, count, clock, runner=run):
    """Runs all commands `count` times, one round after the other. Returns (usages, failures) by name.

    The commands of a round follow each other, so that a change of the machine's speed affects all of them.
    Every second round has the reversed order. A command that fails is not run again. A run before the
    first round fills the cache and is not counted.
    """
    usages = {name: [] for name in commands}
    failures = {}
    for number in range(count + 1):
        order = list(commands) if number % 2 else list(reversed(commands))
        for name in order:
            if name in failures:
                continue
            try:
                usage = runner(commands[name], folder, clock)
            except CommandFailed as failure:
                failures[name] = str(failure)
                continue
            if number > 0:
                usages[name].append(usage)
    return usages, failures


def median(usages, what):
    """Returns the median of one member of the usages."""
    return statistics.median(getattr(usage, what) for usage in usages)
