"""The points of a recorded game at which something else could have happened: choices, draws, dice."""

from dataclasses import dataclass, replace

from solafide.game import FAITHS, Decision, Faith, FastNature, Game, Record, View
from solafide.game.decision import acting_faith, current_decision, front_of
from solafide.game.identity import is_faith
from solafide.game.notation import choice_codes
from solafide.kernel.state import State

DECISION, ENDING = "decision", "ending"
LUCK_KIND_OF_QUESTION = {"draw": "draw", "triple": "triple", "roll": "die", "foreign_draw": "foreign"}


@dataclass(frozen=True)
class DecisionPoint:
    """A step that had several possible answers, with the state and the views before it.

    version: the number of the step. by: the faith that chooses, draws or rolls. kind: `decision`; or the kind of luck:
    `draw`, `triple` (the draft), `die`, `foreign`; or `ending`: somebody resigned, agreed on a draw or won on time.
    state: with all cards open. views: of both seats.
    """

    version: int
    turn: int
    by: Faith
    kind: str
    decision: Decision
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
        """The choice as the kernel's number."""
        faith = acting_faith(self.state)
        return choice_codes(self.state.question, faith, front_of(self.state, faith))[self.choice]


def decision_points(record: Record) -> list[DecisionPoint]:
    """Return all decision points from the first one after the faiths are settled; every step is checked on the way.

    The three cards that are dealt for a choice in the draft are one point; the last three are none.
    """
    game = Game.again(record.options, record.cards, FastNature(0))
    points: list[DecisionPoint] = []
    for version, (who, choice) in enumerate(record.line, 1):
        game.switch_draft_to(choice)
        state = game._state.clone()
        views = game.view("C"), game.view("P")
        step = game.follow(who, choice)
        if step.auto or views[0]["persons"] is None:
            continue
        if step.question == ENDING and is_faith(who):
            decision = Decision(who, ENDING, step.options, version, {})
            points.append(DecisionPoint(version, views[0]["turn_number"], who, ENDING, decision, choice, state, views))
            break
        by = who if who != "N" else game.latest_events()[0].get("by")
        assert is_faith(by)
        if step.question == "triple":
            own = views[FAITHS.index(by)]["own"]
            if len(own["pool"]) + len(own["triple"]) == 3:
                continue
            if own["triple"]:
                points[-1] = replace(points[-1], choice=f"{points[-1].choice} {choice}")
                continue
        kind, turn = LUCK_KIND_OF_QUESTION.get(step.question, DECISION), views[0]["turn_number"]
        points.append(DecisionPoint(version, turn, by, kind, current_decision(state, version), choice, state, views))
    return points
