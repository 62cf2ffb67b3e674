# SPDX-License-Identifier: MIT
"""`oldguard kernels`, `oldguard explain`, and the variables that choose kernels."""

import json
import os
import pty
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.masks

STEMS = {"sha1_c_ref", "sha1_c_fast", "whirlpool_c_byte", "whirlpool_c_int64", "des_c_ref", "des_c_sp"}
KEYS = "op stem bits isa lanes constant_time min_size usable reason summary refs source".split()
SUM = ["sum", "/dev/null"]
DES = ["des", "encrypt", "--cipher", "des", "--mode", "ecb", "--key-hex", "0123456789abcdef"]


@pytest.fixture
def catalogue(oldguard):
    result = oldguard("kernels", "--json")
    assert (result.returncode, result.stderr) == (0, b"")
    return json.loads(result.stdout)


def test_json(catalogue):
    assert STEMS <= {row["stem"] for row in catalogue}
    for row in catalogue:
        assert list(row) == KEYS
        assert row["usable"] == (row["reason"] is None)
        assert row["lanes"] >= 1 and row["bits"] in (0, 32, 64)
        assert os.path.exists(os.path.join(os.path.dirname(__file__), "../..", row["source"]))


def without_kernel(lines):
    """Returns {operation: what the lines say about it} for those of which no kernel serves."""
    found = (re.fullmatch("no kernel of ([a-z0-9_.]+) here: (.+)", line) for line in lines)
    return {match[1]: match[2] for match in found if match}


def test_table(oldguard, catalogue):
    """--all lists all kernels. Otherwise the usable ones are listed, and the number of the others."""
    lines = oldguard("kernels", "--all").stdout.decode().splitlines()
    assert lines[0].split() == ["operation", "kernel", "bits", "isa", "lanes", "ct", "usable", "summary"]
    without = without_kernel(lines)
    assert len(lines) == 1 + len(catalogue) + len(without)
    at = lines[0].index("summary")
    for line, row in zip(lines[1:], catalogue):
        assert line.split()[:2] == [row["op"], row["stem"]]
        assert line[at:] == row["summary"] and (row["reason"] or "yes") in line
    *lines, last = oldguard("kernels").stdout.decode().splitlines()
    usable = [row for row in catalogue if row["usable"]]
    assert without_kernel(lines) == without
    assert [line.split()[:2] for line in lines[1 : len(lines) - len(without)]] == [
        [row["op"], row["stem"]] for row in usable
    ]
    assert last == f"{len(catalogue) - len(usable)} more cannot run here: --all"


def test_explain(oldguard, catalogue):
    for op in sorted({row["op"] for row in catalogue}):
        usable = {row["stem"]: row["usable"] for row in catalogue if row["op"] == op}
        for option, shown in ((["--all"], set(usable)), ([], {k for k in usable if usable[k]})):
            result = oldguard("explain", *option, op)
            lines = result.stdout.decode().splitlines()
            assert (result.returncode, result.stderr) == (0, b"")
            assert lines[0].split() == [op, "taken", "reason"]
            if len(shown) < len(usable):
                assert lines.pop() == f"{len(usable) - len(shown)} more cannot run here: --all"
            if without_kernel(lines):
                assert lines.pop().startswith(f"no kernel of {op} here: ")
            assert {line.split()[0] for line in lines[1:]} - {"one-by-one"} == shown
            least = re.findall(r"^\S+ +from 0 B(, \w+)? ", "\n".join(lines[1:]), re.M)
            assert least == (
                [""] if len(least) == 1 else [", long", ", short"] if any(usable.values()) else []
            )
            costs = [line for line in lines if "cycles/byte" in line]
            assert all(re.search(r"cycles/byte( on \S+)?, .*(20\d\d|not measured)", line) for line in costs)


def test_explain_all(oldguard, catalogue):
    blocks = oldguard("explain", "--all").stdout.decode().split("\n\n")
    assert [block.split()[0] for block in blocks] == list(dict.fromkeys(row["op"] for row in catalogue))


def test_features_that_are_hidden(oldguard, catalogue):
    """Kernels that need a feature hidden by OLDGUARD_CPU cannot run."""
    needing = {row["isa"][0]: row for row in catalogue if row["usable"] and row["isa"]}
    for feature, row in needing.items():
        env = {"OLDGUARD_CPU": f"-{feature}"}
        start = [row["op"], row["stem"]]
        for option, shown in (([], False), (["--all"], True)):
            lines = oldguard("kernels", *option, env=env).stdout.decode().splitlines()
            found = [line for line in lines if line.split()[:2] == start]
            assert len(found) == shown and all("which OLDGUARD_CPU hides" in l for l in found)


