# SPDX-License-Identifier: MIT
"""The command `fixity`."""

import argparse
import dataclasses
import io
import os
import signal
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from . import __version__, errors, hashing, job, lines
from .errors import Damaged, Stopped, Usage
from .exclusions import Exclusions, patterns_of
from .job import Description, Limits, Origin, Store
from .text import number, parse_age, parse_fraction, parse_size, printable

EXIT = """exit status: 0 all as listed; 1 a difference, an attack or an unreadable object; 2 bad usage, or an
input that cannot be read; 3 stopped before the end: the same command goes on"""


def _checked(parse: Callable[[str], Any]) -> Callable[[str], Any]:
    def one(text: str) -> Any:
        try:
            return parse(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from error

    return one


def _positive(text: str) -> int:
    value = int(text)
    if value < 1:
        raise ValueError(f"{text} is less than 1")
    return value


def _count(text: str) -> int:
    value = int(text)
    if value < 0:
        raise ValueError(f"{text} is less than 0")
    return value


def _seconds(text: str) -> float:
    value = float(text)
    if not 0 < value < 1e6:
        raise ValueError(f"{text!r} is no time in seconds")
    return value


def _part(text: str) -> tuple[int, int]:
    first, _, second = text.partition("/")
    part, parts = int(first), int(second)
    if not 0 <= part < parts:
        raise ValueError(f"{text!r} is no part such as 0/8")
    return part, parts


def _excluded(pattern: str) -> list[str]:
    try:
        Exclusions([pattern])
    except Usage as error:
        raise argparse.ArgumentTypeError(str(error)) from error
    return [pattern]


def _excluded_from(file: str) -> list[str]:
    try:
        return [one for pattern in patterns_of(Path(file)) for one in _excluded(pattern)]
    except Usage as error:
        raise argparse.ArgumentTypeError(str(error)) from error


SIZE, AGE, POSITIVE, PART = _checked(parse_size), _checked(parse_age), _checked(_positive), _checked(_part)
COUNT, SECONDS, FRACTION = _checked(_count), _checked(_seconds), _checked(parse_fraction)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "fixity", description="Checks the digests of the objects of a tree or a bucket.", epilog=EXIT
    )
    parser.add_argument("--version", action="version", version=f"fixity {__version__}")
    commands = parser.add_subparsers(dest="command", required=True)
    _add_plan(commands.add_parser("plan", help="list a source and write a job", epilog=EXIT))
    _add_run(commands.add_parser("run", help="check what is left of a job", epilog=EXIT))
    work = commands.add_parser("work", help="check some shards: for Slurm, Kubernetes and xargs", epilog=EXIT)
    work.add_argument("job", type=Path, help="the folder of the job")
    work.add_argument("shards", nargs="*", type=int, metavar="SHARD", help="the number of a shard")
    work.add_argument("--part", type=PART, metavar="I/N", help="the shards whose number is I modulo N")
    report = commands.add_parser("report", help="show the results so far", epilog=EXIT)
    report.add_argument("job", type=Path, help="the folder of the job")
    report.add_argument("--json", action="store_true", help="print JSON lines: what is not ok, and a summary")
    report.add_argument("--all", action="store_true", help="with --json: print every object")
    report.add_argument("--parquet", type=Path, metavar="FILE", help="write all results to FILE")
    report.add_argument("--html", type=Path, metavar="FILE", help="write a page to FILE")
    batch = commands.add_parser(
        "import-s3-batch", help="take SHA-1 digests from a report of S3 Batch Operations", epilog=EXIT
    )
    batch.add_argument("report", type=Path, metavar="REPORT.csv", help="the completion report")
    batch.add_argument("job", type=Path, help="the folder of the job")
    return parser


