#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Times programs of one git with several libraries libsha1detectcoll.so.1 (make git-check).

    bench/git.py [OPTION]... GIT WORK

GIT is the folder of a git that was built with DC_SHA1_EXTERNAL, WORK that with the libraries of
tests/sha1dc/libraries.sh. Prints the CPU time, user and system, of all processes of a program: the least of five or
--runs runs of one thread, in which the libraries take turns; and the share of that time in the library, which
another run counts (tests/sha1dc/share.c). --keep writes docs/results/git/NAME.json, of which
`bench/lab/oldguard-lab docs` makes the tables of docs/ways/git.md. OLDGUARD_CPU hides features of the processor from
oldguard, in the programs as elsewhere. The results of such a run have it at the end of their name.
"""

import argparse
import datetime
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from programs import MIB, ROOT, Work

LIBRARIES = {"own": "git's own", "ours": "oldguard", "crate": "crate sha1dc", "none": "no detection"}
FILES = 30_000
HIDDEN = os.environ.get("OLDGUARD_CPU", "")


def processor():
    """Returns the processor's name and its family and model."""
    text = pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8")
    found = {
        key: re.search(rf"^{key}\s*: (.*)$", text, re.M) for key in ("model name", "cpu family", "model")
    }
    name, family, model = (match[1] if match else "unknown" for match in found.values())
    return name, f"family {family} model {model}"


def commit():
    return subprocess.check_output(["git", "-C", ROOT, "rev-parse", "--short=8", "HEAD"], text=True).strip()


