"""§6 Card actions: converting, shifting, Disputation, costs, persistent and military cards, neutral converters."""

import pytest

from rules.table import (
    cards,
    circle,
    circles_offered,
    convert,
    convert_neutrals,
    disputation,
    draw,
    faith,
    game_with,
    happened,
    kinds,
    nearly,
    neutralise,
    options,
    owners,
    pending_question,
    play,
    power,
    shift,
    tokens,
)

SPARE = {"C": "C13", "P": "P13"}  # another card in the hand, so that playing the first is a choice


# ---------------------------------------------------------------- §6 in the order of the text


def test_6_actions_are_done_in_the_order_of_the_card() -> None:
    own = cards(C02=[draw(), shift("nobility"), disputation("same"), convert("nobility", circle="same")])
    game = game_with(cards=own, circles={1: {}, 2: {}}, hands={"C": ["C02", SPARE["C"]]}, decks={"C": ["C05"]})
    events = play(game, "play:C02", "circle:2")
    assert kinds(events)[:5] == ["played", "drew", "shifted", "disputation", "converted"]


def test_6_after_its_actions_a_card_is_discarded() -> None:
    game = game_with(hands={"C": ["C11", SPARE["C"]], "P": ["P01", "P04"]})
    play(game, "play:C11", "circle:1")
    assert faith(game, "C")["discard"] == ["C11"]


def test_6_a_card_may_be_played_without_effect() -> None:
    """The Catholics hold every Nobility, and have no token left for the Commoners."""
    catholic = {"nobility": "CCCC", "commoners": "CCCC"}
    own = cards(C02=[convert("nobility"), convert("commoners")])
    game = game_with(
        cards=own,
        circles={3: {"commoners": "CCCP", "nobility": "CCCC"}, 4: catholic | {"commoners": "CCPP", "power": 2}},
        hands={"C": ["C02", SPARE["C"]], "P": ["P01", "P04"]},
        tokens={"C": 0},
    )
    before = game.whole()["circles"]
    events = play(game, "play:C02")
    assert kinds(events) == ["played", "skipped", "skipped", "turn"]
    assert game.whole()["circles"] == before


# ---------------------------------------------------------------- §6.1 converting territories


def lower_saxony(name: str) -> dict[int, dict[str, object]]:
    """The printed examples: both players have tokens in the Lower Saxon Circle already."""
    commoners = {"C": "PPNNP", "P": "CPNNC"}[name]
    return {1: {}, 2: {"nobility": "PPPCC", "commoners": commoners}}


def test_6_1_example_ursulines_place_a_token_on_a_protestant_territory() -> None:
    game = game_with(circles=lower_saxony("C"), hands={"C": ["C03", SPARE["C"]]}, decks={"C": ["C05", "C07"]})
    before = tokens(game)
    play(game, "play:C03", "circle:2")
    assert options(game) == {"kind:PP", "kind:CP"}
    events = play(game, "kind:PP")
    assert circle(game, 2)["commoners"] == "CPNNP"
    assert tokens(game) == {"C": before["C"] - 1, "P": before["P"]}
    assert len(happened(events, "drew")) == 1


def test_6_1_example_local_printing_presses_remove_the_catholic_token() -> None:
    game = game_with(turn="P", circles=lower_saxony("P"), hands={"P": ["P19", SPARE["P"]]})
    before = tokens(game)
    play(game, "play:P19", "circle:2")
    assert options(game) == {"kind:PC", "kind:CC"}
    events = play(game, "kind:PC")
    assert circle(game, 2)["commoners"] == "PPNNC"
    assert tokens(game) == {"C": before["C"] + 1, "P": before["P"]}
    assert happened(events, "converted") == [
        {"by": "P", "circle": 2, "side": "commoners", "territory": 0, "print": "P", "holder": "C"}
    ]


