# SPDX-License-Identifier: MIT
"""Files and torrents, compared with hashlib."""

import errno
import hashlib
import io
import os
import pty
import random
import signal
import subprocess
import sys
import threading
import time

import oldguard
import pytest
import vectors
from oldguard import sha1dc, torrent

MIB = 1 << 20
# Around the ends of blocks, of the pieces of a long file, and of the arena of a thread.
SIZES = [0, 1, 55, 64, 4096, (64 << 10) - 1, 64 << 10, (64 << 10) + 1, 200000, MIB, MIB + 1, 3 * MIB + 7]


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """Returns the paths of 300 files and their contents."""
    folder, r = tmp_path_factory.mktemp("tree"), random.Random(1)
    contents = [r.randbytes(r.choice(SIZES) if i % 3 == 0 else r.randrange(30000)) for i in range(300)]
    paths = [folder / str(i) for i in range(300)]
    for path, content in zip(paths, contents):
        path.write_bytes(content)
    return paths, contents


ATTACK = next(r for r in vectors.COLLISIONS if r["Name"] == "SHAmbles 1")


@pytest.fixture
def attack(tmp_path):
    path = tmp_path / "attack"
    path.write_bytes(bytes.fromhex(ATTACK["Msg"]))
    return path


def sha1(data):
    return hashlib.sha1(data).digest()


@pytest.mark.parametrize("threads", [0, 1, 2, 5])
def test_files(tree, threads):
    paths, contents = tree
    expected = [sha1(content) for content in contents]
    assert oldguard.files(paths, threads=threads) == expected
    assert oldguard.files((str(p) for p in paths), "sha1dc", threads=threads) == expected
    expected = [oldguard.whirlpool_digest(content) for content in contents[:60]]
    assert oldguard.files([os.fsencode(p) for p in paths[:60]], "whirlpool", threads=threads) == expected
    assert oldguard.files([], threads=threads) == []


def test_many_long_files(tmp_path):
    """More long files than there are streams, of lengths that end in every order."""
    r = random.Random(2)
    contents = [r.randbytes(r.randrange(60000, 600000)) for _ in range(50)]
    paths = [tmp_path / str(i) for i in range(50)]
    for path, content in zip(paths, contents):
        path.write_bytes(content)
    assert oldguard.files(paths, threads=1) == [sha1(c) for c in contents]


def test_one_file(tree):
    paths, contents = tree
    for path, content in list(zip(paths, contents))[:40]:
        assert oldguard.sha1_file(path) == sha1dc.sha1_file(str(path)) == sha1(content)
        assert oldguard.whirlpool_file(path) == oldguard.whirlpool_digest(content)
        with open(path, "rb") as file:
            file.seek(3)
            assert oldguard.sha1_file(file.fileno()) == sha1(content)
            assert os.lseek(file.fileno(), 0, os.SEEK_CUR) == 3


def test_parts_of_a_file(tree):
    path, content = next((p, c) for p, c in zip(*tree) if len(c) == 3 * MIB + 7)
    for offset, size in [
        (0, 0),
        (0, 5),
        (1, None),
        (MIB, MIB),
        (MIB + 3, 10 * MIB),
        (4 * MIB, 9),
        (0, 2**62),
    ]:
        end = None if size is None else offset + size
        assert oldguard.sha1_file(path, offset=offset, size=size) == sha1(content[offset:end])


def test_streams():
    for chunks in ([b"a" * 10, b"b" * 70000], []):
        reading, writing = os.pipe()

        def write():
            for chunk in chunks:
                os.write(writing, chunk)
            os.close(writing)

        thread = threading.Thread(target=write)
        thread.start()
        assert oldguard.sha1_file(reading) == sha1(b"".join(chunks))
        thread.join()
        os.close(reading)
    reading, writing = os.pipe()
    with pytest.raises(OSError) as caught:
        oldguard.sha1_file(reading, offset=1)
    assert caught.value.errno == errno.ESPIPE
    os.close(reading)
    os.close(writing)


