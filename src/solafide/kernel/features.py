"""What a faith knows of a game, as the list of inputs that are there: the eyes of a network."""

from solafide.kernel import cython_stub as cython

if cython.compiled:
    import cython  # never run: it tells the compiler what the name means

if not cython.compiled:
    from solafide.kernel.bits import ONE, popcount, width
    from solafide.kernel.codes import *


def look(state, f, overlooks, found):
    """Write the inputs that are there for this faith into `found`; how many they are."""
    n = see_circles(state, f, overlooks, found)
    n = see_cards(state, f, overlooks, found, n)
    return see_agenda(state, f, found, n)


def see_circles(state, f, overlooks, found):
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
                lacks = length - popcount(state.hold[20 * f + side])
                found[n] = OWN_SIDES + 24 * side + 4 * lacks + power
                n += 1
                if estate == dominant and lacks <= 2:
                    near += 1 if lacks <= 1 else 16
                if not overlooks & OVERLOOK_REPLIES:
                    lacks = length - popcount(state.hold[20 * g + side])
                    found[n] = THEIR_SIDES + 24 * side + 4 * lacks + power
                    n += 1
                    if estate == dominant and lacks <= 2:
                        near += 256 if lacks <= 1 else 4096
        elif state.owner[c] == NONE:
            found[n] = FACE_DOWN + c
            n += 1
        elif state.owner[c] == f:
            found[n] = OWN_CIRCLE + c
            n += 1
            lead += state.tables.points[c]
        else:
            found[n] = THEIR_CIRCLE + c
            n += 1
            lead -= state.tables.points[c]
    if state.disputation != NONE and not overlooks & OVERLOOK_DISPUTATION:
        found[n] = DISPUTED + state.disputation
        n += 1
    for k in range(4):
        many = (near >> 4 * k) & 15
        found[n] = NEAR + 4 * k + (3 if many > 3 else many)
        n += 1
    found[n] = LEAD + 15 + (-15 if lead < -15 else 15 if lead > 15 else lead)
    return n + 1


def see_cards(state, f, overlooks, found, n):
    g = 1 - f
    n = each(found, n, OWN_HAND, state.hand[f])
    lies_open = state.discard[g] | state.aside[g]
    if state.front[f] != NONE:
        found[n] = OWN_FRONT + state.front[f]
        n += 1
    if state.front[g] != NONE:
        found[n] = THEIR_FRONT + state.front[g]
        n += 1
        lies_open |= ONE << state.front[g]
    if not overlooks & (OVERLOOK_DRAFT if state.rows[0] == SETUP else OVERLOOK_PILES):
        n = each(found, n, OWN_DECK, state.deck[f])
        n = each(found, n, OWN_DISCARD, state.discard[f] | state.aside[f])
        n = each(found, n, THEIR_DISCARD, state.discard[g] | state.aside[g])
        n = each(found, n, THEIR_KNOWN, state.seen[g] & ~lies_open)
    found[n] = OWN_COUNT + (9 if state.n_hand[f] > 9 else state.n_hand[f])
    found[n + 1] = THEIR_COUNT + (9 if state.n_hand[g] > 9 else state.n_hand[g])
    found[n + 2] = OWN_PILE + popcount(state.deck[f])
    found[n + 3] = THEIR_PILE + popcount(state.deck[g])
    n += 4
    if not overlooks & OVERLOOK_TOKENS:
        found[n] = OWN_TOKENS + (16 if state.supply[f] > 16 else state.supply[f])
        found[n + 1] = THEIR_TOKENS + (16 if state.supply[g] > 16 else state.supply[g])
        n += 2
    if state.tables.draft:
        found[n] = DRAFTED
        n += 1
    return n


def each(found, n, block, bits):
    """One input for each bit of a set."""
    while bits:
        found[n] = block + width(bits & -bits) - 1
        n += 1
        bits &= bits - 1
    return n


def see_agenda(state, f, found, n):
    """Whose turn it is, what is asked, and what is being done."""
    i = state.top
    task = state.rows[i]
    if task != SETUP:
        found[n] = STAGE + state.rows[2] + (0 if state.turn == f else 3)
        n += 1
    who = 2 if state.who == NATURE else 0 if state.who == f else 1
    found[n] = ASKED + 26 * who + state.question
    n += 1
    for k in range(state.queue_from, state.queue_to):
        bonus = state.queue[k]
        if bonus >= FOREIGN_BONUS:
            found[n] = WAITING + (0 if bonus - FOREIGN_BONUS == f else 1)
        else:
            found[n] = WAITING + (2 if bonus // CARDS == f else 3)
        n += 1
    if task <= OPTION:
        return see_effects(state, f, found, n, i)
    return n


def see_effects(state, f, found, n, i):
    theirs = 0 if state.rows[i + 1] == f else 1
    number = state.rows[i + 2]
    position = state.rows[i + 3]
    if task_is_military(state, i, number):
        found[n] = MILITARY
        n += 1
    if position == PAY:
        position = 0
    elif position < state.length[number]:
        found[n] = DOING + 13 * theirs + state.effects[state.begin[number] + 4 * position]
        n += 1
        position += 1
        if state.left != NONE:
            found[n] = REMAINING + 10 * theirs + (9 if state.left > 9 else state.left)
            n += 1
        if state.circle != NONE:
            found[n] = CHOSEN + 10 * theirs + state.circle
            n += 1
            if state.side != NONE:
                found[n] = CHOSEN_ESTATE + 2 * theirs + state.side
                n += 1
    while position < state.length[number] and n < MOST_FEATURES:
        found[n] = TO_COME + 13 * theirs + state.effects[state.begin[number] + 4 * position]
        n += 1
        position += 1
    return n


def task_is_military(state, i, number):
    return state.rows[i] == CARD and state.military[number]
