# SPDX-License-Identifier: MIT
"""Reads a page of docs/ways, runs its commands in an empty folder, and compares what they print.

docs/ways/README.md describes the form of a page.
"""

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "ways"
NEEDS = ("clone", "generator", "package", "fixity", "mono")
PATIENCE = 600  # seconds of the slowest page; a time-out decides no result of a test
FENCE = re.compile(r"^```(.*?)^```$", re.M | re.S)
MARK = "\x1e"  # separates the outputs of the commands


class PageError(Exception):
    """A page that is not of the form that docs/ways/README.md describes. The text begins with file and line."""


@dataclass
class Command:
    line: int  # in the page
    text: str
    expected: list  # lines of output


@dataclass
class Page:
    name: str
    needs: list
    commands: list
    files: dict  # name -> text
    session: str  # the Python session of the page, "" for none
    session_line: int


def names():
    """Returns the names of all pages."""
    return sorted(path.stem for path in FOLDER.glob("*.md") if path.name != "README.md")


def read(name):
    return parse((FOLDER / f"{name}.md").read_text(encoding="utf-8"), name)


def parse(text, name):
    """Returns the Page of a text."""
    found = re.match(r"<!-- needs: (.*) -->\n", text)
    needs = found[1].split(", ") if found else []
    page = Page(name, needs, [], {}, "", 0)
    for need in needs:
        if need not in NEEDS:
            raise PageError(f"docs/ways/{name}.md:1: unknown need '{need}'; known: {', '.join(NEEDS)}")
    for block in FENCE.finditer(text):
        line = text.count("\n", 0, block.start()) + 1
        info, _, body = block[1].partition("\n")
        _add(page, info, body, line)
    return page


def _add(page, info, body, line):
    kind, _, rest = info.partition(" ")
    if info == "console":
        page.commands += _commands(page.name, body, line)
    elif info == "pycon":
        # doctest reports lines of the whole session, so the blank lines keep those of the page.
        page.session_line = page.session_line or line
        missing = line - page.session_line - page.session.count("\n")
        page.session += "\n" * max(1, missing) * bool(page.session) + body
    elif kind == "console" and re.fullmatch(r"not run: .{10,}", rest):
        pass
    elif re.fullmatch(r"[a-z]+", kind) and re.fullmatch(r"[\w.-]+", rest):
        page.files[rest] = body
    else:
        raise PageError(
            f"docs/ways/{page.name}.md:{line}: a block that is neither run, nor a file, nor 'console not run: "
            f"REASON': '{info}'"
        )


def _commands(name, body, line):
    """Returns the commands of a block. A line that ends with a backslash continues on the next line."""
    found, continued = [], False
    for number, text in enumerate(body.splitlines(), line + 1):
        if text.startswith("$ ") and not continued:
            found.append(Command(number, text[2:], []))
        elif continued:
            found[-1].text += "\n" + text
        elif found:
            found[-1].expected.append(text.rstrip())
        else:
            raise PageError(f"docs/ways/{name}.md:{number}: output without a command")
        continued = found[-1].expected == [] and text.endswith("\\")
    return found


def run(page, folder, environment):
    """Runs the commands of a page with bash in a folder. Returns [(status, lines of output)] of the commands.

    A command that ends the shell leaves the list shorter than that of the commands.
    """
    for name, text in page.files.items():
        (folder / name).write_text(text, encoding="utf-8")
    script = "".join(f"{command.text}\nprintf '{MARK}%d{MARK}' $?\n" for command in page.commands)
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=PATIENCE,
        check=False,
    )
    parts = done.stdout.decode(errors="backslashreplace").split(MARK)
    return [
        (int(status), [line.rstrip() for line in text.splitlines()])
        for text, status in zip(parts[::2], parts[1::2])
    ]


def run_session(page, folder, environment):
    """Runs the Python session of a page. Returns the report of doctest, "" if all is as printed."""
    (folder / ".session").write_text(page.session, encoding="utf-8")
    code = (
        "import doctest, sys; f = doctest.testfile('.session', module_relative=False, "
        "optionflags=doctest.ELLIPSIS); sys.exit(bool(f.failed or not f.attempted))"
    )
    done = subprocess.run(
        [sys.executable, "-B", "-c", code],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    return "" if done.returncode == 0 else done.stdout + done.stderr or "the session has no example"


def matches(expected, printed):
    """Returns whether lines are as a page prints them. `...` in a line stands for any text, a line `...` for
    any number of lines."""
    parts = [
        r"(?:.*\n)*?" if line.strip() == "..." else ".*?".join(map(re.escape, line.split("..."))) + "\n"
        for line in expected
    ]
    return re.fullmatch("".join(parts), "".join(line + "\n" for line in printed)) is not None


def problems(page, results):
    """Returns a text for each command whose output or status is not that of the page."""
    found = []
    for number, command in enumerate(page.commands):
        where = f"docs/ways/{page.name}.md:{command.line}: {command.text}"
        if number >= len(results):
            found.append(f"{where}\n  did not end: it, or a command before it, ended the shell")
            continue
        status, printed = results[number]
        if status != 0:
            found.append(f"{where}\n  exit status {status}; it printed\n" + _indented(printed))
        elif not matches(command.expected, printed):
            found.append(
                f"{where}\n  the page prints\n{_indented(command.expected)}\n  it printed\n{_indented(printed)}"
            )
    return found


def _indented(lines):
    return "\n".join("    " + line for line in lines) or "    (nothing)"


def clone(folder):
    """Makes a folder look like a clone of the repository, by links to its files. The generator and what it reads
    are copies, so a page may change them."""
    listed = subprocess.run(
        ["git", "-C", str(ROOT), "ls-files"], capture_output=True, text=True, check=False
    ).stdout.splitlines()
    tops = {line.split("/")[0] for line in listed} or set(os.listdir(ROOT)) - {"build", ".git"}
    for name in tops:
        if name == "asm":
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            os.symlink(ROOT / name, folder / name)
