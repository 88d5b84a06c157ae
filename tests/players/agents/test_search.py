"""Small positions whose best choice is known, whole games in every kind of decision, and what a seat cannot know."""

import json
from functools import cache
from typing import Any

import pytest

from rules.table import LAST, cards, choose, convert, disputation, draw, game_with, recover, shift
from solafide.cards import CardSet, builtin
from solafide.game import FAITHS, QUESTIONS, Decision, Game, LiveNature, Options
from solafide.game.view import build_full_view, build_view
from solafide.kernel.redeal import redeal
from solafide.players import SearchLine, SearchPlayer, player
from solafide.players.agents.search import DEFAULT_ITERATIONS
from solafide.players.agents.search_budget import SearchBudget

# Circle 1, worth seven points, is the last one: who claims it wins. If nobody does within three turns, the Catholic
# wins by a point in the first of these, and loses by a point in the second; in the third the claim alone makes a draw.
AHEAD = LAST | dict.fromkeys((2, 6, 7, 9), "C")
BEHIND = LAST | dict.fromkeys((3, 4, 5, 8, 10), "C")
LEVEL = LAST | dict.fromkeys((2, 3, 4, 6), "C")
DECKS = {"C": ["C13", "C14", "C15"], "P": ["P01", "P02", "P03"]}
PROTESTANT = [f"P{number:02}" for number in range(1, 46)]


@cache
def against(effect: str) -> CardSet:
    """The Catholic's cards are as below; all of the Protestant's are alike, so that it is known what they can do."""
    own: dict[str, Any] = {
        "C01": [convert("nobility")],
        "C02": [convert("commoners")],
        "C03": [shift("nobility")],
        "C04": [draw(1)],
        "C05": [disputation(), convert("dominant", circle="same")],
        "C06": {"effects": [convert("nobility", 2)], "cost": {"discard": 1}},
    }
    return cards(**own, **dict.fromkeys(PROTESTANT, json.loads(effect)))


DRAWS = json.dumps([draw(1)])
CONVERTS = json.dumps([convert("commoners")])


def board(cards: CardSet, hand: list[str], claimed: dict[int, str], **circle: Any) -> Game:
    hands = {"C": hand, "P": ["P10", "P11", "P12"]}
    return game_with(circles={1: circle}, claimed=claimed, hands=hands, decks=DECKS, cards=cards, turn_limit=3)


def search_lines(game: Game, **settings: Any) -> dict[str, SearchLine]:
    """Return the result of a search for each option."""
    decision = game.decision()
    assert decision is not None
    search = SearchPlayer(playouts=1, **{"iterations": 150, **settings})
    thinking = search.search(game.view(decision.who), game.cards)
    lines = dict(zip(decision.options, sorted(thinking.lines(), key=lambda line: line.choice), strict=True))
    best = max(lines, key=lambda option: lines[option].visits)
    assert search.choose(game.view(decision.who), decision, game.cards) == best
    return lines


def best(game: Game, **settings: Any) -> str:
    lines = search_lines(game, **settings)
    return max(lines, key=lambda option: lines[option].visits)


def test_an_immediate_claim() -> None:
    game = board(against(DRAWS), ["C01", "C02", "C03"], BEHIND, nobility="PCCCC", power=1)
    lines = search_lines(game)
    assert max(lines, key=lambda option: lines[option].value) == best(game) == "play:C01"
    assert lines["play:C01"].value == 1.0


def test_a_necessary_block() -> None:
    """The Protestant lacks one territory of the dominant Commoners, and every Protestant card takes it."""
    game = board(against(CONVERTS), ["C01", "C02", "C04"], AHEAD, nobility="PPPCC", commoners="PPPPC", power=3)
    lines = search_lines(game)
    assert best(game) == "play:C02"
    assert lines["play:C02"].value == 1.0
    assert lines["play:C01"].value <= 0.5


