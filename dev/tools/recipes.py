# SPDX-License-Identifier: MIT
"""Fills in the recipes of dev/packaging/ for a release.

    recipes.py oldguard-V.tar.xz --url URL --homepage URL --maintainer "NAME <ADDRESS>" --out FOLDER

Copies dev/packaging/ to FOLDER and replaces in every file
    @VERSION@                          V
    @URL@, @HOMEPAGE@                  the arguments: where the archive can be downloaded, and the project's page
    @MAINTAINER@                       who packs it for Debian and RPM, an argument
    @SHA256@, @SHA512@                 the digests of the archive
    @SOURCES@                          the C files of the library, one a line, quoted
    @ASSEMBLY_X64@, @ASSEMBLY_X86@     the stems of the assembly kernels of that architecture, quoted
The lists are those of the archive.
"""

import argparse
import hashlib
import os
import re
import shutil
import sys
import tarfile

PLACEHOLDER = re.compile("@[A-Z][A-Z0-9_]*@")


def quoted(words):
    return "\n".join("  '%s'," % word for word in words)


def kernels(tar, stem, arch, variable):
    """Returns the list that a variable of generated/ARCH/kernels.cmake has."""
    text = tar.extractfile(f"{stem}/generated/{arch}/kernels.cmake").read().decode()
    return re.search(r"set\(%s\s([^)]*)\)" % variable, text)[1].split()


def values(archive, options):
    """Returns the text of every placeholder."""
    stem = os.path.basename(archive)[: -len(".tar.xz")]
    with open(archive, "rb") as stream:
        data = stream.read()
    with tarfile.open(archive) as tar:
        names = (name.partition("/")[2] for name in tar.getnames())
        sources = sorted(name for name in names if re.fullmatch(r"src/\w+/\w+\.c", name))
        c_kernels = kernels(tar, stem, "other", "OG_C_KERNELS")
        x64 = kernels(tar, stem, "x64", "OG_ASM_KERNELS")
        x86 = kernels(tar, stem, "x86", "OG_ASM_KERNELS")
    described = [name for name in sources if "_c_" in name]
    if described != sorted(c_kernels):
        sys.exit("recipes: the catalogue and src/ differ: %s" % sorted(set(described) ^ set(c_kernels)))
    return {
        "@VERSION@": stem.partition("-")[2],
        "@URL@": options.url,
        "@HOMEPAGE@": options.homepage,
        "@MAINTAINER@": options.maintainer,
        "@SHA256@": hashlib.sha256(data).hexdigest(),
        "@SHA512@": hashlib.sha512(data).hexdigest(),
        "@SOURCES@": quoted(sources),
        "@ASSEMBLY_X64@": quoted(x64),
        "@ASSEMBLY_X86@": quoted(x86),
    }


def fill(path, replacements):
    with open(path, encoding="utf-8") as stream:
        text = stream.read()
    for placeholder, replacement in replacements.items():
        text = text.replace(placeholder, replacement)
    left = PLACEHOLDER.search(text)
    if left:
        sys.exit("recipes: %s: nothing replaces %s" % (path, left[0]))
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("archive", help="oldguard-V.tar.xz")
    parser.add_argument("--url", required=True, help="where the archive can be downloaded")
    parser.add_argument("--homepage", required=True, help="the project's page")
    parser.add_argument("--maintainer", required=True, help="name and address of the packager")
    parser.add_argument("--out", required=True, help="the folder to write, replaced if it exists")
    options = parser.parse_args()
    replacements = values(options.archive, options)
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    shutil.rmtree(options.out, ignore_errors=True)
    shutil.copytree(
        os.path.join(root, "dev", "packaging"),
        options.out,
        ignore=shutil.ignore_patterns("README.md", "requirements.txt", "__pycache__"),
    )
    consumer = os.path.join(root, "tests", "install", "consumer", "main.c")
    shutil.copy(consumer, os.path.join(options.out, "conan", "test_package"))
    for folder, _, names in os.walk(options.out):
        for name in names:
            fill(os.path.join(folder, name), replacements)
    print(options.out)


main()
