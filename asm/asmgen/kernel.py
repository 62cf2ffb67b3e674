# SPDX-License-Identifier: MIT
"""A kernel: its description, the functions that build it, and the catalogue of all of them."""

import hashlib
import importlib
import os
import sys
import traceback
from dataclasses import dataclass, field

from .architectures import ABIS, ARCHITECTURES
from .errors import KernelError, UsageError, short_path
from .function import Function
from .layout import ALIGNMENT, layout
from .operands import Mem
from .operations import OPERATIONS
from .sources import ROOT, files


@dataclass
class Kernel:
    """The description of a kernel, in the file of its code."""

    stem: str
    arch: object  # an Architecture or its name: "x86", "x64" or "a64"
    isa: tuple = ()  # what the kernel needs beyond the architecture's baseline
    lanes: int = 1
    constant_time: bool = True
    min_size: int = 1  # bytes of input below which the kernel does not pay
    blocks_per_iteration: int = 1  # units of work (blocks) in one iteration of the main loop
    summary: str = ""
    refs: tuple = ()
    # {"instruction -> mutant": why the mutant behaves as the kernel does}; see mutate.py
    equivalents: dict = field(default_factory=dict)
    # the same for mutants that differ where no run here does; the prover refuses them
    unseen: dict = field(default_factory=dict)
    # further inputs for mutation testing: a function of a random.Random that yields (counts, buffers)
    inputs: object = None
    entries: list = field(default_factory=list, init=False)  # of (operation, symbol, builder)
    source: str = field(default="", init=False)
    module: str = field(default="", init=False)  # its docstring is the banner

    def __post_init__(self):
        caller = sys._getframe(2)
        self.where = (short_path(caller.f_code.co_filename), caller.f_lineno)
        self.source = caller.f_code.co_filename
        self.module = caller.f_globals["__name__"]
        if isinstance(self.arch, str):
            if self.arch not in ARCHITECTURES:
                known = " ".join(ARCHITECTURES)
                raise KernelError(f"unknown architecture '{self.arch}'; known: {known}", self.where)
            self.arch = ARCHITECTURES[self.arch]
        for bit in self.isa:
            if bit not in self.arch.isa_bits:
                known = " ".join(self.arch.isa_bits)
                raise KernelError(f"unknown ISA bit '{bit}'; {self.arch.name} has: {known}", self.where)

    @property
    def bits(self):
        return self.arch.bits

    def function(self, op, name=""):
        """Decorator: registers a builder as the function for operation `op`.

        The symbol is og_ + stem. A second function of a kernel adds _ + name.
        """
        if op not in OPERATIONS:
            raise KernelError(f"unknown operation '{op}'; known: {' '.join(OPERATIONS)}", self.where)
        symbol = "_".join(["og", self.stem] + ([name] if name else []))

        def register(builder):
            self.entries.append((OPERATIONS[op], symbol, builder))
            return builder

        return register

    def abis(self):
        return [abi.name for abi in self.arch.abis]

    def description(self):
        return {
            "stem": self.stem,
            "arch": self.arch.name,
            "bits": self.bits,
            "isa": list(self.isa),
            "lanes": self.lanes,
            "constant_time": self.constant_time,
            "min_size": self.min_size,
            "summary": self.summary,
            "refs": list(self.refs),
            "ops": [{"op": op.name, "symbol": symbol} for op, symbol, _ in self.entries],
            "source": os.path.relpath(self.source, ROOT).replace(os.sep, "/"),
        }

    def banner(self):
        """Returns the lines of the kernel file's docstring."""
        return (sys.modules[self.module].__doc__ or "").strip().splitlines()

    def build(self, abi_name, with_roles=False):
        """Runs the builders for one calling convention and returns a Unit, not yet analysed.

        with_roles: every instruction records the names of its registers in the kernel's source."""
        if abi_name not in ABIS:
            raise UsageError(f"unknown ABI '{abi_name}'; known: {' '.join(ABIS)}")
        abi = ABIS[abi_name]
        if abi.arch != self.arch.name:
            file, line = self.where
            raise UsageError(
                f"{file}:{line}: {abi_name} is a convention of {abi.arch}; "
                f"{self.stem} is a kernel of {self.arch.name}"
            )
        unit = self._built(abi, with_roles)
        return self._built(abi.aligned, with_roles) if abi.aligned and unit.needs_alignment() else unit

    def _built(self, abi, with_roles):
        functions, pool = [], {}
        for op, symbol, builder in self.entries:
            f = Function(self, op, symbol, abi, pool, with_roles)
            try:
                builder(f)
            except KernelError:
                raise
            except Exception as error:
                raise KernelError(
                    f"{type(error).__name__}: {error}", _innermost(error, self.source)
                ) from error
            functions.append(f)
        return Unit(self, abi, functions, list(pool.values()))


