# SPDX-License-Identifier: MIT
"""`oldguard audit`: statuses, options, exit statuses and the manifest that --update writes."""

import json
import os
import resource
import shutil
import signal
from pathlib import Path

import jsonschema
import manifests
import pytest
from test_sum_attacks import colliding

SCHEMA = Path(__file__).parents[2] / "cli/audit/audit.schema.json"
CONTENT = {"a": b"first\n", "b": b"second\n", "sub/c": b"third\n"}


@pytest.fixture
def tree(workdir):
    """Makes the folder `tree` with three files, and returns a function that writes a manifest of it."""
    for name, data in CONTENT.items():
        path = workdir / "tree" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)

    def write(kind, **members):
        (workdir / "manifest").write_bytes(getattr(manifests, kind)("tree", **members))
        return "manifest"

    return write


@pytest.fixture
def audit(oldguard):
    """Returns a function that runs an audit with --json and returns the exit status and the statuses."""
    validator = jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text()))

    def run(*words, **options):
        result = oldguard("audit", "--json", *words, **options)
        lines = [json.loads(line) for line in result.stdout.splitlines()]
        for line in lines:
            validator.validate(line)
        assert lines, result.stderr
        summary = lines.pop()
        assert sum(
            status["files"] for name, status in summary["summary"].items() if name != "attacked"
        ) == len(lines)
        statuses = {}
        for line in lines:
            name = line.get("name", line.get("name_b64"))
            assert name not in statuses
            statuses[name] = line["status"] + (f" {line['to']}" if "to" in line else "")
        return result.returncode, statuses

    return run


KINDS = ["gnu", "hashdeep", "mtree", "jsonl"]


@pytest.mark.parametrize("kind", KINDS)
def test_as_listed(audit, tree, kind):
    assert audit(tree(kind), "tree") == (0, {name: "ok" for name in CONTENT})


@pytest.mark.parametrize("kind", KINDS)
def test_each_status(audit, tree, kind):
    manifest = tree(kind)
    os.rename("tree/a", "tree/z")
    Path("tree/b").write_bytes(b"another size")
    os.unlink("tree/sub/c")
    Path("tree/new").write_bytes(b"new")
    assert audit(manifest, "tree") == (1, {"a": "moved z", "b": "changed", "sub/c": "missing", "new": "new"})


def flip(path, data):
    """Changes a file of the same size and puts the time back."""
    before = os.stat(path)
    Path(path).write_bytes(data)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def test_corrupt_needs_recorded_times(audit, tree):
    manifest = tree("jsonl")
    flip("tree/a", b"First\n")
    assert audit(manifest, "tree") == (1, {"a": "corrupt", "b": "ok", "sub/c": "ok"})
    lines = Path(manifest).read_bytes().splitlines(keepends=True)
    without = json.loads(lines[0])
    del without["mtime"]
    Path(manifest).write_text(json.dumps(without) + "\n" + b"".join(lines[1:]).decode())
    assert audit(manifest, "tree") == (1, {"a": "changed", "b": "ok", "sub/c": "ok"})


def test_text(oldguard, tree):
    manifest = tree("gnu")
    os.rename("tree/a", "tree/z z")
    shutil.copy("tree/b", "tree/copy")
    os.mkfifo("tree/fifo")
    result = oldguard("audit", "-v", manifest, "tree")
    assert result.stdout.decode().splitlines() == [
        "moved       a -> 'z z'",
        "ok          b",
        "duplicate   copy = b",
        "ok          sub/c",
    ]
    assert result.stderr.decode().splitlines() == [
        "oldguard audit: 1 entry that is no file passed over",
        "oldguard audit: 2 ok (13 bytes), 1 moved (6 bytes), 1 duplicate (7 bytes)",
    ]
    assert result.returncode == 1


def test_two_missing_duplicates_and_one_copy(audit, workdir):
    """hashdeep issue 423: duplicates that moved were "not found"."""
    Path("tree").mkdir()
    for name in "ab":
        Path("tree", name).write_bytes(b"same")
    Path("manifest").write_bytes(manifests.gnu("tree"))
    os.rename("tree/b", "tree/c")
    os.unlink("tree/a")
    assert audit("manifest", "tree") == (1, {"a": "moved c", "b": "missing"})
    Path("tree/d").write_bytes(b"same")
    assert audit("manifest", "tree") == (1, {"a": "moved c", "b": "moved d"})


