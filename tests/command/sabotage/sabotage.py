# SPDX-License-Identifier: MIT
"""Runs a program with the library of sabotage.c and judges its reaction to a failed call."""

import errno
import os
import re
import struct
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from tools import BASE_ENV, PATIENCE

MEMORY = {"malloc", "calloc", "realloc", "aligned_alloc", "mmap", "mprotect"}
COUNTS = ".counts"


@dataclass
class Run:
    """The result of a run. `calls` counts the calls by function, `failed` is the call that failed."""

    status: int
    stdout: bytes
    stderr: str
    files: dict
    calls: dict
    failed: str


@dataclass
class Scenario:
    """One use of a program, in a folder with these files.

    `harmless` gives, for the pattern of a failed call, the reason why the result is right without it.
    `plain` makes equal what is as good: the content of a file, or standard output. An output in
    `partial` lacks the new lines of unread files after a failed call that matches its pattern.
    `stderr` is the text of a run without a failed call.
    """

    name: str
    args: list
    files: dict
    stdin: bytes = b""
    env: dict = field(default_factory=dict)
    harmless: dict = field(default_factory=dict)
    plain: callable = lambda content: content
    partial: dict = field(default_factory=dict)
    stderr: str = ""


def files_here():
    """Returns the contents of all files below the current folder by name."""
    return {
        str(path): path.read_bytes()
        for path in Path(".").rglob("*")
        if path.is_file() and path.name != COUNTS
    }


class Saboteur:
    """Runs a program whose calls can be made to fail."""

    def __init__(self, library, program):
        self.library, self.program = library, program

    def __call__(self, scenario, fault=""):
        """Creates the files of a scenario and runs it. The fault is FUNCTION:N:HOW of sabotage.c."""
        for path in files_here():
            os.unlink(path)
        for name, content in scenario.files.items():
            Path(name).parent.mkdir(parents=True, exist_ok=True)
            Path(name).write_bytes(content)
        return self.again(scenario, fault)

    def again(self, scenario, fault=""):
        """Runs a scenario with the files in the current folder."""
        here = os.getcwd()
        Path(COUNTS).write_bytes(b"")
        env = {
            **BASE_ENV,
            "HOME": here,
            **scenario.env,
            "LD_PRELOAD": self.library,
            "SABOTAGE_COUNTS": f"{here}/{COUNTS}",
            "SABOTAGE": fault,
        }
        done = subprocess.run(
            [self.program, *scenario.args],
            env=env,
            input=scenario.stdin,
            timeout=PATIENCE,
            capture_output=True,
            check=False,
        )
        counts = Path(COUNTS).read_bytes()
        calls = {
            name.rstrip(b"\0").decode(): calls
            for name, calls in struct.iter_unpack("28sI", counts[512:])
            if calls
        }
        function, _, file = counts[:512].rstrip(b"\0").decode().partition(" ")
        if file.startswith((here, ".")):
            file = os.path.relpath(file)
        return Run(
            done.returncode,
            done.stdout,
            done.stderr.decode(),
            files_here(),
            calls,
            f"{function} {file}".strip(),
        )


def faults_of(function):
    """Returns the faults that a call of the function can have."""
    if function in MEMORY:
        return [f"{errno.ENOMEM}", f"{errno.ENOMEM}+"]
    if function in ("read", "pread"):
        return ["short", f"{errno.EINTR}", f"{errno.EIO}"]
    if function in ("write", "pwrite"):
        return ["short", f"{errno.EINTR}", f"{errno.EIO}", f"{errno.ENOSPC}+"]
    if function == "poll":
        return [f"{errno.EINTR}", f"{errno.ENOMEM}"]
    if function == "pthread_create":
        return [f"{errno.EAGAIN}", f"{errno.EAGAIN}+"]
    return [f"{errno.EIO}"]


def must_go_on(fault):
    """Returns whether the program must continue: after a partial read or write, or EINTR."""
    return fault in ("short", f"{errno.EINTR}")


def sample(count, most):
    """Returns the numbers of the calls to fail, from 1: all, or `most` of them, first and last included."""
    if count <= most:
        return range(1, count + 1)
    first, last = most // 2, most // 4
    between = range(first + 1, count - last + 1)
    return [*range(1, first + 1), *between[:: -(-len(between) // last)], *range(count - last + 1, count + 1)]


def says_why(run, fault):
    """Returns whether a message of the program, or its JSON line, names the error or the file."""
    function, _, file = run.failed.partition(" ")
    number = re.match(r"\d+", fault)
    causes = [os.strerror(int(number.group()))] if number else []
    causes += [file] if file else []
    if function in MEMORY:
        causes = ["out of memory", *causes]
    return any(
        re.match(r'oldguard( [a-z0-9]+)*: .|\{"v":1,.*"error":', line)
        and any(cause in line for cause in causes)
        for line in [*run.stderr.splitlines(), *run.stdout.decode(errors="replace").splitlines()]
    )


def is_harmless(scenario, failed):
    """Returns whether the scenario declares the failure harmless. The end of an input loses no data."""
    return (
        any(re.fullmatch(pattern, failed) for pattern in scenario.harmless)
        or failed.removeprefix("close ").removesuffix(" (deleted)") in scenario.files
    )


def is_partial(scenario, clean, run, name):
    """Returns whether a file has no lines but complete ones, for a reason that allows some to lack."""
    lines = {*scenario.plain(run.files.get(name, b"")).splitlines(True)}
    before, after = (scenario.plain(files.get(name, b"")) for files in (scenario.files, clean.files))
    allowed = re.fullmatch(scenario.partial.get(name, "$."), run.failed)
    return run.status > 0 and allowed and lines <= {*before.splitlines(True), *after.splitlines(True)}


def objections(scenario, clean, run, fault):
    """Returns the objections to a run with a failed call. `clean` is the run without it."""
    plain, before, after = scenario.plain, scenario.files, clean.files
    files = {name: content for name, content in run.files.items() if run.failed != f"unlink {name}"}
    wrong = []
    for name in sorted({*before, *after, *files}):
        states = [plain(state[name]) if name in state else None for state in (before, after)]
        found = plain(files[name]) if name in files else None
        if found not in states and not is_partial(scenario, clean, run, name):
            wrong.append(f"{name} is neither old nor new")
    if run.status < 0:
        return [*wrong, f"killed by signal {-run.status}"]
    if run.status > 0:
        if must_go_on(fault):
            wrong.append("did not go on")
        if not says_why(run, fault):
            wrong.append("no message says why")
        return wrong
    if plain(run.stdout) != plain(clean.stdout):
        wrong.append("success after other output")
    if {name: plain(content) for name, content in files.items()} != {
        name: plain(content) for name, content in after.items()
    }:
        wrong.append("success with other files")
    if not must_go_on(fault) and not is_harmless(scenario, run.failed):
        wrong.append("nobody noticed")
    return wrong
