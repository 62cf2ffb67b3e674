#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares `oldguard sum -r` and `oldguard audit` with other programs on the same files.

    python3 bench/files/compare.py [OPTION]... OLDGUARD FOLDER

OLDGUARD is the command, FOLDER is where the files are made, which need 8 GB, or 1.4 GB with --quick. They stay
there for the next run. Prints a Markdown table for each kind of files: the median CPU time, user and system, of
all processes of a command, and the ratio. A program that is not installed is reported as not found. The exit
status is 1 if a command of oldguard failed.
"""

import argparse
import datetime
import os
import platform
import re
import sys
import time
from pathlib import Path

import measure
import rows
import table
import trees


def arguments(words):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--quick", action="store_true", help="a tenth of the files")
    parser.add_argument(
        "--million", action="store_true", help="also the peak memory for a million files, 9 GB"
    )
    parser.add_argument("--runs", type=int, default=5, help="measured runs of each command (default: 5)")
    parser.add_argument("--only", default="", help="only the groups whose title contains this text")
    parser.add_argument("oldguard", type=Path)
    parser.add_argument("folder", type=Path)
    return parser.parse_args(words)


def machine():
    """Returns the processor, its number of processors, the system, the load and the date in one line."""
    text = Path("/proc/cpuinfo").read_text() if Path("/proc/cpuinfo").exists() else ""
    found = re.search(r"^model name\s*:\s*(.*)$", text, re.MULTILINE)
    name = found.group(1) if found else platform.machine()
    load = os.getloadavg()[0]
    today = datetime.datetime.now(datetime.timezone.utc).date()
    return f"{name}, {os.cpu_count()} processors, {platform.system()} {platform.release()}, load {load:.1f}, {today}"


def run_group(group, folder, runs, runner=measure.run):
    """Measures the commands of a group. Returns the cells of its rows and the failures by command."""
    commands, failures = {}, {}
    for name, command in group.commands.items():
        absent = rows.missing(group.needs[name]) if name in group.needs else ""
        if absent:
            failures[name] = absent
        else:
            commands[name] = command
    if group.setup:
        try:
            runner(group.setup, folder, time.perf_counter)
        except measure.CommandFailed as failure:
            failures |= dict.fromkeys(commands, f"the setup failed: {failure}")
            commands = {}
    usages, failed = measure.rounds(commands, folder, runs, time.perf_counter, runner)
    failures |= failed
    return [table.line(row, group, usages, failures) for row in group.rows], failures


def main(words):
    options = arguments(words)
    made = trees.Trees(options.folder.resolve(), options.quick, options.million)
    oldguard = options.oldguard.resolve(strict=True)
    print(f"{machine()}. Median of {options.runs} runs, warm cache.\n", flush=True)
    broken = False
    for group in rows.groups(str(oldguard), made):
        if options.only not in group.title:
            continue
        folder = getattr(made, group.tree)()
        lines, failures = run_group(group, folder, options.runs)
        print(table.markdown(group.title, lines) + "\n", flush=True)
        broken = broken or any(row.ours in failures for row in group.rows)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
