# SPDX-License-Identifier: MIT
"""Saves states of hashes in one process and restores them in another, with other kernels.

$STATE_PROBE is the command line of state_probe, on this machine, for 32 bits or on an emulated machine. Every
state must have the bytes of model.py, so each of these programs accepts the states of the others.
"""

import os
import random
import re
import shlex
import struct
import subprocess

import model
import pytest

SIZE = 4000
FLAGS = {"sha1": (0,), "sha1dc": (0, model.SAFE_HASH, 4, 5), "whirlpool": (0,)}
HASHES = tuple(FLAGS)
REFUSED = "refused -14"  # OG_ERR_STATE


def published_attack():
    """Returns the message of SHAttered, the offset of its attack block and its disturbance vector."""
    text = (model.ROOT / "tests/vectors/sha1_collisions.rsp").read_text()
    fields = dict(re.findall(r"^(\w+) = (.*)$", text[text.index("SHAttered 1") :].partition("\n\n")[0], re.M))
    return bytes.fromhex(fields["Msg"]), int(fields["At"]), model.vector_number(fields["Vector"])


COLLIDING, AT, VECTOR = published_attack()
MESSAGE = COLLIDING + random.Random(1).randbytes(SIZE - len(COLLIDING))
PLACES = sorted({*range(201), *range(AT - 1, AT + 66), *random.Random(2).sample(range(201, SIZE + 1), 40)})


@pytest.fixture(scope="module")
def ask(tmp_path_factory):
    """Returns a function from requests to the answers of one run of the probe."""
    file = tmp_path_factory.mktemp("states") / "message"
    file.write_bytes(MESSAGE)

    def run(requests):
        command = [*shlex.split(os.environ["STATE_PROBE"]), str(file)]
        done = subprocess.run(command, input="\n".join(requests) + "\n", capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        answers = done.stdout.splitlines()
        assert len(answers) == len(requests)
        return answers

    return run


@pytest.fixture(scope="module")
def kernels(ask):
    """Returns the kernels of each hash that can run on the machine."""
    found = {name: ask([f"kernels {name}"])[0].split() for name in HASHES}
    assert all(len(stems) > 1 for stems in found.values())
    return found


class Expected:
    """What the standards give for one hash with some flags."""

    def __init__(self, name, flags):
        self.name, self.flags = name, flags
        if name == "whirlpool":
            self.chain = model.Whirlpool(MESSAGE)
        else:
            self.chain = model.Sha1(MESSAGE, attacks=(AT,) if flags & model.SAFE_HASH else ())
        self.attack = (VECTOR, AT) if name == "sha1dc" else (-1, 0)
        self.end = f"{self.chain.digest().hex()} {self.attack[0]} {self.attack[1]}"

    def state(self, size):
        body = self.chain.body(size)
        if self.name == "sha1dc":
            body += model.verdict(self.flags, *(self.attack if size >= AT + 64 else (-1, 0)))
        return model.seal({"sha1": b"OGS1", "sha1dc": b"OGSD", "whirlpool": b"OGWP"}[self.name], body)


CASES = [(name, flags) for name in HASHES for flags in FLAGS[name]]


@pytest.fixture(scope="module", params=CASES, ids=[f"{name}-{flags}" for name, flags in CASES])
def expected(request):
    return Expected(*request.param)


def rotate(stems, i):
    return stems[i % len(stems)]


def test_a_state_goes_on_in_another_process(ask, kernels, expected):
    stems = kernels[expected.name]
    requests = [
        f"export {expected.name} {expected.flags} {rotate(stems, i)} {size}" for i, size in enumerate(PLACES)
    ]
    states = ask(requests)
    assert states == [expected.state(size).hex() for size in PLACES]
    requests = [
        f"import {expected.name} {rotate(stems, i + 1)} {size} {state}"
        for i, (size, state) in enumerate(zip(PLACES, states))
    ]
    assert ask(requests) == [f"accepted {state} {expected.end}" for state in states]


def test_every_kernel_continues_the_state_of_every_kernel(ask, kernels, expected):
    stems = kernels[expected.name]
    size = AT + 70
    states = set(ask([f"export {expected.name} {expected.flags} {stem} {size}" for stem in stems]))
    assert states == {expected.state(size).hex()}
    state = states.pop()
    answers = ask([f"import {expected.name} {stem} {size} {state}" for stem in stems])
    assert answers == [f"accepted {state} {expected.end}"] * len(stems)


def test_every_flipped_bit_is_refused(ask, kernels, expected):
    requests = []
    for size in (0, 100, AT + 64):
        state = int.from_bytes(expected.state(size), "big")
        width = model.STATE_SIZES[expected.name]
        requests += [
            f"import {expected.name} {kernels[expected.name][0]} {size} {state ^ 1 << bit:0{2 * width}x}"
            for bit in range(8 * width)
        ]
    assert set(ask(requests)) == {REFUSED}


def changed(state, at, value):
    """Returns the state with other bytes at an offset and the check of the result."""
    body = state[:at] + value + state[at + len(value) : -4]
    return model.seal(body[:4], body[8:], version=int.from_bytes(body[4:8], "big"))


def impossible(expected):
    """Returns states with a right check to which no message leads."""
    cv_size, count_size = (64, 32) if expected.name == "whirlpool" else (20, 8)
    count, tail = 8 + cv_size, 8 + cv_size + count_size
    begun, state = expected.state(10), expected.state(AT + 70)
    states = {
        "another hash": changed(state, 0, b"OGS0"),
        "version 0": changed(state, 4, bytes(4)),
        "version 2": changed(state, 4, b"\0\0\0\2"),
        "version 1, little-endian": changed(state, 4, b"\1\0\0\0"),
        "a chaining value before the first block": changed(begun, count - 1, b"\x5a"),
        "bytes after the tail": changed(state, tail + 6, b"\1"),
        "a last byte after the tail": changed(state, tail + 63, b"\x80"),
    }
    if expected.name == "whirlpool":
        states["a part of a byte"] = changed(state, tail - 1, bytes([state[tail - 1] + 1]))
        return states
    states["more than 2^61 - 1 bytes"] = changed(state, count, b"\x20")
    states["2^64 - 1 bytes"] = changed(state, count, b"\xff" * 8)
    if expected.name == "sha1dc":
        verdict = tail + 64
        for name, part in {
            "an unknown flag": (16, VECTOR + 1, AT),
            "an unknown flag in the first byte": (1 << 31, VECTOR + 1, AT),
            "vector 32": (0, 33, AT),
            "vector 2^31 - 1": (0, 1 << 31, AT),
            "a place without an attack": (0, 0, AT),
            "a place inside a block": (0, VECTOR + 1, AT + 1),
            "a place in the unfinished block": (0, VECTOR + 1, AT + 64),
            "a place after the message": (0, VECTOR + 1, 1 << 62),
        }.items():
            states[name] = changed(state, verdict, struct.pack(">IIQ", *part))
    return states


def test_impossible_states_are_refused(ask, kernels, expected):
    states = impossible(expected)
    stem = kernels[expected.name][0]
    answers = ask([f"import {expected.name} {stem} 0 {state.hex()}" for state in states.values()])
    assert dict(zip(states, answers)) == dict.fromkeys(states, REFUSED)
    # The function that makes them keeps what it does not change.
    state = expected.state(AT + 70)
    assert changed(state, 9, state[9:10]) == state
