# SPDX-License-Identifier: MIT
"""Runs the lab: builds the variants, checks each in a separate process, times everything part by part.

Finished parts are kept in the work folder, so that an interrupted run can continue.
"""

import hashlib
import json
import os
import shutil

from . import managed, masked, provenance, results
from .bench import Bench, BenchError, NoRows
from .build import Builder

PARTS = (
    ("SHA-1", ("sha1.*",)),
    ("SHA-1 with detection", ("sha1dc.*",)),
    ("Whirlpool", ("whirlpool.*",)),
    ("DES", ("des.*",)),
    ("3DES", ("des3.*",)),
    ("PBKDF2", ("pbkdf2.*",)),
)
SIZES = {True: (64, 16384), False: (64, 1024, 16384, 1 << 20)}  # quick or whole
BUDGET = {True: 40, False: 280}  # seconds of sampling for a part
TIMES = 3  # runs of a part before it counts as missing


def link_peers(build, folder):
    """Links the peer modules of a build into a folder for OLDGUARD_PEERS, 32-bit ones into folder/32."""
    for bits in ("", "32"):
        os.makedirs(os.path.join(folder, bits))
        built = os.path.join(build, bits, "peers")
        for name in sorted(os.listdir(built)) if os.path.isdir(built) else ():
            os.symlink(os.path.join(built, name), os.path.join(folder, bits, name))


class Lab:
    """A run of the lab.

    build: a build folder. work: the folder of what is kept between runs. noise: keep the figure of a row whose samples
    were all disturbed. budget: seconds of sampling for each part and word size. say: a function that prints a line.
    """

    def __init__(self, build, work, quick, noise, budget, only, say):
        build, work = os.path.abspath(build), os.path.abspath(work)  # the targets of links
        self.bench = Bench(build, noise)
        self.builder = Builder(os.path.join(build, "generated"), os.path.join(work, "modules"))
        self.build, self.work, self.quick, self.only, self.say = build, work, quick, only, say
        self.budget, self.managed, self.masked = budget, {}, []
        self.peers = os.path.join(work, "peers")
        self.variants, self.reports, self.missing, self.problems, self.notes = [], {}, [], [], []

    def parts(self):
        return (("selection", tuple(self.only)),) if self.only else PARTS

    def prepare(self, variants, workers, progress):
        """Builds and checks the variants. Links the modules that pass into the folder of peers."""
        shutil.rmtree(self.peers, ignore_errors=True)
        link_peers(self.build, self.peers)
        all_built = self.builder.build_all(variants, workers, progress)
        for number, built in enumerate(all_built, 1):
            problem = built.problem or self._check(built)
            if not problem:
                os.symlink(built.path, self._place(self.peers, built.variant))
            self.variants.append((built.variant, problem))
            progress("checking", number, len(all_built))

    def _place(self, folder, variant):
        return os.path.join(folder, "" if variant.bits == 64 else "32", f"peer_{variant.name}.so")

    def _check(self, built):
        """Returns what is wrong with a module, or "". A separate process survives a module that crashes."""
        alone = os.path.join(self.work, "alone")
        shutil.rmtree(alone, ignore_errors=True)
        os.makedirs(os.path.join(alone, "32"))
        os.symlink(built.path, self._place(alone, built.variant))
        try:
            report = self.bench.run(
                built.variant.bits, alone, [built.variant.name + ".*"], sizes=[64], budget=0.1, quick=True
            )
        except BenchError as error:
            return f"its check failed: {error}"
        finally:
            shutil.rmtree(alone, ignore_errors=True)
        return "; ".join(report["problems"])

    def fingerprint(self):
        """Returns a digest of everything that the parts of one run must have in common."""
        programs = []
        for bits in self.bench.word_sizes():
            with open(self.bench.programs[bits], "rb") as file:
                programs.append(hashlib.sha256(file.read()).hexdigest())
        state = [
            programs,
            self.builder.digest,
            self.quick,
            self.bench.noise,
            self.budget,
            self.only,
            sorted(os.listdir(self.peers)),
            [(v.key, v.compiler.version, problem) for v, problem in self.variants],
        ]
        return hashlib.sha256(json.dumps(state, sort_keys=True).encode()).hexdigest()

    def measure(self, progress):
        """Fills `reports`, part by part: a list with the report of each word size. Parts that were measured before are
        reused. A part without figures of a word size is reported but not kept, so that the next run repeats it."""
        folder = os.path.join(self.work, "parts", self.fingerprint()[:16])
        os.makedirs(folder, exist_ok=True)
        for number, (name, only) in enumerate(self.parts(), 1):
            path = os.path.join(folder, f"{number}.json")
            if os.path.exists(path):
                with open(path, encoding="utf-8") as file:
                    self.reports[name] = json.load(file)
                self.say(f"{name}: measured before, kept")
                continue
            progress(f"measuring {name}", number, len(self.parts()))
            try:
                self.reports[name] = self._part(name, only)
            except BenchError as error:
                self.problems.append(f"{name}: {error}")
                continue
            silent = [report["bits"] for report in self.reports[name] if results.silent(report)]
            self.missing += [f"{name}, {bits}-bit" for bits in silent]
            if not silent:
                results.write(self.reports[name], path)

    def _part(self, name, only):
        """Returns the reports of a part. Patterns that name code of one word size have no report of the other."""
        reports, refused = [], None
        for bits in self.bench.word_sizes():
            try:
                reports.append(self._one(bits, name, only))
            except NoRows as error:
                refused = refused or error
        if not reports and refused:
            raise refused
        return reports

    def _one(self, bits, name, only):
        """Returns the report of a word size. One without a figure is run again."""
        for left in reversed(range(TIMES)):
            report = self.bench.run(bits, self.peers, only, SIZES[self.quick], self.budget, self.quick)
            if not results.silent(report):
                break
            self.say(
                f"{name}: no undisturbed sample of {bits}-bit code, "
                f"{'measuring again' if left else 'given up'}"
            )
        return report

    def forget(self):
        """Removes the kept parts, with which an interrupted run would continue."""
        shutil.rmtree(os.path.join(self.work, "parts"), ignore_errors=True)

    def measure_masked(self):
        """Times the older code of other libraries after a whole run."""
        if not self.only and self.reports:
            sizes = SIZES[self.quick]
            self.masked, problems = masked.rows(self.bench, self.peers, sizes, self.budget, self.quick)
            self.problems += problems

    def measure_managed(self):
        """Times the C# classes after a whole run. The last core clock converts their times to cycles."""
        if self.only or not self.reports:
            return
        clocks = [report["core_mhz"] for report in self._all() if report.get("core_mhz")]
        self.managed = managed.report(self.build, self.quick, clocks[-1] if clocks else None)
        self.problems += self.managed["problems"]
        self.notes += self.managed["notes"]

    def _all(self):
        """Returns the reports of all parts, in order."""
        return [report for reports in self.reports.values() for report in reports]

    def document(self):
        missing = [name for name, _ in self.parts() if name not in self.reports] + self.missing
        doc = results.merged(
            self._all(), self.variants, provenance.gathered(), missing, self.problems, self.notes
        )
        doc["rows"] += self.masked + self.managed.get("rows", [])
        doc["managed"] = {"sizes": self.managed.get("sizes", [])}
        return doc
