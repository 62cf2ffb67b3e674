# SPDX-License-Identifier: MIT
"""A torrent and its files, for the tests of `oldguard audit` with torrents."""

import random
import re

import bencode

PIECE = 16384


def bytes_of(seed, size):
    return random.Random(seed).randbytes(size)


# Piece 0 and 1: a. Piece 2: the end of a, all of b and c, the start of d. Then d, to piece 6.
FILES = [
    (["a"], bytes_of(1, 2 * PIECE + 5000)),
    (["sub", "b"], bytes_of(2, 100)),
    (["sub", "c"], bytes_of(3, 1)),
    (["sub", "deep", "d"], bytes_of(4, 4 * PIECE)),
    (["z"], b""),
]


D_AT = sum(len(data) for _, data in FILES[:3])  # the offset of d in the content


def write(folder, files=FILES):
    for path, content in files:
        file = folder.joinpath(*path)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)


def lines_of(result):
    """Returns the status lines with two spaces after the status."""
    return [re.sub(" {2,}", "  ", line) for line in result.stdout.decode().splitlines()]


def content_of(folder):
    """Writes t.torrent and its content. Returns the folder of the content."""
    write(folder / "data")
    (folder / "t.torrent").write_bytes(bencode.torrent(bencode.info("data", FILES)))
    return folder / "data"


def flip(file, at):
    with open(file, "r+b") as opened:
        opened.seek(at)
        byte = opened.read(1)[0]
        opened.seek(at)
        opened.write(bytes([byte ^ 1]))
