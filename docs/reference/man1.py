# SPDX-License-Identifier: MIT
"""Makes the pages of section 1 from the Markdown of docs/man/ and the options that the sources of the command
describe. The build writes them as roff, and the site shows their Markdown."""

import os
import re
import textwrap
from dataclasses import dataclass

from manpages import escape, guard, title_line
from options import CommandError, read_command

FOLDER = "docs/man"
CODE = re.compile(r"(```.*?```|`[^`]*`)", re.DOTALL)
REFERENCE = re.compile(r"(?<![\w`*])([a-z][\w.-]*)\((\d)\)")
TERM = re.compile(r"(?=[`*])((?:`[^`]*`|[^:`])+): (.*)", re.DOTALL)


@dataclass
class Page:
    name: str
    title: str  # as in NAME, "a, b - does something"
    text: str  # Markdown, without the first heading


def pages(root):
    """Returns {name: page} in the order of the names."""
    names = sorted(n.removesuffix(".md") for n in os.listdir(os.path.join(root, FOLDER)) if n != "README.md")
    whole = read_command(root)
    result = {}
    for name in names:
        with open(os.path.join(root, FOLDER, name + ".md"), encoding="utf-8") as file:
            title, _, text = file.read().partition("\n\n")
        title = title.rpartition("# ")[2]
        command = find(whole, name.split("-")[1:])
        if " - " not in title:
            title += " - " + command.summary[0].lower() + command.summary[1:]
        if "## Synopsis" not in text:
            text = f"## Synopsis\n\n```\n{usage(name, command)}\n```\n\n" + text
        made = {
            "options": options_of(command, names),
            "subcommands": [subcommand(name, sub, names) for sub in command.subcommands],
            "pages": [", ".join(f"{n}(1)" for n in names if n != name) + ","],
            **help_of(command),
        }
        for mark in re.findall("<!-- (.*?) -->", text):
            if mark not in made:
                raise CommandError(f"{FOLDER}/{name}.md: <!-- {mark} --> stands for nothing")
            text = text.replace(f"<!-- {mark} -->", "\n".join(made[mark]))
        result[name] = Page(name, title, f"## Name\n\n{title}\n\n{text}")
    return result


def find(command, words):
    for word in words:
        command = next((sub for sub in command.subcommands if sub.name == word), None)
        if command is None:
            raise CommandError(f"{FOLDER}/oldguard-{'-'.join(words)}.md: no subcommand is called {word}")
    return command


def usage(name, command):
    operands = [
        (o.names[0] if o.required else f"[{o.names[0]}]") + "..." * (o.kind == "add_operands")
        for o in command.operands
    ]
    return " ".join([name.replace("-", " "), "[OPTION]...", *operands])


def subcommand(name, command, names):
    """Returns the item of a subcommand, with the pages about it."""
    own = f"{name}-{command.name}"
    found = ", ".join(f"{n}(1)" for n in names if n == own or n.startswith(own + "-"))
    return f"- `{command.name}`: {marked(command.summary, command)}." + f" See {found}." * bool(found)


def options_of(command, names):
    """Returns the items of a command's options. Those of subcommands without a page are on its page."""
    own = f"oldguard-{command.name}"
    for sub in command.subcommands if own in names else []:
        if f"{own}-{sub.name}" not in names:
            command = sub
    lines, group = [], ""
    groups = [option.group for option in command.options]
    for option in sorted(command.options, key=lambda option: groups.index(option.group)):
        if option.group != group:
            group = option.group
            lines += ["", f"### {marked(group, command)}", ""]
        value = f"[`=`*{option.type.strip('[]')}*]" if option.optional_value else f" *{option.type}*"
        term = ", ".join(f"`{name}`" for name in option.names) + value * bool(option.type)
        default = f" (default: {option.default})" * bool(option.default)
        text = f"- {term}: {marked(option.text, command)}{default}. {option.more}"
        lines += textwrap.wrap(text, 105, subsequent_indent="  ", break_on_hyphens=False)
    return lines


def help_of(command):
    """Returns the parts of the text below the options in --help, where each line that is not indented begins a
    paragraph: {"help": paragraphs, "status": items, "examples": a block}."""
    text, _, examples = command.footer.partition("Examples:\n")
    made = {"help": [], "status": [], "examples": ["```", *textwrap.dedent(examples).split("\n"), "```"]}
    for paragraph in re.split(r"\n+(?! )", text.strip()):
        words = marked(" ".join(paragraph.split()), command)
        if words.startswith("Exit status: "):
            for item in re.split(r"; (?=\d )", words[13:].rstrip(".")):
                made["status"].append(f"- `{item[0]}`: {item[2].upper()}{item[3:]}.")
        else:
            made["help"] += [words, ""]
    return made


