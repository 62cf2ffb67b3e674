# SPDX-License-Identifier: MIT
"""Checks the SHA-1 or Whirlpool digests of millions of objects: planned, stopped, resumed, reported."""

__version__ = "0.2.0"
