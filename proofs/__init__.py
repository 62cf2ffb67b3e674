# SPDX-License-Identifier: MIT
"""Proves machine code equal to its standard; see README.md."""
