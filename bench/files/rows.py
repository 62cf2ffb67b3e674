# SPDX-License-Identifier: MIT
"""The comparisons: what oldguard runs, what the other program runs, and the target of the ratio."""

import dataclasses
import functools
import shlex
import shutil
import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent


@dataclasses.dataclass
class Row:
    """One line of the table. `ours` and `other` are names of commands of the group."""

    label: str
    ours: str
    other: str
    target: float = 0  # the largest ratio that is accepted; 0 without a target
    measure: str = "cpu"
    scale: float = 1  # factor of what `other` used


@dataclasses.dataclass
class Group:
    """Commands that run in one tree, in turns, and the rows made from them."""

    tree: str  # a method of Trees
    title: str
    commands: dict
    rows: list
    needs: dict  # by command: the program to look for, and the package that has it
    setup: str = ""  # a shell command that runs once before them


@functools.cache
def with_module(module):
    """Returns a Python that can import a module, or "" if none can."""
    for python in (str(HERE.parents[1] / ".venv/bin/python"), "python3", "/usr/bin/python3"):
        if shutil.which(python):
            done = subprocess.run([python, "-c", f"import {module}"], capture_output=True, check=False)
            if done.returncode == 0:
                return python
    return ""


def missing(need):
    """Returns "" or why a command cannot run. need: (program, package), or ("module:NAME", package)."""
    program, package = need
    if program.startswith("module:"):
        found = with_module(program.removeprefix("module:"))
    else:
        found = shutil.which(program)
    return "" if found else f"not found ({package})"


def by_xargs(command):
    return f"find files -type f -print0 | xargs -0 {command}"


def groups(oldguard, trees):
    """Returns all groups for a command and its trees."""
    sum_all, sum_fast = f"{oldguard} sum -r", f"{oldguard} sum -r --no-detect"
    return [
        _small(trees, sum_all, sum_fast),
        _mid(trees, sum_all, sum_fast),
        _huge(trees, f"{oldguard} sum"),
        _sparse(trees, oldguard),
        _torrent(trees, oldguard),
        _bag(trees, oldguard),
        _quick(trees, oldguard),
        *([_million(sum_fast)] if trees.million_count else []),
    ]


def _small(trees, sum_all, sum_fast):
    fast, detect = "no detection", "detecting"
    return Group(
        "small",
        f"{trees.small_count:,} small files",
        {
            fast: f"{sum_fast} files",
            detect: f"{sum_all} files",
            "sha1sum": by_xargs("sha1sum"),
            "b3sum": by_xargs("b3sum"),
            "rhash": "rhash -r --sha1 files",
            "hashdeep": "hashdeep -r -c sha1 files",
            "openssl": by_xargs("openssl dgst -sha1"),
            "rclone": "rclone hashsum sha1 files",
        },
        [
            Row("no detection, to sha1sum by xargs", fast, "sha1sum", 0.45),
            Row("detecting, to sha1sum by xargs", detect, "sha1sum", 0.58),
            Row("no detection, to b3sum by xargs", fast, "b3sum", 0.60),
            Row("no detection, to rhash -r", fast, "rhash", 0.55),
            Row("no detection, to hashdeep -r", fast, "hashdeep", 0.20),
            Row("no detection, to openssl dgst by xargs", fast, "openssl"),
            Row("no detection, to rclone hashsum", fast, "rclone", 0.09),
        ],
        {
            "b3sum": ("b3sum", "b3sum"),
            "rhash": ("rhash", "rhash"),
            "hashdeep": ("hashdeep", "hashdeep"),
            "openssl": ("openssl", "openssl"),
            "rclone": ("rclone", "rclone"),
        },
    )


