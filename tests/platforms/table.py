# SPDX-License-Identifier: MIT
"""Writes the table of docs/platforms.md from the results of a run."""

import json
from pathlib import Path

from known import PLATFORMS

PAGE = Path(__file__).resolve().parents[2] / "docs" / "platforms.md"
BEGIN, END = "<!-- results: begin -->\n", "<!-- results: end -->\n"
HEADINGS = ("platform", "library", "command", "API tests", "check", "kernels dispatched", "what ran it")
COMMAND = ("command", "kernels", "bench")
SKIPPED = "notrun"


def _passed(found, names):
    """Returns how many of the tests passed, such as "4 pass"."""
    ran = [found["tests"][name]["status"] for name in names if found["tests"][name]["status"] != SKIPPED]
    if not ran:
        return "not run"
    passed = ran.count("run")
    return f"{passed} pass" if passed == len(ran) else f"{len(ran) - passed} of {len(ran)} FAIL"


def row(platform, found):
    """Returns the cells of a platform; found is None if it did not run."""
    if found is None:
        return [platform.name, *["not run"] * 5, "-"]
    if not found["built"]:
        return [platform.name, "does not build", *["-"] * 5]
    if found.get("failed"):
        return [platform.name, f"{', '.join(found['failed'])} FAILS", *["-"] * 5]
    command = [name for name in COMMAND if name in found["tests"]]
    api = [name for name in found["tests"] if name not in (*COMMAND, "check", "faults")]
    kernels = "<br>".join(dict.fromkeys(stem for stem in found["kernels"].values() if stem))
    runner = found["runner"] or "the CPU"
    return [
        platform.name,
        found.get("library", "builds"),
        found.get("command") or _passed(found, command),
        _passed(found, api),
        _harness(found),
        kernels or "not run",
        f"{runner}; {found['compiler']}; {found['date']}",
    ]


def _harness(found):
    """Returns the results of the conformance harness, with the broken kernels that it must catch."""
    if "check" not in found["tests"]:
        return "not run"
    if found["tests"]["check"]["status"] != "run":
        return "FAILS"
    faults = {None: "", "run": ", faults caught"}
    status = found["tests"].get("faults", {}).get("status")
    return f"{found['checked']} kernels" + faults.get(status, ", FAULTS MISSED")


def names(page):
    """Returns the platforms of the table in the text of the page."""
    rows = page.split(BEGIN)[1].split(END)[0].splitlines()[2:]
    return [line.split("|")[1].strip() for line in rows if line.startswith("|")]


def write(folder):
    """Replaces the table. A platform without results in the folder keeps its row."""
    page = PAGE.read_text()
    head, rest = page.split(BEGIN)
    old, tail = rest.split(END)
    rows = {line.split("|")[1].strip(): line for line in old.splitlines()[2:] if line.startswith("|")}
    lines = ["| " + " | ".join(HEADINGS) + " |", "|" + "---|" * len(HEADINGS)]
    for platform in PLATFORMS:
        file = Path(folder) / f"{platform.file}.json"
        found = json.loads(file.read_text()) if file.exists() else None
        if found is None and platform.name in rows:
            lines.append(rows[platform.name])
        else:
            lines.append("| " + " | ".join(row(platform, found)) + " |")
    PAGE.write_text(head + BEGIN + "\n".join(lines) + "\n" + END + tail)
