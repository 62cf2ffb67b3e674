# SPDX-License-Identifier: MIT
"""Makes .torrent files, also malformed ones (BEP 3, 47 and 52)."""

import hashlib


def encode(value):
    """Returns the bencoded value. A `Raw` value is written as it is. Keys are sorted."""
    if isinstance(value, Raw):
        return value.text
    if isinstance(value, int):
        return b"i%de" % value
    if isinstance(value, str):
        value = value.encode()
    if isinstance(value, bytes):
        return b"%d:%s" % (len(value), value)
    if isinstance(value, (list, tuple)):
        return b"l" + b"".join(map(encode, value)) + b"e"
    items = sorted((key.encode() if isinstance(key, str) else key, item) for key, item in value.items())
    return b"d" + b"".join(encode(key) + encode(item) for key, item in items) + b"e"


class Raw:
    """Bytes that encode() writes as they are."""

    def __init__(self, text):
        self.text = text


def pieces(data, size):
    """Returns the SHA-1 digests of the pieces of the data."""
    return b"".join(hashlib.sha1(data[at : at + size]).digest() for at in range(0, len(data), size))


def info(name, files, piece_size=16384, pad=False):
    """Returns the info dictionary of a folder: `files` are pairs of a path (a list) and its bytes.

    pad: aligns each file to a piece with a pad file, as hybrid torrents do.
    """
    entries, data = [], b""
    for number, (path, content) in enumerate(files):
        entries.append({"length": len(content), "path": path})
        data += content
        rest = -len(content) % piece_size
        if pad and rest and number + 1 < len(files):
            entries.append({"attr": "p", "length": rest, "path": [".pad", str(rest)]})
            data += bytes(rest)
    return {"name": name, "piece length": piece_size, "files": entries, "pieces": pieces(data, piece_size)}


def single_info(name, content, piece_size=16384):
    """Returns the info dictionary of one file."""
    return {
        "name": name,
        "piece length": piece_size,
        "length": len(content),
        "pieces": pieces(content, piece_size),
    }


def torrent(dictionary):
    """Returns the bytes of a .torrent file with this info dictionary."""
    return encode({"announce": "http://localhost/announce", "info": dictionary})


def _merkle_root(hashes, leaves, padding):
    """Returns the root of a binary tree of SHA-256, filled up with `padding` to a number of leaves."""
    row = hashes + [padding] * (leaves - len(hashes))
    while len(row) > 1:
        row = [hashlib.sha256(row[i] + row[i + 1]).digest() for i in range(0, len(row), 2)]
    return row[0]


def _power_of_two(count):
    return 1 << (count - 1).bit_length() if count > 1 else 1


def version_2(files, piece_size=16384):
    """Returns the members of version 2 (BEP 52) for `info`, and the piece layers.

    The pieces have the size of a block, 16 KiB, so that a layer is the row of leaves.
    """
    assert piece_size == 16384
    tree, layers = {}, {}
    for path, content in files:
        blocks = [hashlib.sha256(content[at : at + 16384]).digest() for at in range(0, len(content), 16384)]
        leaf = {"length": len(content)}
        if blocks:
            leaf["pieces root"] = _merkle_root(blocks, _power_of_two(len(blocks)), bytes(32))
            if len(blocks) > 1:
                layers[leaf["pieces root"]] = b"".join(blocks)
        folder = tree
        for element in path[:-1]:
            folder = folder.setdefault(element, {})
        folder[path[-1]] = {"": leaf}
    return {"meta version": 2, "file tree": tree}, layers
