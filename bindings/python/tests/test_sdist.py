# SPDX-License-Identifier: MIT
"""The source distribution has the files of this package alone."""

import pathlib
import subprocess
import sys
import tarfile

ROOT = pathlib.Path(__file__).parents[3]

PYTHON = {
    *"CMakeLists.txt README.md bench/bench.py fixity/pyproject.toml oldguard/sha1dc/mitigate.py".split(),
    *"programs/test_torf.py pyproject.toml requirements.txt src/_oldguard/hash.c".split(),
    *"tests/test_hash.py wheels.txt".split(),
}
LIBRARY = {
    *"CMakeLists.txt cli/files/input.cpp cli/files/read_ahead.cpp cli/hashing/CMakeLists.txt".split(),
    *"cli/main.cpp generated/elf-a64/a.S generated/gas-elf/a.S generated/masm/a.asm".split(),
    "src/sha1/sha1.c",
}


def test_files(tmp_path):
    release = tmp_path / "oldguard-0.2.0"
    for name in {"bindings/python/" + name for name in PYTHON} | LIBRARY:
        path = release / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes((ROOT / name).read_bytes() if name == "bindings/python/pyproject.toml" else b"")
    (release / "bindings/python/LICENSE").symlink_to("../../LICENSE")
    (release / "LICENSE").write_text("the licence\n")
    archive = tmp_path / "release.tar.xz"
    with tarfile.open(archive, "w:xz") as tar:
        tar.add(release, "oldguard-0.2.0")
    subprocess.run(
        [sys.executable, ROOT / "dev/tools" / "python_sdist.py", archive, "--out", tmp_path], check=True
    )
    with tarfile.open(next(tmp_path.glob("*.tar.gz"))) as tar:
        names = {name.partition("/")[2] for name in tar.getnames()}
        assert tar.extractfile(tar.getmember("oldguard-0.2.0/LICENSE")).read() == b"the licence\n"
    assert names == {
        *"CMakeLists.txt LICENSE PKG-INFO README.md library/CMakeLists.txt library/LICENSE".split(),
        *"library/cli/files/read_ahead.cpp library/cli/hashing/CMakeLists.txt".split(),
        *"library/generated/elf-a64/a.S library/generated/gas-elf/a.S library/src/sha1/sha1.c".split(),
        *"oldguard/sha1dc/mitigate.py pyproject.toml src/_oldguard/hash.c".split(),
    }
