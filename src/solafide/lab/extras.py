"""Packages that only some commands of the lab need: import them, or say which extra brings them."""

from importlib import import_module
from typing import Any

from solafide.game import SolaFideError


def import_extra(module: str, extra: str) -> Any:
    """Import a module of an extra; SolaFideError says how to install it.

    >>> import_extra("no_such_package", "experiments")
    Traceback (most recent call last):
    solafide.game.error.SolaFideError: ('error.extra', {'package': 'no_such_package', 'extra': 'experiments'})
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        package = (error.name or module).partition(".")[0]
        raise SolaFideError("error.extra", package=package, extra=extra) from None
