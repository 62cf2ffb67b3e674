# SPDX-License-Identifier: MIT
"""Runs every command of docs/ways, and shows that another output makes the test fail."""

import os
import re

import pages
import pytest

SLOW = {}  # results of the pages, which two tests use


def marked(names):
    return [
        pytest.param(n, id=n, marks=[getattr(pytest.mark, need) for need in pages.read(n).needs])
        for n in names
    ]


@pytest.fixture
def ran(request, build, environment, tmp_path_factory):
    """Returns a function that runs a page once. It returns the page, the results and the report of its session."""

    def run(name):
        if name not in SLOW:
            page = pages.read(name)
            folder = tmp_path_factory.mktemp(name)
            if "clone" in page.needs:
                pages.clone(folder)
            if "mono" in page.needs:
                (folder / "build").mkdir()
                os.symlink(build, folder / "build" / "mono")
            results = pages.run(page, folder, environment)
            session = pages.run_session(page, folder, environment) if page.session else ""
            SLOW[name] = page, results, session
        return SLOW[name]

    return run


@pytest.mark.parametrize("name", marked(pages.names()))
def test_page(ran, name):
    page, results, session = ran(name)
    found = pages.problems(page, results) + [session] * bool(session)
    if found:
        pytest.fail("\n".join(found), pytrace=False)
    assert page.commands or page.session


@pytest.mark.parametrize("name", marked(pages.names()))
def test_another_output_is_found(ran, name):
    """Each line of output that the page prints is necessary: with one letter changed nothing matches."""
    page, results, _ = ran(name)
    for command, (_, printed) in zip(page.commands, results):
        for number, line in enumerate(command.expected):
            at = re.search(r"\w", line)
            if at:
                changed = "0" if at[0] != "0" else "1"
                other = line[: at.start()] + changed + line[at.end() :]
                assert not pages.matches(
                    [*command.expected[:number], other, *command.expected[number + 1 :]], printed
                )


PLANTED = """<!-- needs: clone -->
# Planted

```console
$ echo a
a
$ seq 3
1
...
3
$ printf '%s x\\n' one \\
    two
one x
tw... x
```

```text note.txt
line
```

```console
$ cat note.txt
line
```

```console not run: it needs a network
$ false
```
"""


def results(text, folder):
    page = pages.parse(text, "planted")
    return pages.problems(page, pages.run(page, folder, {"PATH": os.environ["PATH"]}))


def test_planted_page_is_right(tmp_path):
    page = pages.parse(PLANTED, "planted")
    assert page.needs == ["clone"] and page.files == {"note.txt": "line\n"}
    assert [command.line for command in page.commands] == [5, 7, 11, 22]
    assert results(PLANTED, tmp_path) == []


@pytest.mark.parametrize(
    "right, wrong, problem",
    [
        ("$ echo a\na", "$ echo a\nb", "planted.md:5: echo a\n  the page prints\n    b\n  it printed\n    a"),
        ("$ echo a\na", "$ echo a", "planted.md:5: echo a\n  the page prints\n    (nothing)"),
        ("1\n...\n3", "1\n...\n4", "planted.md:7: seq 3\n"),
        ("1\n...\n3", "1\n...", None),
        ("tw... x", "tw... y", "planted.md:11: "),
        (
            "$ echo a\n",
            "$ echo a; false\n",
            "planted.md:5: echo a; false\n  exit status 1; it printed\n    a",
        ),
        ("$ echo a\na", "$ exit 0", "planted.md:5: exit 0\n  did not end: "),
        ("line\n```\n\n```console\n$", "other\n```\n\n```console\n$", "planted.md:22: cat note.txt\n"),
    ],
)
def test_planted_faults(tmp_path, right, wrong, problem):
    assert right in PLANTED
    found = results(PLANTED.replace(right, wrong), tmp_path)
    assert (problem in "\n".join(found)) if problem else found == []


@pytest.mark.parametrize(
    "right, wrong, problem",
    [
        ("needs: clone", "needs: moon", "planted.md:1: unknown need 'moon'"),
        (
            "console not run: it needs a network",
            "console not run:",
            "planted.md:26: a block that is neither run",
        ),
        ("console not run: it needs a network", "", "planted.md:26: a block that is neither run"),
        ("$ cat note.txt\n", "", "planted.md:22: output without a command"),
    ],
)
def test_planted_forms(right, wrong, problem):
    assert right in PLANTED
    with pytest.raises(pages.PageError, match=problem):
        pages.parse(PLANTED.replace(right, wrong), "planted")


def test_planted_session(tmp_path):
    text = "# P\n\n```pycon\n>>> 1 + 1\n2\n```\n\n```pycon\n>>> a = 3\n>>> a\n4\n```\n"
    page = pages.parse(text, "planted")
    environment = {"PATH": os.environ["PATH"]}
    report = pages.run_session(page, tmp_path, environment)
    assert "Expected:\n    4\nGot:\n    3" in report
    page.session = page.session.replace("4", "3")
    assert pages.run_session(page, tmp_path, environment) == ""
