# SPDX-License-Identifier: MIT
"""Hash objects and one-shot functions, compared with hashlib and published vectors."""

import array
import doctest
import hashlib
import mmap
import pickle
import random
from pathlib import Path

import cryptography_vectors
import oldguard
import pytest
from oldguard import _oldguard, sha1dc

MAKERS = [oldguard.sha1, sha1dc.sha1, sha1dc.mitigate.sha1]
ONE_SHOT = [
    (oldguard.sha1_digest, oldguard.sha1_hexdigest),
    (sha1dc.digest, sha1dc.hexdigest),
    (sha1dc.mitigate.digest, sha1dc.mitigate.hexdigest),
]


@pytest.mark.parametrize("make", MAKERS)
def test_every_length(make):
    data = random.Random(1).randbytes(300)
    for n in range(301):
        assert make(data[:n]).digest() == hashlib.sha1(data[:n]).digest()


@pytest.mark.parametrize("digest, hexdigest", ONE_SHOT)
def test_every_length_in_one_shot(digest, hexdigest):
    data = random.Random(1).randbytes(300)
    for n in range(301):
        assert digest(data[:n]) == hashlib.sha1(data[:n]).digest()
        assert hexdigest(data[:n]) == hashlib.sha1(data[:n]).hexdigest()


@pytest.mark.parametrize("make", [*MAKERS, oldguard.whirlpool])
def test_every_split(make):
    data = random.Random(2).randbytes(200)
    expected = make(data).hexdigest()
    for n in range(201):
        running = make(data[:n])
        running.update(data[n:])
        assert running.hexdigest() == expected
        assert running.copy().digest() == bytes.fromhex(expected)


def test_random_messages():
    source = random.Random(3)
    for _ in range(10000):
        data = source.randbytes(source.randrange(2000))
        expected = hashlib.sha1(data).digest()
        running, at = oldguard.sha1(), 0
        while at < len(data):
            step = source.randrange(1, 700)
            running.update(data[at : at + step])
            at += step
        assert running.digest() == expected == sha1dc.digest(data) == oldguard.sha1_digest(data)


@pytest.mark.parametrize("name", ["SHA1ShortMsg.rsp", "SHA1LongMsg.rsp"])
def test_vectors_of_nist(name):
    length, count = 0, 0
    with cryptography_vectors.open_vector_file("hashes/SHA1/" + name, "r") as lines:
        for line in lines:
            word, _, value = line.strip().partition(" = ")
            if word == "Len":
                length = int(value) // 8
            elif word == "Msg":
                message = bytes.fromhex(value)[:length]
            elif word == "MD":
                for make in MAKERS:
                    assert make(message).hexdigest() == value
                count += 1
    assert count > 60


def test_vectors_of_whirlpool():
    """ISO/IEC 10118-3:2004, the dedicated hash-function 7."""
    vectors = {
        b"": "19fa61d75522a4669b44e39c1d2e1726c530232130d407f89afee0964997f7a7"
        "3e83be698b288febcf88e3e03c4f0757ea8964e59b63d93708b138cc42a66eb3",
        b"a": "8aca2602792aec6f11a67206531fb7d7f0dff59413145e6973c45001d0087b42"
        "d11bc645413aeff63a42391a39145a591a92200d560195e53b478584fdae231a",
        b"abc": "4e2448a4c6f486bb16b6562c73b4020bf3043e3a731bce721ae1b303d97e6d4c"
        "7181eebdb6c57e277d0e34957114cbd6c797fc9d95d8b582d225292076d4eef5",
        b"a" * 1000000: "0c99005beb57eff50a7cf005560ddf5d29057fd86b20bfd62deca0f1ccea4af5"
        "1fc15490eddc47af32bb2b66c34ff9ad8c6008ad677f77126953b226e4ed8b01",
    }
    for message, expected in vectors.items():
        assert oldguard.whirlpool(message).hexdigest() == expected
        assert oldguard.whirlpool_hexdigest(message) == expected
        assert oldguard.whirlpool_digest(message).hex() == expected
    assert oldguard.whirlpool_many(vectors, threads=2) == [bytes.fromhex(each) for each in vectors.values()]


@pytest.mark.parametrize("make", [*MAKERS, oldguard.whirlpool])
def test_the_shape_of_hashlib(make):
    running = make(b"ab", usedforsecurity=False)
    assert isinstance(running, oldguard.Hash)
    assert running.name == ("whirlpool" if make is oldguard.whirlpool else "sha1")
    assert running.digest_size == (64 if make is oldguard.whirlpool else 20) == len(running.digest())
    assert running.block_size == 64
    other = running.copy()
    other.update(b"c")
    assert running.digest() == make(b"ab").digest()
    assert other.digest() == make(b"abc").digest() == other.digest()
    assert make().digest() == make(b"").digest()
    assert running.name in repr(running)


