# SPDX-License-Identifier: MIT
"""A crash of a command that holds a key writes no core dump, neither to a file nor to a pipe."""

from pathlib import Path

import pytest

KEY = "0123456789abcdef"
# Prints the limit for core files and the dumpable flag when a program ends.
AT_END = r"""
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
__attribute__((destructor)) static void at_end(void) {
    struct rlimit limit;
    getrlimit(RLIMIT_CORE, &limit);
    fprintf(stderr, "core %d, dumpable %d\n", limit.rlim_cur != 0, prctl(PR_GET_DUMPABLE));
}
"""


@pytest.fixture(scope="module")
def at_end(preloaded):
    return preloaded(AT_END)


@pytest.mark.parametrize(
    "args",
    [
        ["des", "encrypt", "--cipher", "des", "--mode", "ecb", "--key-hex", KEY],
        ["des", "mac", "--algorithm", "cmac", "--cipher", "des", "--key-hex", KEY],
        [
            *"des recrypt --from des-ecb --key-hex".split(),
            KEY,
            *"--to-command cat --verify-command cat missing".split(),
        ],
        ["crypt", "--salt", "ab", "--password-file", "key"],
        "pbkdf2 --hash sha1 --iterations 1 --length 20 --salt-hex 00 --password-file key".split(),
    ],
    ids=lambda args: " ".join(args[:2]),
)
def test_no_core_dump(oldguard, workdir, at_end, args):
    Path("key").write_bytes(b"a key or a password of 32 bytes!")
    assert oldguard(*args, env=at_end).stderr.endswith(b"core 0, dumpable 0\n")


def test_without_secrets_a_core_dump_is_of_use(oldguard, at_end):
    assert oldguard("version", env=at_end).stderr.endswith(b"dumpable 1\n")
