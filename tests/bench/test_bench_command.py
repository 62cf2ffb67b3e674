# SPDX-License-Identifier: MIT
"""Runs `oldguard bench` and `oldguard tune`. No test depends on a measured figure."""

import json
import os
import re
import subprocess

import pytest

ROW_KEYS = {"op", "kernel", "peer", "size", "cpb_min", "cpb_median", "mib_s", "clock", "checked"}


def oldguard(*args, **env):
    clean = {k: v for k, v in os.environ.items() if not k.startswith("OLDGUARD_")}
    return subprocess.run(
        [os.environ["OLDGUARD"], *args],
        env={**clean, **env},
        capture_output=True,
        text=True,
        timeout=3600,
        check=False,
    )


def quick(*args, **env):
    """Runs the bench for a tenth of a second. --accept-noise gives figures on a busy machine, too."""
    return oldguard("bench", "--quick", "--budget", "0.1", "--accept-noise", *args, **env)


@pytest.fixture(scope="module")
def filed(tmp_path_factory):
    """Runs the bench with --output. Returns the completed process and the folder."""
    folder = tmp_path_factory.mktemp("bench") / "new" / "results"
    done = quick(
        "--only", "sha1.blocks,sha1.hash,des.key", "--size", "64,1k", "--seed", "7", "--output", str(folder)
    )
    assert done.returncode == 0, done.stderr
    return done, folder


@pytest.fixture(scope="module")
def report(filed):
    return json.loads((filed[1] / "bench.json").read_text())


def test_json_rows_have_the_documented_keys(report):
    assert {"cpu", "compiler", "flags", "oldguard", "clock", "core_mhz"} <= report.keys()
    assert report["seed"] == 7
    ours = [row for row in report["rows"] if not row["peer"]]
    assert {row["kernel"] for row in ours} >= {"sha1_c_ref", "sha1_c_fast"}
    for row in report["rows"]:
        assert ROW_KEYS <= row.keys()
        assert row["checked"] is True
        assert row["op"] in ("sha1.blocks", "sha1.hash", "des.key")
        assert row["size"] in (64, 1024) or row["op"] == "des.key"
        assert row["cpb_median"] >= row["cpb_min"] > 0


def test_the_files_hold_the_table_the_notes_and_the_json(filed, report):
    _, folder = filed
    assert sorted(file.name for file in folder.iterdir()) == ["bench.json", "bench.txt"]
    text = (folder / "bench.txt").read_text()
    assert re.search(r"^clock: ", text, re.M)
    assert re.search(r"^sha1_c_fast +[0-9.]+~? +[0-9.]+~? ", text, re.M)
    assert {row["op"] for row in report["summary"]} == {"sha1.blocks", "sha1.hash", "des.key"}


def test_with_files_the_summary_alone_is_printed(filed):
    done, folder = filed
    lines = done.stdout.splitlines()
    assert len(lines) <= 40
    assert all(len(line) <= 100 for line in lines[:-1])  # the last has the folder's name
    assert [line for line in lines if line.startswith("sha1.hash ")]
    assert not [line for line in lines if line.startswith("sha1_c_ref ")]
    assert str(folder / "bench.txt") in lines[-1] and str(folder / "bench.json") in lines[-1]
    assert "\033" not in done.stdout


def test_the_table_is_printed_where_no_file_has_it_and_on_request(tmp_path):
    for more in ([], ["--output", str(tmp_path), "--full"]):
        done = quick("--only", "sha1.blocks", "--size", "64", "--no-peers", *more)
        assert done.returncode == 0, done.stderr
        table, summary = re.split(r"^oldguard .* best peers: ", done.stdout, flags=re.M)
        assert re.search(r"^sha1_c_ref +[0-9.]+~? ", table, re.M)
        assert re.search(r"^sha1.blocks +64 B ", summary, re.M)


def test_json_is_all_that_is_printed(tmp_path):
    done = quick("--only", "sha1_c_fast", "--size", "64", "--no-peers", "--json", "--output", str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "bench.txt").exists()
    assert json.loads(done.stdout)["rows"]


