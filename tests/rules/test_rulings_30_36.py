"""The rulings 30 to 36: points that our own cards raise."""

import pytest

from rules.table import (
    C1,
    C2,
    LAST,
    OTHER,
    P1,
    P2,
    both_faiths,
    both_timings,
    cards,
    circles_offered,
    convert,
    convert_neutrals,
    disputation,
    draw,
    draw_play,
    faith,
    game_with,
    happened,
    kinds,
    lasting,
    nearly,
    neutralise,
    options,
    order,
    owners,
    pending_question,
    play,
    power,
    recover,
    shift,
)

# ---------------------------------------------------------------- 30: own_claim and opponent_claim

BOTH_FRONTS = cards(
    C02=lasting("own_claim", draw(1)),
    P02=lasting("opponent_claim", draw(1)),
)


@both_timings
def test_r30_foreign_influence_then_own_claim_then_opponent_claim(claims: str) -> None:
    game = game_with(
        cards=BOTH_FRONTS,
        claims=claims,
        circles={2: nearly(2, "C"), 3: {}},
        hands={"C": ["C09", C1], "P": [P1, P2]},
        decks={"C": ["C05"], "P": ["P04"]},
        fronts={"C": "C02", "P": "P02"},
        chance=["card:F12"],
    )
    play(game, "play:C09", "circle:2")
    assert pending_question(game) == "C deck"
    events = play(game, "deck:cards", "stop")
    assert [(e["event"], e["by"]) for e in events if e["event"] in ("foreign", "used", "drew")] == [
        ("foreign", "C"),
        ("used", "C"),
        ("drew", "C"),
        ("used", "P"),
        ("drew", "P"),
    ]


@both_timings
@pytest.mark.parametrize(("claimer", "drawers"), [("C", ["C", "P"]), ("P", [])])
def test_r30_only_for_claims_of_the_right_faith(claims: str, claimer: str, drawers: list[str]) -> None:
    game = game_with(
        cards=BOTH_FRONTS,
        claims=claims,
        circles={2: {"nobility": claimer * 5, "power": 2}, 3: {}},
        hands={"C": ["C25", C1], "P": [P1, P2]},
        decks={"C": ["C05"], "P": ["P04"]},
        fronts={"C": "C02", "P": "P02"},
        chance=["card:F12"],
    )
    events = play(game, "play:C25", "circle:2", "deck:cards", "stop")
    assert [e["by"] for e in happened(events, "used")] == drawers


def test_r30_each_claim_counts() -> None:
    """Two claims: Foreign Influence, the persistent card, Foreign Influence, the persistent card."""
    own = cards(P02=[convert_neutrals(3, 5)], P10=lasting("own_claim", draw(1)))
    game = game_with(
        cards=own,
        turn="P",
        circles={3: {}, 5: {}},
        hands={"P": ["P02", P1]},
        decks={"P": ["P04", "P05"]},
        fronts={"P": "P10"},
        chance=["card:F12", "card:P04", "card:F12", "card:P05"],
    )
    events = play(game, "play:P02", "claim:3", "deck:cards", "stop")
    assert order(events, "foreign", "used", "drew") == ["foreign", "used", "drew"]
    events = play(game, "deck:cards", "stop")
    assert order(events, "foreign", "used", "drew") == ["foreign", "used", "drew"]


def test_r30_the_card_must_lie_in_front_when_the_claim_happens() -> None:
    """It comes in front only after the claim, by a card that the second effect plays: too late."""
    own = cards(C02=[convert("nobility"), draw_play(1)], C04=lasting("own_claim", draw(1)))
    game = game_with(
        cards=own,
        circles={2: nearly(2, "C"), 3: {}},
        hands={"C": ["C02", C1], "P": [P1, P2]},
        decks={"C": ["C04"]},
        discards={"C": ["C05"]},
        chance=["card:C04", "card:F12"],
    )
    events = play(game, "play:C02", "circle:2", "deck:cards", "stop")
    assert faith(game, "C")["front"] == "C04"
    assert "used" not in kinds(events)


def test_r30_a_card_that_was_replaced_after_the_claim_still_works_for_it() -> None:
    own = cards(
        C02=[convert("nobility"), draw_play(1)], C04=lasting("own_claim", draw(1)), C06=lasting("hand_limit", limit=7)
    )
    game = game_with(
        cards=own,
        circles={2: nearly(2, "C"), 3: {}},
        hands={"C": ["C02", C1], "P": [P1, P2]},
        decks={"C": ["C06"]},
        discards={"C": ["C05"]},
        fronts={"C": "C04"},
        chance=["card:C06", "card:F12"],
    )
    events = play(game, "play:C02", "circle:2", "deck:cards", "stop")
    assert faith(game, "C")["front"] == "C06"
    assert happened(events, "used") == [{"by": "C", "card": "C04"}]


