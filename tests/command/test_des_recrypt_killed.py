# SPDX-License-Identifier: MIT
"""Kills `oldguard des recrypt --remove` at every step. No data are lost."""

import os
import signal
from pathlib import Path

import pytest
from recrypting import AES, FROM, TO, data, old, opened, to

from tools import slow

assert old  # a fixture
SIZES = [0, 300000]
NAMES = [f"{i}.enc" for i in range(len(SIZES))]

# Counts the calls that change a file, and kills the process at call number KILL_AT instead of making it.
# NO_LINK=1 simulates a system that cannot give a name to an unnamed file.
KILLER = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>
static int left, no_link;
__attribute__((constructor)) static void start(void) {
    left = atoi(getenv("KILL_AT"));
    no_link = getenv("NO_LINK") != NULL;
    unsetenv("LD_PRELOAD");  /* not in the commands */
}
static void *step(const char *name) {
    if (--left == 0)
        kill(getpid(), SIGKILL);
    return dlsym(RTLD_NEXT, name);
}
#define STEP(name, parameters, arguments) \
    int name parameters { return ((int (*) parameters)step(#name)) arguments; }
STEP(fchmod, (int fd, mode_t mode), (fd, mode))
STEP(fchown, (int fd, uid_t user, gid_t group), (fd, user, group))
STEP(fsync, (int fd), (fd))
STEP(pipe2, (int *ends, int flags), (ends, flags))
STEP(rename, (const char *from, const char *to), (from, to))
STEP(renameat2, (int a, const char *from, int b, const char *to, unsigned flags),
     (a, from, b, to, flags))
STEP(unlink, (const char *path), (path))
STEP(waitpid, (pid_t child, int *status, int options), (child, status, options))
int linkat(int a, const char *from, int b, const char *to, int flags) {
    if (no_link) {
        errno = ENOENT;
        return -1;
    }
    int (*real)(int, const char *, int, const char *, int) = step("linkat");
    return real(a, from, b, to, flags);
}
"""


@pytest.fixture(scope="module")
def killer(preloaded):
    return preloaded(KILLER)


@pytest.fixture
def archive(old):
    """Returns the contents of the old files, to create them again."""
    content = {name: old(name, size) for name, size in zip(NAMES, SIZES)}

    def lay_out():
        for name in os.listdir("."):
            os.unlink(name)
        for name, coded in content.items():
            Path(name).write_bytes(coded)
        return content

    return lay_out


def check_nothing_is_lost(content):
    """Checks that each old file is unchanged or its new file complete. Returns how many were migrated."""
    moved = 0
    for name, size in zip(NAMES, SIZES):
        if os.path.exists(name + ".aes"):
            assert opened(name + ".aes") == data(size), name
            moved += 1
        else:
            assert os.path.exists(name), name
        if os.path.exists(name):
            assert Path(name).read_bytes() == content[name]
    return moved


def check_it_ends_well(oldguard, content, left):
    """Checks that the next run migrates the rest and does not touch files with other names."""
    assert oldguard("des", "recrypt", *FROM, *TO, "--remove", "--trust-padding", *NAMES).returncode == 0
    assert check_nothing_is_lost(content) == len(NAMES)
    assert sorted(os.listdir(".")) == sorted([f"{name}.aes" for name in NAMES] + left)


def unknown():
    return [name for name in os.listdir(".") if not name.endswith((".enc", ".aes"))]


@pytest.mark.parametrize("named", [slow(False), True], ids=["without a name", "with a name"])
def test_killed_at_every_step(oldguard, archive, killer, named):
    killed_after = set()  # number of migrated files
    left_over = 0
    for step in range(1, 1000):
        content = archive()
        env = {**killer, "KILL_AT": str(step), **({"NO_LINK": "1"} if named else {})}
        result = oldguard("des", "recrypt", *FROM, *TO, "--remove", "--trust-padding", *NAMES, env=env)
        if result.returncode == 0:
            break
        assert result.returncode == -signal.SIGKILL, result.stderr
        killed_after.add(check_nothing_is_lost(content))
        left = unknown()
        left_over += any(os.path.getsize(name) > 0 for name in left)
        check_it_ends_well(oldguard, content, left)
    assert result.returncode == 0 and step > 10 * len(NAMES)
    assert killed_after == set(range(len(NAMES) + 1))
    # A named temporary file remains, but contains no plaintext. An unnamed one does not remain.
    assert named == (left_over > 0)


@pytest.mark.parametrize(
    "commands",
    [
        to(f"kill -9 $PPID; {AES}"),
        to(f"head -c 1000 > /dev/null; kill -9 $PPID; {AES}"),
        to(f"{AES}; kill -9 $PPID"),
        to(verify=f"kill -9 $PPID; {AES} -d"),
        to(verify=f"{AES} -d | (head -c 1000; kill -9 $PPID; cat)"),
        to(verify=f"{AES} -d; kill -9 $PPID"),
    ],
    ids=["before", "in the midst", "at the end", "before verifying", "verifying", "verified"],
)
def test_killed_by_the_command(oldguard, archive, commands):
    content = archive()
    result = oldguard("des", "recrypt", *FROM, *commands, "--remove", "--trust-padding", *NAMES[1:])
    assert result.returncode == -signal.SIGKILL
    assert sorted(os.listdir(".")) == NAMES and check_nothing_is_lost(content) == 0
    check_it_ends_well(oldguard, content, [])
