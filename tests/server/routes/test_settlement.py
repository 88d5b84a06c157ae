"""Finishing a game that is decided on points, and the draw that a computer offers after many turns without a claim."""

from functools import cache

import pytest

from server.local_client import Json, LocalClient
from solafide.game import FAITHS, FastNature, Game, Options, record
from solafide.game.settlement import decided_winner, points_lead, turns_without_claim, unclaimed_points
from solafide.server.matches.settlement import DRAW_OFFER_TURNS

AGAINST_COMPUTER = {"1": "person", "2": "scholar"}
AT_ONE_SCREEN = {"1": "person", "2": "person"}


@cache
def decided_game(winner: str) -> Game:
    """Return a random game at the first question of the Catholics after it was decided."""
    for seed in range(200):
        game, picks = Game(Options(faiths="agreed"), nature=FastNature(seed)), FastNature(seed + 500)
        while (decision := game.decision()) is not None:
            if decided_winner(game) == winner and decision.who == "C":
                return game
            game.choose(decision.options[picks.pick("", decision.options)], decision.who)
    raise AssertionError("no random game is decided before its end")


def idle_game(turns: int) -> Game:
    """Return a game in which both players only draw cards, and discard the first of too many."""
    game = Game(Options(faiths="agreed", first="C"), nature=FastNature(5))
    while turns_without_claim(game) < turns or game.decision().who != "C":  # type: ignore[union-attr]
        decision = game.decision()
        assert decision is not None
        game.choose("draw" if "draw" in decision.options else decision.options[0], decision.who)
    return game


def import_game(client: LocalClient, game: Game, players: dict[str, str]) -> Json:
    return client.post("records", {"text": record(game, players).text()}, 201)


def settle(client: LocalClient, moment: Json, kind: str) -> Json:
    return {
        "kind": kind,
        "seat": moment["seat"],
        "version": moment["version"],
        "idempotency_key": client.new_request_id(),
    }


def test_a_decided_game_is_one_that_nobody_can_turn() -> None:
    for winner in FAITHS:
        game = decided_game(winner)
        assert abs(points_lead(game)) > unclaimed_points(game) > 0
        assert (points_lead(game) > 0) == (winner == "C")
        picks = FastNature(7)
        while (decision := game.decision()) is not None:
            assert decided_winner(game) == winner
            game.choose(decision.options[picks.pick("", decision.options)], decision.who)
        assert game.outcome is not None
        assert game.outcome.winner == winner
        decided_game.cache_clear()


@pytest.mark.parametrize("winner", FAITHS)
@pytest.mark.parametrize("players", [AGAINST_COMPUTER, AT_ONE_SCREEN], ids=["computer", "screen"])
def test_the_loser_of_a_decided_game_resigns_if_the_person_wants_that(
    client: LocalClient, winner: str, players: dict[str, str]
) -> None:
    start = import_game(client, decided_game(winner), players)
    moment = client.moment(start["game"], seat="C")
    offered = moment["settlement"]
    assert (offered["kind"], offered["winner"]) == ("decided", winner)
    assert offered["lead"] > offered["unclaimed"]
    assert moment["view"]["outcome"] is None  # nothing ends by itself
    body = settle(client, moment, "decided")
    after = client.post(f"games/{start['game']}/settle", body)
    assert (after["view"]["outcome"]["winner"], after["view"]["outcome"]["reason"]) == (winner, "resigned")
    assert after["settlement"] is None
    again = client.post(f"games/{start['game']}/settle", body)  # the same request gets the same answer
    assert again["view"]["outcome"] == after["view"]["outcome"]


def test_a_game_that_is_open_cannot_be_finished(client: LocalClient) -> None:
    moment = client.moment(client.new("person", "scholar")["game"])
    assert moment["settlement"] is None
    for kind in ("decided", "draw"):
        client.expect_refusal(
            f"games/{moment['game']}/settle", settle(client, moment, kind), 409, "server.error.no_settlement"
        )


def test_a_computer_offers_a_draw_after_many_turns_without_a_claim(client: LocalClient) -> None:
    soon = import_game(client, idle_game(DRAW_OFFER_TURNS - 4), AGAINST_COMPUTER)
    assert client.moment(soon["game"])["settlement"] is None
    start = import_game(client, idle_game(DRAW_OFFER_TURNS), AGAINST_COMPUTER)
    moment = client.moment(start["game"])
    assert moment["settlement"]["kind"] == "draw"
    assert moment["settlement"]["turns"] >= DRAW_OFFER_TURNS
    after = client.post(f"games/{start['game']}/settle", settle(client, moment, "draw"))
    assert (after["view"]["outcome"]["winner"], after["view"]["outcome"]["reason"]) == (None, "agreed")


def test_nobody_offers_a_draw_at_one_screen(client: LocalClient) -> None:
    start = import_game(client, idle_game(DRAW_OFFER_TURNS), AT_ONE_SCREEN)
    assert client.moment(start["game"], seat="C")["settlement"] is None
