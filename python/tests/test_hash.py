# SPDX-License-Identifier: MIT
"""Hash objects and one-shot functions, compared with hashlib."""

import hashlib
import random

import oldguard
import pytest
from oldguard import sha1dc

MAKERS = [oldguard.sha1, sha1dc.sha1, sha1dc.mitigate.sha1]


@pytest.mark.parametrize("make", MAKERS)
def test_every_length(make):
    data = random.Random(1).randbytes(300)
    for n in range(301):
        assert make(data[:n]).digest() == hashlib.sha1(data[:n]).digest()


@pytest.mark.parametrize("make", MAKERS)
def test_every_split(make):
    data = random.Random(2).randbytes(200)
    expected = hashlib.sha1(data).hexdigest()
    for n in range(201):
        running = make(data[:n])
        running.update(data[n:])
        assert running.hexdigest() == expected