@both_timings
def test_r30_nothing_after_the_last_claim(claims: str) -> None:
    game = game_with(
        cards=BOTH_FRONTS,
        claims=claims,
        claimed=LAST,
        circles={1: nearly(1, "C")},
        hands={"C": ["C09", C1], "P": [P1, P2]},
        decks={"C": ["C05"], "P": ["P04"]},
        fronts={"C": "C02", "P": "P02"},
    )
    events = play(game, "play:C09")
    assert kinds(events)[-2:] == ["claimed", "over"]
    assert "used" not in kinds(events)


# ---------------------------------------------------------------- 31: draw_play

PLAYS = cards(C02=[draw_play(2), draw(1)])


def test_r31_one_of_the_drawn_cards_must_be_played_and_the_rest_stay() -> None:
    game = game_with(cards=PLAYS, hands={"C": ["C02", C1], "P": [P1, P2]}, decks={"C": ["C05", "C18"]})
    play(game, "play:C02")
    assert (pending_question(game), options(game)) == ("C play_drawn", {"play:C05", "play:C18"})
    events = play(game, "play:C18")
    assert happened(events, "played") == [{"by": "C", "card": "C18"}]
    assert "C05" in faith(game, "C")["hand"]


def test_r31_other_cards_of_the_hand_may_pay_its_cost() -> None:
    game = game_with(cards=PLAYS, hands={"C": ["C02", C1, C2], "P": [P1, P2]}, decks={"C": ["C34"]})
    play(game, "play:C02")
    assert (pending_question(game), options(game)) == ("C cost", {f"discard:{C1}", f"discard:{C2}"})


def test_r31_and_so_may_the_other_drawn_card() -> None:
    game = game_with(cards=PLAYS, hands={"C": ["C02"], "P": [P1, P2]}, decks={"C": ["C34", "C21"]})
    play(game, "play:C02")
    assert options(game) == {"play:C34", "play:C21"}
    events = play(game, "play:C34")
    assert happened(events, "discarded") == [{"by": "C", "card": "C21", "why": "cost"}]


def test_r31_cards_that_cannot_be_played_stay_in_the_hand() -> None:
    game = game_with(cards=PLAYS, turn="C", hands={"C": ["C02"], "P": [P1, P2]}, decks={"C": ["C34"]})
    events = play(game, "play:C02")
    assert "played" not in kinds(events)[1:]
    assert faith(game, "C")["hand"] == ["C34"]
    assert pending_question(game) == "P action"


def test_r31_only_the_playable_ones_are_offered() -> None:
    """One of the drawn cards costs three: with the others only two are at hand."""
    own = cards(C02=[draw_play(3)], C04={"cost": {"discard": 3}, "effects": [draw(1)]})
    game = game_with(cards=own, hands={"C": ["C02"], "P": [P1, P2]}, decks={"C": ["C04", "C05", "C18"]})
    play(game, "play:C02")
    assert options(game) == {"play:C05", "play:C18"}


def test_r31_without_any_card_to_draw_nothing_is_played() -> None:
    game = game_with(cards=PLAYS, hands={"C": ["C02", C1], "P": [P1, P2]})
    events = play(game, "play:C02")
    assert kinds(events) == ["played", "turn"]
    assert faith(game, "C")["hand"] == [C1]


@both_timings
def test_r31_a_military_card_played_so_has_its_roll_directly_after_it(claims: str) -> None:
    """Inner card, its claim, its roll, the rest of the outer card, and only then Foreign Influence."""
    game = game_with(
        cards=PLAYS,
        claims=claims,
        circles={2: nearly(2, "C", "commoners"), 3: {}},
        hands={"C": ["C02", C1], "P": [P1, P2]},
        decks={"C": ["C40", "C34"], "P": ["P04"]},
        discards={"C": ["C05"]},
        chance=["card:C40", "card:C34", "die:4", "card:P04"],
    )
    play(game, "play:C02", "play:C40")
    events = play(game, "circle:2")
    assert [(e["event"], e.get("by")) for e in events if e["event"] in ("claimed", "chart", "drew")] == [
        ("claimed", "C"),
        ("chart", "P"),
        ("drew", "P"),
        ("drew", "C"),
    ]
    assert pending_question(game) == "C deck"


