# SPDX-License-Identifier: MIT
"""What is wrong with the sources of the site ends the build with a message that names file and line."""

import ast
import dataclasses
import json
import os
import re
import subprocess
import sys

import pytest
from conftest import ROOT
from generator import instruction_pages, kernel_pages, kernels, machines, markdown, paths, prose_pages, pyapi
from generator.book import Book
from generator.build import build
from generator.errors import SiteError
from generator.output import Site

from asmgen import kernel as asmgen_kernel
from asmgen.errors import KernelError
from lab import limits

KERNEL = '''# SPDX-License-Identifier: MIT
"""state := state

Inputs     cv: 5 words
Output     cv
Approach   Returns at once.
Registers  rdi       cv
Lab notes  none
"""

from asmgen.kernel import Kernel
from asmgen.x86.registers import *  # noqa: F403

KERNEL = Kernel(stem="sha1_x64_planted", arch="x64", summary="planted")


@KERNEL.function("sha1.blocks")
def blocks(f):
    f.frame(arguments={"cv": rdi, "blocks": rsi, "nblocks": rdx}, registers={})
    f.leave()
'''


def gathered(folder, text):
    """Returns the site's Kernel of the text of a kernel's file."""
    path = folder / "planted" / "sha1_x64_planted.py"
    path.parent.mkdir(parents=True)
    path.write_text(text)
    sys.modules.pop("planted.sha1_x64_planted", None)
    sys.modules.pop("planted", None)
    sys.path.insert(0, str(folder))
    try:
        return kernels._kernel(asmgen_kernel.load(str(path), str(path.parent)), kernels.names())
    finally:
        sys.path.remove(str(folder))


def test_planted_kernel_is_right(tmp_path):
    kernel = gathered(tmp_path, KERNEL)
    assert kernel.idea == [("Approach", "Returns at once.")]
    assert kernel.banner.registers[0].registers == ("rdi",)


@pytest.mark.parametrize("section", ["Inputs", "Output", "Lab notes"])
def test_banner_without_a_section(tmp_path, section):
    lines = [line for line in KERNEL.split("\n") if not line.startswith(section)]
    with pytest.raises(SiteError) as error:
        gathered(tmp_path, "\n".join(lines))
    assert str(error.value).endswith(f"sha1_x64_planted.py:2: the banner has no section '{section}'")


def test_banner_without_an_idea(tmp_path):
    with pytest.raises(SiteError, match="planted.py:2: the banner has no section 'Idea' or 'Approach'"):
        gathered(tmp_path, KERNEL.replace("Approach   Returns", "Loop       Returns"))


def test_operation_without_a_title(monkeypatch):
    known = kernels.names()
    del known["operations"]["sha1.blocks"]
    monkeypatch.setattr(kernels, "names", lambda: known)
    with pytest.raises(SiteError, match="docs/site/names.json:1: no title of the operation 'sha1.blocks'"):
        kernels.gather(["sha1_x64_fast"])


def test_feature_without_a_name(monkeypatch):
    known = kernels.names()
    del known["features"]["shani"]
    monkeypatch.setattr(kernels, "names", lambda: known)
    with pytest.raises(SiteError, match="docs/site/names.json:1: no name of the CPU feature 'shani'"):
        kernels.gather(["sha1_x64_shani"])


def test_results_of_an_unknown_machine(tmp_path, monkeypatch):
    (tmp_path / "docs/results").mkdir(parents=True)
    (tmp_path / "docs/results/pentium.json").write_text("{}")
    (tmp_path / "bench/lab").mkdir(parents=True)
    (tmp_path / "bench/lab/readme.json").write_text(json.dumps({"machines": []}))
    monkeypatch.setattr(paths, "ROOT", str(tmp_path))
    with pytest.raises(SiteError) as error:
        machines.gather()
    assert (
        str(error.value) == "docs/results/pentium.json:1: a machine that bench/lab/readme.json does not name"
    )


def test_results_of_another_schema(tmp_path, monkeypatch):
    (tmp_path / "docs/results").mkdir(parents=True)
    (tmp_path / "docs/results/pentium.json").write_text('{\n"schema": "other"}')
    (tmp_path / "bench/lab").mkdir(parents=True)
    entry = {"results": "pentium.json", "title": "Pentium"}
    (tmp_path / "bench/lab/readme.json").write_text(json.dumps({"machines": [entry]}))
    monkeypatch.setattr(paths, "ROOT", str(tmp_path))
    with pytest.raises(SiteError, match="docs/results/pentium.json:2: not results of the schema"):
        machines.gather()


