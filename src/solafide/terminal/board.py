"""The table as a picture of at most a hundred columns: shapes and letters say everything, colour repeats it."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

from rich.text import Text

from solafide.cards import CardSet
from solafide.game import FAITHS, View
from solafide.terminal.screen import WIDTH
from solafide.text import card_or_result_name, catalogue, circle_name, estate_name, seat_name

STYLES = {"C": "bold", "P": "bold red", "N": "dim"}
TOKENS = {"C": "bold reverse", "P": "bold red reverse"}
ROWS = ((1,), (2, 3), (4, 5, 6), (7, 8, 9, 10))
LEFT = 46  # columns of the pyramid
CELL = 11
TERRITORY = 5

Marks = frozenset[int]


def draw(
    view: View, cards: CardSet, lang: str, marks: Marks = frozenset(), width: int = WIDTH, low: bool = False
) -> list[Text]:
    """The whole table as a seat sees it; `marks` are the circles that may be chosen.

    With fewer than a hundred columns, what stood side by side stands one below the other, and words are left out. A low
    screen gets the pyramid in a line, the score in another, two lines a circle, and no legend.
    """
    lines = [title(view, lang, width)]
    if low:
        lines += [row(view, cards), score_line(view, lang)]
    else:
        lines.append(Text("─" * width, "dim"))
        left, right = pyramid(view, cards, lang), score(view, lang)
        lines += beside(left, right) if width >= WIDTH else left + right
    lines += fronts(view, cards, lang)
    for shown in view["circles"]:
        if shown["state"] == "in_play":
            described = low_circle if low else circle
            lines += described(shown, cards, lang, shown["circle"] in marks, width)
    return lines


def title(view: View, lang: str, width: int) -> Text:
    texts = catalogue(lang)
    if view["turn"] is None:
        told = texts.render("board.title_phase", phase=texts.render(f"phase.{view['phase']}"))
    else:
        told = texts.render("board.title", turn=view["turn_number"], who=seat_name(view["turn"], lang))
    line = Text(told, "bold")
    if view["seat"] is None:
        return line
    you = Text(texts.render("board.you", who=seat_name(view["seat"], lang)), STYLES.get(view["seat"], "bold"))
    line.pad_right(max(1, width - line.cell_len - you.cell_len))
    return line.append_text(you)


def beside(left: list[Text], right: list[Text]) -> list[Text]:
    """Two columns."""
    lines = []
    for one, other in zip_longest(left, right, fillvalue=Text()):
        line = one.copy()
        line.pad_right(max(0, LEFT - line.cell_len))
        lines.append(line.append(" │ ", "dim").append_text(other))
    return lines


def pyramid(view: View, cards: CardSet, lang: str) -> list[Text]:
    """All ten circles in their places, with their state and points, and what the letters mean."""
    lines = []
    for row in ROWS:
        line = Text(" " * (2 + (4 - len(row)) * CELL // 2))
        for number in row:
            line.append_text(cell(view["circles"][number - 1], cards.circles[number - 1].points))
        lines.append(line)
    texts = catalogue(lang)
    for key in ("board.legend_states", "board.legend", "board.legend_token"):
        lines.append(Text(texts.render(key), "dim"))
    return lines


def cell(shown: dict[str, Any], points: int) -> Text:
    number = shown["circle"]
    if shown["state"] == "face_down":
        return Text(f"░ {number} +{points} ░".center(CELL), "dim")
    if shown["state"] == "claimed":
        return Text(f"{number} = {shown['owner']}".center(CELL), STYLES[shown["owner"]])
    star = "◆" if shown["disputation"] else " "
    return Text(f"[{number} +{points}{star}]".center(CELL))


def row(view: View, cards: CardSet) -> Text:
    """All ten circles in one line."""
    line = Text()
    for shown, known in zip(view["circles"], cards.circles, strict=True):
        picture = cell(shown, known.points)
        line.append(picture.plain.strip().replace("░ ", "░").replace(" ░", "░").replace(" = ", "="), picture.style)
        line.append(" ")
    return line


def score_line(view: View, lang: str) -> Text:
    """What matters most of what both players have; the piles can be looked up."""
    rows = holdings(view, lang)
    return Text("C/P · " + " · ".join(f"{name} {'/'.join(values)}" for name, values in rows[:4]))


def score(view: View, lang: str) -> list[Text]:
    """What both players have, side by side."""
    rows = holdings(view, lang)
    label = max(len(name) for name, _ in rows) + 2
    heading = Text(" " * label)
    for faith in FAITHS:
        heading.append(f"{seat_name(faith, lang):>13}", STYLES[faith])
    lines = [heading]
    for name, values in rows:
        line = Text(f"{name:<{label}}")
        for faith, value in zip(FAITHS, values, strict=True):
            line.append(f"{value:>13}", STYLES[faith])
        lines.append(line)
    return lines


def holdings(view: View, lang: str) -> list[tuple[str, list[str]]]:
    """Points, cards and tokens of both faiths, each with its name."""
    texts, faiths = catalogue(lang), view["faiths"]
    unlimited = texts.render("board.tokens_unlimited")
    rows = [
        (texts.render("board.points"), [str(faiths[f]["points"]) for f in FAITHS]),
        (texts.render("board.rewards"), [str(faiths[f]["rewards"]) for f in FAITHS]),
        (texts.render("board.hand"), [str(faiths[f]["hand"]) for f in FAITHS]),
        (texts.render("board.deck"), [str(faiths[f]["deck"]) for f in FAITHS]),
        (texts.render("board.discard"), [str(len(faiths[f]["discard"])) for f in FAITHS]),
        (texts.render("board.aside"), [str(len(faiths[f]["aside"])) for f in FAITHS]),
        (texts.render("board.tokens"), [_or(faiths[f]["tokens"], unlimited) for f in FAITHS]),
    ]
    if view["phase"] == "draft":
        rows = [(texts.render("board.picks"), [str(faiths[f]["picks"]) for f in FAITHS])]
    return rows


def fronts(view: View, cards: CardSet, lang: str) -> list[Text]:
    """The persistent cards that lie in front of the players."""
    texts, lines = catalogue(lang), []
    for faith in FAITHS:
        if card := view["faiths"][faith]["front"]:
            name = f"{card_or_result_name(card, cards, lang)} ({card})"
            lines.append(Text(texts.render("board.front_of", faith=seat_name(faith, lang), card=name), STYLES[faith]))
    return lines


def circle(shown: dict[str, Any], cards: CardSet, lang: str, mark: bool, width: int) -> list[Text]:
    """A circle in play: its name and power track, and both estates."""
    texts, number = catalogue(lang), shown["circle"]
    known = cards.circles[number - 1]
    head = Text(f"{number:>2} ", "bold").append(circle_name(known, lang), "bold")
    head.append(f" · {texts.render('circle.points', n=known.points)}")
    if shown["disputation"]:
        head.append(f" · ◆ {texts.render('board.disputation')}", "bold")
    if mark:
        head.append(f"  ◄ {number})", "bold green")
    track = power_track(shown["power"], lang)
    estates = [estate(shown, name, known, lang, width) for name in ("nobility", "commoners")]
    gap = width - head.cell_len - track.cell_len
    if gap < 1:
        return [head, Text("     ").append_text(track), *estates]
    head.pad_right(gap)
    return [head.append_text(track), *estates]


def low_circle(shown: dict[str, Any], cards: CardSet, lang: str, mark: bool, width: int) -> list[Text]:
    """The same in two lines: what is lacking on the dominant side and the track, then both estates."""
    texts, number = catalogue(lang), shown["circle"]
    known = cards.circles[number - 1]
    head = Text(f"{number:>2} ", "bold").append(circle_name(known, lang), "bold")
    head.append(f" · {texts.render('circle.points', n=known.points)}{' ◆' if shown['disputation'] else ''}")
    lacks = lacking(shown["nobility" if shown["power"] < 2 else "commoners"])
    head.append(f" · {texts.render('board.lacks_short', catholic=lacks['C'], protestant=lacks['P'])}")
    if mark:
        head.append(f" ◄ {number})", "bold green")
    head.pad_right(max(1, width - head.cell_len - len(track(0))))
    sides = Text(" ")
    for name in ("nobility", "commoners"):
        dominant = (shown["power"] < 2) == (name == "nobility")
        sides.append(f"{' ►' if dominant else '  '}{estate_name(name, lang)} ")
        sides.append_text(territories(shown[name], getattr(known, name)))
    return [head.append(track(shown["power"])), sides]


def power_track(power: int, lang: str) -> Text:
    """The track between the names of the estates."""
    return Text(f"{estate_name('nobility', lang)} {track(power)} {estate_name('commoners', lang)}")


def track(power: int) -> str:
    """The four spaces, from Nobility outer to Commoners outer, and where the token stands.

    >>> track(1)
    '○ ● │ ○ ○'
    """
    spaces = ["●" if space == power else "○" for space in range(4)]
    return f"{spaces[0]} {spaces[1]} │ {spaces[2]} {spaces[3]}"


def estate(shown: dict[str, Any], name: str, known: Any, lang: str, width: int) -> Text:
    """A side: each territory with its holder, and the print where a token lies on it; how many each faith lacks."""
    texts = catalogue(lang)
    dominant = (shown["power"] < 2) == (name == "nobility")
    longest = max(len(estate_name(each, lang)) for each in ("nobility", "commoners"))
    line = Text("   ► " if dominant else "     ").append(f"{estate_name(name, lang):<{longest + 2}}")
    line.append_text(territories(shown[name], getattr(known, name)))
    lacks = lacking(shown[name])
    key = "board.lacks_dominant" if dominant else "board.lacks_subordinate"
    told = texts.render(key, catholic=lacks["C"], protestant=lacks["P"])
    if width < WIDTH:
        told = texts.render("board.lacks_short", catholic=lacks["C"], protestant=lacks["P"])
    line.append(f"  {told}", "" if dominant else "dim")
    return line


def territories(holders: str, prints: str) -> Text:
    """A side's territories in their columns."""
    line = Text()
    for holder, printed in zip(holders, prints, strict=True):
        line.append_text(territory(holder, printed))
    return line.append(" " * TERRITORY * (5 - len(holders)))


def lacking(holders: str) -> dict[str, int]:
    """How many territories each faith does not hold.

    >>> lacking("CCPN")
    {'C': 2, 'P': 3}
    """
    return {faith: sum(holder != faith for holder in holders) for faith in FAITHS}


def territory(holder: str, printed: str) -> Text:
    """A letter for who holds it; in brackets if it is a token, with the print behind it.

    >>> territory("C", "C").plain, territory("C", "P").plain
    ('C    ', '(C)p ')
    """
    if holder == printed:
        return Text(f"{holder:<{TERRITORY}}", STYLES[holder])
    token = Text(f"({holder})", TOKENS[holder])
    return token.append(printed.lower(), "dim").append(" " * (TERRITORY - 4))


def _or(value: Any, otherwise: str) -> str:
    return otherwise if value is None else str(value)
