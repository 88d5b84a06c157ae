"""A row of the table: the table before, the choices made, and everything that is different afterwards."""

from dataclasses import dataclass, field
from typing import Any

from solafide.game import Game, ScriptedNature, position

Changes = dict[str, Any]

# The circles as the game data has them: Nobility/Commoners@Power.
PRINTED = {
    1: "PPNCC/PPPNN@2",
    2: "PPNCC/PPNNC@2",
    3: "PPCC/PPNN@2",
    4: "CCNN/CCPP@1",
    5: "PNCC/PPNN@2",
    6: "CCCNP/CCNPP@1",
    7: "CCCNP/CNNPP@1",
    8: "CCNP/CNPP@1",
    9: "PNCCC/PPPNN@2",
    10: "CCCNN/CCNPP@1",
}
POINTS = {1: 7, 2: 7, 3: 5, 4: 5, 5: 5, 6: 7, 7: 7, 8: 5, 9: 7, 10: 7}
HANDS = {"C": "C01 C02", "P": "P01 P02"}
DECKS = {"C": "C13 C31", "P": "P13 P29"}


@dataclass(frozen=True)
class Row:
    """One card in play.

    `choices` are those of the player whose turn it is; "P>discard:P01" is the opponent's. A first choice "play:C01"
    adds the card to the hand, together with those of `hand`. `board`: the circles in play, as in PRINTED ("" is as
    printed); without it circles 1-3 as printed. `after` leaves out what is the same for all: the turn goes to the
    opponent, and the card played goes from the hand to the discard pile.
    """

    card: str
    choices: str
    after: Changes = field(default_factory=dict)
    nature: str = ""
    note: str = ""
    turn: str = ""
    board: dict[int, str] | None = None
    hand: str = ""
    deck: str | None = None
    discard: str = ""
    front: dict[str, str] = field(default_factory=dict)
    tokens: dict[str, int] = field(default_factory=dict)
    disputation: int | None = None

    @property
    def played(self) -> str:
        """The card that the turn is used for, if it is one."""
        action, _, card = self.choices.split()[0].partition(":")
        return card if action == "play" else ""

    @property
    def faith(self) -> str:
        return self.turn or (self.played or self.card)[0]

    @property
    def opponent(self) -> str:
        return "P" if self.faith == "C" else "C"

    def game(self) -> Game:
        own, other = self.faith, self.opponent
        return position(
            circles={
                n: _circle(text or PRINTED[n]) for n, text in (self.board or dict.fromkeys((1, 2, 3), "")).items()
            },
            hands={own: f"{self.played} {self.hand}".split(), other: HANDS[other].split()},
            decks={own: (DECKS[own] if self.deck is None else self.deck).split(), other: DECKS[other].split()},
            discards={own: self.discard.split()},
            fronts=self.front,
            tokens=self.tokens,
            disputation=self.disputation,
            turn=own,
            nature=ScriptedNature(self.nature.split()),
        )

    def expected(self, before: Changes) -> Changes:
        own = self.faith
        usual: Changes = {"turn": self.opponent, "turn_number": 2}
        if self.played:
            usual[f"{own} hand"] = _sorted(self.hand)
            usual[f"{own} discard"] = _sorted(f"{self.discard} {self.played}")
        return {what: value for what, value in (usual | self.after).items() if before[what] != value}


def flat(game: Game) -> Changes:
    """The whole state, a line for each fact."""
    whole = game.whole()
    facts = {name: whole[name] for name in ("phase", "turn", "turn_number", "persons", "disputation")}
    for circle in whole["circles"]:
        for name in ("state", "owner", "nobility", "commoners", "power"):
            facts[f"{circle['circle']} {name}"] = circle[name]
    for faith, cards in whole["faiths"].items():
        for name, value in cards.items():
            facts[f"{faith} {name}"] = " ".join(map(str, value)) if isinstance(value, list) else value
    return facts


def changed(before: Changes, after: Changes) -> Changes:
    return {what: value for what, value in after.items() if before[what] != value}


def claim(circle: int, by: str) -> Changes:
    """The first circle that somebody claims."""
    removed = dict.fromkeys((f"{circle} nobility", f"{circle} commoners", f"{circle} power"))
    won = {f"{by} points": POINTS[circle], f"{by} circles": str(circle)}
    return {f"{circle} state": "claimed", f"{circle} owner": by, **removed, **won}


def opens(*circles: int) -> Changes:
    """Circles that enter play as printed."""
    changes: Changes = {}
    for circle in circles:
        changes[f"{circle} state"] = "in_play"
        changes |= {f"{circle} {name}": value for name, value in _circle(PRINTED[circle]).items()}
    return changes


def _circle(text: str) -> Changes:
    sides, power = text.split("@")
    nobility, commoners = sides.split("/")
    return {"nobility": nobility, "commoners": commoners, "power": int(power)}


def _sorted(cards: str) -> str:
    return " ".join(sorted(cards.split()))
