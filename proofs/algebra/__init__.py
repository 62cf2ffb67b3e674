# SPDX-License-Identifier: MIT
"""Terms over unknown bits, and words made of them: what an instruction or a standard computes.

`words.Symbols` has the methods of asmgen's `Ints`; below it lie `terms` (bits), `functions` (of a few
bits), `rows` (bit slices) and `counts` (an unknown number of blocks).
"""
