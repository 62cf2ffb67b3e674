# SPDX-License-Identifier: MIT
"""Proofs of the C around the kernels. See the README of the folder above."""
