# SPDX-License-Identifier: MIT
"""Writes the release: the committed sources, the files that Python derives from them, and a list of all.

    dist.py --version V --out FOLDER

FOLDER/oldguard-V.tar.xz contains, in the folder oldguard-V,
    the files of the commit that is checked out
    generated/DIALECT/STEM.*        every kernel for every assembler that can have it
    generated/ARCH/                 the operations and the catalogue, for x64, x86, a64 and other
    generated/*_tables.c            the tables, and the headers beside them
    generated/man1/, man3/          the manual pages of the command and of the C API
The library and the command build from it without Python. FOLDER/oldguard-V.spdx.json is its bill of
materials (sbom.py). The same commit gives the same bytes of both.
"""

import argparse
import io
import lzma
import os
import subprocess
import sys
import tarfile
import tempfile

ARCHITECTURES = ("x64", "x86", "a64", "other")
TABLES = ("des", "sha1", "whirlpool")  # algorithms


def run(*words, cwd, **more):
    return subprocess.run(words, cwd=cwd, check=True, **more)


def unpack_commit(root, target):
    archive = run("git", "archive", "HEAD", cwd=root, capture_output=True).stdout
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        tar.extractall(target)


def derive(tree):
    """Derives what the build would derive, with the scripts of the release itself."""
    generated = os.path.join(tree, "generated")
    for arch in ARCHITECTURES:
        run(
            sys.executable,
            "dev/tools/catalogue.py",
            "--root",
            ".",
            "--arch",
            arch,
            "--out",
            os.path.join(generated, arch),
            cwd=tree,
        )
    for algorithm in TABLES:
        run(sys.executable, "-m", "spec", algorithm, generated, cwd=os.path.join(tree, "asm"))
    run(sys.executable, "docs/reference", "man", generated, cwd=tree)
    run(sys.executable, "asm/asmgen/oldguard-asm", "emit-all", "-o", generated, cwd=tree)


def pack(tree, name, date, path):
    """Packs all files in the order of their names, without owners, dated to the commit."""

    def plain(entry):
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = ""
        entry.mtime = date
        entry.mode = 0o755 if entry.isdir() or entry.mode & 0o100 else 0o644
        return entry

    temporary = path + ".tmp"
    try:
        with lzma.open(temporary, "wb", preset=9) as xz, tarfile.open(fileobj=xz, mode="w") as tar:
            tar.add(tree, arcname=name, filter=plain)
        os.replace(temporary, path)
    finally:
        if os.path.exists(temporary):
            os.unlink(temporary)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--version", required=True)
    parser.add_argument("--out", required=True, help="the folder of the archive")
    options = parser.parse_args()
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    date = int(run("git", "log", "-1", "--format=%ct", cwd=root, capture_output=True, text=True).stdout)
    if run("git", "status", "--porcelain", "-uno", cwd=root, capture_output=True).stdout:
        print("dist: uncommitted changes are not included", file=sys.stderr)
    os.makedirs(options.out, exist_ok=True)
    name = "oldguard-" + options.version
    path = os.path.join(options.out, name + ".tar.xz")
    with tempfile.TemporaryDirectory() as work:
        tree = os.path.join(work, name)
        os.mkdir(tree)
        os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
        unpack_commit(root, tree)
        derive(tree)
        pack(tree, name, date, path)
        bill = os.path.join(options.out, name + ".spdx.json")
        run(sys.executable, os.path.join(tree, "dev", "tools", "sbom.py"), path, "--out", bill, cwd=".")
    print(path)
    print(bill)


try:
    main()
except subprocess.CalledProcessError as error:
    message = error.stderr if error.stderr else b""
    sys.stderr.write(message if isinstance(message, str) else message.decode())
    sys.exit("dist: %s failed" % " ".join(error.cmd))
