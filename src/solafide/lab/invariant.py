"""What is true of every state that the rules can reach."""

from typing import Any

from solafide.cards import CardSet
from solafide.kernel import codes as k

Numbers = dict[str, Any]


class Broken(Exception):
    """An invariant does not hold: which one, and the figures that show it."""

    def __init__(self, invariant: str, **facts: object) -> None:
        told = ", ".join(f"{name} {value}" for name, value in facts.items())
        super().__init__(f"{invariant}: {told}" if told else invariant)
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
        self._board: list[Any] = []  # found in order the last time: most steps do not touch it
        listed = list(cards.cards.values())
        self.first_game = [
            sum(1 << i for i, card in enumerate(c for c in listed if c.faith == faith) if card.first_game)
            for faith in "CP"
        ]

    def check(self, numbers: Numbers) -> None:
        """Raise `Broken` if something is not as it must be."""
        self._somebody_can_choose(numbers)
        self._circles(numbers)
        for f in range(2):
            self._cards(numbers, f)
        if numbers["question"] == k.Q_ACTION and not numbers["over"]:
            self._before_an_action(numbers)

    def _somebody_can_choose(self, numbers: Numbers) -> None:
        if numbers["over"]:
            if numbers["claimed"] != 10 and not numbers["limited"]:
                raise Broken("over too early", claimed=numbers["claimed"])
        elif not numbers["opts"] or numbers["who"] >= k.NOBODY:
            raise Broken("no option", question=numbers["question"], who=numbers["who"])
        if numbers["depth"] >= k.MAX_AGENDA_ROWS or numbers["queue_to"] >= k.MAX_BONUSES:
            raise Broken("agenda too long", depth=numbers["depth"], queue=numbers["queue_to"])

    def _circles(self, numbers: Numbers) -> None:
        """Every printed territory has one holder, every token is somewhere, and the pyramid opens from the top."""
        board = [numbers[name] for name in ("hold", "supply", "owner", "in_play", "claimed")]
        if board == self._board:
            return
        hold, supply, owner, in_play, claimed = board
        full = self.full
        catholic, protestant = self.prints
        laid = [0, 0]
        owned = sum(1 << c for c in range(10) if owner[c] != k.NONE)
        for c in range(10):
            if not in_play >> c & 1:
                if owner[c] == k.NONE and hold[2 * c] != catholic[2 * c]:
                    raise Broken("face down, yet changed", circle=c + 1)
                continue
            for side in (2 * c, 2 * c + 1):
                ours, theirs = hold[side], hold[20 + side]
                if (
                    ours & theirs
                    or (ours | theirs) & ~full[side]
                    or (catholic[side] | protestant[side]) & ~(ours | theirs)
                ):
                    raise Broken("holders", circle=c + 1, side=side % 2, catholic=ours, protestant=theirs)
                laid[0] += (ours & ~catholic[side]).bit_count()
                laid[1] += (theirs & ~protestant[side]).bit_count()
        for f in range(2):
            if laid[f] + supply[f] != self.tokens:
                raise Broken("tokens", faith="CP"[f], laid=laid[f], left=supply[f])
        opened = sum(1 << c for c in range(10) if c < 3 or self.above[c] & owned)
        if in_play != opened & ~owned or owned.bit_count() != claimed:
            raise Broken("pyramid", in_play=f"{in_play:010b}", owned=f"{owned:010b}", claimed=claimed)
        self._board = [list(hold), list(supply), list(owner), in_play, claimed]  # the caller may change its own

    def _cards(self, numbers: Numbers, f: int) -> None:
        """Fifteen cards a faith, each in one place; what everybody may know is true."""
        hand, deck, discard, aside = (numbers[pile][f] for pile in ("hand", "deck", "discard", "aside"))
        front = 0 if numbers["front"][f] == k.NONE else 1 << numbers["front"][f]
        every = hand | deck | discard | aside | front
        if every != hand + deck + discard + aside + front:
            raise Broken("a card in two places", faith="CP"[f])
        if self.draft and numbers["rows"][0] == k.SETUP and numbers["rows"][2] <= k.DRAFT:
            self._draft(numbers, f)
            return
        if every.bit_count() != 15 or (not self.draft and every != self.first_game[f]):
            raise Broken("fifteen cards", faith="CP"[f], cards=every.bit_count())
        if (discard | aside | front) & ~numbers["seen"][f] or deck & ~numbers["may"][f]:
            raise Broken("what is known is wrong", faith="CP"[f])

    def _draft(self, numbers: Numbers, f: int) -> None:
        kept, shown, left = (numbers[pile][f] for pile in ("deck", "triple", "pool"))
        if kept + shown + left != kept | shown | left:
            raise Broken("a draft card in two places", faith="CP"[f])
        seen = 45 - left.bit_count()
        if shown.bit_count() > 3 or seen - shown.bit_count() != 3 * kept.bit_count():
            raise Broken("draft", faith="CP"[f], kept=kept.bit_count(), shown=shown.bit_count(), left=left.bit_count())

    def _before_an_action(self, numbers: Numbers) -> None:
        """Nothing is left to claim, nothing lies aside, and whoever had the last turn holds five cards at most."""
        for c in range(10):
            side = 2 * c + (numbers["power"][c] >= 2)
            if numbers["in_play"] >> c & 1 and self.full[side] in (numbers["hold"][side], numbers["hold"][20 + side]):
                raise Broken("not claimed", circle=c + 1)
        opponent = 1 - numbers["turn"]
        if numbers["turns"] and numbers["unused"] and numbers["hand"][opponent].bit_count() > 5:
            raise Broken("hand limit", faith="CP"[opponent], cards=numbers["hand"][opponent].bit_count())
        if numbers["unused"] and any(numbers["aside"]):
            raise Broken("cards left aside")


def _bits(side: str, letter: str) -> int:
    return sum(1 << territory for territory, printed in enumerate(side) if printed == letter)