def marked(text, command):
    """Returns a text of --help as Markdown. Options are code, and names of values and operands emphasized."""
    values = {o.type for o in command.options} | {o.names[0] for o in command.operands}
    text = re.sub(r"([\\`*<\[])", r"\\\1", text)
    text = re.sub(r"(?<![\w-])(--[a-z][\w-]*(=\w+)?|-[a-z]\b)", r"`\1`", text)
    return re.sub(r"\b([A-Z]+)(s?)\b", lambda m: f"*{m[1]}*{m[2]}" if m[1] in values else m[0], text)


def linked(text, target):
    """Returns Markdown whose references NAME(N) are bold. target(NAME) is the link of a page, or None."""

    def reference(match):
        shown, link = f"**{match[1]}**({match[2]})", target(match[1])
        return f"[{shown}]({link})" if link else shown

    parts = CODE.split(text)
    return "".join(part if i % 2 else REFERENCE.sub(reference, part) for i, part in enumerate(parts))


def blocks(text):
    """Yields (kind, text) of the parts of Markdown: a heading, an item, code or a paragraph."""
    for part in re.findall(r"```.*?```|\S(?:(?!\n\n).)*", text, re.DOTALL):
        first = part.partition(" ")[0]
        if part.startswith("```"):
            yield "code", part.strip("`").strip("\n")
        elif first in ("-", "1."):
            for item in re.split(r"\n(?=- |\d\. )", part):
                yield first, item.partition(" ")[2]
        else:
            yield (first, part.partition(" ")[2]) if first in ("##", "###") else ("", part)


def inline(text):
    """Returns a line of roff for the words and the marks of a paragraph."""
    out = []
    pattern = r"(`[^`]*`|\*\*[^*]+\*\*|\*[^*]+\*|\\[^\w\s])"
    for part in re.split(pattern, linked(" ".join(text.split()), lambda name: None)):
        mark = part[:1] if re.fullmatch(pattern, part) else ""
        shown = escape(part[1:] if mark == "\\" else part.strip(mark) if mark else part)
        shown = re.sub(r"[^\x00-\x7f]", lambda m: f"\\[u{ord(m[0]):04X}]", shown)
        font = "I" if mark == "*" and part[1] != "*" else "B" if mark in ("`", "*") and mark else ""
        out.append(f"\\f{font}{shown}\\fP" if font else shown)
    return "".join(out)


def lines_of(text):
    return [guard(line) for line in textwrap.wrap(inline(text), 78, break_on_hyphens=False)]


def synopsis(text):
    """Returns the lines of a synopsis: what is typed is bold, and names of values are in italics."""
    lines = []
    for line in re.sub(r"\n +", " ", text).split("\n"):
        line = re.sub(
            r"([A-Z][\w-]*(?:\.\w+)*)|([a-z-][\w-]*)", lambda m: f"*{m[0]}*" if m[1] else f"`{m[0]}`", line
        )
        lines += [".br", *lines_of(line)]
    return lines[1:]


def roff(root, page):
    lines = [
        '.\\" Written by docs/reference: do not edit.',
        title_line(root, page.name, 1, "User Commands"),
        ".nh",
    ]
    section, number = "", 0
    for kind, text in blocks(page.text):
        number = number + 1 if kind == "1." else 0
        space = [] if lines[-1].startswith((".SH", ".SS")) else [".PP"]
        if kind == "##":
            section = text
            lines.append(".SH " + escape(text.upper()))
        elif kind == "###":
            lines += [".SS " + escape(text.replace("`", ""))]
        elif section == "Name":
            lines += textwrap.wrap(escape(text), 78, break_on_hyphens=False)
        elif section == "Synopsis":
            lines += synopsis(text)
        elif kind == "code":
            lines += [*space, ".EX", *(guard(escape(line)) for line in text.split("\n")), ".EE"]
        elif kind == "":
            lines += [*space, *lines_of(text)]
        elif term := TERM.fullmatch(text) if kind == "-" else None:
            lines += [".TP", *lines_of(term[1]), *lines_of(term[2])]
        else:
            lines += [f".IP {number}. 4" if number else ".IP \\(bu 2", *lines_of(text)]
    return "\n".join(lines) + "\n"


def write(root, out):
    """Writes the pages into the folder `out` and removes those that no longer exist."""
    texts = {f"{page.name}.1": roff(root, page) for page in pages(root).values()}
    os.makedirs(out, exist_ok=True)
    for name in set(os.listdir(out)) - set(texts):
        os.remove(os.path.join(out, name))
    for name, text in texts.items():
        with open(os.path.join(out, name), "w", encoding="utf-8") as file:
            file.write(text)
