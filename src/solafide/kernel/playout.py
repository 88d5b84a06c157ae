"""Random play to the end of a game: for benchmarks, walks and comparisons of the two modes."""

from solafide.kernel import cython_stub as cython

if cython.compiled:
    import cython  # never run: it tells the compiler what the name means

if not cython.compiled:
    from solafide.kernel.codes import *
    from solafide.kernel.state import State


def finish(state):
    """Play at random to the end; the number of decisions, each among at least two options."""
    decisions = 0
    while not state.over:
        state.fill(state.pick(state.opts))
        state.advance()
        decisions += 1
    return decisions


def many_games(state, seed, games):
    decisions = 0
    for game in range(games):
        state.new_game(seed + game)
        decisions += finish(state)
    return decisions


def play_games(tables, seed, games):
    """Whole random games, without the interpreter's lock; the number of decisions."""
    state = State(tables)
    state.fast = 1
    with cython.nogil:
        decisions = many_games(state, seed, games)
    return decisions


def digest(tables, seed, games):
    """Decisions and a checksum over every choice and every end of some random games: equal in both modes."""
    state = State(tables)
    state.fast = 1
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


def many_copies(twin, state, copies):
    total = 0
    for _ in range(copies):
        twin.copy_from(state)
        total += twin.turns
    return total


def copy_often(state, copies):
    """Copies inside the kernel; a number that keeps them from being left out."""
    twin = State(state.tables)
    with cython.nogil:
        total = many_copies(twin, state, copies)
    return total