def test_what_serves_without_a_kernel(oldguard, catalogue):
    """On a processor without any feature an operation of many messages has only its C kernels."""
    env = {"OLDGUARD_CPU": ",".join({f"-{feature}" for row in catalogue for feature in row["isa"]})}
    bare = {row["op"] for row in catalogue if row["usable"] and not row["isa"]}
    found = without_kernel(oldguard("kernels", env=env).stdout.decode().splitlines())
    assert set(found) >= {row["op"] for row in catalogue} - bare
    version = oldguard("version", env=env).stdout.decode()
    for op, text in found.items():
        assert re.fullmatch("(.*) serves(, one by one)?", text)[1].split()[-1] in bare
        assert re.search(f"^  {re.escape(op)} +{text}$", version, re.M)
        explained = oldguard("explain", op, env=env).stdout.decode().splitlines()
        assert without_kernel(explained) == {op: text}
    assert "leave no kernel" not in version
    assert found.get("sha1.lanes", "sha1.blocks serves, one by one") == "sha1.blocks serves, one by one"


def test_check_names_what_did_not_run(oldguard, catalogue):
    """One line at the end names the kernels and the features that they lack."""
    rows = [row for row in catalogue if row["op"] == "sha1.blocks" and row["isa"]]
    rows = [row for row in rows if row["usable"] or row["reason"].startswith("needs ")]
    hidden = ",".join(f"-{feature}" for row in rows for feature in row["isa"])
    for environment in ({}, {"OLDGUARD_CPU": hidden}) if rows else ({},):
        left = [row for row in rows if environment or not row["usable"]]
        result = oldguard("check", "--quick", "sha1.blocks", env=environment)
        lines = [line for line in result.stdout.decode().splitlines() if line.startswith("not run ")]
        assert result.returncode == 0 and len(lines) == bool(left)
        if left:
            where = f"under OLDGUARD_CPU={hidden}" if environment else "on this CPU"
            if not environment and os.environ.get("OLDGUARD_CPU"):
                where = f"under OLDGUARD_CPU={os.environ['OLDGUARD_CPU']}"
            stems = sorted({row["stem"] for row in left})
            assert lines[0].startswith(f"not run {where}: {len(stems)} kernels: {', '.join(stems)} (without ")


@pytest.mark.slow
@pytest.mark.parametrize("terminal", [False, True], ids=["pipe", "terminal"])
def test_tune_says_how_to_follow_it(oldguard, workdir, terminal):
    """The last line on standard error shows the setting. Standard output has it if it is no terminal."""
    args = ["tune", "--quick", "--accept-noise", "--budget", "0.1", "-o", "order"]
    env = {"OLDGUARD_CPU": "-sse2"}  # fewer kernels
    setting = f"export OLDGUARD_TUNE={workdir}/order"
    master, line = pty.openpty()
    result = oldguard(*args, env=env, **({"stdout": line} if terminal else {}))
    os.close(line)
    assert result.returncode == 0
    assert result.stderr.decode().splitlines()[-1].endswith(f"to use this order, run: {setting}")
    if terminal:
        with pytest.raises(OSError):  # nothing was written, and the other side is closed
            os.read(master, 100)
    else:
        assert result.stdout.decode() == setting + "\n"
    os.close(master)
    followed = oldguard("explain", "sha1.blocks", env={"OLDGUARD_TUNE": "order"})
    assert (followed.returncode, followed.stderr) == (0, b"")


@pytest.mark.parametrize("op", ["sha1.nope", "--", "a\nb"])
def test_explain_unknown(oldguard, op):
    result = oldguard("explain", "--", op)
    assert result.returncode == 2 and result.stdout == b""
    assert b"no such operation; known: sha1.blocks, " in result.stderr
    assert result.stderr.count(b"\n") == 1


def test_forced_by_the_environment(oldguard):
    env = {"OLDGUARD_KERNEL": "sha1.blocks=sha1_c_ref"}
    lines = oldguard("explain", "sha1.blocks", env=env).stdout.decode().splitlines()
    assert [line.split()[0] for line in lines if " from 0 B " in line] == ["sha1_c_ref"]
    assert re.search(rb"  sha1\.blocks +sha1_c_ref\n", oldguard("--version", env=env).stdout)
    assert oldguard(*SUM, env=env).stdout.startswith(b"da39a3ee5e6b4b0d3255bfef95601890afd80709 ")


@pytest.mark.parametrize(
    "variable, value, word",
    [
        ("OLDGUARD_KERNEL", "sha1.blocks=sha1_c_nope", "sha1_c_nope"),
        ("OLDGUARD_KERNEL", "sha1.nope=sha1_c_ref", "sha1.nope"),
        ("OLDGUARD_KERNEL", "garbage", "garbage"),
        ("OLDGUARD_CPU", "-warpdrive", "warpdrive"),
        ("OLDGUARD_POLICY", "whenever", "whenever"),
    ],
)
@pytest.mark.parametrize(
    "command", [SUM, DES, ["kernels"], ["explain", "sha1.blocks"]], ids=lambda command: command[0]
)
def test_wrong_variables(oldguard, command, variable, value, word):
    """Each command reports an invalid variable once, by name, and computes nothing."""
    result = oldguard(*command, env={variable: value})
    assert result.returncode == 2
    assert result.stderr.startswith(f"oldguard {command[0]}: ".encode())
    assert variable.encode() in result.stderr and word.encode() in result.stderr
    assert result.stderr.count(b"\n") == 1
    if command[0] in ("sum", "des"):
        assert result.stdout == b""
    if command[0] == "kernels":
        assert b"sha1_c_ref" in result.stdout
    if command[0] == "explain":
        row = next(line for line in result.stdout.decode().splitlines() if line.startswith("sha1_c_ref "))
        assert row.split(maxsplit=2)[1:] == ["no", "an OLDGUARD_* variable is wrong"]


