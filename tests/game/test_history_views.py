"""Views of past moments: each seat sees what it saw then, and nothing that it learned later."""

import pytest

from game.moments import KINDS, moments
from records.games import own_set
from solafide.cards import CardSet
from solafide.game import FastNature, Game, Options, Seat, SolaFideError
from solafide.text import LANGUAGES, error_text

GAMES: dict[str, tuple[Options, CardSet | None]] = {
    **{name: (options, None) for name, options in KINDS.items()},
    "own cards": (Options(faiths="agreed"), own_set()),
}


@pytest.mark.parametrize("kind", GAMES)
def test_past_views_equal_the_original_views(kind: str) -> None:
    """A past moment is the same during the game and after its end."""
    options, cards = GAMES[kind]
    snapshots = {}
    for number, game in enumerate(moments(options, 41, cards)):
        if number % 7 and not game.drafting:
            continue
        for seat in ("C", "P", None):
            snapshots[seat, game.version_for(seat)] = seat_snapshot(game, seat)
    assert game.over
    for (seat, version), then in snapshots.items():
        assert seat_snapshot(game.past(version, seat), seat) == then


def seat_snapshot(game: Game, seat: Seat | None) -> object:
    """Return the view and events of a seat."""
    return game.view(seat), game.events(seat)


def test_past_views_do_not_change_during_the_game() -> None:
    """Not one byte of a past view depends on what came later."""
    views: dict[tuple[str, int], object] = {}
    for game in moments(Options(faiths="agreed", turn_limit=12), 42):
        for seat in ("C", "P"):
            views[seat, game.version] = game.view(seat)
            for version in range(0, game.version, 13):
                view = game.past(version, seat).view(seat)
                assert views.setdefault((seat, version), view) == view


def test_past_steps_of_nature() -> None:
    """Moments at which nature is about to answer can be looked at as well."""
    game = Game(Options(faiths="agreed", first="C"), nature=FastNature(3))
    game.choose("draw")
    assert game.past(game.version - 1).waits_for_nature
    assert game.past(game.version - 1).view("C")["faiths"]["C"]["hand"] == 3
    assert game.past(0).view()["phase"] == "setup"


def test_choices_in_a_past_game_do_not_change_the_original() -> None:
    game = Game(Options(faiths="agreed", first="C"), nature=FastNature(4))
    game.choose("draw")
    before = game.whole(), game.choices, game.all_events()
    there = game.past(game.version)
    there.choose("draw")
    there.take_back(there.version - 2)
    assert (game.whole(), game.choices, game.all_events()) == before
    assert Game(Options(faiths="agreed", first="C"), nature=FastNature(4)).choose("draw") == game.all_events(6)


@pytest.mark.parametrize("version", [-1, 7, 1000])
def test_an_unknown_moment_is_refused(version: int) -> None:
    game = Game(Options(faiths="agreed", first="C"), nature=FastNature(5))
    with pytest.raises(SolaFideError) as error:
        game.past(version)
    assert error.value.facts == {"version": version, "last": 6}
    assert all(error_text(error.value, lang) for lang in LANGUAGES)
