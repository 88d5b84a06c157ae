"""Texts of a moment are whole sentences in every language, and reveal only what a seat may know."""

import json
import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from golden.make import FOLDER
from players.quick_evaluators import HeuristicChances
from server.local_client import exact
from solafide.cards import builtin
from solafide.cards import load as load_set
from solafide.game import Decision, FastNature, Game, LiveNature, Options, Record, View, load, position
from solafide.kernel.redeal import redeal
from solafide.lab.secrecy_check import viewers, with_state
from solafide.players.advice.hint import hint
from solafide.players.analysis.game import analyse
from solafide.players.analysis.mistake_reasons import MistakeExplainer
from solafide.server.schemas.analysis import AnalysisResponse, HintResponse
from solafide.server.schemas.match import EventView, MomentText
from solafide.server.views import moment_text
from solafide.server.views.analysis_report import report_view
from solafide.text import LANGUAGES, catalogue, event_text, question_text
from solafide.text.render.question_sentence import EFFECT_SECTIONS, SECTIONS, question_sentence
from solafide.text.report.story import LUCK_SECTIONS, lead_changes
from solafide.text.rules import rules

CARDS = builtin()
in_every_language = pytest.mark.parametrize("lang", LANGUAGES)
in_both_modes = pytest.mark.parametrize("mode", ["first", "draft"])
# A question that is whole already in the terminal, and has no other sentence here.
WHOLE = ("faith", "foreign", "die")


def walk(mode: str, seed: int, steps: int = 10_000) -> Iterator[Game]:
    """A random game, before each of its choices and at its end."""
    game, chance = Game(Options(mode=mode), nature=FastNature(seed)), random.Random(seed)  # type: ignore[arg-type]
    for _ in range(steps):
        yield game
        decision = game.decision(chance.choice("CP")) or game.decision()
        if decision is None:
            return
        game.choose(chance.choice(decision.options), decision.who)


def moments(mode: str, seed: int) -> Iterator[Game]:
    """Yield every fourth moment of a random game, its end, and the first question of each kind."""
    questions = set()
    for number, game in enumerate(walk(mode, seed)):
        question = game.view()["question"]
        if number % 4 == 0 or question not in questions:
            questions.add(question)
            yield game


def texts_of(node: object) -> Iterator[str]:
    """Yield every text in a nested value."""
    match node:
        case str():
            yield node
        case dict():
            for value in node.values():
                yield from texts_of(value)
        case list():
            for value in node:
                yield from texts_of(value)


# ---------------------------------------------------------------- a moment


@in_both_modes
@in_every_language
def test_every_moment_has_complete_texts(lang: str, mode: str) -> None:
    for game in moments(mode, seed=LANGUAGES.index(lang)):
        for seat in viewers(game):
            view = game.view(seat)
            view_text = moment_text.text_view(game, view, seat, lang)
            exact(MomentText, view_text)
            assert view_text["question"]
            assert all("{" not in text and "None" not in text for text in texts_of(view_text))
            decision = view["decision"]
            offered = [option["choice"] for option in view_text["options"]]
            assert offered == (decision["options"] if decision else [])
            labels = [option["label"] for option in view_text["options"]]
            assert all(labels)
            assert len(set(labels)) == len(labels)
            assert bool(view_text["explanation"]["section"]) == bool(decision)
            assert not view_text["why_not"].keys() & set(offered)


def test_user_cards_with_every_effect_have_texts() -> None:
    cards = load_set(Path(__file__).parents[2] / "text" / "vocabulary.toml")
    questions = set()
    for seed in range(3):
        chance = random.Random(seed)
        game = Game(Options(mode="draft", claims="after-card", tokens=None), cards, FastNature(seed))
        while (decision := game.decision(chance.choice("CP")) or game.decision()) is not None:
            if decision.question not in questions or chance.random() < 0.1:
                questions.add(decision.question)
                lang = chance.choice(LANGUAGES)
                exact(MomentText, moment_text.text_view(game, game.view(decision.who), decision.who, lang))
            game.choose(chance.choice(decision.options), decision.who)
    assert {"option", "recover", "redraw", "keep", "play_drawn"} <= questions


@in_both_modes
def test_re_dealing_hidden_cards_changes_no_byte(mode: str) -> None:
    for number, game in enumerate(moments(mode, seed=7)):
        for seat in viewers(game):
            lang = LANGUAGES[number % len(LANGUAGES)]
            state = game._state.clone()
            redeal(state, "CP".index(seat) if seat in ("C", "P") else 2, number)
            other = with_state(game, state)
            text = json.dumps(moment_text.text_view(game, game.view(seat), seat, lang))
            assert json.dumps(moment_text.text_view(other, other.view(seat), seat, lang)) == text


