# SPDX-License-Identifier: MIT
"""What the standards say, as literally as Python allows, over any word algebra.

With `asmgen.words.Ints` they compute, which the tests compare with published vectors; with
`proofs.algebra.words.Symbols` they are the terms that code must equal.
"""
