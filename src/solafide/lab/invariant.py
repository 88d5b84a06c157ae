"""Invariants: what is true of every state that the rules can reach."""

from typing import Any

from solafide.cards import CardSet
from solafide.kernel import codes as k

Numbers = dict[str, Any]


class InvariantBroken(Exception):
    """An invariant does not hold: its name, and the figures that show it."""

    def __init__(self, invariant: str, **facts: object) -> None:
        listed = ", ".join(f"{name} {value}" for name, value in facts.items())
        super().__init__(f"{invariant}: {listed}" if listed else invariant)
        self.invariant = invariant


class Invariants:
    """Checks the numbers of a state (`kernel.snapshot.dump`) against a card set and the options of its game."""

    def __init__(self, cards: CardSet, draft: bool, tokens: int) -> None:
        sides = [side for circle in cards.circles for side in (circle.nobility, circle.commoners)]
        self.prints = [[_bits(side, letter) for side in sides] for letter in "CP"]
        self.full = [(1 << len(side)) - 1 for side in sides]
        self.above = [
            sum(1 << circle.number - 1 for circle in cards.circles if number in circle.below) for number in range(1, 11)
        ]
        self.draft = draft
        self.tokens = tokens
        self._checked_board: list[Any] = []  # most steps do not change it
        listed = list(cards.cards.values())
        self.first_game = [
            sum(1 << i for i, card in enumerate(c for c in listed if c.faith == faith) if card.first_game)
            for faith in "CP"
        ]

    def check(self, numbers: Numbers) -> None:
        """Raise `InvariantBroken` if one does not hold."""
        self._check_decision(numbers)
        self._check_circles(numbers)
        for f in range(2):
            self._check_cards(numbers, f)
        if numbers["question"] == k.Q_ACTION and not numbers["over"]:
            self._check_action(numbers)

    def _check_decision(self, numbers: Numbers) -> None:
        if numbers["over"]:
            if numbers["claimed"] != 10 and not numbers["limited"]:
                raise InvariantBroken("over too early", claimed=numbers["claimed"])
        elif not numbers["opts"] or numbers["who"] >= k.NOBODY:
            raise InvariantBroken("no option", question=numbers["question"], who=numbers["who"])
        if numbers["depth"] >= k.MAX_AGENDA_ROWS or numbers["queue_to"] >= k.MAX_BONUSES:
            raise InvariantBroken("agenda too long", depth=numbers["depth"], queue=numbers["queue_to"])

    def _check_circles(self, numbers: Numbers) -> None:
        """Each printed territory has one holder, all tokens are accounted for, the pyramid opens from the top."""
        board = [numbers[name] for name in ("hold", "supply", "owner", "in_play", "claimed")]
        if board == self._checked_board:
            return
        hold, supply, owner, in_play, claimed = board
        full = self.full
        catholic, protestant = self.prints
        laid = [0, 0]
        owned = sum(1 << c for c in range(10) if owner[c] != k.NONE)
        for c in range(10):
            if not in_play >> c & 1:
                if owner[c] == k.NONE and hold[2 * c] != catholic[2 * c]:
                    raise InvariantBroken("face down, yet changed", circle=c + 1)
                continue
            for side in (2 * c, 2 * c + 1):
                ours, theirs = hold[side], hold[20 + side]
                if (
                    ours & theirs
                    or (ours | theirs) & ~full[side]
                    or (catholic[side] | protestant[side]) & ~(ours | theirs)
                ):
                    raise InvariantBroken("holders", circle=c + 1, side=side % 2, catholic=ours, protestant=theirs)
                laid[0] += (ours & ~catholic[side]).bit_count()
                laid[1] += (theirs & ~protestant[side]).bit_count()
        for f in range(2):
            if laid[f] + supply[f] != self.tokens:
                raise InvariantBroken("tokens", faith="CP"[f], laid=laid[f], left=supply[f])
        opened = sum(1 << c for c in range(10) if c < 3 or self.above[c] & owned)
        if in_play != opened & ~owned or owned.bit_count() != claimed:
            raise InvariantBroken("pyramid", in_play=f"{in_play:010b}", owned=f"{owned:010b}", claimed=claimed)
        self._checked_board = [list(hold), list(supply), list(owner), in_play, claimed]  # the caller may change its own

    def _check_cards(self, numbers: Numbers, f: int) -> None:
        """Each faith has fifteen cards, each of them in one place; what is public about them is true."""
        hand, deck, discard, aside = (numbers[pile][f] for pile in ("hand", "deck", "discard", "aside"))
        front = 0 if numbers["front"][f] == k.NONE else 1 << numbers["front"][f]
        every = hand | deck | discard | aside | front
        if every != hand + deck + discard + aside + front:
            raise InvariantBroken("a card in two places", faith="CP"[f])
        if self.draft and numbers["rows"][0] == k.SETUP and numbers["rows"][2] <= k.DRAFT:
            self._check_draft(numbers, f)
            return
        if every.bit_count() != 15 or (not self.draft and every != self.first_game[f]):
            raise InvariantBroken("fifteen cards", faith="CP"[f], cards=every.bit_count())
        if (discard | aside | front) & ~numbers["seen"][f] or deck & ~numbers["may"][f]:
            raise InvariantBroken("what is known is wrong", faith="CP"[f])

    def _check_draft(self, numbers: Numbers, f: int) -> None:
        deck, triple, pool = (numbers[pile][f] for pile in ("deck", "triple", "pool"))
        if deck + triple + pool != deck | triple | pool:
            raise InvariantBroken("a draft card in two places", faith="CP"[f])
        dealt = 45 - pool.bit_count()
        if triple.bit_count() > 3 or dealt - triple.bit_count() != 3 * deck.bit_count():
            raise InvariantBroken(
                "draft", faith="CP"[f], kept=deck.bit_count(), shown=triple.bit_count(), left=pool.bit_count()
            )

    def _check_action(self, numbers: Numbers) -> None:
        """Nothing is left to claim, no card is set aside, and the player of the last turn holds five cards at most."""
        for c in range(10):
            side = 2 * c + (numbers["power"][c] >= 2)
            if numbers["in_play"] >> c & 1 and self.full[side] in (numbers["hold"][side], numbers["hold"][20 + side]):
                raise InvariantBroken("not claimed", circle=c + 1)
        opponent = 1 - numbers["turn"]
        if numbers["turns"] and numbers["unused"] and numbers["hand"][opponent].bit_count() > 5:
            raise InvariantBroken("hand limit", faith="CP"[opponent], cards=numbers["hand"][opponent].bit_count())
        if numbers["unused"] and any(numbers["aside"]):
            raise InvariantBroken("cards left aside")


def _bits(side: str, letter: str) -> int:
    return sum(1 << territory for territory, printed in enumerate(side) if printed == letter)