def test_limit_of_an_unknown_kernel_or_operation():
    operations = {entry["name"]: {entry["op"]} for entry in limits.known()}
    operations["des_x64_avx2_x256"] = {"des.ecb", "des3.cbc_dec"}
    operations["des_x64_avx512_x512"] = {"des.ecb", "des3.cbc_dec"}
    machines.check_limits(operations)
    with pytest.raises(
        SiteError, match=r"bench/lab/limits.json:\d+: 'sha1_x64_fast' has no operation 'sha1.blocks'"
    ):
        machines.check_limits(operations | {"sha1_x64_fast": {"sha1.lanes"}})
    del operations["sha1_x64_fast"]
    with pytest.raises(SiteError, match=r"bench/lab/limits.json:\d+: 'sha1_x64_fast' is no kernel"):
        machines.check_limits(operations)


def test_kernel_that_is_faster_than_its_limit(monkeypatch):
    known = [dict(entry, limit=2) for entry in limits.known() if entry["name"] == "sha1_x64_shani"]
    monkeypatch.setattr(limits, "known", lambda: known)
    with pytest.raises(
        SiteError, match=r"limits.json:\d+: 'sha1_x64_shani' is faster than its limit: 1\.\d+ on AMD Zen 3"
    ):
        machines._machine("zen-3.json", "AMD Zen 3")


@pytest.mark.parametrize(
    "measured, said",
    [
        (1.8824, "SHA-1 takes 1.88 cycles per byte, the limit by a chain."),
        (1.907, "SHA-1 takes 1.91 cycles per byte, the limit by a chain."),
        (2.0, "SHA-1 takes at least 1.89 cycles per byte, by a chain. Measured: 2.00, 6 % above."),
    ],
)
def test_sentence_about_a_limit(measured, said):
    entry = {"limit": 1.89, "measured": measured, "unit": "cycles/byte", "why": "a chain"}
    assert kernel_pages.bound(entry, "SHA-1") == said


def test_pages_link_to_the_source():
    pages = build(["sha1_x64_fast"], "https://example.org/oldguard").files
    for path, content in pages.items():
        if path.endswith(".html"):
            assert b'<a href="https://example.org/oldguard">Source</a>' in content, path
    assert b"git clone https://example.org/oldguard oldguard" in pages["get.html"]


def test_mnemonic_without_a_meaning(monkeypatch):
    (kernel,) = kernels.gather(["sha1_x64_fast"])
    known = {mnemonic: text for mnemonic, text in kernel.arch.meanings.items() if mnemonic != "bswap"}
    monkeypatch.setattr(kernel.source, "arch", dataclasses.replace(kernel.arch, meanings=known))
    item = next(i for f in kernel.unit.functions for i in f.instructions() if i.form.mnemonic == "bswap")
    with pytest.raises(
        KernelError, match=r"^asm/kernels/sha1/.*\.py:\d+: 'bswap' has no line in isa/meanings.py of x64"
    ):
        instruction_pages._meaning(kernel, item)


def test_dialect_and_export_that_a_kernel_cannot_have():
    """The page of the kernel gives the reasons."""
    page = build(["sha1_x86_shani", "des_x64_avx2_lanes"])
    text = page.files["kernels/sha1_x86_shani.html"].decode()
    assert re.search(
        r"<li><code>solaris</code>: asm/kernels/sha1/shani/\w+\.py:\d+: &#39;\w+&#39; needs an assembler",
        text,
    )
    assert "<summary>Dialects that this kernel cannot have</summary>" in text
    assert "no export for operation des.lanes" in page.files["kernels/des_x64_avx2_lanes.html"].decode()


def test_page_that_is_missing(monkeypatch):
    book = Book(["sha1_x64_fast"])
    book.documents["ways"][0]["file"] = "docs/ways/none.md"
    with pytest.raises(SiteError, match="^docs/ways/none.md:1: No such file"):
        prose_pages.add(Site(), book)


