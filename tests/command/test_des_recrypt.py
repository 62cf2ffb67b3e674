# SPDX-License-Identifier: MIT
"""`oldguard des recrypt`: input and output of both commands, names, and what the commands do wrong."""

import os
import select
import signal
import stat
import subprocess
from pathlib import Path

import pytest
from recrypting import CHUNK, DES_KEY, FROM, IV, REMOVE, TO, data, failed, old, opened, recrypt, to

from tools import PATIENCE, needed, slow

assert old and recrypt  # fixtures


@pytest.mark.parametrize("size", [0, 1, CHUNK - 1, CHUNK, 3 * CHUNK + 5])
def test_there_and_back(old, recrypt, size):
    coded = old("in", size)
    os.chmod("in", 0o640)
    result = recrypt(*TO, "in")
    assert (result.returncode, result.stderr) == (0, b"")
    assert result.stdout == b"in: moved, verified\n"
    assert opened("in.aes") == data(size) and Path("in").read_bytes() == coded
    assert stat.S_IMODE(os.stat("in.aes").st_mode) == 0o640
    assert sorted(os.listdir(".")) == ["in", "in.aes"]


def test_age(old, recrypt):
    """age alone decrypts the new file."""
    assert needed("age-keygen")("-o", "new.key").returncode == 0
    old("in", 3 * CHUNK + 5)
    commands = to("age -e -i new.key", "age -d -i new.key", ".age")
    assert recrypt(*commands, *REMOVE, "in").stdout == b"in: moved, verified, removed\n"
    assert needed("age")("-d", "-i", "new.key", "in.age").stdout == data(3 * CHUNK + 5)
    assert recrypt(*commands, "in.age").stdout == b"in.age: is a new file, verified\n"
    new = Path("in.age").read_bytes()
    Path("in.age").write_bytes(new[:-1] + bytes([new[-1] ^ 1]))
    result = recrypt(*commands, *REMOVE, "in")
    assert result.returncode == 1 and result.stdout == b""
    assert result.stderr.endswith(
        b"\noldguard des: in.age: --verify-command 'age -d -i new.key': exit status 1\n"
    )


@pytest.mark.parametrize("mode", ["ecb", "cfb1", "cfb8", "cfb64", "ofb", "ctr"])
def test_from(oldguard, old, mode):
    size = 300001 if mode != "cfb1" else 3001
    old("in", size, mode)
    iv = ["--iv", IV] if mode != "ecb" else []
    result = oldguard(
        "des", "recrypt", "--from", f"des-ede3-{mode}", "--key-hex", DES_KEY, *iv, *TO, "--quiet", "in"
    )
    assert (result.returncode, result.stdout, result.stderr) == (0, b"", b"")
    assert opened("in.aes") == data(size)


@pytest.mark.parametrize("name", [b"-", b"-dash", b"[x]", b"new\nline", b"bad\xff\xfe"], ids=str)
def test_odd_names(old, recrypt, name):
    old("in", 1000)
    os.rename("in", name)
    assert recrypt(*TO, *REMOVE, "--", name).returncode == 0
    assert os.listdir(b".") == [name + b".aes"]
    assert opened(name + b".aes") == data(1000)


def test_a_name_that_is_too_long(old, recrypt):
    """The error is reported before any data are processed."""
    name = "n" * 252
    old(name, 1000)
    failed(recrypt(*to("touch ran; cat", "cat", ".new"), name), f"{name}.new: File name too long")
    assert os.listdir(".") == [name]


def test_iv_from_file(oldguard, workdir):
    for name, iv in (("a", IV), ("b", "8899aabbccddeeff")):
        coded = oldguard(
            *"des encrypt --cipher des-ede3 --mode cbc --key-hex".split(),
            DES_KEY,
            "--iv",
            iv,
            input=data(300000),
        ).stdout
        Path(name).write_bytes(bytes.fromhex(iv) + coded)
    Path("c").write_bytes(b"1234567")
    options = ["--from", "des-ede3-cbc", "--key-hex", DES_KEY, "--iv", "from-file", *TO]
    result = oldguard("des", "recrypt", *options, "a", "c", "b")
    assert result.returncode == 1
    assert result.stderr == b"oldguard des: c: 7 bytes, too short for an IV\n"
    for name in "ab":
        assert opened(f"{name}.aes") == data(300000)
    assert oldguard("des", "recrypt", *options, "a", "b").stdout == (
        b"a: was already moved, verified\nb: was already moved, verified\n"
    )


@pytest.mark.parametrize(
    "command, message",
    [
        ("exit 3", "in: --to-command 'exit 3': exit status 3"),
        ("cat; exit 1", "in: --to-command 'cat; exit 1': exit status 1"),
        ("nosuch 2> /dev/null", "in: --to-command 'nosuch 2> /dev/null': exit status 127"),
        ("kill -9 $$", "in: --to-command 'kill -9 $$': signal 9 (Killed)"),
        ("head -c 1000", "in: --to-command 'head -c 1000': did not read all of its input"),
        ("exec true", "in: --to-command 'exec true': did not read all of its input"),
        ("cat > /dev/null", "in.new: --verify-command cat: its output differs from the decrypted data"),
        (
            "head -c 1000; cat > /dev/null",
            "in.new: --verify-command cat: its output differs from the decrypted data",
        ),
        ("tr a b", "in.new: --verify-command cat: its output differs from the decrypted data"),
        (
            "head -c 9000000 /dev/zero; cat",
            "in.new: --verify-command cat: its output differs from the decrypted data",
        ),
        ("yes | head -n 1 > /dev/null; cat", None),
    ],
)
def test_to_command(old, recrypt, command, message):
    """The data exceed a pipe. Some commands do not read them, or write as much before they read."""
    coded = old("in", 3000000)
    result = recrypt(*to(command, "cat", ".new"), *REMOVE, "in")
    if message is None:
        assert (result.returncode, result.stderr) == (0, b"")
        assert Path("in.new").read_bytes() == data(3000000) and os.listdir(".") == ["in.new"]
    else:
        failed(result, message)
        assert os.listdir(".") == ["in"] and Path("in").read_bytes() == coded


