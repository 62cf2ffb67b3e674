# SPDX-License-Identifier: MIT
"""Kept verdicts: each holds for the machine code that was proved, and for no other."""

import json

from asmgen import kernel
from asmgen.cli import KERNELS
from proofs import kept
from proofs.cli import main


def test_keep(tmp_path, capsys):
    path = tmp_path / "proofs.json"
    assert main(["des_x64_key_avx2", "--keep", str(path)]) == 0
    assert "2 verdicts" in capsys.readouterr().out
    verdicts = kept.read(str(path))
    unit = kernel.find("des_x64_key_avx2", KERNELS).build("sysv64")
    symbol = "og_des_x64_key_avx2"
    assert verdicts[symbol, "sysv64"]["proved"]
    assert verdicts[symbol, "sysv64"]["sha256"] == unit.digests()[symbol]

    before = path.read_bytes()
    assert main(["des_x64_key_avx2", "--keep", str(path)]) == 0
    assert "0 new" in capsys.readouterr().out
    assert path.read_bytes() == before


def test_a_changed_function_has_another_hash():
    unit = kernel.find("sha1_x64_fast", KERNELS).build("sysv64")
    before = unit.digests()
    stream = unit.functions[0].stream
    add = next(
        i for i, item in enumerate(stream) if getattr(item, "form", None) and item.form.mnemonic == "add"
    )
    del stream[add]
    assert unit.digests().keys() == before.keys()
    assert unit.digests() != before


def test_verdicts_of_other_code_are_dropped(tmp_path):
    path = tmp_path / "proofs.json"
    symbol = "og_des_x64_key_avx2"
    verdicts = [
        {"symbol": symbol, "abi": "sysv64", "proved": True, "sha256": "0" * 64},
        {"symbol": "og_sha1_x64_fast", "abi": "sysv64", "proved": True, "sha256": "0" * 64},
    ]
    path.write_text(json.dumps({"schema": kept.SCHEMA, "functions": verdicts}))
    assert main(["des_x64_key_avx2", "--keep", str(path)]) == 0
    found = kept.read(str(path))
    assert found[symbol, "sysv64"]["sha256"] != "0" * 64
    assert found["og_sha1_x64_fast", "sysv64"]["sha256"] == "0" * 64  # was not selected


def test_wrong_requests(tmp_path, capsys):
    path = tmp_path / "proofs.json"
    assert main(["des_x64_key_avx2", "--quick", "--keep", str(path)]) == 2
    path.write_text("{}")
    assert main(["des_x64_key_avx2", "--keep", str(path)]) == 2
    assert "not kept verdicts" in capsys.readouterr().err
