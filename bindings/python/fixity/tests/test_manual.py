# SPDX-License-Identifier: MIT
"""The manual page describes every option of the command, and no other."""

import argparse
import re
from pathlib import Path

from oldguard_fixity import cli

PAGE = Path(__file__).parents[4] / "docs/man/oldguard-fixity.md"


def test_the_manual_page_has_every_option() -> None:
    (commands,) = (
        action for action in cli._parser()._actions if isinstance(action, argparse._SubParsersAction)
    )
    options = {
        name for command in commands.choices.values() for a in command._actions for name in a.option_strings
    }
    tags = re.findall(r"^- (`-.*?): ", PAGE.read_text(), re.M)
    described = set(re.findall(r"(?<![\w-])--?[a-zA-Z][\w-]*", "\n".join(tags)))
    assert described == options - {"-h", "--help"}
    assert set(commands.choices) == set(cli.COMMANDS)


def test_every_option_has_help() -> None:
    (commands,) = (
        action for action in cli._parser()._actions if isinstance(action, argparse._SubParsersAction)
    )
    for command in commands.choices.values():
        assert all(action.help for action in command._actions), command.prog
