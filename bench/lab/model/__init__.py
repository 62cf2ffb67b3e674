# SPDX-License-Identifier: MIT
"""Figures of AArch64 kernels by llvm-mca's models of cores, where no such core is at hand."""
