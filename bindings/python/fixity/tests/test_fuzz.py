# SPDX-License-Identifier: MIT
"""Random damage to lists, listings, inventories and reports: entries, or one complaint, and no other exception."""

import base64
import gzip
import json
import os
import random
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from test_lists import CASES

from oldguard_fixity import imports, inventory
from oldguard_fixity.errors import Usage
from oldguard_fixity.exclusions import Exclusions
from oldguard_fixity.lines import ENCODINGS
from oldguard_fixity.listing import Listed
from oldguard_fixity.manifest import Entry, Manifests, Rules
from oldguard_fixity.names import text
from oldguard_fixity.s3_page import BadPage, Page

LISTS = [
    base64.b64decode(one["list_base64"]) if "list_base64" in one else one["list"].encode() for one in CASES
]
PAGE = (
    b"<?xml version='1.0'?><ListBucketResult xmlns='x'><EncodingType>url</EncodingType>"
    b"<Contents><Key>a%20b</Key><Size>12</Size><ETag>&quot;e&quot;</ETag><Owner><ID>i</ID></Owner></Contents>"
    b"<CommonPrefixes><Prefix>p/</Prefix></CommonPrefixes><IsTruncated>true</IsTruncated>"
    b"<NextContinuationToken>t</NextContinuationToken></ListBucketResult>"
)
CSV = b'"b","a+b","","true","false","12","t","e","STANDARD"\n"b","c","v","true","","3","t","e","GLACIER"\n'
JSON = b'{"fileFormat":"CSV","fileSchema":"Bucket, Key, Size","files":[{"key":"x/data.csv","size":1}]}'
MESSAGE = json.dumps(
    {"checksum_hex": "0" * 40, "etag": "e", "checksumAlgorithm": "SHA1", "checksumType": "FULL_OBJECT"}
)
REPORT = ('"b","k","","succeeded","","200","' + MESSAGE.replace('"', '""') + '"\n').encode()
PIECES = (
    b"\0",
    b"\n",
    b"\r",
    b"\\",
    b"%",
    b'"',
    b"{",
    b"[" * 3000,
    b"9" * 30,
    b"\xff\xfe",
    b"<x>",
    b"&",
    b"  ",
    b"..",
)


ROUNDS = 500


def damaged(data: bytes, chance: random.Random, most: int = 4) -> bytes:
    for _ in range(chance.randint(1, most)):
        at, to = sorted(chance.randint(0, len(data)) for _ in range(2))
        piece = chance.choice((chance.choice(PIECES), chance.randbytes(3), data[at:to], b""))
        data = data[:at] + piece + data[chance.choice((at, at + 1, to)) :]
    return data


def a_list(data: bytes, chance: random.Random, folder: Path) -> None:
    (folder / "list").write_bytes(data)
    encoding = chance.choice((None, None, None, *ENCODINGS))
    rules = Rules(("/r/",), chance.random() < 0.8, chance.choice(("", "a")), chance.random() < 0.2, encoding)
    for entry in Manifests(chance.choice(("sha1", "whirlpool")), rules).read(folder / "list"):
        assert isinstance(entry, Entry) and entry.name and len(entry.digest) in (40, 128)
        assert set(entry.digest) <= set("0123456789abcdef") and 0 <= (entry.size or 0) < 1 << 63
        entry.name.encode("utf-8", "surrogateescape")


def check(rows: list[Listed]) -> None:
    for row in rows:
        assert 0 <= (row.size or 0) < 1 << 63 and (row.tag or "").isascii() and (row.version or "").isascii()
        row.name.encode("utf-8", "surrogateescape")


def a_page(data: bytes, chance: random.Random, folder: Path) -> None:
    page = Page("")
    at = chance.randint(0, len(data))
    page.feed(data[:at])
    page.feed(data[at:])
    page.finish()
    check(page.rows())
    assert isinstance(page.folders(), list) and isinstance(page.token(), str | None)


def an_inventory(data: bytes, chance: random.Random, folder: Path) -> None:
    name = chance.choice(("x.csv", "x.csv.gz"))
    (folder / name).write_bytes(data if name == "x.csv" else gzip.compress(data, mtime=0))
    check(list(inventory.read(folder / name, "b", "")))


