# SPDX-License-Identifier: MIT
"""CPython's own test_hashlib with oldguard in hashlib."""

import importlib.util
import re
import subprocess
import sys

import pytest

RUN = """
import sys, unittest
import oldguard.hashlib
oldguard.hashlib.install()
from test import support, test_hashlib
support.use_resources = []  # no downloads
made = test_hashlib.HashLibTestCase("test_hexdigest").constructors_to_test["sha1"]
assert oldguard.sha1 in made, made
unittest.main(module=test_hashlib)
"""


def test_test_hashlib():
    if importlib.util.find_spec("test") is None or importlib.util.find_spec("test.test_hashlib") is None:
        pytest.skip("this Python has no test.test_hashlib: Debian's libpython3-testsuite has it")
    done = subprocess.run([sys.executable, "-c", RUN], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-5000:]
    assert int(re.search(r"Ran (\d+) tests", done.stderr)[1]) > 60
