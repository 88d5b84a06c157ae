"""Draw the table in at most a hundred columns. Shapes and letters carry everything; colour only repeats it."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

from rich.text import Text

from solafide.cards import CardSet
from solafide.game import ESTATES, FAITHS, View
from solafide.game.event_types import Estate
from solafide.game.view_types import CircleInPlay, CircleState
from solafide.terminal.screen import WIDTH_COLUMNS
from solafide.text import card_or_result_name, catalogue, circle_name, estate_name, seat_name

STYLES = {"C": "bold", "P": "bold red", "N": "dim"}
TOKENS = {"C": "bold reverse", "P": "bold red reverse"}
ROWS = ((1,), (2, 3), (4, 5, 6), (7, 8, 9, 10))
PYRAMID_COLUMNS = 46
CELL_COLUMNS = 11
TERRITORY_COLUMNS = 5

Marks = frozenset[int]


def draw_board(
    view: View, cards: CardSet, lang: str, marks: Marks = frozenset(), width: int = WIDTH_COLUMNS, low: bool = False
) -> list[Text]:
    """Draw the whole table as a seat sees it; `marks` are the circles that can be chosen.

    With fewer than a hundred columns, pyramid and score stand one below the other, and words are left out. With `low`,
    for a screen with few lines, the pyramid and the score take one line each, a circle two, and there is no legend.
    """
    lines = [title(view, lang, width)]
    if low:
        lines += [circle_row(view, cards), score_line(view, lang)]
    else:
        lines.append(Text("─" * width, "dim"))
        left, right = pyramid(view, cards, lang), score_table(view, lang)
        lines += side_by_side(left, right) if width >= WIDTH_COLUMNS else left + right
    lines += persistent_cards(view, cards, lang)
    for shown in view["circles"]:
        if shown["state"] == "in_play":
            drawing = draw_low_circle if low else draw_circle
            lines += drawing(shown, cards, lang, shown["circle"] in marks, width)
    return lines


def title(view: View, lang: str, width: int) -> Text:
    """The turn and whose it is, and at the right edge the seat of the reader."""
    texts = catalogue(lang)
    if view["turn"] is None:
        text = texts.render("board.title_phase", phase=texts.render(f"phase.{view['phase']}"))
    else:
        text = texts.render("board.title", turn=view["turn_number"], who=seat_name(view["turn"], lang))
    line = Text(text, "bold")
    if view["seat"] is None:
        return line
    you = Text(texts.render("board.you", who=seat_name(view["seat"], lang)), STYLES.get(view["seat"], "bold"))
    line.pad_right(max(1, width - line.cell_len - you.cell_len))
    return line.append_text(you)


def side_by_side(left: list[Text], right: list[Text]) -> list[Text]:
    """Put two blocks of lines into two columns."""
    lines = []
    for one, other in zip_longest(left, right, fillvalue=Text()):
        line = one.copy()
        line.pad_right(max(0, PYRAMID_COLUMNS - line.cell_len))
        lines.append(line.append(" │ ", "dim").append_text(other))
    return lines


def pyramid(view: View, cards: CardSet, lang: str) -> list[Text]:
    """Return all ten circles in their places with state and points, and a legend."""
    lines = []
    for numbers in ROWS:
        line = Text(" " * (2 + (4 - len(numbers)) * CELL_COLUMNS // 2))
        for number in numbers:
            line.append_text(pyramid_cell(view["circles"][number - 1], cards.circles[number - 1].points))
        lines.append(line)
    texts = catalogue(lang)
    for key in ("board.legend_states", "board.legend", "board.legend_token"):
        lines.append(Text(texts.render(key), "dim"))
    return lines


def pyramid_cell(shown: CircleState, points: int) -> Text:
    """A circle in the pyramid: its number, and its points or its owner."""
    number = shown["circle"]
    if shown["state"] == "face_down":
        return Text(f"░ {number} +{points} ░".center(CELL_COLUMNS), "dim")
    if shown["state"] == "claimed":
        return Text(f"{number} = {shown['owner']}".center(CELL_COLUMNS), STYLES[shown["owner"]])
    disputation = "◆" if shown["disputation"] else " "
    return Text(f"[{number} +{points}{disputation}]".center(CELL_COLUMNS))


def circle_row(view: View, cards: CardSet) -> Text:
    """Return all ten circles in one line."""
    line = Text()
    for shown, printed in zip(view["circles"], cards.circles, strict=True):
        picture = pyramid_cell(shown, printed.points)
        line.append(picture.plain.strip().replace("░ ", "░").replace(" ░", "░").replace(" = ", "="), picture.style)
        line.append(" ")
    return line


def score_line(view: View, lang: str) -> Text:
    """The most important figures of both players in one line."""
    rows = holdings(view, lang)
    return Text("C/P · " + " · ".join(f"{name} {'/'.join(values)}" for name, values in rows[:4]))


def score_table(view: View, lang: str) -> list[Text]:
    """The figures of both players in a table."""
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
    """Labels with the points, cards and tokens of both faiths."""
    texts, faiths = catalogue(lang), view["faiths"]
    unlimited = texts.render("board.tokens_unlimited")
    rows = [
        (texts.render("board.points"), [str(faiths[f]["points"]) for f in FAITHS]),
        (texts.render("board.rewards"), [str(faiths[f]["rewards"]) for f in FAITHS]),
        (texts.render("board.hand"), [str(faiths[f]["hand"]) for f in FAITHS]),
        (texts.render("board.deck"), [str(faiths[f]["deck"]) for f in FAITHS]),
        (texts.render("board.discard"), [str(len(faiths[f]["discard"])) for f in FAITHS]),
        (texts.render("board.aside"), [str(len(faiths[f]["aside"])) for f in FAITHS]),
        (texts.render("board.tokens"), [_token_count(faiths[f]["tokens"], unlimited) for f in FAITHS]),
    ]
    if view["phase"] == "draft":
        rows = [(texts.render("board.picks"), [_pick_count(faiths[f]["picks"]) for f in FAITHS])]
    return rows


def _pick_count(picks: int | None) -> str:
    return "–" if picks is None else str(picks)  # nobody sees how many cards the other has kept (R36)


def persistent_cards(view: View, cards: CardSet, lang: str) -> list[Text]:
    """A line for each persistent card in front of a player."""
    texts, lines = catalogue(lang), []
    for faith in FAITHS:
        if card := view["faiths"][faith]["front"]:
            name = f"{card_or_result_name(card, cards, lang)} ({card})"
            lines.append(Text(texts.render("board.front_of", faith=seat_name(faith, lang), card=name), STYLES[faith]))
    return lines


def draw_circle(shown: CircleInPlay, cards: CardSet, lang: str, mark: bool, width: int) -> list[Text]:
    """Draw a circle in play: its name and power track, and both estates."""
    texts, number = catalogue(lang), shown["circle"]
    printed = cards.circles[number - 1]
    head = Text(f"{number:>2} ", "bold").append(circle_name(printed, lang), "bold")
    head.append(f" · {texts.render('circle.points', n=printed.points)}")
    if shown["disputation"]:
        head.append(f" · ◆ {texts.render('board.disputation')}", "bold")
    if mark:
        head.append(f"  ◄ {number})", "bold green")
    track = power_track(shown["power"], lang)
    estates = [draw_estate(shown, name, printed, lang, width) for name in ESTATES]
    gap = width - head.cell_len - track.cell_len
    if gap < 1:
        return [head, Text("     ").append_text(track), *estates]
    head.pad_right(gap)
    return [head.append_text(track), *estates]


def draw_low_circle(shown: CircleInPlay, cards: CardSet, lang: str, mark: bool, width: int) -> list[Text]:
    """Draw a circle in play in two lines: what is missing on the dominant side and the track, then both estates."""
    texts, number = catalogue(lang), shown["circle"]
    printed = cards.circles[number - 1]
    head = Text(f"{number:>2} ", "bold").append(circle_name(printed, lang), "bold")
    head.append(f" · {texts.render('circle.points', n=printed.points)}{' ◆' if shown['disputation'] else ''}")
    lacks = missing_counts(shown["nobility"] if shown["power"] < 2 else shown["commoners"])
    head.append(f" · {texts.render('board.lacks_short', catholic=lacks['C'], protestant=lacks['P'])}")
    if mark:
        head.append(f" ◄ {number})", "bold green")
    head.pad_right(max(1, width - head.cell_len - len(track_spaces(0))))
    sides = Text(" ")
    for name in ESTATES:
        dominant = (shown["power"] < 2) == (name == "nobility")
        sides.append(f"{' ►' if dominant else '  '}{estate_name(name, lang)} ")
        sides.append_text(draw_territories(shown[name], getattr(printed, name)))
    return [head.append(track_spaces(shown["power"])), sides]


def power_track(power: int, lang: str) -> Text:
    """The Power track between the names of the estates."""
    return Text(f"{estate_name('nobility', lang)} {track_spaces(power)} {estate_name('commoners', lang)}")


def track_spaces(power: int) -> str:
    """The four spaces from Nobility outer to Commoners outer, with the Power token.

    >>> track_spaces(1)
    '○ ● │ ○ ○'
    """
    spaces = ["●" if space == power else "○" for space in range(4)]
    return f"{spaces[0]} {spaces[1]} │ {spaces[2]} {spaces[3]}"


def draw_estate(shown: CircleInPlay, name: Estate, printed: Any, lang: str, width: int) -> Text:
    """Draw an estate: each territory with its holder and, under a token, its print; and how many each faith lacks."""
    texts = catalogue(lang)
    dominant = (shown["power"] < 2) == (name == "nobility")
    longest = max(len(estate_name(each, lang)) for each in ESTATES)
    line = Text("   ► " if dominant else "     ").append(f"{estate_name(name, lang):<{longest + 2}}")
    line.append_text(draw_territories(shown[name], getattr(printed, name)))
    lacks = missing_counts(shown[name])
    key = "board.lacks_dominant" if dominant else "board.lacks_subordinate"
    lacks_text = texts.render(key, catholic=lacks["C"], protestant=lacks["P"])
    if width < WIDTH_COLUMNS:
        lacks_text = texts.render("board.lacks_short", catholic=lacks["C"], protestant=lacks["P"])
    line.append(f"  {lacks_text}", "" if dominant else "dim")
    return line


def draw_territories(holders: str, prints: str) -> Text:
    """Draw the territories of an estate in their columns."""
    line = Text()
    for holder, printed in zip(holders, prints, strict=True):
        line.append_text(draw_territory(holder, printed))
    return line.append(" " * TERRITORY_COLUMNS * (5 - len(holders)))


def missing_counts(holders: str) -> dict[str, int]:
    """Return how many territories each faith does not hold.

    >>> missing_counts("CCPN")
    {'C': 2, 'P': 3}
    """
    return {faith: sum(holder != faith for holder in holders) for faith in FAITHS}


def draw_territory(holder: str, printed: str) -> Text:
    """Draw a territory: the letter of its holder, in brackets if that is a token, with the print behind it.

    >>> draw_territory("C", "C").plain, draw_territory("C", "P").plain
    ('C    ', '(C)p ')
    """
    if holder == printed:
        return Text(f"{holder:<{TERRITORY_COLUMNS}}", STYLES[holder])
    token = Text(f"({holder})", TOKENS[holder])
    return token.append(printed.lower(), "dim").append(" " * (TERRITORY_COLUMNS - 4))


def _token_count(tokens: int | None, unlimited: str) -> str:
    return unlimited if tokens is None else str(tokens)