def test_file_digest(tree, tmp_path):
    for path, content in list(zip(*tree))[:40]:
        for name in ("sha1", "sha1dc", oldguard.sha1, hashlib.sha1):
            with open(path, "rb") as file:
                assert oldguard.file_digest(file, name).digest() == sha1(content)
        assert oldguard.file_digest(io.BytesIO(content), "whirlpool").name == "whirlpool"
    calls = []
    oldguard.file_digest(io.BytesIO(b"abc"), "sha1", progress=lambda *done: calls.append(done))
    assert calls == [(3, 1)]
    with open(path) as file, pytest.raises(ValueError, match="binary"):
        oldguard.file_digest(file, "sha1")
    with open(tmp_path / "new", "wb") as file, pytest.raises(ValueError):
        oldguard.file_digest(file, "sha1")
    with pytest.raises(ValueError, match="md5"):
        oldguard.file_digest(io.BytesIO(), "md5")


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("size", [1000, 16 << 10, 64 << 10, 100000, 1 << 20, 1 << 40])
def test_torrent(tree, size, threads):
    paths, contents = [part[:80] for part in tree]
    whole = b"".join(contents)
    pieces = torrent.pieces(paths, size, threads)
    assert pieces == b"".join(sha1(whole[i : i + size]) for i in range(0, len(whole), size))
    assert pieces == torrent.sha1_pieces(whole, size)


def test_torrents_without_bytes(tmp_path):
    empty = tmp_path / "empty"
    empty.write_bytes(b"")
    assert torrent.pieces([], 5) == torrent.pieces([empty, empty], 5) == b""


def test_errors_of_files(tree, tmp_path):
    paths, contents = tree
    missing = tmp_path / "missing"
    mixed = [paths[0], missing, paths[1], tmp_path]
    for threads in (1, 2):
        with pytest.raises(FileNotFoundError) as caught:
            oldguard.files([paths[0], missing, paths[1]], threads=threads)
        assert caught.value.filename == missing
        found = oldguard.files(mixed, threads=threads, errors="return")
        assert found[0] == sha1(contents[0]) and found[2] == sha1(contents[1])
        assert isinstance(found[1], FileNotFoundError) and found[1].filename == missing
        assert isinstance(found[3], IsADirectoryError) and found[3].filename == tmp_path
    for call in (lambda: oldguard.sha1_file(missing), lambda: torrent.pieces([paths[0], missing], 100)):
        with pytest.raises(FileNotFoundError) as caught:
            call()
        assert caught.value.filename == missing
    for call in (lambda: torrent.pieces([tmp_path], 100), lambda: oldguard.sha1_file(str(tmp_path))):
        with pytest.raises(IsADirectoryError):
            call()
    with pytest.raises(OSError) as caught:
        oldguard.sha1_file(2**30)
    assert caught.value.errno == errno.EBADF


def test_attacks(attack, tree):
    paths, contents = tree
    with pytest.raises(sha1dc.Sha1CollisionError) as caught:
        sha1dc.sha1_file(attack)
    assert caught.value.hexdigest == ATTACK["MD"] and caught.value.at == int(ATTACK["At"])
    with pytest.raises(sha1dc.Sha1CollisionError) as caught:
        oldguard.files([paths[0], attack], "sha1dc")
    assert caught.value.index == 1
    found = oldguard.files([paths[0], attack], "sha1dc", errors="return")
    assert found[0] == sha1(contents[0])
    assert isinstance(found[1], sha1dc.Collision) and found[1].hexdigest == ATTACK["MD"]
    assert oldguard.files([attack]) == [bytes.fromhex(ATTACK["MD"])]


@pytest.mark.parametrize(
    "call, error",
    [
        (lambda p: oldguard.files(p), TypeError),
        (lambda p: oldguard.files(5), TypeError),
        (lambda p: oldguard.files([5]), TypeError),
        (lambda p: oldguard.files([p + "\0"]), ValueError),
        (lambda p: oldguard.files([p], "md5"), ValueError),
        (lambda p: oldguard.files([p], errors="ignore"), ValueError),
        (lambda p: oldguard.files([p], threads=-1), ValueError),
        (lambda p: oldguard.files([p], threads="2"), TypeError),
        (lambda p: oldguard.files([p], progress=5), TypeError),
        (lambda p: oldguard.sha1_file(None), TypeError),
        (lambda p: oldguard.sha1_file(p, offset=-1), ValueError),
        (lambda p: oldguard.sha1_file(p, size=-1), ValueError),
        (lambda p: oldguard.sha1_file(p, size="all"), TypeError),
        (lambda p: oldguard.sha1_file(p, progress=5), TypeError),
        (lambda p: torrent.pieces([p], 0), ValueError),
        (lambda p: torrent.pieces(p, 5), TypeError),
        (lambda p: torrent.pieces([p], 5, -1), ValueError),
    ],
)
def test_wrong_arguments(tree, call, error):
    with pytest.raises(error):
        call(str(tree[0][0]))