def test_deleted_duplicate_is_missing(audit, workdir):
    """hashdeep issue 64: a deleted file went unnoticed while another one had its content."""
    Path("tree").mkdir()
    for name in "ab":
        Path("tree", name).write_bytes(b"same")
    Path("manifest").write_bytes(manifests.hashdeep("tree"))
    os.unlink("tree/a")
    assert audit("manifest", "tree") == (1, {"a": "missing", "b": "ok"})


def test_changed_file_counts_once(audit, tree):
    """hashdeep issue 66: a changed file was both "no match" and "known file not used"."""
    manifest = tree("hashdeep")
    Path("tree/a").write_bytes(b"First\n")
    assert audit(manifest, "tree") == (1, {"a": "changed", "b": "ok", "sub/c": "ok"})


def test_all_files_are_counted(oldguard, tree):
    """hashdeep issue 408: "Input files examined: 0" beside "New files found: 2"."""
    manifest = tree("hashdeep")
    os.unlink("tree/b")
    Path("tree/new").write_bytes(b"n")
    Path("tree/a").write_bytes(b"changed")
    result = oldguard("audit", manifest, "tree")
    summary = result.stderr.decode().splitlines()[-1]
    assert (
        summary == "oldguard audit: 1 ok (6 bytes), 1 changed (7 bytes), 1 missing (7 bytes), 1 new (1 byte)"
    )


def test_duplicate_of_a_changed_file_is_new(audit, tree):
    manifest = tree("jsonl")
    shutil.copy("tree/a", "tree/copy")
    flip("tree/a", b"First\n")
    assert audit(manifest, "tree")[1] == {"a": "corrupt", "b": "ok", "sub/c": "ok", "copy": "new"}


def test_the_manifest_itself_is_not_new(audit, tree):
    manifest = tree("gnu")
    shutil.move(manifest, "tree/SHA1SUMS")
    assert audit("tree/SHA1SUMS", "tree")[0] == 0
    os.chdir("tree")
    assert audit("SHA1SUMS")[0] == 0


@pytest.mark.parametrize(
    "name", [b"\xff\xfe", b"line\nfeed", b"back\\slash", b" blank ", "ä".encode(), b"'\"", b"\x7f"]
)
@pytest.mark.parametrize("kind", ["gnu", "mtree", "jsonl"])
def test_names(oldguard, workdir, kind, name):
    os.mkdir("tree")
    Path("tree", os.fsdecode(name)).write_bytes(b"data")
    Path("manifest").write_bytes(getattr(manifests, kind)("tree"))
    assert oldguard("audit", "manifest", "tree").returncode == 0


# Calls before_open() before a file or folder is opened relative to a folder. It returns an errno or 0.
BEFORE_OPEN = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static int before_open(const char *name) { BODY }
static int next(int folder, const char *name, int flags, int mode) {
    int error = before_open(name);
    if (error == 0)
        return ((int (*)(int, const char *, int, ...))dlsym(RTLD_NEXT, "openat"))(folder, name, flags, mode);
    errno = error;
    return -1;
}
int openat(int folder, const char *name, int flags, ...) { return next(folder, name, flags, 0600); }
int openat64(int folder, const char *name, int flags, ...) { return next(folder, name, flags, 0600); }
int __openat_2(int folder, const char *name, int flags) { return next(folder, name, flags, 0600); }
int __openat64_2(int folder, const char *name, int flags) { return next(folder, name, flags, 0600); }
"""


def test_unreadable(audit, tree, preloaded):
    body = 'return strcmp(name, "b") == 0 || strcmp(name, "sub") == 0 ? EACCES : 0;'
    manifest = tree("gnu")
    assert audit(manifest, "tree", env=preloaded(BEFORE_OPEN.replace("BODY", body))) == (
        1,
        {"a": "ok", "b": "unreadable", "sub": "unreadable", "sub/c": "unreadable"},
    )


# Removes the file b before its status is read, after the walk has read its name.
BEFORE_STATUS = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
int fstatat(int folder, const char *name, struct stat *status, int flags) {
    if (strcmp(name, "b") == 0) unlinkat(folder, name, 0);
    return ((int (*)(int, const char *, struct stat *, int))dlsym(RTLD_NEXT, "fstatat"))(folder, name, status,
                                                                                        flags);
}
int fstatat64(int folder, const char *name, struct stat64 *status, int flags) {
    return fstatat(folder, name, (struct stat *)status, flags);
}
"""


