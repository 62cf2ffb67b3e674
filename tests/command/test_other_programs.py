# SPDX-License-Identifier: MIT
"""Manifests exchanged with hashdeep, mtree, rhash, sha1sum and bagit.py, in both directions."""

import hashlib
import os
import random
import subprocess
import sys

import pytest

from tools import BASE_ENV, needed

pytestmark = pytest.mark.outside

# Names that some format escapes, quotes or cannot express.
NAMES = [
    "plain",
    "two words",
    " leading blank",
    "trailing blank ",
    "comma,in,name",
    "per%cent",
    "%0A",
    "*star",
    "hash#tag",
    "quote\"s'",
    "(paren) = x",
    *"ünïcode -dash sub/inner sub/deep/file sub/100,20".split(),
]
AWKWARD = ["line\nfeed", "carriage\rreturn", "back\\slash", "tab\there"]


def make(folder, names):
    rng = random.Random(7)
    for name in names:
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(rng.randbytes(rng.choice([0, 1, 63, 64, 5000, 300_000])))


@pytest.fixture
def tree(workdir):
    """A folder `tree` with the names that every format can express."""
    make(workdir / "tree", NAMES)
    os.chdir(workdir / "tree")
    return workdir / "tree"


def audit_is_clean(oldguard, manifest, folder=".", changed="plain"):
    """Checks that an audit finds nothing, and finds a changed, a missing and a new file."""
    done = oldguard("audit", manifest, folder)
    assert (done.returncode, done.stdout) == (0, b""), (done.stdout, done.stderr)
    file = os.path.join(folder, changed)
    with open(file, "rb") as opened:
        before = opened.read()
    with open(file, "ab") as opened:
        opened.write(b"!")
    done = oldguard("audit", manifest, folder)
    assert done.returncode == 1 and done.stdout.startswith(b"changed"), done.stdout
    os.unlink(file)
    done = oldguard("audit", manifest, folder)
    assert done.returncode == 1 and done.stdout.startswith(b"missing"), done.stdout
    with open(file, "wb") as opened:
        opened.write(before)
    assert oldguard("audit", manifest, folder).returncode == 0


def sum_into(oldguard, kind, file):
    """Writes a manifest of the current folder with the names that a walk of `.` gives."""
    done = oldguard("sum", "-r", f"--format={kind}", ".")
    assert done.returncode == 0, done.stderr
    with open(file, "wb") as opened:
        opened.write(done.stdout)
    return done.stdout


def test_hashdeep_reads_ours(oldguard, tree):
    sum_into(oldguard, "hashdeep", "../m")
    done = needed("hashdeep")("-r", "-a", "-v", "-k", "../m", "-l", ".")
    assert b"Audit passed" in done.stdout, (done.stdout, done.stderr)
    (tree / "plain").write_bytes(b"other")
    done = needed("hashdeep")("-r", "-a", "-k", "../m", "-l", ".")
    assert b"Audit failed" in done.stdout


def test_we_read_hashdeep(oldguard, tree):
    done = needed("hashdeep")("-r", "-l", "-c", "sha1", ".")
    assert done.returncode == 0
    (tree.parent / "m").write_bytes(done.stdout)
    audit_is_clean(oldguard, "../m")


def test_hashdeep_with_several_digests(oldguard, tree):
    done = needed("hashdeep")("-r", "-l", "-c", "md5,sha1,sha256,whirlpool", ".")
    (tree.parent / "m").write_bytes(done.stdout)
    audit_is_clean(oldguard, "../m")
    assert b"md5" in oldguard("audit", "../m", ".").stderr


def test_hashdeep_writes_a_line_feed_raw(oldguard, workdir):
    """A file name that forges an entry: the manifest is refused, and not guessed at."""
    forged = f"x\n5,{hashlib.sha1(b'evil!').hexdigest()},victim"
    make(workdir / "tree", [forged, "zz"])
    os.chdir("tree")
    done = needed("hashdeep")("-r", "-l", "-c", "sha1", ".")
    (workdir / "m").write_bytes(done.stdout)
    result = oldguard("audit", "../m", ".")
    assert result.returncode != 0
    ours = oldguard("sum", "-r", "--format=hashdeep", ".")
    assert ours.returncode == 1 and b"victim" not in ours.stdout


def test_we_read_mtree(oldguard, tree):
    done = needed("mtree")("-c", "-k", "sha1,size,type", "-p", ".")
    assert done.returncode == 0, done.stderr
    (tree.parent / "m").write_bytes(done.stdout)
    audit_is_clean(oldguard, "../m")


def test_we_read_mtree_with_every_name(oldguard, tree):
    make(tree, AWKWARD)
    done = needed("mtree")("-c", "-k", "sha1,size,type,mode,time", "-p", ".")
    (tree.parent / "m").write_bytes(done.stdout)
    audit_is_clean(oldguard, "../m", changed=AWKWARD[0])