@dataclass
class Unit:
    """One kernel built for one calling convention, the input of printers and analyses."""

    kernel: Kernel
    abi: object
    functions: list
    constants: list = field(default_factory=list)  # Data, after the last function

    @property
    def arch(self):
        return self.kernel.arch

    @property
    def bits(self):
        return self.abi.bits

    def needs_alignment(self):
        """Returns whether an instruction needs an operand on the stack at a multiple of its size, or takes the address
        of the stack, which kernels round down."""
        return any(
            isinstance(value, Mem) and value.base == self.abi.sp and (item.form.aligned or not value.width)
            for f in self.functions
            for item in f.instructions()
            for value in item.operands
        )

    def placed(self):
        """Returns [(function, padding before it, its layout)] and [(constant, padding before it)].

        Functions and constants start at multiples of ALIGNMENT, so the padding within a function
        does not depend on its place.
        """
        encoder, at, starts, labels, data = self.arch.encoder, 0, [], {}, []
        for f in self.functions:
            starts.append((at, -at % ALIGNMENT))
            at += starts[-1][1] + sum(len(code) for _, _, code in layout(f.stream, encoder))
        for constant in self.constants:
            gap = -at % ALIGNMENT
            labels[constant.label] = at + gap
            data.append((constant, encoder.padding(gap)))
            at += gap + len(constant.content)
        functions = []
        for f, (end, gap) in zip(self.functions, starts):
            mine = {label: place - end - gap for label, place in labels.items()}
            functions.append((f, encoder.padding(gap), layout(f.stream, encoder, mine)))
        return functions, data

    def code(self):
        """Returns the machine code of the whole unit. It has no relocations."""
        functions, data = self.placed()
        return b"".join(
            gap + b"".join(code for _, _, code in items) for _, gap, items in functions
        ) + b"".join(gap + constant.content for constant, gap in data)

    def digests(self):
        """Returns {symbol: SHA-256} of the functions: over the machine code without padding and constants before it,
        and over the constants of the unit."""
        functions, constants = self.placed()
        data = b"".join(constant.content for constant, _ in constants)
        return {
            f.symbol: hashlib.sha256(b"".join(code for _, _, code in items) + data).hexdigest()
            for f, _, items in functions
        }


def _innermost(error, source):
    frames = traceback.extract_tb(error.__traceback__)
    mine = [f for f in frames if f.filename == source] or frames
    return short_path(mine[-1].filename), mine[-1].lineno


def load(path, folder):
    """Imports one kernel file and returns its description."""
    parent = os.path.dirname(os.path.abspath(folder))
    if parent not in sys.path:
        sys.path.insert(0, parent)
    name = os.path.relpath(os.path.abspath(path), parent)[:-3].replace(os.sep, ".")
    try:
        module = importlib.import_module(name)
    except KernelError:
        raise
    except SyntaxError as error:
        raise KernelError(f"SyntaxError: {error.msg}", (short_path(error.filename), error.lineno)) from error
    except Exception as error:
        raise KernelError(f"{type(error).__name__}: {error}", _innermost(error, path)) from error
    kernel = getattr(module, "KERNEL", None)
    if not isinstance(kernel, Kernel):
        raise KernelError("no KERNEL description in this file", (short_path(path), 1))
    if kernel.stem != os.path.basename(path)[:-3]:
        raise KernelError(f"stem '{kernel.stem}' is not the file's name", kernel.where)
    if not kernel.entries:
        raise KernelError(f"{kernel.stem} defines no function", kernel.where)
    return kernel


def find(stem, folder):
    for path in files(folder):
        if os.path.basename(path) == stem + ".py":
            return load(path, folder)
    known = " ".join(os.path.basename(p)[:-3] for p in files(folder))
    raise UsageError(f"unknown stem '{stem}'; known: {known}")


def catalogue(folder):
    return [load(path, folder) for path in files(folder)]
