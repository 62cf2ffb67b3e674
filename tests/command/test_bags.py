# SPDX-License-Identifier: MIT
"""Valid and invalid bags (RFC 8493), made by the rules that the Library of Congress's conformance suite has.

Each bag is a change of one good bag, so that only the rule of the test can decide.
"""

import hashlib

import pytest

PAYLOAD = {"data/a": b"first", "data/sub/b c": b"second", "data/empty": b""}


def digest(data):
    return hashlib.sha1(data).hexdigest()


class Bag:
    """The files of a bag, to be changed before they are written."""

    def __init__(self, version="1.0"):
        self.declaration = f"BagIt-Version: {version}\nTag-File-Character-Encoding: UTF-8\n".encode()
        self.payload = dict(PAYLOAD)
        self.lines = [f"{digest(data)}  {name}".encode() for name, data in PAYLOAD.items()]
        self.tags = {"bag-info.txt": b"Source-Organization: here\n"}
        self.tag_lines = None  # of tagmanifest-sha1.txt; None: made from the tag files
        self.other_manifest = None  # lines of manifest-whirlpool.txt

    def write(self, folder):
        files = {**self.payload, **self.tags, "manifest-sha1.txt": b"\n".join(self.lines) + b"\n"}
        if self.declaration is not None:
            files["bagit.txt"] = self.declaration
        if self.other_manifest is not None:
            files["manifest-whirlpool.txt"] = b"\n".join(self.other_manifest) + b"\n"
        if self.tag_lines is None:
            names = [name for name in files if not name.startswith("data/")]
            self.tag_lines = [f"{digest(files[name])}  {name}".encode() for name in names]
        files["tagmanifest-sha1.txt"] = b"\n".join(self.tag_lines) + b"\n"
        for name, data in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)


def no_change(bag):
    pass


def leading_dot_slash(bag):
    bag.lines = [line.replace(b"  data", b"  ./data") for line in bag.lines]


def star_before_the_name(bag):
    bag.lines = [line.replace(b"  data", b" *data") for line in bag.lines]


def several_blanks(bag):
    bag.lines = [line.replace(b"  data", b" \t  data") for line in bag.lines]


def upper_case_digests(bag):
    bag.lines = [line[:40].upper() + line[40:] for line in bag.lines]


def crlf(bag):
    bag.lines = [line + b"\r" for line in bag.lines]


def encoded_names(bag):
    for name, encoded in (
        ("data/x%y", "data/x%25y"),
        ("data/l\nf", "data/l%0Af"),
        ("data/c\rr", "data/c%0dr"),
    ):
        bag.payload[name] = b"encoded"
        bag.lines.append(f"{digest(b'encoded')}  {encoded}".encode())


def bag_in_a_bag(bag):
    inner = b"BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n"
    bag.payload["data/bag/bagit.txt"] = inner
    bag.lines.append(f"{digest(inner)}  data/bag/bagit.txt".encode())


def unlisted_tag_file(bag):
    bag.tags["notes.txt"] = b"a tag file need not be listed"
    bag.tag_lines = []


VALID = [
    no_change,
    unlisted_tag_file,
    leading_dot_slash,
    star_before_the_name,
    several_blanks,
    upper_case_digests,
    crlf,
    encoded_names,
    bag_in_a_bag,
]


# Versions below 1.0 do not encode names.
CASES = [(change, version) for change in VALID for version in ("0.97", "1.0")]
CASES.remove((encoded_names, "0.97"))


@pytest.mark.parametrize("change, version", CASES)
def test_valid(oldguard, workdir, change, version):
    bag = Bag(version)
    change(bag)
    bag.write(workdir / "bag")
    done = oldguard("audit", "bag")
    assert (done.returncode, done.stdout) == (0, b""), (done.stdout, done.stderr)


def no_declaration(bag):
    bag.declaration = None


def byte_order_mark(bag):
    bag.declaration = b"\xef\xbb\xbf" + bag.declaration


