# SPDX-License-Identifier: MIT
"""The records of tests become results of the right platform, and a failure or a skipped test is seen."""

import pytest
import records
from known import Platform

PLATFORM = Platform("System", "here", tests=("toolchains.cc", "system.command"))
OUTPUT = """cc: exports: ok
record here compiler=CC 1
record there compiler=CC 2
record here test=portable
record here test=check
record here checked=12
record here kernel=sha1_c_fast
"""


def read(cc="run", command="run", output=OUTPUT):
    tests = {"toolchains.cc": cc, "system.command": command}
    ran = {name: {"status": status, "output": ""} for name, status in tests.items()}
    ran["toolchains.cc"]["output"] = output
    return records.read(PLATFORM, ran)


def test_a_good_result():
    found = read()
    assert (found["failed"], found["compiler"], found["checked"]) == ([], "CC 1", 12)
    assert set(found["tests"]) == {"portable", "check", "command"}
    assert list(found["kernels"]) == ["sha1_c_fast"]


def test_failures_are_seen():
    assert read(cc="fail")["failed"] == ["toolchains.cc"]
    assert read(command="fail")["tests"]["command"]["status"] == "fail"


def test_a_skipped_test_is_no_result():
    assert read(cc="notrun") is None
    assert records.read(PLATFORM, {}) is None


def test_an_unknown_key():
    with pytest.raises(ValueError, match="speed"):
        read(output="record here speed=2\n")
