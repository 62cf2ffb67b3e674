# SPDX-License-Identifier: MIT
"""What the inputs of the fuzz targets reach, by folder. libFuzzer counts the edges of each function."""

import os
import pathlib
import re
import subprocess
from collections import defaultdict

ROOT = pathlib.Path(__file__).resolve().parents[2]
# What the targets are for: the library, the command's readers and the provider.
FOLDERS = (
    "src/",
    "cli/manifest/",
    "cli/des/",
    "cli/passwords/",
    "cli/torrent/",
    "cli/text/",
    "bindings/openssl/",
    "bindings/sha1detectcoll/",
)
LINE = re.compile(r"(?:UN)?COVERED_FUNC: hits: \d+ edges: (\d+)/(\d+) (.*) (\S+):\d+$")


def of_target(program, folders):
    """Returns the covered and all edges of each function of a target: {(file, function): (covered, all)}."""
    words = [program, "-runs=0", "-print_coverage=1", "-close_fd_mask=3", *folders]
    text = subprocess.run(words, capture_output=True, text=True, errors="replace", check=False).stderr
    edges = {}
    for line in text.splitlines():
        if match := LINE.match(line):
            covered, whole, function, file = match.groups()
            path = pathlib.Path(os.path.normpath(file))
            if path.is_absolute() and path.is_relative_to(ROOT):
                name = str(path.relative_to(ROOT))
                if name.startswith(FOLDERS):
                    edges[name, function] = int(covered), int(whole)
    return edges


def merged(targets):
    """Returns the edges that the best target of each function covers."""
    best = {}
    for edges in targets:
        for function, found in edges.items():
            best[function] = max(found, best.get(function, (0, 0)))
    return best


def lines(edges):
    """Returns a line for each folder, and one for each of its files below it, the least covered ones first."""
    folders, files = defaultdict(lambda: [0, 0]), defaultdict(lambda: [0, 0])
    for (file, _), found in edges.items():
        folder = next(folder for folder in FOLDERS if file.startswith(folder))
        for counts in (folders[folder], files[file]):
            counts[0] += found[0]
            counts[1] += found[1]
    text = []
    for folder in sorted(folders):
        covered, whole = folders[folder]
        text.append(f"{folder:24} {covered:6} of {whole:6} edges {100 * covered // whole:3} %")
        inside = sorted((c / w, file, c, w) for file, (c, w) in files.items() if file.startswith(folder))
        text += [f"  {file:40} {c:6} of {w:6} {100 * c // w:3} %" for _, file, c, w in inside]
    return text


def line_of_target(name, edges):
    """Returns a line with the edges of src/, of the command's readers and of bindings/ that a target covers."""
    rooms = {room: [0, 0] for room in ("src", "cli", "bindings")}
    for (file, _), found in edges.items():
        counts = rooms[file.split("/", 1)[0]]
        counts[0] += found[0]
        counts[1] += found[1]
    return f"{name:12}" + "".join(
        f"  {room}/ {covered:5} of {whole:5}" for room, (covered, whole) in rooms.items() if whole
    )
