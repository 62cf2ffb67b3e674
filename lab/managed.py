# SPDX-License-Identifier: MIT
"""The C# classes, by their own benchmark on Mono: rows of the same form as the bench's."""

import json
import os
import shutil
import subprocess
import tempfile

PATIENCE = 600      # seconds


def report(build, quick, core_mhz):
    """(rows, problem or ""); none of either where Mono or the classes are not there. core_mhz: turns
    times into cycles."""
    program = os.path.join(build, "managed", "bench.exe")
    if not os.path.exists(program) or not shutil.which("mono") or not core_mhz:
        return [], ""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "managed.json")
        try:
            done = subprocess.run(["mono", program, *(["--quick"] if quick else []), "--json", path],
                                  env={**os.environ, "LD_LIBRARY_PATH": build}, capture_output=True,
                                  text=True, timeout=PATIENCE)
            with open(path, encoding="utf-8") as file:
                rows = json.load(file)["rows"]
        except (OSError, ValueError, KeyError, subprocess.TimeoutExpired) as error:
            return [], f"managed: no figures: {error}"
    if done.returncode:
        return [], f"managed: exit status {done.returncode}: {done.stderr.strip()}"
    return [_row(row, core_mhz) for row in rows if row["op"] != "il"], ""


def _row(row, core_mhz):
    least, median = (row[key] * core_mhz / 1000 for key in ("ns_min", "ns_median"))
    return {"op": row["op"], "name": row["kernel"], "stem": row["kernel"], "bits": 64,
            "kind": "peer" if row["peer"] else "managed", "size": row["size"],
            "cpb_min": least / row["size"], "cpb_median": median / row["size"],
            "cycles_per_call": least, "cycles_per_call_median": median, "mib_s": row["mib_s"],
            "clock": row["clock"], "checked": row["checked"], "noisy": False, "cycles": []}
