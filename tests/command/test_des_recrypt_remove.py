# SPDX-License-Identifier: MIT
"""`oldguard des recrypt --remove`: what shows that the decrypted data are right."""

import os
from pathlib import Path

import pytest
from recrypting import CHUNK, DES_KEY, IV, REMOVE, TO, data, digests_of, failed, old, opened, recrypt, to

assert old and recrypt  # fixtures


def test_remove(old, recrypt):
    for name in ("a", "b"):
        old(name, 1000)
    assert recrypt(*TO, "a").stdout == b"a: moved, verified\n"
    assert recrypt(*TO, *REMOVE, "a", "b").stdout == (
        b"a: was already moved, verified, removed\nb: moved, verified, removed\n"
    )
    assert sorted(os.listdir(".")) == ["a.aes", "b.aes"]
    again = recrypt(*TO, *REMOVE, "a", "b", "a.aes")
    assert again.returncode == 0 and again.stdout == (
        b"a: was already moved, verified, removed\nb: was already moved, verified, removed\n"
        b"a.aes: is a new file, verified\n"
    )
    failed(recrypt(*TO, "a"), "a: No such file or directory")
    assert opened("b.aes") == data(1000)
    os.rename("b.aes", ".aes")
    failed(recrypt(*TO, *REMOVE, ""), "'': No such file or directory")


def test_remove_needs_evidence(old, recrypt):
    """Valid padding alone does not remove a file: one wrong key in 256 gives it, and any initialization vector."""
    coded = old("in", 1000)
    for what in ("moved, verified", "was already moved, verified"):
        result = recrypt(*TO, "--remove", "in")
        assert (result.returncode, result.stdout.decode()) == (1, f"in: {what}, kept\n")
        assert result.stderr == (
            b"oldguard des: in: not removed: only the padding shows that the key is right, and nothing that the "
            b"first block is (--expect, or --trust-padding)\n"
        )
        assert Path("in").read_bytes() == coded and opened("in.aes") == data(1000)
    assert recrypt(*TO, *REMOVE, "in").stdout == b"in: was already moved, verified, removed\n"
    assert os.listdir(".") == ["in.aes"]


@pytest.mark.parametrize("mode", ["ctr", "ofb", "cfb64", "cbc", "ecb"])
def test_remove_without_padding(oldguard, old, mode):
    """Without padding any key decrypts any file."""
    coded = old("in", 1000, mode) if mode not in ("cbc", "ecb") else old("in", 1000, "ctr")
    options = ["--from", f"des-ede3-{mode}", "--key-hex", DES_KEY, *TO]
    options += ["--padding", "none"] + (["--iv", IV] if mode != "ecb" else [])
    result = oldguard("des", "recrypt", *options, "--remove", "in")
    assert (result.returncode, result.stdout) == (1, b"in: moved, verified, kept\n")
    assert result.stderr == (
        b"oldguard des: in: not removed: nothing shows that the decrypted data are right (--expect)\n"
    )
    assert Path("in").read_bytes() == coded
    result = oldguard("des", "recrypt", *options, *REMOVE, "in")
    assert result.returncode == 2 and b"there is no padding, so --remove needs --expect" in result.stderr


@pytest.mark.parametrize("form", ["sha1", "whirlpool", "jsonl", "hashdeep"])
def test_remove_what_is_expected(oldguard, old, recrypt, form):
    """--expect LIST takes every form of lists, whatever the names are."""
    for name, size in (("a", 1000), ("b", 3 * CHUNK)):
        old(name, size)
    old("other", 500)
    os.mkdir("plain")
    for name, size in (("x", 1000), ("y", 3 * CHUNK)):
        Path("plain", name).write_bytes(data(size))
    arguments = ["--algorithm", form] if form == "whirlpool" else ["--format", form]
    made = oldguard("sum", "-r", *([] if form == "sha1" else arguments), "plain")
    assert made.returncode == 0, made.stderr
    elsewhere = {"sha1": b" /nowhere/x", "whirlpool": b" ../x"}.get(form, b" plain/x")
    Path("list").write_bytes(made.stdout.replace(b" plain/x", elsewhere))
    result = recrypt(*TO, "--remove", "--expect", "list", "a", "other", "b")
    assert result.returncode == 1
    assert result.stdout == b"a: moved, verified, removed\nb: moved, verified, removed\n"
    assert result.stderr == (b"oldguard des: other: the decrypted data have no digest that --expect lists\n")
    assert sorted(os.listdir(".")) == ["a.aes", "b.aes", "list", "other", "plain"]
    again = recrypt(*TO, "--remove", "--expect", "list", "a", "a.aes")
    assert again.stdout == b"a: was already moved, verified, removed\na.aes: is a new file, verified\n"


