# SPDX-License-Identifier: MIT
"""The reference: the C and the Python API, the command, operations, dialects, verdicts, and the list of all
reference pages."""

import itertools
import os

import man1
from markupsafe import Markup
from options import CommandError

from asmgen.dialects import DIALECTS
from asmgen.operations import OPERATIONS

from . import capi, markdown, pyapi
from .errors import SiteError
from .paths import ROOT

MAN = "docs/man"


def add(site, book):
    groups = _c_api(site)
    modules = _python_api(site)
    pages = _command(site, book)
    _operations(site, book)
    _dialects(site, book)
    _verdicts(site, book)
    _list(site, book, groups, modules, pages)


def _c_api(site):
    groups, names = capi.groups()
    for group in groups:
        site.page(
            group.url,
            "capi.html",
            f"C API: {group.title}",
            ", ".join(f"<oldguard/{header.name}>" for header in group.headers),
            words=" ".join(name for name, url in names.items() if url == group.url),
            group=group,
        )
    site.page(
        "ref/c.html",
        "list.html",
        "The C API",
        "Every function, type and constant of the public headers",
        heading="The C API",
        lead="Every function, type and constant, from the comments of the public headers.",
        groups=[("", [(g.url, g.title, ", ".join(d["name"] for d in g.declarations)) for g in groups])],
    )
    return groups


def _python_api(site):
    modules = pyapi.modules()
    listing = []
    for module in modules:
        url = f"ref/py-{module.name.replace('.', '-')}.html"
        names = ", ".join(item.name for item in module.entries)
        site.page(
            url,
            "pyapi.html",
            f"Python API: {module.name}",
            module.text.split("\n\n")[0].replace("\n", " "),
            words="python " + names.replace(",", "").lower(),
            module=module,
            html=pyapi.html,
        )
        listing.append((url, module.name, names or module.text.split("\n\n")[0]))
    site.page(
        "ref/py.html",
        "list.html",
        "The Python API",
        "Every public function, class and constant of the package oldguard",
        words="python package",
        heading="The Python API",
        lead="Every public name of the package, from its docstrings.",
        groups=[("", listing)],
    )
    return modules


def _verdicts(site, book):
    """Adds the table of the kept verdicts of the prover, one row for each function and convention."""
    groups = [(kernel.stem, book.proofs.of(kernel)) for kernel in book.kernels]
    rows = [row for _, found in groups for row in found]
    site.page(
        "ref/verdicts.html",
        "verdicts.html",
        "Verdicts of the prover",
        "Which functions are proved equal to their standards for all inputs",
        words="proof proved verdict",
        groups=groups,
        proved=sum(row.proved for row in rows),
        functions=len(rows),
        other=[row["symbol"] for row in book.proofs.others(book.kernels)],
    )


def _command(site, book):
    try:
        pages = man1.pages(ROOT)
    except CommandError as error:
        file, message = str(error).split(": ", 1)
        raise SiteError(file, 1, message) from None
    listing = []
    for name, page in pages.items():
        file, url, summary = f"{MAN}/{name}.md", f"ref/{name}.html", page.title.partition(" - ")[2]
        text = f"# {name}(1)\n\n" + man1.linked(
            page.text, lambda other: other + ".md" if other in pages else None
        )
        html, headings = markdown.render(text, book.links, file, "../")
        site.page(
            url,
            "prose.html",
            name.replace("-", " ", 1),
            summary,
            words="command man page " + book.words.of(file),
            crumb=("ref/command.html", "Command"),
            source=f"{name}(1)",
            html=Markup(html),
            contents=[heading for heading in headings if heading[0] == 2],
        )
        listing.append((url, name, summary))
    site.page(
        "ref/command.html",
        "list.html",
        "The command oldguard",
        "The manual pages of the command",
        heading="The command oldguard",
        lead="The manual pages, as man shows them.",
        groups=[("", listing)],
    )
    return pages


def _operations(site, book):
    rows = []
    for name, op in OPERATIONS.items():
        rows.append(
            {
                "name": name,
                "title": book.names["operations"].get(name, {}).get("title", ""),
                "prototype": op.prototype("kernel"),
                "kernels": [k.stem for k in book.kernels if name in dict(k.operations)],
            }
        )
    site.page(
        "ref/operations.html",
        "operations.html",
        "Operations",
        "The functions that a kernel can be, with their prototypes and their kernels",
        words=" ".join(OPERATIONS),
        rows=rows,
    )


def _dialects(site, book):
    rows = [
        {
            "name": dialect.name,
            "summary": dialect.summary,
            "extension": dialect.extension,
            "abis": [(arch, getattr(abi, "name", abi)) for arch, abi in dialect.abis.items()],
        }
        for dialect in DIALECTS.values()
    ]
    site.page(
        "ref/dialects.html",
        "dialects.html",
        "Dialects",
        "The assemblers that every kernel is printed for",
        words=" ".join(DIALECTS) + " assembler nasm masm gas",
        rows=rows,
        architectures=book.names["architectures"],
    )


def _list(site, book, groups, modules, pages):
    entries = [
        (
            "ref/c.html",
            "C API",
            f"{sum(len(g.declarations) for g in groups)} functions, types and constants.",
        ),
        (
            "ref/py.html",
            "Python API",
            f"{sum(len(module.entries) for module in modules)} functions, classes and constants of "
            f"{len(modules)} modules.",
        ),
        ("ref/command.html", "Command", f"{len(pages)} manual pages."),
        ("ref/operations.html", "Operations", "The functions that a kernel can be."),
        ("ref/dialects.html", "Dialects", f"{len(DIALECTS)} forms of assembly."),
        *book.reference,
        ("ref/verdicts.html", "Proofs", "The verdict about each function of each kernel."),
        ("notes.html", "Lab notes", "One page for each family of kernels."),
    ]
    found = [("Interfaces", entries)]
    documents = [entry for entry in book.documents["pages"] if entry["group"]]
    for group, members in itertools.groupby(documents, lambda entry: entry["group"]):
        found.append((group, [(e["url"], _title(e["file"]), e["text"]) for e in members]))
    site.page(
        "ref.html",
        "list.html",
        "Reference",
        "The C and the Python API, the command, operations, dialects, instructions, proofs, and the manual",
        heading="Reference",
        lead="Made from the headers, the manual pages and docs/ of this version.",
        groups=found,
    )


def _title(file):
    from .book import title_of

    return title_of(file) if not file.endswith("README.md") else os.path.dirname(file)
