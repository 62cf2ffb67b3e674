# SPDX-License-Identifier: MIT
"""Machine code: `elf` loads an object, whose fields `relocations` fills in, `image` holds its sections,
`decode_x86` and `decode_a64` read instructions, `code` runs them."""
