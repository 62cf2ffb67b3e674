# SPDX-License-Identifier: MIT
"""x86: the architectures X86 (32-bit) and X64 (64-bit)."""

from ..architecture import Architecture
from .encode import X86Encoder
from .frame import CDECL32, SYSV64, WIN64, X86Frame
from .isa import IMPLIED, ISA_BITS, TABLE, X64_BASELINE
from .isa.meanings import MEANINGS
from .machine import X86Machine
from .modes import check as check_modes
from .mutation import EQUIVALENT, SWAPS, sibling
from .registers import BY_NAME, X86Reg
from .rules import Rules, table_address
from .tracker import effects
from .vzeroupper import check as check_uppers


def _architecture(name, bits, baseline, baseline_name, abis):
    rules = Rules(bits)
    forms = {
        mnemonic: [form for form in forms if bits in form.modes] for mnemonic, forms in TABLE.forms.items()
    }
    return Architecture(
        name=name,
        bits=bits,
        register=X86Reg,
        register_names=frozenset(BY_NAME),
        forms={mnemonic: forms for mnemonic, forms in forms.items() if forms},
        table=TABLE,
        isa_bits=tuple(ISA_BITS),
        baseline=baseline,
        implied=IMPLIED,
        baseline_name=baseline_name,
        abis=abis,
        frame=X86Frame,
        machine=X86Machine,
        encoder=X86Encoder(bits),
        operands=rules.operands,
        complete=rules.complete,
        table_address=table_address,
        relative=bits == 64,
        clear_flags="d",
        defined=(),
        tracker=effects,
        checks=(check_modes, check_uppers),
        swaps=SWAPS,
        equivalents=EQUIVALENT,
        sibling=sibling,
        meanings=MEANINGS,
    )


X86 = _architecture("x86", 32, (), "486 baseline", (CDECL32,))
X64 = _architecture("x64", 64, X64_BASELINE, "x86-64 baseline", (SYSV64, WIN64))