def test_progress(tree):
    paths, contents = tree
    total = sum(map(len, contents))
    for threads in (1, 2):
        calls = []
        oldguard.files(paths, threads=threads, progress=lambda *done: calls.append(done))
        assert calls == sorted(calls) and calls[-1] == (total, len(paths)) and len(calls) >= 2
        assert {thread for thread in threading.enumerate()} == {threading.main_thread()}
    calls = []
    torrent.pieces(paths, 1 << 14, progress=lambda *done: calls.append(done))
    assert calls[-1] == (total, 0)
    calls = []
    oldguard.sha1_file(paths[0], progress=lambda *done: calls.append(done))
    assert calls == [(len(contents[0]), 1)]


def descriptors():
    return len(os.listdir("/proc/self/fd"))


@pytest.mark.parametrize("threads", [1, 2])
def test_an_exception_in_progress_cancels(tree, threads):
    paths = tree[0] * 3
    before = descriptors()
    calls = []

    def stop(done, files):
        calls.append(done)
        raise KeyError("stop")

    for call in (
        lambda: oldguard.files(paths, threads=threads, progress=stop),
        lambda: torrent.pieces(paths, 1 << 14, threads, progress=stop),
    ):
        calls.clear()
        with pytest.raises(KeyError):
            call()
        assert len(calls) == 1 and calls[0] < 60 * MIB
    assert descriptors() == before


def test_errors_leave_no_descriptor_open(tree, tmp_path):
    before = descriptors()
    for _ in range(5):
        with pytest.raises(FileNotFoundError):
            oldguard.files([*tree[0], tmp_path / "missing"])
        with pytest.raises(IsADirectoryError):
            oldguard.sha1_file(tmp_path)
    assert descriptors() == before


def test_a_file_that_shrinks(tmp_path):
    """The digest is that of the bytes that were read, and a torrent has an error."""
    path = tmp_path / "shrinks"
    path.write_bytes(bytes(40 * MIB))

    def cut(done, files):
        os.truncate(path, 20 * MIB)

    assert oldguard.sha1_file(path, progress=cut) == sha1(bytes(20 * MIB))
    path.write_bytes(bytes(40 * MIB))
    assert oldguard.files([path], progress=cut) == [sha1(bytes(20 * MIB))]
    path.write_bytes(bytes(40 * MIB))
    with pytest.raises(OSError, match="shorter") as caught:
        torrent.pieces([path], 8 * MIB, 1, progress=cut)
    assert caught.value.filename == path


def test_signals_interrupt(tmp_path):
    """Reading a pipe without a writer's bytes ends at the exception of a signal handler."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = os.open(pipe, os.O_RDWR)

    def handler(number, frame):
        raise InterruptedError("signal")

    before = signal.signal(signal.SIGUSR1, handler)
    main = threading.main_thread().ident
    try:
        done = threading.Event()

        def wake():
            while not done.is_set():
                signal.pthread_kill(main, signal.SIGUSR1)
                time.sleep(0.05)

        thread = threading.Thread(target=wake)
        try:
            with pytest.raises(InterruptedError, match="signal"):
                thread.start()
                oldguard.sha1_file(pipe)
        finally:
            while True:
                try:
                    done.set()
                    thread.join()
                    break
                except InterruptedError:
                    pass
    finally:
        signal.signal(signal.SIGUSR1, before)
        os.close(writer)


@pytest.mark.parametrize("threads", [1, 2])
def test_many_files_wait_for_nothing(tmp_path, threads):
    """A FIFO without a writer, one with a writer that is silent, and an idle terminal."""
    regular, pipe, silent = (tmp_path / name for name in ("regular", "pipe", "silent"))
    regular.write_bytes(b"abc")
    os.mkfifo(pipe)
    os.mkfifo(silent)
    writer = os.open(silent, os.O_RDWR)
    master, terminal = pty.openpty()
    try:
        names = [pipe, regular, silent, os.ttyname(terminal), "/dev/null"]
        found = oldguard.files(names, threads=threads, errors="return")
        assert [getattr(each, "errno", each) for each in found] == [
            errno.EINVAL,
            sha1(b"abc"),
            errno.EINVAL,
            errno.EAGAIN,
            sha1(b""),
        ]
        assert found[0].filename == pipe
        with pytest.raises(OSError) as caught:
            oldguard.files([regular, silent], threads=threads)
        assert caught.value.filename == silent
    finally:
        for each in (writer, master, terminal):
            os.close(each)


def test_a_torrent_has_regular_files_only(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for name, error in ((pipe, errno.EINVAL), ("/dev/null", errno.EINVAL), (tmp_path, errno.EISDIR)):
        with pytest.raises(OSError) as caught:
            torrent.pieces([name], 16384)
        assert (caught.value.errno, caught.value.filename) == (error, name)


def test_one_file_waits_for_the_writer_of_a_fifo(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=[b"abc"])
    writer.start()
    try:
        assert oldguard.sha1_file(pipe) == sha1(b"abc")
    finally:
        writer.join()


def test_an_exception_of_a_path_stays_as_it_is():
    class Path:
        def __init__(self, error):
            self.error = error

        def __fspath__(self):
            raise self.error

    class NeedsTwo(Exception):
        def __init__(self, one, two):
            super().__init__(one, two)

    for error in (NeedsTwo(1, 2), OSError(errno.EIO, "text", "name"), KeyboardInterrupt("now")):
        with pytest.raises(type(error)) as caught:
            oldguard.files([__file__, Path(error)])
        assert caught.value is error
    with pytest.raises(LookupError, match=r"^paths\[1\]: text$"):
        oldguard.files([__file__, Path(LookupError("text"))])


def test_descriptors_are_not_inherited(tmp_path):
    """O_CLOEXEC: a program that is started during the work has no descriptor of it."""
    path = tmp_path / "long"
    path.write_bytes(bytes(40 * MIB))
    flags = []

    def look(done, files):
        for name in os.listdir("/proc/self/fd"):
            try:
                if os.readlink("/proc/self/fd/" + name) == str(path):
                    flags.append(os.get_inheritable(int(name)))
            except OSError:
                pass

    oldguard.files([path], threads=1, progress=look)
    assert flags and not any(flags)


def test_path_that_cannot_be_encoded():
    with pytest.raises(ValueError, match=r"paths\[1\]: .*surrogates not allowed"):
        oldguard.files([__file__, "\ud800"], "sha1")


SHORT = """
import errno, os, resource, sys, hashlib
import oldguard
from oldguard import torrent

