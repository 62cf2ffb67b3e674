# SPDX-License-Identifier: MIT
"""The command oldguard-lab."""

import argparse
import os
import subprocess
import sys

from . import compare, compilers, docs, matrix, regret, report_text, results, tables
from .build import ROOT
from .model import command as model
from .progress import Progress
from .run import BUDGET, Lab


class UsageError(Exception):
    pass


def main(arguments):
    options = _parser().parse_args(arguments)
    try:
        return options.act(options)
    except (UsageError, results.ResultError) as error:
        print(f"oldguard-lab: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def _parser():
    parser = argparse.ArgumentParser(
        prog="oldguard-lab",
        description="Checks and times every kernel x compiler x flags x word size x peer in one run, "
        "and shows the results as tables and as an HTML page.",
        epilog="Exit status: 0; 1 for a wrong answer, a part without figures, a table that could not "
        "be made or a failed comparison; 2 for bad usage; 130 if interrupted.",
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    run = commands.add_parser("run", help="build, check and time everything, and write the reports")
    run.add_argument("--quick", action="store_true", help="two sizes and fewer samples: some minutes")
    run.add_argument(
        "--only",
        metavar="GLOB,...",
        help="patterns for `oldguard bench --only`; compiled rows are called COMPILER-FLAGS.STEM",
    )
    run.add_argument(
        "--budget",
        type=float,
        metavar="SECONDS",
        help="time of sampling for each of the six parts (280, with --quick 40)",
    )
    run.add_argument(
        "--accept-noise", action="store_true", help="keep figures measured on a busy machine, marked as noisy"
    )
    run.add_argument("--compilers", metavar="NAME,...", help="the compilers (all that are found)")
    run.add_argument(
        "--flags",
        metavar="FLAG,...",
        help="only sets of flags that contain one of these: --flags=-O2,-march=native",
    )
    run.add_argument(
        "--bits", choices=("32", "64", "all"), default="all", help="word sizes of the compiled kernels"
    )
    run.add_argument(
        "--out",
        default="lab-results",
        metavar="FOLDER",
        help="lab.json, lab.md and lab.html go here (lab-results)",
    )
    run.add_argument(
        "--build",
        default=os.path.join(ROOT, "build"),
        metavar="FOLDER",
        help="a finished build of oldguard (build)",
    )
    run.add_argument("--no-page", action="store_true", help="do not write the HTML page, which needs Jinja2")
    run.add_argument("--quiet", action="store_true", help="print no progress and no tables")
    run.set_defaults(act=_run)

    show = commands.add_parser("show", help="print a report of existing results")
    show.add_argument("json", metavar="LAB.json")
    show.add_argument("--format", choices=("text", "markdown", "html"), default="text")
    show.set_defaults(act=_show)

    diff = commands.add_parser("compare", help="compare two results")
    diff.add_argument("before", metavar="A.json")
    diff.add_argument("after", metavar="B.json")
    diff.add_argument(
        "--fail", default="3%", metavar="PERCENT", help="fail if a row is slower by more than this (3%%)"
    )
    diff.set_defaults(act=_compare)

    trial = commands.add_parser("trials", help="time trial kernels in `oldguard bench`")
    trial.add_argument("folder", metavar="FOLDER", help="kernel files, as in asm/kernels/")
    trial.add_argument(
        "--build",
        default=os.path.join(ROOT, "build"),
        metavar="FOLDER",
        help="a finished build of oldguard (build)",
    )
    trial.add_argument("options", nargs=argparse.REMAINDER, help="options of `oldguard bench`")
    trial.set_defaults(act=_trials)

    figured = commands.add_parser(
        "model", help="compute the speed of the AArch64 kernels by llvm-mca, without an Arm processor"
    )
    model.options(figured)
    figured.set_defaults(act=model.act)

    lines = commands.add_parser(
        "regret", help="print where another order of kernels suits the processors in docs/results/ better"
    )
    lines.add_argument(
        "defaults", nargs="?", default=regret.DEFAULTS, metavar="FILE", help="src/core/defaults.tune"
    )
    lines.set_defaults(act=regret.act)

    kept = commands.add_parser(
        "docs", help="write the results in README.md and its picture from docs/results/"
    )
    kept.add_argument("--check", action="store_true", help="only report whether they are up to date")
    kept.add_argument(
        "--keep",
        nargs=2,
        metavar=("FILE", "NAME"),
        help="first write these results to docs/results/NAME.json",
    )
    kept.set_defaults(act=_docs)
    return parser


def _run(options):
    _program(options.build)
    _writable(options.out)
    found, missing = (
        compilers.named(options.compilers.split(",")) if options.compilers else (compilers.found(), [])
    )
    bits = matrix.BITS if options.bits == "all" else (int(options.bits),)
    flags = options.flags.split(",") if options.flags else ()
    progress = Progress(quiet=options.quiet)

    def say(line):
        progress.clear()
        if not options.quiet:
            print(line, file=sys.stderr)

    lab = Lab(
        options.build,
        os.path.join(options.out, "work"),
        options.quick,
        options.accept_noise,
        options.budget or BUDGET[options.quick],
        options.only.split(",") if options.only else [],
        say,
    )
    for line in missing:
        say(f"compiler {line}")
        lab.notes.append(f"compiler {line}")
    stopped = False
    try:
        lab.prepare(matrix.variants(found, bits, flags), os.cpu_count(), progress)
        lab.measure(progress)
        lab.measure_masked()
        lab.measure_managed()
    except KeyboardInterrupt:
        stopped = True
    progress.clear()
    doc = lab.document()
    made = _write_reports(doc, options)
    for table in made:
        if table.failed:
            print(
                f'oldguard-lab: the table "{table.title}" could not be made: {table.failed}', file=sys.stderr
            )
    if stopped:
        print(
            "oldguard-lab: interrupted: finished parts are kept, and the next run continues", file=sys.stderr
        )
        return 130
    if doc["missing"]:
        print(
            f"oldguard-lab: not measured: {', '.join(doc['missing'])}: the next run measures only these parts",
            file=sys.stderr,
        )
    else:
        lab.forget()
    failed = [
        doc["missing"],
        doc["problems"],
        *(v["problem"] for v in doc["variants"]),
        *(table.failed for table in made),
    ]
    return 1 if any(failed) else 0


def _program(build):
    program = os.path.join(build, "oldguard")
    if not os.access(program, os.X_OK):
        raise UsageError(f"{program} is missing: run `make` first, or name a build folder with --build")


def _writable(folder):
    """Raises UsageError if the folder cannot be written, before anything is measured."""
    try:
        os.makedirs(folder, exist_ok=True)
        probe = os.path.join(folder, ".probe")
        with open(probe, "w", encoding="ascii"):
            os.remove(probe)
    except OSError as error:
        raise UsageError(f"{folder}: {error.strerror}") from None


def _write_reports(doc, options):
    """Writes the reports that the options select. Returns the tables."""
    results.write(doc, os.path.join(options.out, "lab.json"))
    made = tables.every(doc)
    reports = {"lab.md": report_text.markdown(doc, made)}
    if not options.no_page:
        reports["lab.html"] = _page(os.path.join(options.out, "lab.json"))
    for name, text in reports.items():
        results.save(os.path.join(options.out, name), text)
    if not options.quiet:
        sys.stdout.write(report_text.text(doc, made))
        print(
            "written: " + ", ".join(os.path.join(options.out, name) for name in ("lab.json", *reports)),
            file=sys.stderr,
        )
    return made


def _page(path):
    """Returns the page of a file of results, which the generator of the site makes."""
    site = os.path.join(ROOT, "docs", "site", "oldguard-site")
    done = subprocess.run([sys.executable, "-B", site, "results", path], capture_output=True, text=True)
    if done.returncode:
        said = done.stderr.strip().rpartition("\n")[2]
        raise UsageError(
            f"no page: {said}; `dev/scripts/setup lab` installs what it needs, --no-page omits it"
        )
    return done.stdout


def _show(options):
    doc = results.read(options.json)
    made = tables.every(doc)
    if options.format == "html":
        sys.stdout.write(_page(options.json))
    else:
        sys.stdout.write(getattr(report_text, options.format)(doc, made))
    return 1 if any(table.failed for table in made) else 0


def _trials(options):
    # Imported here, because no other command needs the generator.
    from asmgen.errors import KernelError

    from . import trials

    _program(options.build)
    try:
        return trials.run(options.folder, options.build, options.options)
    except (trials.TrialError, KernelError) as error:
        raise UsageError(str(error)) from None


def _docs(options):
    if options.keep:
        docs.keep(*options.keep)
    return docs.update(options.check)


def _compare(options):
    try:
        limit = float(options.fail.removesuffix("%")) / 100
    except ValueError:
        raise UsageError(f"--fail {options.fail}: not a percentage") from None
    report, failed = compare.compared(results.read(options.before), results.read(options.after), limit)
    sys.stdout.write(report)
    return 1 if failed else 0