def test_a_folder_that_cannot_be_written_is_refused_before_anything_is_timed(tmp_path):
    (tmp_path / "file").write_text("in the way\n")
    (tmp_path / "taken" / "bench.txt").mkdir(parents=True)
    for folder in ("file", "file/below", "taken"):
        done = oldguard("bench", "--output", str(tmp_path / folder), OLDGUARD_CPU="")
        assert done.returncode == 1
        assert done.stdout == ""
        assert done.stderr.startswith("oldguard bench: ") and folder in done.stderr
        assert len(done.stderr.splitlines()) == 1
    assert [file.name for file in (tmp_path / "taken").iterdir()] == ["bench.txt"]


def test_every_known_peer_is_found_or_named_with_the_reason(report):
    peers = {peer["library"]: peer for peer in report["peers"]}
    assert peers.keys() >= {"openssl", "libgcrypt", "nettle", "botan", "cryptopp", "rhash", "nayuki"}
    for peer in peers.values():
        assert peer["found"] or peer["why"].startswith("not found: ")


def test_a_folder_without_modules_leaves_all_peers_out(tmp_path):
    (tmp_path / "peer_botan.missing").write_text("configured without it\n")
    done = quick("--only", "des.key", OLDGUARD_PEERS=str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "peer openssl: not found" in done.stdout
    assert "libssl-dev" in done.stdout
    assert "peer botan: not found: configured without it\n" in done.stdout
    assert "rustup" not in done.stdout


def test_no_peers():
    done = quick("--only", "sha1.blocks", "--size", "64", "--no-peers", "--json")
    report = json.loads(done.stdout)
    assert report["peers"] == []
    assert not any(row["peer"] for row in report["rows"])


@pytest.mark.parametrize("clock", ["tsc", "time"])
def test_clocks_without_a_cycle_counter(clock):
    done = quick("--only", "sha1_c_fast", "--size", "1k", "--no-peers", "--json", "--clock", clock)
    if "can be read" in done.stderr:
        pytest.skip(done.stderr)
    assert done.returncode == 0, done.stderr
    assert {row["clock"] for row in json.loads(done.stdout)["rows"]} == {clock}


@pytest.mark.parametrize(
    "args",
    [
        ["--only", "sha2*"],
        ["--size", "0"],
        ["--size", "12x"],
        ["--size", "1G"],
        ["--budget", "-1"],
        ["--clock", "sundial"],
        ["--full", "--json"],
        ["--nonsense"],
    ],
)
def test_wrong_requests_are_refused(args):
    done = oldguard("bench", *args)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("oldguard bench: ")


def test_wrong_variable_is_refused():
    done = oldguard("bench", OLDGUARD_KERNEL="sha1.blocks=nobody")
    assert done.returncode == 2
    assert "nobody" in done.stderr


def test_tune_writes_what_the_command_reads(tmp_path):
    order = tmp_path / "order of this machine"
    done = oldguard("tune", "--quick", "--budget", "1", "--accept-noise", "-o", str(order))
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"export OLDGUARD_TUNE='{order}'\n"
    lines = [line.split() for line in order.read_text().splitlines() if not line.startswith("#")]
    origin = lines.pop(0)
    assert origin[0] == "for" and origin[2] in oldguard("--version").stdout
    assert all(line.startswith("oldguard tune: ") for line in done.stderr.splitlines())
    # what the order changes, or that it changes nothing: operations that it leaves out are named among these lines
    assert re.search(r": \S+ from \d+ B: |: the order in use .*is the fastest ", done.stderr)
    kernels = json.loads(oldguard("kernels", "--json").stdout)
    usable = {(kernel["op"], kernel["stem"]) for kernel in kernels if kernel["usable"]}
    timed = {(op, stem) for op, stem, _, _ in lines}
    assert timed <= usable | {(op, "one-by-one") for op, _ in usable if op.endswith(".lanes")}
    # a call of many lanes can be too long for --quick under the sanitizers, and noise can make too many ranges
    silent = [(op, stem) for op, stem in usable - timed if f"{op} {stem} at " not in done.stderr]
    assert [(op, stem) for op, stem in silent if f": {op}: more than " not in done.stderr] == []
    for op, stem, sizes, cost in lines:
        assert re.fullmatch(r"\d+(-\d+)?(/short|/long)?", sizes) and re.fullmatch(r"\d+\.\d\d", cost)
    explained = oldguard("explain", "sha1.blocks", OLDGUARD_TUNE=str(order))
    assert explained.returncode == 0, explained.stderr
    best = next(line for line in lines if line[0] == "sha1.blocks")
    assert f"{best[3]} cycles/byte" in explained.stdout


def test_tune_default_file_and_a_variable_that_names_no_file_yet(tmp_path):
    done = oldguard(
        *"tune --quick --budget 0.1 --accept-noise".split(),
        HOME=str(tmp_path),
        XDG_CONFIG_HOME="",
        OLDGUARD_TUNE=str(tmp_path / "not there"),
    )
    assert done.returncode == 0, done.stderr
    file = tmp_path / ".config/oldguard/tune"
    assert file.is_file()
    assert str(file) in done.stdout


def test_tune_into_a_pipe(tmp_path):
    """Checking that the file can be written must not end the reader of a pipe."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE, text=True) as reader:
        done = oldguard("tune", "--quick", "--budget", "0.1", "--accept-noise", "-o", str(pipe))
        assert done.returncode == 0, done.stderr
        assert "sha1.blocks " in reader.communicate()[0]


@pytest.mark.parametrize(
    "arguments", [["--output", ""], ["--full"], ["--self-test", "--output", "somewhere"]]
)
def test_options_of_output_that_make_no_sense(arguments, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert oldguard("bench", *arguments).returncode == 2
    assert not list(tmp_path.iterdir())


def test_tune_leaves_the_old_file_alone_when_it_cannot_write(tmp_path):
    done = oldguard(
        "tune", "--quick", "--budget", "0.1", "--accept-noise", "-o", str(tmp_path / "no folder" / "x")
    )
    assert done.returncode == 1
    assert "no folder" in done.stderr and len(done.stderr.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def audit(*args, **env):
    return oldguard("tune", "--audit", "--quick", "--accept-noise", *args, **env)


def audited(done):
    """Checks what holds for every outcome of an audit. Returns (number of choices, lines about them).

    audit_test.cpp has the outcomes, which here depend on what was measured.
    """
    assert done.stderr == ""
    *lines, last = done.stdout.splitlines()
    counts = re.fullmatch(
        r"(\d+) compared: (\d+) over 3 % slower than the best kernel, (\d+) not measured", last
    )
    compared, missed, unknown = map(int, counts.groups())
    assert sum(line.endswith(": not measured") for line in lines) == unknown
    assert len(lines) == missed + unknown
    assert done.returncode == (1 if lines else 0)
    for line in lines:
        ratio = re.search(r": .+, .+ cycles/\w+, (\d+\.\d\d)x$", line)
        assert line.endswith(": not measured") or float(ratio[1]) >= 1.03
    return compared, lines


def test_audit_compares_the_order_in_use(tmp_path):
    """The file makes the slowest kernel the choice."""
    order = tmp_path / "order"
    order.write_text("sha1.blocks sha1_c_ref 0 1.00\n")
    compared, lines = audited(audit("--only", "sha1.blocks", OLDGUARD_TUNE=str(order)))
    assert compared == 3
    for line in lines:
        assert re.match(r"sha1\.blocks (64 B|1 KiB|16 KiB): (sha1_c_ref |not measured)", line)


def test_audit_compares_calls_on_many_messages(tmp_path):
    """The lines name the number of messages."""
    order = tmp_path / "order"
    order.write_text("des.crypt_lanes des_c_u64_lanes 0 1.00\n")
    compared, lines = audited(audit("--only", "des.crypt_lanes", OLDGUARD_TUNE=str(order)))
    assert compared == 15
    for line in lines:
        assert re.match(r"des\.crypt_lanes \d+ x 64 B: (the choice |not measured)", line)


def test_audit_of_an_operation_with_one_size():
    compared, lines = audited(audit("--only", "des.key", OLDGUARD_CPU="-avx2"))
    assert compared == 1
    for line in lines:
        assert re.match(r"des\.key \S.*: ", line)


@pytest.mark.parametrize(
    "args, word",
    [
        (["--audit", "-o", "file"], "--output"),
        (["--only", "sha1.blocks"], "--audit"),
        (["--audit", "--only", "sha1.nope"], "sha1.nope"),
    ],
)
def test_wrong_requests_of_an_audit(args, word, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = oldguard("tune", *args)
    assert (done.returncode, done.stdout) == (2, "")
    assert word in done.stderr
    assert not list(tmp_path.iterdir())