# ---------------------------------------------------------------- 32: persistent cards work at once


def test_r32_an_own_turn_card_works_in_the_turn_in_which_it_is_played() -> None:
    game = game_with(turn="P", hands={"P": ["P43", P1, P2], "C": [C1, C2]})
    play(game, "play:P43")
    assert (pending_question(game), options(game)) == ("P after", {"use:P43", "end"})
    play(game, "use:P43", f"discard:{P1}", "circle:2")
    assert game.whole()["disputation"] == 2
    assert pending_question(game) == "C action"


def test_r32_an_own_claim_card_works_for_a_claim_in_the_same_turn() -> None:
    """Played by a card whose next effect claims."""
    own = cards(C02=[draw_play(1), convert("nobility")], C04=lasting("own_claim", draw(1)))
    game = game_with(
        cards=own,
        circles={2: nearly(2, "C"), 3: {}},
        hands={"C": ["C02", C1], "P": [P1, P2]},
        decks={"C": ["C04", "C05"]},
        chance=["card:C04", "card:F12", "card:C05"],
    )
    events = play(game, "play:C02", "circle:2", "deck:cards", "stop")
    assert happened(events, "used") == [{"by": "C", "card": "C04"}]


# ---------------------------------------------------------------- 33: what counts as a card for the claims

TO_NOBLES = [shift("nobility"), disputation()]  # after-card: the claim comes after the Disputation


@both_timings
def test_r33_a_foreign_influence_card_counts_as_a_card(claims: str) -> None:
    own = cards(F05=TO_NOBLES)
    game = game_with(
        cards=own,
        claims=claims,
        circles={1: {}, 2: nearly(2, "C"), 3: {"nobility": "CCCC"}},
        hands={"C": ["C01", C1], "P": [P1, P2]},
        chance=["card:F05"],
    )
    play(game, "play:C01", "circle:2", "deck:shift")
    events = play(game, "circle:3")
    assert (happened(events, "claimed") != []) is (claims == "at-once")
    assert pending_question(game) == "C circle"
    events = play(game, "circle:1")
    assert (happened(events, "claimed") != []) is (claims == "after-card")
    assert owners(game) == {2: "C", 3: "C"}
    assert pending_question(game) == "C deck"


@both_timings
def test_r33_a_military_result_counts_as_a_card(claims: str) -> None:
    own = cards(results={4: TO_NOBLES})
    game = game_with(
        cards=own,
        claims=claims,
        circles={1: {}, 3: {"nobility": "PPPP"}},
        hands={"C": ["C40", C1], "P": [P1, P2]},
        chance=["die:4"],
    )
    play(game, "play:C40", "circle:1")
    events = play(game, "circle:3")
    assert (happened(events, "claimed") != []) is (claims == "at-once")
    assert pending_question(game) == "P circle"
    play(game, "circle:1")
    assert owners(game) == {3: "P"}
    assert pending_question(game) == "P deck"


@both_timings
@pytest.mark.parametrize("when", ["own_turn", "draw_action"])
def test_r33_a_use_of_a_persistent_card_counts_as_a_card(claims: str, when: str) -> None:
    own = cards(P02=lasting(when, *TO_NOBLES))
    game = game_with(
        cards=own,
        claims=claims,
        turn="P",
        circles={1: {}, 3: {"nobility": "PPPP"}},
        hands={"P": [P1, P2], "C": [C1, C2]},
        decks={"P": ["P04"]},
        fronts={"P": "P02"},
    )
    play(game, "use:P02" if when == "own_turn" else "draw")
    events = play(game, "circle:3")
    assert (happened(events, "claimed") != []) is (claims == "at-once")
    play(game, "circle:1")
    assert owners(game) == {3: "P"}
    assert pending_question(game) == "P deck"


@both_timings
@pytest.mark.parametrize("claimer", ["C", "P"])
def test_r33_so_does_a_card_in_front_that_answers_a_claim(claims: str, claimer: str) -> None:
    own = cards(C02=lasting("own_claim" if claimer == "C" else "opponent_claim", *TO_NOBLES))
    game = game_with(
        cards=own,
        claims=claims,
        circles={1: {}, 2: {"nobility": claimer * 5, "power": 2}, 3: {"nobility": "CCCC"}},
        hands={"C": ["C25", C1], "P": [P1, P2]},
        fronts={"C": "C02"},
        chance=["card:F12"],
    )
    play(game, "play:C25", "circle:2", "deck:cards", "stop")
    events = play(game, "circle:3")
    assert (happened(events, "claimed") != []) is (claims == "at-once")
    play(game, "circle:1")
    assert owners(game) == {2: claimer, 3: "C"}


