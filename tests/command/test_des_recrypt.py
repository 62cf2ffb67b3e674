# SPDX-License-Identifier: MIT
"""`oldguard des recrypt`: input and output of both commands, errors, and the files that remain."""

import hashlib
import os
import resource
import select
import signal
import stat
import subprocess
from pathlib import Path

import pytest

from tools import PATIENCE, needed

DES_KEY = "0123456789abcdef23456789abcdef01456789abcdef0123"
IV = "0011223344556677"
FROM = ["--from", "des-ede3-cbc", "--key-hex", DES_KEY, "--iv", IV]
AES = f"openssl enc -aes-256-ctr -K {'0f' * 32} -iv {'01' * 16}"
CHUNK = 1 << 18


def to(command=AES, verify=None, suffix=".aes"):
    """Returns the options that name the commands."""
    return ["--to-command", command, "--verify-command", verify or f"{AES} -d", "--suffix", suffix]


TO = to()
# The files are padded, and their keys are right.
REMOVE = ["--remove", "--trust-padding"]


def data(size):
    return hashlib.shake_128(b"to be moved").digest(size)


@pytest.fixture
def old(oldguard, workdir):
    """Returns a function that encrypts a file with Triple DES."""

    def make(name, size, mode="cbc"):
        iv = ["--iv", IV] if mode != "ecb" else []
        coded = oldguard(
            *"des encrypt --cipher des-ede3 --mode".split(), mode, "--key-hex", DES_KEY, *iv, input=data(size)
        ).stdout
        Path(name).write_bytes(coded)
        return coded

    return make


@pytest.fixture
def recrypt(oldguard):
    return lambda *args, **options: oldguard("des", "recrypt", *FROM, *args, **options)


def opened(name):
    """Decrypts a new file without the command under test."""
    result = subprocess.run(
        ["sh", "-c", f"{AES} -d"],
        stdin=open(name, "rb"),
        check=True,
        stdout=subprocess.PIPE,
        timeout=PATIENCE,
    )
    return result.stdout


def failed(result, message):
    assert (result.returncode, result.stdout) == (1, b"")
    assert result.stderr.decode() == f"oldguard des: {message}\n"


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
@pytest.mark.parametrize("again", [False, True], ids=["new", "there already"])
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


def digests_of(*datas, algorithm="sha1"):
    """Returns the lines of sha1sum for data under other names than the files have."""
    names = [f"elsewhere/{number}" for number in range(len(datas))]
    return "".join(
        f"{hashlib.new(algorithm, each).hexdigest()}  {name}\n" for each, name in zip(datas, names)
    )


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
    Path("list").write_bytes(made.stdout)
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


@pytest.mark.parametrize("plain, mode", [(b"", "ctr"), (b"\n", "cfb8"), (b"abc", "ofb"), (b"", "cbc")])
@pytest.mark.parametrize("prefix", [True, False])
def test_a_digest_of_few_bytes_is_no_evidence(oldguard, workdir, plain, mode, prefix):
    """What a wrong key makes of a file of an IV and few bytes can be listed."""
    options = ["--cipher", "des-ede3", "--mode", mode, "--padding", "none", "--key-hex", DES_KEY, "--iv", IV]
    coded = bytes.fromhex(IV) * prefix + oldguard("des", "encrypt", *options, input=plain).stdout
    Path("in").write_bytes(coded)
    Path("list").write_text(digests_of(plain))
    options = ["--from", f"des-ede3-{mode}", "--key-hex", DES_KEY, "--padding", "none"]
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


