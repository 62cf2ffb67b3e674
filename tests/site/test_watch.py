# SPDX-License-Identifier: MIT
"""The traces of the site: complete, and each ends in the result of the standard."""

import json
import os
import re
import sys

import pytest
from conftest import ROOT

from asmgen import kernel
from asmgen.cli import KERNELS
from asmgen.tracing import calls
from asmgen.tracing.replay import Replay

sys.path.append(os.path.join(ROOT, "tests", "asmgen"))

from trace_results import ends_right  # noqa: E402

CATALOGUE = {k.stem: k for k in kernel.catalogue(KERNELS)}
TRACED = [stem for stem, k in CATALOGUE.items() if calls.operation(k)]
STEPPER = 30_000  # bytes of its script and its style


def trace_of(site, stem):
    script = site[f"watch/{stem}.js"].decode()
    return json.loads(script.removeprefix("OG_TRACE=").removesuffix(";\n"))


@pytest.mark.parametrize("stem", TRACED)
def test_trace_ends_in_the_result_of_the_standard(site, stem):
    trace = trace_of(site, stem)
    replay = Replay(trace)
    replay.run()
    assert replay.finished()
    assert ends_right(CATALOGUE[stem], trace, replay)
    page = site[f"watch/{stem}.html"].decode()
    assert f'src="{stem}.js"' in page and f'src="{trace["std"]}.std.js"' in page
    assert f"watch/{stem}.html" in site[f"kernels/{stem}.html"].decode()


def test_a_changed_trace_is_noticed(site):
    trace = trace_of(site, "sha1_x64_fast")
    buffers = [region[0] for region in trace["regions"]]
    stores = re.compile(rf"\b{buffers.index('cv'):x}\.\w+\.\w+\.\w+")
    last = list(stores.finditer(trace["acc"]))[-1].span()[1] - 1
    digit = f"{int(trace['acc'][last], 16) ^ 1:x}"
    replay = Replay({**trace, "acc": trace["acc"][:last] + digit + trace["acc"][last + 1 :]})
    replay.run()
    assert not ends_right(CATALOGUE["sha1_x64_fast"], trace, replay)


def test_only_kernels_with_a_trace_have_a_page(site):
    pages = {path for path in site if path.startswith("watch/") and path.endswith(".html")}
    assert pages == {f"watch/{stem}.html" for stem in TRACED}
    assert {f'href="{page}"' in site["watch.html"].decode() for page in pages} == {True}


def test_rounds_of_the_standards(site):
    """Every round that a trace names is in the file of its standard."""
    for stem in TRACED:
        trace = trace_of(site, stem)
        script = site[f"watch/{trace['std']}.std.js"].decode()
        standard = json.loads(script.removeprefix("OG_STD=").removesuffix(";\n"))
        last = standard["first"] + len(standard["rounds"]) - 1
        for rounds, _ in trace["round"]:
            assert not rounds or standard["first"] <= rounds[0] and sum(rounds) - 1 <= last, stem


def test_the_stepper_is_small(site):
    assert len(site["stepper.js"]) + len(site["stepper.css"]) <= STEPPER