def test_a_file_that_vanishes_is_missing(audit, tree, preloaded):
    manifest = tree("gnu")
    assert audit(manifest, "tree", env=preloaded(BEFORE_STATUS)) == (
        1,
        {"a": "ok", "b": "missing", "sub/c": "ok"},
    )


def test_other_kinds_in_the_place_of_a_file(audit, tree):
    manifest = tree("gnu")
    os.unlink("tree/a")
    os.symlink("b", "tree/a")
    os.unlink("tree/b")
    os.mkfifo("tree/b")
    os.rename("tree/sub", "sub")
    os.symlink("../sub", "tree/sub")
    assert audit(manifest, "tree") == (1, {name: "unreadable" for name in CONTENT})


def test_quick(audit, tree):
    manifest = tree("jsonl")
    flip("tree/a", b"First\n")
    os.utime("tree/b", ns=(0, 10**18))
    assert audit("--quick", manifest, "tree") == (0, {"a": "skipped", "b": "ok", "sub/c": "skipped"})
    # Another inode is a reason to read, too.
    shutil.copy2("tree/sub/c", "tree/sub/d")
    os.rename("tree/sub/d", "tree/sub/c")
    assert audit("--quick", manifest, "tree")[1]["sub/c"] == "ok"
    assert audit("--quick", tree("gnu"), "tree")[1] == {name: "ok" for name in CONTENT}


@pytest.mark.parametrize("kind", ["gnu", "hashdeep", "jsonl"])
def test_update(oldguard, audit, tree, kind):
    manifest = tree(kind)
    os.rename("tree/a", "tree/z")
    os.unlink("tree/sub/c")
    Path("tree/b").write_bytes(b"longer than before")
    Path("tree/new").write_bytes(b"new")
    shutil.copy("tree/z", "tree/z copy")
    assert audit("--update", manifest, "tree")[0] == 1
    assert audit(manifest, "tree") == (
        1,
        {"b": "changed", "new": "ok", "sub/c": "missing", "z": "ok", "z copy": "ok"},
    )
    assert audit("--update=all", manifest, "tree")[0] == 1
    assert audit(manifest, "tree") == (0, {name: "ok" for name in ["b", "new", "z", "z copy"]})
    assert oldguard("audit", manifest, "tree", "--update").returncode == 0


def test_update_never_takes_corrupt(audit, tree):
    manifest = tree("jsonl")
    before = {json.loads(line)["name"]: line for line in Path(manifest).read_text().splitlines()}
    flip("tree/a", b"First\n")
    assert audit("--update=all", manifest, "tree")[0] == 1
    after = {json.loads(line)["name"]: line for line in Path(manifest).read_text().splitlines()}
    assert json.loads(after["a"])["sha1"] == json.loads(before["a"])["sha1"] == manifests.sha1(b"first\n")
    assert audit(manifest, "tree")[1]["a"] == "corrupt"


def test_update_keeps_the_line_of_an_unreadable_file(audit, tree):
    manifest = tree("gnu")
    os.unlink("tree/a")
    os.mkfifo("tree/a")
    assert audit("--update=all", manifest, "tree")[1]["a"] == "unreadable"
    assert f"{manifests.sha1(CONTENT['a'])}  a" in Path(manifest).read_text().splitlines()


def test_update_keeps_prefixes_and_permissions(oldguard, tree):
    manifest = tree("gnu")
    text = Path(manifest).read_text().replace("  ", "  ./")
    Path(manifest).write_text(text)
    os.chmod(manifest, 0o640)
    Path("tree/new").write_bytes(b"new")
    assert oldguard("audit", "--update", manifest, "tree").returncode == 1
    assert Path(manifest).read_text() == text + f"{manifests.sha1(b'new')}  ./new\n"
    assert os.stat(manifest).st_mode & 0o777 == 0o640


