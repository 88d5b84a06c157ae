"""Choose the language of the reader."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping

from solafide.languages import DEFAULT_LANGUAGE, LANGUAGES

LOCALE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE")
UNTRANSLATED_LOCALES = ("c", "posix")


def preferred_language(explicit: str | None = None, environ: Mapping[str, str] | None = None) -> str:
    """The language that was asked for, else that of the environment, else English.

    >>> preferred_language("nl_BE"), preferred_language(environ={"LANG": "de_AT.UTF-8"})
    ('nl', 'de')
    """
    if explicit is not None:
        if lang := supported_language(explicit):
            return lang
        from solafide.game import SolaFideError  # not needed otherwise, and slow to import

        raise SolaFideError("cli.error.language", language=explicit, languages=", ".join(LANGUAGES))
    variables = os.environ if environ is None else environ
    for variable in LOCALE_VARIABLES:
        # LANGUAGE is a list in order of preference, the others hold one value.
        for tag in variables.get(variable, "").split(":"):
            if lang := supported_language(tag):
                return lang
            if _primary(tag) in UNTRANSLATED_LOCALES:
                return DEFAULT_LANGUAGE
    return DEFAULT_LANGUAGE


def supported_language(tag: str) -> str | None:
    """The language of a locale's name such as `hu_HU.UTF-8` or `de-CH`, if there is a catalogue for it."""
    primary = _primary(tag)
    return primary if primary in LANGUAGES else None


def _primary(tag: str) -> str:
    return re.split(r"[-_.@]", tag.strip(), maxsplit=1)[0].lower()
