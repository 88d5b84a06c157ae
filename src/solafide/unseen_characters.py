"""Characters that are not seen or change the direction of a text: with them one name could look like another."""

import re

CONTROL_CHARACTERS = "\x00-\x1f\x7f-\x9f"
UNSEEN_CHARACTERS = "\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e007f"
_IN_LINES = re.compile(f"(?![\\t\\n\\r])[{CONTROL_CHARACTERS}{UNSEEN_CHARACTERS}]")


def find_unseen_character(text: str) -> str | None:
    """Return the first of them as its number in Unicode; tabs and line ends are allowed.

    >>> find_unseen_character("Wartburg\\n"), find_unseen_character("War\\u202etburg")
    (None, 'U+202E')
    """
    unseen = _IN_LINES.search(text)
    return f"U+{ord(unseen[0]):04X}" if unseen else None