@pytest.mark.parametrize(
    "command, message",
    [
        ("exit 3", "exit status 3"),
        ("cat; exit 1", "exit status 1"),
        ("nosuch 2> /dev/null", "exit status 127"),
        ("kill -9 $$", "signal 9 (Killed)"),
        ("exec true", "its output differs from the decrypted data"),
        ("head -c 1000", "its output differs from the decrypted data"),
        ("tr a b", "its output differs from the decrypted data"),
        ("exec cat - /dev/zero", "its output differs from the decrypted data"),
    ],
)
@pytest.mark.parametrize("again", [False, slow(True)], ids=["new", "there already"])
def test_verify_command(old, recrypt, again, command, message):
    coded = old("in", 3000000)
    if again:
        assert recrypt(*to("cat", "cat", ".new"), "in").returncode == 0
    before = sorted(os.listdir("."))
    result = recrypt(*to("cat", command, ".new"), *REMOVE, "in")
    shown = command if command.isalpha() else f"'{command}'"
    failed(result, f"in.new: --verify-command {shown}: {message}")
    assert sorted(os.listdir(".")) == before and Path("in").read_bytes() == coded
    assert not again or Path("in.new").read_bytes() == data(3000000)


def test_a_process_that_is_left_behind(old, recrypt):
    """A process that keeps the new file open for writing is an error."""
    coded = old("in", 1000)
    os.mkfifo("wait")
    command = "cat; (read line < wait; echo more) 2> /dev/null &"
    try:
        failed(
            recrypt(*to(command, "cat", ".new"), *REMOVE, "in"),
            f"in: --to-command '{command}': a process that it left behind still has the new " "file open",
        )
    finally:
        os.close(os.open("wait", os.O_WRONLY))
    assert sorted(os.listdir(".")) == ["in", "wait"] and Path("in").read_bytes() == coded


def test_command_gets_no_more_than_it_needs(oldguard, old):
    """The command has three descriptors. ls opens the fourth itself."""
    old("in", 1000)
    with open("other", "wb") as other:
        result = oldguard(
            "des",
            "recrypt",
            *FROM,
            *to("ls /proc/self/fd >&2; cat", "cat", ".new"),
            "in",
            pass_fds=[other.fileno()],
        )
    assert (result.returncode, result.stderr) == (0, b"0\n1\n2\n3\n")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize(
    "commands",
    [to("echo started >&2; exec sleep 1000000"), to("cat", "echo started >&2; exec sleep 1000000")],
    ids=["to", "verify"],
)
def test_command_ends_with_oldguard(oldguard, old, number, commands):
    """The commands end with oldguard: standard error reaches its end when the last process closes it."""
    old("in", 3000000)
    process = oldguard.start("des", "recrypt", *FROM, *commands, "in", stderr=subprocess.PIPE)
    assert process.stderr.readline() == b"started\n"
    process.send_signal(number)
    assert process.wait(timeout=PATIENCE) == -number
    assert select.select([process.stderr], [], [], PATIENCE)[0]
    assert process.stderr.read() == b"" and os.listdir(".") == ["in"]


def test_ignored_child_signal(old, recrypt):
    """An ignored SIGCHLD, which would hide the exit statuses, has no effect."""
    old("in", 1000)
    result = recrypt(
        *to("cat > /dev/null; exit 7"), "in", preexec_fn=lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    )
    assert result.returncode == 1 and b"exit status 7" in result.stderr


@pytest.mark.parametrize(
    "args, message",
    [
        (["--from", "des-ede3-cbc"], b"--iv is required with --from des-ede3-cbc"),
        (["--from", "des-ede3-ecb", "--iv", IV], b"--iv cannot be used with --from des-ede3-ecb"),
        (
            ["--from", "des-ecb", "--remove", "--trust-padding", "--padding", "zero"],
            b"--trust-padding: --padding zero shows too little, so --remove needs --expect",
        ),
        (["--from", "des-ede3-ctr", "--iv", IV, "--padding", "pkcs7"], b"does not use padding"),
        (["--from", "aes-128-cbc", "--iv", IV], b"--from"),
        (["--from", "des-ede3-ecb", "--suffix", ""], b"--suffix '': the value is empty"),
        (["--from", "des-ede3-ecb", "--suffix", "/x"], b"--suffix: must not be empty"),
    ],
)
def test_bad_usage(oldguard, workdir, args, message):
    result = oldguard("des", "recrypt", "--key-hex", DES_KEY, *TO[:4], *args, "in")
    assert result.returncode == 2 and result.stdout == b"" and message in result.stderr
