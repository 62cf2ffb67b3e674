#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Times the command and the Python package beside other programs, on whole files, with hyperfine.

    bench/programs.py [OPTION]... OLDGUARD FOLDER

OLDGUARD is the command. The files are made in FOLDER, 4.3 GB at a time, or 0.5 GB with --quick, and removed.
Prints a table for each kind of work: CPU time, user and system, of all processes of a command, its wall time,
and the CPU time as a multiple of that of the first command. A time is the median of the rounds, in which the
commands take turns, so that a change of the machine's speed affects all of them. A program that is not
installed is reported as not found. The exit status is 1 if a command failed.
"""

import argparse
import json
import math
import os
import pathlib
import random
import shlex
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
MIB = 1 << 20
NOT_FOUND = 127  # exit status of a shell, and of xargs
DES_KEY, DES_IV = "0123456789abcdef23456789abcdef01456789abcdef0123", "0011223344556677"

LIBTORRENT = """
import libtorrent, time
quiet = dict.fromkeys(("enable_dht", "enable_lsd", "enable_upnp", "enable_natpmp"), False)
session = libtorrent.session({"listen_interfaces": "127.0.0.1:0", "hashing_threads": 2, **quiet})
parameters = libtorrent.add_torrent_params()
parameters.ti, parameters.save_path = libtorrent.torrent_info("huge.torrent"), "content"
handle, state = session.add_torrent(parameters), libtorrent.torrent_status
while handle.status().state not in (state.seeding, state.finished, state.downloading):
    time.sleep(0.02)
assert handle.status().progress == 1
"""
TORF = "import torf; assert torf.Torrent.read('huge.torrent').verify('content/huge.bin')"
INDEX = """
from dulwich.object_format import SHA1
from dulwich.pack import PackData
with PackData("pack", object_format=SHA1) as data:
    data.sorted_entries()
