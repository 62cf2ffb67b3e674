# SPDX-License-Identifier: MIT
"""The reference of the site, which reads the sources, has the docstrings of the built package."""

import importlib
import inspect
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().parents[3] / "docs/site"))

from generator import pyapi  # noqa: E402

MODULES = pyapi.modules()


def text(value):
    return " ".join((inspect.getdoc(value) or "").split())


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.name)
def test_docstrings(module):
    loaded = importlib.import_module(module.name)
    assert text(loaded) == " ".join(module.text.split())
    for item in module.entries:
        value = getattr(loaded, item.name)
        if item.signature:
            assert text(value) == " ".join(item.text.split()), item.name
        else:
            assert item.text == f"{item.name} = {value!r}"
        for member in item.members:
            assert text(getattr(value, member.name)) == " ".join(member.text.split()), member.name


def test_every_public_name_is_there():
    for module in MODULES:
        loaded = importlib.import_module(module.name)
        public = {
            name for name in getattr(loaded, "__all__", ()) if not inspect.ismodule(getattr(loaded, name))
        }
        assert public <= {item.name for item in module.entries}, module.name