def test_mtree_means_the_same(oldguard, workdir):
    """Keywords and patterns of a specification that somebody wrote: what mtree reports, the audit reports."""
    make(workdir / "tree", ["a", "x1.log", "x2.log", "sub/y.log", "cache/z", "tmp1/q", "deep/er/f", "here/k"])
    digest = hashlib.sha1((workdir / "tree/a").read_bytes()).hexdigest()
    (workdir / "m").write_text(
        f"#mtree\n. type=dir\na type=file sha1={digest}\nx*.log type=file\ngone* type=file optional\n"
        "cache type=dir ignore\n..\ntmp? type=dir ignore\n..\nsub type=dir\n*.log type=file\n..\n"
        "deep type=dir\ner type=dir\nf type=file\n..\n..\n"
        "absent type=dir optional\nx type=file\n..\nhere type=dir optional\nk type=file\nl type=file\n..\n"
    )

    def found():
        theirs = needed("mtree")("-f", "m", "-p", "tree").stdout.decode().splitlines()
        ours = oldguard("audit", "m", "tree").stdout.decode().split("\n")[:-1]
        return (
            {
                line.split(": ")[1].removeprefix("./")
                for line in theirs
                if line.startswith(("extra", "missing"))
            },
            {line.split(maxsplit=1)[1].strip("'") for line in ours if not line.startswith("skipped")},
        )

    assert found() == ({"here/l"},) * 2
    for name in ("new", "cache/n", "sub/n", "tmp1/n"):
        (workdir / "tree" / name).write_text(f"not what {name} was")
    (workdir / "tree/x1.log").unlink()
    assert found() == ({"here/l", "new", "sub/n"},) * 2
    (workdir / "tree/x2.log").unlink()
    (workdir / "tree/deep/er/f").unlink()
    assert found() == ({"here/l", "new", "sub/n", "x*.log", "deep/er/f"},) * 2


@pytest.mark.parametrize("kind, tool", [("gnu", "sha1sum"), ("bsd", "sha1sum")])
def test_sha1sum_reads_ours(oldguard, tree, kind, tool):
    make(tree, AWKWARD)
    sum_into(oldguard, kind, "../m")
    done = needed(tool)("--quiet", "-c", "../m")
    assert (done.returncode, done.stdout) == (0, b""), done.stdout


@pytest.mark.parametrize("options", [[], ["--tag"]])
def test_we_read_sha1sum(oldguard, tree, options):
    make(tree, AWKWARD)
    listed = needed("find")(".", "-type", "f", "-print0").stdout.split(b"\0")[:-1]
    done = needed("sha1sum")(*options, *listed)
    (tree.parent / "m").write_bytes(done.stdout)
    assert oldguard("sum", "--status", "-c", "../m").returncode == 0
    audit_is_clean(oldguard, "../m", changed=AWKWARD[0])


def test_rhash_reads_ours(oldguard, tree, rhash):
    (tree / "trailing blank ").unlink()  # rhash drops blanks at the end of a line
    sum_into(oldguard, "gnu", "../m.sha1")
    done = rhash("--sha1", "-c", "--skip-ok", "../m.sha1")
    assert done.returncode == 0, done.stdout


def test_we_read_rhash(oldguard, tree, rhash):
    done = rhash("-r", "--sha1", ".")
    assert done.returncode == 0
    (tree.parent / "m").write_bytes(done.stdout)
    assert oldguard("sum", "--status", "-c", "../m").returncode == 0
    audit_is_clean(oldguard, "../m")


def test_whirlpool_of_rhash(oldguard, tree, rhash):
    done = rhash("-r", "--whirlpool", ".")
    (tree.parent / "m").write_bytes(done.stdout)
    audit_is_clean(oldguard, "../m")


def bagit(*words):
    """Runs bagit.py."""
    return subprocess.run(
        [sys.executable, "-m", "bagit", *words], env=BASE_ENV, capture_output=True, timeout=600, check=False
    )


def our_bag(oldguard, bag, names):
    """Makes a bag of version 1.0 around a payload, with a manifest of oldguard."""
    make(bag / "data", names)
    os.chdir(bag)
    (bag / "bagit.txt").write_text("BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n")
    done = oldguard("sum", "-r", "--format=bagit", "data")
    assert done.returncode == 0, done.stderr
    (bag / "manifest-sha1.txt").write_bytes(done.stdout)
    os.chdir(bag.parent)


# bagit.py 1.9 does not decode %25, which RFC 8493 asks for, and drops blanks at the end of a line.
BAGIT_PY_NAMES = [name for name in NAMES if "%" not in name and not name.endswith(" ")]


def test_bagit_py_reads_ours(oldguard, workdir):
    our_bag(oldguard, workdir / "bag", [*BAGIT_PY_NAMES, "line\nfeed"])
    done = bagit("--validate", "bag")
    assert done.returncode == 0, done.stderr
    (workdir / "bag/data/plain").write_bytes(b"other")
    assert bagit("--validate", "bag").returncode == 1


def test_ours_read_ours(oldguard, workdir):
    our_bag(oldguard, workdir / "bag", [*NAMES, *AWKWARD])
    audit_is_clean(oldguard, "bag", "bag", "data/per%cent")


@pytest.mark.parametrize("names", [BAGIT_PY_NAMES, [*NAMES, "line\nfeed"]], ids=["plain", "percent"])
def test_we_read_bagit_py(oldguard, workdir, names):
    """bagit.py leaves the percent sign as it is. The audit says so and goes on, or with --strict does not."""
    make(workdir / "bag", names)
    done = bagit("--sha1", "bag")
    assert done.returncode == 0, done.stderr
    result = oldguard("audit", "bag")
    assert (result.returncode, result.stdout) == (0, b""), result.stderr
    strict = oldguard("audit", "--strict", "bag")
    if names is BAGIT_PY_NAMES:
        assert strict.returncode == 0
    else:
        assert strict.returncode != 0 and b"%" in result.stderr
    with open("bag/data/plain", "ab") as file:
        file.write(b"!")
    assert oldguard("audit", "bag").returncode == 1
