# SPDX-License-Identifier: MIT
"""The command and the library have the hardening of the compiler and the linker."""

import os
import re

import pytest

from tools import needed


@pytest.fixture(scope="module")
def readelf():
    return needed("readelf")


@pytest.fixture(scope="module", params=["oldguard", "liboldguard.so"])
def binary(request, oldguard):
    if request.param == "oldguard":
        return oldguard.command[0]
    libraries = needed("ldd")(oldguard.command[0]).stdout.decode()
    return re.search(rf"{request.param}\S* => (.+) \(0x", libraries)[1]


def test_symbols_are_bound_at_the_start(readelf, binary):
    """Lazy binding would save registers, which may contain a key, on the stack."""
    dynamic = readelf("-dW", binary).stdout.decode()
    assert "BIND_NOW" in dynamic and re.search(r"\(FLAGS_1\) +Flags:.* NOW", dynamic)
    assert "TEXTREL" not in dynamic
    segments = readelf("-lW", binary).stdout.decode()
    assert "GNU_RELRO" in segments
    assert re.search(r"GNU_STACK .* RW ", segments)


def test_the_command_has_no_fixed_address(readelf, oldguard):
    assert re.search(r"Flags:.* PIE", readelf("-dW", oldguard.command[0]).stdout.decode())


def test_stacks_are_protected(readelf, binary):
    assert b" __stack_chk_fail" in readelf("--dyn-syms", "-W", binary).stdout


@pytest.mark.skipif("sanitize" in os.environ.get("CFLAGS", ""), reason="the sanitizers do more")
def test_the_c_library_checks_sizes(readelf, oldguard):
    assert re.search(rb" __\w+_chk@", readelf("--dyn-syms", "-W", oldguard.command[0]).stdout)