"""


def python(code, *modules):
    """Returns the command that runs code, or options, in a Python that has all modules."""
    for program in (sys.executable, ROOT / ".venv/bin/python", "/usr/bin/python3"):
        wanted = [program, "-c", "import " + ", ".join(modules)]
        if not modules or subprocess.run(wanted, stderr=subprocess.DEVNULL, check=False).returncode == 0:
            return f"{program} {code if code.startswith('-m') else '-c ' + shlex.quote(code)}"
    return f"exit {NOT_FOUND}"


def each(size, calls, code, *modules):
    """Returns the command that evaluates Python for `calls` messages m, or for lists of 64, `given`."""
    lines = [
        f"import random, {', '.join(('hashlib', *modules))}",
        f"given = [random.Random(i).randbytes({size}) for i in range(64)]",
        f"for _ in range({calls // 64}):",
        f"    {code}" if "given" in code else f"    for m in given: {code}",
    ]
    return python("\n".join(lines), *modules)


def by_xargs(command):
    return f"find files -type f -print0 | xargs -0 {command}"


class Work:
    """The kinds of work: files in the current folder, and commands by name."""

    def __init__(self, oldguard, divide):
        self.oldguard, self.divide = oldguard, divide
        self.sum, self.fast = f"{oldguard} sum -r", f"{oldguard} sum -r --no-detect"
        # Slices of these bytes are the contents of all files.
        self.block = random.Random(24).randbytes(8 * MIB)

    def kinds(self):
        """Returns for each kind of work its name and the method that makes files and returns commands."""
        return [
            ("many small files", self.many_small_files),
            ("unchanged files", self.unchanged_files),
            ("files of 1 to 4 MiB", self.mid_files),
            ("one huge file", self.one_huge_file),
            ("a sparse file and as many zeros", self.sparse_file),
            ("a torrent", self.torrent),
            ("a bag", self.bag),
            ("3DES-CBC decryption of a file", self.triple_des),
            ("Python: messages of 64 bytes", self.python_short),
            ("Python: messages of 16 KiB", self.python_long),
            ("Python: dulwich indexes a pack", self.python_pack),
            ("Python: import", self.python_import),
        ]

    def write(self, path, size, chance):
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(path, "wb") as file:
            while size > 0:
                at = chance.randrange(8 * MIB)
                size -= file.write(self.block[at : at + size])

    def small(self, folder="files", count=100_000):
        """Writes files whose sizes are log-normal, a median of 3 kB, a mean of 9 kB, 100 in each folder."""
        chance = random.Random(count)
        for i in range(count // self.divide):
            size = min(int(math.exp(chance.gauss(math.log(3000), 1.5))), 256 * 1024)
            self.write(pathlib.Path(folder, f"{i // 10000:03}", f"{i // 100 % 100:02}", f"{i}"), size, chance)

    def huge(self):
        self.write(pathlib.Path("content/huge.bin"), 4096 * MIB // self.divide, random.Random(3))

    def many_small_files(self):
        self.small()
        return {
            "oldguard sum -r --no-detect": f"{self.fast} files",
            "oldguard sum -r": f"{self.sum} files",
            "sha1sum by xargs": by_xargs("sha1sum"),
            "b3sum by xargs": by_xargs("b3sum"),
            "openssl dgst by xargs": by_xargs("openssl dgst -sha1"),
            "rhash -r": "rhash -r --sha1 files",
            "hashdeep -r": "hashdeep -r -c sha1 files",
            "rclone hashsum": "rclone hashsum sha1 files",
            "oldguard.files": python(
                "import glob, oldguard\noldguard.files(glob.glob('files/*/*/*'), threads=1)", "oldguard"
            ),
        }

    def unchanged_files(self):
        self.small()
        shell(f"cd files && {self.fast} --format=jsonl . >../manifest")
        return {
            "oldguard audit --quick": f"{self.oldguard} audit --quick manifest files",
            "find -printf": "find files -type f -printf '%s %T@\\n'",
        }

    def mid_files(self):
        chance = random.Random(2)
        for i in range(400 // self.divide + 1):
            self.write(pathlib.Path("files", f"{i}"), chance.randrange(MIB, 4 * MIB), chance)
        return {
            "oldguard sum -r --no-detect": f"{self.fast} files",
            "oldguard sum -r": f"{self.sum} files",
            "oldguard sum -r --no-detect -j1": f"{self.fast} -j1 files",
            "sha1sum by xargs": by_xargs("sha1sum"),
            "openssl dgst by xargs": by_xargs("openssl dgst -sha1"),
        }

    def one_huge_file(self):
        self.huge()
        return {
            "oldguard sum --no-detect": f"{self.oldguard} sum --no-detect content/huge.bin",
            "oldguard sum": f"{self.oldguard} sum content/huge.bin",
            "openssl dgst": "openssl dgst -sha1 content/huge.bin",
        }

    def sparse_file(self):
        size = 1024 * MIB // self.divide
        shell(f"truncate -s {size} sparse.bin; head -c {size} /dev/zero >zeros.bin")
        command = f"{self.oldguard} sum --no-detect"
        return {"sparse": f"{command} sparse.bin", "zeros": f"{command} zeros.bin"}

    def torrent(self):
        self.huge()
        shell("mktorrent -l 20 -a http://localhost/ -o huge.torrent content/huge.bin")
        return {
            "oldguard audit --no-detect": f"{self.oldguard} audit --no-detect huge.torrent content",
            "oldguard audit": f"{self.oldguard} audit huge.torrent content",
            "oldguard.torrent.pieces": python(
                "from oldguard import torrent\ntorrent.pieces(['content/huge.bin'], 1 << 20, 1)", "oldguard"
            ),
            "libtorrent": python(LIBTORRENT, "libtorrent"),
            "torf": python(TORF, "torf"),
        }

    def bag(self):
        self.small("bag", 20_000)
        shell(python("-m bagit --quiet --sha1 bag", "bagit"))
        return {
            "oldguard audit": f"{self.oldguard} audit bag",
            "oldguard.run -m bagit": python("-m oldguard.run -m bagit --validate bag", "oldguard", "bagit"),
            "bagit.py": python("-m bagit --validate bag", "bagit"),
        }

    def triple_des(self):
        """The results of oldguard and OpenSSL are compared before they are timed."""
        self.write(pathlib.Path("in"), 128 * MIB // self.divide * 8, random.Random(4))
        des = f"{self.oldguard} des decrypt --quiet --cipher des-ede3 --mode cbc --padding none"
        des += f" --key-hex {DES_KEY} --iv {DES_IV}"
        peer = f"openssl enc -d -des-ede3-cbc -nopad -K {DES_KEY} -iv {DES_IV} -in in -out"
        shell(f"rm -f out; {des} in out && {peer} right && cmp out right")
        return {
            "oldguard des": f"rm -f out; {des} in out",
            "oldguard des --jobs 1": f"rm -f out; {des} --jobs 1 in out",
            "openssl enc": f"{peer} out",
            "cp": "cp in out",
        }

    def python_short(self):
        calls = 5_000_000 // self.divide
        parts = "h = {}.sha1(b'blob 64'); h.update(m); h.digest()"
        return {
            "sha1(m).digest()": each(64, calls, "oldguard.sha1(m).digest()", "oldguard"),
            "sha1_digest(m)": each(64, calls, "oldguard.sha1_digest(m)", "oldguard"),
            "sha1_many": each(64, calls, "oldguard.sha1_many(given)", "oldguard"),
            "sha1dc.digest(m)": each(64, calls, "oldguard.sha1dc.digest(m)", "oldguard.sha1dc"),
            "sha1dc, two parts": each(64, calls, parts.format("oldguard.sha1dc"), "oldguard.sha1dc"),
            "hashlib": each(64, calls, "hashlib.sha1(m).digest()"),
            "hashlib, two parts": each(64, calls, parts.format("hashlib")),
            "sha1dc of PyPI": each(64, calls, "sha1dc.sha1(m).digest()", "sha1dc"),
            "blake3": each(64, calls, "blake3.blake3(m).digest()", "blake3"),
        }

    def python_long(self):
        calls = 100_000 // self.divide
        return {
            "sha1_many": each(16384, calls, "oldguard.sha1_many(given)", "oldguard"),
            "sha1dc.many": each(16384, calls, "oldguard.sha1dc.many(given)", "oldguard.sha1dc"),
            "hashlib": each(16384, calls, "hashlib.sha1(m).digest()"),
            "whirlpool_digest": each(16384, calls // 10, "oldguard.whirlpool_digest(m)", "oldguard"),
            "whirlpool of PyPI": each(16384, calls // 10, "whirlpool.new(m).digest()", "whirlpool"),
        }

    def python_pack(self):
        git = shlex.join(["git", "-C", str(ROOT)])
        shell(f"{git} rev-list --objects HEAD | {git} pack-objects --stdout -q >pack")
        ours = "import oldguard.sha1dc; oldguard.sha1dc.install()" + INDEX
        return {"with detection": python(ours, "oldguard", "dulwich"), "hashlib": python(INDEX, "dulwich")}

    def python_import(self):
        return {f"import {name}": python(f"import {name}", name) for name in ("oldguard", "hashlib")}


def shell(command):
    subprocess.run(command, shell=True, check=True, stdout=subprocess.DEVNULL)


def rounds(commands, count):
    """Runs all commands `count` times, in turns. A first run fills the cache and is not counted.

    Returns by name [(CPU seconds, wall seconds)], or the exit status of a command that failed.
    """
    found = {name: [] for name in commands}
    for number in range(count + 1):
        order = [name for name in commands if isinstance(found[name], list)]
        if not order:
            break
        with tempfile.NamedTemporaryFile("r") as results:
            words = [
                "hyperfine",
                "--runs=1",
                "--ignore-failure",
                "--style=none",
                "--export-json",
                results.name,
            ]
            for name in order if number % 2 else reversed(order):
                words += ["--command-name", name, commands[name]]
            subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            measured = json.load(results)["results"]
        for result in measured:
            name, status = result["command"], result["exit_codes"][0]
            if status != 0:
                found[name] = status
            elif number > 0:
                found[name].append((result["user"] + result["system"], result["median"]))
    return found


def table(title, found):
    """Returns a Markdown table of what rounds() returns."""
    lines, first = [f"| {title} | CPU s | wall s | CPU, of the first |", "|---|---:|---:|---:|"], 0
    for name, runs in found.items():
        cells = ["not found" if runs == NOT_FOUND else f"FAILED: exit status {runs}", "", ""]
        if isinstance(runs, list):
            cpu, wall = (statistics.median(times) for times in zip(*runs))
            if name == next(iter(found)):
                first = cpu
            cells = [f"{cpu:.3f}", f"{wall:.3f}", f"{cpu / first:.2f}" if first else ""]
        lines.append("| " + " | ".join([name, *cells]) + " |")
    return "\n".join(lines) + "\n"


def measure(make, folder, runs):
    """Returns what rounds() returns for one kind of work."""
    with tempfile.TemporaryDirectory(dir=folder) as place:
        os.chdir(place)
        try:
            commands = make()
            os.sync()
            return rounds(commands, runs)
        except subprocess.CalledProcessError as failure:
            return {"the files": failure.returncode}
        finally:
            os.chdir(folder)


def main(words):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--quick", action="store_true", help="a tenth of the work")
    parser.add_argument("--divide", type=int, help="divide the work by this number, in place of --quick")
    parser.add_argument("--runs", type=int, default=5, help="rounds (default: 5)")
    parser.add_argument("--only", default="", help="only the kinds of work whose name contains this text")
    parser.add_argument("oldguard", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    options = parser.parse_args(words)
    work = Work(options.oldguard.resolve(strict=True), options.divide or (10 if options.quick else 1))
    folder, failed = options.folder.resolve(), False
    folder.mkdir(parents=True, exist_ok=True)
    print(f"Median of {options.runs} rounds, warm cache, load {os.getloadavg()[0]:.1f}.\n", flush=True)
    for title, make in work.kinds():
        if options.only in title:
            found = measure(make, folder, options.runs)
            print(table(title, found), flush=True)
            failed |= any(not isinstance(runs, list) and runs != NOT_FOUND for runs in found.values())
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
