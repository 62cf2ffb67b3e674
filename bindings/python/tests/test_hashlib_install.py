# SPDX-License-Identifier: MIT
"""oldguard.hashlib.install() and python -m oldguard.run."""

import concurrent.futures
import hashlib
import io
import itertools
import os
import subprocess
import sys

import oldguard
import oldguard.hashlib
import pytest
import vectors
from oldguard import sha1dc

STATE = ("new", "sha1", "algorithms_available", "algorithms_guaranteed")


@pytest.fixture(autouse=True)
def unchanged():
    before = [getattr(hashlib, name) for name in STATE], set(hashlib.algorithms_available)
    yield
    assert ([getattr(hashlib, name) for name in STATE], set(hashlib.algorithms_available)) == before


def test_install_and_undo():
    plain = hashlib.sha1
    guaranteed = set(hashlib.algorithms_guaranteed)
    undo = oldguard.hashlib.install()
    assert hashlib.sha1 is oldguard.sha1
    assert isinstance(hashlib.new("sha1"), oldguard.Hash)
    assert isinstance(hashlib.new("SHA1", b"a", usedforsecurity=False), oldguard.Hash)
    assert hashlib.new("whirlpool", b"a").digest() == oldguard.whirlpool_digest(b"a")
    assert hashlib.file_digest(io.BytesIO(b"a"), "whirlpool").name == "whirlpool"
    assert not isinstance(hashlib.new("sha256"), oldguard.Hash)
    assert "whirlpool" in hashlib.algorithms_available
    assert hashlib.algorithms_guaranteed == guaranteed
    for name in ("sha0", 5):
        with pytest.raises((ValueError, TypeError)):
            hashlib.new(name)
    undo()
    undo()
    assert hashlib.sha1 is plain


def test_a_hash_that_fips_mode_allows_for_other_use(monkeypatch):
    def new(name, data=b"", *, usedforsecurity=True):
        if name == "md5" and usedforsecurity:
            raise ValueError("unsupported hash type md5")
        return plain(name, data)

    plain = hashlib.new
    monkeypatch.setattr(hashlib, "new", new)
    with oldguard.hashlib.install():
        assert hashlib.new("md5", b"a", usedforsecurity=False).digest() == hashlib.md5(b"a").digest()
        with pytest.raises(ValueError):
            hashlib.new("md5")


def test_a_with_statement_and_options():
    with oldguard.hashlib.install(("whirlpool",), guaranteed=True):
        assert not isinstance(hashlib.sha1(), oldguard.Hash)
        assert "whirlpool" in hashlib.algorithms_guaranteed
        assert not isinstance(hashlib.new("sha1"), oldguard.Hash)
    assert "whirlpool" not in hashlib.algorithms_guaranteed


def test_detect():
    attack = bytes.fromhex(vectors.COLLISIONS[2]["Msg"])
    with oldguard.hashlib.install(detect=True):
        for make in (hashlib.sha1, lambda data: hashlib.new("sha1", data)):
            assert make(b"a").digest() == oldguard.sha1_digest(b"a")
            with pytest.raises(sha1dc.Sha1CollisionError):
                make(attack).hexdigest()
    assert hashlib.sha1(attack).hexdigest() == vectors.COLLISIONS[2]["MD"]


# What some version of OpenSSL takes for SHA-1, and words that none does.
SPELLINGS = [
    *"sha1 SHA1 Sha1 sHA1 SHA-1 sha-1 Sha-1 ssl3-sha1 SSL3-SHA1 1.3.14.3.2.26 RSA-SHA1 rsa-sha1".split(),
    *"RSA-SHA1-2 sha1WithRSA sha1WithRSAEncryption 1.2.840.113549.1.1.5 DSA DSA-SHA1 dsaWithSHA1".split(),
    *"DSS1 dss1 ecdsa-with-SHA1 OID.1.3.14.3.2.26 SHA sha_1 sha160".split(),
    "sha1 ",
    "",
]