def test_document_without_a_page():
    book = Book(["sha1_x64_fast"])
    del book.links.pages["docs/audit.md"]
    with pytest.raises(
        SiteError, match="^docs/audit.md:1: no page is made from this file: add it to docs/site/pages.json"
    ):
        book.check_documents()


def test_table_that_does_not_exist(tmp_path, monkeypatch):
    (tmp_path / "a.md").write_text("# A\n\ntext\n\n<!-- table: none -->\n")
    monkeypatch.setattr(paths, "ROOT", str(tmp_path))
    links = markdown.Links({}, set(), {"one": lambda up: "<table></table>"})
    with pytest.raises(SiteError, match="^a.md:5: no table is called 'none'"):
        markdown.render(paths.read("a.md"), links, "a.md", "")
    html, _ = markdown.render("<!-- table: one -->\n", links, "a.md", "")
    assert html == "<table></table>"


def test_blocks_of_the_ways_in():
    text = (
        "```console\n$ a b \\\n    c\n$ out\n```\n\n```console not run: it needs a network\n$ d\n```\n\n"
        "```c e.c\nint x;\n```\n"
    )
    html, _ = markdown.render(text, markdown.Links({}, set()), "a.md", "")
    assert '<b class="cmd">a b \\</b>\n<b>    c</b>\n<b class="cmd">out</b></pre>' in html
    assert '<p class="caption">Not run by the tests: it needs a network.</p><pre' in html
    assert '<p class="caption"><code>e.c</code></p><pre' in html


def test_python_name_without_a_docstring(tmp_path, monkeypatch):
    monkeypatch.setattr(paths, "ROOT", str(tmp_path))

    def item(text, compiled=None):
        (tmp_path / "m.py").write_text(text)
        return pyapi._Scope(ast.parse(text), "m.py", compiled or {}).item("f")

    assert item('def f(a, b=1) -> int:\n    """Returns."""').signature == "f(a, b=1) -> int"
    with pytest.raises(SiteError, match="^m.py:2: 'f' has no docstring"):
        item("\ndef f():\n    pass")
    with pytest.raises(SiteError, match="'f' has no docstring in bindings/python/src/_oldguard"):
        item("from ._oldguard import g as f")
    with pytest.raises(SiteError, match="'f' is public and not defined"):
        item("g = 1")
    found = item("from ._oldguard import g as f", {"g": pyapi.Item("g", "g(a)", "Returns.")})
    assert (found.name, found.signature, found.text) == ("f", "f(a)", "Returns.")


def test_json_that_is_none(tmp_path, monkeypatch):
    (tmp_path / "a.json").write_text('{\n"a": }')
    monkeypatch.setattr(paths, "ROOT", str(tmp_path))
    with pytest.raises(SiteError, match="a.json:2: "):
        paths.read_json("a.json")


def test_markdown_links():
    links = markdown.Links({"docs/a.md": "ref/a.html"}, {"sha1_x64_fast"})
    text = (
        "# A\n\n[b](a.md#x) [c](no.md) [d](https://example.org/) `sha1_x64_fast` `sha1_x64_none` "
        "`docs/a.md` `docs/no.md` <b>\n"
    )
    html, headings = markdown.render(text, links, "docs/b.md", "../")
    assert headings == [(1, "a", "A")]
    assert '<a href="../ref/a.html#x">b</a> c d ' in html
    assert '<a href="../kernels/sha1_x64_fast.html"><code>sha1_x64_fast</code></a>' in html
    assert '<a href="../ref/a.html"><code>docs/a.md</code></a>' in html
    assert "<code>sha1_x64_none</code> " in html and " <code>docs/no.md</code>" in html and "<b>" not in html


def test_command(tmp_path):
    """A wrong request is reported by the command, and nothing is written."""
    command = [sys.executable, "-B", os.path.join(ROOT, "docs", "site", "oldguard-site")]
    place = tmp_path / "site"
    done = subprocess.run(
        [*command, "build", "--only", "none", "-o", str(place)], capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "oldguard-site: no kernel is called 'none'\n"
    assert not place.exists()
    assert subprocess.run(command, capture_output=True).returncode == 2


def test_kernel_of_an_unknown_layout(tmp_path):
    kernel = gathered(tmp_path, KERNEL)
    with pytest.raises(SiteError, match="sha1_x64_planted.py:1: no drawing of its layout: add "):
        Book.drawing(kernel)
