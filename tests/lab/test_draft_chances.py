"""In a draft the chances that both seats are told fit together, and each uses only what its seat knows."""

from solafide.game import FAITHS, Game, LiveNature, Options
from solafide.game.view import build_view
from solafide.kernel.redeal import redeal
from solafide.lab.draft_chances import MEASURED_PICKS, draft_chances, measure
from solafide.players.advice.hint import hint

DRAFTS, ITERATIONS = 24, 100


def test_the_chances_of_both_seats_add_up() -> None:
    """Over few drafts within four percent; `python -m solafide.lab.draft_chances` measures a thousand within two."""
    figures = measure("few drafts", DRAFTS, ITERATIONS)
    assert abs(figures["all"]["sum"] - 1) <= 0.04  # type: ignore[index]


def test_the_same_draft_gets_the_same_chances() -> None:
    chances = [draft_chances("once", 3, 20) for _ in range(2)]
    assert chances[0] == chances[1]
    assert all(set(chances[0][pick]) == set(FAITHS) for pick in MEASURED_PICKS)


def test_a_chance_depends_on_what_its_seat_knows_alone() -> None:
    """Two drafts that differ only in what the Catholic cannot know: the Protestant's cards."""
    game = Game(Options(mode="draft", faiths="agreed"), nature=LiveNature(bytes(32)))
    for faith in ("P", "C"):
        for _ in range(4):
            decision = game.decision(faith)  # type: ignore[arg-type]
            assert decision is not None
            game.choose(decision.options[0], faith)  # type: ignore[arg-type]
    decision = game.decision("C")
    assert decision is not None
    view, other = game.view("C"), game._state.clone()
    redeal(other, 0, 99)
    frame = {name: view[name] for name in ("version", "rules", "options", "cards")}
    there = build_view(other, "C", frame, view["decision"], None)  # type: ignore[arg-type]
    hints = [hint(each, decision, game.cards, iterations=60, worlds=1).json() for each in (view, there)]
    assert hints[0] == hints[1]
