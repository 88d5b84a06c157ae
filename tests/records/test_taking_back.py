"""Takebacks over chance: random sequences are not rewound, and the record keeps the abandoned steps."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from records.games import finish, message_key, new, own_set, refusal, seed, step
from solafide.cards import CardSet
from solafide.game import (
    FAITHS,
    CannotUndo,
    Game,
    LiveNature,
    Options,
    RecordError,
    parse,
    position,
    record,
    replay,
    verify,
)
from solafide.players.analysis.decision_points import decision_points

GAMES: list[tuple[Options, CardSet | None]] = [
    (Options(turn_limit=16), None),
    (Options("draft", "after-card", faiths="agreed", turn_limit=8), None),
    (Options(faiths="agreed", first="P", turn_limit=10), own_set()),
]


def targets(game: Game) -> list[int]:
    """Return every version to which a player can go back."""
    return [version for version in range(game.version) if game.can_take_back(version)]


def wandering(number: int, backs: int = 6) -> Iterator[Game]:
    """Yield a random game in which players sometimes take turns back, before each choice and at its end."""
    options, cards = GAMES[number]
    game, dice = new(options, number, cards), random.Random(number)
    while not game.over:
        yield game
        possible = targets(game)
        if backs and possible and dice.random() < 0.2:
            game.take_back(dice.choice(possible[-8:]))
            backs -= 1
            yield game
        step_by_chance(game, dice)
    yield game


def step_by_chance(game: Game, dice: random.Random) -> None:
    decision = game.decision()
    assert decision is not None
    game.choose(dice.choice(decision.options))


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_saved_and_loaded_at_every_choice(number: int) -> None:
    for game in wandering(number):
        text = record(game).text()
        game_record = parse(text)
        loaded = game_record.game()
        assert record(loaded).text() == text
        assert game_record.line == tuple((step.who, step.choice) for step in game.steps)
        assert (loaded.steps, loaded.whole(), loaded.all_events()) == (game.steps, game.whole(), game.all_events())
        assert isinstance(game.nature, LiveNature)
        assert isinstance(loaded.nature, LiveNature)
        assert loaded.nature.counters == game.nature.counters
        assert loaded.view("C") == game.view("C")
    assert verify(text).taken_back


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_the_same_moment_again(number: int) -> None:
    """The players' views are restored."""
    earlier: dict[int, list[object]] = {}
    last: tuple[int, int] = (0, 0)
    for game in wandering(number):
        now = (len(record(game).steps), game.version)
        everything: list[object] = [game.whole(), *(game.view(seat) for seat in ("C", "P", None)), game.decision()]
        if now[1] < last[1]:
            assert everything == earlier[now[1]]
        earlier[now[1]] = everything
        last = now


def test_nature_never_goes_back() -> None:
    """Drawing again after taking a turn back gives the next card, not the same one."""
    game = new(Options(faiths="agreed", first="C"), 7)
    assert isinstance(game.nature, LiveNature)
    at = game.version
    picks = []
    for number in range(4):
        before = game.nature.counters["draw/C"]
        assert before == 3 + number
        game.choose("draw")
        picks.append(game.choices[-1])
        game.take_back(at, "C")
    assert len(set(picks)) > 1
    expected = LiveNature(seed(7))
    deck = game.past(at).view("C")["own"]["deck"]
    assert [choice for _, choice in picks] == [f"card:{deck[expected.at('draw/C', 3 + n, 12)]}" for n in range(4)]


def test_the_record_lists_takebacks() -> None:
    game = new(Options(faiths="agreed", first="C"), 7)
    at = game.version
    game.choose("draw")
    step(game)
    there = game.version
    lines = game.choices
    game.take_back(at, "C")
    assert game.version == at
    assert game.choices == (*lines, ("C", f"back:{at}"))
    text = record(game).text()
    assert f"\n{there + 1} C back:{at} " in text
    game_record = parse(text)
    assert game_record.taken_back == [{"line": there, "by": "C", "to": at}]
    assert game_record.line == lines[:at]
    game.choose("draw")
    assert parse(record(game).text()).line[:at] == lines[:at]
    assert [replayed.version for replayed, *_ in replay(parse(record(game).text()))] == list(range(1, game.version + 1))


def test_versions_that_can_be_returned_to() -> None:
    """Only to an own choice, and only after the setup."""
    game = new(Options(faiths="agreed", first="C"), 7)
    first = game.version
    game.choose("draw")  # a step of the Catholic, one of nature
    for version, seat, why in [
        (first - 1, "C", "early"),
        (0, "C", "early"),
        (-3, "C", "early"),
        (first, "P", "other"),
        (first + 1, "C", "no_choice"),
        (game.version, "P", "nothing"),
        (game.version + 5, "P", "nothing"),
    ]:
        before = record(game).text()
        with pytest.raises(CannotUndo) as error:
            game.take_back(version, seat)
        assert error.value.key == f"error.take_back.{why}"
        assert record(game).text() == before
    game.take_back(first, "C")


def test_no_takeback_into_the_draft() -> None:
    game = new(Options("draft", faiths="agreed"), 1)
    for _ in range(3):
        step(game)
    with pytest.raises(CannotUndo) as error:
        game.take_back(3)
    assert error.value.key == "error.take_back.early"
    while game.drafting:
        step(game)
    with pytest.raises(CannotUndo):
        game.take_back(3)


