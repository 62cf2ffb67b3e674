# SPDX-License-Identifier: MIT
"""torf: torrents whose pieces oldguard computes and verifies."""

import random

import oldguard
import pytest
import torf
from oldguard import torrent


@pytest.fixture
def made(tmp_path):
    """Returns the path of a torrent of five files that torf has made, and the folder of the files."""
    folder, r = tmp_path / "content", random.Random(1)
    folder.mkdir()
    for i, size in enumerate([0, 1, 300000, 1 << 20, 70001]):
        (folder / f"{i}.bin").write_bytes(r.randbytes(size))
    made = torf.Torrent(path=folder, piece_size=1 << 15)
    made.generate()
    made.write(tmp_path / "content.torrent")
    return tmp_path / "content.torrent", folder


class Sha1OfPiece:
    """Stands in for hashlib.sha1 in torf: its digest comes from sha1_pieces."""

    calls = 0

    def __init__(self, piece):
        self.piece = piece

    def digest(self):
        Sha1OfPiece.calls += 1
        return oldguard.sha1_pieces(self.piece, len(self.piece))


def test_torf_verifies_through_sha1_pieces(made, monkeypatch):
    path, folder = made
    monkeypatch.setattr(torf._generate, "sha1", Sha1OfPiece)
    Sha1OfPiece.calls = 0
    assert torf.Torrent.read(path).verify(folder)
    assert Sha1OfPiece.calls == torf.Torrent.read(path).pieces
    victim = folder / "3.bin"
    data = bytearray(victim.read_bytes())
    data[100] ^= 1
    victim.write_bytes(data)
    with pytest.raises(torf.VerifyContentError):
        torf.Torrent.read(path).verify(folder)


def test_the_pieces_are_those_of_torf(made):
    path, folder = made
    read = torf.Torrent.read(path)
    files = [folder.parent / file for file in read.files]
    expected = read.metainfo["info"]["pieces"]
    for threads in (1, 2):
        assert torrent.pieces(files, read.piece_size, threads) == expected
    whole = b"".join(file.read_bytes() for file in files)
    assert oldguard.sha1_pieces(whole, read.piece_size) == expected
