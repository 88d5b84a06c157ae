"""The packages of the server, which only `pip install "solafide[server]"` installs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from solafide.game import SolaFideError


@contextmanager
def server_extra(key: str = "server.error.extra") -> Iterator[None]:
    """Import parts of the server; a missing package becomes a sentence that says what to install.

    >>> with server_extra():
    ...     import no_such_package
    Traceback (most recent call last):
    solafide.game.error.SolaFideError: ('server.error.extra', {'package': 'no_such_package'})
    """
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package == "solafide":  # a mistake of the program, not of the installation
            raise
        raise SolaFideError(key, package=package) from None
