"""§2 Game components: what is in the box."""

from collections import Counter

import pytest

from rules.table import cards, faith, game_with, in_play, tokens
from solafide.cards import Card, Circle, builtin
from solafide.game import Game, LiveNature, Options

CATHOLIC, PROTESTANT, FOREIGN = (
    [card for card in builtin().cards.values() if card.faith == letter] for letter in ("C", "P", "F")
)


def test_2_ten_circles_and_the_cards_of_both_faiths_and_of_foreign_influence() -> None:
    assert [circle.number for circle in builtin().circles] == list(range(1, 11))
    assert [card.number for card in CATHOLIC] == list(range(1, 46))
    assert [card.number for card in PROTESTANT] == list(range(1, 46))
    assert [card.number for card in FOREIGN] == list(range(1, 17))


def test_2_5_sixteen_influence_tokens_a_player() -> None:
    game = Game(nature=LiveNature(bytes(32)))
    assert tokens(game) == {"C": 16, "P": 16}


@pytest.mark.parametrize("circle", builtin().circles, ids=lambda circle: circle.name["en"])
def test_2_1_each_circle_has_points_a_start_space_and_two_sides_of_four_or_five(circle: Circle) -> None:
    assert circle.points in (5, 7)
    assert circle.start in (0, 1, 2, 3)
    assert len(circle.nobility) == len(circle.commoners) in (4, 5)
    assert set(circle.nobility + circle.commoners) <= set("CPN")


@pytest.mark.parametrize("deck", [CATHOLIC, PROTESTANT], ids=["C", "P"])
def test_2_2_fifteen_cards_of_each_faith_have_an_oval_number(deck: list[Card]) -> None:
    assert sum(card.first_game for card in deck) == 15
    assert any(card.persistent for card in deck)


def test_2_2_only_the_catholics_have_military_cards() -> None:
    assert any(card.military for card in CATHOLIC)
    assert not any(card.military for card in PROTESTANT)


def test_2_3_four_sets_of_four_foreign_influence_cards() -> None:
    sets = Counter((card.deck, card.colour) for card in FOREIGN)
    assert sets == {("shift", "blue"): 4, ("convert", "red"): 4, ("cards", "orange"): 4, ("neutralise", "green"): 4}


def test_2_4_the_chart_has_a_result_for_each_face_of_the_die() -> None:
    assert [result.roll for result in builtin().results] == [1, 2, 3, 4, 5, 6]


def test_2_5_and_2_6_rewards_and_the_disputation_token_begin_in_the_supply() -> None:
    game = Game(Options(faiths="agreed", first="C"), nature=LiveNature(bytes(32)))
    assert [faith(game, name)["rewards"] for name in "CP"] == [0, 0]
    assert game.whole()["disputation"] is None


def test_2_an_owner_may_play_with_the_facts_of_the_printed_tiles() -> None:
    own = cards(circles={1: {"points": 5, "nobility": "CCPP", "commoners": "NNNN", "start": "nobility_outer"}})
    game = game_with(cards=own, hands={"C": ["C01"]})
    tile = game.whole()["circles"][0]
    assert (tile["nobility"], tile["commoners"], tile["power"]) == ("CCPP", "NNNN", 0)
    assert in_play(game) == {1, 2, 3}
