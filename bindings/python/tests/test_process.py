# SPDX-License-Identifier: MIT
"""Behaviour of whole processes: wrong variables, the import, memory, sub-interpreters."""

import os
import shutil
import subprocess
import sys
import tracemalloc

import oldguard
import pytest
from oldguard import sha1dc


def run(code, *options, python=sys.executable, **variables):
    """Runs a program and returns what it prints."""
    done = subprocess.run(
        [python, *options, "-c", code], env={**os.environ, **variables}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


CALLS = """
import oldguard
from oldguard import sha1dc
calls = [oldguard.sha1, oldguard.whirlpool, sha1dc.sha1, sha1dc.mitigate.sha1,
         lambda: oldguard.sha1_digest(b""), lambda: oldguard.sha1_hexdigest(b""), lambda: sha1dc.digest(b""),
         lambda: oldguard.whirlpool_digest(b""), lambda: oldguard.sha1_many([b""]),
         lambda: oldguard.sha1_many([b""], threads=2), lambda: sha1dc.many([b""], joined=True),
         lambda: oldguard.whirlpool_many([b""]), lambda: oldguard.sha1_pieces(b"a", 1)]
for call in calls:
    try:
        call()
    except oldguard.%s as error:
        assert isinstance(error, RuntimeError)
        print(error)
"""


@pytest.mark.parametrize(
    "variable, value, text",
    [
        ("OLDGUARD_KERNEL", "sha1.blocks=none", "none"),
        ("OLDGUARD_CPU", "-nothing", "nothing"),
        ("OLDGUARD_POLICY", "slowest", "slowest"),
    ],
)
def test_wrong_variables(variable, value, text):
    """The import succeeds, and every call names the variable and the word."""
    lines = run(CALLS % "ConfigError", "-X", "dev", **{variable: value}).splitlines()
    assert len(lines) == 13
    for line in lines:
        assert variable in line and text in line


def test_the_import_loads_no_other_module():
    code = "import sys\nbefore = set(sys.modules)\nimport oldguard\nprint(*sorted(set(sys.modules) - before))"
    assert run(code).split() == ["oldguard", "oldguard._oldguard"]


def test_memory_stays_flat():
    data, given = b"abc", [bytes(100), bytearray(100), (b"a", memoryview(b"b"))]
    running = oldguard.whirlpool()

    def work(rounds):
        for _ in range(rounds):
            oldguard.sha1(data).digest()
            oldguard.sha1_digest(data)
            oldguard.sha1_many(given)
            sha1dc.many(given, joined=True, prefix=None)
            running.update(data)
            oldguard.import_state(running.copy().export_state())
            for wrong in (lambda: oldguard.sha1_many([*given, 1]), lambda: oldguard.sha1("")):
                try:
                    wrong()
                except TypeError:
                    pass

    work(1000)
    tracemalloc.start()
    work(1000)
    before = tracemalloc.get_traced_memory()[0]
    work(20000)
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert grown < 5000


def test_module_is_freed():
    """A module that is imported again does not share the state of the old one."""
    code = """
import sys, gc, weakref, oldguard
old = oldguard._oldguard
kept = oldguard.whirlpool(b"ab")
for name in [each for each in sys.modules if each.startswith("oldguard")]:
    del sys.modules[name]
import oldguard as new
assert new._oldguard is not old and new.Hash is not type(kept)
del old, oldguard
gc.collect()
kept.update(b"c")
assert kept.digest() == kept.copy().digest() == new.whirlpool_digest(b"abc")
"""
    run(code, "-X", "dev")


IN_AN_INTERPRETER = """
import sys
sys.path[:] = {path!r}
import oldguard
from oldguard import sha1dc
for n in range(3000):
    assert oldguard.sha1(bytes(n)).digest() == sha1dc.digest(bytes(n))
try:
    oldguard.sha1("")
except TypeError:
    pass
"""
INTERPRETERS = """
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
import sys, threading
import oldguard

failures = []

def work():
    own = interpreters.create()
    failure = (getattr(interpreters, "exec", None) or interpreters.run_string)(own, CODE.format(path=sys.path))
    if failure:
        failures.append(failure)
    interpreters.destroy(own)

threads = [threading.Thread(target=work) for _ in range(4)]
for each in threads:
    each.start()
for each in threads:
    each.join()
assert not failures, failures
assert oldguard.sha1_hexdigest(b"abc") == "a9993e364706816aba3e25717850c26c9cd0d89d"
print("done")
"""


def newer_pythons():
    """Returns the Pythons from 3.12 on that this machine has: 3.11 has no interpreters with own GILs."""
    found = [sys.executable] if sys.version_info >= (3, 12) else []
    for minor in range(12, 16):
        for suffix in ("", "t"):
            path = shutil.which("python3.%d%s" % (minor, suffix))
            if path and subprocess.run([path, "-c", ""], capture_output=True).returncode == 0:
                found.append(path)
    return found


@pytest.mark.parametrize("python", newer_pythons() or [None])
def test_sub_interpreters(python):
    if python is None:
        pytest.skip("no Python from 3.12 on")
    site = os.path.dirname(os.path.dirname(oldguard.__file__))
    code = "CODE = %r\n%s" % (IN_AN_INTERPRETER, INTERPRETERS)
    assert run(code, python=python, PYTHONPATH=site) == "done\n"
