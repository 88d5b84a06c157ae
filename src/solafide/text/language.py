"""Which language a person reads."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping

from solafide.languages import DEFAULT_LANGUAGE, LANGUAGES

VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE")
UNTRANSLATED = ("c", "posix")


def language(explicit: str | None = None, environ: Mapping[str, str] | None = None) -> str:
    """The language asked for, else that of the environment, else English.

    >>> language("nl_BE"), language(environ={"LANG": "de_AT.UTF-8"}), language(environ={"LANG": "C"})
    ('nl', 'de', 'en')
    """
    if explicit is not None:
        if known := known_language(explicit):
            return known
        from solafide.game import SolaFideError  # not needed otherwise, and slow to import

        raise SolaFideError("cli.error.language", language=explicit, languages=", ".join(LANGUAGES))
    settings = os.environ if environ is None else environ
    for variable in VARIABLES:
        # LANGUAGE is a list of wishes, the others hold one value.
        for wish in settings.get(variable, "").split(":"):
            if known := known_language(wish):
                return known
            if _primary(wish) in UNTRANSLATED:
                return DEFAULT_LANGUAGE
    return DEFAULT_LANGUAGE


def known_language(tag: str) -> str | None:
    """The language of a locale's name such as `hu_HU.UTF-8` or `de-CH`, if there is a catalogue for it."""
    primary = _primary(tag)
    return primary if primary in LANGUAGES else None


def _primary(tag: str) -> str:
    return re.split(r"[-_.@]", tag.strip(), maxsplit=1)[0].lower()