@both_timings
def test_r33_a_card_played_by_a_card_counts_as_a_card(claims: str) -> None:
    """Its claims come after it, before the outer card goes on."""
    own = cards(C02=[draw_play(1), disputation()], C04=TO_NOBLES)
    game = game_with(
        cards=own,
        claims=claims,
        circles={1: {}, 3: {"nobility": "CCCC"}},
        hands={"C": ["C02", C1], "P": [P1, P2]},
        decks={"C": ["C04"]},
    )
    play(game, "play:C02")
    events = play(game, "circle:3")
    assert (happened(events, "claimed") != []) is (claims == "at-once")
    events = play(game, "circle:1")
    assert owners(game) == {3: "C"}
    assert pending_question(game) == "C circle"  # the outer card's Disputation; Foreign Influence still waits
    assert circles_offered(game) == {1, 5, 6}


@both_timings
def test_r33_the_bonuses_of_a_use_before_the_action_come_right_after_it(claims: str) -> None:
    own = cards(P02=lasting("own_turn", shift("nobility")))
    game = game_with(
        cards=own,
        claims=claims,
        turn="P",
        circles={1: {}, 3: {"nobility": "PPPP"}},
        hands={"P": [P1, P2], "C": [C1, C2]},
        decks={"P": ["P04"]},
        fronts={"P": "P02"},
        chance=["card:F12"],
    )
    play(game, "use:P02", "circle:3")
    assert pending_question(game) == "P deck"
    play(game, "deck:cards", "stop")
    assert (pending_question(game), options(game)) == ("P action", {f"play:{P1}", f"play:{P2}", "draw"})


@both_timings
def test_r33_and_those_of_a_use_after_the_action_before_the_hand_limit(claims: str) -> None:
    own = cards(P02=lasting("own_turn", shift("nobility")))
    game = game_with(
        cards=own,
        claims=claims,
        turn="P",
        circles={1: {}, 3: {"nobility": "PPPP"}},
        hands={"P": [P1, P2, "P05", "P06", "P07"], "C": [C1, C2]},
        decks={"P": ["P04"]},
        fronts={"P": "P02"},
        chance=["card:P04", "card:F12"],
    )
    play(game, "draw", "use:P02", "circle:3")
    assert pending_question(game) == "P deck"
    play(game, "deck:cards", "stop")
    assert pending_question(game) == "P limit"


# ---------------------------------------------------------------- 34, 35: who decides, and what is not asked


@both_timings
def test_r34_the_current_player_is_the_one_whose_turn_it_is(claims: str) -> None:
    """The Protestant resolves a result of the chart that completes two circles for him: the Catholic orders them."""
    own = cards(results={4: [convert_neutrals(1, 3)]})
    game = game_with(
        cards=own,
        claims=claims,
        circles={1: {}, 2: {}, 3: {}},
        hands={"C": ["C40", C1], "P": [P1, P2]},
        chance=["die:4"],
    )
    play(game, "play:C40", "circle:2")
    assert (pending_question(game), options(game)) == ("C claim", {"claim:1", "claim:3"})


@pytest.mark.parametrize("hand", [["C05"], ["C05", "C07"]], ids=["one card", "two cards"])
def test_r35_a_choice_with_one_answer_is_made_without_asking(hand: list[str]) -> None:
    own = cards(C02={"cost": {"discard": 1}, "effects": [shift("nobility")]})
    game = game_with(cards=own, circles={2: {}}, hands={"C": ["C02", *hand], "P": [P1, P2]})
    play(game, "play:C02")
    assert (pending_question(game) == "C cost") is (len(hand) == 2)


def test_r35_such_answers_are_steps_of_their_own_marked_auto() -> None:
    game = game_with(circles={2: {}}, hands={"C": ["C25", C1], "P": [P1, P2]})
    play(game, "play:C25")
    assert [(s.who, s.question, s.options, s.choice, s.auto) for s in game.steps[1:]] == [
        ("C", "circle", ("circle:2",), "circle:2", True)
    ]
    assert [s.version for s in game.steps] == [1, 2]
    assert not game.steps[0].auto