def test_texts_never_name_hidden_cards_of_the_opponent() -> None:
    since = {"C": 0, "P": 0}
    for game in moments("draft", seed=11):
        whole = game.whole()["faiths"]
        for seat, other in (("C", "P"), ("P", "C")):
            view = game.view(seat)
            seen_cards = set(view["faiths"][other]["seen"])
            text = json.dumps(moment_text.text_view(game, view, seat, "en"), ensure_ascii=False)
            event_texts = json.dumps(
                moment_text.event_views(game.events(seat, since[seat]), CARDS, "en"), ensure_ascii=False
            )
            since[seat] = game.version_for(seat)
            for card in {*whole[other]["hand"], *whole[other]["deck"], *whole[other]["triple"]} - seen_cards:
                name = f"“{CARDS.cards[card].name['en']}”"
                assert name not in text
                assert name not in event_texts


# ---------------------------------------------------------------- questions


def question_of(game: Game, seat: str = "C", lang: str = "en") -> str:
    question: str = moment_text.text_view(game, game.view(seat), seat, lang)["question"]
    return question


def test_questions_name_the_card_the_circle_and_the_side() -> None:
    game = position(hands={"C": ["C03", "C05", "C07"]}, decks={"C": ["C06"]})
    assert question_of(game) == "It is your turn. Do you play a card from your hand, or draw one?"
    game.choose("play:C03")
    assert question_of(game) == "In which circle does “Ursulines” convert a territory on the Commoners side?"
    assert question_of(game, "P") == "The Catholics are choosing a circle."
    assert question_of(game, "C", "de") == (
        "„Ursulinen“: In welchem Reichskreis wandelst du ein Territorium auf der Seite des Volkes um?"
    )
    assert question_of(game, "C", "hu").endswith("melyik tartományban térítesz át egy területet a közemberek oldalán?")


def test_a_shift_in_any_direction() -> None:
    game = position(hands={"C": ["C07", "C05"]}, decks={"C": ["C06"]})
    game.choose("play:C07")
    game.choose("circle:2")
    name = CARDS.cards["C07"].name["en"]
    assert (
        question_of(game) == f"Toward which side does “{name}” shift the power in the Lower Saxon Circle, by one space?"
    )


@in_every_language
def test_a_chart_result_names_its_source(lang: str) -> None:
    """The player who must choose may not be the one who rolled."""
    view = position().view("P")
    decision = Decision("P", "circle", ("circle:1", "circle:2"), 0, {"card": "M4", "effect": 0})
    sentence = question_sentence(decision, CARDS, lang, view)
    assert CARDS.results[3].name[lang] in sentence
    assert "4" in sentence
    assert sentence.endswith(("?", "."))
    plain = question_sentence(
        Decision("P", "circle", decision.options, 0, {"card": "P03", "effect": 0}), CARDS, lang, view
    )
    assert "4" not in plain


@in_both_modes
def test_questions_differ_from_those_of_the_terminal(mode: str) -> None:
    questions = set()
    for seed in range(4):
        for game in moments(mode, seed):
            decision = game.decision()
            if decision is None or decision.question in WHOLE:
                continue
            questions.add(decision.question)
            view = game.view(decision.who)
            assert moment_text.text_view(game, view, decision.who, "en")["question"] != question_text(
                decision, CARDS, "en", view
            )
    assert {"action", "circle", "toward", "kind", "discard", "deck", "limit"} <= questions


def test_every_named_section_of_the_rules_exists() -> None:
    sections = {section["section"] for section in rules("en")}
    cited = {*SECTIONS.values(), *EFFECT_SECTIONS.values(), *LUCK_SECTIONS.values()}
    assert {section.removeprefix("§") for section in cited} <= sections


@in_every_language
def test_a_waiting_player_reads_who_must_choose(lang: str) -> None:
    sentences = set()
    for mode in ("first", "draft"):
        for game in walk(mode, seed=3, steps=120):
            sentences.add(moment_text.text_view(game, game.view(None), None, lang)["question"])
    assert len(sentences) > 5
    assert all("{" not in text for text in sentences)


