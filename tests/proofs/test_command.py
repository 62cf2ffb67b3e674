# SPDX-License-Identifier: MIT
"""oldguard-prove as a user runs it: verdicts, JSON, objects and refusals."""

import json
import os
import signal
import subprocess

from conftest import EMIT, PROVE

from kernels.des.des_x64_key_avx2 import TABLE
from proofs import cli


def run(*arguments):
    done = subprocess.run([*PROVE, *arguments], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def assemble(tmp_path, text, bits=64):
    (tmp_path / "t.s").write_text(text)
    made = tmp_path / "t.o"
    subprocess.run(["as", f"--{bits}", "-o", made, tmp_path / "t.s"], check=True)
    return made


def emitted(stem):
    """Returns a kernel's assembly for GNU as."""
    arguments = [*EMIT, stem, "--dialect", "gas-elf"]
    return subprocess.run(arguments, capture_output=True, text=True, check=True).stdout


def refused(*arguments):
    """Returns the message of a refusal."""
    status, out, err = run(*arguments)
    assert status == 2 and not out and "PROVED" not in err
    assert err.startswith("oldguard-prove: ") and err.count("\n") == 1
    return err


def test_verdict_and_json():
    status, out, err = run("des_x64_key_avx2", "--abi", "sysv64")
    assert status == 0 and not err
    assert "og_des_x64_key_avx2 (sysv64, des.key): PROVED" in out
    status, out, err = run("--json", "--stream", "des_x64_key_avx2")
    verdicts = json.loads(out)
    assert [v["abi"] for v in verdicts] == ["sysv64", "win64"]
    assert all(v["proved"] and v["constant_time"] and v["memory_safe"] for v in verdicts)


def test_invalid_requests():
    assert "give kernels" in refused()
    assert "no kernel is called" in refused("sha1_x64_slow")
    assert "FILE:SYMBOL" in refused("--object", "nothing")
    assert "no/such.o" in refused("--object", "no/such.o:f")
    assert "unknown operation" in refused("--op", "sha3", "--all")
    assert "--blocks" in refused("--blocks", "0", "--all")


class TestObjects:
    def test_the_assembled_kernel(self, tmp_path):
        made = assemble(tmp_path, emitted("des_x64_key_avx2"))
        status, out, _ = run("--object", f"{made}:og_des_x64_key_avx2")
        assert status == 0 and "PROVED for all inputs" in out
        archive = tmp_path / "t.a"
        subprocess.run(["ar", "rcs", archive, made], check=True)
        assert run("--object", f"{archive}:og_des_x64_key_avx2")[0] == 0
        content = bytearray(made.read_bytes())
        content[content.index(TABLE)] ^= 1  # now another bit of the key is read
        made.write_bytes(content)
        status, out, _ = run("--object", f"{made}:og_des_x64_key_avx2")
        assert status == 1 and "NOT PROVED: byte" in out

    def test_what_cannot_be_proved(self, tmp_path):
        made = assemble(tmp_path, ".globl f\n.type f, @function\nf: ret\n")
        assert "defines no function 'g'" in refused("--object", f"{made}:g", "--op", "des.key")
        assert "the operation of f is unknown" in refused("--object", f"{made}:f")
        status, out, _ = run("--object", f"{made}:f", "--op", "des.key")
        assert status == 1 and "NOT PROVED" in out
        assert "cdecl32 is a convention of x86" in refused(
            "--object", f"{made}:f", "--op", "des.key", "--abi", "cdecl32"
        )
        subprocess.run(["strip", "--strip-all", made], check=True)
        assert "stripped" in refused("--object", f"{made}:f", "--op", "des.key")

    def test_unknown_instructions(self, tmp_path):
        for body in ("cpuid", "lock incl (%rdi)", "addl %fs:0, %eax", "jmp elsewhere"):
            made = assemble(tmp_path, f".globl f\nf: {body}\n ret\n")
            status, out, _ = run("--object", f"{made}:f", "--op", "des.key")
            assert status in (1, 2) and "PROVED for" not in out
        made = assemble(tmp_path, ".globl f\nf: mov other(%rip), %eax\n ret\n")
        assert "--variable" in refused("--object", f"{made}:f", "--op", "des.key")

    def test_files_that_are_no_objects(self, tmp_path):
        (tmp_path / "t.o").write_bytes(b"MZ" + bytes(100))
        assert "not an ELF object" in refused("--object", f"{tmp_path / 't.o'}:f")
        made = assemble(tmp_path, ".globl f\nf: ret\n")
        for size in (20, 70, 200, made.stat().st_size - 40):
            (tmp_path / "c.o").write_bytes(made.read_bytes()[:size])
            refused("--object", f"{tmp_path / 'c.o'}:f", "--op", "des.key")
        assert "linked" in refused("--object", "/bin/sh:main")


def test_a_killed_process_is_reported(monkeypatch, capsys):
    monkeypatch.setattr(cli, "_verdict", lambda wanted: os.kill(os.getpid(), signal.SIGKILL))
    assert cli.main(["des_x64_key_avx2"]) == 1
    assert "was killed" in capsys.readouterr().err