class Git:
    """A git that loads a library from a folder of WORK."""

    def __init__(self, folder, work):
        self.program, self.folder, self.work = folder / "git", folder, work

    def environment(self, library):
        found = {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "LC_ALL": "C", "GIT_TEMPLATE_DIR": ""}
        found |= {"GIT_CONFIG_NOSYSTEM": "1", "GIT_EXEC_PATH": str(self.folder)}
        found["GIT_CEILING_DIRECTORIES"] = str(self.work)
        found |= {"OLDGUARD_CPU": HIDDEN} if HIDDEN else {}
        # Two threads on one core would share its units.
        found |= {"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "pack.threads", "GIT_CONFIG_VALUE_0": "1"}
        return found | {"LD_LIBRARY_PATH": str(self.work / library)}

    def cpu(self, library, words, stdin=None, **variables):
        """Runs a program of git and returns the seconds of it and its children."""
        with open(stdin or os.devnull, "rb") as given:
            process = subprocess.Popen(
                [self.program, *words],
                env=self.environment(library) | variables,
                stdin=given,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
            )
            errors = process.stderr.read()
            _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            sys.exit(f"bench/git.py: git {' '.join(words)} with {library}: {errors.decode(errors='replace')}")
        return usage.ru_utime + usage.ru_stime

    def call(self, *words, **kwargs):
        kwargs = {"check": True, "stdout": subprocess.PIPE, **kwargs}
        return subprocess.run([self.program, *words], env=self.environment("none"), **kwargs).stdout


def prepare(git, repository, revision):
    """Makes a bare repository, files and a list of them in the current folder. Returns the path of the pack."""
    git.call("init", "--quiet", "--bare", "bare")
    names = git.call("-C", repository, "rev-list", "--objects", revision)
    with open("pack", "wb") as pack:
        git.call("-C", repository, "pack-objects", "-q", "--stdout", input=names, stdout=pack)
    with open("pack", "rb") as pack:
        git.call("-C", "bare", "index-pack", "--stdin", stdin=pack)
    head = git.call("-C", repository, "rev-parse", f"{revision}^{{commit}}").decode().strip()
    git.call("-C", "bare", "update-ref", "HEAD", head)
    work = Work("oldguard", 1)
    work.small("files", FILES)
    pathlib.Path("list").write_text(
        "".join(f"{path}\n" for path in sorted(pathlib.Path("files").rglob("*")) if path.is_file())
    )
    pathlib.Path("big").write_bytes(work.block * (256 * MIB // len(work.block)))
    (index,) = pathlib.Path("bare/objects/pack").glob("*.idx")
    return index


def measure(git, libraries, index, runs):
    """Returns {program: {library: seconds}} and {program: {library: percent of hashing}}."""
    programs = {
        "index-pack": ["index-pack", "-o", "idx", "pack"],
        "fsck --full": ["-C", "bare", "fsck", "--full", "--no-progress"],
        "clone --no-local": ["clone", "--quiet", "--bare", "--no-local", "bare", "clone"],
        "verify-pack": ["verify-pack", str(index)],
        f"hash-object, {FILES} files": ["hash-object", "--stdin-paths"],
        "hash-object, 256 MiB": ["hash-object", "big"],
    }
    found, shares = {}, {}
    for program, words in programs.items():

        def run(library, words=words, **variables):
            shutil.rmtree("clone", ignore_errors=True)
            pathlib.Path("idx").unlink(missing_ok=True)
            return git.cpu(library, words, "list" if "--stdin-paths" in words else None, **variables)

        found[program], shares[program] = least, share = {}, {}
        for number in range(runs):
            for library in libraries if number % 2 else reversed(libraries):
                seconds = run(library)
                least[library] = round(min(seconds, least.get(library, seconds)), 3)
        counted = pathlib.Path("share").absolute()
        for library in libraries:
            run(library, LD_PRELOAD=str(git.work / "share.so"), OLDGUARD_SHARE=str(counted))
            inside, total = map(sum, zip(*(map(int, line.split()) for line in counted.open())))
            share[library] = round(100 * inside / total)
            counted.unlink()
        texts = (
            f"{LIBRARIES[name]} {least[name]:.2f} s, {share[name]} % of it hashing" for name in libraries
        )
        print(program, *texts, sep="; ", flush=True)
    return found, shares


def main(words):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument(
        "--keep", metavar="NAME", help="write docs/results/git/NAME.json, with OLDGUARD_CPU behind NAME"
    )
    parser.add_argument("--repository", type=pathlib.Path, default=ROOT, help="whose objects are packed")
    parser.add_argument("--revision", default="HEAD", help="the commit whose history is packed")
    parser.add_argument(
        "--title", default="oldguard's history", help="what the history is called in the results"
    )
    parser.add_argument("--runs", type=int, default=5, help="of each program and library, default 5")
    parser.add_argument("git", type=pathlib.Path)
    parser.add_argument("work", type=pathlib.Path)
    options = parser.parse_args(words)
    work, repository = options.work.resolve(strict=True), options.repository.resolve(strict=True)
    git = Git(options.git.resolve(strict=True), work)
    libraries = [name for name in LIBRARIES if (work / name / "libsha1detectcoll.so.1").exists()]
    with tempfile.TemporaryDirectory(dir=work) as place:
        os.chdir(place)
        index = prepare(git, str(repository), options.revision)
        load = round(os.getloadavg()[0], 1)
        name, model = processor()
        print(f"{name} ({model}), load {load}, {os.path.getsize('pack') / 1e6:.0f} MB", flush=True)
        seconds, shares = measure(git, libraries, index, options.runs)
        result = {
            "schema": "oldguard git 1",
            "cpu": name,
            "cpu_id": model,
            "oldguard_cpu": HIDDEN,
            "date": datetime.datetime.now(datetime.timezone.utc).date().isoformat(),
            "load": max(load, round(os.getloadavg()[0], 1)),
            "git": git.call("version").decode().split()[2],
            "oldguard": commit(),
            "history": options.title,
            "runs": options.runs,
            "pack_bytes": os.path.getsize("pack"),
            "seconds": seconds,
            "hashing_percent": shares,
        }
        os.chdir(ROOT)
    if options.keep:
        path = ROOT / "docs/results/git" / f"{options.keep}{HIDDEN}.json"
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(result, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
