# SPDX-License-Identifier: MIT
"""Machine code as it lies in a file: `elf` loads an object, `decode` reads its bytes as typed
instructions, `code` runs them."""
