# SPDX-License-Identifier: MIT
"""The rows of the table. Each function yields (part, demand, measured, met); met is None if a peer is missing."""

import glob
import hashlib
import os
import random
import subprocess
import sys

import corpus
import oldguard
import peers
from measure import cpu_seconds, nanoseconds
from oldguard import des, sha1dc, torrent

COUNT = 64
NO_DEMAND = "(for information)"
RANDOM = random.Random(1)


def messages(size, count=COUNT):
    return [RANDOM.randbytes(size) for _ in range(count)]


def each(function, given):
    """Returns a function that calls another one for every message."""

    def work():
        for message in given:
            function(message)

    return work


def ratio(ours, theirs):
    return "%.3g of %.4g: %.3f" % (ours, theirs, ours / theirs)


def times(ours, theirs):
    return "%.4g, %.4g: %.2f times" % (ours, theirs, theirs / ours)


def object_of_64_bytes():
    given = messages(64)
    works = {"hash": _digests(oldguard.sha1, given), "hashlib": _digests(hashlib.sha1, given)}
    ns = nanoseconds(works, COUNT)
    yield ", ns", "<= 105", "%.1f" % ns["hash"], ns["hash"] <= 105
    yield ", of hashlib", "<= 0.4", ratio(ns["hash"], ns["hashlib"]), ns["hash"] <= 0.4 * ns["hashlib"]


def _digests(make, given):
    def work():
        for message in given:
            make(message).digest()

    return work


def one_call():
    given = messages(64)
    works = {"ours": each(oldguard.sha1_digest, given)}
    if peers.blake3:
        works["blake3"] = _digests(peers.blake3.blake3, given)
    ns = nanoseconds(works, COUNT)
    beside = ", blake3 %.1f" % ns["blake3"] if "blake3" in ns else ""
    yield ", ns", "<= 72", "%.1f" % ns["ours"] + beside, ns["ours"] <= 72


def detection_of_64_bytes():
    given = messages(64)
    works = {"ours": each(sha1dc.digest, given), "hashlib": _digests(hashlib.sha1, given)}
    if peers.sha1dc:
        works["sha1dc"] = _digests(peers.sha1dc.sha1, given)
    ns = nanoseconds(works, COUNT)
    if "sha1dc" in ns:
        yield ", of sha1dc", "<= 0.6", ratio(ns["ours"], ns["sha1dc"]), ns["ours"] <= 0.6 * ns["sha1dc"]
    else:
        yield ", of sha1dc", "<= 0.6", "%.1f, hashlib %.1f" % (ns["ours"], ns["hashlib"]), None


def git_objects():
    for size in (64, 800, 6000):
        given = [(b"blob %d\0" % size, m) for m in messages(size)]

        def two_updates(make, given=given):
            def work():
                for header, body in given:
                    running = make()
                    running.update(header)
                    running.update(body)
                    running.digest()

            return work

        ns = nanoseconds({"ours": two_updates(sha1dc.sha1), "hashlib": two_updates(hashlib.sha1)}, COUNT)
        yield ", %d bytes" % size, "<= hashlib", ratio(ns["ours"], ns["hashlib"]), ns["ours"] <= ns["hashlib"]


def _many(size, count, many, least, joined=False):
    given = messages(size, count)
    ns = nanoseconds({"ours": lambda: many(given), "hashlib": _digests(hashlib.sha1, given)}, count)
    what = ", joined" if joined else ""
    yield what, ">= %g times" % least, times(ns["ours"], ns["hashlib"]), ns["hashlib"] >= least * ns["ours"]


def many_short():
    yield from _many(64, 1024, oldguard.sha1_many, 6)
    yield from _many(64, 1024, lambda given: oldguard.sha1_many(given, joined=True), 8, joined=True)


def many_long():
    yield from _many(16384, COUNT, oldguard.sha1_many, 3.2)


def many_detecting():
    yield from _many(1000, 256, sha1dc.many, 1.7)


def torrent_pieces():
    if not peers.torf:
        yield ", CPU", "<= 0.5 of torf", "", None
        return
    with corpus.folder() as folder:
        path = corpus.one_file(folder, 96 << 20)

        def by_torf():
            made = peers.torf.Torrent(path=path, piece_size=1 << 20)
            made.generate(threads=1)

        found = cpu_seconds({"ours": lambda: torrent.pieces([path], 1 << 20, 1), "torf": by_torf}, 4)
        yield (
            ", CPU s",
            "<= 0.5 of torf",
            ratio(found["ours"], found["torf"]),
            found["ours"] <= 0.5 * found["torf"],
        )


def many_files():
    with corpus.folder() as folder:
        paths = corpus.bag(folder)

        def by_hashlib():
            for path in paths:
                with open(path, "rb") as file:
                    hashlib.file_digest(file, "sha1").digest()

        works = {"hashlib": by_hashlib, "one": lambda: oldguard.files(paths, threads=1)}
        works["detecting"] = lambda: oldguard.files(paths, "sha1dc", threads=1)
        found = cpu_seconds(works)
        limits = (("one", ", CPU s", 0.55), ("detecting", " with detection, CPU s", None))
        for name, part, limit in limits:
            demand = "<= %.2f of hashlib" % limit if limit else NO_DEMAND
            met = found[name] <= limit * found["hashlib"] if limit else None
            yield part, demand, ratio(found[name], found["hashlib"]), met


