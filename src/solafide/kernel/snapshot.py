"""A state as a mapping of plain numbers: for views, saves and comparisons."""

from solafide.kernel import cython_stub as cython

if cython.compiled:
    import cython  # never run: it tells the compiler what the name means

if not cython.compiled:
    from solafide.kernel.codes import *


def dump(state):
    """Every number of a state by name; what follows from the others (`n_hand`, `lacks`, ...) is left out."""
    return {
        "rng": state.rng,
        "drawn": state.drawn,
        "fast": state.fast,
        "at_once": state.at_once,
        "over": state.over,
        "limited": state.limited,
        "who": state.who,
        "question": state.question,
        "opts": state.opts,
        "turn": state.turn,
        "turns": state.turns,
        "person": state.person,
        "depth": state.top // WIDTH + 1,
        "circle": state.circle,
        "side": state.side,
        "left": state.left,
        "many": state.many,
        "used": state.used,
        "touched": state.touched,
        "unused": state.unused,
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
        "may": [state.may[0], state.may[1]],
        "front": [state.front[0], state.front[1]],
        "supply": [state.supply[0], state.supply[1]],
        "rewards": [state.rewards[0], state.rewards[1]],
        "hold": [state.hold[k] for k in range(40)],
        "power": [state.power[c] for c in range(10)],
        "owner": [state.owner[c] for c in range(10)],
        "rows": [state.rows[k] for k in range(state.top + WIDTH)],
        "queue": [state.queue[k] for k in range(state.queue_to)],
    }


def load(state, numbers):
    """The opposite of `dump`: make a state of the same tables equal to these numbers."""
    state.rng = numbers["rng"]
    state.drawn = numbers["drawn"]
    state.fast = numbers["fast"]
    state.at_once = numbers["at_once"]
    state.over = numbers["over"]
    state.limited = numbers["limited"]
    state.who = numbers["who"]
    state.question = numbers["question"]
    state.opts = numbers["opts"]
    state.turn = numbers["turn"]
    state.turns = numbers["turns"]
    state.person = numbers["person"]
    state.top = WIDTH * numbers["depth"] - WIDTH
    state.circle = numbers["circle"]
    state.side = numbers["side"]
    state.left = numbers["left"]
    state.many = numbers["many"]
    state.used = numbers["used"]
    state.touched = numbers["touched"]
    state.unused = numbers["unused"]
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
        state.may[f] = numbers["may"][f]
        state.front[f] = numbers["front"][f]
        state.supply[f] = numbers["supply"][f]
        state.rewards[f] = numbers["rewards"][f]
    for k in range(40):
        state.hold[k] = numbers["hold"][k]
    for c in range(10):
        state.power[c] = numbers["power"][c]
        state.owner[c] = numbers["owner"][c]
    for k in range(state.top + WIDTH):
        state.rows[k] = numbers["rows"][k]
    for k in range(state.queue_to):
        state.queue[k] = numbers["queue"][k]
    state.recount()