def no_encoding(bag):
    bag.declaration = bag.declaration.splitlines(keepends=True)[0]


def version_without_point(bag):
    bag.declaration = bag.declaration.replace(b"1.0", b"1")


def version_of_letters(bag):
    bag.declaration = bag.declaration.replace(b"1.0", b"one.0")


def blank_before_the_colon(bag):
    bag.declaration = bag.declaration.replace(b"Version:", b"Version :")


def corrupt_payload(bag):
    bag.payload["data/a"] = b"fIrst"


def corrupt_tag_file(bag):
    bag.tag_lines = [f"{digest(b'other')}  bag-info.txt".encode()]


def missing_payload(bag):
    del bag.payload["data/a"]


def missing_tag_file(bag):
    bag.tag_lines = [f"{digest(b'gone')}  gone.txt".encode()]


def unlisted_payload(bag):
    bag.payload["data/new"] = b"new"


def listed_twice(bag):
    bag.lines.append(bag.lines[0])


def listed_with_two_digests(bag):
    bag.lines.append(f"{digest(b'other')}  data/a".encode())


def not_in_every_manifest(bag):
    bag.other_manifest = [b"0" * 128 + b"  data/a"]


def outside_data(bag):
    bag.lines.append(f"{digest(bag.tags['bag-info.txt'])}  bag-info.txt".encode())


def leaving_the_bag(bag):
    bag.lines.append(f"{digest(b'x')}  data/../../x".encode())


def leaving_by_dots(bag):
    bag.lines.append(f"{digest(b'x')}  ../x".encode())


def absolute(bag):
    bag.lines.append(f"{digest(b'')}  /dev/null".encode())


def tilde(bag):
    bag.lines.append(f"{digest(b'x')}  ~/x".encode())


def tilde_with_a_user(bag):
    bag.lines.append(f"{digest(b'x')}  ~root/x".encode())


def in_fetch(bag):
    del bag.payload["data/a"]
    bag.tags["fetch.txt"] = b"http://localhost/a 5 data/a\n"


def fetch_leaves_the_bag(bag):
    bag.tags["fetch.txt"] = b"http://localhost/a 5 ../a\n"


def fetch_of_a_tag_file(bag):
    bag.tags["fetch.txt"] = b"http://localhost/a - bag-info.txt\n"


def no_lines(bag):
    bag.lines = [b""]


def rubbish(bag):
    bag.lines.append(b"this is no digest")


INVALID = [
    no_declaration,
    byte_order_mark,
    no_encoding,
    version_without_point,
    version_of_letters,
    blank_before_the_colon,
    corrupt_payload,
    corrupt_tag_file,
    missing_payload,
    missing_tag_file,
    unlisted_payload,
    listed_twice,
    listed_with_two_digests,
    not_in_every_manifest,
    outside_data,
    leaving_the_bag,
    leaving_by_dots,
    absolute,
    tilde,
    tilde_with_a_user,
    in_fetch,
    fetch_leaves_the_bag,
    fetch_of_a_tag_file,
    no_lines,
    rubbish,
]


@pytest.mark.parametrize("change", INVALID)
def test_invalid(oldguard, workdir, change):
    bag = Bag()
    change(bag)
    bag.write(workdir / "bag")
    (workdir / "x").write_bytes(b"x")  # the file that names outside the bag would reach
    done = oldguard("audit", "bag")
    assert done.returncode in (1, 2), (done.stdout, done.stderr)
    assert done.stdout + done.stderr != b""


def test_sum_decodes_names_in_a_bag(oldguard, workdir):
    bag = Bag()
    bag.payload["data/100%"] = b"percent"
    bag.lines.append(f"{digest(b'percent')}  data/100%25".encode())
    bag.write(workdir)
    result = oldguard("sum", "-c", "manifest-sha1.txt")
    assert result.returncode == 0 and b"data/100%: OK\n" in result.stdout