def test_question_texts_when_one_player_finishes_the_draft_first() -> None:
    game = Game(Options(mode="draft", faiths="agreed"), nature=FastNature(1))
    assert question_of(game) == "Card 1 of 15: which of these three do you keep for your deck?"
    spectator = moment_text.text_view(game, game.view(None), None, "en")
    assert spectator["question"] == "Both sides are choosing their cards."
    while (decision := game.decision("C")) is not None:
        game.choose(decision.options[0], "C")
    assert question_of(game) == "Your fifteen cards are chosen. The Protestants are still choosing theirs."
    assert moment_text.text_view(game, game.view(None), None, "en")["question"] == spectator["question"]  # R36


# ---------------------------------------------------------------- options


def options(game: Game, seat: str = "C", lang: str = "en") -> dict[str, dict[str, Any]]:
    return {option["choice"]: option for option in moment_text.text_view(game, game.view(seat), seat, lang)["options"]}


def nearly_claimed() -> Game:
    """The Catholics lack the last of the Commoners in the Lower Saxon Circle, where the Disputation is."""
    print_of = CARDS.circles[1].commoners
    game = position(
        circles={1: {}, 2: {"commoners": "C" * (len(print_of) - 1) + "P", "power": 3}, 3: {}},
        hands={"C": ["C03", "C05"]},
        decks={"C": ["C06"]},
        disputation=2,
    )
    game.choose("play:C03")
    return game


def test_an_option_predicts_a_claim_with_points_and_reward() -> None:
    option = options(nearly_claimed())["circle:2"]
    last = CARDS.circles[1].territories["commoners"][-1]["en"]
    assert option["label"] == "Lower Saxon Circle"
    assert option["consequence"] == (
        f"{last} would become Catholic. You would claim the Lower Saxon Circle: 7 points, and a Reward."
    )
    assert option["changes"] == [{"circle": 2, "side": "commoners", "territory": len(CARDS.circles[1].commoners) - 1}]
    assert (option["verb"], option["card"], option["circle"], option["side"]) == ("circle", None, 2, None)
    assert option["final"]


def test_an_option_predicts_dominance_and_progress_after_a_shift() -> None:
    game = position(hands={"C": ["C07", "C05"]}, decks={"C": ["C06"]}, circles={1: {}, 2: {"power": 1}, 3: {}})
    game.choose("play:C07")
    game.choose("circle:2")
    option = options(game)["toward:commoners"]
    assert option["power"] == {"circle": 2, "to": 2}
    assert option["side"] == "commoners"
    assert option["consequence"].startswith(
        "The Power token would move to the inner Commoners space. The Commoners would be dominant. To claim the circle"
    )


def test_progress_after_a_choice_is_a_sentence() -> None:
    game = position(hands={"C": ["C07", "C05"]}, decks={"C": ["C06"]}, circles={1: {}, 2: {"power": 1}, 3: {}})
    game.choose("play:C07")
    game.choose("circle:2")
    for lang in LANGUAGES:
        assert not re.search(r"\d", options(game, lang=lang)["toward:commoners"]["consequence"])


def test_an_option_states_that_a_token_stays() -> None:
    game = position(turn="P", hands={"P": ["P01", "P03"]}, decks={"P": ["P04"]}, disputation=1)
    game.choose("play:P01")
    by_choice = options(game, "P")
    assert by_choice["circle:1"]["consequence"] == "The Disputation token would stay there."
    assert by_choice["circle:2"]["consequence"] == "The Disputation token would move there."


def test_options_name_their_card_and_whether_they_are_final() -> None:
    game = position(hands={"C": ["C03", "C05"]}, decks={"C": ["C06"]})
    by_choice = options(game)
    assert (by_choice["play:C03"]["card"], by_choice["play:C03"]["final"]) == ("C03", False)
    assert (by_choice["draw"]["verb"], by_choice["draw"]["card"], by_choice["draw"]["final"]) == ("draw", None, True)


def test_reasons_why_something_cannot_be_chosen() -> None:
    game = position(hands={"C": ["C03", "C05"]}, decks={"C": ["C06"]})
    why = moment_text.text_view(game, game.view("C"), "C", "en")["why_not"]
    assert why["circle:4"]["section"] == "8"
    assert why["circle:4"]["text"]


# ---------------------------------------------------------------- the card that is carried out


def test_the_steps_of_a_card() -> None:
    game = position(hands={"C": ["C03", "C05"]}, decks={"C": ["C06"]})
    assert moment_text.text_view(game, game.view("C"), "C", "en")["resolving"] is None
    game.choose("play:C03")
    for seat in ("C", "P", None):
        resolving = moment_text.text_view(game, game.view(seat), seat, "en")["resolving"]
        assert (resolving["card"], resolving["by"]) == ("C03", "C")
        assert [step["state"] for step in resolving["steps"]] == ["now", "next"]
        assert resolving["steps"][1]["text"] == "Draw a card."


