"""Deals in pure logic: nobody sits twice, all is told when all is over, the difference is counted."""

import json

import pytest

from solafide.server.duplicate.deal import (
    BoardSeat,
    Deal,
    DealBoard,
    changed,
    closed,
    deal,
    free,
    margin,
    scores,
    seated,
)
from solafide.server.errors import RequestRefused

PAIRS = Deal("pairs", 2, boards=(DealBoard("one"), DealBoard("two")))


def test_a_team_has_both_faiths_at_different_boards() -> None:
    taken: list[BoardSeat] = []
    for team, end in ((1, (0, "1")), (1, (1, "2")), (2, (0, "2")), (2, (1, "1"))):
        assert free(PAIRS, taken, team) == end
        taken.append(BoardSeat(*end))
    with pytest.raises(RequestRefused, match="full"):
        free(PAIRS, taken)


def test_whoever_has_no_wish_fills_the_first_board() -> None:
    assert free(PAIRS, []) == (0, "1")
    assert free(PAIRS, [BoardSeat(0, "1")]) == (0, "2")
    assert free(PAIRS, [BoardSeat(0, "1"), BoardSeat(0, "2")]) == (1, "1")
    with pytest.raises(RequestRefused):
        free(PAIRS, [BoardSeat(0, "1"), BoardSeat(1, "2")], team=1)


def test_nobody_sits_twice_in_one_deal() -> None:
    once = seated(PAIRS, "aa")
    assert seated(once, "bb").sat == {"aa", "bb"}
    with pytest.raises(RequestRefused, match="twice"):
        seated(once, "aa")


def test_each_of_a_field_has_a_board_and_the_same_faith() -> None:
    field = Deal("field", 2, "2")
    assert free(field, []) == (0, "2")
    field = Deal("field", 2, "2", (DealBoard("a"),))
    assert free(field, [BoardSeat(0, "2")]) == (1, "2")
    with pytest.raises(RequestRefused, match="full"):
        free(Deal("field", 1, "2", (DealBoard("a"),)), [])
    with pytest.raises(RequestRefused, match="full"):
        free(closed(field, []), [])


def test_it_is_over_when_all_its_games_are() -> None:
    found = changed(PAIRS, "one", margin=4)
    assert not found.over
    assert scores(found) == {}
    found = changed(found, "two", margin=-3)
    assert found.over
    assert scores(found) == {"1": 7.0, "2": -7.0}


def test_a_field_is_over_when_nobody_else_can_come() -> None:
    found = Deal("field", 3, boards=(DealBoard("a", 10), DealBoard("b", 4)))
    assert not found.over
    assert closed(found, []).over
    assert scores(closed(found, [])) == {"a": 3.0, "b": -3.0}


def test_a_field_of_protestants_counts_from_their_side() -> None:
    found = Deal("field", 3, "2", (DealBoard("a", 10), DealBoard("b", 4), DealBoard("c", -5)))
    assert scores(found) == {"a": -7.0, "b": -1.0, "c": 8.0}


def test_a_game_that_is_never_finished_is_withdrawn_and_does_not_count() -> None:
    found = closed(changed(PAIRS, "one", margin=4), ["one", "two"])
    assert found.boards == (DealBoard("one", 4), DealBoard("two", withdrawn=True))
    assert found.over
    assert scores(found) == {}
    field = closed(Deal("field", 9, boards=(DealBoard("a", 10), DealBoard("b"), DealBoard("c", 4))), ["b"])
    assert scores(field) == {"a": 3.0, "c": -3.0}


def test_a_withdrawn_board_has_no_seats() -> None:
    found = changed(PAIRS, "one", withdrawn=True)
    assert free(found, []) == (1, "1")


@pytest.mark.parametrize(
    ("winner", "reason", "expected"),
    [("C", "points", 5), ("C", "resigned", 25), ("P", "resigned", -15), ("P", "time", -15), (None, "agreed", 0)],
)
def test_the_margin(winner: str | None, reason: str, expected: int) -> None:
    outcome = {"winner": winner, "points": {"C": 24, "P": 19}, "reason": reason, "limited": False}
    assert margin(outcome, 20) == expected


def test_giving_up_is_never_worth_more_than_playing_on() -> None:
    outcome = {"winner": "P", "points": {"C": 40, "P": 2}, "reason": "resigned", "limited": False}
    for lead in range(-20, 21):
        assert margin(outcome, 20) <= 38 + lead


def test_it_is_kept_as_plain_data() -> None:
    found = seated(closed(changed(PAIRS, "one", margin=4), ["two"]), "aa")
    assert deal(json.loads(json.dumps(found.json()))) == found
