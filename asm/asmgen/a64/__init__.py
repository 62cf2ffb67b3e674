# SPDX-License-Identifier: MIT
"""AArch64 (64-bit Arm): the architecture A64."""

from ..architecture import Architecture
from .encode import A64Encoder
from .frame import AAPCS64, A64Frame
from .go_frame import check as check_of_go
from .isa import BASELINE, IMPLIED, ISA_BITS, TABLE
from .isa.meanings import MEANINGS
from .machine import A64Machine
from .mutation import EQUIVALENT, SWAPS, sibling
from .registers import BY_NAME, VECTORS, A64Reg
from .rules import complete, operands, table_address
from .tracker import effects

A64 = Architecture(
    name="a64",
    bits=64,
    register=A64Reg,
    register_names=frozenset(BY_NAME) | {f"v{v.number}" for v in VECTORS},
    forms=TABLE.forms,
    table=TABLE,
    isa_bits=ISA_BITS,
    baseline=BASELINE,
    implied=IMPLIED,
    baseline_name="Armv8.0-A baseline",
    abis=(AAPCS64,),
    frame=A64Frame,
    machine=A64Machine,
    encoder=A64Encoder(),
    operands=operands,
    complete=complete,
    table_address=table_address,
    relative=True,
    clear_flags="",
    defined=(BY_NAME["xzr"],),
    tracker=effects,
    checks=(check_of_go,),
    swaps=SWAPS,
    equivalents=EQUIVALENT,
    sibling=sibling,
    meanings=MEANINGS,
)
