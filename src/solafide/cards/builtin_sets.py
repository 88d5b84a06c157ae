"""Every card set that was ever built in, so that stored games find the rules by which they were begun."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

from solafide.cards.cardset import CardSet
from solafide.cards.loader import builtin, from_canonical

# The rules of every set that was ever built in, the first one first: versions 1, 2 and so on.
VERSIONS = ("sha256:ffd4d0c45243d58fcc4720eec84d9b67352c7c93333d9752171b4091d7149e83",)
FOLDER = Path(__file__).with_name("data") / "builtin_sets"  # canonical text, a file for each hash of the rules
# Hashes of whole built-in sets: older servers have stored games by them, and a page that stands open asks by them.
RULES_BY_FULL_HASH = {
    "sha256:63ea4452c6407beff3c3633eb6aa96c0fb364224a37e3ee3489365d673cb467e": (
        "sha256:ffd4d0c45243d58fcc4720eec84d9b67352c7c93333d9752171b4091d7149e83"
    ),
    "sha256:8c616dd60b424accaa384fc84ccc2e826227fd2e99b37a24aa774fb9185a9727": (
        "sha256:ffd4d0c45243d58fcc4720eec84d9b67352c7c93333d9752171b4091d7149e83"
    ),
    "sha256:3583c3ef4b76e919125ffcb9ee95265c16073068869b69e838efdcb1b8c1e4a1": (
        "sha256:ffd4d0c45243d58fcc4720eec84d9b67352c7c93333d9752171b4091d7149e83"
    ),
}


def builtin_versions() -> tuple[CardSet, ...]:
    """Return every set that was ever built in, the first one first; the last one is the present one.

    >>> builtin_versions()[-1] is builtin()
    True
    """
    earlier = (find_builtin(rules_hash) for rules_hash in VERSIONS if rules_hash != builtin().rules_hash)
    return (*(cards for cards in earlier if cards is not None), builtin())


def find_builtin(fingerprint: str) -> CardSet | None:
    """Return the built-in set with these rules, or None if there never was one.

    `fingerprint` is the hash of the rules, or of the whole set as in older databases. Where the rules are those of the
    present set, this is the present set: a game that was stored before a name was corrected shows the corrected name.

    >>> find_builtin(builtin().rules_hash) is builtin()
    True
    """
    rules_hash = RULES_BY_FULL_HASH.get(fingerprint, fingerprint)
    if rules_hash in (builtin().rules_hash, builtin().hash):
        return builtin()
    return _earlier_sets(file_of(builtin())).get(rules_hash)


@cache
def _earlier_sets(present: Path) -> dict[str, CardSet]:
    """Read the sets whose rules are not the present ones: by the hash of their rules, and by that of the whole set."""
    sets_by_hash: dict[str, CardSet] = {}
    for file in sorted(FOLDER.glob("*.json")):
        if file != present:
            cards = replace(from_canonical(file.read_text(encoding="utf-8"), file.name), builtin=True)
            sets_by_hash |= {cards.rules_hash: cards, cards.hash: cards}
    return sets_by_hash


def file_of(cards: CardSet) -> Path:
    """Return where a set with these rules is kept."""
    return FOLDER / f"{cards.rules_hash.removeprefix('sha256:')}.json"
