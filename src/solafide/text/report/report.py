"""The analysis of a game in words and figures: what a page or a screen then only has to lay out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from solafide.game import Decision, Event, FastNature, Game, Record, View
from solafide.text.catalogue import catalogue
from solafide.text.render.choice_sentence import choice_sentence
from solafide.text.render.event import event_text
from solafide.text.render.hint import reason_text
from solafide.text.render.names import seat_name
from solafide.text.render.numbers import number_text, percent_text
from solafide.text.render.question import choice_text, question_text
from solafide.text.render.waiting import outcome_text

FAITHS = ("C", "P")
GRADES = ("inaccuracy", "mistake", "blunder")
LUCK = ("draw", "triple", "die", "foreign")
ROWS = (*LUCK, "decision", "hidden", "ending")
SENTENCES = 3  # about one step
THEN = " → "
SILENT = frozenset({"turn", "revealed"})

Step = Mapping[str, Any]


class StepScene(NamedTuple):
    """What surrounds a step: the question, what the one who answers it knows, and what came of it."""

    asked: Decision
    view: View
    events: list[Event]


class ChancePoint(NamedTuple):
    """The Catholics' chance after a step: with all cards open, and as either seat could know it."""

    version: int
    turn: int
    open: float
    known: tuple[float, float]


class ChartClaim(NamedTuple):
    """A circle claimed after the point with that number."""

    at: int
    by: str
    circle: int


class TurningPoint(NamedTuple):
    at: int
    by: str
    when: str
    kind: str
    text: str
    swing: str
    chance: str


class MistakeText(NamedTuple):
    """faults: what spoke against the choice; merits: what spoke for the better one; in words to whoever chose."""

    by: str
    who: str
    grade: str
    name: str
    when: str
    question: str
    chosen: str
    better: str
    lost: str
    swing: str
    faults: tuple[str, ...]
    merits: tuple[str, ...]


