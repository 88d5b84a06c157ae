"""Every question and every option can be read in every language."""

import re
from pathlib import Path
from typing import Any, Literal

import pytest

from solafide.cards import CardSet, builtin, load
from solafide.game import QUESTIONS, Decision, FastNature, Game, Options, position
from solafide.text import LANGUAGES, choice_text, question_explanation, question_text
from solafide.text.render.choice_sentence import choice_sentence

VOCABULARY = load(Path(__file__).parents[1] / "vocabulary.toml")
CARDS = builtin()


def decision(question: str, *options: str, who: str = "C", **context: Any) -> Decision:
    return Decision(who, question, options, 1, context)


# One of every kind, with the least that its context holds.
EXAMPLES = [
    decision("faith", "faith:C", "faith:P", who="2"),
    decision("draft", "keep:C01", "keep:C02", "keep:C03"),
    decision("action", "play:C01", "draw", "use:P43", "pass"),
    decision("after", "use:P43", "end", who="P"),
    decision("cost", "discard:C01", "discard:C02", card="C10", left=2),
    decision("cost_any", "discard:P01", "stop", who="P", card="P16"),
    decision("circle", "circle:1", "circle:10", card="C03", effect=0),
    decision("circle", "circle:1", "circle:2", who="P", card="P43", effect=0),
    decision("circle", "circle:1", "circle:2", who="P", card="P16", effect=0, discarded=2),
    decision("side", "side:nobility", "side:commoners", who="P", card="M1", effect=0, circle=2),
    decision("toward", "toward:nobility", "toward:commoners", who="P", card="M2", effect=0, circle=2),
    decision("kind", "kind:CP", "kind:NP", "kind:PP", card="C03", effect=0, circle=2, side="commoners"),
    decision("kind", "kind:PC", "kind:NC", "kind:CC", who="P", card="P03", effect=0, circle=2, side="nobility", left=2),
    decision("kind", "kind:NN", card="C03", effect=0, circle=2, side="commoners"),
    decision("place", "place:5:nobility", "place:9:commoners", who="P", card="P40", effect=0),
    decision("discard", "discard:C01", "discard:C02", "discard:C03", card="P08", effect=0, left=2),
    decision("redraw", "discard:C01", "stop", card="F12", effect=0),
    decision("keep", "discard:C01", "discard:C02", card="F09", effect=0),
    decision("play_drawn", "play:P01", "play:P02", who="P", card="P25", effect=0),
    decision("option", "option:1", "option:2", card="C01", effect=0),
    decision("recover", "recover:C04", "recover:C05", card="C02", effect=0, left=1),
    decision("claim", "claim:2", "claim:3"),
    decision("deck", "deck:shift", "deck:convert", "deck:cards", "deck:neutralise"),
    decision("foreign", "resolve:F01", "resolve:F02"),
    decision("die", "die:1", "die:6", who="P"),
    decision("limit", "discard:C01", "discard:C02"),
    decision("roll", *(f"die:{n}" for n in range(1, 7)), who="N"),
    decision("draw", "card:C05", who="N"),
    decision("triple", "card:P05", who="N"),
    decision("foreign_draw", "card:F05", who="N"),
]


def test_every_kind_of_question_has_an_example() -> None:
    assert {example.question for example in EXAMPLES} == set(QUESTIONS)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.question)
def test_every_kind(example: Decision, lang: str) -> None:
    assert_rendered(question_text(example, VOCABULARY, lang))
    assert_rendered(question_explanation(example.question, lang))
    for option in example.options:
        assert_rendered(choice_text(option, example, VOCABULARY, lang))
        if example.who != "N":
            sentence(choice_sentence(option, example, VOCABULARY, lang))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_explanations_cite_the_rule(lang: str) -> None:
    uncited = {question for question in QUESTIONS if "§" not in question_explanation(question, lang)}
    assert uncited == {"keep", "roll", "draw"}


@pytest.mark.parametrize("mode", ["first", "draft"])
@pytest.mark.parametrize("cards", [CARDS, VOCABULARY], ids=["builtin", "vocabulary"])
def test_every_question_of_whole_games(mode: Literal["first", "draft"], cards: CardSet) -> None:
    """With and without the view of the player to choose: no placeholder stays, and no two options read the same."""
    picks = FastNature(5)
    for seed in range(6):
        game = Game(Options(mode=mode, turn_limit=120), cards, FastNature(seed))
        while (decision := game.decision()) is not None:
            lang = LANGUAGES[game.version % 4]
            for view in (game.view(decision.who), None):
                assert_rendered(question_text(decision, cards, lang, view))
                texts = [choice_text(option, decision, cards, lang, view) for option in decision.options]
                for text in texts:
                    assert_rendered(text)
                assert len(set(texts)) == len(texts) or same_name_twice(decision, cards, lang)
            game.choose(decision.options[picks.pick("", decision.options)], decision.who)