def _mid(trees, sum_all, sum_fast):
    fast, detect = "no detection", "detecting"
    one, two = "one thread", "two threads"
    return Group(
        "mid",
        f"{trees.mid_count} files of 1 to 4 MiB",
        {
            fast: f"{sum_fast} files",
            detect: f"{sum_all} files",
            one: f"{sum_fast} -j1 files",
            two: f"{sum_fast} -j2 files",
            "sha1sum": by_xargs("sha1sum"),
            "openssl": by_xargs("openssl dgst -sha1"),
        },
        [
            Row("no detection, to sha1sum by xargs", fast, "sha1sum", 0.32),
            Row("no detection, to openssl dgst by xargs", fast, "openssl", 0.50),
            Row("detecting, to sha1sum by xargs", detect, "sha1sum", 0.42),
            Row("wall time, -j2 to -j1, on idle processors", two, one, 0.58, "wall"),
        ],
        {"openssl": ("openssl", "openssl")},
    )


def _huge(trees, plain):
    return Group(
        "huge",
        f"one file of {trees.huge_size >> 20:,} MiB",
        {
            "no detection": f"{plain} --no-detect content/huge.bin",
            "detecting": f"{plain} content/huge.bin",
            "openssl": "openssl dgst -sha1 content/huge.bin",
        },
        [
            Row("no detection, to openssl dgst", "no detection", "openssl", 0.92),
            Row("detecting, to openssl dgst", "detecting", "openssl", 1.12),
        ],
        {"openssl": ("openssl", "openssl")},
    )


def _sparse(trees, oldguard):
    times = trees.sparse_size // trees.zeros_size
    return Group(
        "sparse",
        f"one sparse file of {trees.sparse_size >> 20:,} MiB",
        {
            "sparse": f"{oldguard} sum --no-detect sparse.bin",
            "zeros": f"{oldguard} sum --no-detect zeros.bin",
        },
        [
            Row(
                f"no detection, to {times} times the time of a file of zeros",
                "sparse",
                "zeros",
                1.2,
                "cpu",
                times,
            )
        ],
        {},
    )


def _torrent(trees, oldguard):
    check = shlex.quote(str(HERE / "check_torrent.py"))
    return Group(
        "huge",
        f"a torrent of {trees.huge_size >> 20:,} MiB, pieces of 1 MiB",
        {
            "no detection": f"{oldguard} audit --no-detect huge.torrent content",
            "detecting": f"{oldguard} audit huge.torrent content",
            "libtorrent": f"{with_module('libtorrent')} {check} libtorrent huge.torrent content",
            "torf": f"{with_module('torf')} {check} torf huge.torrent content",
        },
        [
            Row("no detection, to libtorrent", "no detection", "libtorrent", 0.45),
            Row("no detection, to torf", "no detection", "torf", 0.40),
            Row("detecting, to libtorrent", "detecting", "libtorrent"),
            Row("detecting, to torf", "detecting", "torf"),
        ],
        {
            "libtorrent": ("module:libtorrent", "python3-libtorrent"),
            "torf": ("module:torf", "torf from PyPI"),
        },
    )


def _bag(trees, oldguard):
    return Group(
        "bag",
        f"a bag of {trees.bag_count:,} files",
        {"oldguard": f"{oldguard} audit bag", "bagit.py": f"{with_module('bagit')} -m bagit --validate bag"},
        [Row("to bagit.py --validate", "oldguard", "bagit.py", 0.15)],
        {"bagit.py": ("module:bagit", "bagit from PyPI")},
    )


def _quick(trees, oldguard):
    return Group(
        "small",
        f"{trees.small_count:,} unchanged files",
        {
            "oldguard": f"{oldguard} audit --quick manifest.jsonl files",
            "find": "find files -type f -printf '%s %T@\\n'",
        },
        [Row("audit --quick, to find -printf '%s %T@'", "oldguard", "find", 2.5)],
        {},
        f"cd files && {oldguard} sum -r --no-detect --format=jsonl . > ../manifest.jsonl",
    )


def _million(sum_fast):
    return Group(
        "million",
        "1,000,000 small files",
        {"oldguard": f"{sum_fast} files"},
        [Row("no detection, peak memory in MiB", "oldguard", "", 64, "memory")],
        {},
    )
