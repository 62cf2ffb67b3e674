# SPDX-License-Identifier: MIT
"""Every kernel, compiler, set of flags, word size and peer in one run, and the page that shows it."""
