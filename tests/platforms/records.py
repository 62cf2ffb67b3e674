# SPDX-License-Identifier: MIT
"""The records that tests of tests/toolchains and tests/windows print about a platform.

A test of CTest whose name ends in ".command" counts as the test "command". A record is a line "record PLATFORM
KEY=VALUE". PLATFORM is Platform.file of known.py. The keys are:

    library   what became of the library, if not "builds"
    command   what became of the command, if its tests did not run
    test      a test that passed: portable, check, kernels, bench or command
    checked   how many kernels the conformance harness passed
    kernel    a kernel that is chosen for large data
    compiler  the compiler and its version
    runner    what ran the programs, if not this system and its processor
"""

import re

LINE = re.compile(r"^record (\S+) (\w+)=(.*)$", re.M)
KEYS = {"library", "command", "test", "checked", "kernel", "compiler", "runner"}


def read(platform, tests):
    """Returns the results of a platform from the tests of CTest by name, or None if one was skipped."""
    ran = [tests.get(name, {"status": "notrun", "output": ""}) for name in platform.tests]
    if any(test["status"] == "notrun" for test in ran):
        return None
    failed = [name for name, test in zip(platform.tests, ran, strict=True) if test["status"] != "run"]
    found = {"built": True, "failed": failed, "compiler": "", "runner": "", "checked": 0}
    found["tests"], found["kernels"] = {}, {}
    for ctest_name, test in zip(platform.tests, ran, strict=True):
        if ctest_name.endswith(".command"):
            found["tests"]["command"] = {"status": test["status"]}
        for name, key, value in LINE.findall(test["output"]):
            if key not in KEYS:
                raise ValueError(f"unknown key in a record: {key}")
            if name != platform.file:
                continue
            if key == "test":
                found["tests"][value] = {"status": "run"}
            elif key == "kernel":
                found["kernels"][value] = value
            else:
                found[key] = int(value) if key == "checked" else value
    return found
