"""Every card, circle and result names the sections and rulings that concern it."""

import pytest

from solafide.cards import builtin
from solafide.server.views.card_faces import EMBLEMS, faces
from solafide.server.views.card_rules import RULES_OF_EFFECTS, rules_of_card
from solafide.text.rules import rules, section_numbers


def test_every_kind_of_effect_has_rules() -> None:
    assert RULES_OF_EFFECTS.keys() == EMBLEMS.keys()


def test_all_faces_name_sections_in_their_order() -> None:
    shown = faces(builtin(), "en")
    order = {part["section"]: at for at, part in enumerate(rules("en"))}
    every_face = [*shown["cards"].values(), *shown["circles"], *shown["results"]]
    assert len(every_face) == 122
    for face in every_face:
        places = [order[section] for section in face["rules"]]
        assert places, face["name"]
        assert places == sorted(set(places)), face["name"]
        assert set(face["rules"]) <= section_numbers()


@pytest.mark.parametrize(
    ("card", "concerned"),
    [
        ("P19", {"6.1", "6.2"}),  # converts and shifts power
        ("C24", {"6.6", "2.4", "R26"}),  # military
        ("C43", {"6.5", "R20"}),  # persistent
        ("P33", {"6.7", "R21"}),  # converts neutrals
        ("F01", {"9", "2.3"}),
    ],
)
def test_rules_of_single_cards(card: str, concerned: set[str]) -> None:
    assert concerned <= set(rules_of_card(builtin().cards[card]))
