# SPDX-License-Identifier: MIT
"""What the tests of the lab share."""

import os
import subprocess
import sys

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, ROOT)
BUILD = os.environ.get("OLDGUARD_BUILD", os.path.join(ROOT, "build"))
LAB = [sys.executable, os.path.join(ROOT, "lab", "oldguard-lab")]


def lab(*arguments, **more):
    return subprocess.run([*LAB, *map(str, arguments)], capture_output=True, text=True, timeout=250,
                          **more)


@pytest.fixture
def program(tmp_path):
    """Makes an executable script; returns its path."""
    def make(name, text):
        path = tmp_path / "bin" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)
        return path
    return make


def row(op="sha1.blocks", name="sha1_c_fast", size=16384, cpb=4.0, **more):
    cycles = cpb * size
    return {"op": op, "name": name, "stem": name, "kind": "kernel", "bits": 64, "size": size,
            "cpb_min": cpb, "cpb_median": cpb * 1.01, "cycles_per_call": cycles,
            "cycles_per_call_median": cycles * 1.01, "mib_s": 2e9 / cpb / (1 << 20), "noisy": False,
            "cycles": [cycles * (1 + i / 1000) for i in range(12)], **more}


def document(*rows):
    return {"schema": "oldguard-lab", "version": 1, "complete": True, "missing": [],
            "provenance": {"commit": "0123456789ab", "bench": {
                "cpu": "A processor", "cpu_id": "family 6 model 143 stepping 8",
                "date": "2026-11-22T00:00:00Z", "oldguard": "0.1.0", "clock_description": "a clock"}},
            "variants": [], "peers": [], "rows": list(rows), "problems": [], "notes": []}
