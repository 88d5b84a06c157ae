"""Every effect of the vocabulary is handled wherever effects differ: rules, sentences, emblems, opponents."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import solafide.kernel
from solafide.cards import Card, CardSet, Effect, load
from solafide.cards.vocabulary import CIRCLE, EFFECTS
from solafide.game import FAITHS, FastNature, Game, Options, consequences, determinize, why_not
from solafide.kernel import codes as k
from solafide.lab.card_coverage import CardCoverage
from solafide.players.agents.heuristic import HeuristicEvaluator, effect_value
from solafide.players.agents.network_file import network_for
from solafide.server.views.card_faces import EMBLEMS
from solafide.text import LANGUAGES, card_text, choice_text, why_not_text
from solafide.text.render.card import each_text, effect_text
from solafide.text.render.question_sentence import EFFECT_SECTIONS, question_section, question_sentence

SET = Path(__file__).parent / "data" / "vocabulary.toml"


def printed_cards(cardset: CardSet) -> Iterator[Card]:
    return (card for card in cardset.cards.values() if card.source == "printed")


def effects_of(card: Card) -> Iterator[Effect]:
    for effect in (*card.effects, *(card.persistent.effects if card.persistent else ())):
        yield effect
        for option in effect.fields.get("options", ()):
            yield from option


def test_every_effect_has_its_own_verb() -> None:
    verbs = [getattr(k, kind.upper()) for kind in EFFECTS]
    assert sorted(verbs) == list(range(1, len(EFFECTS) + 1))


def test_the_kernel_documents_the_row_of_every_effect() -> None:
    rows = (Path(solafide.kernel.__file__).parent / "tables.py").read_text("utf-8")
    assert [kind for kind in EFFECTS if not re.search(rf"\b{kind.upper()}\b", rows)] == ["redraw"]  # it has no fields


def test_every_effect_in_a_circle_has_a_section_of_the_rules() -> None:
    assert set(EFFECT_SECTIONS) == {kind for kind, fields in EFFECTS.items() if CIRCLE in fields}


def test_every_effect_has_emblems() -> None:
    assert set(EMBLEMS) == set(EFFECTS) - {"choose"}


def test_fuzzing_checks_what_every_effect_changes() -> None:
    assert CardCoverage(load(SET)).total == len(load(SET).cards) + len(load(SET).results)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_effect_has_a_sentence(lang: str) -> None:
    for card in printed_cards(load(SET)):
        assert all(card_text(card, lang, load(SET)))
        assert all(effect_text(effect, lang, load(SET)) for effect in effects_of(card))
        assert card.each is None or each_text(card.each, lang)


def test_every_effect_has_a_heuristic_value() -> None:
    for card in printed_cards(load(SET)):
        assert all(effect_value(effect) > 0 for effect in effects_of(card))


@pytest.mark.parametrize("seed", range(3))
def test_games_with_every_effect(seed: int) -> None:
    """Random games: texts, predictions, explanations and the inputs of a network and of a rule work at every step."""
    cards, picks = load(SET), FastNature(seed)
    network = network_for(cards)
    assert network is not None
    value = HeuristicEvaluator(cards)
    game = Game(Options(faiths="agreed", turn_limit=40), cards, FastNature(seed))
    while (decision := game.decision()) is not None:
        view, lang = game.view(decision.who), LANGUAGES[game.version % len(LANGUAGES)]
        assert question_sentence(decision, cards, lang, view)
        assert question_section(decision, cards).startswith("§")
        assert set(consequences(view, cards)) == set(decision.options)
        assert all(why_not_text(why, cards, lang) for why in why_not(view, cards).values())
        assert all(choice_text(choice, decision, cards, lang, view) for choice in decision.options)
        state = determinize(view, game.version, cards)
        faith = FAITHS.index(decision.who)
        assert 0 <= network.win_chance(state, faith) <= k.CHANCE_SCALE
        assert max(network.inputs(state, faith)) < k.FEATURE_COUNT
        assert isinstance(value.evaluate(state, faith), float)
        game.choose(decision.options[picks.pick("", decision.options)], decision.who)