def a_manifest(data: bytes, chance: random.Random, folder: Path) -> None:
    (folder / "data.csv").write_bytes(b'"b","k","1"\n')
    (folder / "manifest.json").write_bytes(data)
    check(list(inventory.read(folder / "manifest.json", "b", "")))


def a_report(data: bytes, chance: random.Random, folder: Path) -> None:
    (folder / "R.csv").write_bytes(data)
    for digest, etag in imports.read_report(folder / "R.csv", "s3://b").values():
        assert len(digest) == 40 and etag.isascii()


def a_pattern(data: bytes, chance: random.Random, folder: Path) -> None:
    exclusions = Exclusions([data.decode("utf-8", "surrogateescape")])
    exclusions.leaves_out_object("a/b/c.txt")


Taken = Callable[[bytes, random.Random, Path], None]


@pytest.mark.parametrize(
    ("take", "seeds"),
    [
        (a_list, LISTS),
        (a_page, [PAGE]),
        (an_inventory, [CSV]),
        (a_manifest, [JSON]),
        (a_report, [REPORT]),
        (a_pattern, [b"**/a*[!b-c]?/\\*d", b"!/x/**", b"[]a]*.o/"]),
    ],
    ids=lambda one: getattr(one, "__name__", ""),
)
@pytest.mark.filterwarnings("error")
def test_damage_is_a_complaint(take: Taken, seeds: list[bytes], tmp_path: Path) -> None:
    chance, refused = random.Random(7), 0
    for _ in range(ROUNDS):
        try:
            take(damaged(chance.choice(seeds), chance), chance, tmp_path)
        except (Usage, BadPage) as error:
            refused += 1
            assert str(error)
    assert 0 < refused < ROUNDS


def by_the_command(path: Path, algorithm: str, rules: Rules) -> dict[str, str] | None:
    """Returns the names and digests of a list as `oldguard audit` reads it, or None if it refuses the list."""
    words = ["--backslashes"] * rules.backslashes
    words += [f"--strip-prefix={rules.strip_prefix}"] if rules.strip_prefix else []
    words += [f"--encoding={rules.encoding}"] if rules.encoding else []
    empty = path.parent / "empty"
    empty.mkdir(exist_ok=True)
    done = subprocess.run(
        [os.environ["OLDGUARD"], "audit", "--json", *words, path, empty], capture_output=True, check=False
    )
    assert done.returncode in (0, 1, 2), done.stderr
    if done.returncode == 2:
        return None
    entries = [json.loads(line) for line in done.stdout.splitlines()]
    return {
        text(base64.b64decode(entry["name_b64"])) if "name_b64" in entry else entry["name"]: entry[algorithm]
        for entry in entries
        if algorithm in entry
    }


def test_damaged_lists_are_read_as_by_the_command(tmp_path: Path) -> None:
    chance, both = random.Random(8), 0
    for _ in range(ROUNDS):
        (tmp_path / "list").write_bytes(damaged(chance.choice(LISTS), chance, 1))
        algorithm = chance.choice(("sha1", "whirlpool"))
        rules = Rules((), True, chance.choice(("", "sub")), chance.random() < 0.2)
        wanted = by_the_command(tmp_path / "list", algorithm, rules)
        try:
            entries = [*Manifests(algorithm, rules).read(tmp_path / "list")]
        except Usage as error:
            assert not wanted, (str(error), (tmp_path / "list").read_bytes())
            continue
        # None of the files is there, and the audit does not report a missing optional file.
        found = [(one.name, one.digest) for one in entries if not one.optional]
        names = [name for name, _ in found]
        leaves = any(name.startswith("/") or ".." in name.split("/") for name in names)
        if wanted is None:
            assert leaves or len(dict(found)) < len({*found}), (tmp_path / "list").read_bytes()
        else:
            assert dict(found) == wanted, (tmp_path / "list").read_bytes()
            both += 1
    assert both > ROUNDS / 20
