"""The rules of the game: a state, an agenda of effects with blanks, and the loop that carries them out."""

from solafide.kernel import cython_stub as cython

if cython.compiled:
    import cython  # never run: it tells the compiler what the name means

if not cython.compiled:
    from solafide.kernel.bits import ONE, popcount, width
    from solafide.kernel.codes import *

NUMBERS = (
    *("rng", "drawn", "autofill", "at_once", "over", "limited", "who", "question", "opts", "turn", "turns"),
    *(
        "person",
        "top",
        "circle",
        "side",
        "remaining",
        "discards",
        "used",
        "check_claims",
        "persistent_ready",
        "in_play",
        "commoners_dominant",
        "power_at_end",
    ),
    *("claimed", "disputation", "queue_from", "queue_to", "asked_at"),
)
ARRAYS = (
    *(
        "hand",
        "deck",
        "discard",
        "aside",
        "pool",
        "triple",
        "seen",
        "maybe_in_deck",
        "n_hand",
        "front",
        "front_kind",
        "limits",
    ),
    *("supply", "rewards", "hold", "incomplete", "power", "owner", "rows", "queue"),
)
LOOKUPS = (
    *("begin", "length", "cost", "each", "military", "persistent", "limit", "effects", "payable", "prints", "full"),
)


class Trace:
    """The buffer into which a state writes events."""

    def __init__(self):
        if not cython.compiled:
            self.rows = [0] * (MAX_EVENTS * EVENT_WIDTH)


