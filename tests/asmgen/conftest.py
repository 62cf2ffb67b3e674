# SPDX-License-Identifier: MIT
"""Makes the generator importable from the repository root, and marks the tests of `make test`."""

import os
import re
import sys

import pytest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(HERE)), "asm"))
sys.path.insert(0, os.path.dirname(HERE))
sys.path.insert(0, HERE)

# Quick files that need no other assembler than GNU as. Tests that run 32-bit code are not quick, because
# they need 32-bit libraries.
QUICK_FILES = ("test_analysis_cache", "test_bad_input", "test_for_build", "test_interpreter", "test_reading")
# In the files about kernels one kernel of each family is quick.
FAMILIES = (
    *"sha1_x64_fast sha1_x64_shani sha1_x86_ssse3 sha1_x64_avx2_x8 sha1dc_x64_shani".split(),
    *"whirlpool_x64_gfni whirlpool_x86_mmx des_x64_sp des_x64_eform des_x86_i586 des_x64_avx2_x256".split(),
    "des_x64_sse2_lanes",
)
KERNEL_FILES = ("test_des", "test_des_lanes", "test_kernels", "test_traces", "test_tracing", "test_whirlpool")
# Encodings and whole kernels in both syntaxes of GNU as.
ASSEMBLED = re.compile(
    r"test_(every_form|branches)\[gas-(elf|intel)-0-(32|64)\]"
    r"|test_same_bytes\[(%s)-gas-(elf|intel)-0\]" % "|".join(FAMILIES)
)


def is_quick(item):
    file = item.path.stem
    if file in QUICK_FILES:
        return item.name != "test_every_form_against_the_cpu[32]"
    if file in KERNEL_FILES:
        stem = re.match(r"\w+\[(\w+)", item.name)
        families = FAMILIES[:1] if item.name.startswith("test_mutants_die") else FAMILIES
        return stem is None or stem[1] in families
    return ASSEMBLED.fullmatch(item.name) is not None


NOT_RUN = pytest.StashKey[dict]()


def pytest_configure(config):
    config.addinivalue_line("markers", "quick: belongs to `make test`")
    config.stash[NOT_RUN] = {}


@pytest.fixture
def not_run(request):
    """Returns a function that takes a form and the features without which this CPU could not execute it."""
    return request.config.stash[NOT_RUN].__setitem__


def not_run_line(found):
    names = sorted({form.split()[0] for form in found})
    lacking = sorted(set().union(*found.values()))
    return (
        f"not run on this CPU: {len(found)} forms of {len(names)} instructions: {', '.join(names)}"
        f" (without {', '.join(lacking)})"
    )


def pytest_terminal_summary(terminalreporter, config):
    """Names the forms whose meaning was not compared with a CPU, by the features that they need."""
    if config.stash[NOT_RUN]:
        terminalreporter.write_line("\n" + not_run_line(config.stash[NOT_RUN]))


def pytest_collection_modifyitems(items):
    for item in items:
        if is_quick(item):
            item.add_marker(pytest.mark.quick)
