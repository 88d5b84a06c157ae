"""A finished game told in a few sentences: the claims, the lead, what turned it, the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any, NamedTuple

from solafide.cards import CardSet
from solafide.game import FAITHS, Event, Record, replay
from solafide.text.catalogue import catalogue
from solafide.text.render.names import card_or_result_name, circle_name_by_number, faith_subject
from solafide.text.render.numbers import number_text
from solafide.text.render.question_sentence import SECTIONS
from solafide.text.report.report import AnalysisReport

LONGEST = 15
RUNNING = frozenset({"played", "used", "foreign", "chart"})
LUCK_SECTIONS = {"draw": "§4", "die": "§6.6", "foreign": "§9"}

Points = Mapping[str, int]


class Passage(NamedTuple):
    """A sentence, the step after which it belongs, and the section of the rulebook behind it."""

    step: int
    text: str
    section: str


class Deed(NamedTuple):
    """An event with what surrounds it: its step, the turn, what is being carried out, and the points after it."""

    event: Event
    step: int
    turn: int
    running: Event | None
    points: Points


def story(record: Record, report: AnalysisReport) -> list[Passage]:
    """The game from its first turn to its end, in at most fifteen sentences."""
    cards, lang = record.cards, report.lang
    deeds = list(_deeds(record))
    claims = list(_claims(deeds, cards, lang))
    end = Passage(len(record.line), report.result, "§10")
    sums = list(_sums(deeds, lang))
    told = [*_beginning(record, deeds, lang), *claims, *sums[:1]]
    wanted = [*sorted(_turning_points(report), key=lambda found: -found[0]), *((0.0, each) for each in sums[1:])]
    wanted += [(0.0, each) for each in _rewards(deeds, lang)]
    told += [passage for _, passage in wanted[: LONGEST - 1 - len(told)]]
    return [*sorted(told, key=lambda passage: passage.step), end]


def _deeds(record: Record) -> Iterator[Deed]:
    turn, running, points = 0, None, dict.fromkeys(FAITHS, 0)
    for step, events, game in replay(record):
        if any(event["event"] == "claimed" for event in events):
            points = {faith: found["points"] for faith, found in game.view()["faiths"].items()}
        for event in events:
            if event["event"] == "turn":
                turn, running = event["number"], None
            elif event["event"] in RUNNING:
                running = event
            yield Deed(event, step.version, turn, running, points)


def _of(deeds: Iterable[Deed], kind: str) -> list[Deed]:
    return [deed for deed in deeds if deed.event["event"] == kind]


def _beginning(record: Record, deeds: list[Deed], lang: str) -> Iterator[Passage]:
    for deed in _of(deeds, "turn")[:1]:
        key = f"story.begin.{record.options.mode}.{deed.event['by']}"
        yield Passage(deed.step, catalogue(lang).render(key), "§3")


# ---------------------------------------------------------------- claims


def _claims(deeds: list[Deed], cards: CardSet, lang: str) -> Iterator[Passage]:
    before: Points = dict.fromkeys(FAITHS, 0)
    for number, deed in enumerate(_of(deeds, "claimed")):
        text = _claim(deed, before, number == 0, cards, lang)
        yield Passage(deed.step, text, "§7")
        before = deed.points


def _claim(deed: Deed, before: Points, first: bool, cards: CardSet, lang: str) -> str:
    by, running = deed.event["by"], deed.running
    other = FAITHS[1 - FAITHS.index(by)]
    facts: dict[str, object] = {
        "who": faith_subject(by, lang),
        "circle": circle_name_by_number(deed.event["circle"], cards, lang),
        "turn": deed.turn,
        "own": deed.points[by],
        "other": deed.points[other],
    }
    if running is None:
        return catalogue(lang).render("story.claim.plain", **facts)
    facts["card"] = card_or_result_name(running.get("card") or running["result"], cards, lang)
    if running["by"] != by:
        return catalogue(lang).render("story.claim.gift", **facts)
    key = "first" if first else _standing(before[by] - before[other], deed.points[by] - deed.points[other])
    return catalogue(lang).render(f"story.claim.{key}", **facts)


def _standing(before: int, after: int) -> str:
    """What a claim does to the lead of whoever makes it."""
    if after <= 0:
        return "level" if after == 0 else "behind"
    return "ahead" if before > 0 else "lead"


def _rewards(deeds: list[Deed], lang: str) -> Iterator[Passage]:
    for deed in _of(deeds, "reward"):
        yield Passage(
            deed.step, catalogue(lang).render("story.reward", who=faith_subject(deed.event["by"], lang)), "§7"
        )


# ---------------------------------------------------------------- the whole of it


def _sums(deeds: list[Deed], lang: str) -> Iterator[Passage]:
    """How long it was, how often the lead changed and the die was rolled."""
    if not _of(deeds, "turn"):
        return
    texts, last = catalogue(lang), deeds[-1].step
    played = Counter(deed.event["by"] for deed in _of(deeds, "played"))
    turns = len(_of(deeds, "turn"))
    yield Passage(last, texts.render("story.length", n=turns, catholic=played["C"], protestant=played["P"]), "§4")
    changes = lead_changes([deed.points for deed in _of(deeds, "claimed")])
    yield Passage(last, texts.render("story.lead", n=changes) if changes else texts.render("story.lead_never"), "§10")
    if rolls := sum(deed.event["for"] == "military" for deed in _of(deeds, "rolled")):
        yield Passage(last, texts.render("story.military", n=rolls), "§6.6")


def lead_changes(standings: Iterable[Points]) -> int:
    """How often the lead went from one side to the other, also through equal points.

    >>> lead_changes([{"C": 5, "P": 0}, {"C": 5, "P": 5}, {"C": 5, "P": 12}, {"C": 17, "P": 12}])
    2
    """
    leads = [points["C"] > points["P"] for points in standings if points["C"] != points["P"]]
    return sum(one != next_one for one, next_one in pairwise(leads))


# ---------------------------------------------------------------- what turned it


def _turning_points(report: AnalysisReport) -> Iterator[tuple[float, Passage]]:
    """What changed the chances most and was no claim, with how much."""
    turned = frozenset(report.analysis["turning_points"])
    for at, step in enumerate(report.steps):
        version, drafted = step["version"], step["question"] in ("draft", "triple")
        if version not in turned or not step["turn"] or drafted or step["kind"] == "ending":
            continue
        if not any(event["event"] == "claimed" for event in report.scenes[version].events):
            yield abs(step["swing"]), Passage(version, _turned(at, report), _section(step))


def _section(step: Mapping[str, Any]) -> str:
    return SECTIONS[step["question"]] if step["kind"] == "decision" else LUCK_SECTIONS[step["kind"]]


def _turned(at: int, report: AnalysisReport) -> str:
    step = report.steps[at]
    favoured = "C" if step["swing"] > 0 else "P"
    facts = {
        "who": faith_subject(step["by"], report.lang),
        "turn": step["turn"],
        "points": number_text(100 * abs(step["swing"]), report.lang, ".0f"),
        "event": report.step_text(at),
    }
    if step["kind"] != "decision":
        return report.render(f"story.luck.{favoured}", **facts)
    return report.render("story.choice.good" if favoured == step["by"] else "story.choice.bad", **facts)