def test_nothing_is_overwritten_or_removed_for_a_fault(old, recrypt):
    """A FILE with an error is kept, and the other FILEs are migrated."""
    coded = old("good", 1000)
    for name in ("cut", "other", "link-to", "linked", "named"):
        old(name, 1000)
    os.truncate("cut", 999)
    os.symlink("link-to", "link")
    os.mkdir("directory")
    Path("other.new").write_bytes(b"something else")
    os.link("linked", "linked.new")
    os.symlink("named", "named.new")
    old("queue", 1000)
    os.mkfifo("queue.new")
    before = {name: Path(name).read_bytes() for name in os.listdir(".") if os.path.isfile(name)}
    # --verify-command outputs the right data whatever the new file contains, so only the state of the files
    # can be wrong.
    commands = to(
        "cat", "cat > /dev/null; openssl enc -d -des-ede3-cbc -in good.old " f"-K {DES_KEY} -iv {IV}", ".new"
    )
    Path("good.old").write_bytes(coded)
    result = recrypt(
        *commands, *REMOVE, *"cut linked named queue queue.new link directory missing good".split()
    )
    assert result.returncode == 1
    assert result.stdout == b"good: moved, verified, removed\n"
    assert result.stderr.decode().splitlines() == [
        "oldguard des: cut: 999 bytes is not a multiple of the block size 8: truncated, or "
        "encrypted in another mode",
        "oldguard des: linked.new: the same file as linked",
        "oldguard des: named.new: is a symbolic link: --remove needs the file itself",
        "oldguard des: queue.new: not a regular file",
        "oldguard des: queue.new: not a regular file",
        "oldguard des: link: a symbolic link: --remove would not remove the data",
        "oldguard des: directory: not a regular file",
        "oldguard des: missing: No such file or directory",
    ]
    failed(
        recrypt(*to("cat", "cat", ".new"), *REMOVE, "other"),
        "other.new: --verify-command cat: its output differs from the decrypted data",
    )
    del before["good"]
    after = {name: Path(name).read_bytes() for name in os.listdir(".") if os.path.isfile(name)}
    del after["good.new"], after["good.old"]
    assert after == before and Path("link").is_symlink() and Path("named.new").is_symlink()


def test_a_new_file_elsewhere(old, recrypt):
    old("in", 1000)
    recrypt(*TO, "in")
    os.rename("in.aes", "elsewhere")
    os.symlink("elsewhere", "in.aes")
    assert recrypt(*TO, "in").stdout == b"in: was already moved, verified\n"
    failed(recrypt(*TO, *REMOVE, "in"), "in.aes: is a symbolic link: --remove needs the file itself")
    assert os.path.exists("in")


# Makes files appear to belong to user FILE_OWNER, and files of NEW_SIZE bytes to user NEW_OWNER.
OWNERS = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/stat.h>
static void own(struct stat *info) {
    const char *owner = info->st_size == atoi(getenv("NEW_SIZE")) ? "NEW_OWNER" : "FILE_OWNER";
    info->st_uid = atoi(getenv(owner));
}
int stat(const char *restrict path, struct stat *restrict info) {
    int (*real)(const char *, struct stat *) = dlsym(RTLD_NEXT, "stat");
    const int result = real(path, info);
    own(info);
    return result;
}
int fstat(int fd, struct stat *info) {
    int (*real)(int, struct stat *) = dlsym(RTLD_NEXT, "fstat");
    const int result = real(fd, info);
    own(info);
    return result;
}
"""


@pytest.mark.parametrize("file_owner", ["me", "another"])
@pytest.mark.parametrize("new_owner", ["me", "another", "a third"])
def test_owner_of_a_new_file(old, recrypt, preloaded, file_owner, new_owner):
    """--remove rejects a new file of another user, who could remove it even in a sticky directory."""
    old("in", 1000)
    recrypt(*TO, "in")
    users = {"me": os.geteuid(), "another": 54321, "a third": 54322}
    env = {
        **preloaded(OWNERS),
        "NEW_SIZE": "1000",
        "FILE_OWNER": str(users[file_owner]),
        "NEW_OWNER": str(users[new_owner]),
    }
    assert recrypt(*TO, "in", env=env).returncode == 0
    result = recrypt(*TO, *REMOVE, "in", env=env)
    if new_owner in ("me", file_owner):
        assert result.stdout == b"in: was already moved, verified, removed\n"
    else:
        failed(result, "in.aes: belongs to another user, who can remove it: --remove is refused")
        assert os.path.exists("in")


def test_a_file_that_appears_meanwhile_stays(old, recrypt):
    coded = old("in", 1000)
    failed(
        recrypt(*to("echo mine > in.new; cat", "cat", ".new"), *REMOVE, "in"),
        "in.new: --verify-command cat: its output differs from the decrypted data",
    )
    assert Path("in.new").read_bytes() == b"mine\n" and Path("in").read_bytes() == coded


@pytest.mark.parametrize(
    "commands",
    [
        to("tee in.new", "cat", ".new"),
        to("tee in.new; rm in", "cat", ".new"),
        to("tee in.new", "cat; rm -f in", ".new"),
    ],
    ids=["made", "made and removed", "removed last"],
)
def test_another_run_is_faster(old, recrypt, commands):
    old("in", 1000)
    result = recrypt(*commands, *REMOVE, "in")
    assert (result.returncode, result.stderr) == (0, b"")
    assert result.stdout == b"in: was already moved, verified, removed\n"
    assert os.listdir(".") == ["in.new"] and Path("in.new").read_bytes() == data(1000)


def test_a_file_that_changes_meanwhile_stays(old, recrypt):
    """A file that changes is kept: the old one after it was read, or the new one while it is verified."""
    old("in", 1000)
    overwrite = "echo X | dd of=in conv=notrunc status=none"
    for change in ("echo >> in", f"touch -r in time; {overwrite}; touch -r time in"):
        while Path("time").touch() or os.stat("time").st_mtime_ns == os.stat("in").st_mtime_ns:
            pass  # the file system clock advances in steps of some milliseconds
        failed(
            recrypt(*to(f"cat; {change}", "cat", ".kept"), *REMOVE, "in"),
            "in: changed during the run, so it is not removed",
        )
        old("in", 1000)
        os.unlink("in.kept")
    os.unlink("time")
    old("in", 1000)
    failed(
        recrypt(*to("cat", "cat; echo more >> /dev/stdin", ".new"), "in"),
        "in.new: changed while it was verified",
    )
    assert os.listdir(".") == ["in"]


@pytest.mark.parametrize(
    "change",
    [
        "rm in.new",
        "cp in.new copy; mv copy in.new",
        "echo more >> in.new",
        "touch -r in.new time; echo X | dd of=in.new conv=notrunc status=none; touch -r time in.new",
    ],
    ids=["removed", "replaced", "longer", "overwritten"],
)
@pytest.mark.parametrize("gone", [False, True], ids=["compared", "alone"])
def test_a_new_file_that_is_not_what_was_verified(old, recrypt, gone, change):
    """An existing new file that changes after --verify-command has read it is an error."""
    old("in", 1000)
    assert recrypt(*to("cat", "cat", ".new"), "in").returncode == 0
    if gone:
        os.unlink("in")
    failed(
        recrypt(*to("cat", f"cat; {change}", ".new"), *REMOVE, "in"), "in.new: changed while it was verified"
    )
    assert os.path.exists("in") != gone


# Runs the command AFTER_LINK as soon as the new file has its name.
AFTER_LINK = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
int linkat(int a, const char *from, int b, const char *to, int flags) {
    int (*real)(int, const char *, int, const char *, int) = dlsym(RTLD_NEXT, "linkat");
    const int result = real(a, from, b, to, flags);
    if (strcmp(to, "in.new") == 0) {
        unsetenv("LD_PRELOAD");
        system(getenv("AFTER_LINK"));
    }
    return result;
}
"""