def test_a_cost_is_the_first_step_and_the_die_the_last() -> None:
    game = position(hands={"C": ["C24", "C05", "C03", "C07"]}, decks={"C": ["C06"]})
    game.choose("play:C24")
    states = [step["state"] for step in moment_text.text_view(game, game.view("C"), "C", "en")["resolving"]["steps"]]
    assert states == ["now", "next", "next"]
    game.choose("discard:C05")
    states = [step["state"] for step in moment_text.text_view(game, game.view("C"), "C", "en")["resolving"]["steps"]]
    assert states == ["done", "now", "next"]


# ---------------------------------------------------------------- what happened


@in_both_modes
@in_every_language
def test_every_event_has_a_text(lang: str, mode: str) -> None:
    *_, game = walk(mode, seed=5)
    for seat in ("C", "P", None):
        events = game.events(seat)
        views = moment_text.event_views(events, CARDS, lang)
        exact(EventView, views[0])
        for each in views:
            exact(EventView, each)
        added = ("text", "standalone_text", "section", "important")
        assert [{name: fact for name, fact in each.items() if name not in added} for each in views] == events
        assert all(each["standalone_text"] for each in views if each["event"] != "dealt")
        assert all(each["text"] for each in views if each["important"])
        assert views[-1]["text"] == moment_text.text_view(game, game.view(seat), seat, lang)["question"]


def test_events_that_belong_together_share_a_sentence() -> None:
    draws = [{"event": "drew", "version": version, "by": "P"} for version in (4, 5)]
    place = {"by": "P", "circle": 5, "side": "commoners", "print": "N", "holder": "N"}
    converted = [{"event": "converted", "version": 6, **place, "territory": at} for at in (1, 2)]
    revealed = [{"event": "revealed", "version": 7, "circle": circle} for circle in (8, 9)]
    first = {"event": "converted", "version": 8, **place, "territory": 0}  # a choice may have come in between
    second = {"event": "converted", "version": 9, **place, "territory": 1}
    events = [*draws, *converted, *revealed, first, second, {"event": "turn", "version": 10, "by": "C", "number": 3}]
    views = moment_text.event_views(events, CARDS, "en")
    names = [CARDS.circles[4].territories["commoners"][at]["en"] for at in (1, 2)]
    assert [each["text"] for each in views] == [
        "The Protestants draw 2 cards.",
        "",
        f"The Protestants convert these territories: {names[0]}, {names[1]} (Upper Rhenish Circle, Commoners).",
        "",
        "These circles enter play: Electoral Rhenish Circle, Swabian Circle.",
        "",
        event_text(first, CARDS, "en"),
        event_text(second, CARDS, "en"),
        "Turn 3: Catholics.",
    ]
    assert views[1]["standalone_text"] == "The Protestants draw a card."
    assert views[2]["section"] == views[3]["section"] == "6.1"


def test_texts_address_the_reader() -> None:
    draws = [{"event": "drew", "version": 4, "by": "C", "card": card} for card in ("C01", "C02")]
    events = [
        {"event": "turn", "version": 3, "by": "C", "number": 7},
        *draws,
        {"event": "passed", "version": 9, "by": "P"},
    ]
    names = [CARDS.cards[card].name["en"] for card in ("C01", "C02")]
    views = moment_text.event_views(events, CARDS, "en", "C")
    assert [each["text"] for each in views if each["text"]] == [
        "Turn 7 is yours.",
        f"You draw these cards: “{names[0]}”, “{names[1]}”.",
        "The Protestants can neither play nor draw and pass.",
    ]
    assert views[2]["standalone_text"] == f"You draw “{names[1]}”."


def test_own_draws_are_named_and_the_draft_is_summarized() -> None:
    draws = [{"event": "drew", "version": 4, "by": "C", "card": card} for card in ("C01", "C02")]
    picks = [{"event": kind, "version": at, "by": "P"} for at in (7, 8) for kind in ("dealt", "dealt", "dealt", "kept")]
    sentences = [each["text"] for each in moment_text.event_views([*draws, *picks], CARDS, "en") if each["text"]]
    names = [CARDS.cards[card].name["en"] for card in ("C01", "C02")]
    assert sentences == [
        f"The Catholics draw these cards: “{names[0]}”, “{names[1]}”.",
        "The Protestants keep 2 cards for their deck.",
    ]


