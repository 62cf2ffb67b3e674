# SPDX-License-Identifier: MIT
"""Runs `oldguard bench` for the lab."""

import json
import os
import signal
import subprocess

PROGRAMS = {64: "oldguard", 32: os.path.join("32", "oldguard32")}  # in the build folder


class BenchError(Exception):
    """The bench printed no report. The message is its last line or the way it ended."""


class NoRows(BenchError):
    """The program of a word size refused the patterns: they match no row of it."""


class Bench:
    def __init__(self, build, noise=False):
        """build: a build folder. noise: keep the figure of a row whose samples were all disturbed."""
        self.noise = noise
        self.programs = {bits: os.path.join(build, name) for bits, name in PROGRAMS.items()}

    def word_sizes(self):
        """Returns the word sizes whose program was built."""
        return [bits for bits, program in self.programs.items() if os.path.exists(program)]

    def run(self, bits, peers, only, sizes, budget, quick, environment=None):
        """Runs the bench of a word size and returns its report as a dictionary. Wrong answers are in its "problems".
        peers: the folder of the modules; those of 32 bits are in its folder 32. environment: more variables."""
        command = [
            self.programs[bits],
            "bench",
            "--json",
            "--only",
            ",".join(only),
            "--size",
            ",".join(map(str, sizes)),
            "--budget",
            f"{budget:g}",
            *(["--quick"] if quick else []),
            *(["--accept-noise"] if self.noise else []),
        ]
        peers = os.path.join(peers, "32") if bits == 32 else peers
        environment = {**os.environ, **(environment or {}), "OLDGUARD_PEERS": peers}
        if bits not in self.word_sizes():
            raise BenchError(f"{self.programs[bits]} is missing, which times {bits}-bit code")
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
            error = NoRows if running.returncode == 2 and "no row matches" in err else BenchError
            raise error(_how(running.returncode, err)) from None


def _how(status, err):
    if status < 0:
        return f"it was terminated by {signal.Signals(-status).name}"
    lines = err.strip().splitlines()
    return f"exit status {status}" + (f": {lines[-1]}" if lines else "")
