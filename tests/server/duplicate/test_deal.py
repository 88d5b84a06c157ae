"""Logic of duplicate deals: seats, the end of a deal, and scores by difference."""

import json

import pytest

from solafide.server.duplicate.deal import (
    BoardSeat,
    Deal,
    DealBoard,
    add_player,
    change_board,
    close_deal,
    deal_from_json,
    free_seat,
    margin,
    scores,
)
from solafide.server.schemas.errors import RequestRefused

PAIRS = Deal("pairs", 2, boards=(DealBoard("one"), DealBoard("two")))


def test_a_team_has_both_faiths_at_different_boards() -> None:
    seats: list[BoardSeat] = []
    for team, end in ((1, (0, "1")), (1, (1, "2")), (2, (0, "2")), (2, (1, "1"))):
        assert free_seat(PAIRS, seats, team) == end
        seats.append(BoardSeat(*end))
    with pytest.raises(RequestRefused, match="full"):
        free_seat(PAIRS, seats)


def test_a_player_without_a_preference_fills_the_first_board() -> None:
    assert free_seat(PAIRS, []) == (0, "1")
    assert free_seat(PAIRS, [BoardSeat(0, "1")]) == (0, "2")
    assert free_seat(PAIRS, [BoardSeat(0, "1"), BoardSeat(0, "2")]) == (1, "1")
    with pytest.raises(RequestRefused):
        free_seat(PAIRS, [BoardSeat(0, "1"), BoardSeat(1, "2")], team=1)


def test_no_player_has_two_seats_in_one_deal() -> None:
    once = add_player(PAIRS, "aa")
    assert add_player(once, "bb").sat == {"aa", "bb"}
    with pytest.raises(RequestRefused, match="twice"):
        add_player(once, "aa")


def test_players_of_a_field_have_separate_boards_and_the_same_faith() -> None:
    field = Deal("field", 2, "2")
    assert free_seat(field, []) == (0, "2")
    field = Deal("field", 2, "2", (DealBoard("a"),))
    assert free_seat(field, [BoardSeat(0, "2")]) == (1, "2")
    with pytest.raises(RequestRefused, match="full"):
        free_seat(Deal("field", 1, "2", (DealBoard("a"),)), [])
    with pytest.raises(RequestRefused, match="full"):
        free_seat(close_deal(field, []), [])


def test_a_deal_is_over_when_all_its_games_are() -> None:
    deal = change_board(PAIRS, "one", margin=4)
    assert not deal.over
    assert scores(deal) == {}
    deal = change_board(deal, "two", margin=-3)
    assert deal.over
    assert scores(deal) == {"1": 7.0, "2": -7.0}


def test_a_field_is_over_when_it_is_closed_to_new_players() -> None:
    deal = Deal("field", 3, boards=(DealBoard("a", 10), DealBoard("b", 4)))
    assert not deal.over
    assert close_deal(deal, []).over
    assert scores(close_deal(deal, [])) == {"a": 3.0, "b": -3.0}


def test_a_field_of_protestants_counts_from_their_side() -> None:
    deal = Deal("field", 3, "2", (DealBoard("a", 10), DealBoard("b", 4), DealBoard("c", -5)))
    assert scores(deal) == {"a": -7.0, "b": -1.0, "c": 8.0}


def test_an_unfinished_game_is_withdrawn_and_does_not_count() -> None:
    deal = close_deal(change_board(PAIRS, "one", margin=4), ["one", "two"])
    assert deal.boards == (DealBoard("one", 4), DealBoard("two", withdrawn=True))
    assert deal.over
    assert scores(deal) == {}
    field = close_deal(Deal("field", 9, boards=(DealBoard("a", 10), DealBoard("b"), DealBoard("c", 4))), ["b"])
    assert scores(field) == {"a": 3.0, "c": -3.0}


def test_a_withdrawn_board_has_no_seats() -> None:
    deal = change_board(PAIRS, "one", withdrawn=True)
    assert free_seat(deal, []) == (1, "1")


@pytest.mark.parametrize(
    ("winner", "reason", "expected"),
    [("C", "points", 5), ("C", "resigned", 25), ("P", "resigned", -15), ("P", "time", -15), (None, "agreed", 0)],
)
def test_margin_by_kind_of_ending(winner: str | None, reason: str, expected: int) -> None:
    outcome = {"winner": winner, "points": {"C": 24, "P": 19}, "reason": reason, "limited": False}
    assert margin(outcome, 20) == expected


def test_resigning_never_scores_more_than_playing_on() -> None:
    outcome = {"winner": "P", "points": {"C": 40, "P": 2}, "reason": "resigned", "limited": False}
    for lead in range(-20, 21):
        assert margin(outcome, 20) <= 38 + lead


def test_a_deal_survives_json() -> None:
    deal = add_player(close_deal(change_board(PAIRS, "one", margin=4), ["two"]), "aa")
    assert deal_from_json(json.loads(json.dumps(deal.json()))) == deal
