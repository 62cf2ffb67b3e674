# SPDX-License-Identifier: MIT
"""The command line of the generator of the site."""

import argparse
import sys
import time

from asmgen.errors import KernelError, UsageError

from .errors import SiteError


def parser():
    top = argparse.ArgumentParser(prog="oldguard-site", description="Build the site of oldguard.")
    commands = top.add_subparsers(dest="command", required=True)
    one = commands.add_parser("build", help="write all pages into a folder, which is replaced")
    one.add_argument("-o", "--output", metavar="DIR", default="build/site", help="default: build/site")
    one.add_argument(
        "--only",
        metavar="STEM",
        action="append",
        default=[],
        help="contain only these kernels, for a quick look",
    )
    one.add_argument("--source", metavar="URL", default="", help="the repository, to which the pages link")
    two = commands.add_parser("results", help="print a page of the results of one run")
    two.add_argument("file", metavar="FILE", help="lab.json, or what `oldguard bench --json` printed")
    return top


def main(argv=None):
    """Returns the exit status: 0, or 1 if what the site is made from is wrong or a check of its files fails."""
    options = parser().parse_args(argv)
    return _results(options) if options.command == "results" else _build(options)


def _results(options):
    from lab.results import ResultError

    from .results_page import page

    try:
        sys.stdout.write(page(options.file) + "\n")
    except (SiteError, ResultError) as error:
        print(f"oldguard-site: {error}", file=sys.stderr)
        return 1
    return 0


def _build(options):
    # Imported here, because a page of results needs Jinja2 alone.
    from .build import build
    from .checks import problems

    start = time.monotonic()
    try:
        site = build(options.only, options.source)
    except (SiteError, KernelError, UsageError) as error:
        print(f"oldguard-site: {error}", file=sys.stderr)
        return 1
    found = [] if options.only else problems(site.files, options.source)
    for problem in found:
        print(f"oldguard-site: {problem}", file=sys.stderr)
    if found:
        return 1
    site.write(options.output)
    size, compressed = site.sizes()
    print(
        f"{options.output}/index.html: {len(site.files)} files, {size / 1e6:.1f} MB, {compressed / 1e6:.1f} MB "
        f"compressed, {time.monotonic() - start:.0f} s"
    )
    return 0
