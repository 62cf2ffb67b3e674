# SPDX-License-Identifier: MIT
"""Sizes that the kernels of all folders share."""

BLOCK = 8  # bytes
ROUNDS = 16
KEY = 8  # bytes of a round key in an og_des_key: the fields of S1 S3 S5 S7, then of S2 S4 S6 S8
SCHEDULE = KEY * ROUNDS  # bytes of an og_des_key
FIELD = 0xFC  # a six-bit field at bits 2 to 7 of a byte
FIELDS = 0xFCFCFCFC  # the four fields of a word
