# SPDX-License-Identifier: MIT
"""Builds and prints each kernel once for all tests, without the analyses, which test_kernels.py runs."""

import functools

from asmgen import dialects, kernel
from asmgen.cli import KERNELS


@functools.cache
def unit(stem, abi):
    return kernel.find(stem, KERNELS).build(abi)


def unit_for(k, dialect):
    return unit(k.stem, dialects.find(dialect).abi_for(k))


@functools.cache
def code(stem, abi):
    return unit(stem, abi).code()


@functools.cache
def text(stem, dialect):
    k = kernel.find(stem, KERNELS)
    return dialects.find(dialect).print(unit_for(k, dialect))
