# SPDX-License-Identifier: MIT
"""Digests, saved states and attacks: the library against hashlib and published collisions."""

import hashlib
import random
import re
from pathlib import Path

import pytest
from conftest import fixity, rows_of, sha1
from s3_server import Store

from oldguard_fixity import hashing

VECTORS = Path(__file__).parents[4] / "tests/vectors/sha1_collisions.rsp"


def attack() -> bytes:
    """Returns the colliding start of the first file of SHAttered."""
    match = re.search(r"Name = SHAttered 1\nMsg = ([0-9a-f]+)", VECTORS.read_text())
    assert match
    return bytes.fromhex(match[1])


@pytest.mark.parametrize("detect", [True, False])
def test_digests_and_saved_states(detect: bool) -> None:
    chance = random.Random(1)
    messages = [chance.randbytes(chance.randrange(300)) for _ in range(100)]
    expected = [hashing.Digest(sha1(message)) for message in messages]
    assert hashing.many("sha1", detect, messages) == expected
    for message, digest in zip(messages, expected):
        at = chance.randint(0, len(message))
        running = hashing.Hash("sha1", detect)
        running.update(message[:at])
        resumed = hashing.Hash("sha1", detect).restored(running.export())
        assert resumed.length() == at
        resumed.update(message[at:])
        assert resumed.finish() == digest
    state = bytearray(running.export())
    state[20] ^= 1
    with pytest.raises(ValueError):
        hashing.Hash("sha1", detect).restored(bytes(state))


def test_whirlpool() -> None:
    empty = hashing.Hash("whirlpool", False)
    assert empty.finish().hex.startswith("19fa61d75522a466")
    assert hashing.many("whirlpool", False, [b""]) == [
        hashing.Hash("whirlpool", False).restored(empty.export()).finish()
    ]


@pytest.mark.parametrize("limits", [(), ("--range", "100", "--shard-bytes", "400", "--checkpoint", "300")])
def test_an_attack_is_found_and_keeps_its_digest(
    limits: tuple[str, ...], store: Store, bucket: str, tmp_path: Path
) -> None:
    """Small objects are hashed many at a time, huge ones in ranges: 320 bytes of attack among 500."""
    data = attack() + bytes(180)
    store.put("attacked", data)
    store.put("fine", bytes(500))
    assert fixity("plan", bucket, tmp_path / "job", *limits) == 0
    assert fixity("run", tmp_path / "job", "--progress", "none") == 1
    rows = rows_of(tmp_path / "job")
    assert (rows["attacked"]["status"], rows["attacked"]["attacked"]) == ("new", True)
    assert rows["attacked"]["digest"] == hashlib.sha1(data).hexdigest()
    assert not rows["fine"]["attacked"]
    assert fixity("plan", bucket, tmp_path / "again", "--previous", tmp_path / "job") == 0
    assert fixity("run", tmp_path / "again", "--progress", "none") == 1
    assert rows_of(tmp_path / "again")["attacked"]["attacked"]