def _add_plan(parser: argparse.ArgumentParser) -> None:
    limits, store = Limits(), Store()
    parser.add_argument("source", help="a folder, or s3://BUCKET/PREFIX")
    parser.add_argument("job", type=Path, help="the folder of the new job")
    parser.add_argument(
        "-a", "--algorithm", choices=hashing.ALGORITHMS, default="sha1", help="the hash (default: sha1)"
    )
    parser.add_argument("--no-detect", action="store_true", help="do not detect SHA-1 collision attacks")
    parser.add_argument(
        "--expect",
        action="append",
        type=Path,
        default=[],
        metavar="MANIFEST",
        help="compare with a manifest of sha1sum, hashdeep or JSON lines",
    )
    parser.add_argument(
        "--strip-prefix", default="", metavar="PREFIX", help="remove this from the names of manifests"
    )
    parser.add_argument(
        "--backslashes", action="store_true", help="names of manifests have backslashes between folders"
    )
    parser.add_argument(
        "--encoding",
        type=str.lower,
        choices=lines.ENCODINGS,
        default="",
        help="the encoding of manifests (default: UTF-8, and UTF-16 after its byte order mark)",
    )
    parser.add_argument(
        "--exclude",
        action="extend",
        type=_excluded,
        default=[],
        metavar="GLOB",
        help="leave out what matches, by the rules of gitignore",
    )
    parser.add_argument(
        "--exclude-from",
        action="extend",
        type=_excluded_from,
        default=[],
        metavar="FILE",
        help="leave out what matches a line of FILE; these patterns come first",
    )
    parser.add_argument(
        "--previous", type=Path, metavar="JOB0", help="compare with JOB0; skip what is unchanged"
    )
    parser.add_argument(
        "--max-age", type=AGE, default=0.0, metavar="AGE", help="read what was checked before, as 90d"
    )
    parser.add_argument(
        "--sample",
        type=FRACTION,
        default=0.0,
        metavar="PART",
        help="read a random part of what is unchanged, as 5%%",
    )
    parser.add_argument(
        "--inventory",
        action="append",
        type=Path,
        default=[],
        metavar="FILE",
        help="list by a file of an S3 Inventory",
    )
    parser.add_argument(
        "--parallel-listing", action="store_true", help="list the first level's folders side by side"
    )
    parser.add_argument(
        "--endpoint",
        default=os.environ.get("AWS_ENDPOINT_URL", ""),
        metavar="URL",
        help="the server of the bucket",
    )
    parser.add_argument(
        "--region", default=os.environ.get("AWS_REGION", store.region), help="the region of the bucket"
    )
    parser.add_argument("--anonymous", action="store_true", help="send unsigned requests")
    parser.add_argument(
        "--shard-objects",
        type=POSITIVE,
        default=limits.shard_objects,
        metavar="N",
        help="objects of a shard (default: 5000)",
    )
    parser.add_argument(
        "--shard-bytes",
        type=SIZE,
        default=limits.shard_bytes,
        metavar="SIZE",
        help="bytes of a shard (default: 1GiB)",
    )
    parser.add_argument(
        "--range",
        type=SIZE,
        default=limits.range_bytes,
        dest="range_bytes",
        metavar="SIZE",
        help="bytes of a range of a large object (default: 6MiB)",
    )
    parser.add_argument(
        "--ranges",
        type=POSITIVE,
        default=limits.ranges,
        metavar="N",
        help="ranges of an object at a time (default: 4)",
    )
    parser.add_argument(
        "--requests",
        type=POSITIVE,
        default=limits.requests,
        metavar="N",
        help="small objects at a time (default: 32)",
    )
    parser.add_argument(
        "--checkpoint",
        type=SIZE,
        default=limits.checkpoint_bytes,
        dest="checkpoint_bytes",
        metavar="SIZE",
        help="save the state of a huge object after SIZE (default: 1GiB)",
    )
    parser.add_argument(
        "--timeout",
        type=SECONDS,
        default=limits.timeout,
        metavar="SECONDS",
        help="for each request (default: 60)",
    )
    parser.add_argument(
        "--retries", type=COUNT, default=limits.retries, metavar="N", help="of a failed request (default: 5)"
    )
    parser.add_argument(
        "--backoff",
        type=SECONDS,
        default=limits.backoff,
        metavar="SECONDS",
        help="before the first retry (default: 0.5)",
    )


