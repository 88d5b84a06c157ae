"""When a computer player would resign, offer a draw, or accept one."""

from solafide.cards import CardSet
from solafide.game import FAITHS, View
from solafide.players.agents.search import SearchPlayer

HOPELESS_CHANCE = 0.02
HOPELESS_OWN_TURNS = 3  # in a row
EVEN_CHANCE_MARGIN = 0.05  # a game is even if the chance is so near to one half
STUCK_TURNS = 16  # turns of both players in which the game stayed even and no circle was claimed


class ResignPolicy:
    """Estimates the chances with a search whenever it is asked, and remembers those of earlier turns.

    One for each game and seat. Nothing happens unless somebody asks: `SearchPlayer` itself plays to the end.
    """

    def __init__(self, search: SearchPlayer) -> None:
        self.search = search
        self._turns: dict[int, tuple[float, int]] = {}  # by turn: own chance, circles claimed
        self._last_offer = -STUCK_TURNS

    def chance(self, view: View, cards: CardSet) -> float:
        """Return how likely the seat of this view is to win; a draw counts half."""
        win_chance = self.search.search(view, cards).chance(FAITHS.index(view["seat"]))
        claimed = sum(circle["state"] == "claimed" for circle in view["circles"])
        self._turns[view["turn_number"]] = (win_chance, claimed)
        return win_chance

    def should_resign(self, view: View, cards: CardSet) -> bool:
        """Whether the game is hopeless now and was so in the last own turns."""
        self.chance(view, cards)
        latest = sorted(self._turns)[-HOPELESS_OWN_TURNS:]
        return len(latest) == HOPELESS_OWN_TURNS and all(self._turns[turn][0] < HOPELESS_CHANCE for turn in latest)

    def should_offer_draw(self, view: View, cards: CardSet) -> bool:
        """Whether the game is stuck and even, and no draw was offered recently."""
        self.chance(view, cards)
        turn: int = view["turn_number"]
        if not self._is_stuck(turn) or turn < self._last_offer + STUCK_TURNS:
            return False
        self._last_offer = turn
        return True

    def should_accept_draw(self, view: View, cards: CardSet) -> bool:
        """Whether a draw is better than the chance, or the game is stuck and even."""
        chance = self.chance(view, cards)
        return chance < 0.5 - EVEN_CHANCE_MARGIN or self._is_stuck(view["turn_number"])

    def _is_stuck(self, turn: int) -> bool:
        turns = [self._turns[then] for then in sorted(self._turns) if then > turn - STUCK_TURNS]
        began = min(self._turns) <= turn - STUCK_TURNS
        even = all(abs(chance - 0.5) <= EVEN_CHANCE_MARGIN for chance, _ in turns)
        return began and even and len({claimed for _, claimed in turns}) == 1
