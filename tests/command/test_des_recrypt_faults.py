# SPDX-License-Identifier: MIT
"""`oldguard des recrypt`: the files that remain after a fault or a change of the files during the run."""

import os
import resource
from pathlib import Path

import pytest
from recrypting import CHUNK, DES_KEY, IV, REMOVE, TO, data, failed, old, opened, recrypt, to

assert old and recrypt  # fixtures


def test_nothing_is_overwritten_or_removed_for_a_fault(old, recrypt):
    """A FILE with an error is kept, and the other FILEs are migrated."""
    coded = old("good", 1000)
    for name in ("cut", "other", "link-to", "linked", "named"):
        old(name, 1000)
    os.truncate("cut", 999)
    os.symlink("link-to", "link")
    os.mkdir("directory")
    Path("other.new").write_bytes(b"something else")
    os.link("linked", "linked.new")
    os.symlink("named", "named.new")
    old("queue", 1000)
    os.mkfifo("queue.new")
    before = {name: Path(name).read_bytes() for name in os.listdir(".") if os.path.isfile(name)}
    # --verify-command outputs the right data whatever the new file contains, so only the state of the files
    # can be wrong.
    commands = to(
        "cat", "cat > /dev/null; openssl enc -d -des-ede3-cbc -in good.old " f"-K {DES_KEY} -iv {IV}", ".new"
    )
    Path("good.old").write_bytes(coded)
    result = recrypt(
        *commands, *REMOVE, *"cut linked named queue queue.new link directory missing good".split()
    )
    assert result.returncode == 1
    assert result.stdout == b"good: moved, verified, removed\n"
    assert result.stderr.decode().splitlines() == [
        "oldguard des: cut: 999 bytes is not a multiple of the block size 8: truncated, or "
        "encrypted in another mode",
        "oldguard des: linked.new: the same file as linked",
        "oldguard des: named.new: is a symbolic link: --remove needs the file itself",
        "oldguard des: queue.new: not a regular file",
        "oldguard des: queue.new: not a regular file",
        "oldguard des: link: a symbolic link: --remove would not remove the data",
        "oldguard des: directory: not a regular file",
        "oldguard des: missing: No such file or directory",
    ]
    failed(
        recrypt(*to("cat", "cat", ".new"), *REMOVE, "other"),
        "other.new: --verify-command cat: its output differs from the decrypted data",
    )
    del before["good"]
    after = {name: Path(name).read_bytes() for name in os.listdir(".") if os.path.isfile(name)}
    del after["good.new"], after["good.old"]
    assert after == before and Path("link").is_symlink() and Path("named.new").is_symlink()


def test_other_data_of_the_same_size(old, recrypt):
    coded = old("in", 1000)
    result = recrypt(*to("cat", r"tr '\000-\376' '\001-\377'"), *REMOVE, "in")
    assert result.returncode == 1 and b"its output differs from the decrypted data\n" in result.stderr
    assert os.listdir(".") == ["in"] and Path("in").read_bytes() == coded


def test_a_new_file_elsewhere(old, recrypt):
    old("in", 1000)
    recrypt(*TO, "in")
    os.rename("in.aes", "elsewhere")
    os.symlink("elsewhere", "in.aes")
    assert recrypt(*TO, "in").stdout == b"in: was already moved, verified\n"
    failed(recrypt(*TO, *REMOVE, "in"), "in.aes: is a symbolic link: --remove needs the file itself")
    assert os.path.exists("in")


