"""The languages of the program: the only list of their codes. Everything else is derived from it."""

from typing import Literal, get_args

Language = Literal["en", "de", "nl", "hu"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
DEFAULT_LANGUAGE: Language = LANGUAGES[0]  # where the reader's language is unknown, or a text is missing in it
