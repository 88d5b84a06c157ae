"""Fill in the figures of docs/model-card.md from the weights file and the measurements."""

from typing import Any

from performance import fill, table
from strength_tables import DOCS, MATCHES, Figures, matches, percent

CARD = DOCS / "model-card.md"
NOT_IN_FILE = "*Not in the file.*"


def model_card(text: str, about: Figures, weights: str, results: dict[str, Figures]) -> str:
    """Return the page with new figures; about: what the file contains; weights: its SHA-256; results: measurements."""
    parts = {
        "facts": facts(about, weights),
        "settings": settings(about),
        "scores": scores(about),
        "matches": matches(results, {key: row for key, row in MATCHES.items() if key[0] == "network"}),
        "training_log": training_log(about),
    }
    for name, content in parts.items():
        text = fill(text, name, content)
    return text


def facts(about: Figures, weights: str) -> str:
    rows = [
        ["SHA-256 of the file", f"`{weights}`"],
        ["made on", fact(about, "day")],
        ["with version", fact(about, "version")],
        ["fingerprint of the cards it has learned", f"`{fact(about, 'rules')}`"],
        ["inputs", fact(about, "inputs")],
        ["hidden units", fact(about, "hidden")],
        ["generations", fact(about, "generations")],
        ["games", fact(about, "games")],
        ["seconds of training, on one core", fact(about, "seconds")],
    ]
    return table([["", ""], *rows])


def fact(about: Figures, name: str) -> str:
    """
    >>> fact({"games": 300000}, "games"), fact({}, "day")
    ('300,000', '*Not in the file.*')
    """
    value: Any = about.get(name, NOT_IN_FILE)
    return f"{value:,.0f}" if isinstance(value, int | float) else str(value)


def settings(about: Figures) -> str:
    if "settings" not in about:
        return NOT_IN_FILE
    return table([["setting", "value"], *([f"`{name}`", str(value)] for name, value in about["settings"].items())])


def scores(about: Figures) -> str:
    if "scores" not in about:
        return NOT_IN_FILE
    rows = [["against", "first game", "draft", "games of each"]]
    for name, by_mode in about["scores"].items():
        rows.append([name, percent(by_mode["first-game"]), percent(by_mode["draft"]), f"{about['contest']:,}"])
    return table(rows)


def training_log(about: Figures) -> str:
    if "diary" not in about:
        return NOT_IN_FILE
    rows = [["games", "searched", "rate", "first game", "draft", "seconds"]]
    for entry in about["diary"]:
        percentages = (percent(entry["scores"][mode]) for mode in ("first-game", "draft"))
        searched = "yes" if entry["searched"] else "no"
        rows.append([f"{entry['games']:,}", searched, f"{entry['rate']:g}", *percentages, f"{entry['seconds']:g}"])
    return table(rows)
