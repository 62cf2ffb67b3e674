# SPDX-License-Identifier: MIT
"""`oldguard bench` as the lab runs it."""

import json
import os
import signal
import subprocess


class BenchError(Exception):
    """It gave no report: what it said, or how it ended."""


class Bench:
    def __init__(self, program, seed=None):
        self.program, self.seed = program, seed

    def run(self, peers, only, sizes=(), budget=None, quick=False, bits="all", progress=False):
        """The report as a dictionary. Wrong answers are in its "problems"."""
        command = [self.program, "bench", "--json", "--only", ",".join(only), "--bits", str(bits)]
        if sizes:
            command += ["--size", ",".join(map(str, sizes))]
        if budget:
            command += ["--budget", f"{budget:g}"]
        if quick:
            command.append("--quick")
        if self.seed is not None:
            command += ["--seed", str(self.seed)]
        environment = {**os.environ, "OLDGUARD_PEERS": peers}
        errors = None if progress else subprocess.PIPE
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=errors,
                              text=True) as running:
            try:
                out, err = running.communicate()
            except BaseException:
                running.terminate()
                raise
        try:
            return json.loads(out)
        except ValueError:
            raise BenchError(_how(running.returncode, err)) from None

    def operations(self):
        done = subprocess.run([self.program, "kernels", "--json"], capture_output=True, text=True,
                              check=True)
        return json.loads(done.stdout)


def _how(status, err):
    if status < 0:
        return f"it was ended by {signal.Signals(-status).name}"
    lines = (err or "").strip().splitlines()
    return f"exit status {status}" + (f": {lines[-1]}" if lines else "")
