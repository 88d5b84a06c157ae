"""The notes of a first turn advise nothing that the search calls a mistake in the position in which they are shown."""

import pytest

from solafide.game import FAITHS, Decision, Game, LiveNature, Options
from solafide.players import SearchPlayer
from solafide.players.advice.hint import HintBuilder, hint
from solafide.players.agents.network_file import network_for
from solafide.players.analysis.choice_quality import GRADES
from solafide.text import LANGUAGES, Catalogue

INACCURACY = GRADES[-1][0]
# What each note advises to play: nothing, or whatever the hint says. A note with other advice needs a check of its own.
HINT = "hint"
ADVICE = {"question": HINT, "done": HINT} | dict.fromkeys(
    ("welcome", "pyramid", "tile", "power", "needs", "hand", "target", "log", "opponent")
)


def test_every_note_is_listed_with_its_advice() -> None:
    assert {key.split(".")[1] for key in Catalogue("en") if key.startswith("guide.")} == set(ADVICE)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_note_that_advises_the_hint_names_its_button(lang: str) -> None:
    texts = Catalogue(lang)
    button = texts.render("table.hint")
    for note in (name for name, advice in ADVICE.items() if advice == HINT):
        assert button.lower() in texts.render(f"guide.{note}.text").lower()


def first_turn(number: int) -> Game:
    """Return a first game at the first action of a newcomer of either faith, who begins or comes second."""
    faith, first = FAITHS[number % 2], FAITHS[number // 2 % 2]
    game = Game(Options(faiths="agreed", first=first), nature=LiveNature(number.to_bytes(32, "big")))
    opponent = SearchPlayer(seed=number, iterations=30)
    while (decision := game.decision()) is not None and decision.who != faith:
        game.choose(opponent.choose(game.view(decision.who), decision, game.cards), decision.who)
    return game


@pytest.mark.parametrize("number", range(12))
def test_what_the_notes_advise_is_no_mistake(number: int) -> None:
    game = first_turn(number)
    decision = game.decision()
    assert isinstance(decision, Decision)
    advised = hint(game.view(decision.who), decision, game.cards, iterations=4000, worlds=1).best.choice
    judge = HintBuilder(game.view(decision.who), decision, game.cards, 77, network_for(game.cards), 1)
    lines = judge.search(8000, 1)
    best = next(iter(lines))
    searched = {choice: judge.search_again(choice, lines[choice]) for choice in (best, advised)}
    values = {choice: line.value for choice, line in searched.items() if line}
    assert values[best] - values[advised] < INACCURACY
