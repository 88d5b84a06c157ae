"""The examples in docstrings do what they show."""

import doctest
from importlib import import_module
from pkgutil import walk_packages

import pytest

import solafide
from needs import OPENSPIEL_PACKAGES, skip_without_openspiel

MODULES = ["solafide", *(module.name for module in walk_packages(solafide.__path__, "solafide."))]


@pytest.mark.parametrize("name", [name for name in MODULES if not name.endswith("__main__")])
def test_examples(name: str) -> None:
    try:
        module = import_module(name)
    except ModuleNotFoundError as error:
        if error.name not in OPENSPIEL_PACKAGES:
            raise
        skip_without_openspiel()
    failed, _ = doctest.testmod(module, optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert not failed
