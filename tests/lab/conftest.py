# SPDX-License-Identifier: MIT
"""Helpers of the tests of the lab."""

import os
import subprocess
import sys

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[:0] = [os.path.join(ROOT, "bench"), os.path.join(ROOT, "asm")]
from lab import results  # noqa: E402 (the path has to be set first)

BUILD = os.environ.get("OLDGUARD_BUILD", os.path.join(ROOT, "build"))
LAB = [sys.executable, os.path.join(ROOT, "bench", "lab", "oldguard-lab")]


def lab(*arguments, **more):
    return subprocess.run([*LAB, *map(str, arguments)], capture_output=True, text=True, timeout=3600, **more)


@pytest.fixture
def program(tmp_path):
    """Returns a function that writes an executable script and returns its path."""

    def make(name, text):
        path = tmp_path / "bin" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)
        return path

    return make


def row(op="sha1.blocks", name="sha1_c_fast", size=16384, cpb=4.0, **more):
    cycles = cpb * size
    return {
        "op": op,
        "name": name,
        "stem": name,
        "kind": "kernel",
        "bits": 64,
        "size": size,
        "cycles_per_call": cycles,
        "cycles_per_call_median": cycles * 1.01,
        "core_mhz": 2000.0,
        "noisy": False,
        "cycles": [cycles * (1 + i / 1000) for i in range(12)],
    } | more


def compiled(flags, cpb, stem="sha1_c_fast", compiler="gcc-12", **more):
    return row(
        name=f"{compiler}{flags}.{stem}",
        stem=stem,
        cpb=cpb,
        kind="compiled",
        compiler=compiler,
        flags=flags,
        **more,
    )


def document(*rows):
    variants = [
        {
            "name": f"{compiler}{flags}",
            "bits": 64,
            "compiler": compiler,
            "version": "gcc 12",
            "flags": flags,
            "problem": "",
        }
        for compiler, flags in sorted({(r["compiler"], r["flags"]) for r in rows if r["kind"] == "compiled"})
    ]
    return {
        "schema": results.SCHEMA,
        "version": results.VERSION,
        "complete": True,
        "missing": [],
        "provenance": {
            "commit": "0123456789ab",
            "bench": {
                "cpu": "A processor",
                "cpu_id": "family 6 model 143 stepping 8",
                "compiler": "GNU 12",
                "flags": "-O2",
                "date": "2026-11-22T00:00:00Z",
                "oldguard": "0.1.0",
                "clock_description": "a clock, with more about it",
            },
        },
        "variants": variants,
        "peers": [],
        "rows": list(rows),
        "problems": [],
        "notes": [],
    }


def bench_report(*rows, **more):
    """Returns what `oldguard bench --json` prints, as a dictionary."""
    return {
        "oldguard": "0.1.0",
        "format": 1,
        "cpu": "x",
        "cpu_id": "y",
        "bits": 64,
        "core_mhz": 2000.0,
        "rows": list(rows),
        "peers": [],
        "problems": [],
        "notes": [],
    } | more


def bench_row(least=100, bits=64, **more):
    return {
        "op": "sha1.blocks",
        "kernel": "sha1_c_ref",
        "peer": False,
        "bits": bits,
        "size": 64,
        "cycles_per_call": least,
        "cycles_per_call_median": least,
        "noisy": False,
        "samples": 9,
        "cycles": [least] * 9,
    } | more
