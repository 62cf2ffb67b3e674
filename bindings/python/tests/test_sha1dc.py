# SPDX-License-Identifier: MIT
"""Detection of collision attacks, on published collisions."""

import hashlib
import pickle
import sys
from pathlib import Path

import oldguard
import pytest
from oldguard import sha1dc

RECORDS = Path(__file__).parents[3] / "tests/vectors/sha1_collisions.rsp"


def published():
    """Returns the records of full SHA-1 in the section of messages."""
    text = RECORDS.read_text().split("[FILES]")[0]
    found = []
    for block in text.split("\n\n"):
        record = dict(line.split(" = ", 1) for line in block.splitlines() if " = " in line)
        if record.get("Reduced") == "0":
            record["Msg"] = bytes.fromhex(record["Msg"])
            found.append(record)
    assert len(found) == 4
    return found


@pytest.mark.parametrize("record", published(), ids=lambda record: record["Name"])
def test_published(record):
    message, digest = record["Msg"], bytes.fromhex(record["MD"])
    assert hashlib.sha1(message).digest() == digest == oldguard.sha1(message).digest()
    running = sha1dc.sha1(message)
    for call in (
        running.digest,
        running.hexdigest,
        running.copy().digest,
        lambda: sha1dc.digest(message),
        lambda: sha1dc.hexdigest(message),
        oldguard.import_state(running.export_state()).digest,
    ):
        with pytest.raises(sha1dc.Sha1CollisionError) as caught:
            call()
        error = caught.value
        assert isinstance(error, ValueError)
        assert (error.digest, error.hexdigest) == (digest, digest.hex()) == error.args
        assert (error.at, error.vector, error.index) == (int(record["At"]), record["Vector"], None)
        assert digest.hex() in str(error)
        assert str(pickle.loads(pickle.dumps(error))) == str(error)
    found = running.collision
    assert found == (digest, digest.hex(), int(record["At"]), record["Vector"])
    assert isinstance(found, sha1dc.Collision)
    assert (found.digest, found.at, found.vector) == (digest, int(record["At"]), record["Vector"])
    running.update(b"more")
    assert running.collision.digest == hashlib.sha1(message + b"more").digest()


@pytest.mark.parametrize("record", published(), ids=lambda record: record["Name"])
def test_mitigate(record):
    running = sha1dc.mitigate.sha1(record["Msg"])
    digest = running.digest()
    assert digest != bytes.fromhex(record["MD"])
    assert "Safe" not in record or digest.hex() == record["Safe"]
    assert sha1dc.mitigate.digest(record["Msg"]) == digest
    assert sha1dc.mitigate.hexdigest(record["Msg"]) == digest.hex() == running.hexdigest()
    assert running.collision.vector == record["Vector"]
    again = oldguard.import_state(running.export_state())
    assert again.digest() == digest


def test_the_digests_of_a_pair_differ():
    safe = [sha1dc.mitigate.digest(record["Msg"]) for record in published()]
    assert len(set(safe)) == 4


def test_no_attack():
    assert sha1dc.sha1(b"abc").collision is None
    assert sha1dc.mitigate.sha1(b"abc").collision is None


def test_many():
    given = [b"a", b"b", *(record["Msg"] for record in published()), b"c"]
    with pytest.raises(sha1dc.Sha1CollisionError, match=r"^messages\[2\]: ") as caught:
        sha1dc.many(given)
    assert caught.value.index == 2
    with pytest.raises(sha1dc.Sha1CollisionError):
        sha1dc.many(given, joined=True)
    result = sha1dc.many(given, errors="return", threads=2)
    for message, each in zip(given, result):
        if message in (b"a", b"b", b"c"):
            assert each == hashlib.sha1(message).digest()
        else:
            assert each == sha1dc.sha1(message).collision
    pairs = [(message[:100], message[100:]) for message in given]
    assert sha1dc.many(pairs, errors="return") == result


def test_install(monkeypatch):
    monkeypatch.delitem(sys.modules, "sha1dc", raising=False)
    monkeypatch.delitem(sys.modules, "sha1dc.mitigate", raising=False)
    sha1dc.install()
    sha1dc.install()
    import sha1dc as installed
    from sha1dc import mitigate
    from sha1dc.mitigate import sha1

    assert installed is sha1dc and mitigate is sha1dc.mitigate and sha1 is mitigate.sha1
    monkeypatch.setitem(sys.modules, "sha1dc", pytest)
    with pytest.raises(RuntimeError, match="pytest"):
        sha1dc.install()
    assert sys.modules["sha1dc"] is pytest
