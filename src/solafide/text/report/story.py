"""The story of a finished game in a few sentences: the claims, the lead, the turning points, the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any, NamedTuple

from solafide.cards import CardSet
from solafide.game import FAITHS, Faith, Record, replay
from solafide.text.catalogue import catalogue
from solafide.text.render.event import Event
from solafide.text.render.names import card_or_result_name, circle_name_by_number, faith_subject
from solafide.text.render.numbers import number_text
from solafide.text.render.question_sentence import SECTIONS
from solafide.text.report.report import GameReport

MAX_SENTENCES = 15
CARD_EVENTS = frozenset({"played", "used", "foreign", "chart"})
LUCK_SECTIONS = {"draw": "§4", "die": "§6.6", "foreign": "§9"}

Points = Mapping[Faith, int]


class StoryPassage(NamedTuple):
    """A sentence, the step that it is about, and the section of the rulebook."""

    step: int
    text: str
    section: str


class StoryEvent(NamedTuple):
    """An event with its step, its turn, the event of the card that is being resolved, and the points after it.

    points: those after a claim include the Reward that it brings (R25), but nothing of a later claim by the same card.
    """

    event: Event
    step: int
    turn: int
    card_event: Event | None
    points: Points


def story(record: Record, report: GameReport) -> list[StoryPassage]:
    """The game from its first turn to its end, in at most MAX_SENTENCES sentences."""
    cards, lang = record.cards, report.lang
    events = list(_story_events(record))
    claims = list(_claims(events, cards, lang))
    end = StoryPassage(len(record.line), report.result, "§10")
    summary = list(_summary(events, lang))
    passages = [*_beginning(record, events, lang), *claims, *summary[:1]]
    optional = [
        *sorted(_turning_points(report), key=lambda weighted: -weighted[0]),
        *((0.0, each) for each in summary[1:]),
    ]
    optional += [(0.0, each) for each in _rewards(events, lang)]
    passages += [passage for _, passage in optional[: MAX_SENTENCES - 1 - len(passages)]]
    return [*sorted(passages, key=lambda passage: passage.step), end]


def _story_events(record: Record) -> Iterator[StoryEvent]:
    turn, card_event, points = 0, None, dict.fromkeys(FAITHS, 0)
    for step, events, _ in replay(record):
        following = [*(event["event"] for event in events[1:]), ""]
        for event, next_kind in zip(events, following, strict=False):
            if event["event"] == "turn":
                turn, card_event = event["number"], None
            elif event["event"] in CARD_EVENTS:
                card_event = event
            elif event["event"] == "claimed":
                gained = event["points"] + (next_kind == "reward")
                points = points | {event["by"]: points[event["by"]] + gained}
            yield StoryEvent(event, step.version, turn, card_event, points)


def _of_kind(events: Iterable[StoryEvent], kind: str) -> list[StoryEvent]:
    return [story_event for story_event in events if story_event.event["event"] == kind]


def _beginning(record: Record, events: list[StoryEvent], lang: str) -> Iterator[StoryPassage]:
    for story_event in _of_kind(events, "turn")[:1]:
        key = f"story.begin.{record.options.mode}.{story_event.event['by']}"
        yield StoryPassage(story_event.step, catalogue(lang).render(key), "§3")


# ---------------------------------------------------------------- claims


def _claims(events: list[StoryEvent], cards: CardSet, lang: str) -> Iterator[StoryPassage]:
    before: Points = dict.fromkeys(FAITHS, 0)
    for number, story_event in enumerate(_of_kind(events, "claimed")):
        text = _claim(story_event, before, number == 0, cards, lang)
        yield StoryPassage(story_event.step, text, "§7")
        before = story_event.points


def _claim(story_event: StoryEvent, before: Points, first: bool, cards: CardSet, lang: str) -> str:
    by, card_event = story_event.event["by"], story_event.card_event
    other = FAITHS[1 - FAITHS.index(by)]
    facts: dict[str, object] = {
        "who": faith_subject(by, lang),
        "circle": circle_name_by_number(story_event.event["circle"], cards, lang),
        "turn": story_event.turn,
        "own": story_event.points[by],
        "other": story_event.points[other],
    }
    if card_event is None:
        return catalogue(lang).render("story.claim.plain", **facts)
    facts["card"] = card_or_result_name(card_event.get("card") or card_event["result"], cards, lang)
    if card_event["by"] != by:
        return catalogue(lang).render("story.claim.gift", **facts)
    key = (
        "first" if first else _lead_key(before[by] - before[other], story_event.points[by] - story_event.points[other])
    )
    return catalogue(lang).render(f"story.claim.{key}", **facts)


def _lead_key(before: int, after: int) -> str:
    """Return what a claim does to the lead of the faith that makes it."""
    if after <= 0:
        return "level" if after == 0 else "behind"
    return "ahead" if before > 0 else "lead"


def _rewards(events: list[StoryEvent], lang: str) -> Iterator[StoryPassage]:
    for story_event in _of_kind(events, "reward"):
        yield StoryPassage(
            story_event.step,
            catalogue(lang).render("story.reward", who=faith_subject(story_event.event["by"], lang)),
            "§7",
        )


# ---------------------------------------------------------------- summary


def _summary(events: list[StoryEvent], lang: str) -> Iterator[StoryPassage]:
    """How long the game was, and how often the lead changed and the die was rolled."""
    if not _of_kind(events, "turn"):
        return
    texts, last = catalogue(lang), events[-1].step
    played = Counter(story_event.event["by"] for story_event in _of_kind(events, "played"))
    turns = len(_of_kind(events, "turn"))
    yield StoryPassage(last, texts.render("story.length", n=turns, catholic=played["C"], protestant=played["P"]), "§4")
    changes = lead_changes([story_event.points for story_event in _of_kind(events, "claimed")])
    yield StoryPassage(
        last, texts.render("story.lead", n=changes) if changes else texts.render("story.lead_never"), "§10"
    )
    if rolls := sum(story_event.event["for"] == "military" for story_event in _of_kind(events, "rolled")):
        yield StoryPassage(last, texts.render("story.military", n=rolls), "§6.6")


def lead_changes(standings: Iterable[Points]) -> int:
    """Return how often the lead went from one side to the other, also through equal points.

    >>> lead_changes([{"C": 5, "P": 0}, {"C": 5, "P": 5}, {"C": 5, "P": 12}, {"C": 17, "P": 12}])
    2
    """
    leads = [points["C"] > points["P"] for points in standings if points["C"] != points["P"]]
    return sum(one != next_one for one, next_one in pairwise(leads))


# ---------------------------------------------------------------- turning points


def _turning_points(report: GameReport) -> Iterator[tuple[float, StoryPassage]]:
    """The steps that changed the chances most, apart from claims, with the size of the change."""
    turning_points = frozenset(report.analysis["turning_points"])
    for at, step in enumerate(report.steps):
        version, in_draft = step["version"], step["question"] in ("draft", "triple")
        if version not in turning_points or not step["turn"] or in_draft or step["kind"] == "ending":
            continue
        if not any(event["event"] == "claimed" for event in report.scenes[version].events):
            yield abs(step["swing"]), StoryPassage(version, _turning_point_text(at, report), _section(step))


def _section(step: Mapping[str, Any]) -> str:
    return SECTIONS[step["question"]] if step["kind"] == "decision" else LUCK_SECTIONS[step["kind"]]


def _turning_point_text(at: int, report: GameReport) -> str:
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
