"""Save a state as a mapping of plain numbers and load it again: for views, stored games and comparisons.

Stored games hold such mappings: the keys never change, even where the attribute behind one has another name.
"""

from solafide.kernel import cython_stub as cython

if cython.compiled:
    import cython  # never run: it tells the compiler what the name means

if not cython.compiled:
    from solafide.kernel.codes import *


def dump(state):
    """Return every number of a state by name, without those derived from others (`n_hand`, `incomplete`, ...)."""
    return {
        "rng": state.rng,
        "drawn": state.drawn,
        "fast": state.autofill,
        "at_once": state.at_once,
        "over": state.over,
        "limited": state.limited,
        "who": state.who,
        "question": state.question,
        "opts": state.opts,
        "turn": state.turn,
        "turns": state.turns,
        "person": state.person,
        "depth": state.top // ROW_WIDTH + 1,
        "circle": state.circle,
        "side": state.side,
        "left": state.remaining,
        "many": state.discards,
        "used": state.used,
        "touched": state.check_claims,
        "unused": state.persistent_ready,
        "in_play": state.in_play,
        "claimed": state.claimed,
        "disputation": state.disputation,
        "queue_from": state.queue_from,
        "queue_to": state.queue_to,
        "asked_at": state.asked_at,
        "hand": [state.hand[0], state.hand[1]],
        "deck": [state.deck[0], state.deck[1]],
        "discard": [state.discard[0], state.discard[1]],
        "aside": [state.aside[0], state.aside[1]],
        "pool": [state.pool[0], state.pool[1]],
        "triple": [state.triple[0], state.triple[1]],
        "seen": [state.seen[0], state.seen[1]],
        "may": [state.maybe_in_deck[0], state.maybe_in_deck[1]],
        "front": [state.front[0], state.front[1]],
        "supply": [state.supply[0], state.supply[1]],
        "rewards": [state.rewards[0], state.rewards[1]],
        "hold": [state.hold[k] for k in range(40)],
        "power": [state.power[c] for c in range(10)],
        "owner": [state.owner[c] for c in range(10)],
        "rows": [state.rows[k] for k in range(state.top + ROW_WIDTH)],
        "queue": [state.queue[k] for k in range(state.queue_to)],
    }


def load(state, numbers):
    """Make a state of the same tables equal to these numbers: the opposite of `dump`."""
    state.rng = numbers["rng"]
    state.drawn = numbers["drawn"]
    state.autofill = numbers["fast"]
    state.at_once = numbers["at_once"]
    state.over = numbers["over"]
    state.limited = numbers["limited"]
    state.who = numbers["who"]
    state.question = numbers["question"]
    state.opts = numbers["opts"]
    state.turn = numbers["turn"]
    state.turns = numbers["turns"]
    state.person = numbers["person"]
    state.top = ROW_WIDTH * numbers["depth"] - ROW_WIDTH
    state.circle = numbers["circle"]
    state.side = numbers["side"]
    state.remaining = numbers["left"]
    state.discards = numbers["many"]
    state.used = numbers["used"]
    state.check_claims = numbers["touched"]
    state.persistent_ready = numbers["unused"]
    state.in_play = numbers["in_play"]
    state.claimed = numbers["claimed"]
    state.disputation = numbers["disputation"]
    state.queue_from = numbers["queue_from"]
    state.queue_to = numbers["queue_to"]
    state.asked_at = numbers["asked_at"]
    for f in range(2):
        state.hand[f] = numbers["hand"][f]
        state.deck[f] = numbers["deck"][f]
        state.discard[f] = numbers["discard"][f]
        state.aside[f] = numbers["aside"][f]
        state.pool[f] = numbers["pool"][f]
        state.triple[f] = numbers["triple"][f]
        state.seen[f] = numbers["seen"][f]
        state.maybe_in_deck[f] = numbers["may"][f]
        state.front[f] = numbers["front"][f]
        state.supply[f] = numbers["supply"][f]
        state.rewards[f] = numbers["rewards"][f]
    for k in range(40):
        state.hold[k] = numbers["hold"][k]
    for c in range(10):
        state.power[c] = numbers["power"][c]
        state.owner[c] = numbers["owner"][c]
    for k in range(state.top + ROW_WIDTH):
        state.rows[k] = numbers["rows"][k]
    for k in range(state.queue_to):
        state.queue[k] = numbers["queue"][k]
    state.recompute_derived()