@pytest.mark.parametrize(
    "change, message",
    [
        ("rm in.new", "No such file or directory"),
        ("cp in.new copy; mv copy in.new", "changed after it was verified"),
        ("echo more >> in.new", "changed after it was verified"),
    ],
    ids=["removed", "replaced", "longer"],
)
def test_a_new_file_that_changes_under_its_name(old, recrypt, preloaded, change, message):
    coded = old("in", 1000)
    failed(
        recrypt(
            *to("cat", "cat", ".new"), *REMOVE, "in", env={**preloaded(AFTER_LINK), "AFTER_LINK": change}
        ),
        f"in.new: {message}",
    )
    assert Path("in").read_bytes() == coded


def test_other_names_of_what_an_earlier_run_left(old, recrypt):
    """Hard links to files of an earlier run, as in a snapshot, keep their contents."""
    old("in", 1000)
    recrypt(*TO, "in")
    whole = Path("in.aes").read_bytes()
    os.mkdir("snapshot")
    for name in ("in.aes.part", ".oldguard-0123456789abcdef", "snapshot/in.aes"):
        os.link("in.aes", name)
    os.unlink("in.aes")
    old("in", 2000)
    os.truncate("in", 999)
    assert recrypt(*TO, "in").returncode == 1
    old("in", 2000)
    assert recrypt(*TO, "in").returncode == 0
    assert opened("in.aes") == data(2000)
    for name in ("in.aes.part", ".oldguard-0123456789abcdef", "snapshot/in.aes"):
        assert Path(name).read_bytes() == whole


def test_full_disk(old, recrypt):
    coded = old("in", 3 * CHUNK)
    old("small", 1000)

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (CHUNK, CHUNK))

    result = recrypt(*to("exec cat", "cat", ".new"), *REMOVE, "in", "small", preexec_fn=limit)
    assert result.returncode == 1 and result.stdout == b"small: moved, verified, removed\n"
    assert result.stderr == (
        b"oldguard des: in: --to-command 'exec cat': signal 25 (File size " b"limit exceeded)\n"
    )
    assert Path("in").read_bytes() == coded
    assert sorted(os.listdir(".")) == ["in", "small.new"]


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
