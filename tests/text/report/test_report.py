"""The report of an analysis: the page needs nothing else, holds every figure as text, and speaks every language."""

import re
from dataclasses import replace
from functools import cache
from typing import Any
from xml.etree import ElementTree

import pytest

from golden.make import FOLDER
from players.quick_evaluators import EvenChances, HeuristicChances
from solafide.game import Game, LiveNature, Options, Record, load, record
from solafide.players.analysis.game import analyse
from solafide.players.analysis.mistake_reasons import MistakeExplainer
from solafide.text import LANGUAGES, catalogue
from solafide.text.report.chart import NARROW, WIDE, chance_chart
from solafide.text.report.html import report_page
from solafide.text.report.report import GameReport

in_every_language = pytest.mark.parametrize("lang", LANGUAGES)
both_games = pytest.mark.parametrize("name", ["catholic-wins", "protestant-wins"])  # the second with a draft


@cache
def analysed(name: str) -> tuple[Record, dict[str, Any]]:
    record = load(FOLDER / f"{name}.solafide")
    return record, analyse(
        record, HeuristicChances(), explainer=MistakeExplainer(record.cards, iterations=4, worlds=1)
    ).json()


def report(name: str = "catholic-wins", lang: str = "en") -> GameReport:
    return GameReport(*analysed(name), lang)


def tree(html: str) -> ElementTree.Element:
    return ElementTree.fromstring(html.removeprefix("<!doctype html>\n"))


def tenths(figure: str) -> int:
    return round(10 * float(re.sub(r"[^-\d.]", "", figure.replace("−", "-").replace(",", ".")) or 0))


@in_every_language
@both_games
def test_the_page_is_well_formed_and_needs_nothing_else(name: str, lang: str) -> None:
    html = report_page(report(name, lang))
    root = tree(html)
    assert root.attrib["lang"] == lang
    assert not re.search(r"https?:|//|src=|href=|@import|<script|<link", html)
    assert set(re.findall(r"url\((.*?)\)", html)) == {f"#{p}-{s}" for p in ("net", "lines") for s in ("wide", "narrow")}
    assert "prefers-color-scheme:dark" in html


@in_every_language
def test_turns_taken_back(lang: str) -> None:
    """The report covers the final line and mentions the steps taken back."""
    game = Game(Options(faiths="agreed", first="C", turn_limit=6), nature=LiveNature(bytes([9]) * 32))
    first = game.version
    game.choose("draw")
    game.take_back(first, "C")
    while decision := game.decision():
        game.choose(decision.options[-1])
    game_record = record(game)
    page = GameReport(game_record, analyse(game_record, HeuristicChances()).json(), lang)
    assert page.notes[0] == catalogue(lang).render("analyse.note.taken_back", n=1)
    assert max(page.scenes) <= len(game_record.line) < len(game_record.steps)
    assert tree(report_page(page)) is not None
    assert catalogue(lang).render("analyse.note.taken_back", n=1) not in report(lang=lang).notes


@in_every_language
def test_every_heading_is_translated(lang: str) -> None:
    texts = catalogue(lang)
    titles = {element.text for element in tree(report_page(report(lang=lang))).iter("h2")}
    sections = ("chances", "turning_points", "mistakes", "balance", "method")
    assert titles == {texts.render(f"analyse.{name}") for name in sections}


@in_every_language
@both_games
def test_every_step_is_described_in_sentences(name: str, lang: str) -> None:
    page = report(name, lang)
    for at in range(len(page.steps)):
        assert re.search(r"^[A-ZÁÉÍÓÖŐÚÜŰ„“0-9].*[^.]\.[”“]?$", page.step_text(at)), page.step_text(at)


def test_the_chart_has_an_equivalent_table() -> None:
    page = report()
    rows = [["".join(cell.itertext()) for cell in row] for row in tree(report_page(page)).iter("tr")]
    assert all(row in rows for row in [page.turns_heading, *page.turns, *page.balance, *page.choices])
    assert len(page.turns) == 1 + max(point.turn for point in page.points)