def test_6_1_example_edict_of_worms_replaces_the_protestant_token() -> None:
    game = game_with(circles=lower_saxony("C"), hands={"C": ["C18", SPARE["C"]]}, decks={"C": ["C05", "C07"]})
    before = tokens(game)
    play(game, "play:C18", "circle:2")
    assert options(game) == {"kind:PP", "kind:NP"}
    events = play(game, "kind:NP")
    assert circle(game, 2)["nobility"] == "PPCCC"
    assert tokens(game) == {"C": before["C"] - 1, "P": before["P"] + 1}
    assert len(happened(events, "drew")) == 1


def test_6_1_neutral_territories_come_only_when_the_opponent_has_none_there() -> None:
    """Franconian Commoners, PPNN: the Catholic must take both Protestant towns before a neutral one."""
    own = cards(C02=[convert("commoners", 3)])
    game = game_with(cards=own, circles={3: {}}, hands={"C": ["C02", SPARE["C"]]})
    events = play(game, "play:C02")
    assert [(e["territory"], e["print"], e["holder"]) for e in happened(events, "converted")] == [
        (0, "P", "P"),
        (1, "P", "P"),
        (2, "N", "N"),
    ]


def test_6_1_a_neutral_territory_with_a_token_is_no_longer_neutral() -> None:
    """The Protestant token on a neutral print is the opponent's territory: the other neutral has to wait."""
    game = game_with(circles={3: {"commoners": "CCPN", "nobility": "PCCC"}, 1: {}}, hands={"C": ["C03", SPARE["C"]]})
    play(game, "play:C03", "circle:3")
    assert circle(game, 3)["commoners"] == "CCCN"


def test_6_1_a_side_held_completely_cannot_be_converted_further() -> None:
    own = {"nobility": "CCCCC", "power": 2}
    game = game_with(circles={1: {}, 2: own, 3: {}}, hands={"C": ["C01", SPARE["C"]]})
    play(game, "play:C01")
    assert circles_offered(game) == {1, 3}


# ---------------------------------------------------------------- §6.2 shifting power


@pytest.mark.parametrize(("before", "after"), [(2, 0), (3, 1)])
def test_6_2_example_university_of_wittenberg_makes_the_nobility_dominant(before: int, after: int) -> None:
    game = game_with(turn="P", circles={1: {}, 2: {"power": before}}, hands={"P": ["P29", SPARE["P"]]})
    events = play(game, "play:P29", "circle:2")
    assert power(game, 2) == after
    assert happened(events, "shifted") == [{"by": "P", "circle": 2, "from": before, "to": after}]


@pytest.mark.parametrize("outer", [0, 3])
def test_6_2_example_st_bartholomews_day_cannot_be_used_at_the_end_of_the_track(outer: int) -> None:
    game = game_with(
        circles={1: nearly(1, "C"), 2: {"power": outer}, 3: {}},
        hands={"C": ["C01", SPARE["C"]]},
        chance=["card:F07"],
    )
    play(game, "play:C01", "circle:1", "deck:shift")
    assert circle(game, 2)["power"] == outer
    events = game.all_events()
    assert happened(events, "foreign") == [{"by": "C", "deck": "shift", "card": "F07"}]
    assert [e["circle"] for e in happened(events, "shifted")] == [3]


def test_6_2_a_shift_beyond_the_end_stops_there() -> None:
    game = game_with(turn="P", circles={1: {"power": 1}, 2: {"power": 0}}, hands={"P": ["P31", SPARE["P"]]})
    play(game, "play:P31")
    assert power(game, 1) == 0


@pytest.mark.parametrize(
    ("toward", "power_before", "possible"),
    [
        ("nobility", 0, False),
        ("nobility", 3, True),
        ("commoners", 3, False),
        ("commoners", 0, True),
        ("dominant", 0, False),
        ("dominant", 1, True),
        ("dominant", 2, True),
        ("dominant", 3, False),
        ("subordinate", 0, True),
        ("subordinate", 3, True),
        ("either", 0, True),
        ("either", 3, True),
    ],
)
def test_6_2_a_shift_in_the_furthest_position_has_no_effect(toward: str, power_before: int, possible: bool) -> None:
    own = cards(C02=[shift(toward)])
    game = game_with(
        cards=own, circles={2: {"power": power_before}}, hands={"C": ["C02", SPARE["C"]], "P": ["P01", "P04"]}
    )
    events = play(game, "play:C02")
    assert ("shifted" in kinds(events)) is possible
    assert ("skipped" in kinds(events)) is not possible


