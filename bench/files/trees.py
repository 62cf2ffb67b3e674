# SPDX-License-Identifier: MIT
"""Makes the files that are measured. A folder that is complete is kept for the next run."""

import hashlib
import math
import os
import random
import shutil

MIB = 1 << 20


class Trees:
    """Makes each tree in a subfolder of `root` when it is first asked for."""

    def __init__(self, root, quick, million):
        self.root = root
        self.small_count = 10_000 if quick else 100_000
        self.mid_count = 100 if quick else 400
        self.bag_count = 4_000 if quick else 20_000
        self.huge_size = (512 if quick else 4096) * MIB
        self.sparse_size = (2048 if quick else 16384) * MIB
        self.zeros_size = (256 if quick else 1024) * MIB
        self.million_count = 1_000_000 if million else 0
        # Slices of these bytes are the contents of all files.
        self.block = random.Random(24).randbytes(8 * MIB)

    def _made(self, name, make):
        folder = self.root / name
        if not (folder / "complete").exists():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
            make(folder)
            (folder / "complete").touch()
        return folder

    def _slice(self, rng, size):
        at = rng.randrange(len(self.block) - size + 1)
        return self.block[at : at + size]

    def _write_small(self, folder, count):
        """Writes files whose sizes are log-normal: a median of 3 kB, a mean of 9 kB, 100 in each folder."""
        rng = random.Random(count)
        for number in range(count):
            if number % 100 == 0:
                inner = folder / f"{number // 10000:03}" / f"{number // 100 % 100:02}"
                inner.mkdir(parents=True)
            size = min(int(math.exp(rng.gauss(math.log(3000), 1.5))), 256 * 1024)
            (inner / f"{number:07}.bin").write_bytes(self._slice(rng, size))

    def small(self):
        """Returns a folder with `files/`: many small files."""
        return self._made(
            f"small-{self.small_count}", lambda folder: self._write_small(folder / "files", self.small_count)
        )

    def million(self):
        """Returns the same with a million files."""
        return self._made(
            f"small-{self.million_count}",
            lambda folder: self._write_small(folder / "files", self.million_count),
        )

    def mid(self):
        """Returns a folder with `files/`: files of 1 to 4 MiB."""

        def make(folder):
            (folder / "files").mkdir()
            rng = random.Random(2)
            for number in range(self.mid_count):
                size = rng.randrange(1 * MIB, 4 * MIB)
                (folder / "files" / f"{number:03}.bin").write_bytes(self._slice(rng, size))

        return self._made(f"mid-{self.mid_count}", make)

    def huge(self):
        """Returns a folder with `content/huge.bin`, and `huge.torrent` with pieces of 1 MiB for it."""

        def make(folder):
            (folder / "content").mkdir()
            rng = random.Random(3)
            digests = b""
            with open(folder / "content" / "huge.bin", "wb") as file:
                for _ in range(self.huge_size // MIB):
                    piece = self._slice(rng, MIB)
                    file.write(piece)
                    digests += hashlib.sha1(piece).digest()
            info = b"d6:lengthi%de4:name8:huge.bin12:piece lengthi%de6:pieces%d:%se" % (
                self.huge_size,
                MIB,
                len(digests),
                digests,
            )
            announce = b"http://localhost/"
            (folder / "huge.torrent").write_bytes(
                b"d8:announce%d:%s4:info%se" % (len(announce), announce, info)
            )

        return self._made(f"huge-{self.huge_size // MIB}", make)

    def sparse(self):
        """Returns a folder with a sparse file, and a file of zeros that is not sparse."""

        def make(folder):
            with open(folder / "sparse.bin", "wb") as file:
                file.truncate(self.sparse_size)
            with open(folder / "zeros.bin", "wb") as file:
                for _ in range(self.zeros_size // MIB):
                    file.write(bytes(MIB))
                file.flush()
                os.fsync(file.fileno())

        return self._made(f"sparse-{self.sparse_size // MIB}", make)

    def bag(self):
        """Returns a folder with `bag/`, a BagIt bag with a SHA-1 manifest."""

        def make(folder):
            bag = folder / "bag"
            self._write_small(bag / "data", self.bag_count)
            (bag / "bagit.txt").write_text("BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n")
            with open(bag / "manifest-sha1.txt", "w") as manifest:
                for file in sorted((bag / "data").rglob("*.bin")):
                    digest = hashlib.sha1(file.read_bytes()).hexdigest()
                    manifest.write(f"{digest}  {file.relative_to(bag)}\n")

        return self._made(f"bag-{self.bag_count}", make)
