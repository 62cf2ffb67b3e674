# SPDX-License-Identifier: MIT
"""Reads the subcommands and options of the command from its sources.

The functions `describe_NAME(Command &)` of cli/ are the only description of the command line. A manual page
must also be made where the command cannot run, so this module reads their calls: add_flag and its relatives,
add_subcommand, and other functions that take the command. Their texts must be string literals.
"""

import os
import re
from dataclasses import dataclass, field

FOLDER = "cli"
TOKEN = re.compile(
    r'//[^\n]*|/\*.*?\*/|(?P<raw>R"(?P<mark>\w*)\((?P<body>.*?)\)(?P=mark)")|(?P<string>"(?:\\.|[^"\\\n])*")'
    r"|'(?:\\.|[^'\\])*'|(?P<word>\w+|->|::|[^\s\w])",
    re.DOTALL,
)
ESCAPES = {"n": "\n", '"': '"', "\\": "\\"}
ADDED = {"add_option", "add_list", "add_each", "add_flag", "add_operand", "add_operands", "add_answer"}

FIELDS = {"type_name": "type", "group": "group", "default_text": "default", "manual": "more"}


class CommandError(Exception):
    """A description that this module cannot read. The text begins with the file."""


class Literal(str):
    """A string literal among the tokens."""


@dataclass
class Option:
    names: list
    text: str  # of --help
    kind: str  # the function that added it
    type: str = ""  # the name of the value
    group: str = ""
    default: str = ""
    more: str = ""  # what only the manual page says
    required: bool = False
    optional_value: bool = False


@dataclass
class Command:
    name: str
    summary: str
    footer: str = ""  # the text below the options in --help
    options: list = field(default_factory=list)
    operands: list = field(default_factory=list)
    subcommands: list = field(default_factory=list)


def tokens(text):
    found = []
    for match in TOKEN.finditer(text):
        if match["raw"]:
            literal = match["body"]
        elif match["string"]:
            literal = re.sub(r"\\(.)", lambda m: ESCAPES.get(m[1], m[0]), match["string"][1:-1])
        else:
            found += [match["word"]] if match["word"] else []
            continue
        if found and isinstance(found[-1], Literal):
            literal = found.pop() + literal
        found.append(Literal(literal))
    return found


def closing(found, at):
    """Returns the index of the bracket that closes the one at an index."""
    depth = 0
    for i in range(at, len(found)):
        if not isinstance(found[i], Literal):
            depth += (found[i] in "({") - (found[i] in ")}")
        if depth == 0:
            return i
    raise CommandError(f"{FOLDER}: no closing bracket")


def functions(root):
    """Returns {name: (file, its tokens, tokens of the body)} of the functions that describe a command."""
    result = {}
    for folder, _, names in os.walk(os.path.join(root, FOLDER)):
        for name in names:
            if not name.endswith((".cpp", ".hpp")):
                continue
            path = os.path.join(folder, name)
            with open(path, encoding="utf-8") as file:
                found = tokens(file.read())
            for i, token in enumerate(found):
                if token != "(" or not re.fullmatch(r"(add|describe)(_\w+)?", found[i - 1]):
                    continue
                end = closing(found, i)
                if found[i + 1] in ("Command", ")") and found[end + 1 : end + 2] == ["{"]:
                    body = found[end + 1 : closing(found, end + 1)]
                    result[found[i - 1]] = (os.path.relpath(path, root), found, body)
    return result


class Reader:
    def __init__(self, root):
        self.functions = functions(root)

    def command(self, name, summary, describe):
        result = Command(name, summary)
        for function in ("describe", describe):
            self.read(result, function)
        return result

    def read(self, command, function):
        file, whole, found = self.functions[function]
        for i, token in enumerate(found[:-1]):
            if isinstance(token, Literal) or found[i + 1] != "(":
                continue
            arguments = found[i + 2 : closing(found, i + 1)]
            if token == "add_subcommand":
                name, summary = (literal(file, found, arguments[i]) for i in (0, 2))
                command.subcommands.append(self.command(name, summary, arguments[4]))
            elif token == "footer":
                command.footer = literal(file, whole, arguments[0])
            elif token in ADDED and isinstance(arguments[0], Literal):
                option = self.option(file, found, i)
                (command.operands if "operand" in token else command.options).append(option)
            elif token in self.functions and token != "describe":
                self.read(command, token)

    def option(self, file, found, i):
        end = closing(found, i + 1)
        names, text = found[i + 2], literal(file, found, found[end - 1])
        option = Option(names.split(","), " ".join(text.split()), found[i])
        while found[end + 1] == "->":
            call, start = found[end + 2], end + 3
            end = closing(found, start)
            value = found[start + 1]
            if call in FIELDS:
                setattr(option, FIELDS[call], literal(file, found, value))
            option.required |= call == "required"
            option.optional_value |= call == "value_is_optional"
        return option


def literal(file, found, value):
    """Returns a literal, or the one among the tokens that a variable was given."""
    if isinstance(value, Literal):
        return value
    for i, token in enumerate(found[:-2]):
        if token == value and found[i + 1] == "=" and isinstance(found[i + 2], Literal):
            return found[i + 2]
    raise CommandError(f"{file}: {value} is no string literal")


def read_command(root):
    """Returns the whole command."""
    return Reader(root).command("oldguard", "", "describe_oldguard")