@pytest.mark.parametrize(
    "data",
    [
        b"abcd" * 700,
        bytearray(b"abcd" * 700),
        memoryview(b"abcd" * 700)[4:],
        memoryview(b"abcd" * 700).cast("B", (70, 40)),
        array.array("I", range(1000)),
        mmap.mmap(-1, 4096),
        type("Bytes", (bytes,), {})(b"abcd"),
    ],
    ids=lambda data: type(data).__name__,
)
def test_buffers(data):
    expected = hashlib.sha1(bytes(data)).digest()
    for make in MAKERS:
        assert make(data).digest() == expected
    assert oldguard.sha1_digest(data) == expected
    assert oldguard.sha1_many([data, data]) == [expected, expected]


CALLS = [
    *MAKERS,
    oldguard.whirlpool,
    oldguard.sha1().update,
    oldguard.sha1_digest,
    oldguard.sha1_hexdigest,
    sha1dc.digest,
    sha1dc.mitigate.hexdigest,
    oldguard.whirlpool_digest,
    lambda data: oldguard.sha1_pieces(data, 1),
    lambda data: oldguard.sha1_many([b"", data]),
    lambda data: oldguard.sha1_many([b"", (b"", data)]),
    lambda data: oldguard.sha1_many([b""], prefix=data),
    lambda data: sha1dc.many([b"", data]),
    lambda data: oldguard.whirlpool_many([b"", data]),
    oldguard.import_state,
]


@pytest.mark.parametrize("call", CALLS)
def test_refused_objects(call):
    with pytest.raises(TypeError, match="Strings must be encoded before hashing"):
        call("text")
    with pytest.raises(TypeError, match="buffer API"):
        call(17)
    with pytest.raises(BufferError, match="contiguous"):
        call(memoryview(b"abcdef")[::2])
    released = memoryview(bytearray(b"ab"))
    released.release()
    with pytest.raises(ValueError, match="released"):
        call(released)


def test_the_object_of_an_error_is_unchanged():
    running = oldguard.sha1(b"ab")
    with pytest.raises(TypeError):
        running.update("c")
    assert running.digest() == hashlib.sha1(b"ab").digest()


@pytest.mark.parametrize("make", MAKERS)
def test_refused_arguments(make):
    for call in (
        lambda: make(b"", b""),
        lambda: make(b"", string=b""),
        lambda: make(data=b"", string=b""),
        lambda: make(text=b""),
        lambda: make(b"").update(),
        lambda: make(b"").digest(1),
    ):
        with pytest.raises(TypeError):
            call()


def test_the_type():
    with pytest.raises(TypeError):
        oldguard.Hash()
    with pytest.raises(TypeError):
        type("Sub", (oldguard.Hash,), {})
    with pytest.raises(TypeError):
        oldguard.Hash.update = None
    with pytest.raises(AttributeError):
        oldguard.sha1().collision
    with pytest.raises(TypeError, match="export_state"):
        pickle.dumps(oldguard.sha1())


@pytest.mark.parametrize("make", [*MAKERS, oldguard.whirlpool])
def test_states(make):
    data = random.Random(4).randbytes(300)
    for n in range(301):
        state = make(data[:n]).export_state()
        again = oldguard.import_state(pickle.loads(pickle.dumps(state)))
        again.update(data[n:])
        assert again.digest() == make(data).digest()
    for i in range(len(state)):
        with pytest.raises(ValueError):
            oldguard.import_state(state[:i] + bytes([state[i] ^ 1]) + state[i + 1 :])
    for wrong in (b"", state[:-1], state + b"\0"):
        with pytest.raises(ValueError):
            oldguard.import_state(wrong)


def test_too_long():
    """A saved state with 2**61 - 1 bytes takes no more."""
    body = b"OGS1" + (1).to_bytes(4, "big") + bytes(20) + (2**61 - 1).to_bytes(8, "big") + bytes(64)
    running = oldguard.import_state(body + hashlib.sha1(body).digest()[:4])
    before = running.export_state()
    running.update(b"")
    data = bytearray(b"a")
    with pytest.raises(OverflowError):
        running.update(data)
    data.append(0)  # it is not in use any more
    assert running.export_state() == before


def test_hashlib_keeps_sha1_where_it_is_faster(monkeypatch):
    usual = hashlib.sha1
    for fast in (True, False):
        monkeypatch.setattr(_oldguard, "has_fast_sha1", fast)
        with oldguard.hashlib.install():
            assert hashlib.sha1 is (oldguard.sha1 if fast else usual)
            assert hashlib.new("sha1", b"abc").digest() == usual(b"abc").digest()
        with oldguard.hashlib.install(detect=True):
            assert hashlib.sha1 is oldguard.sha1dc.sha1
    assert oldguard.sha1(b"abc").export_state()


def test_the_session_of_the_readme():
    failed, tried = doctest.testfile(
        str(Path(__file__).parents[1] / "README.md"), module_relative=False, optionflags=doctest.ELLIPSIS
    )
    assert tried > 5 and not failed
