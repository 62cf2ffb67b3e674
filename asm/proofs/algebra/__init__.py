# SPDX-License-Identifier: MIT
"""The word algebra over unknown bits, in which instructions and standards are evaluated.

`words.Symbols` has the methods of asmgen's `Ints`. It uses `terms` (bits), `functions` (Boolean functions of
a few bits), `bitslice` (bit slices) and `counts` (an unknown number of blocks).
"""
