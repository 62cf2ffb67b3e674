# SPDX-License-Identifier: MIT
"""Renders templates, holds the files of the site until all are made, and writes them."""

import gzip
import os
import shutil
import tempfile

import jinja2

from lab import figures

from .paths import SITE


class Site:
    """The files of the site: {path: bytes}. `write` replaces a folder when all files are complete."""

    def __init__(self):
        self.files, self.index = {}, []
        self.environment = jinja2.Environment(
            loader=jinja2.FileSystemLoader(os.path.join(SITE, "templates")),
            autoescape=True,
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self.environment.filters |= {"number": figures.number, "count": lambda n: f"{n:,}"}

    def add(self, path, content):
        """Adds a file. Text is encoded as UTF-8."""
        if path in self.files:
            raise ValueError(f"two pages have the path {path}")
        self.files[path] = content.encode() if isinstance(content, str) else content

    def page(self, path, template, title, description, words="", search=True, **values):
        """Renders a page, and adds it to the index of the search with its title, description and `words`."""
        up = "../" * path.count("/")
        text = self.environment.get_template(template).render(
            path=path, up=up, title=title, description=description, **values
        )
        self.add(path, text + "\n")
        if search:
            once = " ".join(dict.fromkeys(words.split()))
            self.index.append({"t": title, "u": path, "s": description, "k": once})

    def write(self, folder):
        """Replaces a folder by the files."""
        folder = os.path.abspath(folder)
        parent = os.path.dirname(folder)
        os.makedirs(parent, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".site-", dir=parent) as work:
            new, old = os.path.join(work, "new"), os.path.join(work, "old")
            for path, content in self.files.items():
                target = os.path.join(new, path)
                os.makedirs(os.path.dirname(target), exist_ok=True)
                with open(target, "wb") as file:
                    file.write(content)
            if os.path.isdir(folder):
                shutil.move(folder, old)
            shutil.move(new, folder)

    def sizes(self):
        """Returns (bytes, bytes compressed with gzip) of all files."""
        return (
            sum(map(len, self.files.values())),
            sum(len(gzip.compress(content, 6, mtime=0)) for content in self.files.values()),
        )
