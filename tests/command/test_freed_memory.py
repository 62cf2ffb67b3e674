# SPDX-License-Identifier: MIT
"""No memory that a command frees holds a plaintext, a password or a key."""

import os
from pathlib import Path

import pytest

SECRET = b"S3cr:t!."  # a block
KEY = SECRET + b"k3y:two." + b"k3y:3..."
IV = ["--iv", "0011223344556677"]
CIPHER = ["--cipher", "des-ede3", "--key-file", "key"]
CHUNK = 1 << 18

own_memory = pytest.mark.skipif(
    "sanitize" in os.environ.get("CFLAGS", ""), reason="the sanitizers replace the allocator"
)

# Says so where memory is freed that holds SECRET.
WATCH = r"""
#define _GNU_SOURCE
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
void __libc_free(void *);
static const char *secret;
__attribute__((constructor)) static void start(void) { secret = getenv("SECRET"); }
static void look(void *p) {
    static const char text[] = "freed the secret\n";
    if (p != NULL && secret != NULL && memmem(p, malloc_usable_size(p), secret, strlen(secret)) != NULL)
        (void)!write(2, text, sizeof text - 1);
}
void free(void *p) {
    look(p);
    __libc_free(p);
}
void *realloc(void *old, size_t size) {  /* always moves */
    void *now = malloc(size);
    if (now == NULL || old == NULL) return now;
    const size_t had = malloc_usable_size(old);
    memcpy(now, old, had < size ? had : size);
    free(old);
    return now;
}
"""


@pytest.fixture(scope="module")
def watch(preloaded):
    return {**preloaded(WATCH), "SECRET": SECRET.decode()}


def des(*words):
    return ["des", *words]


CASES = {
    "encrypt": des("encrypt", *CIPHER, "--mode", "cbc", *IV, "plain"),
    "encrypt by threads": des("encrypt", *CIPHER, "--mode", "ctr", *IV, "--jobs", "3", "plain"),
    "decrypt": des("decrypt", *CIPHER, "--mode", "cbc", *IV, "coded"),
    "decrypt to a file": des("decrypt", *CIPHER, "--mode", "cbc", *IV, "coded", "out"),
    "decrypt by threads": des("decrypt", *CIPHER, "--mode", "cbc", *IV, "--jobs", "3", "coded"),
    "mac": des("mac", "--algorithm", "cmac", *CIPHER, "plain"),
    "crypt": ["crypt", "--salt", "ab", "--password-file", "password"],
    "crypt --lines": ["crypt", "--lines", "--password-file", "lines"],
    "pbkdf2": "pbkdf2 --hash sha1 --iterations 2 --length 20 --salt-hex 00 --password-file password".split(),
}


@own_memory
@pytest.mark.parametrize("words", CASES.values(), ids=CASES)
def test_nothing_of_a_secret_is_freed(oldguard, workdir, watch, words):
    Path("key").write_bytes(KEY)
    Path("password").write_bytes(SECRET + b"\n")
    Path("lines").write_bytes(b"".join(b"%02d:" % n + SECRET + b"\n" for n in range(100)))
    # The last chunk is a block, so that the look-ahead of the one before is the end of the data.
    Path("plain").write_bytes(SECRET * (3 * CHUNK // len(SECRET)))
    made = oldguard("des", "encrypt", *CIPHER, "--mode", "cbc", *IV, "plain", "coded")
    assert made.returncode == 0, made.stderr
    result = oldguard(*words, env=watch)
    assert (result.returncode, result.stderr) == (0, b"")


@own_memory
@pytest.mark.parametrize("wrong, salt", [("ab...........", "ab"), ("_J9..rasm...........", "_J9..rasm")])
def test_no_computed_hash_is_freed(oldguard, workdir, watch, wrong, salt):
    """The hash of a password that is compared with a wrong one would let its reader guess the password."""
    Path("password").write_bytes(b"test\n")
    Path("shadow").write_text(f"user:{wrong}:::::::\n")
    made = oldguard("crypt", "--salt", salt, "--password-file", "password").stdout.decode().strip()
    for words in (["--verify", wrong], ["--shadow", "shadow"]):
        result = oldguard(
            "crypt", *words, "--password-file", "password", env={**watch, "SECRET": made[len(salt) :]}
        )
        assert result.returncode == 1 and b"freed the secret" not in result.stderr


@own_memory
def test_the_watch_sees(oldguard, workdir, watch):
    Path(SECRET.decode() * 4).write_bytes(b"")
    result = oldguard("sum", SECRET.decode() * 4, env=watch)
    assert b"freed the secret\n" in result.stderr