oldguard.files, torrent.pieces  # loaded at the first use
free, threads = int(sys.argv[1]), int(sys.argv[2])
paths = sys.argv[3:]
whole = [open(path, "rb").read() for path in paths]
resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))
held = []
while True:
    try:
        held.append(os.dup(0))
    except OSError:
        break
for each in held[:free]:
    os.close(each)
if free:
    assert oldguard.files(paths, threads=threads) == [hashlib.sha1(data).digest() for data in whole]
    assert oldguard.files(paths, threads=threads, errors="return") == oldguard.files(paths, threads=1)
    pieces = torrent.pieces(paths, 1 << 14, 1)
    for each in held[free : free + threads]:
        os.close(each)
    assert torrent.pieces(paths, 1 << 14, threads) == pieces == torrent.sha1_pieces(b"".join(whole), 1 << 14)
else:
    found = oldguard.files(paths, threads=threads, errors="return")
    assert [each.errno for each in found] == [errno.EMFILE] * len(paths)
    for call in (lambda: oldguard.files(paths, threads=threads), lambda: torrent.pieces(paths, 1 << 14, threads)):
        try:
            call()
        except OSError as error:
            assert error.errno == errno.EMFILE and error.filename in paths
        else:
            raise AssertionError("no error")
"""


@pytest.mark.parametrize("free, threads", [(1, 1), (3, 1), (1, 8), (3, 8), (20, 8), (0, 1), (0, 8)])
def test_few_descriptors(tmp_path, free, threads):
    """Where the process has few descriptors left, the threads share them. Without any there is an error."""
    paths = []
    for i in range(120):
        paths.append(str(tmp_path / str(i)))
        (tmp_path / str(i)).write_bytes(random.Random(i).randbytes(SIZES[i % 10]))
    done = subprocess.run([sys.executable, "-c", SHORT, str(free), str(threads), *paths], capture_output=True)
    assert done.returncode == 0, done.stderr.decode()


def test_a_torrent_of_more_than_63_bits(tmp_path):
    """The sum of the sizes is checked: it became small, and the pieces of a part were returned for all."""
    paths = [tmp_path / str(i) for i in range(5)]
    try:
        for path in paths:
            path.touch()
            os.truncate(path, 1 << 62)
    except OSError:
        # Most file systems end before, but tmpfs does not.
        folder = "/dev/shm/oldguard-%d" % os.getpid()
        if not os.access("/dev/shm", os.W_OK):
            pytest.skip("no file system here has files of 2^62 bytes")
        paths = [folder + str(i) for i in range(5)]
    try:
        for path in paths:
            open(path, "wb").close()
            os.truncate(path, 1 << 62)
        for size in (1 << 14, 1 << 62):
            with pytest.raises(OSError) as caught:
                torrent.pieces(paths, size)
            assert caught.value.errno == errno.EOVERFLOW and caught.value.filename == paths[1]
        with pytest.raises(OSError) as caught:
            torrent.pieces(paths[:1], 1)
        assert caught.value.errno == errno.EOVERFLOW
    finally:
        for path in paths:
            if os.path.exists(path):
                os.unlink(path)