INDEX = """
import sys, time
if sys.argv[2] == "ours":
    import oldguard.sha1dc
    oldguard.sha1dc.install()
from dulwich.object_format import SHA1
from dulwich.pack import PackData
start = time.process_time()
with PackData(sys.argv[1], object_format=SHA1) as data:
    entries = data.sorted_entries()
print(time.process_time() - start, len(entries))
"""


def dulwich_index():
    pack = peers.dulwich_pack and corpus.pack()
    if not pack:
        yield ", CPU s", "<= 1.02 of hashlib", "", None
        return
    best = {"ours": float("inf"), "hashlib": float("inf")}
    for _ in range(4):
        for name in best:
            done = subprocess.run(
                [sys.executable, "-c", INDEX, pack, name], check=True, capture_output=True, text=True
            )
            best[name] = min(best[name], float(done.stdout.split()[0]))
    met = best["ours"] <= 1.02 * best["hashlib"]
    yield ", CPU s", "<= 1.02 of hashlib", ratio(best["ours"], best["hashlib"]), met


def triple_des():
    key, iv, data = RANDOM.randbytes(24), bytes(8), messages(16384)
    works = {"ours": each(lambda m: des.decrypt(key, "cbc", m, iv, check=()), data)}
    if peers.ciphers:

        def decrypt(message):
            run = peers.ciphers.Cipher(peers.triple_des.TripleDES(key), peers.modes.CBC(iv)).decryptor()
            return run.update(message) + run.finalize()

        works["cryptography"] = each(decrypt, data)
    if peers.crypto_des3:
        mode = peers.crypto_des3.MODE_CBC
        works["pycryptodome"] = each(lambda m: peers.crypto_des3.new(key, mode, iv).decrypt(m), data[:4])
    ns = nanoseconds(works, COUNT)
    if "pycryptodome" in ns:
        ns["pycryptodome"] *= COUNT / 4
    speed = ", ".join("%s %.0f" % (name, 16384e3 / value) for name, value in ns.items())
    met = ns["cryptography"] >= 20 * ns["ours"] if "cryptography" in ns else None
    yield ", MB/s", ">= 20 times cryptography", speed, met


def whirlpool():
    for size in (64, 16384):
        given = messages(size)
        works = {"ours": each(oldguard.whirlpool_digest, given)}
        works["many"] = lambda given=given: oldguard.whirlpool_many(given)
        if peers.whirlpool:
            works["whirlpool"] = each(lambda m: peers.whirlpool.new(m).digest(), given)
        ns = nanoseconds(works, COUNT)
        text = ", ".join("%s %.4g" % (name, value) for name, value in ns.items())
        yield ", %d bytes, ns" % size, NO_DEMAND, text, None


BAG = """
import contextlib, io, logging, sys, time
import oldguard.hashlib
if sys.argv[2] != "hashlib":
    oldguard.hashlib.install(detect=sys.argv[2] == "detecting")
import bagit
bag = bagit.Bag(sys.argv[1])
start = time.process_time()
bag.validate()
print(time.process_time() - start)
"""


def bag_validation():
    if not peers.bagit:
        yield ", CPU s", NO_DEMAND, "", None
        return
    with corpus.folder() as folder:
        corpus.bag(folder)
        peers.bagit.make_bag(folder, checksums=["sha1"])
        best = dict.fromkeys(("hashlib", "ours", "detecting"), float("inf"))
        for _ in range(3):
            for name in best:
                done = subprocess.run(
                    [sys.executable, "-c", BAG, folder, name], check=True, capture_output=True, text=True
                )
                best[name] = min(best[name], float(done.stdout))
    yield ", CPU s", NO_DEMAND, ", ".join("%s %.3f" % pair for pair in best.items()), None


def wheel_size():
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "dist")
    wheels = glob.glob(os.path.join(root, "oldguard-*x86_64.whl"))
    size = max(map(os.path.getsize, wheels), default=0)
    yield ", KB", "<= 250", "%.0f" % (size / 1000) if size else "", size <= 250000 if size else None


IMPORT = """
import time
start = time.perf_counter()
import %s
print(time.perf_counter() - start)
"""


def import_time():
    best = {"oldguard": float("inf"), "hashlib": float("inf")}
    for _ in range(15):
        for name in best:
            done = subprocess.run(
                [sys.executable, "-c", IMPORT % name], check=True, capture_output=True, text=True
            )
            best[name] = min(best[name], 1000 * float(done.stdout))
    yield ", ms", "<= 1", "%.2f, hashlib %.2f" % (best["oldguard"], best["hashlib"]), best["oldguard"] <= 1


ROWS = [
    (1, "sha1(b).digest(), 64 bytes", object_of_64_bytes),
    (2, "sha1_digest(b), 64 bytes", one_call),
    (3, "sha1dc.digest(b), 64 bytes", detection_of_64_bytes),
    (4, "header and body with detection, ns", git_objects),
    (5, "sha1_many, 64 bytes, ns", many_short),
    (6, "sha1_many, 16 KiB, ns", many_long),
    (7, "sha1dc.many, 1000 bytes, ns", many_detecting),
    (8, "torrent.pieces, 1 MiB", torrent_pieces),
    (9, "files, 3004 files", many_files),
    (10, "dulwich indexes a pack with detection", dulwich_index),
    (11, "3DES-CBC decryption, 16 KiB", triple_des),
    (12, "wheel, x86-64", wheel_size),
    (13, "import", import_time),
    (14, "Whirlpool", whirlpool),
    (15, "bagit validates 3004 files", bag_validation),
]