def same_name_twice(decision: Decision, cards: CardSet, lang: str) -> bool:
    """Whether two of the cards offered have one name."""
    ids = [option.partition(":")[2] for option in decision.options if option.partition(":")[2] in cards.cards]
    return len({cards.cards[name].name.get(lang) for name in ids}) < len(ids)


def test_a_conversion_names_the_territory_that_changes() -> None:
    circles = {2: {"commoners": "PPPNC", "power": 0}}
    game = position(turn="C", hands={"C": ["C03", "C04"], "P": []}, circles=circles)
    game.choose("play:C03")
    decision = game.decision()
    assert decision is not None
    assert decision.options == ("kind:PP", "kind:NP")
    view = game.view("C")
    assert question_text(decision, CARDS, "en", view) == (
        "“Ursulines”, Lower Saxon Circle, Commoners: which territory do you convert?"
    )
    assert [choice_text(option, decision, CARDS, "en", view) for option in decision.options] == [
        "Magdeburg (printed Protestant): place a Catholic token",
        "Lübeck (printed neutral): replace the Protestant token with a Catholic one",
    ]
    assert choice_text("kind:NP", decision, CARDS, "hu", view) == (
        "Lübeck (semleges nyomat): a protestáns jelölő cseréje katolikusra"
    )


def test_the_question_for_a_circle_says_what_happens_there() -> None:
    question = decision("circle", "circle:2", "circle:3", card="C03", effect=0)
    assert question_text(question, CARDS, "en") == (
        "“Ursulines”: Convert a territory on the Commoners side of a circle. Which circle?"
    )
    assert question_text(question, CARDS, "de") == (
        "„Ursulinen“: Wandle in einem Reichskreis ein Territorium auf der Seite des Volkes um. Welcher Reichskreis?"
    )
    assert choice_text("circle:2", question, CARDS, "de") == "Niedersächsischer Kreis"


def test_an_option_of_choose_belongs_to_its_card() -> None:
    """The lists behind `choose` have numbers of their own; the question still names card and effect."""
    first = len(VOCABULARY.cards) + len(VOCABULARY.results) + 1
    question = decision("circle", "circle:1", "circle:2", card=None, list=first, effect=0)
    assert question_text(question, VOCABULARY, "en") == (
        "“Wahl”: Convert 2 territories on the dominant side of a circle. Which circle?"
    )
    chart = decision("circle", "circle:1", "circle:2", who="P", card=None, list=first + 7, effect=0)
    assert question_text(chart, VOCABULARY, "en") == "“Ein Wort”: Move the Disputation token to a circle. Which circle?"


def test_only_a_person_with_a_name_is_addressed_by_it() -> None:
    question = decision("faith", "faith:C", "faith:P", who="1")
    assert question_text(question, CARDS, "en") == "You rolled higher. Which faith do you play?"
    named = question_text(question, CARDS, "en", names={"1": "Anna", "2": "Béla"})
    assert named == "Anna, you rolled higher. Which faith do you play?"


def test_a_view_makes_questions_exact() -> None:
    view = {"faiths": {"C": {"front": "C06", "picks": 3, "tokens": 2}, "P": {"front": None, "picks": 0, "tokens": 2}}}
    draft = decision("draft", "keep:C01", "keep:C02", "keep:C03")
    assert question_text(draft, CARDS, "en", view) == "Draft 4 of 15: which card do you keep?"
    limit = decision("limit", *(f"discard:C{n:02}" for n in range(11, 20)))
    assert question_text(limit, VOCABULARY, "en", view) == "You hold 2 cards too many. Which one do you discard first?"
    place = decision("place", "place:5:nobility", "place:9:commoners", who="P", card="P40", effect=0)
    assert "2 tokens" in question_text(place, CARDS, "en", view)


def test_drawing_says_what_takes_its_place() -> None:
    instead = next(
        card.id for card in CARDS.cards.values() if card.persistent and card.persistent.when == "draw_action"
    )
    view = {"faiths": {"C": {"front": instead}}}
    question = decision("action", "draw", "play:C01")
    assert choice_text("draw", question, CARDS, "en") == "Draw a card"
    assert choice_text("draw", question, CARDS, "en", view) == (
        "Draw, which now means: Draw 3 cards, keep 1 of them and discard the rest."
    )


def sentence(text: str) -> None:
    assert_rendered(text)
    assert re.match(r"[A-ZÁÉÍÓÖŐÚÜŰ0-9]", text), text
    assert re.search(r"[^.]\.[”“]?$", text), text


def assert_rendered(text: str) -> None:
    assert text
    assert text == text.strip()
    assert not re.search(r"[{}]|None|\b[CPF]\d\d\b", text), text