@pytest.mark.parametrize(("before", "dominant"), [(0, "nobility"), (1, "nobility"), (2, "commoners"), (3, "commoners")])
@pytest.mark.parametrize("side", ["dominant", "subordinate"])
def test_6_2_the_dominant_side_is_where_the_power_token_stands(before: int, dominant: str, side: str) -> None:
    own = cards(C02=[convert(side)])
    game = game_with(cards=own, circles={2: {"power": before}}, hands={"C": ["C02", SPARE["C"]]})
    events = play(game, "play:C02")
    other = "commoners" if dominant == "nobility" else "nobility"
    assert happened(events, "converted")[0]["side"] == (dominant if side == "dominant" else other)


# ---------------------------------------------------------------- §6.3 the Disputation token


@pytest.mark.parametrize("before", [None, 1, 3])
def test_6_3_example_a_man_for_all_seasons_moves_the_token_to_the_lower_saxon_circle(before: int | None) -> None:
    game = game_with(disputation=before, hands={"C": ["C38", SPARE["C"]]})
    play(game, "play:C38")
    assert circles_offered(game) == {1, 2, 3}
    events = play(game, "circle:2")
    assert game.whole()["disputation"] == 2
    assert happened(events, "disputation") == [{"by": "C", "circle": 2, "from": before}]
    assert [c["circle"] for c in game.whole()["circles"] if c["disputation"]] == [2]


def test_6_3_a_token_that_is_there_already_remains() -> None:
    game = game_with(disputation=2, hands={"C": ["C11", SPARE["C"]]})
    play(game, "play:C11")
    assert 2 in circles_offered(game)
    play(game, "circle:2")
    assert game.whole()["disputation"] == 2


def test_6_3_from_the_last_circle_it_cannot_be_moved_away() -> None:
    claimed = {c: "C" if c % 2 else "P" for c in range(2, 11)}
    game = game_with(
        claimed=claimed, circles={1: {}}, disputation=1, hands={"C": ["C11", SPARE["C"]], "P": ["P01", "P04"]}
    )
    play(game, "play:C11")
    assert game.whole()["disputation"] == 1
    assert pending_question(game) == "P action"


# ---------------------------------------------------------------- §6.4 discarding cards for effect


def test_6_4_example_whose_realm_shifts_two_circles_for_two_cards() -> None:
    game = game_with(turn="P", hands={"P": ["P16", "P01", "P04", "P05"]})
    play(game, "play:P16", "discard:P01", "discard:P05", "stop")
    assert faith(game, "P")["hand"] == ["P04"]
    assert circles_offered(game) == {1, 2, 3}
    play(game, "circle:3")
    assert circles_offered(game) == {1, 2}
    play(game, "circle:1")
    assert [power(game, c) for c in (1, 2, 3)] == [1, 2, 1]


def test_6_4_any_number_may_be_zero() -> None:
    game = game_with(turn="P", hands={"P": ["P16", "P01"], "C": ["C01", "C03"]})
    events = play(game, "play:P16", "stop")
    assert kinds(events) == ["played", "turn"]
    assert faith(game, "P")["hand"] == ["P01"]


@pytest.mark.parametrize(("others", "playable"), [(0, False), (1, False), (2, True), (3, True)])
def test_6_4_a_card_is_not_played_without_the_required_discards(others: int, playable: bool) -> None:
    """ "On the Freedom of a Christian" costs two other cards."""
    game = game_with(turn="P", hands={"P": ["P03", "P01", "P04", "P05"][: others + 1]}, decks={"P": ["P06", "P07"]})
    if others == 0:
        assert faith(game, "P")["hand"] == ["P03", "P06"]  # drawing was the only choice
    else:
        assert ("play:P03" in options(game)) is playable