def test_a_forced_sequence_of_two_turns() -> None:
    """Shift the Power away from the Commoners, then take the last of the Nobility; the other order is too late."""
    game = board(against(CONVERTS), ["C01", "C03", "C04"], BEHIND, nobility="PCCCC", commoners="PPPPC", power=2)
    lines = search_lines(game)
    assert best(game) == "play:C03"
    assert lines["play:C03"].value > 0.4
    assert {lines[option].value for option in lines} == {0.0, lines["play:C03"].value}
    game.choose("play:C03")
    while (decision := game.decision()) is not None and decision.who == "P":
        game.choose(decision.options[0])
    assert best(game) == "play:C01"
    game.choose("play:C01")
    assert game.outcome is not None
    assert game.outcome.winner == "C"


def test_a_disputation_before_the_claim() -> None:
    """The claim alone makes a draw, with the Reward it wins."""
    game = board(against(DRAWS), ["C01", "C02", "C05"], LEVEL, nobility="PCCCC", power=1)
    lines = search_lines(game)
    assert best(game) == "play:C05"
    assert (lines["play:C05"].value, lines["play:C01"].value) == (1.0, 0.5)


def test_a_card_to_keep() -> None:
    """For two of the three territories something must be discarded: not C01, which takes the third next turn."""
    game = board(against(DRAWS), ["C01", "C02", "C03", "C06"], BEHIND, nobility="PPPCC", power=1)
    game.choose("play:C06")
    lines = search_lines(game)
    assert set(lines) == {"discard:C01", "discard:C02", "discard:C03"}
    assert min(lines, key=lambda option: lines[option].value) == "discard:C01"
    assert best(game) != "discard:C01"


def test_a_forced_choice_needs_no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of(1)
    monkeypatch.setattr(SearchPlayer, "_begin", None)
    decision = Decision("C", "action", ("draw",), 0, {})
    assert SearchPlayer(iterations=5).choose(game.view("C"), decision, builtin()) == "draw"


def test_an_empty_hand() -> None:
    hands = {"C": ["C01", "C02"], "P": []}
    game = game_with(circles={1: {"nobility": "PPCCC", "power": 1}}, claimed=BEHIND, hands=hands, decks=DECKS)
    assert best(game, iterations=40) in ("play:C01", "play:C02", "draw")
    assert best(game, iterations=40, assume_known_hand=1) in ("play:C01", "play:C02", "draw")


def test_with_an_assumed_known_hand_a_threat_is_not_blocked() -> None:
    """The same position as above: an opponent without cards in its hand can only draw."""
    game = board(against(CONVERTS), ["C01", "C02", "C04"], AHEAD, nobility="PPPCC", commoners="PPPPC", power=3)
    lines = search_lines(game, assume_known_hand=1)
    assert lines["play:C01"].value == lines["play:C04"].value == 1.0


def test_a_short_horizon_overlooks_the_reply() -> None:
    """Values are asked for at the end of the own turn: with random play from there, a threat is only one of many."""
    game = board(against(CONVERTS), ["C01", "C02", "C04"], AHEAD, nobility="PPPCC", commoners="PPPPC", power=3)
    values = [
        search_lines(game, horizon=horizon, iterations=600, exploration=2000)["play:C01"].value for horizon in (1, 0)
    ]
    assert values[0] > 2 * values[1]


# ---------------------------------------------------------------- whole games


def game_of(number: int, **options: Any) -> Game:
    return Game(Options(**{"faiths": "agreed", **options}), nature=LiveNature(number.to_bytes(32, "big")))


def test_every_kind_of_decision() -> None:
    """Random games in which a search of a few iterations is asked at each kind of question it has seldom met."""
    counts: dict[str, int] = {}
    rough = player("random", 3)
    for number in range(16):
        game = game_of(number, mode=("first", "draft")[number % 2], faiths=("rolled", "agreed")[number % 3 > 0])
        while (decision := game.decision()) is not None:
            view = game.view(decision.who)
            if counts.get(decision.question, 0) < 4:
                counts[decision.question] = counts.get(decision.question, 0) + 1
                choice = SearchPlayer(seed=number, iterations=6, playouts=1).choose(view, decision, builtin())
                assert choice in decision.options
            game.choose(rough.choose(view, decision, builtin()), decision.who)
    natures = {"roll", "draw", "triple", "foreign_draw"}
    assert set(counts) >= set(QUESTIONS) - natures - {"place", "option", "recover"}


