# SPDX-License-Identifier: MIT
"""Writes the source distribution of the Python package from a release of `make dist`.

    python_sdist.py RELEASE --out FOLDER

RELEASE is oldguard-V.tar.xz. FOLDER/oldguard-V.tar.gz contains, in the folder oldguard-V,
    the files of the package in bindings/python/, without its tests, its benchmark and other packages
    library/    what the library and the engine that hashes files are built from: sources, printed kernels,
                derived tables
    PKG-INFO    the metadata
Its build needs cmake, a C and C++ compiler and scikit-build-core, and no network. The same release gives
the same bytes.
"""

import argparse
import os
import re
import shutil
import tarfile
import tempfile

# The files and folders of the release that build the library on platforms with GNU's assembler.
LIBRARY = re.compile(
    r"(CMakeLists\.txt|LICENSE|README\.md|(include|src)/.*|bindings/(libdes|sha1detectcoll)/.*|dev/cmake/.*"
    r"|cli/(hashing|os)/.*|cli/files/(file_state|file_time|folder|read_ahead)\.[ch]pp"
    r"|asm/spec/.*\.h|generated/([^/]+|(x64|x86|a64|other|man3|gas-elf|gas-macho|gas-coff|elf-a64)/.*))$"
)
# Everything else in bindings/python/ is for the repository alone: tests, programs, the benchmark and other packages.
PACKAGE = re.compile(
    r"bindings/python/((CMakeLists\.txt|LICENSE|README\.md|pyproject\.toml|(oldguard|src)/.*)$)"
)


def place(name):
    """Returns the path in the distribution of a file of the release, or None."""
    found = PACKAGE.match(name)
    if found:
        return found[1]
    return "library/" + name if LIBRARY.match(name) else None


def unpack(release, folder):
    """Unpacks a release into a folder, with the files at their places. Returns the time of the release."""
    with tarfile.open(release) as tar:
        for entry in tar:
            path = place(entry.name.partition("/")[2])
            if path is None or entry.isdir():
                continue
            target = os.path.join(folder, path)
            os.makedirs(os.path.dirname(target), exist_ok=True)
            # extractfile follows the link from bindings/python/LICENSE to the licence of the project.
            with tar.extractfile(entry) as source, open(target, "wb") as output:
                shutil.copyfileobj(source, output)
        return entry.mtime


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("release")
    parser.add_argument("--out", required=True, help="the folder of the archive")
    options = parser.parse_args()
    out = os.path.abspath(options.out)
    from scikit_build_core.build import build_sdist

    with tempfile.TemporaryDirectory() as work:
        os.environ["SOURCE_DATE_EPOCH"] = str(int(unpack(options.release, work)))
        os.chdir(work)
        print(os.path.join(out, build_sdist(out)))


main()
