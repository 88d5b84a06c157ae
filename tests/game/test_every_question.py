"""Every question is handled wherever questions differ: notation, reasons, sentences, terminal, documentation."""

import re
from pathlib import Path

import pytest

from game.moments import KINDS, moments
from solafide.cards import builtin, load
from solafide.game import QUESTIONS, FastNature, Game, Options, consequences, determinize, why_not
from solafide.game.decision import legal_choices
from solafide.game.notation import NATURES_QUESTIONS, choice_codes, choice_texts
from solafide.game.why_not.obstacles import QUESTION_SECTIONS
from solafide.kernel import codes as k
from solafide.terminal.answer import option_names
from solafide.text import LANGUAGES, catalogue
from solafide.text.render.question_sentence import SECTIONS, question_sentence
from solafide.text.render.waiting import waiting_text

VOCABULARY = Path(__file__).parents[1] / "cards" / "data" / "vocabulary.toml"
DOCUMENT = Path(__file__).parents[2] / "docs" / "json.md"
PLAYERS_QUESTIONS = set(QUESTIONS) - NATURES_QUESTIONS


def test_the_kernel_has_the_same_questions() -> None:
    numbers = {value for name, value in vars(k).items() if name.startswith(("Q_", "N_"))}
    assert numbers == set(range(len(QUESTIONS)))


@pytest.mark.parametrize("question", range(len(QUESTIONS)), ids=QUESTIONS)
def test_a_choice_is_written_in_one_way(question: int) -> None:
    texts = choice_texts(question, k.CATHOLIC, k.NONE)
    assert choice_codes(question, k.CATHOLIC, k.NONE) == {text: code for code, text in texts.items()}
    is_die = QUESTIONS[question] in ("die", "roll")
    assert all(text.startswith("die:") for text in texts.values()) == is_die  # which is what no other question has


def test_every_question_has_a_section_of_the_rules() -> None:
    assert set(SECTIONS) == PLAYERS_QUESTIONS
    assert set(QUESTION_SECTIONS) == PLAYERS_QUESTIONS


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_question_has_its_texts(lang: str) -> None:
    for question in PLAYERS_QUESTIONS:
        for key in (f"question.{question}.explain", f"wait.{question}", f"why.asked.{question}"):
            assert key in catalogue(lang)


def test_the_documentation_names_every_question() -> None:
    table = DOCUMENT.read_text("utf-8").partition("## Questions")[2].partition("\n## ")[0]
    documented = {
        word for row in re.findall(r"^\| (`.*?) \|", table, re.MULTILINE) for word in re.findall(r"`(\w+)`", row)
    }
    assert documented == {*QUESTIONS, "ending"}


@pytest.mark.parametrize("mode", ["first", "draft"])
def test_questions_of_whole_games(mode: str) -> None:
    """Random games with every effect: each question has options, a text, a waiting text and an explanation."""
    questions = set()
    for seed, cards in enumerate([builtin(), load(VOCABULARY)] * 2):
        picks, game = FastNature(seed), Game(Options(mode=mode, turn_limit=60), cards, FastNature(seed))
        while (decision := game.decision()) is not None:
            questions.add(decision.question)
            view, lang = game.view(decision.who), LANGUAGES[game.version % len(LANGUAGES)]
            assert question_sentence(decision, cards, lang, view)
            assert waiting_text(game.view(), lang)
            assert all(option_names(choice, decision, cards, lang, view) for choice in decision.options)
            assert set(consequences(view, cards)) == set(decision.options)
            assert all(why.key for why in why_not(view, cards).values())
            if not game.drafting:
                assert legal_choices(determinize(view, game.version, cards)) == decision.options
            game.choose(decision.options[picks.pick("", decision.options)], decision.who)
    assert questions >= {"action", "circle", "kind"}


def test_a_player_sees_the_cards_drawn_when_asked_about_them() -> None:
    """And at no other question; the other player does not see them (R31)."""
    questions = set()
    for game in (
        game for seed in range(6) for game in moments(KINDS["draft, after the card, agreed"], seed) if not game.over
    ):
        for who in game.waiting_for():
            decision = game.decision(who)
            assert decision is not None
            own = game.view(who)["own"]
            assert own is not None
            assert bool(own["drawn"]) == (decision.question in ("keep", "play_drawn"))
            if own["drawn"]:
                questions.add(decision.question)
                other = game.view("P" if who == "C" else "C")["own"]
                assert other is not None
                assert not other["drawn"]
    assert questions == {"keep", "play_drawn"}
