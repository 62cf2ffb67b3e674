# SPDX-License-Identifier: MIT
"""Times the C# classes by their benchmark on Mono and makes rows like those of the bench."""

import json
import os
import shutil
import subprocess
import tempfile

PATIENCE = 600  # seconds
FOLDER = "mono"  # of the build: the C# classes and a library for them


def report(build, quick, core_mhz):
    """Returns {"rows", "sizes", "problems", "notes"}.

    sizes: the size of the IL of each class. notes: the reason if there are no rows. core_mhz converts times to
    cycles.
    """
    found = {"rows": [], "sizes": [], "problems": [], "notes": []}
    why = _absent(build, core_mhz)
    if why:
        return found | {"notes": [f"no rows of the C# classes: {why}"]}
    with tempfile.TemporaryDirectory() as scratch:
        path = os.path.join(scratch, "managed.json")
        try:
            _bench(build, *(["--quick"] if quick else []), "--json", path)
            with open(path, encoding="utf-8") as file:
                for row in json.load(file)["rows"]:
                    if row["op"] == "il":
                        found["sizes"].append([row["kernel"], row["bytes"], row["instructions"]])
                    else:
                        found["rows"].append(_row(row, core_mhz))
        except subprocess.CalledProcessError as error:
            found["problems"].append(f"managed: exit status {error.returncode}: {error.stderr.strip()}")
        except (OSError, ValueError, KeyError, subprocess.TimeoutExpired) as error:
            found["problems"].append(f"managed: no figures: {error}")
    return found


def _absent(build, core_mhz):
    """Returns why the classes cannot be timed, or ""."""
    if not os.path.exists(os.path.join(build, FOLDER, "managed", "bench.exe")):
        return "`make managed` has not built them"
    if not shutil.which("mono"):
        return "mono is not on the PATH"
    return "" if core_mhz else "the clock of the core was not measured"


def _bench(build, *arguments):
    folder = os.path.join(build, FOLDER)
    subprocess.run(
        ["mono", os.path.join(folder, "managed", "bench.exe"), *arguments],
        env={**os.environ, "LD_LIBRARY_PATH": folder},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )


def _row(row, core_mhz):
    least, median = (row[key] * core_mhz / 1000 for key in ("ns_min", "ns_median"))
    return {
        "op": row["op"],
        "name": row["kernel"],
        "stem": row["kernel"],
        "bits": 64,
        "kind": "peer" if row["peer"] else "managed",
        "size": row["size"],
        "cycles_per_call": least,
        "cycles_per_call_median": median,
        "core_mhz": core_mhz,
        "clock": row["clock"],
        "noisy": False,
        "cycles": [],
    }