@in_both_modes
@in_every_language
def test_the_log_does_not_depend_on_when_it_is_fetched(lang: str, mode: str) -> None:
    """The log collected response by response equals the log after a reload, from any moment on."""
    since: dict[str | None, int] = {"C": 0, "P": 0, None: 0}
    logs: dict[str | None, list[dict[str, Any]]] = {seat: [] for seat in since}
    for game in walk(mode, seed=40 + LANGUAGES.index(lang)):
        for seat, before in since.items():
            logs[seat] += moment_text.event_views(game.events(seat, before), CARDS, lang, seat)
            since[seat] = game.version_for(seat)
    for seat, log in logs.items():
        assert log == moment_text.event_views(game.events(seat), CARDS, lang, seat)
    assert any(not event["text"] and event["standalone_text"] for event in logs["C"])


def test_a_log_with_user_cards_does_not_depend_on_when_it_is_fetched() -> None:
    cards = load_set(Path(__file__).parents[2] / "text" / "vocabulary.toml")
    for seed in range(4):
        chance, log, since = random.Random(seed), list[dict[str, Any]](), 0
        game = Game(Options(claims=chance.choice(("at-once", "after-card"))), cards, FastNature(seed))
        while (decision := game.decision()) is not None:
            game.choose(chance.choice(decision.options), decision.who)
            log += moment_text.event_views(game.events("P", since), cards, "en")
            since = game.version
        assert log == moment_text.event_views(game.events("P"), cards, "en")


# ---------------------------------------------------------------- advice


def hint_with_decision(mind: str | None = None, mode: str = "first") -> tuple[dict[str, Any], Decision, View]:
    game = Game(Options(mode=mode, faiths="agreed", first="C"), nature=LiveNature(bytes(32)))  # type: ignore[arg-type]
    decision, view = game.decision("C"), game.view("C")
    assert decision is not None
    return hint(view, decision, CARDS, seed=1, iterations=40, mind=mind).json(), decision, view


@in_both_modes
@in_every_language
def test_a_hint_has_the_expected_fields(lang: str, mode: str) -> None:
    advice, decision, view = hint_with_decision(mode=mode)
    view_of_hint = moment_text.hint_view(advice, decision, CARDS, lang, view)
    exact(HintResponse, view_of_hint)
    assert view_of_hint["comparison"] is None
    assert all(choice["label"] and choice["chance_text"] for choice in view_of_hint["choices"])
    assert view_of_hint["choices"][0]["reasons"]


def test_where_no_reason_stands_out_only_the_best_choice_is_called_a_little_better() -> None:
    hint_json, decision, view = hint_with_decision()
    bare = hint_json | {"choices": [advice | {"told": []} for advice in hint_json["choices"]]}
    first, *others = moment_text.hint_view(bare, decision, CARDS, "en", view)["choices"]
    assert [reason["text"] for reason in first["reasons"]] == [catalogue("en").render("hint.no_reason")]
    assert others
    assert not any(choice["reasons"] for choice in others)


@in_every_language
def test_the_choice_in_mind_is_compared_with_the_best(lang: str) -> None:
    _, decision, _ = hint_with_decision()
    for choice in decision.options:
        advice, asked_decision, view = hint_with_decision(choice)
        view_of_hint = moment_text.hint_view(advice, asked_decision, CARDS, lang, view)
        exact(HintResponse, view_of_hint)
        assert view_of_hint["comparison"]["text"]
        if choice != advice["choices"][0]["choice"]:
            assert not any(reason["good"] for reason in view_of_hint["comparison"]["reasons"])


# ---------------------------------------------------------------- a game in a list


def players(one: str, two: str, faiths: tuple[str | None, str | None] = ("C", "P")) -> dict[str, dict[str, Any]]:
    texts = catalogue("en")
    return {
        person: {"kind": kind, "name": texts.render(f"player.{kind}"), "faith": faith}
        for person, kind, faith in zip(("1", "2"), (one, two), faiths, strict=True)
    }