class AnalysisReport:
    """One analysis (its JSON) of one record, told in one language."""

    def __init__(self, record: Record, analysis: Mapping[str, Any], lang: str) -> None:
        self.record, self.analysis, self.lang = record, analysis, lang
        self.texts = catalogue(lang)
        self.steps: Sequence[Step] = analysis["steps"]
        self._at = {step["version"]: at for at, step in enumerate(self.steps)}
        self._persons: Mapping[str, str] = {}

    def render(self, key: str, /, **facts: object) -> str:
        """Fill in a text of the catalogue."""
        return self.texts.render(key, **facts)

    @cached_property
    def scenes(self) -> dict[int, StepScene]:
        """Of every step of the analysis by its number, with the events until the next one."""
        game = Game.again(self.record.options, self.record.cards, FastNature(0))
        found: dict[int, StepScene] = {}
        last = None
        for version, (who, choice) in enumerate(self.record.line, 1):
            by = self.steps[self._at[version]]["by"] if version in self._at else None
            view = game.view(by) if by else {}
            step = game.follow(who, choice)
            if by:
                context = view["decision"]["context"] if view["decision"] else {}
                last = found[version] = StepScene(Decision(by, step.question, step.options, version, context), view, [])
            if last:
                last.events.extend(game.latest_events())
        self._persons = game.view()["persons"] or {}
        return found

    # ------------------------------------------------------------ the game

    @property
    def result(self) -> str:
        return outcome_text(self.analysis["outcome"], self.record.cards, self.lang)

    @property
    def ended_early(self) -> bool:
        """Whether it ended otherwise than by points."""
        return self.record.outcome is not None and self.record.outcome.reason != "points"

    @property
    def players(self) -> list[str]:
        """Who played, if the record says so."""
        scenes, told = self.scenes, dict[str, str]()
        for seat, name in self.record.players.items() if scenes else ():
            told[self._persons.get(seat, seat)] = (
                self.render(f"player.{name}") if f"player.{name}" in self.texts else name
            )
        return [
            self.render("analyse.player", who=self.party(faith), player=told[faith])
            for faith in FAITHS
            if faith in told
        ]

    @cached_property
    def points(self) -> list[ChancePoint]:
        """The start, and then after every step."""
        start = self.analysis["start"]
        first = ChancePoint(0, self.steps[0]["turn"] if self.steps else 0, start["open"], (start["C"], start["P"]))
        chances = [(step["chance"], step) for step in self.steps]
        return [first] + [
            ChancePoint(step["version"], step["turn"], chance["open"], (chance["C"], chance["P"]))
            for chance, step in chances
        ]

    @property
    def claims(self) -> list[ChartClaim]:
        return [
            ChartClaim(at, event["by"], event["circle"])
            for at, step in enumerate(self.steps, 1)
            for event in self.scenes[step["version"]].events
            if event["event"] == "claimed"
        ]

    def party(self, faith: str) -> str:
        """A faith at the beginning of a line."""
        name = seat_name(faith, self.lang)
        return name[:1].upper() + name[1:]

    def when(self, step: Step) -> str:
        if step["question"] in ("draft", "triple"):
            return self.render("analyse.in_draft")
        return (
            self.render("analyse.at_turn", turn=step["turn"]) if step["turn"] else self.render("analyse.before_turns")
        )

    # ------------------------------------------------------------ what stood out

    @property
    def turning_points(self) -> list[TurningPoint]:
        return [self._turning_point(self._at[version]) for version in self.analysis["turning_points"]]

    def _turning_point(self, at: int) -> TurningPoint:
        step = self.steps[at]
        return TurningPoint(
            at + 1,
            step["by"],
            self.when(step),
            self.render(f"analyse.kind.{step['kind']}"),
            self.step_text(at),
            self.points_text(step["swing"]),
            percent_text(step["chance"]["open"], self.lang),
        )

    def step_text(self, at: int) -> str:
        """What happened in a step; where that is nothing yet, what was chosen."""
        step, cards = self.steps[at], self.record.cards
        scene = self.scenes[step["version"]]
        told = [event for event in scene.events if event["event"] not in SILENT][:SENTENCES]
        if told:
            return " ".join(event_text(event, cards, self.lang) for event in told)
        return choice_sentence(step["choice"], scene.asked, cards, self.lang, scene.view)

    @property
    def mistakes(self) -> list[MistakeText]:
        return [self._mistake(self._at[version]) for version in self.analysis["mistakes"]]

    def _mistake(self, at: int) -> MistakeText:
        step = self.steps[at]
        scene = self.scenes[step["version"]]
        return MistakeText(
            step["by"],
            seat_name(step["by"], self.lang),
            step["grade"],
            self.render(f"analyse.grade.{step['grade']}"),
            self.when(step),
            question_text(scene.asked, self.record.cards, self.lang, scene.view),
            self.render("analyse.chosen", choice=self._choice(scene.asked, step["choice"], scene.view)),
            self.render("analyse.better", choice=self._better(step, scene)),
            self.render(
                "analyse.lost",
                points=number_text(100 * step["loss"], self.lang, ".1f"),
                error=number_text(100 * step["loss_error"], self.lang, ".1f"),
                reached=percent_text(step["reached"], self.lang),
                possible=percent_text(step["possible"], self.lang),
            ),
            self.points_text(-step["loss"]),
            *self._reasons(step),
        )

    def _reasons(self, step: Step) -> tuple[tuple[str, ...], tuple[str, ...]]:
        why = step.get("why")  # those that gave away least were not looked at so closely
        if why is None:
            return (), ()
        faults, merits = (
            tuple(reason_text(reason, self.record.cards, self.lang) for reason in why[name])
            for name in ("against", "forgoes")
        )
        return faults, merits or (() if faults else (self.render("hint.no_reason"),))

    def _better(self, step: Step, scene: StepScene) -> str:
        """The best choice, and how it goes on; which territory is meant can be said only of the first."""
        first, *rest = step["better"]
        said = [self._choice(scene.asked, first["choice"], scene.view)]
        for part in rest:
            asked = Decision(step["by"], part["question"], (part["choice"],), 0, part["context"])
            if part["question"] != "kind":
                said.append(self._choice(asked, part["choice"], None))
        return THEN.join(said)

    def _choice(self, asked: Decision, choice: str, view: View | None) -> str:
        # How a circle stands is seen on the table, not in a list of mistakes.
        seen = None if asked.question in ("circle", "claim") else view
        return choice_text(choice, asked, self.record.cards, self.lang, seen)

    # ------------------------------------------------------------ figures

    def points_text(self, change: float) -> str:
        """A change in percentage points, with its sign."""
        return self._tenths(round(1000 * change))

    def _tenths(self, tenths: int) -> str:
        return (
            number_text(tenths / 10, self.lang, "+.1f").replace("-", "−")
            if tenths
            else number_text(0, self.lang, ".1f")
        )

    @property
    def balance_heading(self) -> list[str]:
        return [self.render(f"analyse.column.{name}") for name in ("cause", "C", "P", "both", "error")]

    @property
    def balance(self) -> list[list[str]]:
        """As `balance_of` the Catholics."""
        return self.balance_of("C")

    def balance_of(self, faith: str) -> list[list[str]]:
        """What became of a faith's chance, a row for each cause.

        As shown, with one decimal, they add up exactly: the last cause takes up the rest.
        """
        told, sign = self.analysis["balance"], 1 if faith == "C" else -1
        start, result = (sign * round(1000 * told[end]) + (1000 if sign < 0 else 0) for end in ("start", "result"))
        rows, left = [self._end("start", start, told["error"])], result - start
        for row in (row for row in ROWS if row in told):
            of = [sign * round(1000 * told[row][by]) for by in FAITHS]
            left -= sum(of)
            if any(of) or told[row]["error"]:
                shown = [self._tenths(number) for number in (*of, sum(of))]
                rows.append([self.render(f"analyse.row.{row}"), *shown, self._error(told[row]["error"])])
        rows.append([self.render("analyse.row.noise"), "", "", self._tenths(left), self._error(told["noise"]["error"])])
        return [*rows, self._end("result", result, 0.0)]

    def _end(self, row: str, tenths: int, error: float) -> list[str]:
        chance = percent_text(tenths / 1000, self.lang)
        return [self.render(f"analyse.row.{row}"), "", "", chance, self._error(error) if error else ""]

    def _error(self, error: float) -> str:
        return number_text(100 * error, self.lang, ".1f")

    @property
    def luck(self) -> str:
        """Whom luck favoured, if anybody."""
        both, error = (self.analysis["balance"]["luck"][name] for name in ("both", "error"))
        favoured = "nobody" if abs(both) <= 2 * error else "C" if both > 0 else "P"
        points = number_text(100 * abs(both), self.lang, ".1f")
        return self.render(f"analyse.luck.{favoured}", points=points, error=self._error(error))

    @property
    def choices_heading(self) -> list[str]:
        return ["", *(self.party(faith) for faith in FAITHS)]

    @property
    def choices(self) -> list[list[str]]:
        """How each faith chose."""
        told = [self.analysis["faiths"][faith] for faith in FAITHS]
        rows = [
            [self.render(f"analyse.column.{name}"), *(str(each[name]) for each in told)]
            for name in ("decisions", *GRADES)
        ]
        average = (number_text(100 * each["average"], self.lang, ".2f") for each in told)
        return [*rows, [self.render("analyse.column.average"), *average]]

    @property
    def turns_heading(self) -> list[str]:
        return [self.render(f"analyse.column.{name}") for name in ("turn", "open", "known_C", "known_P")]

    @property
    def turns(self) -> list[list[str]]:
        """The Catholics' chance after each turn."""
        last = {point.turn: point for point in self.points}
        rows, point = [], self.points[0]
        for turn in range(point.turn, self.points[-1].turn + 1):
            point = last.get(turn, point)  # in some turns nobody has a choice
            name = str(turn) if turn else self.render("analyse.before_turns")
            rows.append([name, *(percent_text(chance, self.lang) for chance in (point.open, *point.known))])
        return rows

    @property
    def notes(self) -> list[str]:
        """How to read the figures, and how far to trust them."""
        samples, iterations = self.analysis["samples"], self.analysis["iterations"]
        times = len(self.record.taken_back)
        return [
            *([self.render("analyse.note.taken_back", n=times)] if times else []),
            *([self.render("analyse.note.ending")] if self.ended_early else []),
            self.render("analyse.note.samples", samples=samples, iterations=iterations),
            self.render("analyse.note.luck"),
            self.render("analyse.note.decision"),
            *([self.render("analyse.note.reasons")] if any(step.get("why") for step in self.steps) else []),
            self.render("analyse.note.hidden"),
            self.render("analyse.note.noise"),
        ]

    @property
    def no_mistakes(self) -> str:
        return self.render("analyse.no_mistakes")

    @property
    def chart_text(self) -> str:
        """The chart in one sentence."""
        opens = [point.open for point in self.points]
        shown = {"start": opens[0], "end": opens[-1], "lowest": min(opens), "highest": max(opens)}
        return self.render("analyse.chart", **{name: percent_text(chance, self.lang) for name, chance in shown.items()})