# Makes files appear to belong to user FILE_OWNER, and files of NEW_SIZE bytes to user NEW_OWNER.
OWNERS = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/stat.h>
static void own(struct stat *info) {
    const char *owner = info->st_size == atoi(getenv("NEW_SIZE")) ? "NEW_OWNER" : "FILE_OWNER";
    info->st_uid = atoi(getenv(owner));
}
int stat(const char *restrict path, struct stat *restrict info) {
    int (*real)(const char *, struct stat *) = dlsym(RTLD_NEXT, "stat");
    const int result = real(path, info);
    own(info);
    return result;
}
int fstat(int fd, struct stat *info) {
    int (*real)(int, struct stat *) = dlsym(RTLD_NEXT, "fstat");
    const int result = real(fd, info);
    own(info);
    return result;
}
"""


@pytest.mark.parametrize("file_owner", ["me", "another"])
@pytest.mark.parametrize("new_owner", ["me", "another", "a third"])
def test_owner_of_a_new_file(old, recrypt, preloaded, file_owner, new_owner):
    """--remove rejects a new file of another user, who could remove it even in a sticky directory."""
    old("in", 1000)
    recrypt(*TO, "in")
    users = {"me": os.geteuid(), "another": 54321, "a third": 54322}
    env = {
        **preloaded(OWNERS),
        "NEW_SIZE": "1000",
        "FILE_OWNER": str(users[file_owner]),
        "NEW_OWNER": str(users[new_owner]),
    }
    assert recrypt(*TO, "in", env=env).returncode == 0
    result = recrypt(*TO, *REMOVE, "in", env=env)
    if new_owner in ("me", file_owner):
        assert result.stdout == b"in: was already moved, verified, removed\n"
    else:
        failed(result, "in.aes: belongs to another user, who can remove it: --remove is refused")
        assert os.path.exists("in")


def test_a_file_that_appears_meanwhile_stays(old, recrypt):
    coded = old("in", 1000)
    failed(
        recrypt(*to("echo mine > in.new; cat", "cat", ".new"), *REMOVE, "in"),
        "in.new: --verify-command cat: its output differs from the decrypted data",
    )
    assert Path("in.new").read_bytes() == b"mine\n" and Path("in").read_bytes() == coded


@pytest.mark.parametrize(
    "commands",
    [
        to("tee in.new", "cat", ".new"),
        to("tee in.new; rm in", "cat", ".new"),
        to("tee in.new", "cat; rm -f in", ".new"),
    ],
    ids=["made", "made and removed", "removed last"],
)
def test_another_run_is_faster(old, recrypt, commands):
    old("in", 1000)
    result = recrypt(*commands, *REMOVE, "in")
    assert (result.returncode, result.stderr) == (0, b"")
    assert result.stdout == b"in: was already moved, verified, removed\n"
    assert os.listdir(".") == ["in.new"] and Path("in.new").read_bytes() == data(1000)


def test_a_file_that_changes_meanwhile_stays(old, recrypt):
    """A file that changes is kept: the old one after it was read, or the new one while it is verified."""
    old("in", 1000)
    overwrite = "echo X | dd of=in conv=notrunc status=none"
    for change in ("echo >> in", f"touch -r in time; {overwrite}; touch -r time in"):
        while Path("time").touch() or os.stat("time").st_mtime_ns == os.stat("in").st_mtime_ns:
            pass  # the file system clock advances in steps of some milliseconds
        failed(
            recrypt(*to(f"cat; {change}", "cat", ".kept"), *REMOVE, "in"),
            "in: changed during the run, so it is not removed",
        )
        old("in", 1000)
        os.unlink("in.kept")
    os.unlink("time")
    old("in", 1000)
    failed(
        recrypt(*to("cat", "cat; echo more >> /dev/stdin", ".new"), "in"),
        "in.new: changed while it was verified",
    )
    assert os.listdir(".") == ["in"]


@pytest.mark.parametrize(
    "change",
    [
        "rm in.new",
        "cp in.new copy; mv copy in.new",
        "echo more >> in.new",
        "touch -r in.new time; echo X | dd of=in.new conv=notrunc status=none; touch -r time in.new",
    ],
    ids=["removed", "replaced", "longer", "overwritten"],
)
@pytest.mark.parametrize("gone", [False, True], ids=["compared", "alone"])
def test_a_new_file_that_is_not_what_was_verified(old, recrypt, gone, change):
    """An existing new file that changes after --verify-command has read it is an error."""
    old("in", 1000)
    assert recrypt(*to("cat", "cat", ".new"), "in").returncode == 0
    if gone:
        os.unlink("in")
    failed(
        recrypt(*to("cat", f"cat; {change}", ".new"), *REMOVE, "in"), "in.new: changed while it was verified"
    )
    assert os.path.exists("in") != gone


# Runs the command AFTER_LINK as soon as the new file has its name.
AFTER_LINK = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
int linkat(int a, const char *from, int b, const char *to, int flags) {
    int (*real)(int, const char *, int, const char *, int) = dlsym(RTLD_NEXT, "linkat");
    const int result = real(a, from, b, to, flags);
    if (strcmp(to, "in.new") == 0) {
        unsetenv("LD_PRELOAD");
        system(getenv("AFTER_LINK"));
    }
    return result;
}
"""


@pytest.mark.parametrize(
    "change, message",
    [
        ("rm in.new", "No such file or directory"),
        ("cp in.new copy; mv copy in.new", "changed after it was verified"),
        ("echo more >> in.new", "changed after it was verified"),
    ],
    ids=["removed", "replaced", "longer"],
)
def test_a_new_file_that_changes_under_its_name(old, recrypt, preloaded, change, message):
    coded = old("in", 1000)
    failed(
        recrypt(
            *to("cat", "cat", ".new"), *REMOVE, "in", env={**preloaded(AFTER_LINK), "AFTER_LINK": change}
        ),
        f"in.new: {message}",
    )
    assert Path("in").read_bytes() == coded


def test_other_names_of_what_an_earlier_run_left(old, recrypt):
    """Hard links to files of an earlier run, as in a snapshot, keep their contents."""
    old("in", 1000)
    recrypt(*TO, "in")
    whole = Path("in.aes").read_bytes()
    os.mkdir("snapshot")
    for name in ("in.aes.part", ".oldguard-0123456789abcdef", "snapshot/in.aes"):
        os.link("in.aes", name)
    os.unlink("in.aes")
    old("in", 2000)
    os.truncate("in", 999)
    assert recrypt(*TO, "in").returncode == 1
    old("in", 2000)
    assert recrypt(*TO, "in").returncode == 0
    assert opened("in.aes") == data(2000)
    for name in ("in.aes.part", ".oldguard-0123456789abcdef", "snapshot/in.aes"):
        assert Path(name).read_bytes() == whole


def test_full_disk(old, recrypt):
    coded = old("in", 3 * CHUNK)
    old("small", 1000)

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (CHUNK, CHUNK))

    result = recrypt(*to("exec cat", "cat", ".new"), *REMOVE, "in", "small", preexec_fn=limit)
    assert result.returncode == 1 and result.stdout == b"small: moved, verified, removed\n"
    assert result.stderr == (
        b"oldguard des: in: --to-command 'exec cat': signal 25 (File size " b"limit exceeded)\n"
    )
    assert Path("in").read_bytes() == coded
    assert sorted(os.listdir(".")) == ["in", "small.new"]
