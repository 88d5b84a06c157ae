"""Put the catalogues behind `gettext` as argparse uses it, so that its own sentences come in four languages."""

from __future__ import annotations

import argparse

from solafide.text import Catalogue

# argparse's sentences that can appear: their catalogue keys, and the place of each blank in argparse's own notation.
# What else argparse could say cannot happen with the options of `CommandParser`; a test goes through all wrong uses.
SENTENCES: dict[str, tuple[str, dict[str, str]]] = {
    "usage: ": ("cli.usage", {}),
    "positional arguments": ("cli.arguments", {}),
    "options": ("cli.options", {}),
    "show this help message and exit": ("cli.option.help", {}),
    "argument %(argument_name)s: %(message)s": (
        "cli.parser.argument",
        {"argument": "%(argument_name)s", "message": "%(message)s"},
    ),
    "expected one argument": ("cli.parser.value_missing", {}),
    "ignored explicit argument %r": ("cli.parser.value_extra", {"value": "%s"}),
}


def translate_argparse(texts: Catalogue) -> None:
    """Let argparse take its sentences from a catalogue, from now on."""

    def gettext(message: str) -> str:
        if message not in SENTENCES:
            return message
        key, blanks = SENTENCES[message]
        return texts.render(key, **blanks)

    argparse._ = gettext  # type: ignore[attr-defined]  # the name under which argparse imports gettext.gettext
