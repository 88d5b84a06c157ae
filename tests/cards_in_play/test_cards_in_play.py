"""Every card, every Foreign Influence card and every result of the chart does what it says, and nothing else."""

import pytest

from cards_in_play import catholic, chart, foreign, protestant
from cards_in_play.row import Row, changed, flat
from solafide.cards import builtin
from solafide.game import ScriptedNature, position

ROWS = [*catholic.ROWS, *protestant.ROWS, *foreign.ROWS, *chart.ROWS]
COSTS = {"C06": 1, "C21": 1, "C24": 1, "C34": 1, "P03": 2, "P14": 2, "P21": 1, "P32": 2}
HANDS = {"C": ["C01", "C02"], "P": ["P01", "P02"]}


def name(row: Row) -> str:
    return f"{row.card} {row.note}".strip()


@pytest.mark.parametrize("row", ROWS, ids=name)
def test_card_in_play(row: Row) -> None:
    game = row.game()
    before = flat(game)
    for choice in row.choices.split():
        who, _, text = choice.rpartition(">")
        decision = game.decision()
        assert decision is not None
        assert decision.who == (who or row.faith)
        game.choose(text, decision.who)
    assert isinstance(game.nature, ScriptedNature)
    assert game.nature.script == []
    assert changed(before, flat(game)) == row.expected(before)


def test_every_card_has_a_row() -> None:
    everything = {*builtin().cards, *(result.id for result in builtin().results)}
    assert len(everything) == 112
    assert {row.card for row in ROWS} == everything


def test_rows_are_unique() -> None:
    names = [name(row) for row in ROWS]
    assert len(set(names)) == len(names)


def test_complex_cards_have_several_rows() -> None:
    """Cards with a cost, effects in one circle, a roll or a place in front of their owner are shown more than once."""
    listed = [row.card for row in ROWS]
    for card in builtin().cards.values():
        shares = any(effect.fields.get("circle") == "same" for effect in card.effects)
        if card.cost or shares or card.military or card.persistent:
            assert listed.count(card.id) > 1, card.id


@pytest.mark.parametrize(("card", "cost"), COSTS.items())
def test_without_its_cost_a_card_cannot_be_played(card: str, cost: int) -> None:
    """§6.4, R18: with other cards of the hand."""
    own = card[0]
    others = [other for other in ("C13", "C31", "P13", "P29") if other[0] == own]
    for others_in_hand in range(cost + 1):
        hands = HANDS | {own: [card, *others[:others_in_hand]]}
        game = position(
            hands=hands, decks={own: [f"{own}45"]}, turn=own
        )  # where drawing is all that is left, it is done
        decision = game.decision()
        assert decision is not None
        assert (decision.who == own and f"play:{card}" in decision.options) == (others_in_hand == cost)
        assert card in game.whole()["faiths"][own]["hand"]


def test_costs_match_the_card_data() -> None:
    costs = {card.id: card.cost for card in builtin().cards.values() if card.cost and card.cost != "any"}
    assert costs == COSTS
