# SPDX-License-Identifier: MIT
import os
import shutil
import sys

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "docs", "reference"))


class Tree:
    """A copy of the headers, which a test may change."""

    def __init__(self, folder):
        self.root = str(folder)
        shutil.copytree(os.path.join(ROOT, "include"), folder / "include")
        shutil.copy(os.path.join(ROOT, "CMakeLists.txt"), folder)

    def change(self, header, old, new):
        """Replaces the only occurrence of a text, and returns the line of `new`."""
        path = os.path.join(self.root, "include/oldguard", header)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        assert text.count(old) == 1, "%s: %r occurs %d times" % (header, old, text.count(old))
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace(old, new))
        return text.count("\n", 0, text.index(old)) + 1

    def append(self, header, text):
        """Adds declarations before the end of a header, and returns the line of their first."""
        end = "#ifdef __cplusplus\n}\n#endif\n"
        return self.change(header, end, text + end)


@pytest.fixture
def tree(tmp_path):
    return Tree(tmp_path)
