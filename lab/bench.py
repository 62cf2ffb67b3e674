# SPDX-License-Identifier: MIT
"""Runs `oldguard bench` for the lab."""

import json
import os
import signal
import subprocess


class BenchError(Exception):
    """The bench printed no report. The message is its last line or the way it ended."""


class Bench:
    def __init__(self, program):
        self.program = program

    def run(self, peers, only, sizes, budget, quick, bits="all", environment=None):
        """Runs the bench and returns its report as a dictionary. Wrong answers are in its "problems".
        environment: more variables."""
        command = [
            self.program,
            "bench",
            "--json",
            "--only",
            ",".join(only),
            "--bits",
            str(bits),
            "--size",
            ",".join(map(str, sizes)),
            "--budget",
            f"{budget:g}",
            *(["--quick"] if quick else []),
        ]
        environment = {**os.environ, **(environment or {}), "OLDGUARD_PEERS": peers}
        with subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as running:
            try:
                out, err = running.communicate()
            except BaseException:
                running.terminate()
                raise
        try:
            return json.loads(out)
        except ValueError:
            raise BenchError(_how(running.returncode, err)) from None


def _how(status, err):
    if status < 0:
        return f"it was terminated by {signal.Signals(-status).name}"
    lines = err.strip().splitlines()
    return f"exit status {status}" + (f": {lines[-1]}" if lines else "")
