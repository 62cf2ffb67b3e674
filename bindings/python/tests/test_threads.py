# SPDX-License-Identifier: MIT
"""Threads that share an object or a list, and sub-interpreters."""

import os
import random
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import oldguard
import pytest
from oldguard import _oldguard, sha1dc

THREADS = 8


def in_threads(function):
    """Calls function(i) in THREADS threads that start together."""
    barrier = threading.Barrier(THREADS)

    def call(i):
        barrier.wait()
        return function(i)

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(call, range(THREADS)))


@pytest.mark.parametrize("make", [_oldguard.sha1, sha1dc.sha1, oldguard.whirlpool])
@pytest.mark.parametrize("size", [10, 2047, 2048, 300000])
def test_one_object(make, size):
    """Equal pieces may be appended in any order. A lost or torn update changes the digest."""
    piece = random.Random(size).randbytes(size)
    rounds = max(4, min(2000, 3000000 // size))
    running = make()

    def work(i):
        for _ in range(rounds):
            running.update(piece)

    in_threads(work)
    expected = make()
    for _ in range(THREADS * rounds):
        expected.update(piece)
    assert running.digest() == expected.digest()


def test_a_copy_waits_for_an_update():
    """Whirlpool counts the bytes of a piece before it hashes them, so that a copy in the middle has neither digest."""
    piece = bytes(1 << 26)
    running = oldguard.whirlpool(b"a")
    possible = {oldguard.whirlpool(b"a").digest(), oldguard.whirlpool(b"a" + piece).digest()}
    with ThreadPoolExecutor(1) as pool:
        update = pool.submit(running.update, piece)
        while not update.done():
            assert running.copy().digest() in possible


@pytest.mark.parametrize("make", [_oldguard.sha1, sha1dc.sha1, oldguard.whirlpool])
def test_every_method_of_one_object(make):
    """Each result must be that of a whole number of updates."""
    piece = bytes(100000)
    running, chain = make(), [make().digest()]
    step = make()
    for _ in range(THREADS * 20):
        step.update(piece)
        chain.append(step.digest())
    possible = set(chain)

    def work(i):
        for _ in range(20):
            running.update(piece)
            assert running.digest() in possible
            assert bytes.fromhex(running.hexdigest()) in possible
            assert running.copy().digest() in possible
            assert oldguard.import_state(running.export_state()).digest() in possible

    in_threads(work)
    assert running.digest() == chain[-1]


@pytest.mark.parametrize("many", [oldguard.sha1_many, sha1dc.many, oldguard.whirlpool_many])
def test_a_list_that_changes(many):
    """The digests are those of the list at some moment of the call."""
    source = random.Random(9)
    pool = [source.randbytes(source.randrange(1, 6000)) for _ in range(64)]
    one = oldguard.whirlpool_digest if many is oldguard.whirlpool_many else oldguard.sha1_digest
    possible = {one(each) for each in pool}
    shared = list(pool)

    def work(i):
        mine = random.Random(i)
        for _ in range(150):
            if i % 2:
                shared[:] = mine.sample(pool, mine.randrange(len(pool)))
                shared.append(bytes(pool[0]))
            else:
                assert set(many(shared, threads=1 + i % 3)) <= possible

    in_threads(work)


@pytest.mark.parametrize(
    "call",
    [
        _oldguard.sha1,
        _oldguard.sha1().update,
        oldguard.sha1_digest,
        sha1dc.digest,
        lambda data: oldguard.sha1_many([data]),
        lambda data: oldguard.sha1_pieces(data, 1000),
    ],
)
def test_the_gil_is_released(call):
    """No thread is asked for the GIL here, so another one runs only if a call releases it."""
    gate, passed, data = threading.Lock(), [], bytes(1000000)
    interval = sys.getswitchinterval()
    gate.acquire()
    thread = threading.Thread(target=lambda: passed.append(gate.acquire()))
    thread.start()
    sys.setswitchinterval(1000000)
    try:
        gate.release()
        for _ in range(3000):
            if passed:
                break
            call(data)
        released = bool(passed)
    finally:
        sys.setswitchinterval(interval)
    thread.join()
    assert released


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_fork():
    """A child hashes, also when a thread of the parent hashes at the moment of the fork."""
    given = [bytes(100000)] * 8
    expected = oldguard.sha1_many(given)
    stop = threading.Event()

    def work():
        while not stop.is_set():
            oldguard.sha1_many(given, threads=2)

    thread = threading.Thread(target=work)
    thread.start()
    try:
        for _ in range(20):
            child = os.fork()
            if child == 0:
                os._exit(0 if oldguard.sha1_many(given, threads=2) == expected else 1)
            assert os.waitpid(child, 0)[1] == 0
    finally:
        stop.set()
        thread.join()
