# SPDX-License-Identifier: MIT
"""Wrong OLDGUARD_* variables and a refused kernel: DES, key derivation and files raise named errors."""

import os
import subprocess
import sys

import oldguard
import pytest

SITE = os.path.dirname(os.path.dirname(os.path.abspath(oldguard.__file__)))
CALLS = """
import sys
import oldguard, oldguard.hashlib
from oldguard import des, kdf, sha1dc, torrent
from oldguard.compat import crypto_des3
key, iv = bytes(range(1, 25)), bytes(8)
with open(sys.argv[1], "wb") as file:
    file.write(bytes(100000))
paths = [sys.argv[1]] * 3
calls = [
    lambda: des.new(key, "ctr", iv, check=()),
    lambda: des.encrypt(key, "cbc", iv, iv, check=()),
    lambda: des.encrypt_many([(key, iv, iv)], "cbc", check=()),
    lambda: des.decrypt_many([(key, iv, iv)], "cbc", check=()),
    lambda: des.mac(key, b"", check=()),
    lambda: des.mac_many([(key, b"")], check=()),
    lambda: des.mac_many([(key, b"")], "cbc", padding="bit", check=()),
    lambda: des.crypt("secret", "ab"),
    lambda: des.wrap(key, key),
    lambda: kdf.hmac(b"", b""),
    lambda: kdf.pbkdf2_hmac("sha1", b"", b"", 1),
    lambda: kdf.pbkdf2_hmac_many("sha1", [b""], b"", 1),
    lambda: kdf.pkcs12("sha1", 1, "", b"", 1, 8),
    lambda: oldguard.files(paths, threads=1),
    lambda: oldguard.files(paths, "sha1dc", threads=2),
    lambda: oldguard.files(paths, "whirlpool", errors="return"),
    lambda: oldguard.sha1_file(paths[0]),
    lambda: sha1dc.sha1_file(paths[0]),
    lambda: torrent.pieces(paths, 1000),
]
for number, call in enumerate(calls):
    try:
        call()
    except oldguard.%s as error:
        print(number, error)
"""


def run(error, path, **variables):
    done = subprocess.run(
        [sys.executable, "-X", "dev", "-c", CALLS % error, str(path)],
        env={**os.environ, "PYTHONPATH": SITE, **variables},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.parametrize(
    "variable, value", [("OLDGUARD_KERNEL", "des.ecb=none"), ("OLDGUARD_CPU", "-nothing")]
)
def test_every_call_names_the_variable(tmp_path, variable, value):
    lines = run("ConfigError", tmp_path / "file", **{variable: value})
    assert [int(line.split()[0]) for line in lines] == list(range(19))
    assert all(variable in line and value.split("=")[-1].strip("-") in line for line in lines)


def test_constant_time_leaves_no_kernel_for_one_serial_message(tmp_path):
    """CBC encryption, the MACs of one message and wrapping have table kernels alone (des.h, des_mac.h)."""
    lines = run("NoKernelError", tmp_path / "file", OLDGUARD_POLICY="constant-time")
    assert [int(line.split()[0]) for line in lines] == [1, 4, 5, 8]
