# SPDX-License-Identifier: MIT
"""Functions of other libraries: --arguments, calls inside an object, stack guards."""

import subprocess

import pytest
from test_command import assemble, emitted

from proofs import cli

# Arguments: the key first, the schedule in a structure, a number, an address. The code has a stack guard, a
# call, and an access to the global offset table.
OTHER = """
    .text
other:  mov %fs:40, %rax
        push %rax
        mov %rdi, %rax
        lea 16(%rsi), %rdi
        mov %rax, %rsi
        cmp $7, %dl
        jne 1f
        call inner
1:      pop %rax
        sub %fs:40, %rax
        jne 2f
        ret
2:      call __stack_chk_fail
inner:  cmp og_des_x64_key_avx2@GOTPCREL(%rip), %rcx
        jne 2b
        jmp og_des_x64_key_avx2
"""
BSWAPS = """
f:      mov (%rdi), %rdi
        mov (%rsi), %eax
        bswap %eax
        add $64, %rsi
        mov %eax, (%rdi)
        cmp $128, %edx
        jne 1f
        mov (%rsi), %eax
        bswap %eax
        mov %eax, (%rdi)
1:      ret
"""

TABLES = """
const unsigned visible[2] = {7, 9};
static const unsigned hidden[2] = {3, 5};
unsigned pick(const unsigned *cv);
void f(unsigned *cv, const void *blocks)
{ (void)blocks; cv[0] = visible[cv[0] & 1] + pick(cv); }
__attribute__((noinline)) unsigned pick(const unsigned *cv) { return hidden[cv[1] & 1]; }
"""


def from_tables(w, counts, before):
    cv = before["cv"]
    total = w.add(w.lookup((7, 9), w.bit(cv[0], 0), 32), w.lookup((3, 5), w.bit(cv[4], 0), 32), 32)
    return {"cv": [*(w.extract(total, low, 8) for low in (0, 8, 16, 24)), *cv[4:]]}


def last_word(w, counts, before):
    """Stores the first word of the last block, big-endian. It is no hash."""
    cv, block = before["cv"], before["blocks"][-64:]
    return {"cv": [*block[3::-1], *cv[4:]] if block else cv}


def test_another_signature(tmp_path, prove):
    made = assemble(tmp_path, emitted("des_x64_key_avx2") + OTHER)
    given = ("other", "--op", "des.key", "--arguments")
    right = "key,ks+16,7,@og_des_x64_key_avx2"
    assert "PROVED for all inputs;" in prove(made, *given, right)[1]
    for wrong in (
        right.replace("key,ks+16", "ks+16,key"),
        right.replace("16", "8"),
        right.replace("7", "8"),
        right.replace("@og_des_x64_key_avx2", "@other"),
    ):
        status, text = prove(made, *given, wrong)
        assert status == 1 and "NOT PROVED" in text
    for wrong in ("key", "key,ks,ks", "key,sk", "key*2,ks", "key,ks,@no", "key+,ks", "key,ks,"):
        status, text = prove(made, *given, wrong)
        assert status == 2 and "--arguments" in text


def test_counts_pointers_and_words(tmp_path, prove, monkeypatch):
    monkeypatch.setitem(cli.signature.CONTRACTS, "sha1.blocks", last_word)
    made = assemble(tmp_path, BSWAPS)
    given = ("f", "--op", "sha1.blocks", "--arguments")
    assert "PROVED for all inputs;" in prove(made, *given, "*cv,blocks,64")[1]
    assert "'cv' differs" in prove(made, *given, "*cv,blocks/4,64")[1]
    assert (
        "PROVED for all inputs of 1, 2 blocks"
        in prove(made, *given, "*cv,blocks,nblocks*64", "--least", "1", "--blocks", "2")[1]
    )
    assert (
        "PROVED for all inputs of 2 blocks"
        in prove(made, *given, "*cv,blocks,nblocks*64", "--least", "1", "--blocks", "2", "--step", "2")[1]
    )
    assert (
        "nblocks = 3: byte 0 of 'cv' differs"
        in prove(made, *given, "*cv,blocks,nblocks*64", "--least", "3")[1]
    )


@pytest.mark.parametrize("flags", ["-m64", "-m64 -fpic", "-m32", "-m32 -fpic", "-m32 -fno-pic"])
def test_compiled_code_finds_its_tables(tmp_path, prove, monkeypatch, flags):
    monkeypatch.setitem(cli.signature.CONTRACTS, "sha1.blocks", from_tables)
    (tmp_path / "t.c").write_text(TABLES)
    made = tmp_path / "t.o"
    subprocess.run(["gcc", "-O2", *flags.split(), "-c", tmp_path / "t.c", "-o", made], check=True)
    assert (
        "PROVED for all inputs; memory safe; tables"
        in prove(made, "f", "--op", "sha1.blocks", "--arguments", "cv,blocks")[1]
    )


@pytest.mark.parametrize(
    "body,words",
    [
        ("call __stack_chk_fail", "stack guard"),
        ("cmp %fs:40, %rax\njne 1f\n1: ret", "depends on unknown data"),
        ("call 1f\nret\n1: incq (%rsp)\nret", "return address"),
        ("call puts\nret", "'puts'"),
        ("mov %rax, %fs:40\nret", "read-only"),
        ("mov %fs:48, %rax\nret", "prefix"),
    ],
)
def test_calls_and_guards_that_fail(tmp_path, prove, body, words):
    status, text = prove(assemble(tmp_path, f"f: {body}\n"), "f", "--op", "des.key")
    assert status and words in text and "PROVED for" not in text
