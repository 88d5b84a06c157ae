"""Deal the hidden cards of a state again, so that the result fits everything a seat has seen."""

from solafide.kernel import cython_stub as cython

if cython.compiled:
    import cython  # never run: it tells the compiler what the name means

if not cython.compiled:
    from solafide.kernel.bits import ONE, popcount, width
    from solafide.kernel.codes import *


def redeal(state, seat, seed):
    """Deal what this faith cannot know (any other number: a spectator) and recompute the options.

    Of the hidden cards only their number is used.
    """
    state.seed(seed)
    for f in range(2):
        if f != seat:
            deal_hidden(state, f, None)
    state.advance()


def random_subset(state, bits, n):
    """Return a random subset of n: pick the n, or the others, whichever are fewer."""
    others = popcount(bits) - n
    subset = bits
    for _ in range(n if n < others else others):
        subset &= ~(ONE << state.pick(subset))
    return bits & ~subset if n < others else subset


def weighted_subset(state, f, bits, n, network):
    """Return a random subset of n, weighted by how often each card is kept in a draft."""
    subset = 0
    while n:
        card = state.pick(bits)
        if state.rand_below(256) <= network.keep_rates[CARDS_PER_FAITH * f + card]:
            subset |= ONE << card
            bits &= ~(ONE << card)
            n -= 1
    return subset


def deal_hidden(state, f, network):
    """Deal the hidden cards of this faith; a network weights the drafted ones by its keep rates (None: uniform)."""
    if state.rows[0] == SETUP and state.rows[2] <= DRAFT and state.tables.draft:
        deal_draft(state, f, network)
        return
    face_up = state.discard[f] | state.aside[f]
    if state.front[f] != NONE:
        face_up |= ONE << state.front[f]
    universe = ALL_CARDS if state.tables.draft else state.tables.first_game[f]
    n_deck = popcount(state.deck[f])
    seen_hidden = state.seen[f] & ~face_up  # R36: certainly in hand or deck
    n_unseen = state.n_hand[f] + n_deck - popcount(seen_hidden)
    i = state.top
    while True:
        if network is None or not state.tables.draft:
            unseen_cards = random_subset(state, universe & ~state.seen[f], n_unseen)
        else:
            unseen_cards = weighted_subset(state, f, universe & ~state.seen[f], n_unseen, network)
        state.deck[f] = random_subset(state, (seen_hidden | unseen_cards) & state.maybe_in_deck[f], n_deck)
        state.hand[f] = (seen_hidden | unseen_cards) & ~state.deck[f]
        if state.rows[i + 1] != f:
            return
        if state.drawn:
            deal_drawn_cards(state, f)
        if not must_play(state, i) or state.drawn & state.payable[16 * f + state.n_hand[f]]:
            break
    if state.rows[i] == FOREIGN and state.rows[i + 3] != NONE:
        deal_foreign(state, i)


def forget_hidden(state, f):
    """Put back into the deck every card that nobody can know to be in the hand."""
    known_hand = state.seen[f] & ~state.maybe_in_deck[f]  # R36
    state.deck[f] |= state.hand[f] & ~known_hand
    state.hand[f] &= known_hand
    state.n_hand[f] = popcount(state.hand[f])


def must_play(state, i):
    """R31: whether one of the cards just drawn must be played now, so that at least one of them is playable."""
    if state.rows[i] > OPTION or not state.drawn or state.remaining:
        return 0
    return state.effects[state.begin[state.rows[i + 2]] + 4 * state.rows[i + 3]] == DRAW_PLAY


def deal_drawn_cards(state, f):
    """Deal which hand cards were just drawn; after a reshuffle, those drawn since then are known."""
    n = popcount(state.drawn)
    since = state.hand[f] & state.maybe_in_deck[f]
    if popcount(since) >= n:
        state.drawn = random_subset(state, since, n)
    else:
        state.drawn = since | random_subset(state, state.hand[f] & ~since, n - popcount(since))


def deal_draft(state, f, network):
    """Deal a draft up to now: with a network as it would choose, triple by triple; without one uniformly."""
    n_kept = popcount(state.deck[f])
    n_triple = popcount(state.triple[f])
    n_pool = popcount(state.pool[f])
    cards = ALL_CARDS
    if network is None:
        state.deck[f] = random_subset(state, cards, n_kept)
        cards &= ~state.deck[f]
    else:
        state.deck[f] = 0
        for _ in range(n_kept):
            triple = random_subset(state, cards, 3)
            cards &= ~triple
            state.deck[f] |= ONE << kept_card(state, f, triple, network)
    state.triple[f] = random_subset(state, cards, n_triple)
    cards &= ~state.triple[f]
    state.pool[f] = random_subset(state, cards, n_pool) if popcount(cards) > n_pool else cards


def kept_card(state, f, triple, network):
    """Return the card of a triple that is kept, at random, by `keep_odds`."""
    total = 0
    bits = triple
    while bits:
        total += keep_odds(network.keep_rates[CARDS_PER_FAITH * f + width(bits & -bits) - 1])
        bits &= bits - 1
    remaining = state.rand_below(total)
    bits = triple
    while bits & (bits - 1):
        remaining -= keep_odds(network.keep_rates[CARDS_PER_FAITH * f + width(bits & -bits) - 1])
        if remaining < 0:
            break
        bits &= bits - 1
    return width(bits & -bits) - 1


def keep_odds(rate):
    """Return the weight of a card in a triple: the cube of the odds that it is kept against average cards.

    With the odds themselves both seats took the other's deck for worse than it is: over a hundred drafts their chances
    added up to 108 %, with these weights to 100 %. Cards that are hardly ever kept count alike.
    """
    rate = 35 if rate < 35 else 240 if rate > 240 else rate
    odds = (rate << 8) // (256 - rate)
    return odds * odds * odds >> 7


def finish_draft(state, network):
    """Play the preparations to their end, as the network's keep rates choose, up to the first turn."""
    while state.rows[0] == SETUP and not state.over:
        if state.question == Q_DRAFT:
            state.fill(kept_card(state, state.rows[1], state.triple[state.rows[1]], network))
        else:
            state.fill(state.pick(state.opts))
        state.advance()


def deal_foreign(state, i):
    """R42: deal the two cards that only the drawer has seen."""
    cards = state.tables.decks[state.rows[i + 2]]
    state.rows[i + 3] = state.pick(cards)
    if state.rows[i + 4] != NONE:
        state.rows[i + 4] = state.pick(cards & ~(1 << state.rows[i + 3]))