def test_update_of_a_name_that_hashdeep_cannot_express(oldguard, tree):
    manifest = tree("hashdeep")
    before = Path(manifest).read_bytes()
    Path("tree/line\nfeed").write_bytes(b"new")
    result = oldguard("audit", "--update", manifest, "tree")
    assert result.returncode == 1
    assert b"'line'$'\\n''feed': the format hashdeep has no line for this name" in result.stderr
    assert Path(manifest).read_bytes() == before


def test_update_of_what_cannot_be_written(oldguard, tree):
    manifest = tree("mtree")
    assert oldguard("audit", "--update", manifest, "tree").returncode == 2
    assert oldguard("audit", "--update", "-", "tree", input=manifests.gnu("tree")).returncode == 2


def test_full_disk(oldguard, tree):
    """The report and the new manifest: exit status 3, and the manifest is as before."""
    manifest = tree("jsonl")
    for i in range(100):
        Path(f"tree/new{i}").write_bytes(b"%d" % i)
    with open("/dev/full", "wb") as full:
        assert oldguard("audit", manifest, "tree", stdout=full).returncode == 3
    before = Path(manifest).read_bytes()

    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))

    result = oldguard("audit", "--update", manifest, "tree", preexec_fn=limit)
    assert result.returncode == 3, result.stderr
    assert Path(manifest).read_bytes() == before
    assert sorted(os.listdir()) == ["manifest", "tree"]


def test_attacked(oldguard, audit, workdir):
    os.mkdir("tree")
    Path("tree/half").write_bytes(next(iter(colliding().values())))
    Path("manifest").write_bytes(manifests.gnu("tree"))
    result = oldguard("audit", "manifest", "tree")
    assert (result.returncode, result.stdout) == (1, b"ok          half\nattacked    half\n")
    assert oldguard("audit", "--no-detect", "manifest", "tree").returncode == 0


