# SPDX-License-Identifier: MIT
"""Many messages in one call, compared with one call each."""

import hashlib
import random

import oldguard
import pytest
from oldguard import sha1dc


def messages(n, seed, longest=3000):
    source = random.Random(seed)
    return [source.randbytes(source.randrange(longest)) for _ in range(n)]


def digests(many):
    return [hashlib.sha1(each).digest() for each in many]


@pytest.mark.parametrize("many", [oldguard.sha1_many, sha1dc.many])
@pytest.mark.parametrize("n", [*range(20), 255, 1000])
def test_lists(many, n):
    given = messages(n, n)
    expected = digests(given)
    assert many(given) == expected
    assert many(given, joined=True) == b"".join(expected)
    assert many(iter(given), threads=0) == expected
    assert many({bytes(2): None}.keys()) == digests([bytes(2)])


@pytest.mark.parametrize("threads", [2, 3, 7, 256, 10**9])
def test_threads(threads):
    given = messages(300, 5, 200000)
    assert oldguard.sha1_many(given, threads=threads) == digests(given)
    given = [b"", bytes(10**7), b"", b"a"]
    assert oldguard.sha1_many(given, threads=threads) == digests(given)
    assert b"".join(digests(given)) == sha1dc.many(given, joined=True, threads=threads)


@pytest.mark.parametrize("many", [oldguard.sha1_many, sha1dc.many])
def test_two_parts(many):
    given = messages(100, 6)
    heads = messages(100, 7, 100)
    assert many(given, prefix=b"blob 7\0") == digests([b"blob 7\0" + each for each in given])
    assert many(given, prefix=bytearray(b"x"), threads=2) == digests([b"x" + each for each in given])
    joined = digests([head + each for head, each in zip(heads, given)])
    assert many(zip(heads, given)) == joined
    assert many([(bytearray(head), memoryview(each)) for head, each in zip(heads, given)]) == joined
    mixed = [(heads[0], given[0]), given[1]]
    assert many(mixed) == digests([heads[0] + given[0], given[1]])
    with pytest.raises(TypeError, match="prefix"):
        many(mixed, prefix=b"a")
    with pytest.raises(TypeError, match=r"messages\[1\]: .*header and a body"):
        many([b"", (b"",)])


def test_whirlpool():
    given = messages(100, 8)
    expected = [oldguard.whirlpool(each).digest() for each in given]
    assert oldguard.whirlpool_many(given) == expected
    assert oldguard.whirlpool_many(given, joined=True, threads=2) == b"".join(expected)
    with pytest.raises(TypeError, match="not a tuple"):
        oldguard.whirlpool_many([(b"", b"")])
    with pytest.raises(TypeError, match="prefix"):
        oldguard.whirlpool_many([], prefix=b"")


def test_wrong_arguments():
    for call in (
        lambda: oldguard.sha1_many(),
        lambda: oldguard.sha1_many([], []),
        lambda: oldguard.sha1_many(17),
        lambda: oldguard.sha1_many(b"bytes are one message"),
        lambda: oldguard.sha1_many("text"),
        lambda: oldguard.sha1_many([], thread=1),
        lambda: oldguard.sha1_many([], threads=1.5),
        lambda: oldguard.sha1_many([], errors="return"),
    ):
        with pytest.raises(TypeError):
            call()
    for call in (
        lambda: oldguard.sha1_many([], threads=-1),
        lambda: sha1dc.many([], errors="ignore"),
        lambda: sha1dc.many([], errors="return", joined=True),
    ):
        with pytest.raises(ValueError):
            call()
    with pytest.raises(ZeroDivisionError):
        oldguard.sha1_many(1 // 0 for _ in range(2))


def test_an_error_names_the_message():
    for wrong, error in (("text", TypeError), (memoryview(b"abcd")[::2], BufferError)):
        for many in (oldguard.sha1_many, sha1dc.many, oldguard.whirlpool_many):
            with pytest.raises(error, match=r"^messages\[2\]: "):
                many([b"", bytearray(10), wrong, 17])


def test_buffers_are_released():
    """A bytearray with an exported buffer cannot grow."""
    arrays = [bytearray(3000) for _ in range(5)]
    oldguard.sha1_many(arrays, prefix=arrays[0])
    oldguard.sha1_many([(each, each) for each in arrays])
    oldguard.sha1_pieces(arrays[0], 7)
    oldguard.sha1_digest(arrays[0])
    oldguard.sha1(arrays[0]).update(arrays[0])
    for call in (
        lambda: oldguard.sha1_many([*arrays, 1]),
        lambda: oldguard.sha1_many([(arrays[0], 1)], threads=2),
        lambda: oldguard.sha1_many([1], prefix=arrays[0]),
        lambda: oldguard.sha1_many([(b"", b"")], prefix=arrays[0]),
    ):
        with pytest.raises(TypeError):
            call()
    for each in arrays:
        each.append(1)


@pytest.mark.parametrize("size", [1, 2, 63, 64, 1000, 2**63, 10**30])
def test_pieces(size):
    for n in (0, 1, 63, 64, 65, 1000, 5000):
        data = random.Random(n).randbytes(n)
        step = min(size, n + 1)
        expected = digests([data[i : i + step] for i in range(0, n, step)])
        assert oldguard.sha1_pieces(data, size) == b"".join(expected)


def test_wrong_pieces():
    for size in (0, -1, -(10**30)):
        with pytest.raises(ValueError):
            oldguard.sha1_pieces(b"abc", size)
    for call in (
        lambda: oldguard.sha1_pieces(b"abc"),
        lambda: oldguard.sha1_pieces(b"abc", 1.5),
        lambda: oldguard.sha1_pieces("abc", 1),
    ):
        with pytest.raises(TypeError):
            call()
