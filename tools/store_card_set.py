"""Store the present built-in card set by the hash of its rules, for games that are stored with it.

    .venv/compiled/bin/python tools/store_card_set.py

Run it after a built-in card, circle or chart result was changed. Files of other rules are never changed. A corrected
name or history goes into the file of the present rules: games by these rules still show it when the rules have changed.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

from solafide.cards import builtin
from solafide.cards.builtin_sets import file_of


def main() -> None:
    file = file_of(builtin())
    text = builtin().canonical() + "\n"
    if file.exists() and file.read_text(encoding="utf-8") == text:
        print(f"{file.name} is stored already.")
        return
    file.parent.mkdir(exist_ok=True)
    file.write_text(text, encoding="utf-8", newline="\n")
    print(f"{file.name} is stored now.")


if __name__ == "__main__":
    main()
