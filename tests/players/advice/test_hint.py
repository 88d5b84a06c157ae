"""A hint for every decision: from the seat's knowledge alone, with chances, reasons, an answer, and a comparison."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from rules.table import game_with
from solafide.cards import builtin, load
from solafide.game import FAITHS, QUESTIONS, Decision, FastNature, Game, LiveNature, Options, SolaFideError
from solafide.game.notation import NATURES_QUESTIONS
from solafide.game.view import build_view
from solafide.kernel import codes as k
from solafide.kernel.network import Network
from solafide.kernel.redeal import redeal
from solafide.kernel.snapshot import dump
from solafide.players.advice.hint import SHOWN_CHOICES, SHOWN_REASONS, Hint, HintBuilder, hint
from solafide.text import LANGUAGES, hint_text

VOCABULARY = load(Path(__file__).parents[2] / "text" / "vocabulary.toml")
ASKED = [question for question in QUESTIONS if question not in NATURES_QUESTIONS]
CLAIM = {"circles": {2: {"nobility": "PCCCC", "power": 1}, 3: {}}, "hands": {"C": ["C01", "C13"], "P": ["P04"]}}
# Circle 1 is the last one and decides the game; a shift of power would give it to the Protestants.
LAST: dict[str, Any] = {
    "claimed": {2: "C", 3: "C", 4: "P", 5: "P", 6: "C", 7: "P", 8: "P", 9: "C", 10: "P"},
    "circles": {1: {"nobility": "PCCCC", "commoners": "PPPPP", "power": 1}},
    "hands": {"C": ["C01", "C13"], "P": ["P04", "P07", "P19", "P29"]},
}
DECKS = {"decks": {"C": ["C03", "C05", "C07"], "P": ["P01", "P05"]}}


def limited_position(**table: Any) -> Game:
    """Return a position with few cards and a turn limit, because random play might never end."""
    return game_with(turn_limit=40, **table)


def pending_decision(game: Game) -> Decision:
    decision = game.decision()
    assert decision is not None
    return decision


def hint_for(game: Game, **settings: Any) -> Hint:
    decision = pending_decision(game)
    settings = {"iterations": 60, "worlds": 2, "playouts": True} | settings
    return hint(game.view(decision.who), decision, game.cards, **settings)


def uneven() -> Network:
    """Return an untrained network with random weights."""
    weights = [(n * 7919) % 41 - 20 for n in range(2 * k.FEATURE_COUNT * k.HIDDEN_UNITS)]
    outputs = [(n * 31) % 61 - 30 for n in range(2 * k.HIDDEN_UNITS)]
    return Network(weights, [9] * (2 * k.HIDDEN_UNITS), outputs, [0, 0], [85] * (2 * k.CARDS_PER_FAITH))


def kinds(reasons: Any) -> list[str]:
    return [each.kind for each in reasons]


# ---------------------------------------------------------------- every decision


def test_every_question_in_every_language() -> None:
    """Two of each kind in random games of two card sets, with the last option in mind."""
    scarce = limited_position(turn="P", tokens={"P": 1}, hands={"P": ["P33", "P01"], "C": ["C01"]})
    scarce.choose("play:P33")  # the following questions are rare in random games
    counts, picks = Counter([listen(scarce)]), FastNature(3)
    for seed in range(40):
        if set(counts) == set(ASKED):
            break
        cards = (VOCABULARY, builtin())[seed % 2]
        game = Game(Options(mode="draft" if seed % 4 > 1 else "first", turn_limit=100), cards, FastNature(seed))
        while (decision := game.decision()) is not None:
            if counts[decision.question] < 2:
                counts[listen(game)] += 1
            game.choose(decision.options[picks.pick("", decision.options)], decision.who)
    assert set(counts) == set(ASKED)


def listen(game: Game) -> str:
    """Render a hint in all languages and return its question."""
    decision = pending_decision(game)
    view = game.view(decision.who)
    advice = hint_for(game, iterations=6, worlds=1, mind=decision.options[-1])
    check(advice, decision)
    for lang in LANGUAGES:
        for line in hint_text(advice.json(), decision, game.cards, lang, view):
            assert line.text == line.text.strip()
            assert not set("{}") & set(line.text)
    return decision.question


def check(advice: Hint, decision: Decision) -> None:
    assert (advice.who, advice.question, advice.version) == (decision.who, decision.question, decision.version)
    choices = [each.choice for each in advice.choices]
    assert set(choices) <= set(decision.options)
    assert len(choices) == len(set(choices)) == min(SHOWN_CHOICES, len(decision.options))
    assert all(
        len(each.shown) <= SHOWN_REASONS and set(kinds(each.shown)) <= set(kinds(each.reasons))
        for each in advice.choices
    )
    assert all(each.chance is None or 0 <= each.chance <= 1 for each in advice.choices)
    assert advice.mind is not None
    assert advice.mind.advice.choice == decision.options[-1]
    assert json.loads(json.dumps(advice.json())) == advice.json()


@pytest.mark.parametrize("mode", ["first", "draft"])
def test_hidden_cards_change_no_byte(mode: Any) -> None:
    """Two worlds that differ only in hidden cards."""
    game = Game(Options(mode=mode, faiths="agreed"), nature=LiveNature((4).to_bytes(32, "big")))
    picks, compared = FastNature(1), 0
    while not game.over and compared < 6:
        decision = pending_decision(game)
        if game.version % 11 == 0:
            view, other = game.view(decision.who), game._state.clone()
            redeal(other, FAITHS.index(decision.who), game.version)
            frame = {name: view[name] for name in ("version", "rules", "options", "cards")}
            there = build_view(other, decision.who, frame, view["decision"], None)
            settings: Any = {"iterations": 20, "worlds": 2, "seed": 5, "mind": decision.options[0], "playouts": True}
            hints = [json.dumps(hint(each, decision, builtin(), **settings).json()) for each in (view, there)]
            assert hints[0] == hints[1]
            compared += (
                dump(other)["hand"] != dump(game._state)["hand"] or dump(other)["deck"] != dump(game._state)["deck"]
            )
        game.choose(decision.options[picks.pick("", decision.options)], decision.who)
    assert compared


def test_the_same_seed_gives_the_same_hint() -> None:
    game = limited_position(**CLAIM, **DECKS)
    first, again, other = (hint_for(game, seed=seed).json() for seed in (1, 1, 2))
    assert first == again
    assert first != other


# ---------------------------------------------------------------- what it says


def test_a_claim_is_best_and_says_so() -> None:
    advice = hint_for(limited_position(**LAST), iterations=300)
    assert advice.best.choice == "play:C01"
    assert advice.best.chance is not None
    assert advice.best.chance > 0.9
    assert kinds(advice.best.shown) == ["wins_now", "claims_now"]
    assert advice.best.shown[1].facts == {"circle": 1, "points": 7, "share": 1.0}
    assert advice.iterations == 300
    assert sum(each.visits for each in advice.choices) == 300


def test_why_another_choice_is_worse() -> None:
    advice = hint_for(limited_position(**LAST), iterations=300, mind="play:C13")
    compared = advice.mind
    assert compared is not None
    assert advice.best.chance is not None
    assert compared.advice.chance is not None
    assert compared.loss == pytest.approx(advice.best.chance - compared.advice.chance)
    assert compared.loss > 0.05
    assert kinds(compared.forgoes)[:2] == ["wins_now", "claims_now"]
    assert "misses_claim" in kinds(compared.advice.reasons)
    assert "misses_claim" not in kinds(compared.against)  # named only once


def test_reasons_for_the_best_choice_come_first() -> None:
    """C40 nearly takes the circle, but the Protestants roll for it."""
    table = {"circles": {2: {"commoners": "PPPCC", "power": 2}, 3: {}}, "hands": {"C": ["C40", "C11"], "P": []}}
    advice = hint_for(limited_position(**table), iterations=300, worlds=4)
    military = next(each for each in advice.choices if each.choice == "play:C40")
    assert {"military_risk", "brings_near"} <= set(kinds(military.reasons))
    signs = [each.good for each in advice.best.shown]
    assert signs == sorted(signs, reverse=True)


def test_a_reason_that_all_choices_share_is_given_for_the_best_only() -> None:
    """Two cards with the same effect in the only circle."""
    table = LAST | {"circles": {1: {"nobility": "PPPCC", "power": 1}}, "hands": {"C": ["C01", "C18"], "P": []}}
    best, other = hint_for(limited_position(**table)).choices
    assert "brings_near" in kinds(best.shown)
    assert kinds(other.shown) == []


def test_why_another_choice_is_not_worse() -> None:
    """The same position without the claim: no reason names it."""
    game = limited_position(**(LAST | {"circles": {1: {"nobility": "PPCCC", "power": 1}}}))
    mind = hint_for(game, mind="play:C13").mind
    assert mind is not None
    assert "claims_now" not in kinds(mind.forgoes)
    assert "misses_claim" not in kinds(mind.against)


def test_the_best_choice_in_mind_loses_nothing() -> None:
    mind = hint_for(limited_position(**LAST), iterations=300, mind="play:C01").mind
    assert mind is not None
    assert (mind.loss, mind.forgoes, mind.against) == (0, (), ())


def test_a_rarely_visited_choice_is_searched_again() -> None:
    """Next to an immediate win the search hardly tries other choices; the hint still has their chances."""
    builder = HintBuilder(
        limited_position(**LAST).view("C"), pending_decision(limited_position(**LAST)), builtin(), 0, None, 1
    )
    line = builder.search(400, 1)["play:C13"]
    assert line is not None
    assert line.visits < 80
    again = builder.search_again("play:C13", line)
    assert again is not None
    assert (again.choice, again.visits, again.share) == (line.choice, line.visits, line.share)
    assert again.value != line.value
    best = builder.search(400, 1)["play:C01"]
    assert builder.search_again("play:C01", best) == best
    over = builder.search_again("play:C01", None)
    assert over is not None
    assert over.value == 1


@pytest.mark.parametrize("turn", FAITHS)
def test_the_second_search_uses_only_the_seats_knowledge(turn: str) -> None:
    """After the choice come a blank with one answer, chance, or the opponent's turn: the Catholics have won anyway."""
    hands = {"C": ["C03", "C13", "C39"], "P": ["P04", "P13", "P29"]}
    game = limited_position(turn=turn, claimed=dict.fromkeys(range(2, 11), "C"), circles={1: {}}, hands=hands, **DECKS)
    builder = HintBuilder(game.view(turn), pending_decision(game), builtin(), 0, None, 1)
    for choice in builder.search(60, 1):
        again = builder.search_again(choice, None)
        assert again is not None
        assert again.value > 0.9 if turn == "C" else again.value < 0.1