@pytest.mark.parametrize("signal_number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_stops_it(oldguard, tree, preloaded, signal_number):
    """The signal comes when the first file is opened."""
    manifest = tree("gnu")
    body = 'if (strcmp(name, "a") == 0) kill(getpid(), atoi(getenv("SIGNAL"))); return 0;'
    raiser = preloaded(BEFORE_OPEN.replace("BODY", body))
    env = {**raiser, "SIGNAL": str(int(signal_number))}
    result = oldguard("audit", "--json", "--update=all", manifest, "tree", env=env)
    assert result.returncode == 3
    assert json.loads(result.stdout.splitlines()[-1])["complete"] is False
    assert result.stderr.endswith(b"stopped before the end\n")


@pytest.mark.parametrize("words", [["--jobs=0"], ["--checkpoint=0"], ["--update=some"]])
def test_usage(oldguard, tree, words):
    assert oldguard("audit", *words, tree("gnu"), "tree").returncode == 2


def test_folder_that_is_none(oldguard, tree):
    manifest = tree("gnu")
    assert oldguard("audit", manifest, "nowhere").returncode == 2
    assert oldguard("audit", manifest, "tree/a").returncode == 2
    assert oldguard("audit", "nothing", "tree").returncode == 2


def test_git_blobs(oldguard, audit, workdir):
    os.mkdir("tree")
    data = b"what is up, doc?"
    Path("tree/a").write_bytes(data)
    digest = manifests.sha1(b"blob %d\0" % len(data) + data)
    assert digest == "bd9dbf5aae1a3862dd1526723246b20206e5fc37"  # Pro Git, section 10.2
    Path("manifest").write_text(f"{digest}  a\n")
    assert audit("--git-blob", "manifest", "tree")[0] == 0
    assert audit("manifest", "tree")[0] == 1
    Path("manifest").write_text(json.dumps({"v": 1, "name": "a", "git_blob": digest}) + "\n")
    assert audit("manifest", "tree")[0] == 0


def test_report_as_manifest(oldguard, audit, tree):
    """The output of --json is a manifest, too."""
    result = oldguard("audit", "--json", tree("gnu"), "tree")
    Path("report").write_bytes(result.stdout)
    assert audit("--quick", "report", "tree") == (0, {name: "skipped" for name in CONTENT})


def test_several_threads(oldguard, workdir):
    os.mkdir("tree")
    for i in range(300):
        Path("tree", f"{i:03}").write_bytes(b"%d" % i * i)
    Path("manifest").write_bytes(manifests.gnu("tree"))
    os.unlink("tree/017")
    Path("tree/100").write_bytes(b"x")
    outputs = {oldguard("audit", "-v", f"-j{jobs}", "manifest", "tree").stdout for jobs in (1, 2, 8)}
    assert len(outputs) == 1 and b"missing     017\n" in outputs.pop()


@pytest.mark.parametrize("data", [b"First\n", b"another size"])
def test_a_difference_in_a_report_stays_one(oldguard, audit, tree, data):
    """What a report found in a changed file does not count as recorded with the listed digest."""
    manifest = tree("jsonl")
    Path("tree/a").write_bytes(data)
    os.utime("tree/a", ns=(0, 0))
    Path("report").write_bytes(oldguard("audit", "--json", manifest, "tree").stdout)
    for option in ([], ["--quick"]):
        assert audit(*option, "report", "tree")[1]["a"] == "changed"


def test_progress_counts_new_files(oldguard, tree):
    manifest = tree("jsonl")
    Path("tree/new").write_bytes(b"new")
    assert b"4 of 4 files" in oldguard("audit", "--progress", manifest, "tree").stderr


def test_progress_counts_a_file_with_three_hashes_once(oldguard, workdir):
    os.mkdir("tree")
    lines = []
    for name, data in (("tree/long", bytes(3 << 20)), ("tree/short", b"short")):
        Path(name).write_bytes(data)
        entry = {"v": 1, "name": name, "size": len(data), "sha1": manifests.sha1(data)}
        entry["whirlpool"] = oldguard("sum", "-a", "whirlpool", name).stdout[:128].decode()
        entry["git_blob"] = manifests.sha1(b"blob %d\0" % len(data) + data)
        lines.append(json.dumps(entry) + "\n")
    Path("list").write_text("".join(lines))
    audit = oldguard("audit", "--progress", "list", ".")
    assert audit.returncode == 0
    assert audit.stderr.startswith(b"2 of 2 files, 3 of 3 MiB, 100 %, "), audit.stderr
    check = oldguard("sum", "--check", "--progress", "list")
    assert check.returncode == 0
    assert check.stderr.startswith(b"2 of 2 files, 3 of 3 MiB, 100 %, "), check.stderr


@pytest.mark.parametrize(
    "words, why",
    [
        (["--checkpoint=1K"], b"--checkpoint needs --journal"),
        (["--strict"], b"--strict needs a bag"),
        (["--git-blob"], b"--git-blob is possible with GNU and BSD lines only"),
    ],
)
def test_options_without_effect(oldguard, tree, words, why):
    result = oldguard("audit", *words, tree("jsonl"), "tree")
    assert result.returncode == 2 and why in result.stderr


def test_absolute_names_through_a_link(oldguard, tree):
    tree("gnu")
    os.symlink("tree", "link")
    link = os.path.abspath("link")
    Path("manifest").write_bytes(oldguard("sum", "-r", link).stdout)
    assert oldguard("audit", "manifest", link).returncode == 0
    assert oldguard("audit", "manifest", "link").returncode == 0


def test_the_last_value_counts(oldguard, tree):
    manifest = tree("gnu")
    assert oldguard("audit", "-j1", "-j2", manifest, "tree").returncode == 0
    assert oldguard("sum", "--format=bagit", "--format=gnu", "tree/a").returncode == 0
    result = oldguard("sum", "-o", "x", "-o", "y", "tree/a")
    assert result.returncode == 2 and b"option '--output' is given more than once" in result.stderr


def test_a_byte_order_mark(oldguard, tree):
    manifest = tree("gnu")
    Path(manifest).write_bytes(b"\xef\xbb\xbf" + Path(manifest).read_bytes())
    assert oldguard("audit", manifest, "tree").returncode == 0
    # Written again, the list would lose it.
    result = oldguard("audit", "--update", manifest, "tree")
    assert result.returncode == 2 and b"--update cannot write a list that is not UTF-8" in result.stderr
