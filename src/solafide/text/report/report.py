"""The analysis of a game as texts and figures, ready to be laid out on a page or a screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from solafide.game import Decision, Event, Faith, FastNature, Game, Record, View
from solafide.game.view_types import DecisionContext
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
LUCK_KINDS = ("draw", "triple", "die", "foreign")
BALANCE_ROWS = (*LUCK_KINDS, "decision", "hidden", "ending")
MAX_SENTENCES_PER_STEP = 3
ARROW = " → "
UNREPORTED_EVENTS = frozenset({"turn", "revealed"})

Step = Mapping[str, Any]


class StepScene(NamedTuple):
    """A step with its decision, the view of the seat that decides, and the events until the next step."""

    decision: Decision
    view: View
    events: list[Event]


class ReportPoint(NamedTuple):
    """The Catholics' chance after a step: with all cards open, and from the view of each seat."""

    version: int
    turn: int
    open: float
    seat_chances: tuple[float, float]


class ChartClaim(NamedTuple):
    """A circle claimed after the point with that number."""

    at: int
    by: str
    circle: int


class TurningPoint(NamedTuple):
    """A step that changed the chances much; `at` is the number of its point."""

    at: int
    by: str
    when: str
    kind: str
    text: str
    swing: str
    chance: str


class MistakeText(NamedTuple):
    """A mistake; `faults` are reasons against the choice, `merits` reasons for the better one, both as sentences."""

    by: str
    who: str
    grade: str
    name: str
    when: str
    question: str
    choice: str
    better: str
    loss: str
    swing: str
    faults: tuple[str, ...]
    merits: tuple[str, ...]