def test_r35_a_shared_circle_is_chosen_for_the_first_effect_that_is_not_skipped() -> None:
    """No token lies anywhere: the circle is chosen for the shift, where that one changes something."""
    own = cards(C02=[neutralise("nobility"), shift("commoners", circle="same"), disputation("same")])
    game = game_with(cards=own, circles={1: {"power": 3}, 2: {}, 3: {}}, hands={"C": ["C02", C1], "P": [P1, P2]})
    play(game, "play:C02")
    assert circles_offered(game) == {2, 3}
    play(game, "circle:3")
    assert (power(game, 3), game.whole()["disputation"]) == (3, 3)


def test_r35_corpus_christi_processions_shift_even_if_nothing_can_be_converted() -> None:
    circles = {1: {"commoners": "CCCCC", "power": 1}, 3: {"commoners": "CCCC", "power": 1}}
    game = game_with(circles=circles, hands={"C": ["C02", C1], "P": [P1, P2]})
    events = play(game, "play:C02")
    assert circles_offered(game) == {1, 3}
    events += play(game, "circle:3")
    assert order(events, "skipped", "converted", "shifted") == ["skipped", "shifted"]


def test_r35_any_circle_if_it_is_a_disputation_also_one_where_nothing_can_be_converted() -> None:
    game = game_with(
        circles={1: {}, 2: {"power": 1}, 3: {}}, tokens={"C": 0}, disputation=1, hands={"C": ["C38", C1], "P": [P1, P2]}
    )
    play(game, "play:C38")
    assert circles_offered(game) == {1, 2, 3}


def test_r35_convert_first_only_circles_where_something_can_be_converted() -> None:
    game = game_with(
        circles={1: {}, 2: {"nobility": "CCCCC"}, 3: {}},
        hands={"C": ["C05", C1], "P": [P1, P2]},
    )
    play(game, "play:C05")  # convert among the Nobility, Disputation there
    assert circles_offered(game) == {1, 3}


# ---------------------------------------------------------------- 36: what is public


def test_r36_discards_set_aside_cards_and_cards_in_front_are_public() -> None:
    game = game_with(
        hands={"C": ["C11", C1], "P": [P1, P2]}, discards={"C": ["C05"]}, decks={"C": ["C07"]}, fronts={"C": "C43"}
    )
    play(game, "play:C11")
    for seat in ("P", None):
        public = game.view(seat)["faiths"]["C"]
        assert (public["discard"], public["aside"], public["front"]) == (["C05"], ["C11"], "C43")
        assert (public["hand"], public["deck"]) == (1, 1)


@both_faiths
def test_r36_hands_and_decks_are_not(name: str) -> None:
    game = game_with(hands={"C": ["C11", C1], "P": [P1, P2]}, decks={"C": ["C07", "C09"], "P": ["P05", "P07"]})
    own = faith(game, name)
    for seat in (OTHER[name], None):
        text = str(game.view(seat))
        assert [card for card in own["hand"] + own["deck"] if card in text] == []


def test_r36_a_player_knows_the_own_deck_but_not_its_order() -> None:
    game = game_with(hands={"C": ["C11", C1], "P": [P1, P2]}, decks={"C": ["C09", "C07"]})
    assert game.view("C")["own"]["deck"] == ["C07", "C09"]


def test_r36_a_view_lists_the_opponents_cards_seen_so_far() -> None:
    """A seen card that does not lie open now is in hand or deck; one that was taken back is in the hand."""
    own = cards(C02=[recover(1), draw(1)])
    game = game_with(cards=own, hands={"C": ["C02", C1], "P": [P1, P2]}, discards={"C": ["C05", "C07"]})
    play(game, "play:C02", "recover:C05")
    public = game.view("P")["faiths"]["C"]
    assert public["seen"] == ["C02", "C05", "C07"]
    assert public["discard"] == ["C02"]
    assert "C05" in public["held"]


def test_r36_a_card_that_was_played_and_taken_back_is_certainly_in_the_hand() -> None:
    own = cards(C02=[recover(1)])
    game = game_with(cards=own, hands={"C": ["C02", "C11", C1], "P": [P1, P2]}, decks={"P": ["P04"]})
    play(game, "play:C11", "circle:1", "draw", "play:C02")
    public = game.view("P")["faiths"]["C"]
    assert (public["seen"], public["held"]) == (["C02", "C11"], ["C11"])


def test_r36_after_a_reshuffle_seen_cards_may_be_in_hand_or_deck() -> None:
    game = game_with(hands={"C": [C1, C2], "P": [P1, P2]}, discards={"C": ["C05", "C07"]})
    play(game, "draw")
    public = game.view("P")["faiths"]["C"]
    assert (public["seen"], public["held"], public["hand"], public["deck"]) == (["C05", "C07"], [], 3, 1)
