"""The examples in docstrings do what they show."""

import doctest
from importlib import import_module
from pkgutil import walk_packages

import pytest

import solafide

MODULES = ["solafide", *(module.name for module in walk_packages(solafide.__path__, "solafide."))]


@pytest.mark.parametrize("name", [name for name in MODULES if not name.endswith("__main__")])
def test_examples(name: str) -> None:
    failed, _ = doctest.testmod(import_module(name), optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert not failed
