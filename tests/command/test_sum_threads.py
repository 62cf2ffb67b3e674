# SPDX-License-Identifier: MIT
"""`oldguard sum -j8` on trees that use every path of the hashing threads. ThreadSanitizer runs it, too."""

import functools
import hashlib
import os
import random
import resource
from pathlib import Path

import pytest

from tools import needs_descriptors, slow


@pytest.fixture
def tree(workdir):
    """Writes small, large and sparse files in many folders. Returns the lines of sha1sum for them."""
    rng = random.Random(8)
    lines = []
    for folder in range(30):
        os.makedirs(f"t/{folder:02}")
        for i in range(20):
            name = f"t/{folder:02}/{i:02}"
            size = rng.choice([0, 100, 5000, 5000, 5000, 70000, 262144, 262145, 400000])
            Path(name).write_bytes(rng.randbytes(size))
            if i == 7:
                os.truncate(name, size + 700000)
            lines.append(f"{hashlib.sha1(Path(name).read_bytes()).hexdigest()}  {name}\n")
    return "".join(lines).encode()


def run(oldguard, *args, **options):
    result = oldguard("sum", *args, env={"TSAN_OPTIONS": "halt_on_error=1:exitcode=66"}, **options)
    assert result.returncode == 0, result.stderr
    return result.stdout


@pytest.mark.parametrize(
    "options", [[], slow(["--no-detect"]), ["--progress"], slow(["--kernel", "sha1_c_fast"])], ids=" ".join
)
def test_walk(oldguard, tree, options):
    assert run(oldguard, "-r", "-j8", *options, "t") == tree


def test_check(oldguard, tree):
    Path("list").write_bytes(tree * 3)
    assert run(oldguard, "-c", "-j8", "list").count(b": OK\n") == 3 * tree.count(b"\n")


@needs_descriptors
def test_few_descriptors(oldguard, tree):
    def limit():
        resource.setrlimit(resource.RLIMIT_NOFILE, (40, 40))

    assert run(oldguard, "-r", "-j8", "t", preexec_fn=limit) == tree


def test_stopped_in_the_middle(oldguard, tree):
    """The threads end when the output is lost."""
    with open("/dev/full", "wb") as full:
        result = oldguard(
            "sum", "-r", "-j8", "t", stdout=full, env={"TSAN_OPTIONS": "halt_on_error=1:exitcode=66"}
        )
    assert result.returncode == 3
    assert result.stderr == b"oldguard sum: write error: No space left on device\n"


@needs_descriptors
def test_threads_share_one_descriptor(oldguard, workdir):
    """Each small file is open for a moment. Threads that found no descriptor then reported EMFILE."""
    lines = []
    for i in range(600):
        data = random.Random(i).randbytes(i * 37 % 9000)
        Path(str(i)).write_bytes(data)
        lines.append(f"{hashlib.sha1(data).hexdigest()}  {i}\n")
    one = functools.partial(resource.setrlimit, resource.RLIMIT_NOFILE, (4, 4))
    for _ in range(3):
        found = run(oldguard, "-j32", *map(str, range(600)), preexec_fn=one)
        assert found == "".join(lines).encode()