def test_6_4_the_required_cards_are_discarded_before_the_effects() -> None:
    game = game_with(turn="P", circles={2: {}, 3: {}}, hands={"P": ["P03", "P01", "P04", "P05"]})
    play(game, "play:P03")
    assert options(game) == {"discard:P01", "discard:P04", "discard:P05"}
    play(game, "discard:P04", "discard:P05")
    assert pending_question(game) == "P circle"
    assert faith(game, "P")["aside"] == ["P03", "P04", "P05"]
    assert faith(game, "P")["hand"] == ["P01"]


# ---------------------------------------------------------------- §6.5 persistent cards


def test_6_5_a_persistent_card_lies_in_front_and_is_not_discarded() -> None:
    game = game_with(hands={"C": ["C43", "C01"], "P": ["P01", "P04"]})
    events = play(game, "play:C43")
    assert kinds(events)[:2] == ["played", "front"]
    own = faith(game, "C")
    assert (own["front"], own["discard"], own["aside"], own["hand"]) == ("C43", [], [], ["C01"])


def test_6_5_example_conservative_peasantry_takes_the_place_of_the_roman_catechism() -> None:
    game = game_with(hands={"C": ["C44", "C01"], "P": ["P01", "P04"]}, fronts={"C": "C43"})
    events = play(game, "play:C44")
    assert happened(events, "replaced") == [{"by": "C", "card": "C43"}]
    own = faith(game, "C")
    assert (own["front"], own["discard"], own["hand"]) == ("C44", ["C43"], ["C01"])


def test_6_5_each_player_may_have_one() -> None:
    game = game_with(turn="P", hands={"P": ["P44", "P01"]}, fronts={"C": "C43"})
    play(game, "play:P44")
    assert (faith(game, "C")["front"], faith(game, "P")["front"]) == ("C43", "P44")


# ---------------------------------------------------------------- §6.6 military actions


def test_6_6_example_muehlberg_with_a_two_the_protestant_shifts_a_circle_either_way() -> None:
    game = game_with(circles={1: {}, 2: {}, 3: {}}, hands={"C": ["C24", "C01", "C03"]}, chance=["die:2"])
    events = play(game, "play:C24", "discard:C01", "circle:2")
    assert len(happened(events, "converted")) == 2
    assert happened(events, "rolled") == [{"for": "military", "by": "P", "value": 2}]
    assert happened(events, "chart") == [{"by": "P", "roll": 2, "result": "M2"}]
    assert pending_question(game) == "P circle"
    assert circles_offered(game) == {1, 2, 3}
    play(game, "circle:3")
    assert options(game) == {"toward:nobility", "toward:commoners"}
    play(game, "toward:nobility")
    assert power(game, 3) == 1


@pytest.mark.parametrize("die", range(1, 7))
def test_6_6_the_protestant_takes_the_bonus_of_the_chart(die: int) -> None:
    game = game_with(
        circles={2: {}, 3: {}},
        hands={"C": ["C40", "C01", "C05"], "P": ["P01"]},
        decks={"P": ["P04", "P05", "P06"]},
        chance=[f"die:{die}"],
    )
    play(game, "play:C40", "circle:2")
    expected = {1: "P circle", 2: "P circle", 3: "C discard"}
    assert pending_question(game) == expected.get(die, "P action")
    bonus = {4: 1, 5: 2}.get(die, 0)
    assert len(faith(game, "P")["hand"]) == 1 + bonus


def test_6_6_a_card_that_is_not_military_brings_no_roll() -> None:
    game = game_with(circles={2: {}, 3: {}}, hands={"C": ["C03", "C01"], "P": ["P01", "P04"]})
    assert "rolled" not in kinds(play(game, "play:C03", "circle:2"))


