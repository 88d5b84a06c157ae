"""Fill in the figures of docs/model-card.md from the weights file and the measurements."""

from typing import Any

from findings import DOCS, MATCHES, Found, matches, percent
from performance import fill, table

CARD = DOCS / "model-card.md"
UNTOLD = "*Not told by the file.*"


def model_card(text: str, about: Found, weights: str, found: dict[str, Found]) -> str:
    """Return the page with new figures; about: what the file contains; weights: its SHA-256; found: measurements."""
    parts = {
        "facts": facts(about, weights),
        "settings": settings(about),
        "scores": scores(about),
        "matches": matches(found, {key: asked for key, asked in MATCHES.items() if key[0] == "network"}),
        "diary": diary(about),
    }
    for name, content in parts.items():
        text = fill(text, name, content)
    return text


def facts(about: Found, weights: str) -> str:
    rows = [
        ["SHA-256 of the file", f"`{weights}`"],
        ["made on", _told(about, "day")],
        ["with version", _told(about, "version")],
        ["fingerprint of the cards it has learned", f"`{_told(about, 'rules')}`"],
        ["inputs", _told(about, "inputs")],
        ["hidden units", _told(about, "hidden")],
        ["generations", _told(about, "generations")],
        ["games", _told(about, "games")],
        ["seconds of training, on one core", _told(about, "seconds")],
    ]
    return table([["", ""], *rows])


def _told(about: Found, name: str) -> str:
    """
    >>> _told({"games": 300000}, "games"), _told({}, "day")
    ('300,000', '*Not told by the file.*')
    """
    value: Any = about.get(name, UNTOLD)
    return f"{value:,.0f}" if isinstance(value, int | float) else str(value)


def settings(about: Found) -> str:
    if "settings" not in about:
        return UNTOLD
    return table([["setting", "value"], *([f"`{name}`", str(value)] for name, value in about["settings"].items())])


def scores(about: Found) -> str:
    if "scores" not in about:
        return UNTOLD
    rows = [["against", "first game", "draft", "games of each"]]
    for name, found in about["scores"].items():
        rows.append([name, percent(found["first-game"]), percent(found["draft"]), f"{about['contest']:,}"])
    return table(rows)


def diary(about: Found) -> str:
    if "diary" not in about:
        return UNTOLD
    rows = [["games", "searched", "rate", "first game", "draft", "seconds"]]
    for entry in about["diary"]:
        found = (percent(entry["scores"][mode]) for mode in ("first-game", "draft"))
        searched = "yes" if entry["searched"] else "no"
        rows.append([f"{entry['games']:,}", searched, f"{entry['rate']:g}", *found, f"{entry['seconds']:g}"])
    return table(rows)