def _add_run(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("job", type=Path, help="the folder of the job")
    parser.add_argument(
        "-j", "--jobs", type=POSITIVE, metavar="N", help="worker processes (default: processors)"
    )
    parser.add_argument(
        "--engine", choices=("processes", "spark"), default="processes", help="what runs the shards"
    )
    parser.add_argument("--master", metavar="URL", help="with --engine spark: the master of the cluster")
    parser.add_argument(
        "--progress",
        choices=("auto", "json", "none"),
        default="auto",
        help="how progress is shown on standard error",
    )


def _plan(options: argparse.Namespace) -> int:
    from . import plan

    source: str = options.source
    given = ""
    if not source.startswith("s3://"):
        given = os.path.abspath(source)
        source = str(Path(source).resolve())
        if options.inventory or options.parallel_listing:
            raise Usage("--inventory and --parallel-listing are for buckets")
    elif not source.removeprefix("s3://").strip("/"):
        raise Usage(f"{source}: no bucket")
    if "@" in options.endpoint:
        raise Usage("--endpoint with a user or password, which job.json would contain; use AWS_ACCESS_KEY_ID")
    fields = {field.name for field in dataclasses.fields(Limits)}
    limits = Limits(**{name: value for name, value in vars(options).items() if name in fields})
    origin = Origin(
        tuple(str(path.absolute()) for path in options.expect),
        str(options.previous.absolute()) if options.previous else "",
        options.max_age,
        options.sample,
        tuple(str(path.absolute()) for path in options.inventory),
        (*options.exclude_from, *options.exclude),
        given,
        options.strip_prefix,
        options.backslashes,
        options.encoding,
    )
    about = Description(
        source=source,
        algorithm=options.algorithm,
        detect=options.algorithm == "sha1" and not options.no_detect,
        planned_at=plan.now(),
        expectations=bool(options.expect or options.previous),
        shards=(),
        limits=limits,
        store=Store(options.endpoint, options.region, options.anonymous),
        origin=origin,
    )
    planned = plan.plan(plan.Request(options.job, about, options.parallel_listing)).about
    print(
        f"{number(planned.objects)} objects in {number(len(planned.shards))} shards, {number(planned.bytes)} bytes to read"
    )
    return errors.OK


def _run(options: argparse.Namespace) -> int:
    from . import engines, pool, run

    if options.engine == "spark":
        engine = engines.spark(options.master)
    else:
        engine = engines.processes(options.jobs or pool.processors())
    return run.run(job.load(options.job), engine, options.progress)


def _work(options: argparse.Namespace) -> int:
    from .run import Tally
    from .worker import work

    planned = job.load(options.job)
    shards: list[int] = options.shards
    if options.part:
        part, parts = options.part
        shards = shards + [shard for shard in planned.shard_numbers() if shard % parts == part]
    elif not shards:
        raise Usage("no SHARD and no --part")
    if any(shard not in planned.shard_numbers() for shard in shards):
        raise Usage(f"the job has the shards 0 to {len(planned.about.shards) - 1}")
    tally = Tally()
    for shard in shards:
        try:
            tally.add(work(planned, shard))
        except Damaged as error:
            raise Stopped(f"damaged plan shard {error}: `fixity run` plans it again") from error
    return tally.status(planned.about.expectations)


def _report(options: argparse.Namespace) -> int:
    from . import page, report

    planned = job.load(options.job)
    found = report.Report(planned)
    summary = found.summary()
    if options.parquet:
        found.write_parquet(options.parquet)
    if options.html:
        try:
            options.html.write_text(page.as_page(found, summary), encoding="utf-8")
        except OSError as error:
            raise Stopped(f"{options.html}: {error.strerror}") from error
    if options.json:
        sys.stdout.write(report.as_json_lines(found, summary, options.all))
    elif not options.parquet and not options.html:
        sys.stdout.write(report.as_text(found, summary))
    return found.status(summary)


def _import(options: argparse.Namespace) -> int:
    from . import imports

    planned = job.load(options.job)
    try:
        covered = imports.import_report(planned, options.report)
    except Damaged as error:
        raise Stopped(f"damaged plan shard {error}: `fixity run` plans it again") from error
    print(f"digests of {number(covered)} of {number(planned.about.objects)} objects")
    return errors.OK


COMMANDS = {"plan": _plan, "run": _run, "work": _work, "report": _report, "import-s3-batch": _import}


def _interrupted(number: int, frame: object) -> NoReturn:
    raise Stopped(f"stopped by {signal.Signals(number).name}")


def _open_closed_descriptors() -> None:
    """Opens /dev/null for a standard stream that is closed: no file of a job gets its descriptor."""
    for descriptor, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            null = os.open(os.devnull, os.O_RDWR)
            if null != descriptor:
                os.dup2(null, descriptor)
                os.close(null)
            setattr(sys, name, os.fdopen(descriptor, "w" if descriptor else "r", closefd=False))


def main(arguments: list[str] | None = None) -> int:
    """Runs a command and returns its exit status."""
    _open_closed_descriptors()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a name may have characters that a locale lacks
    options = _parser().parse_args(arguments)
    signal.signal(signal.SIGINT, _interrupted)
    signal.signal(signal.SIGTERM, _interrupted)
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # nohup ignores it
        signal.signal(signal.SIGHUP, _interrupted)
    try:
        return COMMANDS[options.command](options)
    except Usage as error:
        print(f"fixity: {printable(str(error))}", file=sys.stderr)
        return errors.USAGE
    except Stopped as error:
        print(f"fixity: stopped: {printable(str(error))}", file=sys.stderr)
        return errors.STOPPED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return errors.STOPPED
    except OSError as error:
        print(f"fixity: stopped: {printable(str(error))}", file=sys.stderr)
        return errors.STOPPED
    except Exception:
        traceback.print_exc()
        return errors.STOPPED  # Python's own status, 1, would say that an object differs
