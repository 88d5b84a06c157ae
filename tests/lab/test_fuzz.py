"""Fuzzing: every step of thousands of random games is checked, and the checks find planted defects."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from solafide.cards import builtin
from solafide.game import Options, View, determinize, event, load, replay
from solafide.game import game as game_module
from solafide.game.view import build_view
from solafide.kernel import codes as k
from solafide.kernel.snapshot import dump
from solafide.kernel.state import State
from solafide.lab import secrecy_check
from solafide.lab.card_coverage import CardCoverage
from solafide.lab.fuzz import COMBINATIONS, Fuzzer, options_of
from solafide.lab.invariant import InvariantBroken, Invariants
from solafide.lab.random_game import CheckedGame
from solafide.lab.random_kernel_game import CheckedKernelGame

Walks = Callable[[int], int]
COVERING_GAMES = 100  # games in which every card matters: some thirty are the rule


@pytest.mark.parametrize("part", range(4))
def test_kernel_invariants_hold_at_every_step(part: int, walks: Walks) -> None:
    """An option and each can be played, 15 cards, 16 tokens, copies and saves alike, and an end; 5,000 games in all."""
    games = -(-walks(5000) // 4)
    report = Fuzzer(f"kernel {part}", deep=0).run(games)
    assert report.failure is None
    assert (report.games, report.deep) == (games, 0)
    assert games < COVERING_GAMES or report.coverage.missing() == []


@pytest.mark.parametrize("part", range(2))
def test_game_invariants_hold_at_every_step(part: int, walks: Walks) -> None:
    """Views, events, decisions, dealt states, saves and replays, from every seat; ten games of each kind."""
    games = -(-walks(10 * len(COMBINATIONS)) // 2)
    report = Fuzzer(f"door {part}", deep=1).run(games)
    assert report.failure is None
    assert (report.games, report.deep) == (games, games)
    assert games < COVERING_GAMES or report.coverage.missing() == []


def test_every_card_and_result_matters() -> None:
    coverage = CardCoverage(builtin())
    assert coverage.total == 106 + 6
    for number in range(4 * COVERING_GAMES):
        CheckedKernelGame(options_of(number), builtin(), f"coverage/{number}").play(coverage)
        if coverage.complete:
            break
    assert coverage.missing() == []


def test_all_combinations_of_options_are_played() -> None:
    combinations = {(o.mode, o.claims, o.tokens, o.faiths) for o in (options_of(n) for n in range(16))}
    assert len(combinations) == len(COMBINATIONS) == 16
    assert any(options_of(n).turn_limit for n in range(1, 100))


def test_most_steps_are_compared_in_two_worlds() -> None:
    """A world with other hidden cards can mostly follow the same steps: else events would hardly be compared."""
    visit = CheckedGame(Options(), builtin(), "two worlds")
    visit.play()
    assert visit.compared > 3 * visit.parted
    assert visit.compared + visit.parted >= 3 * visit.decisions


# ------------------------------------------------------------ what is wrong is found


def test_a_failure_is_recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def planned(self: Invariants, numbers: dict[str, Any]) -> None:
        if numbers["turns"] == 7:
            raise InvariantBroken("planned", turns=7)

    monkeypatch.setattr(Invariants, "_check_action", planned)
    for deep, mode in ((0, "first"), (0, "draft")):
        number = 1 if mode == "first" else 8
        monkeypatch.setattr("solafide.lab.fuzz.options_of", lambda _, n=number: COMBINATIONS[n])
        report = Fuzzer("failure", deep, failure_file=tmp_path / "failure.solafide").run(5)
        assert report.games == 1
        assert report.failure is not None
        assert report.failure.detail == "planned: turns 7"
        record = load(tmp_path / "failure.solafide")
        assert record.options.mode == mode
        assert len(record.steps) == report.failure.step == report.steps
        *_, (_, _, game) = replay(record)
        assert game.view()["turn_number"] == 8
        assert report.json()["failure"]["file"] == str(tmp_path / "failure.solafide")


def test_an_error_inside_the_rules_is_a_failure_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*args: object) -> View:
        raise ZeroDivisionError("inside")

    monkeypatch.setattr(game_module, "build_view", fails)
    report = Fuzzer(deep=1, failure_file=tmp_path / "failure.solafide").run(1)
    assert report.failure is not None
    assert report.failure.detail == "ZeroDivisionError: inside"
    assert load(tmp_path / "failure.solafide").outcome is None


def test_a_view_that_leaks_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = build_view

    def leaking(state: State, *args: Any) -> dict[str, Any]:
        return {**honest(state, *args), "hands": dump(state)["hand"]}

    monkeypatch.setattr(game_module, "build_view", leaking)
    with pytest.raises(InvariantBroken, match="re-dealing changes a view"):
        CheckedGame(Options(), builtin(), "leak").play()


@pytest.mark.parametrize("secret", ["drew", "kept"])
def test_events_that_leak_are_found(secret: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event, "SECRET_EVENTS", event.SECRET_EVENTS - {secret})
    with pytest.raises(InvariantBroken, match="re-dealing changes an event"):
        CheckedGame(Options(mode="draft" if secret == "kept" else "first"), builtin(), "leak").play()


def test_a_history_that_leaks_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    game = visited(Options(faiths="agreed"), 10)
    assert secrecy_check.check_history(game, "C", 1)
    monkeypatch.setattr(event, "SECRET_EVENTS", frozenset())
    with pytest.raises(InvariantBroken, match="another history has other events"):
        secrecy_check.check_history(game, "C", 1)


def test_a_determinization_that_does_not_fit_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(view: View, seed: int, cards: Any) -> Any:
        return determinize({**view, "turn_number": view["turn_number"] + 1}, seed, cards)

    monkeypatch.setattr(secrecy_check, "determinize", careless)
    with pytest.raises(InvariantBroken, match="a dealt state has another view"):
        CheckedGame(Options(), builtin(), "careless").play()


def test_a_save_that_forgets_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    game = visited(Options(mode="draft"))
    secrecy_check.check_saved(game)
    honest = game.all_events
    monkeypatch.setattr(game, "all_events", lambda: honest()[:-1])
    with pytest.raises(InvariantBroken, match="a loaded game has other events"):
        secrecy_check.check_saved(game)


@pytest.mark.parametrize(
    ("invariant", "change"),
    [
        ("no option", lambda n: n.update(opts=0)),
        ("over too early", lambda n: n.update(over=1)),
        ("agenda too long", lambda n: n.update(depth=k.MAX_AGENDA_ROWS)),
        ("tokens", lambda n: n["supply"].__setitem__(0, n["supply"][0] - 1)),
        ("holders", lambda n: n["hold"].__setitem__(0, n["hold"][20])),
        ("pyramid", lambda n: n.update(in_play=n["in_play"] | 1 << 9)),
        ("face down, yet changed", lambda n: n["hold"].__setitem__(18, n["hold"][18] ^ 1)),
        ("a card in two places", lambda n: n["hand"].__setitem__(1, n["hand"][1] | n["deck"][1])),
        ("fifteen cards", lambda n: n["deck"].__setitem__(0, 0)),
        ("what is known is wrong", lambda n: n["may"].__setitem__(1, 0)),
        ("not claimed", lambda n: n["hold"].__setitem__(0, n["hold"][0])),
    ],
)
def test_each_invariant(invariant: str, change: Callable[[dict[str, Any]], None]) -> None:
    path = CheckedKernelGame(Options(faiths="agreed", first="C"), builtin(), "invariants")
    while path.state.question != k.Q_ACTION or path.state.turns != 4:
        path.state.step(path.state.options()[0])
    numbers = dump(path.state)
    path.invariants.check(numbers)
    if invariant == "not claimed":
        seize(numbers, path.invariants)
    change(numbers)
    with pytest.raises(InvariantBroken) as broken:
        path.invariants.check(numbers)
    assert broken.value.invariant == invariant


def seize(numbers: dict[str, Any], invariants: Invariants) -> None:
    """Give the dominant side of circle 1 to the Catholics, with tokens of theirs."""
    side = int(numbers["power"][0] >= 2)
    laid = [(numbers["hold"][20 * f + side] & ~invariants.prints[f][side]).bit_count() for f in range(2)]
    numbers["hold"][side], numbers["hold"][20 + side] = invariants.full[side], 0
    now = (invariants.full[side] & ~invariants.prints[0][side]).bit_count()
    numbers["supply"] = [numbers["supply"][0] + laid[0] - now, numbers["supply"][1] + laid[1]]


# ------------------------------------------------------------ what counts as mattering


def test_events_without_effect_do_not_cover_a_card() -> None:
    coverage = CardCoverage(builtin())
    c11, c06, p45, c45 = 10, 5, 89, 44
    coverage.add_events(None, [(k.E_PLAYED, 0, c11, 0, 0), (k.E_DISPUTATION, 0, 4, 4, 0), (k.E_DREW, 0, 7, 0, 0)])
    assert coverage.uncovered[c11] == {k.E_DISPUTATION}
    coverage.add_events(c11, [(k.E_DISPUTATION, 0, 4, k.NONE, 0)])
    assert c11 not in coverage.uncovered
    coverage.add_events(None, [(k.E_PLAYED, 0, c06, 0, 0), (k.E_DISCARDED, 0, 3, k.BY_COST, 0), (k.E_TURN, 1, 2, 0, 0)])
    assert coverage.uncovered[c06] == {k.E_CONVERTED}
    coverage.add_events(None, [(k.E_DREW, 0, 9, 0, 0)])
    coverage.add_offer(k.Q_DIE, 1, p45 - k.CARDS_PER_FAITH, 1 << 4)
    assert coverage.uncovered[p45]
    coverage.add_offer(k.Q_DIE, 1, p45 - k.CARDS_PER_FAITH, 1 << 4 | 1 << 2)
    assert p45 not in coverage.uncovered
    coverage.add_offer(k.Q_FOREIGN, 0, c45, 0b11)
    assert c45 not in coverage.uncovered


def test_a_card_played_by_a_card_counts_for_both() -> None:
    coverage = CardCoverage(builtin())
    c32, c13 = 31, 12
    coverage.add_events(c32, [(k.E_DREW, 0, c13, 0, 0)])
    assert coverage.uncovered[c32] == {k.E_PLAYED}
    coverage.add_events(c32, [(k.E_PLAYED, 0, c13, 0, 0), (k.E_DREW, 0, 3, 0, 0)])
    assert c32 not in coverage.uncovered
    assert c13 not in coverage.uncovered


def visited(options: Options, choices: int = 40) -> Any:
    """A game after so many choices."""
    visit = CheckedGame(options, builtin(), "visited")
    game = visit.game
    for _ in range(choices):
        decision = game.decision()
        assert decision
        game.choose(visit.random.choice(decision.options))
    return game


def test_a_changed_part_is_checked_again() -> None:
    path = CheckedKernelGame(Options(faiths="agreed", first="C"), builtin(), "again")
    numbers = dump(path.state)
    for _ in range(2):
        path.invariants.check(numbers)
    numbers["supply"][0] -= 1
    with pytest.raises(InvariantBroken, match="tokens"):
        path.invariants.check(numbers)
