# SPDX-License-Identifier: MIT
"""Makes the table and the picture of results in README.md, and the tables of git, from docs/results/."""

import glob
import json
import os
import re
import sys
import textwrap

from . import figures, findings, kept, picture, results
from .build import ROOT

FOLDER = os.path.join(ROOT, "docs", "results")
README = os.path.join(ROOT, "README.md")
GIT = os.path.join(ROOT, "docs", "ways", "git.md")
GIT_LIBRARIES = {"own": "git's own, s", "ours": "oldguard", "crate": "crate sha1dc", "none": "no detection"}
BEGIN, END = "<!-- results: begin -->", "<!-- results: end -->"
PICTURE = "<!-- picture: begin -->", "<!-- picture: end -->"
WIDTH = 112  # of lines of Markdown
ABOUT = """\
Core cycles per byte at 16 KiB unless the row says otherwise. The best peer is the fastest of OpenSSL, libgcrypt,
Nettle, Botan, Crypto++, RHash, sha1dc and others at the same work. The site has more machines and operations.
The chain of SHA1RNDS4 bounds SHA-1 of one message on AMD, so all are equal there. The rows of detection on
Zen 1 precede a kernel that takes a quarter less on Zen 3."""


def keep(path, name):
    """Writes results to docs/results/ as name.json."""
    os.makedirs(FOLDER, exist_ok=True)
    results.save(os.path.join(FOLDER, name + ".json"), kept.text(results.read(path)))


def update(check):
    """Writes the results in README.md and the pictures. With `check` only reports the files that are out of date.
    Returns the exit status."""
    stale = [(path, content) for path, content in _files() if _read(path) != content]
    for path, content in stale:
        if check:
            print(
                f"oldguard-lab: {os.path.relpath(path, ROOT)} does not agree with docs/results: run "
                "`oldguard-lab docs`",
                file=sys.stderr,
            )
        else:
            results.save(path, content)
    return 1 if check and stale else 0


def _files():
    """Yields (path, content) of each file that is made from the results."""
    chosen = findings.choice()
    machines = chosen["machines"] = [machine for machine in chosen["machines"] if machine.get("table")]
    docs = [results.read(os.path.join(FOLDER, machine["results"])) for machine in machines]
    first, title = findings.headlines(docs[0]), machines[0]["title"]
    pictures = {name: os.path.join(FOLDER, f"speed-{name}.svg") for name in picture.PALETTES}
    for palette, path in pictures.items():
        yield path, picture.svg(f"Speed over the best peer, {title}", first, palette)
    dark, light = (os.path.relpath(pictures[palette], ROOT) for palette in ("dark", "light"))
    drawing = (
        "<picture>\n"
        f'  <source media="(prefers-color-scheme: dark)" srcset="{dark}">\n'
        f'  <img src="{light}" width="800" alt="{picture.words(first)}">\n'
        "</picture>"
    )
    table = "\n\n".join((ABOUT, _table(docs, chosen), _machines(docs, chosen)))
    text = _between(_between(_read(README), *PICTURE, drawing), BEGIN, END, table)
    yield README, text
    titles = {machine["results"]: machine["title"] for machine in findings.choice()["machines"]}
    files = sorted(glob.glob(os.path.join(FOLDER, "git", "*.json")), key=os.path.splitext)
    tables = "\n\n".join(_git(path, titles) for path in files)
    yield GIT, _between(_read(GIT), BEGIN, END, tables)


def _git(path, titles):
    """Returns the table of a file that bench/git.py has kept: seconds, how often as fast as git's own, and the
    percents of hashing."""
    with open(path, encoding="utf-8") as file:
        found = json.load(file)
    hidden = found.get("oldguard_cpu", "")
    name = os.path.basename(path).replace(hidden + ".json", ".json")
    title = titles.get(name) or name.removesuffix(".json").replace("-", " ").title()
    libraries = [name for name in GIT_LIBRARIES if name in found["seconds"]["index-pack"]]
    about = (
        f"{title} ({found['cpu_id']}){f' under `OLDGUARD_CPU={hidden}`' if hidden else ''}, "
        f"{found['date']}, load {found['load']}; git {found['git']}, "
        f"the history of {found['history']}, {found['pack_bytes'] / 1e6:.0f} MB; {found.get('runs', 5)} runs."
    )
    lines = [
        textwrap.fill(about, WIDTH),
        "",
        f"| program | {' | '.join(GIT_LIBRARIES[name] for name in libraries)} |",
    ]
    lines.append("|---" + "|---:" * len(libraries) + "|")
    for program, seconds in found["seconds"].items():
        cells = [
            f"{seconds['own']:.2f}",
            *(f"{seconds['own'] / seconds[name]:.2f}" for name in libraries[1:]),
        ]
        shares = found.get("hashing_percent", {}).get(program, {})
        cells = [f"{cell} ({shares[name]} %)" if shares else cell for cell, name in zip(cells, libraries)]
        lines.append(f"| `{program}` | {' | '.join(cells)} |")
    return "\n".join(lines)


def _between(text, begin, end, content):
    """Replaces what is between two markers."""
    text, count = re.subn(
        re.escape(begin) + ".*?" + re.escape(end), lambda _: f"{begin}\n{content}\n{end}", text, flags=re.S
    )
    if count != 1:
        raise results.ResultError(f"the page has the markers {begin} and {end} {count} times, not once")
    return text


def _table(docs, chosen):
    titles = [f"{machine['title']} | the best peer" for machine in chosen["machines"]]
    lines = [f"| operation | {' | '.join(titles)} |", "|---" + "|---:|:---" * len(docs) + "|"]
    for row in (row for row in chosen["rows"] if row.get("table")):
        found = [findings.compared(doc, row, chosen) for doc in docs]
        if not any(comparison.ours for comparison in found):
            raise results.ResultError(f"{findings.CHOICE}: \"{row['what']}\" is in no results")
        lines.append(f"| {row['what']} | " + " | ".join(_pair(c) if c.ours else " | " for c in found) + " |")
    return "\n".join(lines)


def _pair(comparison):
    ours, peer = comparison.ours, comparison.peer
    return f"{figures.marked(ours)} | " + (f"{figures.marked(peer)} {comparison.peer_name}" if peer else "")


def _machines(docs, chosen):
    """Describes each machine, and the compiler, clock and date of its measurement."""
    found = []
    for machine, doc in zip(chosen["machines"], docs):
        bench = doc["provenance"]["bench"]
        found.append(
            f"{machine['title']}: {bench['cpu_id']}, {bench['compiler']}, "
            f"{bench['clock_description'].partition(',')[0]}, {bench['date'][:10]}."
        )
    return textwrap.fill(" ".join(found), WIDTH, break_on_hyphens=False)


def _read(path):
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except FileNotFoundError:
        return ""
