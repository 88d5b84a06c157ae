"""Predict what each choice certainly brings about, by trying it on a state dealt from what the chooser knows."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from solafide.cards import CardSet, builtin
from solafide.game.decision import acting_faith, front_of, legal_choices
from solafide.game.determinize import determinize
from solafide.game.event import event_from_row
from solafide.game.event_types import Estate, Event, OverEvent
from solafide.game.identity import FAITHS, ROLES, Faith
from solafide.game.notation import ESTATES, QUESTIONS, choice_codes
from solafide.game.view_types import View
from solafide.kernel.snapshot import dump
from solafide.kernel.state import State

Sides = dict[tuple[int, Estate], list[str]]
CIRCLE_WORDS = ("circle", "place")  # of choices that name a circle


@dataclass(frozen=True, slots=True)
class Consequence:
    """What a choice brings about before chance, hidden cards or the opponent matter.

    events: as `Game.choose` would return them; changes: the territories with another holder afterwards, as
    (circle, side, territory); power: (circle, from, to); claims: (circle, faith, points); rewards: (circle, faith);
    disputation: the circle to which the token goes; revealed: circles that come into play; tokens: how many more
    Influence tokens the chooser has afterwards; next: the chooser's next question, None if somebody else comes first;
    circles: where the chooser must choose a circle next, those that can be chosen, also if there is only one;
    final: whether the choice could not be undone.
    """

    events: tuple[Event, ...]
    changes: tuple[tuple[int, Estate, int], ...]
    tokens: int
    next: str | None
    circles: tuple[int, ...] = ()

    @property
    def final(self) -> bool:
        return self.next is None

    @property
    def power(self) -> tuple[tuple[int, int, int], ...]:
        return tuple((e["circle"], e["from"], e["to"]) for e in self.events if e["event"] == "shifted")

    @property
    def claims(self) -> tuple[tuple[int, Faith, int], ...]:
        return tuple((e["circle"], e["by"], e["points"]) for e in self.events if e["event"] == "claimed")

    @property
    def rewards(self) -> tuple[tuple[int, Faith], ...]:
        return tuple((e["circle"], e["by"]) for e in self.events if e["event"] == "reward")

    @property
    def disputation(self) -> int | None:
        return next((e["circle"] for e in self.events if e["event"] == "disputation"), None)

    @property
    def revealed(self) -> tuple[int, ...]:
        return tuple(e["circle"] for e in self.events if e["event"] == "revealed")

    @property
    def ends_turn(self) -> bool:
        return any(e["event"] in ("turn", "over") for e in self.events)

    @property
    def over(self) -> OverEvent | None:
        """The end of the game (§10), if the choice brings it."""
        return next((e for e in self.events if e["event"] == "over"), None)

    def json(self) -> dict[str, Any]:
        """Return the consequence as docs/json.md describes it."""
        return {
            "events": list(self.events),
            "changes": [{"circle": c, "side": side, "territory": t} for c, side, t in self.changes],
            "power": [{"circle": c, "from": was, "to": to} for c, was, to in self.power],
            "claims": [{"circle": c, "by": by, "points": points} for c, by, points in self.claims],
            "rewards": [{"circle": c, "by": by} for c, by in self.rewards],
            "disputation": self.disputation,
            "revealed": list(self.revealed),
            "tokens": self.tokens,
            "over": self.over,
            "ends_turn": self.ends_turn,
            "next": self.next,
            "circles": list(self.circles),
            "final": self.final,
        }


def consequences(view: View, cards: CardSet | None = None) -> dict[str, Consequence]:
    """Return the consequence of each option of the decision in a view; empty if the seat has no decision.

    >>> from solafide.game import position
    >>> game = position(hands={"C": ["C03", "C05"]}, decks={"C": ["C06"]})
    >>> found = consequences(game.view("C"))
    >>> found["draw"].final, found["play:C03"].next
    (True, 'circle')
    """
    decision = view["decision"]
    if decision is None:
        return {}
    card_set = cards or builtin()
    state = determinize(view, 0, card_set)
    faith = acting_faith(state)
    codes = choice_codes(state.question, faith, front_of(state, faith))
    return {
        choice: _try(state, codes[choice], decision["version"] + 1, view, card_set) for choice in decision["options"]
    }


def _try(state: State, code: int, version: int, view: View, cards: CardSet) -> Consequence:
    chooser = state.who
    trial = state.clone()
    trial.trace_events()
    trial.step(code)
    rows = [(row, version) for row in trial.traced_events()]
    circles = _circles_to_choose(trial, chooser)
    while trial.who == chooser and not trial.over and len(trial.options()) == 1:  # R35
        trial.step(trial.options()[0])
        version += 1
        rows += [(row, version) for row in trial.traced_events()]
        circles = circles or _circles_to_choose(trial, chooser)
    goes_on = trial.who == chooser and not trial.over
    events = tuple(event_from_row(row, number) for row, number in rows)
    tokens = _supply(trial, chooser) - _supply(state, chooser)
    return Consequence(
        events, _changes(events, view, cards), tokens, QUESTIONS[trial.question] if goes_on else None, circles
    )


def _circles_to_choose(state: State, chooser: int) -> tuple[int, ...]:
    """Return the circles among the chooser's options; none if something else is asked, or somebody else."""
    if state.who != chooser or state.over:
        return ()
    named = (choice.split(":") for choice in legal_choices(state))
    return tuple(sorted({int(parts[1]) for parts in named if parts[0] in CIRCLE_WORDS}))


def _supply(state: State, chooser: int) -> int:
    supply: list[int] = dump(state)["supply"]
    return supply[chooser] if ROLES[chooser] in FAITHS else 0


def _changes(events: Iterable[Event], view: View, cards: CardSet) -> tuple[tuple[int, Estate, int], ...]:
    """List the territories with another holder after these events; of a claimed circle, as it was before the claim."""
    before, after = _sides(view, cards), _sides(view, cards)
    for e in events:
        match e["event"]:
            case "converted":
                after[e["circle"], e["side"]][e["territory"]] = e["by"]
            case "neutralised":  # R19
                after[e["circle"], e["side"]] = list(getattr(cards.circles[e["circle"] - 1], e["side"]))
    return tuple(
        (circle, side, number)
        for (circle, side), holders in after.items()
        for number, holder in enumerate(holders)
        if holder != before[circle, side][number]
    )


def _sides(view: View, cards: CardSet) -> Sides:
    """Return who holds each territory; face-down circles as printed."""
    return {
        (shown["circle"], side): list(shown[side] or getattr(cards.circles[shown["circle"] - 1], side))
        for shown in view["circles"]
        for side in ESTATES
    }
