"""The inputs of the network: what a faith knows of a position, as the list of active features."""

from solafide.kernel import cython_stub as cython

if cython.compiled:
    import cython  # never run: it tells the compiler what the name means

if not cython.compiled:
    from solafide.kernel.bits import ONE, popcount, width
    from solafide.kernel.codes import *


def write_features(state, f, overlooks, features):
    """Write the active features of a position for this faith into `features`; return how many there are."""
    n = circle_features(state, f, overlooks, features)
    n = card_features(state, f, overlooks, features, n)
    return agenda_features(state, f, features, n)


def circle_features(state, f, overlooks, features):
    n = 0
    g = 1 - f
    lead = state.rewards[f] - state.rewards[g]
    near = 0
    for c in range(10):
        if (state.in_play >> c) & 1:
            power = state.power[c]
            dominant = power >> 1
            if overlooks & OVERLOOK_POWER:  # sees which side is dominant, not how nearly it is not
                power = 1 + dominant
            for estate in range(2):
                side = 2 * c + estate
                length = popcount(state.full[side])
                missing = length - popcount(state.hold[20 * f + side])
                features[n] = F_OWN_SIDES + 24 * side + 4 * missing + power
                n += 1
                if estate == dominant and missing <= 2:
                    near += 1 if missing <= 1 else 16
                if not overlooks & OVERLOOK_REPLIES:
                    missing = length - popcount(state.hold[20 * g + side])
                    features[n] = F_THEIR_SIDES + 24 * side + 4 * missing + power
                    n += 1
                    if estate == dominant and missing <= 2:
                        near += 256 if missing <= 1 else 4096
        elif state.owner[c] == NONE:
            features[n] = F_FACE_DOWN + c
            n += 1
        elif state.owner[c] == f:
            features[n] = F_OWN_CIRCLE + c
            n += 1
            lead += state.tables.points[c]
        else:
            features[n] = F_THEIR_CIRCLE + c
            n += 1
            lead -= state.tables.points[c]
    if state.disputation != NONE and not overlooks & OVERLOOK_DISPUTATION:
        features[n] = F_DISPUTATION + state.disputation
        n += 1
    for k in range(4):
        count = (near >> 4 * k) & 15
        features[n] = F_NEAR_CLAIMS + 4 * k + (3 if count > 3 else count)
        n += 1
    features[n] = F_LEAD + 15 + (-15 if lead < -15 else 15 if lead > 15 else lead)
    return n + 1


def card_features(state, f, overlooks, features, n):
    g = 1 - f
    n = add_each(features, n, F_OWN_HAND, state.hand[f])
    face_up = state.discard[g] | state.aside[g]
    if state.front[f] != NONE:
        features[n] = F_OWN_FRONT + state.front[f]
        n += 1
    if state.front[g] != NONE:
        features[n] = F_THEIR_FRONT + state.front[g]
        n += 1
        face_up |= ONE << state.front[g]
    if not overlooks & (OVERLOOK_DRAFT if state.rows[0] == SETUP else OVERLOOK_PILES):
        n = add_each(features, n, F_OWN_DECK, state.deck[f])
        n = add_each(features, n, F_OWN_DISCARD, state.discard[f] | state.aside[f])
        n = add_each(features, n, F_THEIR_DISCARD, state.discard[g] | state.aside[g])
        n = add_each(features, n, F_THEIR_SEEN, state.seen[g] & ~face_up)
    features[n] = F_OWN_HAND_SIZE + (9 if state.n_hand[f] > 9 else state.n_hand[f])
    features[n + 1] = F_THEIR_HAND_SIZE + (9 if state.n_hand[g] > 9 else state.n_hand[g])
    features[n + 2] = F_OWN_DECK_SIZE + popcount(state.deck[f])
    features[n + 3] = F_THEIR_DECK_SIZE + popcount(state.deck[g])
    n += 4
    if not overlooks & OVERLOOK_TOKENS:
        features[n] = F_OWN_TOKENS + (16 if state.supply[f] > 16 else state.supply[f])
        features[n + 1] = F_THEIR_TOKENS + (16 if state.supply[g] > 16 else state.supply[g])
        n += 2
    if state.tables.draft:
        features[n] = F_DRAFT_MODE
        n += 1
    return n


def add_each(features, n, block, bits):
    """Add one feature for each bit of a set."""
    while bits:
        features[n] = block + width(bits & -bits) - 1
        n += 1
        bits &= bits - 1
    return n


def agenda_features(state, f, features, n):
    """Add whose turn it is, the question, and the effects in progress."""
    i = state.top
    task = state.rows[i]
    if task != SETUP:
        features[n] = F_STAGE + state.rows[2] + (0 if state.turn == f else 3)
        n += 1
    who = 2 if state.who == NATURE else 0 if state.who == f else 1
    if state.question < F_QUESTIONS:
        features[n] = F_QUESTION + F_QUESTIONS * who + state.question
        n += 1
    for k in range(state.queue_from, state.queue_to):
        bonus = state.queue[k]
        if bonus >= FOREIGN_BONUS:
            features[n] = F_BONUSES + (0 if bonus - FOREIGN_BONUS == f else 1)
        else:
            features[n] = F_BONUSES + (2 if bonus // CARDS_PER_FAITH == f else 3)
        n += 1
    if task <= OPTION:
        return effect_features(state, f, features, n, i)
    return n


def effect_features(state, f, features, n, i):
    theirs = 0 if state.rows[i + 1] == f else 1
    number = state.rows[i + 2]
    position = state.rows[i + 3]
    if is_military_card(state, i, number):
        features[n] = F_MILITARY
        n += 1
    if position == COST_POSITION:
        position = 0
    elif position < state.length[number]:
        verb = state.effects[state.begin[number] + 4 * position]
        if verb < F_VERBS:
            features[n] = F_CURRENT_EFFECT + F_VERBS * theirs + verb
            n += 1
        position += 1
        if state.remaining != NONE:
            features[n] = F_REMAINING + 10 * theirs + (9 if state.remaining > 9 else state.remaining)
            n += 1
        if state.circle != NONE:
            features[n] = F_CIRCLE + 10 * theirs + state.circle
            n += 1
            if state.side != NONE:
                features[n] = F_ESTATE + 2 * theirs + state.side
                n += 1
    while position < state.length[number] and n < MAX_ACTIVE_FEATURES:
        verb = state.effects[state.begin[number] + 4 * position]
        if verb < F_VERBS:
            features[n] = F_LATER_EFFECTS + F_VERBS * theirs + verb
            n += 1
        position += 1
    return n


def is_military_card(state, i, number):
    return state.rows[i] == CARD and state.military[number]
