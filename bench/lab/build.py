# SPDX-License-Identifier: MIT
"""Compiles the C kernels as modules of the bench, one for each variant. Modules are kept from run to run."""

import concurrent.futures
import dataclasses
import functools
import hashlib
import os
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SOURCES = (
    *"bench/lab/module.c src/sha1/sha1_c_ref.c src/sha1/sha1_c_fast.c".split(),
    *"src/whirlpool/whirlpool_c_byte.c src/whirlpool/whirlpool_c_int64.c src/des/des_c_ref.c".split(),
    "src/des/des_c_sp.c",
)
TABLES = ("des_tables.c", "whirlpool_tables.c")  # of the build's generated files
PATIENCE = 120  # seconds for one compilation


def module_command(compiler, bits, name, version, generated, flags):
    """Returns the compiler's command line for a module of the bench, without sources and output."""
    return [
        compiler,
        # The 64-bit system headers serve where the 32-bit ones are not installed.
        *(["-idirafter", f"/usr/include/{os.uname().machine}-linux-gnu"] if bits == 32 else []),
        f"-m{bits}",
        *flags,
        "-std=gnu11",
        "-fPIC",
        "-shared",
        "-fvisibility=hidden",
        "-DNDEBUG",
        f'-DLAB_NAME="{name}"',
        f'-DLAB_VERSION="{version}"'.replace("\\", ""),
        *(f"-I{os.path.join(ROOT, folder)}" for folder in (".", "include", "src", "asm/spec", generated)),
    ]


@dataclasses.dataclass
class Built:
    variant: object
    path: str = ""
    problem: str = ""


class Builder:
    def __init__(self, generated, folder):
        """generated: the folder of derived tables of a build. folder: where modules are kept."""
        self.generated, self.folder = generated, folder

    @functools.cached_property
    def sources(self):
        return [os.path.join(ROOT, s) for s in SOURCES] + [os.path.join(self.generated, t) for t in TABLES]

    @functools.cached_property
    def digest(self):
        """Returns a digest of all source files of a module."""
        state = hashlib.sha256()
        for path in sorted(self._files()):
            with open(path, "rb") as file:
                state.update(path.encode() + b"\0" + file.read())
        return state.hexdigest()

    def _files(self):
        for folder in (
            *(os.path.join(ROOT, name) for name in ("src", "asm/spec", "include")),
            self.generated,
        ):
            for at, _, names in os.walk(folder):
                yield from (os.path.join(at, n) for n in names if n.endswith((".c", ".h")))
        yield os.path.join(ROOT, "bench", "lab", "module.c")
        yield os.path.join(ROOT, "bench", "peers", "peer.h")

    def build(self, variant):
        """Compiles a variant unless its module exists. Returns a Built with a path or a problem."""
        stamp = hashlib.sha256(
            f"{self.digest} {variant.compiler.path} {variant.compiler.version} " f"{variant.key}".encode()
        ).hexdigest()[:16]
        path = os.path.join(self.folder, f"{variant.name}-{variant.bits}-{stamp}.so")
        if os.path.exists(path):
            return Built(variant, path)
        return self._compile(variant, path)

    def _compile(self, variant, path):
        unfinished = f"{path}.{os.getpid()}"
        compiler = variant.compiler
        command = [
            *module_command(
                compiler.path, variant.bits, variant.name, compiler.version, self.generated, variant.flags
            ),
            *self.sources,
            "-o",
            unfinished,
        ]
        try:
            done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            return Built(variant, problem=f"the compiler did not finish in {PATIENCE} seconds")
        except OSError as error:
            return Built(variant, problem=f"the compiler cannot be started: {error.strerror}")
        if done.returncode or not os.path.exists(unfinished):
            if os.path.exists(unfinished):
                os.remove(unfinished)
            return Built(variant, problem=_why(done))
        os.replace(unfinished, path)
        return Built(variant, path)

    def build_all(self, variants, workers, progress):
        """Builds the variants in parallel and returns the results in the order of `variants`."""
        os.makedirs(self.folder, exist_ok=True)
        done = []
        with concurrent.futures.ThreadPoolExecutor(workers) as pool:
            try:
                for built in pool.map(self.build, variants):
                    done.append(built)
                    progress("compiling", len(done), len(variants))
            except KeyboardInterrupt:
                pool.shutdown(cancel_futures=True)
                raise
        return done


def _why(done):
    lines = [line.strip() for line in done.stderr.splitlines() if "error" in line.lower()]
    what = lines[0] if lines else next(iter(done.stderr.splitlines()), "no message")
    end = (
        f"terminated by signal {-done.returncode}"
        if done.returncode < 0
        else f"exit status {done.returncode}"
    )
    return f"the compiler failed, {end}: {what}"
