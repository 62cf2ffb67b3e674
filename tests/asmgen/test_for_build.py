# SPDX-License-Identifier: MIT
"""Printing for a build: the text, the dependencies, and what the shared cache keeps."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from asmgen import cli, shared_cache

ROOT = Path(cli.KERNELS).parents[1]
STEM = "sha1_x64_fast"


def run(cache, *arguments):
    """Runs the module and returns its result, and the modules that it imported."""
    program = "import sys; from asmgen import for_build; status = for_build.main(*sys.argv[1:]); "
    program += "print(*sys.modules, file=sys.stderr); sys.exit(status)"
    environment = {**os.environ, "OLDGUARD_CACHE": str(cache)}
    done = subprocess.run(
        [sys.executable, "-B", "-c", program, *map(str, arguments)],
        cwd=ROOT / "asm",
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return done, done.stderr.splitlines()[-1].split()


def printed(cache, out):
    done, modules = run(cache, "print", STEM, "gas-elf", out)
    assert done.returncode == 0, done.stderr
    return out.read_text(), f"kernels.sha1.scalar.{STEM}" in modules


def test_text_is_that_of_emit(tmp_path, capsys):
    text, _ = printed("", tmp_path / "kernel.S")
    assert cli.main(["emit", STEM, "--dialect", "gas-elf"]) == 0
    assert text == capsys.readouterr().out


def test_second_build_does_not_import_the_kernel(tmp_path):
    first, imported = printed(tmp_path / "cache", tmp_path / "first.S")
    assert imported
    second, imported = printed(tmp_path / "cache", tmp_path / "second.S")
    assert not imported and second == first
    first, second = ((tmp_path / f"{name}.S.d").read_text() for name in ("first", "second"))
    assert second == first.replace("first.S", "second.S")


def test_empty_variable_keeps_nothing(tmp_path):
    for _ in range(2):
        assert printed("", tmp_path / "kernel.S")[1]


def test_dependencies_are_what_the_kernel_is_made_from(tmp_path):
    out = tmp_path / "a folder" / "kernel.S"
    out.parent.mkdir()
    printed("", out)
    target, dependencies = (out.parent / "kernel.S.d").read_text().split(": \\\n  ")
    assert target == str(out).replace(" ", "\\ ")
    files = {Path(line.replace("\\ ", " ")) for line in dependencies.rstrip("\n").split(" \\\n  ")}
    assert ROOT / f"asm/kernels/sha1/scalar/{STEM}.py" in files
    assert {ROOT / "asm/asmgen/x86/encode.py", ROOT / "asm/spec/sha1/sha1dc_facts.json"} <= files
    assert all(path.is_file() for path in files)
    assert not [path for path in files if path.is_relative_to(ROOT / "asm/kernels/des")]


def test_bad_kernel_is_one_line(tmp_path):
    done, _ = run("", "print", "sha1_x64_quick", "gas-elf", tmp_path / "kernel.S")
    assert done.returncode == 1
    assert done.stderr.startswith("oldguard-asm: unknown stem 'sha1_x64_quick'")
    assert not (tmp_path / "kernel.S").exists()


@pytest.fixture(name="folder")
def cache_folder(tmp_path, monkeypatch):
    monkeypatch.setattr(shared_cache, "folder", lambda: str(tmp_path))
    shared_cache._remove_unused.cache_clear()
    return tmp_path


def test_entry_of_another_user_is_not_believed(folder, monkeypatch):
    shared_cache.put("printed", "name", b"text")
    assert shared_cache.get("printed", "name") == b"text"
    monkeypatch.setattr(shared_cache, "_user", lambda: os.geteuid() + 1)
    assert shared_cache.get("printed", "name") is None


def test_unused_entry_is_removed(folder):
    shared_cache.put("printed", "old", b"text")
    shared_cache.put("printed", "new", b"text")
    os.utime(folder / "printed/old", (0, 0))
    shared_cache._remove_unused.cache_clear()
    shared_cache.put("printed", "newer", b"text")
    assert sorted(path.name for path in (folder / "printed").iterdir()) == ["new", "newer"]


def test_changed_source_is_another_digest(tmp_path, monkeypatch):
    monkeypatch.setattr(shared_cache, "HOME", str(tmp_path))
    found = set()
    for name, content in (("a.py", "1"), ("a.py", "2"), ("b.py", "2"), ("b.json", "2")):
        for path in tmp_path.glob("asm/kernels/*"):
            path.unlink()
        (tmp_path / "kernels").mkdir(exist_ok=True)
        (tmp_path / "kernels" / name).write_text(content)
        shared_cache.sources.cache_clear()
        found.add(shared_cache.sources("kernels"))
    shared_cache.sources.cache_clear()
    assert len(found) == 4
