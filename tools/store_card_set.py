"""Store the present built-in card set for games that are stored with it, if no set with its rules is stored yet.

    .venv/compiled/bin/python tools/store_card_set.py

Run it after the rules of a built-in card, circle or chart result were changed. Files that exist are never changed.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

from solafide.cards import builtin
from solafide.cards.builtin_sets import file_of


def main() -> None:
    file = file_of(builtin())
    if file.exists():
        print(f"{file.name} is stored already.")
        return
    file.parent.mkdir(exist_ok=True)
    file.write_text(builtin().canonical() + "\n", encoding="utf-8", newline="\n")
    print(f"{file.name} is stored now.")


if __name__ == "__main__":
    main()