class GameReport:
    """One analysis (JSON) of one record, as texts in one language."""

    def __init__(self, record: Record, analysis: Mapping[str, Any], lang: str) -> None:
        self.record, self.analysis, self.lang = record, analysis, lang
        self.texts = catalogue(lang)
        self.steps: Sequence[Step] = analysis["steps"]
        self._at = {step["version"]: at for at, step in enumerate(self.steps)}
        self._persons: Mapping[str, Faith] = {}

    def render(self, key: str, /, **facts: object) -> str:
        """Fill in a text of the catalogue."""
        return self.texts.render(key, **facts)

    @cached_property
    def scenes(self) -> dict[int, StepScene]:
        """A scene for every step of the analysis, by its version."""
        game = Game.again(self.record.options, self.record.cards, FastNature(0))
        scenes: dict[int, StepScene] = {}
        last = None
        for version, (who, choice) in enumerate(self.record.line, 1):
            by = self.steps[self._at[version]]["by"] if version in self._at else None
            view = game.view(by) if by else None
            step = game.follow(who, choice)
            if by and view is not None:
                context: DecisionContext = view["decision"]["context"] if view["decision"] else {}
                last = scenes[version] = StepScene(
                    Decision(by, step.question, step.options, version, context), view, []
                )
            if last:
                last.events.extend(game.latest_events())
        self._persons = dict[str, Faith]((game.view()["persons"] or {}).items())
        return scenes

    # ------------------------------------------------------------ the game

    @property
    def result(self) -> str:
        return outcome_text(self.analysis["outcome"], self.record.cards, self.lang)

    @property
    def ended_early(self) -> bool:
        """Whether the game ended by resignation, agreement or time."""
        return self.record.outcome is not None and self.record.outcome.reason != "points"

    @property
    def players(self) -> list[str]:
        """The players, if the record names them."""
        scenes, players = self.scenes, dict[str, str]()
        for seat, name in self.record.players.items() if scenes else ():
            players[self._persons.get(seat, seat)] = (
                self.render(f"player.{name}") if f"player.{name}" in self.texts else name
            )
        return [
            self.render("analyse.player", who=self.party(faith), player=players[faith])
            for faith in FAITHS
            if faith in players
        ]

    @cached_property
    def points(self) -> list[ReportPoint]:
        """The chances at the start and after every step."""
        start = self.analysis["start"]
        first = ReportPoint(0, self.steps[0]["turn"] if self.steps else 0, start["open"], (start["C"], start["P"]))
        chances = [(step["chance"], step) for step in self.steps]
        return [first] + [
            ReportPoint(step["version"], step["turn"], chance["open"], (chance["C"], chance["P"]))
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

    # ------------------------------------------------------------ turning points and mistakes

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
        """The events of a step; if there are none yet, the choice."""
        step, cards = self.steps[at], self.record.cards
        scene = self.scenes[step["version"]]
        events = [event for event in scene.events if event["event"] not in UNREPORTED_EVENTS][:MAX_SENTENCES_PER_STEP]
        if events:
            return " ".join(event_text(event, cards, self.lang) for event in events)
        return choice_sentence(step["choice"], scene.decision, cards, self.lang, scene.view)

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
            question_text(scene.decision, self.record.cards, self.lang, scene.view),
            self.render("analyse.chosen", choice=self._choice(scene.decision, step["choice"], scene.view)),
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
        why = step.get("why")  # the smallest mistakes have no reasons
        if why is None:
            return (), ()
        faults, merits = (
            tuple(reason_text(reason, self.record.cards, self.lang) for reason in why[name])
            for name in ("against", "forgoes")
        )
        return faults, merits or (() if faults else (self.render("hint.no_reason"),))

    def _better(self, step: Step, scene: StepScene) -> str:
        """The best choice and how it continues; only the first choice can name its territory."""
        first, *rest = step["better"]
        labels = [self._choice(scene.decision, first["choice"], scene.view)]
        for part in rest:
            decision = Decision(step["by"], part["question"], (part["choice"],), 0, part["context"])
            if part["question"] != "kind":
                labels.append(self._choice(decision, part["choice"], None))
        return ARROW.join(labels)

    def _choice(self, decision: Decision, choice: str, view: View | None) -> str:
        # The state of a circle belongs to the table, not to a list of mistakes.
        shown_view = None if decision.question in ("circle", "claim") else view
        return choice_text(choice, decision, self.record.cards, self.lang, shown_view)

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
        """The balance of the Catholics."""
        return self.balance_of("C")

    def balance_of(self, faith: str) -> list[list[str]]:
        """Return what changed a faith's chance, a row for each cause.

        With one decimal, the rows add up exactly: the last cause takes up the rounding.
        """
        balance, sign = self.analysis["balance"], 1 if faith == "C" else -1
        start, result = (sign * round(1000 * balance[end]) + (1000 if sign < 0 else 0) for end in ("start", "result"))
        rows, remainder = [self._end("start", start, balance["error"])], result - start
        for row in (row for row in BALANCE_ROWS if row in balance):
            values = [sign * round(1000 * balance[row][by]) for by in FAITHS]
            remainder -= sum(values)
            if any(values) or balance[row]["error"]:
                shown = [self._tenths(number) for number in (*values, sum(values))]
                rows.append([self.render(f"analyse.row.{row}"), *shown, self._error(balance[row]["error"])])
        rows.append(
            [self.render("analyse.row.noise"), "", "", self._tenths(remainder), self._error(balance["noise"]["error"])]
        )
        return [*rows, self._end("result", result, 0.0)]

    def _end(self, row: str, tenths: int, error: float) -> list[str]:
        chance = percent_text(tenths / 1000, self.lang)
        return [self.render(f"analyse.row.{row}"), "", "", chance, self._error(error) if error else ""]

    def _error(self, error: float) -> str:
        return number_text(100 * error, self.lang, ".1f")

    @property
    def luck(self) -> str:
        """Which faith luck favoured, if any."""
        both, error = (self.analysis["balance"]["luck"][name] for name in ("both", "error"))
        favoured = "nobody" if abs(both) <= 2 * error else "C" if both > 0 else "P"
        points = number_text(100 * abs(both), self.lang, ".1f")
        return self.render(f"analyse.luck.{favoured}", points=points, error=self._error(error))

    @property
    def choices_heading(self) -> list[str]:
        return ["", *(self.party(faith) for faith in FAITHS)]

    @property
    def choices(self) -> list[list[str]]:
        """How well each faith chose."""
        faiths = [self.analysis["faiths"][faith] for faith in FAITHS]
        rows = [
            [self.render(f"analyse.column.{name}"), *(str(each[name]) for each in faiths)]
            for name in ("decisions", *GRADES)
        ]
        average = (number_text(100 * each["average"], self.lang, ".2f") for each in faiths)
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
            point = last.get(turn, point)  # turns without any choice have no point
            name = str(turn) if turn else self.render("analyse.before_turns")
            rows.append([name, *(percent_text(chance, self.lang) for chance in (point.open, *point.seat_chances))])
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
