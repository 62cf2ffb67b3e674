# SPDX-License-Identifier: MIT
"""Checks that the expectations of the other tests detect programs that violate them."""

import re

import pytest
from sabotage import Scenario, faults_of, objections
from scenarios import ALL

from tools import needed

WAYS = {
    "ignores errors": {"nobody noticed", "success with other files"},
    "writes in place": {"out is neither old nor new"},
    "leaves its temporary file": {"temporary is neither old nor new"},
    "stops after a part": {"success with other files"},
    "gives up after a signal": {"did not go on"},
    "says nothing": {"no message says why"},
    "aborts": {"killed by signal 6"},
    "none": set(),
}


def all_objections(saboteur, scenario, faults):
    """Returns the objections to runs in which each call of write() has each of the faults."""
    clean = saboteur(scenario)
    assert clean.status == 0
    wrong = set()
    for call in range(1, clean.calls["write"] + 1):
        for fault in faults:
            run = saboteur(scenario, f"write:{call}:{fault}")
            wrong |= {*objections(scenario, clean, run, fault)}
    return wrong


@pytest.mark.parametrize("way, wrong", WAYS.items(), ids=WAYS)
def test_careless_program(careless, workdir, way, wrong):
    scenario = Scenario(way, [way, "out"], {"out": b"old"})
    found = all_objections(careless, scenario, faults_of("write"))
    assert found >= wrong and bool(found) == bool(wrong)


def test_careless_program_killed(careless, workdir):
    scenario = Scenario("", ["writes in place", "out"], {"out": b"old"})
    clean = careless(scenario)
    assert objections(scenario, clean, careless(scenario, "write:1:torn"), "torn") == [
        "out is neither old nor new",
        "killed by signal 9",
    ]


@pytest.mark.parametrize(
    "name", ["des decrypt", "des decrypt to standard output", "crypt --lines", "sum", "--help"]
)
def test_write_that_does_nothing(saboteur, workdir, name):
    """A write reports success and writes nothing, which only the result can reveal."""
    scenario = next(scenario for scenario in ALL if scenario.name == name)
    clean = saboteur(scenario)
    for call in range(1, clean.calls["write"] + 1):
        run = saboteur(scenario, f"write:{call}:swallow")
        assert {*objections(scenario, clean, run, "swallow")} & {
            "success with other files",
            "success after other output",
        }


# Functions of the C library that are not made to fail.
LEFT_ALONE = {
    # They cannot fail, or their failure is a valid answer.
    *"explicit_bzero fcntl free fstatfs geteuid get_current_dir_name getenv isatty ldexp lgamma".split(),
    *"localeconv log2 munmap nanosleep pthread_cond_clockwait raise round secure_getenv setlocale".split(),
    *"siglongjmp sysconf tolower umask uname".split(),
    # Streams call read() and write() of the library.
    "fflush",
    "fprintf",
    "fputs",
    "fwrite",
    "getline",
    # Clocks, timers and processors, for measurements.
    *"clock_gettime getrusage gmtime_r sched_getaffinity sched_setaffinity sched_yield setitimer time".split(),
    # Functions for libraries that dlopen() opened.
    "dlclose",
    "dlerror",
    "dlsym",
    # Programs that the command starts.
    *"dup2 execl execv execvp fork getpid getppid kill prctl vfork".split(),
    # Terminals, and the program of the other word size. No scenario uses them.
    *"pclose popen ppoll tcgetattr tcsetattr waitpid".split(),
    # Signals, and the end of a wait.
    "eventfd_write",
    "signal",
    "sigaltstack",
    "sigprocmask",
}
NO_CALLS = r"_.*|(og|str|mem|mbr|is|gmtime|pthread_mutex|pthread_s\w+|sig\w+set|utf8proc|v?snprint).*"


def test_no_call_escapes(saboteur):
    """Each function that the command uses is made to fail or listed above."""
    nm = needed("nm")

    def names(file, which):
        lines = nm("-D", which, file).stdout.decode().splitlines()
        return {line.split()[-1].partition("@")[0] for line in lines}

    used = names(saboteur.program, "--undefined-only")
    assert "write" in used
    unknown = used - names(saboteur.library, "--defined-only") - LEFT_ALONE
    assert {name for name in unknown if not re.fullmatch(NO_CALLS, name)} == set()
