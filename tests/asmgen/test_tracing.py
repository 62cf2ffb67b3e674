# SPDX-License-Identifier: MIT
"""The replay of every trace ends in the standard's result, and the standard's values have one name each."""

import functools
import json
import re

import pytest
import toolchain
from trace_results import ends_right, wanted

from asmgen import kernel
from asmgen.cli import KERNELS
from asmgen.errors import UsageError
from asmgen.tracing import calls, des, sha1, whirlpool
from asmgen.tracing.replay import Replay, expand

BUDGET = 400_000  # bytes
CATALOGUE = {k.stem: k for k in kernel.catalogue(KERNELS)}
TRACED = {stem: calls.operation(k) for stem, k in CATALOGUE.items() if calls.operation(k)}
LETTERS = "L0 R0 R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 R14 R15 R16".split()


@functools.cache
def traced(stem):
    return calls.trace(CATALOGUE[stem])[0]


def test_every_single_message_kernel_has_one():
    single = ("sha1.blocks", "sha1dc.blocks", "whirlpool.blocks", "des.encrypt1", "des.cbc_enc", "des.key")
    for stem, k in CATALOGUE.items():
        if {op.name for op, _, _ in k.entries} & set(single):
            assert stem in TRACED
    assert "sha1_x64_sse2_x4" in TRACED and "des_x64_avx2_x256" in TRACED


@pytest.mark.parametrize("stem", TRACED)
def test_ends_in_the_result_of_the_standard(stem):
    trace = traced(stem)
    replay = Replay(trace)
    replay.run()
    assert replay.finished()
    assert ends_right(CATALOGUE[stem], trace, replay)


@pytest.mark.parametrize("stem", TRACED)
def test_is_within_the_budget_and_complete(stem):
    trace = traced(stem)
    text = json.dumps(trace, separators=(",", ":"))
    assert len(text) <= BUDGET and text.isascii()
    rounds = {tuple(r) for r in expand(trace["round"]) if r}
    covered = {first + i for first, count in rounds for i in range(count)} - {0}
    every = {"sha1": range(80), "whirlpool": range(1, 11), "des": range(1, 17)}[trace["std"]]
    if trace["tags"]:
        assert covered == {1, 2}
    elif trace["op"] != "des.key":
        assert covered == set(every) - {0}
    mnemonics = {line.split("\t")[0] for line in trace["lines"].split("\n")} - {"p", "l"}
    assert mnemonics == set(trace["meanings"])
    assert trace["names"] or trace["tags"]
    assert any(trace["roles"]) or trace["op"] == "sha1.blocks"


HALVES = [s for s, op in TRACED.items() if op == "des.encrypt1" and "eform" not in s]


@pytest.mark.parametrize("stem", HALVES)
def test_finds_the_form_of_all_half_blocks(stem):
    trace = traced(stem)
    assert sorted(trace["names"].values()) == sorted(LETTERS)
    assert "18 of 18" in trace["how"]


def test_a_changed_slice_is_noticed():
    trace = dict(traced("des_x64_sse2_x128"))
    names = {tag for tag, name in enumerate(trace["tags"], 1) if name.lstrip("~") == "R2[7]"}
    at = max(n for n, tag in enumerate(expand(trace["tag"])) if tag in names)
    values = trace["v"].split(",")
    values[at] = str(1 - int(values[at]))
    trace["v"] = ",".join(values)
    assert not ends_right(CATALOGUE["des_x64_sse2_x128"], trace, Replay(trace))


@pytest.mark.parametrize("stem", ["sha1_x64_shani", "des_x86_i586", "whirlpool_x64_gfni", "sha1_x64_sse2_x4"])
def test_a_changed_value_is_noticed(stem):
    trace = dict(traced(stem))
    stores = [m for m in re.finditer(r"\b[0-9a-f]+\.[0-9a-f]+\.[0-9a-f]+\.([0-9a-f]+)", trace["acc"])]
    names = [region[0] for region in trace["regions"]]
    mine = [m for m in stores if names[int(m[0].split(".")[0], 16)] in wanted(CATALOGUE[stem], trace["op"])]
    assert mine
    start, end = mine[-1].span(1)
    trace["acc"] = trace["acc"][:start] + f"{int(mine[-1][1], 16) ^ 1:x}" + trace["acc"][end:]
    replay = Replay(trace)
    replay.run()
    assert not ends_right(CATALOGUE[stem], trace, replay)


def test_two_traces_are_the_same():
    again = calls.trace(kernel.find("sha1_x64_shani", KERNELS))[0]
    assert json.dumps(again) == json.dumps(traced("sha1_x64_shani"))


def repeated(values):
    """Returns the names of numbers other than 0 that have more than one."""
    names = {}
    for name, number in values:
        if number:
            names.setdefault(number, []).append(name)
    return sorted(found for found in names.values() if len(found) > 1)


def test_values_of_the_standards_are_distinct():
    assert repeated(sha1.standard().values) == []
    assert repeated(sha1.lanes(4).values) == []
    assert repeated(des.e_form().values) == []
    # the message is zero in these rows, the upper bytes of its length
    same = [[f"K0 row {i}", f"S0 row {i}"] for i in (4, 5, 6)]
    assert repeated(whirlpool.standard().values) == same


def test_a_repeated_value_is_noticed():
    assert repeated([("a", 1), ("b", 2), ("c", 1), ("d", 0), ("e", 0)]) == [["a", "c"]]


def test_names_are_those_of_the_values():
    """A few by their definitions in FIPS 180-4."""
    trace = traced("sha1_x64_fast")
    names = {name: int(word, 16) for word, name in trace["names"].items()}
    block = sha1.padded(sha1.TEXTS[0])
    assert names["W[3]"] == int.from_bytes(block[12:16], "big")
    mixed = names["W[13]"] ^ names["W[8]"] ^ names["W[2]"] ^ names["W[0]"]
    assert names["W[16]"] == (mixed << 1 | mixed >> 31) & 0xFFFFFFFF
    assert names["H1"] == 0xEFCDAB89 and names["a79"] + names["H0"] & 0xFFFFFFFF == names["H0, next"]


@pytest.mark.parametrize(
    "stem, op, message",
    [
        ("sha1_x64_fast", "des.ecb", "has no operation 'des.ecb'; it has: sha1.blocks"),
        ("des_x64_avx2_lanes", None, "no operation of which a trace reads well"),
        ("des_x64_sp", "des.encrypt3", "no trace of des.encrypt3 of des_x64_sp reads well"),
    ],
)
def test_wrong_requests(stem, op, message):
    with pytest.raises(UsageError, match=re.escape(message)):
        calls.trace(CATALOGUE[stem], op)


def test_the_command(tmp_path):
    out = tmp_path / "trace.json"
    done = toolchain.asmgen("trace", "sha1_x64_shani", "-o", out)
    assert done.returncode == 0, done.stderr
    assert json.loads(out.read_text()) == json.loads(json.dumps(traced("sha1_x64_shani")))
    assert "136 of 136 steps" in done.stdout
    done = toolchain.asmgen("trace", "sha1_x64_shani", "--op", "sha1.lanes", "-o", tmp_path / "no.json")
    assert done.returncode == 2 and "has no operation" in done.stderr
    assert not (tmp_path / "no.json").exists()