def accepted():
    """Returns every name that hashlib.new takes here for SHA-1."""
    names = []
    for name in {*SPELLINGS, *hashlib.algorithms_available, *map(str.upper, hashlib.algorithms_available)}:
        try:
            one = hashlib.new(name, b"")
        except ValueError:
            continue
        if one.digest_size == 20 and one.digest() == oldguard.sha1_digest(b""):
            names.append(name)
    return sorted(names)


def test_detect_by_every_name():
    """hashlib.new finds SHA-1 under the names of OpenSSL, and none of them avoids the detection."""
    attack = bytes.fromhex(vectors.COLLISIONS[2]["Msg"])
    names = accepted()
    assert {"sha1", "SHA1"} <= set(names)
    with oldguard.hashlib.install(detect=True):
        for name in names:
            for call in (
                lambda: hashlib.new(name, attack),
                lambda: hashlib.new(name=name, data=attack),
                lambda: hashlib.file_digest(io.BytesIO(attack), name),
            ):
                made = call()
                assert made.name == "sha1"
                with pytest.raises(sha1dc.Sha1CollisionError):
                    made.digest()
        for name in set(SPELLINGS) - set(names):
            if name.lower() not in oldguard.hashlib._ALIASES:
                with pytest.raises(ValueError):
                    hashlib.new(name)
        for name in ("sha256", "sha3_256", "blake2s", "shake_128", "MD5"):
            assert not isinstance(hashlib.new(name), oldguard.Hash)
        assert hashlib.new("blake2b", b"a", digest_size=5).digest_size == 5
    for name in names:
        assert not isinstance(hashlib.new(name), oldguard.Hash)


def test_an_alias_of_another_openssl():
    """A name that only the replaced function knows is SHA-1 by its digest of nothing."""

    def other(name, data=b"", **kwargs):
        return before("sha1" if name == "RSA-SHA1/legacy" else name, data, **kwargs)

    before, hashlib.new = hashlib.new, other
    try:
        with oldguard.hashlib.install(detect=True):
            for _ in range(2):
                assert isinstance(hashlib.new("RSA-SHA1/legacy"), oldguard.Hash)
            with pytest.raises(ValueError):
                hashlib.new("RSA-SHA1/older")
        assert hashlib.new is other
    finally:
        hashlib.new = before


@pytest.mark.parametrize("name", ["whirlpool", "Whirlpool", "WHIRLPOOL", "whirlPool", "1.0.10118.3.0.55"])
def test_names_of_whirlpool(name):
    with oldguard.hashlib.install():
        assert hashlib.new(name, b"a").digest() == oldguard.whirlpool_digest(b"a")


CALLS = [
    ((b"a",), {}),
    ((), {"string": b"a"}),
    ((), {"data": b"a"}),
    ((b"a",), {"usedforsecurity": False}),
    ((), {"string": b"a", "usedforsecurity": True}),
    ((b"a",), {"string": b"a"}),
    ((b"a",), {"data": b"a"}),
    ((), {"data": b"a", "string": b"a"}),
    ((b"a", False), {}),
    ((b"a",), {"digest_size": 20}),
    (("a",), {}),
    ((), {"string": "a"}),
    ((5,), {}),
    ((), {}),
]


@pytest.mark.parametrize("args, options", CALLS, ids=str)
def test_the_signatures_of_hashlib(args, options):
    """What this CPython's functions take, the replacements take. What no CPython takes is a TypeError."""
    calls = [lambda: hashlib.sha1(*args, **options), lambda: hashlib.new("sha1", *args, **options)]
    wanted = []
    for call in calls:
        try:
            wanted.append(call().digest())
        except TypeError:
            wanted.append(None)
    messages = [*args, *(options[name] for name in ("data", "string") if name in options)]
    of_another_version = len(messages) == 1 and messages[0] == b"a" and "digest_size" not in options
    with oldguard.hashlib.install(detect=True):
        for call, digest in zip(calls, wanted):
            if digest is not None or of_another_version:
                assert call().digest() == (digest or oldguard.sha1_digest(b"a"))
            else:
                with pytest.raises(TypeError):
                    call()


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_undo_in_any_order(order):
    """What the last install() that is still in effect asked for counts, until none is left."""
    asked = [((), {}), ((), {"detect": True}), ((("whirlpool",),), {"guaranteed": True})]
    undos = [oldguard.hashlib.install(*args, **options) for args, options in asked]
    before = first_values[0]
    left = {0, 1, 2}
    for i in order:
        undos[i]()
        undos[i]()
        left.remove(i)
        expected = sha1dc.sha1 if 1 in left else oldguard.sha1 if 0 in left else before
        assert hashlib.sha1 is expected
        assert type(hashlib.new("sha1")) is type(expected())
        assert ("whirlpool" in hashlib.algorithms_available) == bool(left)
        assert ("whirlpool" in hashlib.algorithms_guaranteed) == (2 in left)
        assert hashlib.new("sha256", b"").digest() == hashlib.sha256(b"").digest()
    assert (hashlib.sha1, hashlib.new) == first_values