def test_a_choice_that_is_not_offered_is_refused() -> None:
    with pytest.raises(SolaFideError) as error:
        hint_for(limited_position(**CLAIM), mind="play:C44")
    assert error.value.key == "error.illegal_choice"


def test_a_forced_choice() -> None:
    decision = Decision("C", "action", ("draw",), 0, {})
    game = limited_position(hands={"C": [], "P": ["P04"]}, decks={"C": ["C01", "C03"], "P": []})
    advice = hint(game.view("C"), decision, builtin())
    assert (advice.best.choice, kinds(advice.best.shown), advice.iterations) == ("draw", ["only_choice"], 0)
    assert "only_choice" not in kinds(hint_for(limited_position(**CLAIM)).best.reasons)


def test_the_likely_reply() -> None:
    """In the last circle the Protestants can do nothing but draw, or play a card if they hold one."""
    game = limited_position(**(LAST | {"hands": {"C": ["C13", "C11"], "P": []}}), decks={"C": [], "P": ["P04", "P06"]})
    for each in hint_for(game, iterations=200).choices:
        assert (each.reply[:1], each.possible) == (("draw",), 1)
    unknown = hint_for(limited_position(**LAST), iterations=100).best  # the game is over then
    assert (unknown.reply, unknown.possible) == ((), 0)


def test_a_network_is_used_if_available() -> None:
    game = Game(Options(faiths="rolled"), nature=LiveNature(bytes(32)))
    assert pending_decision(game).question == "faith"
    opinion = hint_for(game, network=uneven(), playouts=False)
    chances = [each.chance for each in opinion.choices]
    assert None not in chances
    assert chances == sorted(chances, key=lambda chance: -(chance or 0))
    assert [each.chance for each in hint_for(game).choices] == [None, None]
    position = limited_position(**CLAIM, **DECKS)
    assert hint_for(position, network=uneven(), playouts=False).json() != hint_for(position).json()


def test_a_faith_is_ahead_by_its_prints() -> None:
    game = Game(Options(faiths="rolled"), nature=LiveNature(bytes(32)))
    best, other = hint_for(game).choices
    assert best.choice == "faith:P"
    assert best.reasons[0].kind == "starts_ahead"
    assert best.reasons[0].facts == {"own": 7, "other": 13}
    assert not other.reasons
