# SPDX-License-Identifier: MIT
"""dulwich with oldguard.sha1dc as the module sha1dc: its own tests, and published collisions."""

import os
import pathlib
import subprocess
import sys

import oldguard
import pytest

SITE = os.path.dirname(os.path.dirname(os.path.abspath(oldguard.__file__)))
SOURCES = pathlib.Path(os.environ.get("OLDGUARD_PYTHON_SOURCES", "build/python-sources"))
COLLIDING = pathlib.Path(os.environ.get("OLDGUARD_COLLIDING_FILES", "build/none"))
VECTORS = pathlib.Path(__file__).parents[1] / "tests"

# The tests of what dulwich hashes, without those that need servers.
FILES = """annotate bitmap bundle commit_graph diff_tree fastexport gc index midx missing_obj_finder object_format
    object_store objects pack repository server walk""".split()

RUN = """
import sys, oldguard.sha1dc
oldguard.sha1dc.install()
import pytest, dulwich.objects, dulwich.object_format, dulwich.pack
for module in (dulwich.objects, dulwich.object_format, dulwich.pack):
    assert module.sha1 is oldguard.sha1dc.sha1
sys.exit(pytest.main(sys.argv[1:]))
"""


@pytest.fixture(scope="module")
def source():
    """Returns the folder of dulwich's source, from which its tests import it."""
    found = sorted(SOURCES.glob("dulwich-*/tests"))
    if not found:
        pytest.skip("dev/scripts/fetch-python-sources has not fetched dulwich")
    return found[-1].parent


def test_its_own_tests(source, tmp_path):
    environment = {**os.environ, "HOME": str(tmp_path), "PYTHONPATH": SITE, "PYTHONDONTWRITEBYTECODE": "1"}
    files = [f"tests/test_{name}.py" for name in FILES]
    done = subprocess.run(
        [sys.executable, "-c", RUN, "-q", "-p", "no:cacheprovider", *files],
        cwd=source,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-2000:]
    passed = int(done.stdout.splitlines()[-1].split(" passed")[0].split()[-1])
    assert passed > 1000, done.stdout[-500:]


REFUSE = """
import io, sys
import oldguard.sha1dc
oldguard.sha1dc.install()
from dulwich.object_format import SHA1
from dulwich.pack import compute_file_sha, sha1
data = open(sys.argv[1], "rb").read()
for attempt in (lambda: SHA1.hash_object(data), lambda: compute_file_sha(io.BytesIO(data), sha1).hexdigest()):
    try:
        attempt()
    except oldguard.sha1dc.Sha1CollisionError as error:
        print(error.hexdigest)
SHA1.hash_object(data[:100])
"""


def collisions(tmp_path):
    """Returns the published colliding messages and their digests, and whole files where the peers' crates are."""
    sys.path.insert(0, str(VECTORS))
    try:
        import vectors
    finally:
        sys.path.remove(str(VECTORS))
    for record in vectors.COLLISIONS:
        if record["Reduced"] == "0":
            path = tmp_path / record["Name"].replace(" ", "-")
            path.write_bytes(bytes.fromhex(record["Msg"]))
            yield path, record["MD"]
    for record in vectors.COLLIDING_FILES:
        if (COLLIDING / record["File"]).exists():
            yield COLLIDING / record["File"], record["MD"]


def test_it_refuses_published_collisions(tmp_path):
    seen = 0
    for path, digest in collisions(tmp_path):
        environment = {**os.environ, "PYTHONPATH": SITE}
        done = subprocess.run(
            [sys.executable, "-c", REFUSE, str(path)], capture_output=True, text=True, env=environment
        )
        assert done.returncode == 0, done.stderr
        assert done.stdout.split() == [digest, digest]
        seen += 1
    assert seen >= 4
