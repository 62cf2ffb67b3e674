# SPDX-License-Identifier: MIT
"""The oldguard-prove-c command: proves the C around the kernels with cbmc, and plants faults.

A proof is a function prove_NAME of a file in this folder, with any values for what it leaves open. It is proved
if cbmc finds no input that breaks a claim, reads or writes out of bounds or is undefined, and if each REACHED
has an input that gets there. A planted fault is seen if the proof with it fails.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from . import stubs
from .table import PROOFS

ROOT = Path(__file__).resolve().parents[3]
HERE = Path(__file__).resolve().parent
SKIPPED = 125
MAJOR = 6  # of cbmc, whose checks are those of the options below and its defaults
CHECKS = ("--pointer-overflow-check", "--drop-unused-functions", "--slice-formula")
PROPERTY = re.compile(r"^\[(\S+)\] (?:line \d+ )?(.*): (SUCCESS|FAILURE|UNKNOWN|ERROR)$", re.M)
REACHED = "reached: "


@dataclass
class Result:
    """What cbmc said about a proof, with or without a fault."""

    wrong: list = field(default_factory=list)  # texts
    checks: int = 0
    seconds: float = 0.0
    mebibytes: int = 0


def find_tools(folder):
    """Returns the folder of goto-cc and cbmc, or None: the one that dev/scripts/fetch-cbmc made, or PATH."""
    found = shutil.which("cbmc", path=f"{folder}/bin{os.pathsep}{os.environ.get('PATH', '')}")
    if not found:
        return None
    version = subprocess.run([found, "--version"], capture_output=True, text=True, check=False).stdout
    return Path(found).parent if version.startswith(f"{MAJOR}.") else None


def planted(fault):
    """Returns the text of a source file with a fault."""
    text = (ROOT / fault.file).read_text()
    if text.count(fault.old) != 1:
        raise SystemExit(f"oldguard-prove-c: {fault.file}: not one place {fault.old!r}")
    return text.replace(fault.old, fault.new)


class Machine:
    """Runs proofs in a folder for generated files."""

    def __init__(self, tools, work):
        self.tools, self.work = tools, work
        catalogue = [sys.executable, "-B", ROOT / "dev/tools/catalogue.py", "--root", ROOT, "--arch", "x64"]
        subprocess.run([*catalogue, "--out", work / "generated"], check=True)
        (work / "generated/kernel_stubs.h").write_text(stubs.text())

    def call(self, words, result):
        """Runs a program, adds its processor time and memory to result, and returns (status, output)."""
        with tempfile.TemporaryFile("w+") as output:
            process = subprocess.Popen(words, stdout=output, stderr=subprocess.STDOUT, cwd=self.work)
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            result.seconds += used.ru_utime + used.ru_stime
            result.mebibytes = max(result.mebibytes, used.ru_maxrss // 1024)
            output.seek(0)
            return process.returncode, output.read()

    def compile(self, proof, fault, result):
        """Compiles a proof and returns its file."""
        place = Path(tempfile.mkdtemp(dir=self.work))
        if fault:
            (place / fault.file).parent.mkdir(parents=True)
            (place / fault.file).write_text(planted(fault))
        folders = [top / name for name in ("src", "include", "bindings/openssl") for top in (place, ROOT)]
        words = [self.tools / "goto-cc", "-o", place / "proof", "--function", proof.function]
        words += [f"-I{folder}" for folder in (*folders, HERE, self.work / "generated")]
        words += ["-DOLDGUARD_STATIC", '-DOLDGUARD_VERSION="0"', *proof.compiler]
        words += ["-DPLANTED"] * bool(fault)
        status, output = self.call([*words, HERE / proof.file], result)
        if status != 0:
            raise SystemExit(f"oldguard-prove-c: {proof.name} is not compiled:\n{output[-2000:]}")
        return place / "proof"

    def prove(self, proof, fault=None):
        """Returns the Result of a proof, with a fault planted or without."""
        result = Result()
        made = self.compile(proof, fault, result)
        words = [self.tools / "cbmc", made, "--function", proof.function, *CHECKS, *proof.options]
        words += ["--unwindset", proof.unwind] if proof.unwind else []
        status, output = self.call([*words, *(["--stop-on-fail"] if fault else [])], result)
        shutil.rmtree(made.parent)
        if fault:
            result.wrong = re.findall(r"^Violated property:\n.*\n  (.*)$", output, re.M)
            if status != (10 if result.wrong else 0):
                raise SystemExit(f"oldguard-prove-c: {proof.name}: cbmc: status {status}: {output[-500:]}")
            return result
        properties = PROPERTY.findall(output)
        reached = [p for p in properties if p[1].startswith(REACHED)]
        result.checks = len(properties) - len(reached)
        result.wrong = [
            f"{name}: {text}"
            for name, text, s in properties
            if s != "SUCCESS" and not text.startswith(REACHED)
        ]
        result.wrong += [
            f"no input reaches: {text.removeprefix(REACHED)}" for _, text, s in reached if s == "SUCCESS"
        ]
        if not reached:
            result.wrong.append("covers nothing: it has no REACHED")
        if status != 10 or not properties:
            result.wrong.append(f"cbmc: status {status}: {output[-500:]}")
        return result


def describe(proof, result, fault):
    """Returns the lines about a proof or a planted fault, and whether the result is wrong."""
    cost = f"{result.seconds:6.1f} s {result.mebibytes:5} MiB"
    if fault:
        where = f"{fault.file}: {fault.new.strip().splitlines()[0] if fault.new.strip() else '(nothing)'}"
        seen = f"seen by {result.wrong[0]!r}" if result.wrong else "NOT SEEN"
        return f"{proof.name:24} {cost}  {seen}: {where}", not result.wrong
    verdict = "NOT PROVED" if result.wrong else "proved"
    lines = [f"{proof.name:24} {cost}  {verdict}, {result.checks} checks: {proof.of}"]
    return "\n".join(lines + [f"  {text}" for text in result.wrong]), bool(result.wrong)


def arguments(words):
    parser = argparse.ArgumentParser(prog="oldguard-prove-c", description=__doc__)
    parser.add_argument("--faults", action="store_true", help="plant the faults instead of proving")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="proofs at a time")
    parser.add_argument(
        "--tools", type=Path, default=ROOT / "build/cbmc", help="folder of dev/scripts/fetch-cbmc"
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="of proofs; all without one")
    return parser.parse_args(words)


def main(words):
    options = arguments(words)
    tools = find_tools(options.tools.resolve())
    if tools is None:
        print(
            f"oldguard-prove-c: no cbmc {MAJOR} here: dev/scripts/fetch-cbmc fetches it. Nothing was proved"
        )
        return SKIPPED
    unknown = set(options.names) - {proof.name for proof in PROOFS}
    if unknown:
        print(f"oldguard-prove-c: no proof is called {' or '.join(sorted(unknown))}", file=sys.stderr)
        return 2
    chosen = [proof for proof in PROOFS if not options.names or proof.name in options.names]
    tasks = [(proof, fault) for proof in chosen for fault in (proof.faults if options.faults else [None])]
    tasks.sort(key=lambda task: -task[0].seconds)
    wrong = 0
    with tempfile.TemporaryDirectory() as work, ThreadPoolExecutor(options.jobs) as pool:
        machine = Machine(tools, Path(work))
        results = pool.map(lambda task: machine.prove(*task), tasks)
        total = 0.0
        for (proof, fault), result in zip(tasks, results):
            text, is_wrong = describe(proof, result, fault)
            print(text, flush=True)
            wrong += is_wrong
            total += result.seconds
    what = "faults" if options.faults else "proofs"
    print(f"{len(tasks)} {what}, {wrong} of them wrong, {total:.0f} s of processor time")
    return 1 if wrong else 0
