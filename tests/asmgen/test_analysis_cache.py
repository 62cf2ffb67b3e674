# SPDX-License-Identifier: MIT
"""A function that has passed the analyses is not analysed again, a changed one is."""

import dataclasses
import os

import pytest

from asmgen import kernel, shared_cache
from asmgen.analyses import cache
from asmgen.cli import KERNELS
from asmgen.errors import KernelError
from asmgen.stream import Instr


@pytest.fixture(name="seen")
def remembering(tmp_path, monkeypatch):
    """The functions that were analysed."""
    monkeypatch.setattr(shared_cache, "folder", lambda: os.fspath(tmp_path / "cache"))
    return []


def with_constants():
    return kernel.find("sha1_x64_avx2", KERNELS).build("sysv64").functions[0]


def changes(f):
    """(description, function that changes f and so makes another one)."""
    at = next(i for i, item in enumerate(f.stream) if isinstance(item, Instr) and item.operands)
    item, data = f.stream[at], f.constants[0]
    yield "dropped", lambda: f.stream.pop(at)
    yield "operands", lambda: f.stream.insert(at, dataclasses.replace(item, operands=item.operands[::-1]))
    yield "constant", lambda: setattr(data, "content", bytes(len(data.content)))
    yield "isa", lambda: setattr(f, "kernel", dataclasses.replace(f.kernel, isa=()))
    yield "claim", lambda: setattr(f, "kernel", dataclasses.replace(f.kernel, constant_time=False))
    yield "abi", lambda: setattr(f, "abi", dataclasses.replace(f.abi, name="other"))


def test_once(seen):
    for _ in range(2):
        cache.once(seen.append, with_constants())
    assert len(seen) == 1


@pytest.mark.parametrize("number", range(6))
def test_a_changed_function_is_analysed_again(seen, number):
    f = with_constants()
    cache.once(seen.append, f)
    _, change = list(changes(f))[number]
    change()
    cache.once(seen.append, f)
    assert len(seen) == 2


def test_what_fails_is_not_remembered(seen):
    def refuse(f):
        seen.append(f)
        raise KernelError("no")

    for _ in range(2):
        with pytest.raises(KernelError):
            cache.once(refuse, with_constants())
    assert len(seen) == 2
