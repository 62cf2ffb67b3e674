# SPDX-License-Identifier: MIT
"""oldguard's assembler generator: a kernel is written once and printed for every assembler."""
