# SPDX-License-Identifier: MIT
"""The uses of the command in which every call is made to fail."""

import hashlib
import json
import random
import re

from sabotage import Scenario

KEY, IV = bytes(range(1, 25)), "0011223344556677"
DATA = random.Random(1).randbytes(700000)  # three chunks of 256 KiB
SMALL = DATA[:5000]
CBC = ["--cipher", "des-ede3", "--mode", "cbc", "--iv", IV, "--key-file", "key"]
BARE = [*CBC, "--padding", "none"]  # any whole blocks can be decrypted
# The digest of DATA decrypted with KEY and IV in CBC.
EXPECTED = b"3d9d309f060ebc05907b010fbbef52dc5a1712e7  data\n"
SUMMED = {"a": DATA, "b": SMALL, "c": b""}
SUMS = "".join(f"{hashlib.sha1(content).hexdigest()}  {name}\n" for name, content in SUMMED.items())

TREE = {"t/a": DATA, "t/b": SMALL, "t/d/c": b""}
LISTED = "".join(
    f'{{"v":1,"name":"{name[2:]}","sha1":"{hashlib.sha1(content).hexdigest()}"}}\n'
    for name, content in TREE.items()
)

HARMLESS = {
    "(malloc|calloc|realloc)": "the C library does without, as it does without a locale",
    r"close \.": "a folder is not written to",
    r"close #\d+ \(deleted\)": "the data of a file without a name are on the disk, or not wanted",
    "close anon_inode.*": "no file",
    "eventfd": "a read of the input then outlasts an error of the output",
    "fgetxattr .*": "the output then lets its owner alone read it",
    "fstat .*": "the size of an input that is read to its end",
    r"open \.": "not every file system lets a folder be brought to the disk",
    r"lseek pipe:.*": "a pipe has no size and no offset, with or without the error",
    "poll": "the read that follows waits as well",
    "getrandom": "a temporary file then has a name that can be guessed",
    r"linkat \.oldguard-\w+": "whether a file without a name can get one is only tried",
    "posix_fadvise .*": "advice",
    "pthread_create": "fewer threads are slower, no more",
    "(close|open|read|readlink) /sys/.*": "whether a disk rotates, on which the result does not depend",
    "setrlimit": "the system then writes core dumps, as it does for others",
    "sigaction": "a signal then leaves a temporary file",
    "stat .*": "the secret or the output that it looks for cannot be opened either",
}
WALKED = {
    r"close t(/d)?": "a folder is not written to",
    "getrlimit": "the walk then keeps a default number of folders open",
}
AUDITED = {
    "open t": "for listed files that the walk did not find",
    "write pipe:.*": "the summary on standard error",
}
UNREAD = "(fstat|fstatat|open|openat|read|stat|syscall) .*"  # of a file or folder to hash
TUNED = {".* order": "a message says that the order of the defaults serves"}
RECRYPT = {
    "close pipe:.*": "the other end says what became of the data",
    "read pipe:.*": "after the last data",
}
BENCH = {
    "(fopen64|read) /proc/cpuinfo": "the name of the processor",
    "(lstat|readlink) /proc/self/exe": "no program for the other word size is found",
    r"(close|unlink) \.oldguard-.*": "a file that tries whether the folder can be written",
}


def complete(content):
    """Returns whether all measured figures are present. Their values differ."""
    try:
        json.loads(content)
    except ValueError:
        return content[-1:] == b"\n"
    return True


def without_times(content):
    """Returns JSON lines without the values that each run finds anew."""
    return re.sub(rb'"((?:found_)?mtime|checked)":"[^"]*"|"((?:found_)?inode|seconds)":[\d.]+', b"", content)


ALL = [
    Scenario("sum", ["sum", *SUMMED], SUMMED),
    Scenario("sum -c", ["sum", "-c", "sums"], {**SUMMED, "sums": SUMS.encode()}),
    Scenario(
        "sum -r -o",
        ["sum", "-r", "-o", "out", "t"],
        {**TREE, "out": b"old"},
        harmless=WALKED,
        partial={"out": UNREAD},
    ),
    Scenario(
        "audit --update",
        ["audit", "--json", "--update", "list", "t"],
        {**TREE, "list": LISTED.encode()},
        harmless=WALKED | AUDITED,
        plain=without_times,
        partial={"list": UNREAD},
        stderr="oldguard audit: 3 ok (705000 bytes)\n",
    ),
    Scenario("sum of standard input", ["sum", "-a", "whirlpool"], {}, SMALL),
    Scenario("des encrypt", ["des", "encrypt", *CBC, "in", "out"], {"in": DATA, "key": KEY}),
    Scenario("des decrypt", ["des", "decrypt", *BARE, "in", "out"], {"in": DATA, "key": KEY, "out": b"old"}),
    Scenario("des decrypt over its input", ["des", "decrypt", *BARE, "in", "in"], {"in": DATA, "key": KEY}),
    Scenario("des decrypt to standard output", ["des", "decrypt", *BARE, "in"], {"in": DATA, "key": KEY}),
    Scenario("des encrypt of standard input", ["des", "encrypt", *CBC, "-", "out"], {"key": KEY}, SMALL),
    Scenario(
        "des decrypt by 4 threads",
        ["des", "decrypt", *BARE, "--jobs", "4", "in", "out"],
        {"in": DATA, "key": KEY},
    ),
    Scenario(
        "des mac",
        ["des", "mac", "--algorithm", "cmac", "--cipher", "des-ede3", "--key-file", "key", "in"],
        {"in": DATA, "key": KEY},
    ),
    Scenario(
        "des recrypt",
        [
            *"des recrypt --from des-ede3-cbc --iv".split(),
            IV,
            *"--padding none --key-file key --to-command cat --verify-command cat --remove".split(),
            *"--expect list in".split(),
        ],
        {"in": DATA, "key": KEY, "list": EXPECTED},
        harmless=RECRYPT,
    ),
    Scenario("crypt", ["crypt", "--salt", "ab"], {}, b"secret\n"),
    Scenario(
        "crypt --lines",
        ["crypt", "--lines", "--password-file", "lines"],
        {"lines": b"ab:secret\ncd:other\n" * 300},
    ),
    Scenario(
        "pbkdf2",
        [
            *"pbkdf2 --hash sha1 --iterations 10 --length 20 --salt-file salt --password-file".split(),
            *"password -o out".split(),
        ],
        {"salt": b"salt", "password": b"secret\n"},
    ),
    Scenario("kernels --json", ["kernels", "--json"], {}),
    Scenario(
        "explain", ["explain", "sha1.blocks"], {"order": b""}, env={"OLDGUARD_TUNE": "order"}, harmless=TUNED
    ),
    Scenario("completion", ["completion", "bash"], {}),
    Scenario("--help", ["--help"], {}),
    Scenario("check", ["check", "sha1_c_ref"], {}),
    Scenario(
        "bench",
        "bench --only sha1_c_ref --size 64 --budget 0.1 --no-peers --accept-noise --output .".split(),
        {},
        harmless=BENCH,
        plain=complete,
    ),
]
for scenario in ALL:
    scenario.harmless |= HARMLESS