@pytest.mark.parametrize("command", [SUM, ["explain", "sha1.blocks"]], ids=lambda c: c[0])
def test_a_tuning_file_that_is_left_aside(oldguard, tmp_path, command):
    """The file is ignored with one line of warning, and the default order is used."""
    file = tmp_path / "tune"
    file.write_text("for Another-1-2-3 0.1.0\nsha1.blocks sha1_c_ref 0 1.00\n")
    result = oldguard(*command, env={"OLDGUARD_TUNE": str(file)})
    assert result.returncode == 0 and result.stdout == oldguard(*command).stdout
    assert result.stderr.startswith(f"oldguard {command[0]}: OLDGUARD_TUNE: {file}:1: ".encode())
    assert b"Another-1-2-3" in result.stderr and result.stderr.count(b"\n") == 1


def test_tuning_files_that_cannot_be_read(oldguard, tmp_path):
    """The command does not wait for any file, and reports the reason for each."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    large = tmp_path / "large"
    large.write_bytes(b"#" * ((1 << 20) + 1))
    for name, reason in (
        (pipe, b"not a regular file"),
        (tmp_path, b"not a regular file"),
        (tmp_path / "none", b"No such file"),
        (large, b"larger than 1048576"),
    ):
        result = oldguard(*SUM, env={"OLDGUARD_TUNE": str(name)})
        assert result.returncode == 0
        assert result.stderr.startswith(f"oldguard sum: OLDGUARD_TUNE: {name}: ".encode() + reason)


def test_names_in_messages_about_variables(oldguard, tmp_path):
    """Messages contain no control characters."""
    file = tmp_path / "a\n\x1b[31m"
    file.write_text("x\x1b[31m\n")
    result = oldguard(*SUM, env={"OLDGUARD_TUNE": str(file)})
    assert result.returncode == 0 and result.stderr.count(b"\n") == 1 and b"\x1b" not in result.stderr
    result = oldguard(*SUM, env={"OLDGUARD_KERNEL": "x\x1b[31m\n=y"})
    assert result.returncode == 2 and result.stderr.count(b"\n") == 1 and b"\x1b" not in result.stderr


NOBODY = 65534  # a user and a group without rights


@pytest.fixture
def shared_folder():
    """Makes a folder that only root and the group NOBODY can use. Others cannot enter pytest's folders."""
    folder = Path(tempfile.mkdtemp(dir="/var/tmp"))
    os.chown(folder, 0, NOBODY)
    folder.chmod(0o750)
    yield folder
    shutil.rmtree(folder)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root starts a program as another user")
def test_no_tuning_file_for_a_caller_with_other_rights(shared_folder):
    """A set-user-ID program of root, which can read its library in any folder, called by NOBODY."""
    if os.statvfs(shared_folder).f_flag & os.ST_NOSUID:
        pytest.skip("the folder of the test is mounted nosuid")
    if "NoNewPrivs:\t0" not in Path("/proc/self/status").read_text():
        pytest.skip("this process can start no program with other rights")
    program = shared_folder / "program"
    shutil.copy(os.environ["OLDGUARD"], program)
    file = shared_folder / "tune"
    file.write_text("wrong\n")

    def messages(**caller):
        environment = {"OLDGUARD_TUNE": str(file)}
        done = subprocess.run([program, *SUM], env=environment, capture_output=True, **caller)
        assert (done.returncode, done.stdout) == (0, b"da39a3ee5e6b4b0d3255bfef95601890afd80709  /dev/null\n")
        return done.stderr

    assert b"tune:1:" in messages()
    program.chmod(0o4755)
    assert messages(user=NOBODY, group=NOBODY, extra_groups=[]) == b""
    assert b"tune:1:" in messages(), "root calls it with root's rights"


def test_constant_time_policy(oldguard):
    """An operation works if a constant-time kernel can run, and fails otherwise."""
    env = {"OLDGUARD_POLICY": "constant-time"}
    assert oldguard(*SUM, env=env).returncode == 0
    kernels = json.loads(oldguard("kernels", "--json").stdout)
    served = {kernel["op"] for kernel in kernels if kernel["constant_time"] and kernel["usable"]}
    commands = {
        "whirlpool.blocks": ["sum", "-a", "whirlpool", "/dev/null"],
        "des.ecb": DES,
        "des.crypt_lanes": ["crypt", "--salt", "ab", "--password-file", __file__],
        "des.cbc_enc": [*DES[:5], "cbc", "--iv", "0123456789abcdef", *DES[6:]],
    }
    for op, command in commands.items():
        result = oldguard(*command, env=env)
        if op in served:
            assert (result.returncode, result.stderr) == (0, b"")
            continue
        assert result.returncode == 1 and result.stdout == b""
        assert result.stderr.count(b"\n") == 1
