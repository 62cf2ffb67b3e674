# SPDX-License-Identifier: MIT
"""The includes between the rooms of a folder go one way. A room is a folder, or the files of one name."""

import graphlib
import pathlib
import posixpath
import re

import pytest

ROOT = pathlib.Path(__file__).parents[2]
INCLUDE = re.compile(r'^#include ["<]([^">]+)[">]', re.MULTILINE)

# Each line has rooms that include only those of the lines above it.
FLOORS = {
    "cli": """
        os
        text exit_status
        files secret
        hashing command libcrypto
        manifest commands
        tree
        kernels list_options
        sum passwords provider
        des audit
        torrent
        find_command run_fixity
        arguments cmd_audit cmd_completion cmd_fixity cmd_help
        application
        main thirtytwo
        """,
    "bench": """
        os peers glob openssl
        operations select host lab
        timing peer_modules
        reports options
        plan cost_model
        order
        session
        audit
        """,
}
MODULE = "bindings/python/src/_oldguard"  # its rooms are the files of one name


def sources(folder):
    """Returns the C and C++ files below a folder: their text by their path."""
    top = ROOT / folder
    return {
        path.relative_to(top).as_posix(): path.read_text()
        for path in top.rglob("*")
        if path.suffix in (".c", ".h", ".cpp", ".hpp")
    }


def room_of(path):
    return path.split("/")[0] if "/" in path else path.split(".")[0]


def arrows(folder, files):
    """Returns the files and includes that lead from one room to another: {(from, to): [text]}."""
    found = {}
    for path, text in files.items():
        for name in INCLUDE.findall(text):
            places = (posixpath.normpath(posixpath.join(posixpath.dirname(path), name)), name)
            places += (name.removeprefix(folder + "/"),)
            target = next((place for place in places if place in files), None)
            if target and room_of(target) != room_of(path):
                found.setdefault((room_of(path), room_of(target)), []).append(f"{path} includes {target}")
    return found


def refused(folder, files):
    """Returns what is wrong with the includes: arrows that do not lead down, and rooms without a floor."""
    floors = [line.split() for line in FLOORS[folder].split("\n") if line.split()]
    floor = {room: i for i, rooms in enumerate(floors) for room in rooms}
    wrong = [f"{room} has no floor" for room in sorted({room_of(path) for path in files} - floor.keys())]
    for (source, target), texts in sorted(arrows(folder, files).items()):
        if source in floor and target in floor and floor[source] <= floor[target]:
            wrong += texts
    return wrong


def circle(folder, files):
    """Returns the rooms of a circle of includes, or nothing."""
    graph = {}
    for source, target in arrows(folder, files):
        graph.setdefault(source, set()).add(target)
    try:
        graphlib.TopologicalSorter(graph).prepare()
    except graphlib.CycleError as error:
        return error.args[1]
    return []


@pytest.mark.parametrize("folder", FLOORS)
def test_every_include_leads_down(folder):
    assert refused(folder, sources(folder)) == []


@pytest.mark.parametrize("folder", [*FLOORS, MODULE])
def test_no_includes_in_a_circle(folder):
    assert circle(folder, sources(folder)) == []


@pytest.mark.parametrize(
    "folder, path, line",
    [
        ("cli", "text/quote.cpp", '#include "kernels/tune_file.hpp"'),
        ("cli", "manifest/vis.cpp", '#include "sum/line_format.hpp"'),
        ("cli", "os/posix/process.cpp", '#include "files/input.hpp"'),
        ("bench", "plan.hpp", '#include "session.hpp"'),
        ("bench", "timing/clock.cpp", "#include <bench/reports/report.hpp>"),
        ("bench", "timing/clock.cpp", '#include "../reports/report.hpp"'),
    ],
)
def test_a_planted_arrow_is_refused(folder, path, line):
    files = sources(folder)
    files[path] += line + "\n"
    assert len(refused(folder, files)) == 1 and path in refused(folder, files)[0]
    assert circle(folder, files)


def test_a_planted_circle_is_found():
    files = sources(MODULE)
    files["state.h"] += '#include "hash.h"\n'
    assert circle(MODULE, files)


def test_a_new_room_needs_a_floor():
    files = sources("cli") | {"attic/box.cpp": ""}
    assert refused("cli", files) == ["attic has no floor"]
