"""The claim of the last circle, in every way that there is: the game ends at once."""

from typing import Any

import pytest

from rules.table import (
    C1,
    LAST,
    OTHER,
    P1,
    P2,
    both_timings,
    cards,
    choose,
    convert,
    convert_neutrals,
    draw,
    draw_play,
    game_with,
    happened,
    kinds,
    lasting,
    nearly,
    neutralise,
    order,
    play,
    shift,
)
from solafide.game import Outcome

HELD = {1: {"nobility": "CCCCC", "power": 2}}  # a shift toward the Nobility is all that is missing
THEIRS = {1: {"nobility": "PPPPP", "power": 2}}
PRINTED = {"nobility": "CCCC", "commoners": "PPNN", "start": "commoners_inner"}

# Each way: the claimer, the cards changed, the circle that is left, more of the position, choices after playing C02
WAYS: dict[str, tuple[str, dict[str, Any], dict[int, Any], dict[str, Any], list[str]]] = {
    "a conversion": ("C", {"C02": [convert("dominant")]}, {1: nearly(1, "C")}, {}, []),
    "a shift": ("C", {"C02": [shift("nobility")]}, HELD, {}, []),
    "a shift to the opponent": ("P", {"C02": [shift("nobility")]}, THEIRS, {}, []),
    "a neutral converter": (
        "C",
        {"C02": [convert_neutrals(1, 2)]},
        {1: {"nobility": "CCNCC", "power": 1}},
        {},
        [],
    ),
    "neutralising": (
        "C",
        {"circles": {1: PRINTED}, "C02": [neutralise("dominant")]},
        {1: {"nobility": "CCCP", "power": 1}},
        {},
        [],
    ),
    "an effect for a card discarded": (
        "C",
        {"C02": {"cost": {"discard": "any"}, "each": shift("nobility")}},
        HELD,
        {},
        [f"discard:{C1}"],
    ),
    "an option": ("C", {"C02": [choose([shift("nobility")], [shift("either")])]}, HELD, {}, ["option:1"]),
    "a card played by a card": (
        "C",
        {"C02": [draw_play(1)], "C04": [shift("nobility")]},
        HELD,
        {"decks": {"C": ["C04"]}},
        [],
    ),
    "the military chart": (
        "P",
        {"C02": {"effects": [draw(1)], "military": True}, "results": {3: [shift("nobility")]}},
        THEIRS,
        {"chance": ["die:3"]},
        [],
    ),
}


@both_timings
@pytest.mark.parametrize("way", WAYS)
def test_the_last_claim_by_a_card_ends_the_game(claims: str, way: str) -> None:
    claimer, changed, circles_left, more, choices = WAYS[way]
    game = game_with(
        claims=claims,
        cards=cards(**changed),
        claimed=LAST,
        circles=circles_left,
        hands={"C": ["C02", C1], "P": [P1, P2]},
        **more,
    )
    events = play(game, "play:C02", *choices)
    assert game.over
    assert [(e["by"], e["circle"]) for e in happened(events, "claimed")] == [(claimer, 1)]
    assert kinds(events)[-2:] == ["claimed", "over"]


@both_timings
def test_the_last_claim_by_foreign_influence(claims: str) -> None:
    """The claim of circle 10 brings a card that shifts circle 9: the game ends before anything else."""
    game = game_with(
        claims=claims,
        claimed=dict.fromkeys(range(1, 9), "P"),
        circles={10: nearly(10, "C"), 9: {"nobility": "CCCCC", "power": 2}},
        hands={"C": ["C01", C1]},
        chance=["card:F08"],
    )
    events = play(game, "play:C01", "deck:shift")
    assert game.outcome == Outcome("P", {"C": 14, "P": 48}, limited=False)
    assert order(events, "claimed", "foreign", "over") == ["claimed", "foreign", "claimed", "over"]


@both_timings
@pytest.mark.parametrize("name", ["C", "P"])
@pytest.mark.parametrize("when", ["own_claim", "opponent_claim"])
def test_the_last_claim_by_a_card_in_front_that_answers_a_claim(claims: str, name: str, when: str) -> None:
    """The faith `name` claims circle 10; the front card of its owner then shifts circle 9."""
    owner = name if when == "own_claim" else OTHER[name]
    front = {"C": "C04", "P": "P10"}[owner]
    own = cards(C02=[shift("nobility")], P02=[shift("nobility")], **{front: lasting(when, shift("nobility"))})
    complete = {"nobility": name * 5, "power": 2}
    game = game_with(
        cards=own,
        claims=claims,
        turn=name,
        claimed=dict.fromkeys(range(1, 9), "P"),
        circles={10: complete, 9: complete},
        hands={"C": ["C02", C1], "P": ["P02", P1]},
        fronts={owner: front},
        chance=["card:F12"],
    )
    events = play(game, f"play:{name}02", "circle:10", "deck:cards", "stop")
    assert game.over
    assert happened(events, "used") == [{"by": owner, "card": front}]
    assert [(e["by"], e["circle"]) for e in happened(events, "claimed")] == [(name, 10), (name, 9)]


@both_timings
@pytest.mark.parametrize(("when", "choice"), [("own_turn", "use:P02"), ("draw_action", "draw")])
def test_the_last_claim_by_a_use_of_a_card_in_front(claims: str, when: str, choice: str) -> None:
    game = game_with(
        cards=cards(P02=lasting(when, shift("nobility"))),
        claims=claims,
        turn="P",
        claimed=LAST,
        circles=THEIRS,
        hands={"P": [P1, P2]},
        decks={"P": ["P04"]},
        fronts={"P": "P02"},
    )
    events = play(game, choice)
    assert game.over
    assert kinds(events)[-2:] == ["claimed", "over"]