class State:
    """A game at one moment: bits for sets of cards and circles, small integers for the rest.

    The agenda is a stack of rows (task, actor, list, position, circle chosen last); the top row begins at `top`.
    Only the top row has partly filled blanks: `circle`, `side`, `remaining` (how often the effect is still to be
    done), `discards` (how many cards were discarded for it) and `drawn`.
    With `autofill` set, single options are filled in at once, and nature's choices too if it is FILL_ALL.
    After `trace_events` the state writes events.
    """

    if not cython.compiled:  # measured: 20 % faster than attributes in a dict
        __slots__ = (*NUMBERS, *ARRAYS, *LOOKUPS, "tables", "trace", "traced", "events", "n_events")

    def __init__(self, tables):
        self.bind_tables(tables)
        if not cython.compiled:
            for name in NUMBERS:
                setattr(self, name, 0)
            self.hand = [0, 0]
            self.deck = [0, 0]
            self.discard = [0, 0]
            self.aside = [0, 0]
            self.pool = [0, 0]  # draft: cards not yet dealt
            self.triple = [0, 0]  # draft: the cards to choose from
            self.seen = [0, 0]  # cards of a faith that everybody has seen (R36)
            self.maybe_in_deck = [0, 0]  # cards that may be in the deck, by public knowledge
            self.n_hand = [0, 0]
            self.front = [NONE, NONE]
            self.front_kind = [0, 0]  # when the persistent card in front works; 0: no card
            self.limits = [5, 5]
            self.supply = [0, 0]
            self.rewards = [0, 0]
            self.hold = [0] * 40  # faith * 20 + circle * 2 + estate: the territories held
            self.incomplete = [0] * 4  # faith * 2 + estate: the circles where the faith does not hold the whole side
            self.power = [0] * 10
            self.owner = [NONE] * 10
            self.rows = [0] * AGENDA_SIZE
            self.queue = [0] * MAX_BONUSES
            self.traced = 0
            self.n_events = 0

    def bind_tables(self, tables):
        """Use these tables from now on, with direct references to the arrays that are read most."""
        self.tables = tables
        self.begin = tables.begin
        self.length = tables.length
        self.cost = tables.cost
        self.each = tables.each
        self.military = tables.military
        self.persistent = tables.persistent
        self.limit = tables.limit
        self.effects = tables.effects
        self.payable = tables.payable
        self.prints = tables.prints
        self.full = tables.full

    def copy_from(self, other):
        """Become equal to another state of the same tables, without its events."""
        self.rng = other.rng
        self.drawn = other.drawn
        self.autofill = other.autofill
        self.at_once = other.at_once
        self.over = other.over
        self.limited = other.limited
        self.who = other.who
        self.question = other.question
        self.opts = other.opts
        self.turn = other.turn
        self.turns = other.turns
        self.person = other.person
        self.top = other.top
        self.circle = other.circle
        self.side = other.side
        self.remaining = other.remaining
        self.discards = other.discards
        self.used = other.used
        self.check_claims = other.check_claims
        self.persistent_ready = other.persistent_ready
        self.in_play = other.in_play
        self.commoners_dominant = other.commoners_dominant
        self.power_at_end = other.power_at_end
        self.claimed = other.claimed
        self.disputation = other.disputation
        self.queue_from = other.queue_from
        self.queue_to = other.queue_to
        self.asked_at = other.asked_at
        if cython.compiled:  # C arrays are copied by assignment
            self.hand = other.hand
            self.deck = other.deck
            self.discard = other.discard
            self.aside = other.aside
            self.pool = other.pool
            self.triple = other.triple
            self.seen = other.seen
            self.maybe_in_deck = other.maybe_in_deck
            self.n_hand = other.n_hand
            self.front = other.front
            self.front_kind = other.front_kind
            self.limits = other.limits
            self.supply = other.supply
            self.rewards = other.rewards
            self.hold = other.hold
            self.incomplete = other.incomplete
            self.power = other.power
            self.owner = other.owner
            for k in range(other.top + ROW_WIDTH):  # rarely more than three rows are in use
                self.rows[k] = other.rows[k]
            self.queue = other.queue
        else:
            for name in ARRAYS:
                setattr(self, name, getattr(other, name)[:])

    # ---------------------------------------------------------------- nature

    def rand_below(self, n):
        """Return a random number below n from a fast generator: for search and tests, never for live games."""
        self.rng = (self.rng * LCG_MULTIPLIER + 1) & UINT64_MASK
        return ((self.rng >> 33) * n) >> 31

    def pick(self, bits):
        """Return one bit of a set, uniformly at random."""
        self.rng = (self.rng * LCG_MULTIPLIER + 1) & UINT64_MASK
        k = ((self.rng >> 33) * popcount(bits)) >> 31
        while k:
            bits &= bits - 1
            k -= 1
        return width(bits & -bits) - 1

    def seed(self, number):
        number = ((number + 1) * SEED_MULTIPLIER) & UINT64_MASK
        self.rng = number ^ (number >> 29)
        self.rand_below(2)

    def trace_events(self):
        """Write events from now on."""
        self.trace = Trace()
        self.events = self.trace.rows
        self.n_events = 0
        self.traced = 1

    def emit(self, kind, a, b, c, d):
        i = self.n_events * EVENT_WIDTH
        self.events[i] = kind
        self.events[i + 1] = a
        self.events[i + 2] = b
        self.events[i + 3] = c
        self.events[i + 4] = d
        self.n_events += 1

    # ---------------------------------------------------------------- the agenda

    def push(self, task, actor, number, position):
        i = self.top + ROW_WIDTH
        self.rows[i] = task
        self.rows[i + 1] = actor
        self.rows[i + 2] = number
        self.rows[i + 3] = position
        self.rows[i + 4] = NONE
        self.top = i

    def clear_blanks(self):
        """Empty all blanks, as they are whenever a row is pushed or popped."""
        self.circle = NONE
        self.side = NONE
        self.remaining = NONE
        self.discards = 0
        self.drawn = 0

    def ask(self, who, question, opts):
        """Stop at a blank and return 1, or fill it at once and return 0."""
        self.who = who
        self.question = question
        self.opts = opts
        if not opts & (opts - 1):
            if self.autofill:
                self.fill(width(opts) - 1)
                return 0
        elif who != NATURE:
            self.asked_at = self.turns
        elif self.autofill == FILL_ALL:
            self.fill(self.pick(opts))
            return 0
        return 1

    def advance(self):
        """Carry out the agenda until somebody has to choose or the game is over."""
        while not self.over:
            if self.check_claims and self.at_once:  # §7: between two effects (R23)
                if self.claims():
                    return
                continue
            i = self.top
            task = self.rows[i]
            if task == TURN:
                if self.take_turn(i):
                    return
            elif task <= OPTION:
                if self.run(i):
                    return
            elif task == FOREIGN:
                if self.foreign_influence(i):
                    return
            elif task == ROLL:
                if self.military_roll(i):
                    return
            elif self.prepare(i):
                return
        self.who = NOBODY
        self.opts = 0

    def fill(self, choice):
        """Put a choice into the present blank."""
        question = self.question
        i = self.top
        f = self.rows[i + 1]
        if question == Q_ACTION:
            self.fill_action(i, choice)
        elif question == Q_CIRCLE:
            self.circle = choice
            self.rows[i + 4] = choice
        elif question == N_DRAW:
            self.draw_one(f, choice)
            if self.remaining == NONE:  # §3: dealt, not drawn
                self.drawn = 0
            else:
                self.remaining -= 1
        elif question == Q_KIND:
            self.convert_one(f, choice)
        elif question == Q_COST or question == Q_COST_ANY:
            self.pay_one(i, choice)
        elif question == Q_TOWARD or question == Q_SIDE:
            self.side = choice
        elif question == Q_DISCARD:
            self.discard_one(self.who, choice, BY_FORCE)
            self.remaining -= 1
        elif question == Q_LIMIT:
            self.discard_one(f, choice, BY_LIMIT)
        elif question == Q_KEEP:
            self.drawn &= ~(ONE << choice)
            self.discard_one(f, choice, BY_KEEP)
        elif question == Q_REDRAW:
            self.redraw_one(f, choice)
        elif question == Q_PLAY_DRAWN:
            self.next_effect(i)
            self.play(f, choice)
        elif question == Q_DECK or question == N_FOREIGN or question == Q_FOREIGN:
            self.fill_foreign(i, choice)
        elif question == N_ROLL or question == Q_DIE:
            self.fill_roll(i, choice)
        elif question == Q_CLAIM:
            self.claim(choice)
        elif question == Q_PLACE:
            self.place_token(f, choice)
        elif question == Q_AFTER:
            self.fill_after(i, choice)
        elif question == Q_OPTION:
            self.choose_option(i, choice)
        elif question == Q_RECOVER:
            self.recover_one(f, choice)
        else:
            self.fill_preparation(i, choice)

    # ---------------------------------------------------------------- §3 preparations

    def new_game(self, seed):
        """Set up the table; with `autofill` set, go on to the first decision of the first turn."""
        self.seed(seed)
        self.over = self.limited = self.turn = self.turns = self.person = self.claimed = 0
        self.used = self.check_claims = self.queue_from = self.queue_to = self.n_events = self.asked_at = 0
        self.persistent_ready = 1
        self.at_once = self.tables.at_once
        self.disputation = NONE
        self.commoners_dominant = self.power_at_end = 0
        for c in range(10):
            self.owner[c] = NONE
            self.set_power(c, self.tables.power[c])
        for i in range(40):
            self.hold[i] = self.tables.printed_holders[i]
        for i in range(4):
            self.incomplete[i] = self.tables.printed_incomplete[i]
        for f in range(2):
            self.hand[f] = self.discard[f] = self.aside[f] = self.triple[f] = self.seen[f] = 0
            self.n_hand[f] = self.rewards[f] = 0
            self.front[f] = NONE
            self.front_kind[f] = 0
            self.limits[f] = 5
            self.supply[f] = self.tables.supply
            self.pool[f] = ALL_CARDS if self.tables.draft else 0
            self.maybe_in_deck[f] = ALL_CARDS if self.tables.draft else self.tables.first_game[f]
            self.deck[f] = 0 if self.tables.draft else self.tables.first_game[f]
        self.in_play = 0
        for c in range(3):
            self.reveal(c)
        self.top = -ROW_WIDTH
        self.clear_blanks()
        self.push(SETUP, CATHOLIC, ROLL_FAITHS, 0)
        self.rows[4] = 0
        if not self.tables.roll_faiths:
            self.rows[2] = DRAFT
        self.advance()

    def prepare(self, i):
        stage = self.rows[i + 2]
        if stage == ROLL_FAITHS:
            return self.roll_faiths(i)
        if stage == DRAFT:
            return self.draft(i)
        if stage == DEAL:
            return self.deal(i)
        return self.roll_first(i)

    def fill_preparation(self, i, choice):
        f = self.rows[i + 1]
        if self.question == Q_FAITH:  # R7
            self.person = choice if self.who == PERSON_1 else 1 - choice
            if self.traced:
                self.emit(E_FAITHS, self.person, 1 - self.person, 0, 0)
            self.next_stage(i, DRAFT)
        elif self.question == N_TRIPLE:
            self.pool[f] &= ~(ONE << choice)
            self.triple[f] |= ONE << choice
            if self.traced:
                self.emit(E_DEALT, f, choice, 0, 0)
        else:
            self.deck[f] |= ONE << choice
            self.triple[f] = 0
            if self.traced:
                self.emit(E_KEPT, f, choice, 0, 0)

    def next_stage(self, i, stage):
        self.rows[i + 1] = CATHOLIC
        self.rows[i + 2] = stage
        self.rows[i + 3] = self.rows[i + 4] = 0
        self.clear_blanks()

    def roll_twice(self, i):
        """Roll two dice until they differ (R7); return 1 while one is still to be rolled."""
        if self.rows[i + 3] and self.rows[i + 3] == self.rows[i + 4]:
            self.rows[i + 3] = self.rows[i + 4] = 0
        if not self.rows[i + 3] or not self.rows[i + 4]:
            return 1
        return 0

    def roll_faiths(self, i):
        if self.roll_twice(i):
            return self.ask(NATURE, N_ROLL, ALL_DICE)
        winner = PERSON_1 if self.rows[i + 3] > self.rows[i + 4] else PERSON_2
        return self.ask(winner, Q_FAITH, 0b11)

    def draft(self, i):
        """Deal three cards and let the player keep one, fifteen times; neither player waits for the other (R8)."""
        f = self.rows[i + 1]
        if not self.tables.draft:
            self.next_stage(i, DEAL)
            return 0
        if popcount(self.deck[f]) == 15:
            f = 1 - f
            self.rows[i + 1] = f
            if popcount(self.deck[f]) == 15:
                self.pool[0] = self.pool[1] = 0
                self.next_stage(i, DEAL)
                return 0
        if popcount(self.triple[f]) < 3:
            return self.ask(NATURE, N_TRIPLE, self.pool[f])
        return self.ask(f, Q_DRAFT, self.triple[f])

    def switch_draft(self, f):
        """Ask about the draft of this faith, unless it is finished."""
        if (self.question == Q_DRAFT or self.question == N_TRIPLE) and popcount(self.deck[f]) < 15:
            self.rows[1] = f
            self.advance()

    def deal(self, i):
        """Deal the starting hands of three cards."""
        f = self.rows[i + 1]
        if self.n_hand[f] == 3:
            if f == PROTESTANT:
                self.next_stage(i, ROLL_FIRST)
                return 0
            self.rows[i + 1] = f = PROTESTANT
        return self.ask(NATURE, N_DRAW, self.deck[f])

    def roll_first(self, i):
        first = self.tables.first
        if first == NOBODY:
            if self.roll_twice(i):
                return self.ask(NATURE, N_ROLL, ALL_DICE)
            first = CATHOLIC if self.rows[i + 3] > self.rows[i + 4] else PROTESTANT
        if self.traced:
            self.emit(E_STARTS, first, 0, 0, 0)
        self.top = -ROW_WIDTH
        self.push(TURN, first, ACT, 0)
        self.turn = first
        if self.traced:
            self.emit(E_TURN, first, 1, 0, 0)
        return 0

    # ---------------------------------------------------------------- §4 sequence of play

    def take_turn(self, i):
        if self.queue_from < self.queue_to:  # R27
            self.next_bonus()
            return 0
        f = self.rows[i + 1]
        if self.rows[i + 2] != ACT:
            if self.rows[i + 2] == AFTER and self.front_kind[f] == OWN_TURN and self.can_use(f):  # R41
                return self.ask(f, Q_AFTER, (ONE << CHOICE_USE) | (ONE << CHOICE_STOP))
            self.rows[i + 2] = LIMIT
            if self.n_hand[f] > self.limits[f]:  # §5
                return self.ask(f, Q_LIMIT, self.hand[f])
            self.end_turn(i, f)
            if self.over:
                return 0
            f = 1 - f
        opts = self.hand[f] & self.payable[16 * f + self.n_hand[f]]
        if self.deck[f] or self.discard[f]:  # R9
            opts |= ONE << CHOICE_DRAW
        if not opts:
            opts = ONE << CHOICE_PASS
        elif self.front_kind[f] == OWN_TURN and self.can_use(f):  # R41
            opts |= ONE << CHOICE_USE
        return self.ask(f, Q_ACTION, opts)

    def fill_action(self, i, choice):
        f = self.rows[i + 1]
        if choice == CHOICE_USE:
            self.use_persistent(f)
            return
        self.rows[i + 2] = AFTER
        if choice == CHOICE_PASS:
            if self.traced:
                self.emit(E_PASSED, f, 0, 0, 0)
        elif choice == CHOICE_DRAW:
            if self.front_kind[f] == DRAW_ACTION:
                if self.traced:
                    self.emit(E_USED, f, self.front[f], 0, 0)
                self.push(RUN, f, CARDS_PER_FAITH * f + self.front[f], 0)
            else:
                self.push(RUN, f, PLAIN_DRAW_LIST, 0)
        else:
            self.play(f, choice)

    def fill_after(self, i, choice):
        if choice == CHOICE_USE:
            self.use_persistent(self.rows[i + 1])
        else:
            self.rows[i + 2] = LIMIT

    def play(self, f, card):
        """Play a card from the hand: it is set aside until the turn ends (R10)."""
        self.set_aside(f, card)
        if self.traced:
            self.emit(E_PLAYED, f, card, 0, 0)
        if self.persistent[CARDS_PER_FAITH * f + card]:
            self.put_in_front(f, card)
            self.push(
                CARD, f, CARDS_PER_FAITH * f + card, self.length[CARDS_PER_FAITH * f + card]
            )  # at its end: nothing more to do (R33)
        else:
            self.push(
                CARD, f, CARDS_PER_FAITH * f + card, COST_POSITION if self.cost[CARDS_PER_FAITH * f + card] else 0
            )

    def end_turn(self, i, f):
        if self.aside[f]:  # R10
            self.discard[f] |= self.aside[f]
            self.aside[f] = 0
        if self.aside[1 - f]:
            self.discard[1 - f] |= self.aside[1 - f]
            self.aside[1 - f] = 0
        self.turns += 1
        self.persistent_ready = 1
        if self.turns == self.tables.turn_limit or self.turns - self.asked_at == MAX_TURNS_WITHOUT_CHOICE:  # R44
            self.limited = 1
            self.end_game()
            return
        self.turn = 1 - f
        self.rows[i + 1] = 1 - f
        self.rows[i + 2] = ACT
        if self.traced:
            self.emit(E_TURN, 1 - f, self.turns + 1, 0, 0)

    def next_bonus(self):
        bonus = self.queue[self.queue_from]
        self.queue_from += 1
        if self.queue_from == self.queue_to:
            self.queue_from = self.queue_to = 0
        if bonus >= FOREIGN_BONUS:
            self.push(FOREIGN, bonus - FOREIGN_BONUS, NONE, NONE)
        else:
            f = PROTESTANT if bonus >= CARDS_PER_FAITH else CATHOLIC
            if self.traced:
                self.emit(E_USED, f, bonus - CARDS_PER_FAITH * f, 0, 0)
            self.push(RUN, f, bonus, 0)

    def reshuffle(self, f):
        """Turn the discard pile into the deck: an unordered set, since nobody may look into it."""
        self.deck[f] = self.discard[f]
        self.maybe_in_deck[f] = self.discard[f]
        self.discard[f] = 0
        if self.traced:
            self.emit(E_RESHUFFLED, f, popcount(self.deck[f]), 0, 0)

    def draw_one(self, f, card):
        bit = ONE << card
        self.deck[f] &= ~bit
        self.hand[f] |= bit
        self.drawn |= bit
        self.n_hand[f] += 1
        if self.traced:
            self.emit(E_DREW, f, card, 0, 0)

    def set_aside(self, f, card):
        """Move a card from the hand to the cards set aside, face up (R10, R36)."""
        bit = ONE << card
        self.hand[f] &= ~bit
        self.aside[f] |= bit
        self.seen[f] |= bit
        self.maybe_in_deck[f] &= ~bit
        self.n_hand[f] -= 1

    def discard_one(self, f, card, why):
        self.set_aside(f, card)
        if self.traced:
            self.emit(E_DISCARDED, f, card, why, 0)

    # ---------------------------------------------------------------- §5 hand limit

    def set_limit(self, f):
        """Set the limit to five, or to that of the persistent card in front (R42: read when it is checked)."""
        self.limits[f] = 5
        if self.front_kind[f] == HAND_LIMIT:
            self.limits[f] = self.limit[CARDS_PER_FAITH * f + self.front[f]]

    # ---------------------------------------------------------------- §6 card actions

    def run(self, i):
        """Carry out the list on top of the agenda until an effect needs a choice or may lead to a claim."""
        f = self.rows[i + 1]
        number = self.rows[i + 2]
        position = self.rows[i + 3]
        while position != self.length[number]:
            if position == COST_POSITION:
                waits = self.pay(i, f, number)
            else:
                waits = self.effect(i, f, self.begin[number] + 4 * position)
            if waits or self.check_claims or self.top != i:
                return waits
            position = self.rows[i + 3]
        return self.end_list(i, number)

    def effect(self, i, f, e):
        verb = self.effects[e]
        if verb == CONVERT:
            return self.convert(i, f, e)
        if verb == DRAW:
            return self.draw(i, f, e)
        if verb == SHIFT:
            return self.shift(i, f, e)
        if verb == DISPUTATION:
            return self.move_disputation(i, f, e)
        if verb == NEUTRALISE:
            return self.neutralise(i, f, e)
        if verb == OPPONENT_DISCARDS:
            return self.opponent_discards(i, f, e)
        if verb == DRAW_KEEP:
            return self.draw_keep(i, f, e)
        if verb == DRAW_PLAY:
            return self.draw_play(i, f, e)
        if verb == REDRAW:
            return self.redraw(i, f)
        if verb == CONVERT_NEUTRALS:
            return self.convert_neutrals(i, f, e)
        if verb == CHOOSE:
            return self.choose(i, f, e)
        return self.recover(i, f, e)

    def next_effect(self, i):
        """Go on to the next effect, or repeat this one for the next card discarded (R18)."""
        if self.each[self.rows[i + 2]] and self.rows[i] == CARD:
            self.used |= 1 << self.circle
            discards = self.discards - 1
            self.clear_blanks()
            self.discards = discards
            if discards:
                return
            self.used = 0
        self.clear_blanks()
        self.rows[i + 3] += 1

    def skip(self, i):
        """Skip an effect that would change nothing (R13), with all its repetitions for cards discarded (R18)."""
        if self.traced:
            self.emit(E_SKIPPED, self.rows[i + 1], self.rows[i + 2], self.rows[i + 3], self.circle_was_claimed(i))
        self.clear_blanks()
        self.used = 0
        self.rows[i + 3] += 1

    def circle_was_claimed(self, i):
        """R16: whether the circle of this card has been claimed since it was chosen."""
        same = self.effects[self.begin[self.rows[i + 2]] + 4 * self.rows[i + 3] + 3]
        last = self.rows[i + 4]
        return 1 if same and last != NONE and not (self.in_play >> last) & 1 else 0

    def end_list(self, i, number):
        task = self.rows[i]
        if task == OPTION:
            self.rows[i + 4 - ROW_WIDTH] = self.rows[i + 4]
        elif self.check_claims:  # R23: after all effects of the card
            return self.claims()
        self.top -= ROW_WIDTH
        if task == CARD and self.military[number]:
            self.push(ROLL, PROTESTANT, 0, 0)
            self.rows[i + 4] = 0
        return 0

    def reachable(self, i, same):
        """Return the circles that an effect may name: all in play, or the one of this card (R16)."""
        last = self.rows[i + 4]
        if same and last != NONE:
            return self.in_play & (1 << last)
        return self.in_play & ~self.used

    def ask_circle(self, i, f, same, circles):
        """Fill in the circle of an effect, among those where it changes something (R13): the card's own, or any."""
        last = self.rows[i + 4]
        if same and last != NONE:  # R16
            if (self.in_play & circles) >> last & 1:
                self.circle = last
            else:
                self.skip(i)
            return 0
        circles &= self.in_play & ~self.used
        if circles:
            return self.ask(f, Q_CIRCLE, circles)
        self.skip(i)
        return 0

    def estate(self, c, selector):
        """Return the estate that a selector names; dominant and subordinate are read when the effect begins (R15)."""
        if selector <= COMMONERS:
            return selector
        dominant = (self.commoners_dominant >> c) & 1
        return dominant if selector == DOMINANT else 1 - dominant

    # ---------------------------------------------------------------- §6.1 converting territories

    def convert(self, i, f, e):
        selector = self.effects[e + 1]
        if self.circle == NONE:
            same = self.effects[e + 3]
            if self.ask_circle(i, f, same, self.convertible(f, selector)):
                return 1
            if self.circle == NONE:
                return 0
        if self.remaining == NONE:
            if self.side == NONE:
                if selector == EITHER:
                    if self.ask(f, Q_SIDE, self.convertible_sides(f, self.circle)):
                        return 1
                else:
                    self.side = self.estate(self.circle, selector)
            self.remaining = self.effects[e + 2]
        while self.remaining:
            kinds = self.convertible_kinds(f, 2 * self.circle + self.side)
            if not kinds:
                break
            if self.ask(f, Q_KIND, kinds):
                return 1
        self.check_claims = 1
        self.next_effect(i)
        return 0

    def convertible(self, f, selector):
        """Return the circles with something to convert on that side."""
        nobility = self.incomplete[2 * f]
        commoners = self.incomplete[2 * f + 1]
        commoners_dominant = self.commoners_dominant
        if selector == NOBILITY:
            circles = nobility
        elif selector == COMMONERS:
            circles = commoners
        elif selector == DOMINANT:
            circles = (nobility & ~commoners_dominant) | (commoners & commoners_dominant)
        elif selector == SUBORDINATE:
            circles = (nobility & commoners_dominant) | (commoners & ~commoners_dominant)
        else:
            circles = nobility | commoners
        if not self.supply[f]:
            return self.removable(f, selector, circles)
        return circles

    def removable(self, f, selector, circles):
        """R5: without own tokens, only an opponent's token on an own print can be removed."""
        removable = 0
        for c in range(10):
            if (circles >> c) & 1:
                if selector == EITHER:
                    if self.convertible_kinds(f, 2 * c) or self.convertible_kinds(f, 2 * c + 1):
                        removable |= 1 << c
                elif self.convertible_kinds(f, 2 * c + self.estate(c, selector)):
                    removable |= 1 << c
        return removable

    def convertible_sides(self, f, c):
        sides = 0
        if self.convertible_kinds(f, 2 * c):
            sides |= 1
        if self.convertible_kinds(f, 2 * c + 1):
            sides |= 2
        return sides

    def convertible_kinds(self, f, side):
        """Return the kinds that can be converted. R14: the opponent's first, neutral ones only if there are none."""
        theirs = self.hold[20 * (1 - f) + side]
        kinds = 0
        if theirs:
            if theirs & self.prints[20 * f + side]:
                kinds |= 1 << OWN_PRINT
            if self.supply[f]:
                if theirs & self.prints[20 * (1 - f) + side]:
                    kinds |= 1 << THEIR_PRINT
                if theirs & self.prints[20 * NEUTRAL + side]:
                    kinds |= 1 << NEUTRAL_PRINT
        elif self.supply[f] and self.hold[20 * f + side] != self.full[side]:
            kinds = 1 << UNHELD
        return kinds

    def convert_one(self, f, kind):
        """Convert a territory of this kind: the first one in the order of the data (R39)."""
        side = 2 * self.circle + self.side
        theirs = self.hold[20 * (1 - f) + side]
        if kind == OWN_PRINT:
            theirs &= self.prints[20 * f + side]
            self.supply[1 - f] += 1
        elif kind == THEIR_PRINT:
            theirs &= self.prints[20 * (1 - f) + side]
            self.supply[f] -= 1
        elif kind == NEUTRAL_PRINT:
            theirs &= self.prints[20 * NEUTRAL + side]
            self.supply[1 - f] += 1
            self.supply[f] -= 1
        else:
            theirs = self.full[side] & ~self.hold[20 * f + side]
            self.supply[f] -= 1
        self.set_holder(f, side, width(theirs & -theirs) - 1, kind)
        self.remaining -= 1

    def set_holder(self, f, side, territory, kind):
        """Give a territory to this faith."""
        bit = 1 << territory
        self.hold[20 * (1 - f) + side] &= ~bit
        self.hold[20 * f + side] |= bit
        circle = 1 << (side >> 1)
        self.incomplete[2 * (1 - f) + (side & 1)] |= circle
        if self.hold[20 * f + side] == self.full[side]:
            self.incomplete[2 * f + (side & 1)] &= ~circle
        if self.traced:
            self.emit(E_CONVERTED, f, side, territory, kind)

    # ---------------------------------------------------------------- §6.2 shifting power

    def shift(self, i, f, e):
        toward = self.effects[e + 1]
        if self.circle == NONE:
            same = self.effects[e + 3]
            if self.ask_circle(i, f, same, self.shiftable(toward)):
                return 1
            if self.circle == NONE:
                return 0
        c = self.circle
        power = self.power[c]
        if self.side == NONE:
            if toward == EITHER:
                if self.ask(f, Q_TOWARD, (1 if power else 0) | (2 if power < 3 else 0)):
                    return 1
            else:
                self.side = self.estate(c, toward)
        target = power
        if self.side == NOBILITY:
            target -= self.effects[e + 2]
        else:
            target += self.effects[e + 2]
        target = 0 if target < 0 else 3 if target > 3 else target
        self.set_power(c, target)
        if self.traced:
            self.emit(E_SHIFTED, f, c, power, target)
        self.check_claims = 1
        self.next_effect(i)
        return 0

    def shiftable(self, toward):
        """Return the circles whose Power token is not yet at the end of the track in that direction."""
        if toward == NOBILITY:
            return ~(self.power_at_end & ~self.commoners_dominant)
        if toward == COMMONERS:
            return ~(self.power_at_end & self.commoners_dominant)
        if toward == DOMINANT:
            return ~self.power_at_end
        return ALL_CIRCLES

    def set_power(self, c, power):
        bit = 1 << c
        self.power[c] = power
        self.commoners_dominant = self.commoners_dominant | bit if power >= 2 else self.commoners_dominant & ~bit
        self.power_at_end = self.power_at_end | bit if power == 0 or power == 3 else self.power_at_end & ~bit

    # ---------------------------------------------------------------- §6.3 the Disputation token

    def move_disputation(self, i, f, e):
        if self.circle == NONE:
            same = self.effects[e + 3]
            if self.ask_circle(i, f, same, ALL_CIRCLES):  # R17
                return 1
            if self.circle == NONE:
                return 0
        if self.traced:
            self.emit(E_DISPUTATION, f, self.circle, self.disputation, 0)
        self.disputation = self.circle
        self.next_effect(i)
        return 0

    # ---------------------------------------------------------------- §6.4 discarding cards for effect

    def pay(self, i, f, number):
        """Pay the cost with other cards of the hand, before the effects (R18)."""
        cost = self.cost[number]
        if cost == ANY_COST:
            return self.ask(f, Q_COST_ANY, self.hand[f] | (ONE << CHOICE_STOP))
        if self.remaining == NONE:
            self.remaining = cost
        while self.remaining:
            if self.ask(f, Q_COST, self.hand[f]):
                return 1
        self.rows[i + 3] = 0
        self.clear_blanks()
        return 0

    def pay_one(self, i, choice):
        if choice == CHOICE_STOP:
            self.rows[i + 3] = 0 if self.discards else self.length[self.rows[i + 2]]
            return
        self.discard_one(self.rows[i + 1], choice, BY_COST)
        if self.question == Q_COST:
            self.remaining -= 1
        else:
            self.discards += 1

    # ---------------------------------------------------------------- §6.5 persistent cards

    def put_in_front(self, f, card):
        """Put a persistent card in front; there is at most one, the older one is set aside (R20)."""
        old = self.front[f]
        if old != NONE:
            self.aside[f] |= ONE << old
            if self.traced:
                self.emit(E_REPLACED, f, old, 0, 0)
        self.aside[f] &= ~(ONE << card)
        self.front[f] = card
        if f == self.turn:  # R32: it works in the turn in which it is played, even if the older one was used
            self.persistent_ready = 1
        self.front_kind[f] = self.persistent[CARDS_PER_FAITH * f + card]
        self.set_limit(f)
        if self.traced:
            self.emit(E_FRONT, f, card, 0, 0)

    def can_use(self, f):
        """Whether the persistent card in front can be used: once a turn, if the cost can be paid (R41)."""
        return self.persistent_ready and self.cost[CARDS_PER_FAITH * f + self.front[f]] <= self.n_hand[f]

    def use_persistent(self, f):
        number = CARDS_PER_FAITH * f + self.front[f]
        self.persistent_ready = 0
        if self.traced:
            self.emit(E_USED, f, self.front[f], 0, 0)
        self.push(RUN, f, number, COST_POSITION if self.cost[number] else 0)

    # ---------------------------------------------------------------- §6.6 Catholic military actions

    def military_roll(self, i):
        """Let the Protestant player roll, or choose one of two dice (R42), and carry out the result at once."""
        first = self.rows[i + 2]
        if not first:
            return self.ask(NATURE, N_ROLL, ALL_DICE)
        if self.front_kind[PROTESTANT] == MILITARY_ROLL and not self.rows[i + 4]:
            second = self.rows[i + 3]
            if not second:
                return self.ask(NATURE, N_ROLL, ALL_DICE)
            return self.ask(PROTESTANT, Q_DIE, (1 << first) | (1 << second))
        roll = self.rows[i + 4] if self.rows[i + 4] else first
        if self.traced:
            self.emit(E_CHART, PROTESTANT, roll, 0, 0)
        self.top -= ROW_WIDTH
        self.push(RUN, PROTESTANT, FIRST_CHART_LIST + roll - 1, 0)
        return 0

    def fill_roll(self, i, choice):
        if self.question == Q_DIE:
            self.rows[i + 4] = choice
        elif self.rows[i] == ROLL:
            if self.traced:
                self.emit(E_ROLLED, ROLL, PROTESTANT, choice, 0)
            if self.rows[i + 2]:
                self.rows[i + 3] = choice
            else:
                self.rows[i + 2] = choice
        else:
            second = 1 if self.rows[i + 3] else 0
            self.rows[i + 3 + second] = choice
            who = (PERSON_1 if self.rows[i + 2] == ROLL_FAITHS else CATHOLIC) + second
            if self.traced:
                self.emit(E_ROLLED, SETUP, who, choice, 0)

    # ---------------------------------------------------------------- §6.7 converting all neutral territories

    def convert_neutrals(self, i, f, e):
        """Convert all neutral territories of two circles in play; with too few tokens the player chooses (R21)."""
        sides = 0
        total = 0
        for k in range(1, 3):
            c = self.effects[e + k]
            if (self.in_play >> c) & 1:
                for side in range(2 * c, 2 * c + 2):
                    n = popcount(self.unheld(side))
                    if n:
                        sides |= 1 << side
                        total += n
        if self.remaining == NONE:
            if not total or not self.supply[f]:
                self.skip(i)
                return 0
            self.remaining = total
        if total <= self.supply[f]:
            for side in range(20):
                if (sides >> side) & 1:
                    while self.unheld(side):
                        self.place_token(f, side)
        elif self.supply[f]:
            return self.ask(f, Q_PLACE, sides)
        self.check_claims = 1
        self.next_effect(i)
        return 0

    def unheld(self, side):
        return self.full[side] & ~(self.hold[side] | self.hold[20 + side])

    def place_token(self, f, side):
        """Place a token on the first neutral territory of a side."""
        unheld = self.unheld(side)
        self.supply[f] -= 1
        self.set_holder(f, side, width(unheld & -unheld) - 1, UNHELD)

    # ---------------------------------------------------------------- drawing and discarding (R9, R12, R31, R37, R38)

    def draw_cards(self, f):
        """Draw the remaining cards as long as there are any; return 1 while nature has to pick one."""
        while self.remaining:
            if not self.deck[f]:
                if not self.discard[f]:
                    self.remaining = 0
                    return 0
                self.reshuffle(f)
            if self.autofill == FILL_ALL:  # a shortcut with the same result as `ask` and `fill`
                self.draw_one(f, self.pick(self.deck[f]))
                self.remaining -= 1
            elif self.ask(NATURE, N_DRAW, self.deck[f]):
                return 1
        return 0

    def draw(self, i, f, e):
        if self.remaining == NONE:
            self.remaining = self.effects[e + 1]
        if self.draw_cards(f):
            return 1
        self.next_effect(i)
        return 0

    def draw_keep(self, i, f, e):
        if self.remaining == NONE:
            self.remaining = self.effects[e + 1]
        if self.draw_cards(f):
            return 1
        if popcount(self.drawn) > self.effects[e + 2]:
            return self.ask(f, Q_KEEP, self.drawn)
        self.next_effect(i)
        return 0

    def draw_play(self, i, f, e):
        if self.remaining == NONE:
            self.remaining = self.effects[e + 1]
        if self.draw_cards(f):
            return 1
        playable = 0
        if self.drawn:
            playable = self.drawn & self.payable[16 * f + self.n_hand[f]]
        if playable:
            return self.ask(f, Q_PLAY_DRAWN, playable)
        self.next_effect(i)
        return 0

    def redraw(self, i, f):
        if self.remaining == NONE:
            if self.n_hand[f]:
                return self.ask(f, Q_REDRAW, self.hand[f] | (ONE << CHOICE_STOP))
            if not self.discards:
                self.skip(i)
                return 0
            self.remaining = self.discards
        if self.draw_cards(f):
            return 1
        self.next_effect(i)
        return 0

    def redraw_one(self, f, choice):
        if choice == CHOICE_STOP:
            self.remaining = self.discards
        else:
            self.discard_one(f, choice, BY_REDRAW)
            self.discards += 1

    def opponent_discards(self, i, f, e):
        opponent = 1 - f
        if self.remaining == NONE:
            if not self.n_hand[opponent]:
                self.skip(i)
                return 0
            self.remaining = self.effects[e + 1]
        while self.remaining and self.n_hand[opponent]:
            if self.ask(opponent, Q_DISCARD, self.hand[opponent]):
                return 1
        self.next_effect(i)
        return 0

    def recover(self, i, f, e):
        if self.remaining == NONE:
            if not self.discard[f]:
                self.skip(i)
                return 0
            self.remaining = self.effects[e + 1]
        while self.remaining and self.discard[f]:
            if self.ask(f, Q_RECOVER, self.discard[f]):
                return 1
        self.next_effect(i)
        return 0

    def recover_one(self, f, card):
        self.discard[f] &= ~(ONE << card)
        self.hand[f] |= ONE << card
        self.n_hand[f] += 1
        self.remaining -= 1
        if self.traced:
            self.emit(E_RECOVERED, f, card, 0, 0)

    # ---------------------------------------------------------------- one of several lists (R43)

    def choose(self, i, f, e):
        opts = 0
        for k in range(self.effects[e + 2]):
            if self.list_would_change(i, f, self.effects[e + 1] + k):
                opts |= 1 << k
        if not opts:
            self.skip(i)
            return 0
        return self.ask(f, Q_OPTION, opts)

    def choose_option(self, i, choice):
        f = self.rows[i + 1]
        number = self.rows[i + 2]
        last = self.rows[i + 4]
        option = self.effects[self.begin[number] + 4 * self.rows[i + 3] + 1] + choice
        if self.traced:
            self.emit(E_CHOSE, f, number, choice, 0)
        self.next_effect(i)
        self.push(OPTION, f, option, 0)
        self.rows[i + 4 + ROW_WIDTH] = last

    def list_would_change(self, i, f, number):
        for k in range(self.length[number]):
            if self.would_change(i, f, self.begin[number] + 4 * k):
                return 1
        return 0

    def would_change(self, i, f, e):
        """Whether this effect would change something now."""
        verb = self.effects[e]
        a = self.effects[e + 1]
        circles = self.reachable(i, self.effects[e + 3])
        if verb == CONVERT:
            return circles & self.convertible(f, a) != 0
        if verb == SHIFT:
            return circles & self.shiftable(a) != 0
        if verb == NEUTRALISE:
            return circles & self.circles_with_tokens(a) != 0
        if verb == DISPUTATION:
            return circles & ~(1 << self.disputation if self.disputation != NONE else 0) != 0
        if verb == OPPONENT_DISCARDS:
            return self.n_hand[1 - f] > 0
        if verb == REDRAW:
            return self.n_hand[f] > 0
        if verb == RECOVER:
            return self.discard[f] != 0
        if verb == CONVERT_NEUTRALS:
            return self.supply[f] > 0 and (self.has_unheld(a) or self.has_unheld(self.effects[e + 2]))
        return (self.deck[f] | self.discard[f]) != 0

    def has_unheld(self, c):
        return (self.in_play >> c) & 1 and (self.unheld(2 * c) | self.unheld(2 * c + 1)) != 0

    # ---------------------------------------------------------------- §7 claiming an Imperial Circle

    def claims(self):
        """Claim circles one at a time, in the order that the current player chooses (R24, R34); return 1 to ask."""
        commoners_dominant = self.commoners_dominant
        catholic = (self.incomplete[0] & ~commoners_dominant) | (
            self.incomplete[1] & commoners_dominant
        )  # incomplete on the dominant side
        protestant = (self.incomplete[2] & ~commoners_dominant) | (self.incomplete[3] & commoners_dominant)
        circles = self.in_play & ~(catholic & protestant)  # R22
        if not circles:
            self.check_claims = 0
            return 0
        if circles & (circles - 1):
            return self.ask(self.turn, Q_CLAIM, circles)
        self.claim(width(circles) - 1)
        return 0

    def claim(self, c):
        """Claim a circle: the tile, the tokens, the Reward, then the circles below (R25)."""
        dominant = 2 * c + ((self.commoners_dominant >> c) & 1)
        f = CATHOLIC if self.hold[dominant] == self.full[dominant] else PROTESTANT
        self.owner[c] = f
        self.claimed += 1
        self.in_play &= ~(1 << c)
        self.return_tokens(2 * c)
        self.return_tokens(2 * c + 1)
        if self.traced:
            self.emit(E_CLAIMED, f, c, self.tables.points[c], 0)
        if self.disputation == c:
            self.rewards[f] += 1
            self.disputation = NONE
            if self.traced:
                self.emit(E_REWARD, f, c, 0, 0)
        if self.claimed == 10:  # R28
            self.end_game()
            return
        for k in range(2 * c, 2 * c + 2):
            below = self.tables.below[k]
            if below != NONE and self.owner[below] == NONE and not (self.in_play >> below) & 1:
                self.reveal(below)
        self.queue_bonuses(f)

    def return_tokens(self, side):
        for f in range(2):
            self.supply[f] += popcount(self.hold[20 * f + side] & ~self.prints[20 * f + side])

    def queue_bonuses(self, f):
        """Queue the bonuses of a claim: Foreign Influence, the claimer's card, the opponent's card (R30)."""
        self.queue_bonus(FOREIGN_BONUS + f)
        if self.front_kind[f] == OWN_CLAIM:
            self.queue_bonus(CARDS_PER_FAITH * f + self.front[f])
        if self.front_kind[1 - f] == OPPONENT_CLAIM:
            self.queue_bonus(CARDS_PER_FAITH * (1 - f) + self.front[1 - f])

    def queue_bonus(self, bonus):
        self.queue[self.queue_to] = bonus
        self.queue_to += 1

    # ---------------------------------------------------------------- §8 bringing new circles into play

    def reveal(self, c):
        """Bring a circle into play; its tokens and its Power are as printed since the setup."""
        self.in_play |= 1 << c
        if self.traced:
            self.emit(E_REVEALED, c, 0, 0, 0)

    # ---------------------------------------------------------------- §9 Foreign Influence

    def foreign_influence(self, i):
        f = self.rows[i + 1]
        deck = self.rows[i + 2]
        if deck == NONE:
            return self.ask(f, Q_DECK, 0b1111)
        first = self.rows[i + 3]
        if first == NONE:
            return self.ask(NATURE, N_FOREIGN, self.tables.decks[deck])
        if self.front_kind[f] == FOREIGN_INFLUENCE and self.remaining == NONE:  # R42
            second = self.rows[i + 4]
            if second == NONE:
                return self.ask(NATURE, N_FOREIGN, self.tables.decks[deck] & ~(1 << first))
            return self.ask(f, Q_FOREIGN, (1 << first) | (1 << second))
        if self.traced:
            self.emit(E_FOREIGN, f, deck, first, 0)
        self.top -= ROW_WIDTH
        self.remaining = NONE
        self.push(RUN, f, FIRST_FOREIGN_LIST + first, 0)
        return 0

    def fill_foreign(self, i, choice):
        f = self.rows[i + 1]
        if self.question == Q_DECK:
            self.rows[i + 2] = choice
            if self.traced:
                self.emit(E_CHOSEN_DECK, f, choice, 0, 0)
        elif self.question == Q_FOREIGN:
            self.rows[i + 3] = choice
            self.remaining = 0
        else:
            self.rows[i + 4 if self.rows[i + 3] != NONE else i + 3] = choice
            if self.traced and self.front_kind[f] == FOREIGN_INFLUENCE:
                self.emit(E_FOREIGN_SEEN, f, choice, 0, 0)

    def neutralise(self, i, f, e):
        """Remove all tokens from a side: each territory shows its print again (R19)."""
        selector = self.effects[e + 1]
        if self.circle == NONE:
            same = self.effects[e + 3]
            if self.ask_circle(i, f, same, self.circles_with_tokens(selector)):
                return 1
            if self.circle == NONE:
                return 0
        c = self.circle
        if self.side == NONE:
            if selector == EITHER:
                sides = (1 if self.tokens_on(2 * c) else 0) | (2 if self.tokens_on(2 * c + 1) else 0)
                if self.ask(f, Q_SIDE, sides):
                    return 1
            else:
                self.side = self.estate(c, selector)
        side = 2 * c + self.side
        self.return_tokens(side)
        for g in range(2):
            self.hold[20 * g + side] = self.tables.printed_holders[20 * g + side]
            k = 2 * g + self.side
            self.incomplete[k] = (self.incomplete[k] & ~(1 << c)) | (self.tables.printed_incomplete[k] & (1 << c))
        if self.traced:
            self.emit(E_NEUTRALISED, f, side, 0, 0)
        self.check_claims = 1
        self.next_effect(i)
        return 0

    def tokens_on(self, side):
        """Return the territories of a side with a token."""
        catholic = self.hold[side] & ~self.prints[side]
        return catholic | (self.hold[20 + side] & ~self.prints[20 + side])

    def circles_with_tokens(self, selector):
        """Return the circles with a token on that side."""
        circles = 0
        for c in range(10):
            if (self.in_play >> c) & 1:
                if selector == EITHER:
                    if self.tokens_on(2 * c) or self.tokens_on(2 * c + 1):
                        circles |= 1 << c
                elif self.tokens_on(2 * c + self.estate(c, selector)):
                    circles |= 1 << c
        return circles

    # ---------------------------------------------------------------- §10 winning the game

    def end_game(self):
        self.over = 1
        self.check_claims = 0
        if self.traced:
            self.emit(E_OVER, self.score(CATHOLIC), self.score(PROTESTANT), self.limited, 0)

    def score(self, f):
        points = self.rewards[f]
        for c in range(10):
            if self.owner[c] == f:
                points += self.tables.points[c]
        return points

    def unclaimed_points(self):
        """Return the most points that a faith can gain: all unclaimed circles, each with a Reward (R17, R25).

        The Disputation token can come to any circle before it is claimed, and again after each claim.
        """
        points = 0
        for c in range(10):
            if self.owner[c] == NONE:
                points += self.tables.points[c] + 1
        return points

    # ---------------------------------------------------------------- for Python callers

    def options(self):
        """List the legal choices in ascending order."""
        options = []
        opts = self.opts
        while opts:
            options.append(width(opts & -opts) - 1)
            opts &= opts - 1
        return options

    def step(self, choice):
        """Make a choice; one that is not offered raises ValueError and changes nothing."""
        if choice < 0 or choice > 63 or not (self.opts >> choice) & 1:
            raise ValueError(f"choice {choice} is not among {self.options()}")
        self.n_events = 0
        self.fill(choice)
        self.advance()

    def random_below(self, n):
        return self.rand_below(n)

    def clone(self):
        twin = State.__new__(State)
        twin.bind_tables(self.tables)
        twin.copy_from(self)
        twin.n_events = 0
        twin.traced = 0
        if self.traced:
            twin.trace_events()
        return twin

    def context(self):
        """Return what the present question is about: the top row of the agenda and the blanks filled so far."""
        i = self.top
        return (
            self.rows[i],
            self.rows[i + 1],
            self.rows[i + 2],
            self.rows[i + 3],
            self.rows[i + 4],
            self.circle,
            self.side,
            self.remaining,
            self.discards,
        )

    def actor(self):
        """Return the faith whose task is on top of the agenda."""
        return self.rows[self.top + 1]

    def front_card(self, f):
        return self.front[f]

    def traced_events(self):
        """List the events since the last choice, as tuples."""
        return [tuple([self.events[EVENT_WIDTH * k + j] for j in range(EVENT_WIDTH)]) for k in range(self.n_events)]

    def recompute_derived(self):
        """Recompute every number that is derived from others."""
        for f in range(2):
            self.n_hand[f] = popcount(self.hand[f])
            self.front_kind[f] = 0 if self.front[f] == NONE else self.persistent[CARDS_PER_FAITH * f + self.front[f]]
            self.set_limit(f)
            for estate in range(2):
                self.incomplete[2 * f + estate] = 0
                for c in range(10):
                    if self.hold[20 * f + 2 * c + estate] != self.full[2 * c + estate]:
                        self.incomplete[2 * f + estate] |= 1 << c
        self.commoners_dominant = self.power_at_end = 0
        for c in range(10):
            self.set_power(c, self.power[c])

    def recompute_options(self):
        """Recompute the options of the present decision, after the state was changed from outside."""
        self.advance()
