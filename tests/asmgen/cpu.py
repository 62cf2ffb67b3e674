# SPDX-License-Identifier: MIT
"""Runs instructions on a CPU or an emulator, and plants wrong meanings that the comparison must notice."""

import struct

import toolchain

STATES = 10
DATA, BASE = 4096, 0x10000000  # the memory of a state, where cpu_runner.c maps it


def run(folder, compiler, emulator, source, streams, states, layout):
    """Runs each stream on STATES states, which `layout` packed. source: the assembly of a stub for each stream.
    Returns [(stream, state before, fields of the state after)]."""
    for tool in (compiler, emulator):
        if tool:
            toolchain.need(tool.split()[0])
    stubs, program = folder / "stubs.S", folder / "runner"
    stubs.write_text(source)
    runner = "tests/asmgen/cpu_runner.c"
    done = toolchain.run(
        f"{compiler} -O1 -Wall -Wextra -DSTATE_SIZE={layout.size} {runner} {stubs} -o {program}"
    )
    assert done.returncode == 0, done.stderr
    (folder / "in").write_bytes(struct.pack("<II", len(streams), STATES) + b"".join(states))
    done = toolchain.run(f"{emulator} {program} {folder}/in {folder}/out")
    assert done.returncode == 0, done
    results = (folder / "out").read_bytes()
    return [
        (streams[i // STATES], start, layout.unpack_from(results, i * layout.size))
        for i, start in enumerate(states)
    ]


def wrong_flag(letter):
    def spoil(sem):
        def bad(w, *inputs):
            outputs, flags = sem(w, *inputs)
            right = flags[letter]
            return outputs, {**flags, letter: lambda: 1 - right()}

        return bad

    return spoil


def wrong_result(sem):
    def bad(w, *inputs):
        (first, *rest), flags = sem(w, *inputs)
        return (first ^ 1, *rest), flags

    return bad
