"""The lookup tables of the rules: a card set and the options of a game as flat arrays that never change."""

from solafide.kernel import cython_stub as cython

if cython.compiled:
    import cython  # never run: it tells the compiler what the name means

if not cython.compiled:
    from solafide.kernel.bits import popcount
    from solafide.kernel.codes import *


class Tables:
    """The tables that a State reads.

    lists       list id (see codes.py) -> (cost, each, military, persistent, limit, rows): cost 0-13 or ANY_COST;
                each: the one row is done once for every card discarded; persistent: a code or 0; limit: of HAND_LIMIT;
                rows: (verb, a, b, c). PLAIN_DRAW_LIST is added here and must not be given.
    circles     ten of (nobility, commoners, start, points, below): prints as 0, 1, 2 for Catholic, Protestant, neutral;
                below: circle indices
    first_game  for each faith the set of its first-game cards, as bits
    decks       for each of the four Foreign Influence decks the set of its cards, as bits 0-15

        CONVERT           a: estate or selector   b: count    c: same
        SHIFT             a: toward               b: spaces   c: same
        NEUTRALISE        a: estate or selector               c: same
        DISPUTATION                                           c: same
        DRAW, DRAW_PLAY, OPPONENT_DISCARDS, RECOVER   a: count
        DRAW_KEEP         a: draw                 b: keep
        CONVERT_NEUTRALS  a, b: circle indices
        CHOOSE            a: id of the first option's list    b: how many
    """

    def __init__(self, lists, circles, first_game, decks, *, draft, at_once, supply, turn_limit, roll_faiths, first):
        self.draft = draft
        self.at_once = at_once
        self.supply = supply
        self.turn_limit = turn_limit
        self.roll_faiths = roll_faiths
        self.first = first
        if not cython.compiled:
            self.begin = [0] * MAX_LISTS
            self.length = [0] * MAX_LISTS
            self.cost = [0] * MAX_LISTS
            self.each = [0] * MAX_LISTS
            self.military = [0] * MAX_LISTS
            self.persistent = [0] * MAX_LISTS
            self.limit = [0] * MAX_LISTS
            self.effects = [0] * 4096
            self.payable = [0] * 32
            self.prints = [0] * 60
            self.full = [0] * 20
            self.printed_holders = [0] * 40
            self.printed_incomplete = [0] * 4
            self.power = [0] * 10
            self.points = [0] * 10
            self.below = [0] * 20
            self.first_game = [0, 0]
            self.decks = [0] * 4
        self.fill_lists({**lists, PLAIN_DRAW_LIST: (0, 0, 0, 0, 0, ((DRAW, 1, 0, 0),))})
        self.fill_circles(circles)
        for f in range(2):
            self.first_game[f] = first_game[f]
        for d in range(4):
            self.decks[d] = decks[d]

    def fill_lists(self, lists):
        at = 0
        for number, (cost, each, military, persistent, limit, rows) in sorted(lists.items()):
            self.begin[number] = at
            self.length[number] = len(rows)
            self.cost[number] = cost
            self.each[number] = each
            self.military[number] = military
            self.persistent[number] = persistent
            self.limit[number] = limit
            for row in rows:
                for value in row:
                    self.effects[at] = value
                    at += 1
        for f in range(2):  # R18: which cards can be played out of a hand of k
            for k in range(16):
                cards = 0
                for card in range(CARDS_PER_FAITH):
                    cost, _, _, persistent, _, _ = lists[CARDS_PER_FAITH * f + card]
                    if cost < k or cost == ANY_COST or persistent:  # a persistent card's cost is that of its use
                        cards |= 1 << card
                self.payable[16 * f + k] = cards

    def fill_circles(self, circles):
        for c, (nobility, commoners, start, points, below) in enumerate(circles):
            self.power[c] = start
            self.points[c] = points
            self.below[2 * c] = below[0] if below else NONE
            self.below[2 * c + 1] = below[1] if below else NONE
            for estate, letters in enumerate((nobility, commoners)):
                side = 2 * c + estate
                self.full[side] = (1 << len(letters)) - 1
                for territory, letter in enumerate(letters):
                    self.prints[20 * letter + side] |= 1 << territory
                for f in range(2):
                    self.printed_holders[20 * f + side] = self.prints[20 * f + side]
                    if self.printed_holders[20 * f + side] != self.full[side]:
                        self.printed_incomplete[2 * f + estate] |= 1 << c

    def side_length(self, side):
        """How many territories a side has."""
        return popcount(self.full[side])

    def side_print(self, printed, side):
        """The territories of a side with this print (a faith or NEUTRAL), as bits."""
        return self.prints[20 * printed + side]
