# SPDX-License-Identifier: MIT
"""What oldguard does not serve costs nothing: with its configuration EVP executes as many instructions for SHA-256,
AES and TLS as without, within 1 %, as valgrind counts them."""

import functools
import os
import re
import subprocess

import pytest
from conftest import ENVIRONMENT, own_configuration, program

COUNT = "--tool=callgrind --callgrind-out-file=/dev/null --toggle-collect=measured".split()
MOST = 1.01


@functools.cache
def instructions(file, operation):
    words = [program("valgrind"), *COUNT, os.environ["NOT_SERVED"], operation]
    done = subprocess.run(
        words, env={**ENVIRONMENT, "OPENSSL_CONF": file}, capture_output=True, text=True, check=True
    )
    return int(re.search(r"Collected : (\d+)", done.stderr)[1])


@pytest.mark.parametrize("operation", ["digest", "hmac", "pbkdf2", "aes", "tls"])
def test_not_served(configuration, openssl_configuration, operation):
    ours, theirs = (
        instructions(each["OPENSSL_CONF"], operation) for each in (configuration, openssl_configuration)
    )
    assert 0 < ours <= MOST * theirs, (ours, theirs)


def test_a_cost_is_seen(tmp_path, openssl_configuration):
    """The configuration that prefers oldguard's HMAC hands SHA-256 over."""
    ours = instructions(own_configuration(tmp_path, "--mode=all")["OPENSSL_CONF"], "hmac")
    assert ours > MOST * instructions(openssl_configuration["OPENSSL_CONF"], "hmac")
