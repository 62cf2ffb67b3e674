# SPDX-License-Identifier: MIT
"""Programs under test and beside it."""

import os
import shutil
import subprocess

# Messages are compared byte for byte, and which characters a name may show depends on the locale.
BASE_ENV = {
    **{k: v for k, v in os.environ.items() if not k.startswith(("OLDGUARD", "LC_", "LANG"))},
    "LC_ALL": "C.UTF-8",
}


# Seconds after which a program hangs: far more than any takes, on however busy a machine.
PATIENCE = 600


class Tool:
    """A program that is run with captured output, bytes in and bytes out.

    A wrapper, such as valgrind, runs the program where nothing but its end is waited for.
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
        """The running process, for tests that interrupt it."""
        return subprocess.Popen([*self.command, *args], env={**BASE_ENV, **(env or {})}, **options)

    def peak_memory(self, *args, **options):
        """Runs the program with its output thrown away: exit status, peak resident size in KiB."""
        process = self.start(*args, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        return process.returncode, usage.ru_maxrss


def needed(name):
    """A tool that the comparison needs: its absence is a failure, not a pass."""
    assert shutil.which(name), f"{name} is not installed: scripts/setup does that"
    return Tool(name)
