# SPDX-License-Identifier: MIT
"""Runs the command and the programs it is compared with."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

# Messages are compared byte for byte, and the locale determines which characters are printed.
BASE_ENV = {
    **{k: v for k, v in os.environ.items() if not k.startswith(("OLDGUARD", "LC_", "LANG"))},
    **{k: v for k, v in os.environ.items() if k == "OLDGUARD_CPU"},  # of tests/masks
    "LC_ALL": "C.UTF-8",
}

# UndefinedBehaviorSanitizer opens a pipe to look at an object, and reports the object if it cannot.
needs_descriptors = pytest.mark.skipif(
    "sanitize" in os.environ.get("CFLAGS", ""), reason="the sanitizers need descriptors"
)


def slow(*values):
    """Returns a parameter's values that the full run alone tries."""
    return pytest.param(*values, marks=pytest.mark.slow)


# Seconds after which a program counts as hanging: far more than any needs on a busy machine.
PATIENCE = 600


class Tool:
    """Runs a program with captured output. Input and output are bytes.

    A wrapper, such as valgrind, is used only by __call__, which waits for the end of the program.
    """

    def __init__(self, *command, wrapper=()):
        self.command = [os.fspath(word) for word in command]
        self.wrapper = wrapper

    def __call__(self, *args, env=None, timeout=PATIENCE, **options):
        options.setdefault("stdin", subprocess.DEVNULL if "input" not in options else None)
        if options["stdin"] is None:
            del options["stdin"]
        options.setdefault("stdout", subprocess.PIPE)
        options.setdefault("stderr", subprocess.PIPE)
        return subprocess.run(
            [*self.wrapper, *self.command, *args],
            env={**BASE_ENV, **(env or {})},
            timeout=timeout,
            check=False,
            **options,
        )

    def start(self, *args, env=None, **options):
        """Starts the program and returns the process, for tests that interrupt it."""
        return subprocess.Popen([*self.command, *args], env={**BASE_ENV, **(env or {})}, **options)

    def peak_memory(self, *args, **options):
        """Runs the program without output. Returns the exit status and the peak resident size in KiB."""
        process = self.start(*args, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        return process.returncode, usage.ru_maxrss


def needed(name):
    """Returns a tool. A missing tool is a failure, not a pass."""
    assert shutil.which(name), f"{name} is not installed: dev/scripts/setup does that"
    return Tool(name)


def make(*names, folder="tree", data=b"hello"):
    """Writes files with the same content below a folder."""
    os.makedirs(folder, exist_ok=True)
    for name in names:
        path = Path(folder, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
