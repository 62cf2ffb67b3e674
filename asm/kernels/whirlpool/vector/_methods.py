# SPDX-License-Identifier: MIT
"""The two ways to compute a round on pairs of columns."""

from dataclasses import dataclass

from ._affine import AffineHalves, AffineRound
from ._halves import Halves
from ._round import OFFSET, Round


@dataclass(frozen=True)
class Method:
    whole: type  # the round of a state in one lane of four registers
    half: type  # the round of a state in two registers
    offset: int  # what MixRows leaves in every byte
    isa: tuple  # the CPU features of a kernel


NIBBLES = Method(Round, Halves, OFFSET, ("avx2",))
AFFINE = Method(AffineRound, AffineHalves, 0, ("avx2", "gfni"))