@pytest.mark.parametrize("wrong", ["key", "iv"])
def test_a_wrong_key_or_iv_is_not_expected(oldguard, old, wrong):
    """Padding does not show a wrong initialization vector, which damages the first block. A digest does."""
    old("in", 1000)
    Path("list").write_text(digests_of(data(1000)))
    values = {"key": DES_KEY, "iv": IV}
    for _ in range(1 if wrong == "iv" else 300):  # until a wrong key gives valid padding
        values[wrong] = os.urandom(len(values[wrong]) // 2).hex()
        options = ["--from", "des-ede3-cbc", "--key-hex", values["key"], "--iv", values["iv"]]
        options += to("cat", "cat", ".new") + ["--remove"]
        result = oldguard("des", "recrypt", *options, "--expect", "list", "in")
        assert result.returncode == 1 and os.path.exists("in") and not os.path.exists("in.new")
        if b"have no digest that --expect lists" in result.stderr:
            break
    else:
        pytest.skip("no key of 300 gave valid padding")


FEW = [
    (b"", "ctr"),
    (b"\n", "cfb8"),
    (b"abc", "ofb"),
    (b"", "cbc"),
    (b"", "cbc iso10126"),
    (b"abc", "cbc iso10126"),
]


@pytest.mark.parametrize("plain, mode", FEW)
@pytest.mark.parametrize("prefix", [True, False])
def test_a_digest_of_few_bytes_is_no_evidence(oldguard, workdir, plain, mode, prefix):
    """What a wrong key makes of a file of an IV and few bytes can be listed."""
    mode, padding = (mode + " none").split()[:2]
    options = ["--cipher", "des-ede3", "--mode", mode, "--padding", padding, "--key-hex", DES_KEY, "--iv", IV]
    coded = bytes.fromhex(IV) * prefix + oldguard("des", "encrypt", *options, input=plain).stdout
    Path("in").write_bytes(coded)
    Path("list").write_text(digests_of(plain))
    options = ["--from", f"des-ede3-{mode}", "--key-hex", DES_KEY, "--padding", padding]
    options += ["--iv", "from-file"] if prefix else ["--iv", IV]
    for _ in range(2):  # the second time the new file is there
        result = oldguard("des", "recrypt", *options, *TO, "--remove", "--expect", "list", "in")
        if not coded:  # then nothing can be lost
            assert result.returncode == 0 and not Path("in").exists()
            continue
        wanted = f"in: not removed: a digest of {len(plain)} bytes does not show that the key is right"
        assert (result.returncode, result.stderr.decode()) == (1, f"oldguard des: {wanted}\n")
        assert Path("in").read_bytes() == coded


def test_a_new_file_that_the_commands_do_not_use(old, recrypt):
    """With -o both commands can agree on a file that is not the new one, and that the next FILE replaces."""
    Path("list").write_text(digests_of(data(1000), data(2000)))
    commands = to("cat > aside", "cat aside", ".new")
    for name, size in (("a", 1000), ("b", 2000)):
        old(name, size)
        for options in (["--remove", "--expect", "list"], REMOVE, []):
            message = "--verify-command 'cat aside': its output is not from the new file, which is empty"
            failed(recrypt(*commands, *options, name), f"{name}.new: {message}")
    Path("b.new").touch()  # aside has the data of b
    failed(recrypt(*commands, *REMOVE, "b"), f"b.new: {message}")
    assert sorted(os.listdir(".")) == ["a", "aside", "b", "b.new", "list"]


def test_expect_and_an_older_new_file(old, recrypt):
    """A new file of other data is no evidence, also where the old file is gone."""
    old("in", 1000)
    commands = to("cat", "cat", ".new")
    recrypt(*commands, "in")
    Path("list").write_text(digests_of(data(999)))
    failed(
        recrypt(*commands, "--remove", "--expect", "list", "in"),
        "in: the decrypted data have no digest that --expect lists",
    )
    os.unlink("in")
    failed(
        recrypt(*commands, "--remove", "--expect", "list", "in"),
        "in.new: the data of --verify-command cat have no digest that --expect lists",
    )


@pytest.mark.parametrize(
    "text, message",
    [
        (None, "list: No such file or directory"),
        ("", "list: the manifest lists no file"),
        ("no list\n", "list: 1:"),
    ],
)
def test_a_wrong_list(old, recrypt, text, message):
    old("in", 1000)
    if text is not None:
        Path("list").write_text(text)
    result = recrypt(*TO, "--remove", "--expect", "list", "in")
    assert (result.returncode, result.stdout) == (2, b"")
    assert result.stderr.decode().startswith(f"oldguard des: --expect {message}")
    assert os.path.exists("in") and not os.path.exists("in.aes")
