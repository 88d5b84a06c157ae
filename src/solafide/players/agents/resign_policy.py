"""How a player sees its prospects over the turns: when to resign, to offer a draw, to take one."""

from solafide.cards import CardSet
from solafide.game import FAITHS, View
from solafide.players.agents.search import Search

HOPELESS = 0.02
PATIENCE = 3  # own turns in which it must have been hopeless
LEVEL = 0.05  # so near to one half a game is even
STUCK = 16  # turns of both in which no circle was claimed and the game stayed even


class Outlook:
    """Looks at a game with a search whenever it is asked; what it saw in earlier turns it remembers.

    One for each game and seat. Nothing here is done unasked: `Search` itself plays to the end.
    """

    def __init__(self, search: Search) -> None:
        self.search = search
        self._seen: dict[int, tuple[float, int]] = {}  # turn -> own chance, circles claimed
        self._offered = -STUCK

    def chance(self, view: View, cards: CardSet) -> float:
        """How likely the seat of this view is to win; a draw counts half."""
        found = self.search.consider(view, cards).chance(FAITHS.index(view["seat"]))
        claimed = sum(circle["state"] == "claimed" for circle in view["circles"])
        self._seen[view["turn_number"]] = (found, claimed)
        return found

    def resigns(self, view: View, cards: CardSet) -> bool:
        """Hopeless now, and in each of the last own turns that it looked at."""
        self.chance(view, cards)
        latest = sorted(self._seen)[-PATIENCE:]
        return len(latest) == PATIENCE and all(self._seen[turn][0] < HOPELESS for turn in latest)

    def offers_draw(self, view: View, cards: CardSet) -> bool:
        """In an even game in which nothing has moved for long; not again and again."""
        self.chance(view, cards)
        turn: int = view["turn_number"]
        if not self._stuck(turn) or turn < self._offered + STUCK:
            return False
        self._offered = turn
        return True

    def accepts_draw(self, view: View, cards: CardSet) -> bool:
        """If that is better than what it expects; in an even game that is stuck, if it is not worse."""
        chance = self.chance(view, cards)
        return chance < 0.5 - LEVEL or self._stuck(view["turn_number"])

    def _stuck(self, turn: int) -> bool:
        seen = [self._seen[then] for then in sorted(self._seen) if then > turn - STUCK]
        began = min(self._seen) <= turn - STUCK
        even = all(abs(chance - 0.5) <= LEVEL for chance, _ in seen)
        return began and even and len({claimed for _, claimed in seen}) == 1
