"""Play random games to the end: for benchmarks, fuzzing and the comparison of compiled and plain mode."""

from solafide.kernel import cython_stub as cython

if cython.compiled:
    import cython  # never run: it tells the compiler what the name means

if not cython.compiled:
    from solafide.kernel.codes import *
    from solafide.kernel.state import State


def play_to_end(state):
    """Play at random to the end; return the number of decisions, each among at least two options."""
    decisions = 0
    while not state.over:
        state.fill(state.pick(state.opts))
        state.advance()
        decisions += 1
    return decisions


def play_many(state, seed, games):
    decisions = 0
    for game in range(games):
        state.new_game(seed + game)
        decisions += play_to_end(state)
    return decisions


def play_games(tables, seed, games):
    """Play whole random games with the interpreter's lock released; return the number of decisions."""
    state = State(tables)
    state.autofill = 1
    with cython.nogil:
        decisions = play_many(state, seed, games)
    return decisions


def digest(tables, seed, games):
    """Return the number of decisions and a checksum over every choice and result of random games.

    Both modes, compiled and plain, must return the same numbers.
    """
    state = State(tables)
    state.autofill = 1
    decisions = 0
    check = 17
    for game in range(games):
        state.new_game(seed + game)
        while not state.over:
            choice = state.pick(state.opts)
            check = (check * 31 + choice * 7 + state.question * 3 + state.who) & 0xFFFFFFFF
            state.fill(choice)
            state.advance()
            decisions += 1
        check = (check * 31 + state.score(0) * 101 + state.score(1) + state.turns * 7) & 0xFFFFFFFF
    return decisions, check


def copy_many(twin, state, copies):
    total = 0
    for _ in range(copies):
        twin.copy_from(state)
        total += twin.turns
    return total


def bench_copies(state, copies):
    """Copy a state many times; the sum keeps the compiler from leaving the copies out."""
    twin = State(state.tables)
    with cython.nogil:
        total = copy_many(twin, state, copies)
    return total
