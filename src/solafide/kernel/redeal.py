"""Dealing again what a seat cannot know: every state that comes out fits all that the seat has seen."""

from solafide.kernel import cython_stub as cython

if cython.compiled:
    import cython  # never run: it tells the compiler what the name means

if not cython.compiled:
    from solafide.kernel.bits import ONE, popcount
    from solafide.kernel.codes import *


def redeal(state, seat, seed):
    """Deal anew what this faith cannot know (any other number: a spectator), and work out the options again.

    Of the hidden cards only how many they are is used.
    """
    state.seed(seed)
    for f in range(2):
        if f != seat:
            deal_hidden(state, f, None)
    state.advance()


def some_of(state, bits, n):
    """A random subset of n: so many are picked, or the rest of them, whichever is less work."""
    left = popcount(bits) - n
    chosen = bits
    for _ in range(n if n < left else left):
        chosen &= ~(ONE << state.pick(chosen))
    return bits & ~chosen if n < left else chosen


def some_kept(state, f, bits, n, network):
    """A random subset of n, in which cards that are rather kept in a draft are found more often."""
    chosen = 0
    while n:
        card = state.pick(bits)
        if state.rand(256) <= network.keeps[CARDS * f + card]:
            chosen |= ONE << card
            bits &= ~(ONE << card)
            n -= 1
    return chosen


def deal_hidden(state, f, network):
    """The cards of this faith that others cannot know; a network tells which were rather drafted (None: any)."""
    if state.rows[0] == SETUP and state.rows[2] <= DRAFT and state.tables.draft:
        deal_draft(state, f)
        return
    lies_open = state.discard[f] | state.aside[f]
    if state.front[f] != NONE:
        lies_open |= ONE << state.front[f]
    universe = ALL_CARDS if state.tables.draft else state.tables.first_game[f]
    n_deck = popcount(state.deck[f])
    known = state.seen[f] & ~lies_open  # R36: certainly in hand or deck
    unseen = state.n_hand[f] + n_deck - popcount(known)
    i = state.top
    while True:
        if network is None or not state.tables.draft:
            fresh = some_of(state, universe & ~state.seen[f], unseen)
        else:
            fresh = some_kept(state, f, universe & ~state.seen[f], unseen, network)
        state.deck[f] = some_of(state, (known | fresh) & state.may[f], n_deck)
        state.hand[f] = (known | fresh) & ~state.deck[f]
        if state.rows[i + 1] != f:
            return
        if state.drawn:
            deal_drawn(state, f)
        if not must_play(state, i) or state.drawn & state.payable[16 * f + state.n_hand[f]]:
            break
    if state.rows[i] == FOREIGN and state.rows[i + 3] != NONE:
        deal_foreign(state, i)


def forget_hidden(state, f):
    """Put back into the deck whatever nobody can know to be in the hand."""
    known = state.seen[f] & ~state.may[f]  # R36
    state.deck[f] |= state.hand[f] & ~known
    state.hand[f] &= known
    state.n_hand[f] = popcount(state.hand[f])


def must_play(state, i):
    """R31: whether one of the cards just drawn is to be played now: then at least one of them can be."""
    if state.rows[i] > OPTION or not state.drawn or state.left:
        return 0
    return state.effects[state.begin[state.rows[i + 2]] + 4 * state.rows[i + 3]] == DRAW_PLAY


def deal_drawn(state, f):
    """The cards just drawn; if the discard pile was reshuffled meanwhile, those drawn since then are known."""
    n = popcount(state.drawn)
    since = state.hand[f] & state.may[f]
    if popcount(since) >= n:
        state.drawn = some_of(state, since, n)
    else:
        state.drawn = since | some_of(state, state.hand[f] & ~since, n - popcount(since))


def deal_draft(state, f):
    kept = popcount(state.deck[f])
    shown = popcount(state.triple[f])
    state.deck[f] = some_of(state, ALL_CARDS, kept)
    state.triple[f] = some_of(state, ALL_CARDS & ~state.deck[f], shown)
    state.pool[f] = some_of(state, ALL_CARDS & ~state.deck[f] & ~state.triple[f], popcount(state.pool[f]))


def deal_foreign(state, i):
    """R42: two cards that only the drawer has seen."""
    cards = state.tables.decks[state.rows[i + 2]]
    state.rows[i + 3] = state.pick(cards)
    if state.rows[i + 4] != NONE:
        state.rows[i + 4] = state.pick(cards & ~(1 << state.rows[i + 3]))
