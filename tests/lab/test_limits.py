# SPDX-License-Identifier: MIT
"""The limits of processors in bench/lab/limits.json."""

import json
import re

import pytest
from test_docs import MEASURED

from lab import kept, limits

CLOCK = 0.98  # the time-stamp counter, scaled to core cycles, is right within this


@pytest.mark.parametrize("path", MEASURED, ids=lambda path: path.rsplit("/", 1)[-1])
def test_no_measured_figure_is_below_a_limit(path):
    with open(path, encoding="utf-8") as file:
        found = limits.rows(kept.restored(json.load(file)))
    assert [entry for entry in found if entry["measured"] < CLOCK * entry["limit"]] == []


def test_a_figure_below_a_limit_is_found():
    row = {"op": "sha1.blocks", "name": "sha1_x64_fast", "bits": 64, "size": 64, "cycles_per_call": 100}
    doc = {"provenance": {"bench": {"cpu_id": "family 6 model 143 stepping 8"}}, "rows": [row]}
    (found,) = limits.rows(doc)
    assert found["measured"] == 100 / 64 < CLOCK * found["limit"] and found["unit"] == "cycles/byte"


def test_every_limit_is_listed_once():
    seen = [(e["op"], e["name"], e["bits"], e["cpu"]) for e in limits.known()]
    assert len(seen) == len(set(seen))
    for entry in limits.known():
        re.compile(entry["cpu"])
        assert entry["limit"] > 0 and entry["why"]
