# SPDX-License-Identifier: MIT
"""Proves machine code equal to its standard. See README.md."""
