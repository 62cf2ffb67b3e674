# SPDX-License-Identifier: MIT
"""Machine code: `elf` loads an object, `image` holds its sections, `decode` reads instructions, `code` runs
them."""