@pytest.mark.parametrize(
    ("card", "question"),
    [
        ([{"effect": "convert_neutrals", "circles": [1, 2]}], "place"),
        ([choose([draw(1)], [shift("either")])], "option"),
        ([recover(1)], "recover"),
    ],
)
def test_rare_decisions(card: Any, question: str) -> None:
    game = game_with(
        hands={"C": ["C01", "C02"]},
        decks=DECKS,
        discards={"C": ["C20", "C21"]},
        tokens={"C": 1},
        cards=cards(C01=card),
        turn_limit=10,
    )
    game.choose("play:C01")
    decision = game.decision()
    assert decision is not None
    assert decision.question == question
    assert len(search_lines(game, iterations=10)) == len(decision.options) > 1


@pytest.mark.parametrize("mode", ["first", "draft"])
def test_hidden_cards_change_no_number(mode: str) -> None:
    game, rough, differing = game_of(3, mode=mode), player("random", 5), 0
    search = SearchPlayer(seed=2, iterations=10, playouts=1)
    for step in range(120):
        decision = game.decision()
        assert decision is not None
        view = game.view(decision.who)
        if step % 4 == 0:
            other = game._state.clone()
            redeal(other, FAITHS.index(decision.who), decision.version)
            frame = {name: view[name] for name in ("version", "rules", "options", "cards")}
            there = build_view(other, decision.who, frame, view["decision"], None)
            thoughts = [search.search(each, builtin()) for each in (view, there)]
            assert thoughts[0].lines() == thoughts[1].lines()
            assert search.choose(view, decision, builtin()) == search.choose(there, decision, builtin())
            differing += game.whole() != build_full_view(other)
        game.choose(rough.choose(view, decision, builtin()), decision.who)
    assert differing > 10


# ---------------------------------------------------------------- the tree survives


def questions(game: Game, search: SearchPlayer, many: int) -> list[int]:
    """Play on and return for each decision whether it reused the previous search session, as 0 or 1."""
    reused = []
    for _ in range(many):
        decision = game.decision()
        assert decision is not None
        before = search._last
        choice = search.choose(game.view(decision.who), decision, builtin())
        assert search._last is not None
        reused.append(int(before is not None and before[0] is search._last[0]))
        game.choose(choice, decision.who)
    return reused


def test_the_tree_is_reused_within_a_turn() -> None:
    assert sum(questions(game_of(4), SearchPlayer(iterations=30, playouts=1), 12)) >= 2
    assert sum(questions(game_of(4), SearchPlayer(iterations=30, playouts=1, reuse=0), 12)) == 0


def test_the_same_questions_in_the_same_order_get_the_same_answers() -> None:
    games = [game_of(4), game_of(4)]
    for game in games:
        questions(game, SearchPlayer(iterations=20, playouts=1), 20)
    assert games[0].choices == games[1].choices


def test_the_earlier_name_of_an_option_is_accepted() -> None:
    for name in ("assume_known_hand", "unsuspecting"):
        search = player(f"search:{name}=1")
        assert isinstance(search, SearchPlayer)
        assert search.assume_known_hand == 1


def test_names_and_limits() -> None:
    search = player("search:ms=20,threads=2,horizon=3,playouts=1", seed=4)
    assert isinstance(search, SearchPlayer)
    assert (search.seed, search.budget, search.threads, search.horizon) == (4, SearchBudget(seconds=0.02), 2, 3)
    assert SearchPlayer().budget == SearchBudget(iterations=DEFAULT_ITERATIONS)