def test_what_another_program_replaces_stays():
    def other(name, data=b"", **kwargs):
        return before(name, data, **kwargs)

    first = oldguard.hashlib.install()
    before = hashlib.new
    hashlib.new = other
    second = oldguard.hashlib.install(detect=True)
    first()
    assert isinstance(hashlib.new("sha1"), oldguard.Hash)
    second()
    assert hashlib.new is other and hashlib.sha1 is first_values[0]
    assert not isinstance(hashlib.new("sha1"), oldguard.Hash)
    hashlib.new = first_values[1]


def test_threads_install_and_undo():
    def work(i):
        for _ in range(300):
            with oldguard.hashlib.install(detect=i % 2 == 0, guaranteed=i % 3 == 0):
                assert hashlib.new("whirlpool", b"a").digest_size == 64
                assert isinstance(hashlib.sha1(), oldguard.Hash)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            list(pool.map(work, range(8)))
    finally:
        sys.setswitchinterval(interval)


first_values = hashlib.sha1, hashlib.new


def test_wrong_arguments():
    for call, error in [
        (lambda: oldguard.hashlib.install("sha1"), TypeError),
        (lambda: oldguard.hashlib.install(["md5"]), ValueError),
        (lambda: oldguard.hashlib.install([5]), ValueError),
    ]:
        with pytest.raises(error):
            call()


def run(*words, cwd=None):
    return subprocess.run(
        [sys.executable, "-m", "oldguard.run", *words],
        cwd=cwd,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": os.path.dirname(os.path.dirname(oldguard.__file__))},
    )


PROGRAM = """
import sys
from hashlib import new, sha1
import hashlib, neighbour
print(sys.argv, __name__, type(sha1()).__name__, new("whirlpool").name)
print("whirlpool" in hashlib.algorithms_guaranteed)
sha1(bytes.fromhex(sys.argv[1])).digest()
"""


def test_run(tmp_path):
    script = tmp_path / "program.py"
    script.write_text(PROGRAM)
    (tmp_path / "neighbour.py").write_text("")
    attack = vectors.COLLISIONS[2]["Msg"]
    for words, name in (([str(script)], str(script)), (["-m", "program"], str(script))):
        done = run(*words, attack, "--detect", cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        assert done.stdout.splitlines() == [f"{[name, attack, '--detect']} __main__ Hash whirlpool", "False"]
        done = run("--detect", "--guaranteed", *words, attack, cwd=tmp_path)
        assert done.returncode == 1 and "Sha1CollisionError" in done.stderr
        assert done.stdout.splitlines()[1] == "True"
    for words in (["-P", "-m", "oldguard.run", str(script)], ["-P", "-m", "oldguard.run", "-m", "program"]):
        environment = {**os.environ, "PYTHONPATH": os.path.dirname(os.path.dirname(oldguard.__file__))}
        done = subprocess.run(
            [sys.executable, *words], cwd=tmp_path, env=environment, capture_output=True, text=True
        )
        assert done.returncode == 1 and "No module named" in done.stderr, done.stderr
    assert run().returncode == 2
    assert run(str(tmp_path / "none.py")).returncode == 1


def test_the_digests_of_nothing():
    found = {oldguard.sha1_hexdigest(b""): "sha1", oldguard.whirlpool_hexdigest(b""): "whirlpool"}
    assert oldguard.hashlib._OF_NOTHING == found
