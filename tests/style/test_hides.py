# SPDX-License-Identifier: MIT
"""tests/masks/hides: a test is left out under a mask only if the mask changes nothing on this CPU."""

import os
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[1] / "masks" / "hides"


@pytest.mark.parametrize(
    "mask, status",
    [
        ("-avx2", 7),
        ("-avx512f", 125),
        ("-avx512f,-gfni", 125),
        ("-avx512f,-avx2", 7),
        ("-avx", 1),
        ("-avx512f,-no", 1),
    ],
)
def test_status(tmp_path, mask, status):
    """The probe's line of avx2 is not taken for one of avx, and an unknown feature is a failure."""
    probe = tmp_path / "probe"
    probe.write_text(
        '#!/bin/sh\n[ -z "$OLDGUARD_CPU" ] || exit 1\nprintf "cpu avx2=1\\ncpu avx512f=0\\ncpu gfni=0\\n"\n'
    )
    probe.chmod(0o755)
    environment = {**os.environ, "OLDGUARD_CPU": mask}
    done = subprocess.run(
        [SCRIPT, probe, "sh", "-c", "exit 7"], env=environment, check=False, capture_output=True
    )
    assert done.returncode == status
