"""The moments of a recorded game at which something could have come otherwise: choices, draws, dice."""

from dataclasses import dataclass, replace

from solafide.game import FAITHS, Decision, FastNature, Game, Record, View
from solafide.game.decision import acting_faith, current_decision, front_of
from solafide.game.notation import choice_codes
from solafide.kernel.state import State

DECISION, ENDING = "decision", "ending"
LUCK = {"draw": "draw", "triple": "triple", "roll": "die", "foreign_draw": "foreign"}


@dataclass(frozen=True)
class Moment:
    """A step among several answers, with the state and the views before it.

    version: the number of the step; by: the faith that chooses, draws or rolls; kind: `decision`, or what kind of luck
    it is: `draw`, `triple` (the draft), `die`, `foreign`; `ending` where somebody resigned, agreed on a draw or claimed
    the game on time; state: with all cards open; views: of both seats.
    """

    version: int
    turn: int
    by: str
    kind: str
    asked: Decision
    choice: str
    state: State
    views: tuple[View, View]

    @property
    def drafting(self) -> bool:
        return bool(self.views[0]["phase"] == "draft")

    @property
    def seat(self) -> int:
        return FAITHS.index(self.by)

    @property
    def code(self) -> int:
        """The choice as the kernel writes it."""
        faith = acting_faith(self.state)
        return choice_codes(self.state.question, faith, front_of(self.state, faith))[self.choice]


def moments(record: Record) -> list[Moment]:
    """All of them, from the first after the faiths are settled; every step is checked on the way.

    The three cards that are dealt for a choice in the draft are one moment, unless they are the last three.
    """
    game = Game.again(record.options, record.cards, FastNature(0))
    found: list[Moment] = []
    for version, (who, choice) in enumerate(record.line, 1):
        game.attend_to(choice)
        state = game._state.clone()
        seen = game.view("C"), game.view("P")
        step = game.follow(who, choice)
        if step.auto or seen[0]["persons"] is None:
            continue
        if step.question == ENDING:
            asked = Decision(who, ENDING, step.options, version, {})
            found.append(Moment(version, seen[0]["turn_number"], who, ENDING, asked, choice, state, seen))
            break
        by = game.latest_events()[0]["by"] if who == "N" else who
        if step.question == "triple":
            own = seen[FAITHS.index(by)]["own"]
            if len(own["pool"]) + len(own["triple"]) == 3:
                continue
            if own["triple"]:
                found[-1] = replace(found[-1], choice=f"{found[-1].choice} {choice}")
                continue
        kind, turn = LUCK.get(step.question, DECISION), seen[0]["turn_number"]
        found.append(Moment(version, turn, by, kind, current_decision(state, version), choice, state, seen))
    return found
