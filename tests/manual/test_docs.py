# SPDX-License-Identifier: MIT
"""`make docs`: it succeeds, its pages load nothing, and a faulty comment makes it fail."""

import os
import re
import subprocess

from conftest import ROOT


def docs(root, out):
    return subprocess.run(
        [os.path.join(ROOT, "scripts/docs"), str(root), str(out)], capture_output=True, text=True
    )


def test_docs(tmp_path):
    done = docs(ROOT, tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    functions = {page.stem for page in (tmp_path / "man3").glob("og_*.3")}
    index = (tmp_path / "html/index.html").read_text(encoding="utf-8")
    linked = re.findall(r'href="([^"#]*)#?([^"]*)">(og_\w+)</a>', index)
    assert {name for _, _, name in linked} >= functions
    for file, anchor, name in linked:  # every link leads to the anchor of a function
        assert 'id="%s"' % anchor in (tmp_path / "html" / file).read_text(encoding="utf-8"), name


def test_comment_without_errors(tree, tmp_path):
    line = tree.append("status.h", "\n/* Reads a word. Any thread. */\nOG_API int og_new(int word);\n") + 2
    done = docs(tree.root, tmp_path / "out")
    assert done.returncode != 0
    assert "include/oldguard/status.h:%d: og_new: neither" % line in done.stderr


def test_warning_of_doxygen_names_the_header(tree, tmp_path):
    """The rules know a function behind a condition, Doxygen does not."""
    tree.append(
        "sha1.h", "\n#ifdef NEVER\n/* Wipes a message. */\nOG_API void og_sha1_never(void);\n#endif\n"
    )
    line = tree.change("sha1.h", "/* Starts a message. ", "/* Starts a message. See og_sha1_never. ")
    done = docs(tree.root, tmp_path / "out")
    assert done.returncode != 0
    assert (
        "include/oldguard/sha1.h:%d: error: unable to resolve reference to 'og_sha1_never'" % line
        in done.stderr
    )


def test_comments_are_text(tree, tmp_path):
    """What Doxygen would read as a command is printed, a table may end a comment, and functions share one."""
    tree.append(
        "sha1.h", "\n/* Wipe a message. */\nOG_API void og_sha1_a(void);\nOG_API void og_sha1_b(void);\n"
    )
    text = "/* Wipes \\fnord, <b>, @a, #x, 5 %z.\n *\n *     a  table\n *     of two *lines*\n */\n"
    tree.append("sha1.h", "\n" + text + "OG_API void og_sha1_new(void);\n")
    out = tmp_path / "out"
    done = docs(tree.root, out)
    assert done.returncode == 0, done.stderr
    page = (out / "html/sha1_8h.html").read_text(encoding="utf-8")
    assert "Wipes \\fnord, &lt;b&gt;, @a, #x, 5 %z." in page
    assert '<pre class="fragment">    a  table\n    of two *lines*\n</pre>' in page
    assert page.count("Wipe a message.") == 2
    assert "Thread safety" in page[page.index("of two *lines*") :]
