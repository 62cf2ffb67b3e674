# SPDX-License-Identifier: MIT
"""oldguard.hashlib.install() and python -m oldguard.run."""

import hashlib
import io
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


def test_undo_in_any_order():
    """An Undo restores only what nobody has replaced since."""
    first = oldguard.hashlib.install()
    second = oldguard.hashlib.install(detect=True)
    first()
    assert hashlib.sha1 is sha1dc.sha1
    second()
    assert hashlib.sha1 is oldguard.sha1
    hashlib.sha1, hashlib.new = first_values
    assert "whirlpool" not in hashlib.algorithms_available


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
    assert run().returncode == 2
    assert run(str(tmp_path / "none.py")).returncode == 1
