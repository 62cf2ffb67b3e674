# SPDX-License-Identifier: MIT
"""`oldguard audit --journal`: kills at every step, and what makes a journal unusable."""

import fcntl
import json
import os
import random
import re
import shutil
import signal
import time
from pathlib import Path

import manifests
import pytest

# Counts the calls that read, open, write or flush, and kills the process at call number KILL_AT instead of
# making it. Each block of the journal has one line, because its buffer is written when another file is read.
KILLER = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>
static int left;
__attribute__((constructor)) static void start(void) { left = atoi(getenv("KILL_AT")); }
static void *step(const char *name) {
    if (__atomic_sub_fetch(&left, 1, __ATOMIC_SEQ_CST) == 0)
        kill(getpid(), SIGKILL);
    return dlsym(RTLD_NEXT, name);
}
__attribute__((destructor)) static void end(void) {
    if (getenv("COUNT_TO") == NULL) return;
    FILE *file = fopen(getenv("COUNT_TO"), "w");
    fprintf(file, "%d", atoi(getenv("KILL_AT")) - left);
    fclose(file);
}
ssize_t read(int fd, void *data, size_t size) {
    return ((ssize_t (*)(int, void *, size_t))step("read"))(fd, data, size);
}
ssize_t pread(int fd, void *data, size_t size, off_t at) {
    return ((ssize_t (*)(int, void *, size_t, off_t))step("pread"))(fd, data, size, at);
}
ssize_t write(int fd, const void *data, size_t size) {
    return ((ssize_t (*)(int, const void *, size_t))step("write"))(fd, data, size);
}
int fsync(int fd) { return ((int (*)(int))step("fsync"))(fd); }
int openat(int folder, const char *name, int flags, ...) {
    return ((int (*)(int, const char *, int, ...))step("openat"))(folder, name, flags, 0600);
}
int __openat_2(int folder, const char *name, int flags) {
    return ((int (*)(int, const char *, int, ...))step("openat"))(folder, name, flags, 0600);
}
"""

CHECKPOINT = 1 << 16
WORDS = ["audit", "--json", "--journal=journal", f"--checkpoint={CHECKPOINT}", "-j2", "manifest", "tree"]


def result_of(output):
    """Returns the output without the times of the run."""
    return re.sub(rb'"(checked|seconds)":("[^"]*"|[0-9.]+)', rb"", output)


@pytest.fixture
def tree(workdir):
    """Makes small files, files that leave states, and differences of each kind."""
    chance = random.Random(1)
    os.makedirs("tree/sub")
    for i in range(120):
        Path(f"tree/{'sub/' if i % 3 else ''}{i:03}").write_bytes(chance.randbytes(chance.randrange(3000)))
    for i in range(4):
        Path(f"tree/large{i}").write_bytes(chance.randbytes(12 * CHECKPOINT + 12345 * i))
    Path("manifest").write_bytes(manifests.jsonl("tree"))
    os.rename("tree/000", "tree/renamed")
    os.unlink("tree/003")
    Path("tree/006").write_bytes(b"changed")
    shutil.copy("tree/009", "tree/copy")
    Path("tree/new").write_bytes(b"new")
    before = os.stat("tree/large1")
    data = bytearray(Path("tree/large1").read_bytes())
    data[-1] ^= 1
    Path("tree/large1").write_bytes(data)
    os.utime("tree/large1", ns=(before.st_atime_ns, before.st_mtime_ns))
    return workdir


def states_in(journal):
    return [line for line in journal.splitlines() if b'"state"' in line]


@pytest.mark.slow
def test_killed_at_200_steps(oldguard, tree, preloaded):
    """However often it is killed, the result is that of an undisturbed run."""
    killer = preloaded(KILLER)
    never = {**killer, "KILL_AT": "1000000000", "COUNT_TO": "count"}
    undisturbed = oldguard(*WORDS, env=never)
    assert undisturbed.returncode == 1 and b'"corrupt"' in undisturbed.stdout
    steps = int(Path("count").read_text())
    assert len(states_in(Path("journal").read_bytes())) == 4 * 12
    killed = continued = states = 0
    # 200 steps, from the first to the last, each one in an audit that starts anew.
    for at in sorted({1 + i * (steps - 1) // 199 for i in range(200)}):
        if os.path.exists("journal"):
            os.unlink("journal")
        first = oldguard(*WORDS, env={**killer, "KILL_AT": str(at)})
        killed += first.returncode == -signal.SIGKILL
        left = Path("journal").read_bytes() if os.path.exists("journal") else b""
        continued += left.count(b"\n") > 1
        states += len(states_in(left)) > 0
        again = oldguard(*WORDS)
        assert again.returncode == 1, again.stderr
        assert result_of(again.stdout) == result_of(undisturbed.stdout), at
    assert killed >= 150 and continued >= 50 and states >= 20


def test_killed_again_and_again(oldguard, tree, preloaded):
    """One audit that is killed every so many steps comes to its end."""
    killer = preloaded(KILLER)
    env = {**killer, "KILL_AT": "1000000000", "COUNT_TO": "count"}
    expected = oldguard("audit", "--json", "-j1", "manifest", "tree", env=env).stdout
    # As many steps as an audit without a journal has. One with a journal has more.
    at = Path("count").read_text()
    results = []
    while len(results) < 100 and (not results or results[-1].returncode == -signal.SIGKILL):
        results.append(oldguard(*WORDS, env={**killer, "KILL_AT": at}))
    assert len(results) > 1
    result = results[-1]
    assert result_of(result.stdout) == result_of(expected)


@pytest.fixture
def stopped(oldguard, tree):
    """Returns the journal of an audit that ended before the last line was written."""
    assert oldguard(*WORDS).returncode == 1
    lines = Path("journal").read_bytes().splitlines(keepends=True)
    assert b'"summary"' in lines[-1]
    return b"".join(lines[:-1])


def test_files_in_the_journal_are_not_read_again(oldguard, stopped):
    """A result in the journal counts as long as the file is as it was then, and no longer."""
    forged = "009"
    lines = []
    for line in stopped.splitlines():
        record = json.loads(line)
        if record.get("name") == forged:
            record["sha1"] = "0" * 40  # as if the file had been read with this result
        lines.append(json.dumps(record))
    Path("journal").write_text("\n".join(lines) + "\n")
    statuses = {}
    for line in oldguard(*WORDS).stdout.splitlines()[:-1]:
        entry = json.loads(line)
        statuses[entry["name"]] = entry["status"]
    assert statuses[forged] == "corrupt"
    Path("journal").write_text("\n".join(lines) + "\n")
    os.utime(f"tree/{forged}")
    result = oldguard(*WORDS)
    entry = next(json.loads(line) for line in result.stdout.splitlines() if f'"{forged}"'.encode() in line)
    assert entry["status"] == "ok"


def test_a_complete_journal_starts_anew(oldguard, tree):
    first = oldguard(*WORDS)
    assert json.loads(Path("journal").read_bytes().splitlines()[-1])["complete"] is True
    data = bytearray(Path("tree/large0").read_bytes())
    before = os.stat("tree/large0")
    data[0] ^= 1
    Path("tree/large0").write_bytes(data)
    os.utime("tree/large0", ns=(before.st_atime_ns, before.st_mtime_ns))
    second = oldguard(*WORDS)
    assert result_of(first.stdout) != result_of(second.stdout)
    assert b'"large0","status":"corrupt"' in second.stdout


def test_a_line_that_was_cut(oldguard, stopped):
    """Every end of the last line is taken for a line that was not written completely."""
    journal = stopped
    expected = oldguard("audit", "--json", "manifest", "tree").stdout
    start = journal.rstrip(b"\n").rfind(b"\n") + 1
    for end in [*range(1, 30), *range(start, len(journal), 17)]:
        Path("journal").write_bytes(journal[:end])
        for _ in range(2):  # the second run reads what the first one left
            assert result_of(oldguard(*WORDS).stdout) == result_of(expected), end


@pytest.mark.parametrize(
    "edit, why",
    [
        (lambda lines: [b"text of another kind"] + lines, b"journal: 1: "),
        (lambda lines: lines[:3] + [b"{}"] + lines[3:], b"journal: 4: "),
        (
            lambda lines: lines[:3] + [b'{"v":1,"name":"a"}'] + lines[3:],
            b"journal: 4: the object lacks a member",
        ),
        (lambda lines: [lines[0].replace(b'l":"', b'l":"0')] + lines[1:], b"another manifest"),
        (lambda lines: lines[1:], b"journal: 1: this is no journal"),
    ],
)
def test_unusable_journals(oldguard, stopped, edit, why):
    lines = stopped.splitlines()
    text = b"\n".join(edit(lines)) + b"\n"
    Path("journal").write_bytes(text)
    result = oldguard(*WORDS)
    assert result.returncode == 2 and why in result.stderr
    assert Path("journal").read_bytes() == text


def test_a_file_that_is_no_journal_is_kept(oldguard, tree):
    for text in (b"precious data", b"precious data\n"):
        Path("journal").write_bytes(text)
        assert oldguard(*WORDS).returncode == 2
        assert Path("journal").read_bytes() == text


def test_a_damaged_state(oldguard, stopped):
    """The library refuses the state: the file is unreadable, and never corrupt."""
    lines = [
        line for line in stopped.splitlines(keepends=True) if b'"journal"' in line or b'"large0"' in line
    ]
    lines = [line for line in lines if b'"sha1":"' not in line]
    assert b'"state"' in lines[-1]
    digit = lines[-1].index(b'"state":"') + 60
    lines[-1] = (
        lines[-1][:digit] + (b"0" if lines[-1][digit : digit + 1] != b"0" else b"1") + lines[-1][digit + 1 :]
    )
    Path("journal").write_bytes(b"".join(lines))
    result = oldguard(*WORDS)
    line = next(json.loads(line) for line in result.stdout.splitlines() if b'"large0"' in line)
    assert line["status"] == "unreadable"


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_a_signal_during_a_huge_file(oldguard, workdir, jobs):
    """The audit stops before the end of files that take many minutes, and keeps their states."""
    os.mkdir("tree")
    lines = []
    for name in ("a", "b"):
        with open(f"tree/{name}", "wb") as file:
            file.truncate(1 << 42)
        lines.append(json.dumps({"v": 1, "name": name, "size": 1 << 42, "sha1": "0" * 40}) + "\n")
    Path("manifest").write_text("".join(lines))
    words = ["audit", "--journal=journal", "--checkpoint=1M", f"-j{jobs}", "manifest", "tree"]
    process = oldguard.start(*words, stdout=-1, stderr=-1)
    while not Path("journal").exists() or b'"state"' not in Path("journal").read_bytes():
        assert process.poll() is None, process.stderr.read()
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=600)
    assert process.returncode == 3 and b"run again with this journal to go on" in errors
    states = Path("journal").read_bytes().splitlines()[1:]
    assert states and all(b'"state"' in line for line in states)


def test_a_huge_file_holds_no_result_back(oldguard, workdir):
    """Results are in the journal as they come: also those of files after one that takes many minutes."""
    os.mkdir("tree")
    for i in range(200):
        Path(f"tree/small{i}").write_text(f"{i}")
    Path("manifest").write_bytes(manifests.jsonl("tree"))
    with open("tree/huge", "wb") as file:
        file.truncate(1 << 42)
    with open("manifest", "a") as file:
        file.write(json.dumps({"v": 1, "name": "huge", "size": 1 << 42, "sha1": "0" * 40}) + "\n")
    # The output goes to a file: nobody reads a pipe meanwhile, and a full one would stop the audit.
    with open("output", "wb") as output:
        process = oldguard.start(
            *"audit --journal=journal -j1 --progress manifest tree".split(), stdout=output, stderr=output
        )
    # The small files fill a block of the journal, which is written while the huge one is hashed. The signal
    # may come before the results of the last ones, so their number is not known.
    while not Path("journal").exists() or b'"small' not in Path("journal").read_bytes():
        assert process.poll() is None, Path("output").read_bytes()
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    assert process.wait() == 3


def test_two_at_a_time(oldguard, tree):
    with open("journal", "wb") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        result = oldguard(*WORDS)
    assert result.returncode == 2
    assert result.stderr == b"oldguard audit: journal: another audit uses this journal\n"


def test_full_disk(oldguard, tree, preloaded):
    """Each write of the journal fails once. Exit status 3, and the next run comes to the end."""
    expected = oldguard("audit", "--json", "manifest", "tree").stdout
    full = preloaded(r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>
static int left;
__attribute__((constructor)) static void start(void) { left = atoi(getenv("FULL_AT")); }
ssize_t write(int fd, const void *data, size_t size) {
    ssize_t (*real)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
    if (fd > 2 && __atomic_sub_fetch(&left, 1, __ATOMIC_SEQ_CST) <= 0) {
        if (left == 0 && size > 10) return real(fd, data, size / 2);
        errno = ENOSPC;
        return -1;
    }
    return real(fd, data, size);
}
""")
    stopped = 0
    for at in range(2, 60):
        result = oldguard(*WORDS, env={**full, "FULL_AT": str(at)})
        if result.returncode == 1:
            break
        stopped += 1
        assert result.returncode == 3, result.stderr
        assert b"journal: No space left on device" in result.stderr
        assert json.loads(result.stdout.splitlines()[-1])["complete"] is False
    assert stopped > 3
    assert result_of(oldguard(*WORDS).stdout) == result_of(expected)


def test_progress_counts_what_the_journal_has(oldguard, tree):
    words = ["audit", "--progress", "--journal=journal", "listed", "tree"]
    Path("listed").write_bytes(manifests.jsonl("tree"))
    assert oldguard(*words).returncode == 0
    lines = Path("journal").read_bytes().splitlines(keepends=True)
    assert b'"complete":true' in lines[-1]
    Path("journal").write_bytes(b"".join(lines[:-1]))
    result = oldguard(*words)
    assert result.returncode == 0
    last = re.search(rb"(\d+) of (\d+) files, .* (\d+) %", result.stderr)
    assert last is not None, result.stderr
    assert last[1] == last[2] and last[3] == b"100"