def test_no_takeback_after_the_end() -> None:
    game = finish(new(Options(turn_limit=5), 1))
    with pytest.raises(CannotUndo) as error:
        game.take_back(game.version - 3)
    assert error.value.key == "error.take_back.over"
    assert game.last_turn("C") is None


def test_undo_after_a_takeback() -> None:
    game = position(hands={"C": ["C02", "C09"], "P": ["P01", "P04"]}, decks={"C": ["C01"], "P": ["P02"]})
    game.choose("play:C02")
    game.choose("circle:2")
    game.take_back(0, "C")
    assert not game.can_undo("C")
    game.choose("play:C09")
    game.undo("C")
    assert game.version == 0
    with pytest.raises(CannotUndo):
        game.undo("C")


# ---------------------------------------------------------------- one's last turn


def test_the_last_turn() -> None:
    game = new(Options(faiths="agreed", first="C"), 7)
    first = game.version
    assert game.last_turn("C") is None
    game.choose("draw")
    second = game.version
    assert (game.last_turn("C"), game.last_turn("P")) == (first, None)
    game.choose("draw")
    assert (game.last_turn("C"), game.last_turn("P")) == (first, second)
    third = game.version
    decision = game.decision("C")
    assert decision is not None
    game.choose(next(option for option in decision.options if option.startswith("play")))
    assert game.last_turn("C") == third
    game.take_back(third, "C")
    assert game.last_turn("C") == first


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_the_last_turn_can_be_taken_back(number: int) -> None:
    for game in wandering(number):
        for seat in ("C", "P"):
            at = game.last_turn(seat)
            if at is not None and not game.over:
                assert game.can_take_back(at, seat)
                then = game.past(at).view(seat)
                assert then["turn"] == seat
                assert then["decision"] is not None
                assert then["turn_number"] <= game.view()["turn_number"]


def test_the_first_choice_of_a_turn_with_several() -> None:
    """A use of P43 and the action are one turn."""
    game = position(
        turn="P",
        hands={"P": ["P02", "P03", "P04"], "C": ["C01", "C02"]},
        decks={"P": ["P05", "P06"], "C": ["C05", "C06"]},
        fronts={"P": "P43"},
    )
    for choice in ("use:P43", "discard:P02", "circle:1", "draw"):
        game.choose(choice)
    assert game.last_turn("P") == 0


# ---------------------------------------------------------------- what others could write


def test_forged_takebacks_are_refused() -> None:
    """An impossible takeback is found, though the hash chain is valid."""
    *_, game = wandering(0)
    game_record = verify(record(game).text())
    number, (who, choice) = next((n, s) for n, s in enumerate(game_record.steps) if s[1].startswith("back:"))
    version = int(choice.removeprefix("back:"))
    other = "P" if who == "C" else "C"

    def changed(*lines: tuple[str, str]) -> str:
        return replace(
            game_record, steps=(*game_record.steps[:number], *lines, *game_record.steps[number + 1 :])
        ).text()

    for forged in [
        (other, choice),
        ("N", choice),
        ("1", choice),
        (who, "back:0"),
        (who, "back:1"),
        (who, "back:999999"),
        (who, "back:9999999999999999999999"),
        (who, f"back:0{version}"),
        (who, "back:"),
        (who, "back:x"),
    ]:
        assert refusal(changed(forged)) == "error.record.back"
        with pytest.raises(RecordError) as error:
            verify(changed(forged))
        assert error.value.facts["step"] == number + 1
        with pytest.raises(RecordError) as error:
            parse(changed(forged)).game()
        message_key(error.value)
    refusal(changed())
    refusal(changed((who, choice), (who, choice), (who, choice)))


def test_taken_back_steps_cannot_be_removed() -> None:
    """Without its abandoned steps the game does not fit its seed."""
    *_, game = wandering(0)
    game_record = verify(record(game).text())
    assert refusal(replace(game_record, steps=game_record.line).text()) == "error.record.deal"


def test_dice_in_taken_back_steps_are_checked() -> None:
    *_, game = wandering(0)
    game_record = verify(record(game).text())
    back = next(n for n, s in enumerate(game_record.steps) if s[1].startswith("back:"))
    line = max(n for n in range(back) if game_record.steps[n][0] == "N")
    deck = {choice for who, choice in game_record.steps if who == "N" and choice[:6] == game_record.steps[line][1][:6]}
    keys = set()
    for choice in deck - {game_record.steps[line][1]}:
        steps = (*game_record.steps[:line], ("N", choice), *game_record.steps[line + 1 :])
        keys.add(refusal(replace(game_record, steps=steps).text()))
    assert keys == {"error.record.deal"}


def test_the_analysis_ignores_taken_back_steps() -> None:
    *_, game = wandering(0)
    game_record = verify(record(game).text())
    analysed = [(moment.version, moment.choice) for moment in decision_points(game_record) if moment.kind == "decision"]
    decided = [s for s in game.steps if not s.auto and s.who in "CP"]
    assert analysed == [(s.version, s.choice) for s in decided]


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_all_takeback_targets_of_a_seat(number: int) -> None:
    most = 0
    for game in wandering(number):
        for seat in FAITHS:
            there = [version for version in range(game.version) if game.can_take_back(version, seat)]
            assert game.ways_back(seat) == there[::-1]
            most = max(most, len(there))
    assert most > 3