def test_summary_line_of_a_game() -> None:
    game = position(turn_number=12, claimed={1: "C", 2: "P", 3: "P"}, hands={"C": ["C03"], "P": ["P03"]})
    view = game.view()
    assert moment_text.game_line(view, players("person", "magister"), "en") == (
        "You against Magister. You are Catholic. Turn 12: Catholics 7, Protestants 12."
    )
    assert moment_text.game_line(view, players("magister", "rector"), "en") == (
        "Magister against Rector. Turn 12: Catholics 7, Protestants 12."
    )
    assert moment_text.game_line(view, players("person", "person"), "de") == (
        "Zu zweit an einem Gerät. Zug 12: Katholiken 7, Protestanten 12."
    )
    *_, over = walk("first", seed=2)
    assert over.outcome is not None
    assert str(over.outcome.points["C"]) in moment_text.game_line(over.view(), players("person", "person"), "hu")


@in_every_language
def test_summary_line_of_a_new_game(lang: str) -> None:
    lines = set()
    for mode, steps in (("first", 1), ("draft", 5)):
        *_, game = walk(mode, seed=0, steps=steps)
        lines.add(moment_text.game_line(game.view(), players("scholar", "person", (None, None)), lang))
    assert len(lines) == 2


# ---------------------------------------------------------------- a finished game


@cache
def analysed(name: str) -> tuple[Record, dict[str, Any]]:
    record = load(FOLDER / f"{name}.solafide")
    return record, analyse(
        record, HeuristicChances(), explainer=MistakeExplainer(record.cards, iterations=4, worlds=1)
    ).json()


@in_every_language
@pytest.mark.parametrize("name", ["catholic-wins", "protestant-wins", "turn-limit"])
def test_the_report_of_a_game(name: str, lang: str) -> None:
    record, analysis = analysed(name)
    report = report_view(record, analysis, lang)
    exact(AnalysisResponse, {"state": "done", "steps_done": 1, "steps_total": 1, "text": "", "report": report})
    assert 8 <= len(report["story"]) <= 15
    assert report["story"][-1]["text"] == report["result"]
    steps = [passage["step"] for passage in report["story"]]
    assert steps == sorted(steps)
    sections = {section["section"] for section in rules(lang)}
    assert {passage["section"] for passage in report["story"]} <= sections
    assert all("{" not in text for text in texts_of(report))


def test_the_story_names_every_claim_and_the_leader() -> None:
    report = report_view(*analysed("catholic-wins"), "en")
    sentences = [passage["text"] for passage in report["story"]]
    assert sentences[0] == "Both sides played with the decks for a first game, and the Protestants had the first turn."
    claims = [text for text, passage in zip(sentences, report["story"], strict=True) if passage["section"] == "7"]
    assert len(claims) == len(report["claims"]) == 10
    assert claims[0] == (
        "The Catholics claimed the first circle of the game in turn 10: "
        "“League of Dessau” brought them the Lower Saxon Circle, 8 to 0."
    )
    assert claims[4].startswith("The Protestants took the lead in turn 35")


def test_a_turning_point_has_a_text_for_both_sides() -> None:
    points = report_view(*analysed("catholic-wins"), "en")["turning_points"]
    assert points
    for point in points:
        assert point["sides"]["C"] == {"change": point["change"], "chance": point["chance"]}
        other = point["sides"]["P"]
        assert other["change"][1:] == point["change"][1:]
        assert {other["change"][0], point["change"][0]} == {"+", "−"}
        assert float(other["chance"][:-1]) + float(point["chance"][:-1]) == pytest.approx(100, abs=0.11)


def test_steps_of_a_report_link_to_their_moments() -> None:
    record, analysis = analysed("catholic-wins")
    report = report_view(record, analysis, "en")
    game = Game.again(record.options, record.cards, FastNature(0))
    claimed = {}
    for step, (who, choice) in enumerate(record.line, 1):
        game.follow(who, choice)
        claimed |= {event["circle"]: step for event in game.latest_events() if event["event"] == "claimed"}
    assert {claim["circle"]: claim["step"] for claim in report["claims"]} == claimed
    assert [mistake["step"] + 1 for mistake in report["mistakes"]] == analysis["mistakes"]


@in_every_language
def test_mistakes_have_reasons(lang: str) -> None:
    report = report_view(*analysed("catholic-wins"), lang)
    explained = [mistake for mistake in report["mistakes"] if mistake["faults"] or mistake["merits"]]
    assert len(explained) >= 10
    assert all(text.endswith(".") for mistake in explained for text in mistake["faults"] + mistake["merits"])


def test_equal_points_alone_change_no_lead() -> None:
    assert lead_changes([{"C": 5, "P": 0}, {"C": 5, "P": 5}, {"C": 10, "P": 5}]) == 0
    assert lead_changes([{"C": 5, "P": 0}, {"C": 5, "P": 7}, {"C": 12, "P": 7}]) == 2