def test_faiths_differ_in_shape_and_pattern() -> None:
    for size in (WIDE, NARROW):
        chart = tree(chance_chart(report(), size))
        claims = {by: [claim for claim in report().claims if claim.by == by] for by in "CP"}
        assert len(list(chart.iter("rect"))) == len(claims["C"]) > 0
        assert len(list(chart.iter("circle"))) == len(claims["P"]) > 0
        assert chart.attrib["aria-label"] == report().chart_text
        assert {element.attrib["id"] for element in chart.iter("pattern")} == {f"net-{size.name}", f"lines-{size.name}"}


def test_everything_is_drawn_inside_the_chart() -> None:
    for size in (WIDE, NARROW):
        chart = tree(chance_chart(report("protestant-wins"), size))
        _, _, width, height = map(float, chart.attrib["viewBox"].split())
        for text in chart.iter("text"):
            assert 0 <= float(text.attrib["x"]) <= width
            assert 0 <= float(text.attrib["y"]) <= height


@in_every_language
@both_games
def test_shown_figures_add_up(name: str, lang: str) -> None:
    catholic, protestant = ([tenths(row[3]) for row in report(name, lang).balance_of(faith)] for faith in "CP")
    for shares in (catholic, protestant):
        assert sum(shares[:-1]) == shares[-1]
    assert [1000 - end for end in (catholic[0], catholic[-1])] == [protestant[0], protestant[-1]]
    assert [-change for change in catholic[1:-1]] == protestant[1:-1]


@in_every_language
@both_games
def test_mistakes_and_turning_points_in_words(name: str, lang: str) -> None:
    page = report(name, lang)
    assert page.mistakes
    assert page.turning_points
    for mistake in page.mistakes:
        assert mistake.name == catalogue(lang).render(f"analyse.grade.{mistake.grade}")
        assert mistake.choice.partition(": ")[2] != mistake.better.partition(": ")[2]
    sentences = [text for each in (*page.mistakes, *page.turning_points) for text in map(str, each)]
    assert not [text for text in sentences if re.search(r"[{}]|\b(?:play|circle|side|keep|card):\S", text)]


@in_every_language
@both_games
def test_mistakes_come_with_reasons(name: str, lang: str) -> None:
    page = report(name, lang)
    entries = {"".join(element.itertext()) for element in tree(report_page(page)).iter("li")}
    for version, mistake in zip(page.analysis["mistakes"], page.mistakes, strict=True):
        why = next(step["why"] for step in page.steps if step["version"] == version)
        assert bool(mistake.faults or mistake.merits) == (why is not None)
        assert {*mistake.faults, *mistake.merits} <= entries
        if why:
            assert len(mistake.faults) == len(why["against"])
    assert catalogue(lang).render("analyse.note.reasons") in page.notes


def test_a_report_without_reasons() -> None:
    record, analysis = analysed("catholic-wins")
    bare = GameReport(record, analysis | {"steps": [step | {"why": None} for step in analysis["steps"]]}, "en")
    assert not any(mistake.faults or mistake.merits for mistake in bare.mistakes)
    assert catalogue("en").render("analyse.note.reasons") not in bare.notes


def test_names_from_a_record_are_only_text() -> None:
    record, analysis = analysed("catholic-wins")
    page = GameReport(replace(record, players={"1": "<script>&", "2": "person"}), analysis, "en")
    html = report_page(page)
    assert "<script" not in html
    assert "&lt;script&gt;&amp;" in html
    assert len(page.players) == 2


def test_a_game_without_mistakes_or_turning_points() -> None:
    record = load(FOLDER / "turn-limit.solafide")
    analysis = analyse(record, EvenChances()).json() | {"turning_points": []}
    html = report_page(GameReport(record, analysis, "en"))
    texts = catalogue("en")
    assert texts.render("analyse.no_turning_points") in html
    assert html.count(texts.render("analyse.no_mistakes")) == 2


@pytest.mark.parametrize(("both", "who"), [(0.2, "C"), (-0.2, "P"), (0.01, "nobody")])
def test_luck_balance_sentence(both: float, who: str) -> None:
    record, analysis = analysed("catholic-wins")
    lucky = analysis | {"balance": analysis["balance"] | {"luck": {"both": both, "error": 0.01}}}
    points = f"{100 * abs(both):.1f}"
    assert GameReport(record, lucky, "en").luck == catalogue("en").render(
        f"analyse.luck.{who}", points=points, error="1.0"
    )
