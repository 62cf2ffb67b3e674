# SPDX-License-Identifier: MIT
"""Times every kernel, compiler, set of flags, word size and peer in one run and reports the results."""