def test_6_6_the_roll_comes_after_the_action_and_the_claim() -> None:
    game = game_with(
        circles={2: nearly(2, "C", "commoners"), 3: {}},
        hands={"C": ["C40", "C01"], "P": ["P01", "P04"]},
        chance=["die:6", "card:F10"],
    )
    events = play(game, "play:C40", "circle:2")
    assert [kind for kind in kinds(events) if kind in ("converted", "claimed", "chart", "foreign")] == [
        "converted",
        "claimed",
        "chart",
    ]
    assert pending_question(game) == "C deck"


# ---------------------------------------------------------------- §6.7 special Protestant converting cards

FORTRESS = {3: "C", 6: "P"}  # with these claimed, both circles of "A Mighty Fortress" are in play


def test_6_7_example_a_mighty_fortress_only_in_the_swabian_circle() -> None:
    """The neutrals of the Upper Rhenish Circle are taken: three tokens, all in the Swabian one."""
    game = game_with(
        turn="P",
        claimed=FORTRESS,
        circles={1: {}, 2: {}, 5: {"nobility": "PPCC", "commoners": "PPCC", "power": 1}, 9: {"power": 1}},
        hands={"P": ["P40", "P01"]},
    )
    before = tokens(game)["P"]
    events = play(game, "play:P40")
    assert [(e["circle"], e["side"], e["territory"]) for e in happened(events, "converted")] == [
        (9, "nobility", 1),
        (9, "commoners", 3),
        (9, "commoners", 4),
    ]
    assert (circle(game, 9)["nobility"], circle(game, 9)["commoners"]) == ("PPCCC", "PPPPP")
    assert tokens(game)["P"] == before - 3


def test_6_7_all_neutrals_of_both_sides_of_both_circles() -> None:
    game = game_with(
        turn="P", claimed=FORTRESS, circles={5: {"power": 1}, 9: {"power": 1}}, hands={"P": ["P40", "P01"]}
    )
    events = play(game, "play:P40")
    assert len(happened(events, "converted")) == 6
    assert [circle(game, c)[side] for c in (5, 9) for side in ("nobility", "commoners")] == [
        "PPCC",
        "PPPP",
        "PPCCC",
        "PPPPP",
    ]


@pytest.mark.parametrize("face_down", [True, False], ids=["face down", "claimed"])
def test_6_7_only_in_the_circle_that_is_available(face_down: bool) -> None:
    claimed = {3: "C"} if face_down else {3: "C", 6: "P", 9: "P"}
    game = game_with(turn="P", claimed=claimed, circles={1: {}, 5: {"power": 1}}, hands={"P": ["P40", "P01"]})
    events = play(game, "play:P40")
    assert {e["circle"] for e in happened(events, "converted")} == {5}
    assert len(happened(events, "converted")) == 3


def test_6_7_without_neutrals_it_has_no_effect() -> None:
    claimable = {"nobility": "PPCC", "commoners": "PPCC", "power": 1}
    game = game_with(
        turn="P", claimed={3: "C"}, circles={5: claimable}, hands={"P": ["P40", "P01"], "C": ["C01", "C03"]}
    )
    events = play(game, "play:P40")
    assert kinds(events) == ["played", "skipped", "turn"]


def test_6_7_what_a_green_card_has_neutralised_can_be_converted_again() -> None:
    own = cards(P02=[neutralise("commoners"), convert_neutrals(3, 5)])
    game = game_with(
        cards=own,
        turn="P",
        circles={3: {"commoners": "PPCC", "power": 1}},
        hands={"P": ["P02", "P01"]},
    )
    play(game, "play:P02")
    assert circle(game, 3)["commoners"] == "PPPP"


def test_6_7_it_may_complete_a_dominant_side() -> None:
    game = game_with(turn="P", claimed=FORTRESS, circles={5: {"power": 1}, 9: {}}, hands={"P": ["P40", "P01"]})
    play(game, "play:P40")
    assert owners(game)[9] == "P"
