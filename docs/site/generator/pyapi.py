# SPDX-License-Identifier: MIT
"""The reference of the Python API, from the docstrings of bindings/python/oldguard and of its extension in C."""

import ast
import os
import re
from dataclasses import dataclass, field
from html import escape

from .errors import SiteError
from .paths import ROOT, line_of, listed, read

PACKAGE, EXTENSION = "bindings/python/oldguard", "bindings/python/src/_oldguard"
STRING = r'"(?:[^"\\\n]|\\.)*"'
TEXT = rf"((?:{STRING}|[A-Z_]+|\s)+)"  # literals and macros in a row
METHOD = re.compile(rf'\{{"(\w+)",[^{{}}"]*?,\s*{TEXT}(?:,\s*NULL)?\}}')
METHOD_CPP = re.compile(rf'\bmethod<[\w:<>]+>\(\s*"(\w+)",\s*{TEXT}\)')
TYPE = re.compile(rf"\{{Py_tp_doc,\s*{TEXT}\}}")
NAME = re.compile(r'\.name = "oldguard\.(?:\w+\.)*(\w+)"')
EXCEPTION = re.compile(rf'"oldguard\.(?:\w+\.)*(\w+)",\s*((?:{STRING}|\s)+),')
FIELD = re.compile(rf'\{{"(\w+)", ({STRING})\}}')  # of a named tuple
MACRO = re.compile(rf"^#define (\w+)\s+((?:{STRING}|\s)+)$", re.M)


@dataclass
class Item:
    name: str
    signature: str  # "" for a constant, which has a source line in `text`
    text: str
    members: list = field(default_factory=list)  # of Item


@dataclass
class Module:
    name: str  # oldguard.des
    file: str
    text: str
    entries: list


def modules():
    """Returns the public modules of the package. Refuses a public name without a docstring."""
    compiled = _compiled()
    return [_module(name, file, compiled) for name, file in sorted(_files().items())]


def _files():
    """Returns {name of a module: file}."""
    found = {"oldguard": f"{PACKAGE}/__init__.py"}
    for folder, _, names in os.walk(os.path.join(ROOT, PACKAGE)):
        path = os.path.relpath(folder, os.path.join(ROOT, "bindings", "python")).replace(os.sep, "/")
        for name in names:
            if name.endswith(".py") and not name.startswith("_"):
                found[f"{path}/{name[:-3]}".replace("/", ".")] = f"bindings/python/{path}/{name}"
            elif name == "__init__.py" and len(read(f"bindings/python/{path}/{name}")) > 200:
                found[path.replace("/", ".")] = f"bindings/python/{path}/{name}"
    return found


def _module(name, file, compiled):
    tree = ast.parse(read(file))
    text = ast.get_docstring(tree)
    if not text:
        raise SiteError(file, 1, f"the module {name} has no docstring")
    scope = _Scope(tree, file, compiled)
    items = [scope.item(public) for public in scope.public() if not scope.is_module(public)]
    return Module(name, file, text, items)


class _Scope:
    """The names of a module."""

    def __init__(self, tree, file, compiled):
        self.file, self.compiled = file, compiled
        self.defined, self.imported, self.constants, self.lazy = {}, {}, {}, {}
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                self.imported |= {(a.asname or a.name): (node.module or "", a.name) for a in node.names}
        for node in tree.body:
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                self.defined[node.name] = node
            elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                self.constants[node.targets[0].id] = node

    def public(self):
        names = self._literal("__all__", [])
        self.lazy = self._literal("_functions", {})
        return [*names, *self.lazy]

    def _literal(self, name, default):
        return ast.literal_eval(self.constants[name].value) if name in self.constants else default

    def is_module(self, name):
        return self.imported.get(name, ("", ""))[0] == "" and name in self.imported

    def item(self, name):
        if name in self.lazy:
            file = f"{PACKAGE}/{self.lazy[name]}.py"
            return _Scope(ast.parse(read(file)), file, self.compiled).item(name)
        if name in self.defined:
            return self._described(self.defined[name])
        if name in self.imported:
            original = self.imported[name][1]
            if original not in self.compiled:
                raise SiteError(
                    self.file, line_of(self.file, original), f"'{name}' has no docstring in {EXTENSION}"
                )
            found = self.compiled[original]
            return Item(
                name, found.signature.replace(original + "(", name + "(", 1), found.text, found.members
            )
        if name in self.constants:
            return Item(name, "", f"{name} = {ast.unparse(self.constants[name].value)}")
        raise SiteError(self.file, line_of(self.file, f'"{name}"'), f"'{name}' is public and not defined")

    def _described(self, node, owner=""):
        text = ast.get_docstring(node)
        if not text:
            raise SiteError(self.file, node.lineno, f"'{owner}{node.name}' has no docstring")
        if isinstance(node, ast.FunctionDef):
            returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
            return Item(node.name, f"{node.name}({ast.unparse(node.args)}){returns}", text)
        members = [
            self._described(each, f"{node.name}.")
            for each in node.body
            if isinstance(each, ast.FunctionDef) and not each.name.startswith("_")
        ]
        bases = ", ".join(map(ast.unparse, node.bases))
        return Item(node.name, f"class {node.name}" + (f"({bases})" if bases else ""), text, members)


def _compiled():
    """Returns {name: Item} of the functions, types and exceptions of the extension."""
    found = {}
    for name in listed(EXTENSION, ".c") + listed(EXTENSION, ".cpp"):
        text = read(f"{EXTENSION}/{name}")
        macros = {name: body for name, body in MACRO.findall(re.sub(r"\s*\\\n", " ", text))}
        methods = METHOD.findall(text) + METHOD_CPP.findall(text)
        entries = [_entry(name, _joined(body, macros)) for name, body in methods]
        entries = [entry for entry in entries if not entry.name.startswith("__")]
        owner, about = NAME.search(text), TYPE.search(text)
        if owner and about:
            found[owner[1]] = Item(owner[1], f"class {owner[1]}", _joined(about[1], macros), entries)
        else:
            found |= {entry.name: entry for entry in entries}
        for name, body in EXCEPTION.findall(text):
            fields = [Item(field, field, ast.literal_eval(said)) for field, said in FIELD.findall(text)]
            found.setdefault(name, Item(name, f"class {name}", _joined(body, macros), fields))
    return found


def _joined(body, macros):
    """Returns the text of literals and macros in a row."""
    parts = re.findall(rf"{STRING}|[A-Z_]+", body)
    return "".join(
        ast.literal_eval(part) if part.startswith('"') else _joined(macros.get(part, ""), macros)
        for part in parts
    )


def _entry(name, text):
    signature, separator, rest = text.partition("\n--\n\n")
    if not separator:
        return Item(name, name, text)
    return Item(name, re.sub(r"\(\$(?:self|module)(?:, )?", "(", signature).replace("(/)", "()"), rest)


def html(text):
    """Returns the HTML of a docstring: paragraphs, and indented lines as they are."""
    out = []
    for block in re.split(r"\n\s*\n", text.strip("\n")):
        if all(line.startswith("    ") for line in block.split("\n")):
            shown = "\n".join(line[4:] for line in block.split("\n"))
            out.append(f'<pre class="scroll" tabindex="0">{escape(shown, quote=False)}</pre>')
        else:
            words = re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(" ".join(block.split()), quote=False))
            out.append(f"<p>{words}</p>")
    return "\n".join(out)
