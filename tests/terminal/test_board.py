"""The table as a picture and in sentences."""

import pytest

from solafide.cards import builtin
from solafide.game import Game, LiveNature, Options, position
from solafide.terminal.board import draw_board
from solafide.text import LANGUAGES
from solafide.text.render.table import table_sentences

CARDS = builtin()
CROWDED = position(
    circles={
        1: {"nobility": "PPCCC", "commoners": "CPPNN", "power": 0},
        5: {},
        7: {"power": 3},
        8: {"power": 1},
        9: {},
        10: {},
    },
    claimed={2: "C", 3: "P", 4: "C", 6: "P"},
    hands={"C": ["C03", "C05"], "P": ["P01"]},
    decks={"C": ["C07"], "P": ["P07"]},
    discards={"P": ["P13", "P16"]},
    fronts={"C": "C45", "P": "P44"},
    rewards={"C": 2},
    disputation=5,
    options=Options(mode="draft", tokens=None, faiths="agreed", first="C"),
)


def picture(lang: str = "en", seat: str | None = "C") -> str:
    return "\n".join(line.plain for line in draw_board(CROWDED.view(seat), CARDS, lang, frozenset({5})))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_six_circles_fit_a_hundred_columns(lang: str) -> None:
    lines = picture(lang).split("\n")
    assert max(map(len, lines)) <= 100
    assert len(lines) <= 32


@pytest.mark.parametrize("lang", LANGUAGES)
def test_eighty_columns_suffice(lang: str) -> None:
    lines = draw_board(CROWDED.view("C"), CARDS, lang, frozenset({5}), width=80)
    assert max(line.cell_len for line in lines) <= 80
    assert sum("●" in line.plain for line in lines) == 6


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_low_screen_keeps_title_circles_and_points(lang: str) -> None:
    lines = [line.plain for line in draw_board(CROWDED.view("C"), CARDS, lang, width=80, low=True)]
    assert max(map(len, lines)) <= 80
    assert len(lines) <= 3 + 2 + 6 * 2
    assert "[1 +7 ] 2=C 3=P 4=C [5 +5◆]" in lines[1]
    assert lines[2].startswith("C/P · ")
    assert " 14/12 · " in lines[2]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("mode", ["first", "draft"])
def test_every_phase_can_be_drawn(lang: str, mode: str) -> None:
    game = Game(Options(mode=mode), nature=LiveNature(bytes(32)))
    while not game.over:
        decision = game.decision()
        assert decision is not None
        for seat in (decision.who, None) if decision.question != "action" or game.version % 4 == 0 else ():
            assert max(line.cell_len for line in draw_board(game.view(seat), CARDS, lang)) <= 100
            assert all(table_sentences(game.view(seat), CARDS, lang))
        game.choose(decision.options[game.version % len(decision.options)])
    assert draw_board(game.view(), CARDS, lang)


def test_print_and_owner_are_shown_by_letters_and_shapes() -> None:
    lines = picture().split("\n")
    at = next(number for number, line in enumerate(lines) if line.startswith(" 1 Upper Saxon"))
    assert lines[at].endswith("Nobility ● ○ │ ○ ○ Commoners")
    assert lines[at + 1].startswith("   ► Nobility   P    P    (C)n C    C")
    assert lines[at + 1].endswith("C 2, P 3")
    assert lines[at + 2].startswith("     Commoners  (C)p P    P    N    N")


def test_the_pyramid_shows_owners_points_and_disputation() -> None:
    board = picture()
    assert "[1 +7 ]" in board
    assert "2 = C" in board
    assert "3 = P" in board
    assert "[5 +5◆]" in board
    assert "5 Upper Rhenish Circle · 5 points · ◆ Disputation  ◄ 5)" in board


def test_piles_cards_in_front_and_score() -> None:
    board = picture()
    columns = {line.split(" │ ")[1].split()[0]: line.split()[-2:] for line in board.split("\n")[3:10] if " │ " in line}
    assert columns["Points"] == ["14", "12"]
    assert columns["Rewards"] == ["2", "0"]
    assert columns["Hand"] == ["2", "1"]
    assert columns["Discard"] == ["0", "2"]
    assert "unlimited" in board
    assert "In front (Catholics): “" in board
    assert "Territorial Churches (P44)”" in board


def test_sentences_name_territories_holders_and_prints() -> None:
    sentences = table_sentences(CROWDED.view("C"), CARDS, "en")
    assert sentences[0] == "You: Catholics."
    assert "2 Lower Saxon Circle, worth 7, claimed: Catholic." in sentences
    first = next(sentence for sentence in sentences if sentence.startswith("1 Upper Saxon"))
    assert "Pomerania Catholic (token on neutral)" in first
    assert "Nobility, dominant: Electoral Saxony Protestant" in first
    assert "Still needed on the dominant side: Catholics 2, Protestants 3." in first
    assert any("The Disputation token is here." in sentence for sentence in sentences)


def test_a_spectator_sees_no_hand() -> None:
    assert "C03" not in picture(seat=None)
    assert "You:" not in picture(seat=None)
