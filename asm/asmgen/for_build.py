# SPDX-License-Identifier: MIT
"""What a build asks of the generator in asm/, kept in the shared cache:

    python3 -m asmgen.for_build catalogue                 prints the descriptions of all kernels as JSON
    python3 -m asmgen.for_build print STEM DIALECT FILE   prints a kernel

FILE.d receives the dependencies of FILE, for make and ninja: every file that was imported or opened. The
kernel is not analysed, because its analyses take ten times as long: `make test` runs them
(tests/asmgen/test_kernels.py), and so does every call of `oldguard-asm`. Further builds of the same sources
(sanitizers, 32 bits, Python, other systems) do not even import the generator.
"""

import contextlib
import io
import os
import sys

from . import shared_cache
from .sources import HOME

SOURCES = ("asmgen", "kernels", "spec")  # the folders that decide on the text


def _kept(kind, name, make):
    """Returns the text that make() returns, which is called only if no build of these sources has called it."""
    name = f"{name}-{shared_cache.sources(*SOURCES)}"
    kept = shared_cache.get(kind, name)
    if kept is None:
        kept = make().encode("utf-8")
        shared_cache.put(kind, name, kept)
    return kept.decode("utf-8")


def _catalogue():
    from . import cli

    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        status = cli.main(["catalogue", "--json"])
    if status:
        sys.exit(status)
    return printed.getvalue()


def _print(stem, dialect_name):
    """Returns the paths of the files that a kernel was made from, an empty line, and the kernel's text."""
    opened = set()
    sys.addaudithook(lambda event, args: opened.add(args[0]) if event == "open" else None)
    from . import cli, dialects, kernel

    dialect = dialects.find(dialect_name)
    found = kernel.find(stem, cli.KERNELS)
    text = dialect.print(found.build(dialect.abi_for(found)))
    opened.update(getattr(module, "__file__", None) for module in tuple(sys.modules.values()))
    paths = (os.path.relpath(path, HOME) for path in opened if isinstance(path, str) and os.path.isabs(path))
    made_from = sorted(p for p in paths if p.split(os.sep)[0] in SOURCES and "__pycache__" not in p)
    return "\n".join([*made_from, "", text])


def _escaped(path):
    return path.replace("\\", "\\\\").replace(" ", "\\ ").replace("#", "\\#").replace("$", "$$")


def command_print(stem, dialect, output):
    made_from, text = _kept("printed", f"{stem}-{dialect}", lambda: _print(stem, dialect)).split("\n\n", 1)
    paths = [_escaped(os.path.join(HOME, path)) for path in made_from.split("\n")]
    with open(output + ".d", "w", encoding="utf-8", newline="\n") as depfile:
        depfile.write(" \\\n  ".join([_escaped(output) + ":", *paths]) + "\n")
    with open(output, "w", encoding="utf-8", newline="\n") as out:
        out.write(text)


def command_catalogue():
    sys.stdout.write(_kept("catalogue", "kernels", _catalogue))


def main(command, *arguments):
    from .errors import KernelError, UsageError

    try:
        {"print": command_print, "catalogue": command_catalogue}[command](*arguments)
    except (KernelError, UsageError) as error:
        print(f"oldguard-asm: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
