"""Find why a circle, a side or a territory cannot be chosen, from what a seat can see."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from solafide.cards import Card, CardSet, Effect
from solafide.game.event_types import Estate
from solafide.game.notation import ESTATES
from solafide.game.view_types import CircleInPlay, DecisionContext, DecisionJson, View
from solafide.kernel import codes as k

RELATIVE = ("dominant", "subordinate")
ON_A_CHOSEN_CIRCLE = ("side", "toward", "kind")


@dataclass(frozen=True, slots=True)
class Why:
    """A reason: the key of its sentence, the values that fill it, and the section of the rules."""

    key: str
    section: str
    facts: Mapping[str, Any] = field(default_factory=dict)

    def json(self) -> dict[str, Any]:
        return {"why": self.key, "section": self.section, "facts": dict(self.facts)}


class ObstacleFinder:
    """Reasons on the circles of a view, for the player who has to choose and the effect in progress."""

    def __init__(self, view: View, decision: DecisionJson, cards: CardSet) -> None:
        self.view, self.decision, self.cards = view, decision, cards
        self.question = decision["question"]
        self.context = decision["context"]
        self.own = decision["who"]
        self.effect = running_effect(self.context, cards)

    def _circle_in_play(self, number: int) -> CircleInPlay:
        shown = self.view["circles"][number - 1]
        assert shown["state"] == "in_play"
        return shown

    # ------------------------------------------------------------ circles

    def circle(self, number: int) -> Why:
        """Say why a circle in play is not offered."""
        match self.question:
            case "circle":
                return self._effect_changes_nothing(number)
            case "claim":  # R22
                side = dominant(self._circle_in_play(number))
                return Why(f"why.incomplete.{side}", "7")
            case "place":
                is_named = self.effect is not None and number in self.effect.fields["circles"]
                return Why("why.no_neutral", "6.7") if is_named else Why("why.not_named", "6.7")
            case question if question in ON_A_CHOSEN_CIRCLE and number != self.context["circle"]:
                return Why("why.other_circle", "6", {"circle": self.context["circle"]})
        return other_question(self.question)

    def _effect_changes_nothing(self, number: int) -> Why:
        """Say why the effect would change nothing in a circle (R13)."""
        shown = self._circle_in_play(number)
        if number in self.view["agenda"]["used"]:  # R18
            return Why("why.each_once", "6.4")
        match self.effect:
            case Effect("convert", fields):
                return self._nothing_to_convert(shown, fields["side"])
            case Effect("shift", fields):
                side = side_of(shown, fields["toward"])
                return Why(f"why.end_of_track.{side}", "6.2")
            case Effect("neutralise", fields):
                side = side_of(shown, fields["side"])
                return Why(f"why.no_tokens_there.{side}", "9")
        return other_question(self.question)

    def _nothing_to_convert(self, shown: CircleInPlay, selector: str) -> Why:
        side = side_of(shown, selector)
        sides = [estate for estate in ESTATES if side in ("any", estate)]
        complete = all(set(shown[estate]) == {self.own} for estate in sides)
        if complete:
            relative = f"{selector}_{side}" if selector in RELATIVE else side
            return Why(f"why.all_yours.{relative}", "6.1")
        return Why("why.no_tokens_left", "6.1")  # R5

    # ------------------------------------------------------------ sides and territories

    def sides(self) -> dict[str, Why]:
        """Say why sides cannot be chosen while the question is about one circle."""
        if self.question == "place":
            return self._sides_without_neutrals()
        if self.question != "kind":
            return {}
        circle, side = self.context["circle"], self.context["side"]
        other_side = ESTATES[1 - ESTATES.index(side)]
        return {f"side:{circle}:{other_side}": Why(f"why.other_side.{side}", "6.1")}

    def _sides_without_neutrals(self) -> dict[str, Why]:
        circles = self.effect.fields["circles"] if self.effect else ()
        return {
            f"side:{number}:{side}": Why("why.no_neutral", "6.7")
            for number in circles
            for side in ESTATES
            if f"place:{number}:{side}" not in self.decision["options"]
            and self.view["circles"][number - 1]["state"] == "in_play"
        }

    def territories(self) -> dict[str, Why]:
        """Say why territories of the side in question cannot be chosen: their kind is not offered (R14)."""
        if self.question != "kind":
            return {}
        circle, side = self.context["circle"], self.context["side"]
        holders = self._circle_in_play(circle)[side]
        prints = getattr(self.cards.circles[circle - 1], side)
        return {
            f"territory:{circle}:{side}:{number}": Why(
                "why.yours" if holder == self.own else "why.neutral_later", "6.1"
            )
            for number, (holder, printed) in enumerate(zip(holders, prints, strict=True))
            if f"kind:{printed}{holder}" not in self.decision["options"]
        }


def other_question(question: str) -> Why:
    """Say that the present question is about something else."""
    return Why(f"why.asked.{question}", QUESTION_SECTIONS[question])


# The section of the rules for each question.
QUESTION_SECTIONS: Mapping[str, str] = {
    "faith": "3",
    "draft": "3",
    "action": "4",
    "after": "6.5",
    "cost": "6.4",
    "cost_any": "6.4",
    "circle": "6",
    "side": "6",
    "toward": "6.2",
    "kind": "6.1",
    "place": "6.7",
    "discard": "6.4",
    "redraw": "6",
    "keep": "6",
    "play_drawn": "6",
    "option": "6",
    "recover": "6",
    "claim": "7",
    "deck": "9",
    "foreign": "9",
    "die": "6.6",
    "limit": "5",
}


def dominant(shown: CircleInPlay) -> Estate:
    """Return the side of the Power token of a circle in play."""
    return ESTATES[shown["power"] >= 2]


def side_of(shown: CircleInPlay, selector: str) -> str:
    """Return the side that an effect names in a circle in play (R15); "any" where the player chooses it.

    >>> side_of({"power": 2}, "subordinate"), side_of({"power": 2}, "either")
    ('nobility', 'any')
    """
    if selector not in RELATIVE:
        return "any" if selector == "either" else selector
    return ESTATES[(shown["power"] >= 2) == (selector == "dominant")]


def running_effect(context: DecisionContext, cards: CardSet) -> Effect | None:
    """Return the effect that a question is about, by the number of its list."""
    number, index = context.get("list"), context.get("effect")
    if number is None or index is None:
        return None
    effects = effect_lists(cards).get(number, ())
    return effects[index] if index < len(effects) else None


@lru_cache(maxsize=8)
def effect_lists(cards: CardSet) -> dict[int, tuple[Effect, ...]]:
    """Return every list of effects by its id in the kernel: cards, chart results, then the options of `choose`."""
    lists = {number: effects_of(card) for number, card in enumerate(cards.cards.values())}
    lists |= {k.FIRST_CHART_LIST + number: result.effects for number, result in enumerate(cards.results)}
    options = [
        option
        for effects in list(lists.values())
        for effect in effects
        if effect.kind == "choose"
        for option in effect.fields["options"]
    ]
    return lists | dict(enumerate(options, k.FIRST_OPTION_LIST))


def effects_of(card: Card) -> tuple[Effect, ...]:
    """Return the effects that are carried out when a card is played or used."""
    if card.persistent is not None:
        return card.persistent.effects
    return (card.each,) if card.each is not None else card.effects
