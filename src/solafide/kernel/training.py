"""How a network learns: it plays against itself, and each position's chance moves toward what came after it.

Learning reckons in floating point; what it has learned is written down in whole numbers, and only those play.
"""

from array import array

from solafide.kernel import cython_stub as cython

if cython.compiled:
    import cython  # never run: it tells the compiler what the name means

if not cython.compiled:
    from solafide.kernel.bits import ONE, popcount, width
    from solafide.kernel.codes import *
    from solafide.kernel.features import look
    from solafide.kernel.ismcts import Tree
    from solafide.kernel.network import verdict
    from solafide.kernel.state import State


def best(state, twin, network):
    """The option after which the one who chooses stands best, without looking further."""
    opts = state.opts
    f = state.who
    found = 0
    highest = -1
    while opts:
        choice = width(opts & -opts) - 1
        opts &= opts - 1
        twin.copy_from(state)
        twin.fill(choice)
        twin.advance()
        chance = network.chance(twin, f)
        if chance > highest:
            highest = chance
            found = choice
    return found


class Pupil:
    """A network that learns: weights as Network has them, but as fractions, and its notes of the present game."""

    def __init__(self, weights, biases, outputs, shifts):
        self.kept_weights = array("f", weights)
        self.kept_biases = array("f", biases)
        self.kept_outputs = array("f", outputs)
        self.kept_mean = array("f", [*self.kept_weights, *self.kept_biases, *self.kept_outputs, *shifts])
        self.kept_sums = array("f", bytes(4 * NOTES * HIDDEN))
        self.kept_found = array("h", bytes(2 * 2 * NOTES * MOST_FEATURES))
        if cython.compiled:
            self.weights = self.kept_weights.data.as_floats
            self.biases = self.kept_biases.data.as_floats
            self.outputs = self.kept_outputs.data.as_floats
            self.mean = self.kept_mean.data.as_floats
            self.sums = self.kept_sums.data.as_floats
            self.found = self.kept_found.data.as_shorts
        else:
            self.weights = self.kept_weights
            self.biases = self.kept_biases
            self.outputs = self.kept_outputs
            self.mean = self.kept_mean
            self.sums = self.kept_sums
            self.found = self.kept_found
            self.shifts = [0.0, 0.0]
            self.many = [0] * (2 * NOTES)
            self.turn = [0] * NOTES
            self.chances = [0.0] * NOTES
            self.offered = [0] * (2 * CARDS)
            self.kept = [0] * (2 * CARDS)
        for f in range(2):
            self.shifts[f] = shifts[f]
        self.notes = 0
        self.games = 0
        self.twin = None
        self.tree = None
        self.iterations = 0

    def think(self, state, network, seed, iterations):
        """Search before each choice from now on, with this network for both faiths; 0 iterations: no longer."""
        self.iterations = iterations
        if iterations:
            self.tree = Tree(state, CATHOLIC, seed, network, 2, 0, 0, 25, iterations + 2)
            self.tree.make_room(iterations)

    # ---------------------------------------------------------------- playing

    def play(self, state, catholic, protestant, seed, astray):
        """One game; now and then, `astray` times in a thousand, a choice is made at random."""
        state.fast = FILL_FORCED
        state.new_game(seed)
        self.notes = 0
        before = NOBODY
        while not state.over:
            who = state.who
            if who == NATURE:
                if before != NATURE:
                    self.note(state)
                choice = state.pick(state.opts)
            else:
                # Every other one of the small questions: they differ little from their neighbours.
                if state.question == Q_ACTION or state.question == Q_DRAFT or state.rand(2):
                    self.note(state)
                if state.rand(1000) < astray:
                    choice = state.pick(state.opts)
                elif self.iterations and state.question != Q_DRAFT:
                    self.tree.restart(state, who)
                    self.tree.iterate(self.tree.world, self.iterations)
                    choice = self.tree.favourite()
                elif who == CATHOLIC:
                    choice = best(state, self.twin, catholic)
                else:
                    choice = best(state, self.twin, protestant)
                if state.question == Q_DRAFT:
                    self.count(state, who, choice)
            before = who
            state.fill(choice)
            state.advance()
        self.games += 1

    def note(self, state):
        """Keep what either faith sees now, for the lesson after the game."""
        if self.notes == NOTES:
            return
        for f in range(2):
            at = 2 * self.notes + f
            if cython.compiled:
                self.many[at] = look(state, f, 0, self.found + at * MOST_FEATURES)
            else:
                seen = [0] * MOST_FEATURES
                self.many[at] = look(state, f, 0, seen)
                self.found[at * MOST_FEATURES : (at + 1) * MOST_FEATURES] = array("h", seen)
        self.turn[self.notes] = state.turns
        self.notes += 1

    def count(self, state, f, choice):
        """Which cards are kept when they are offered: what a search believes of the other's deck."""
        opts = state.opts
        while opts:
            self.offered[CARDS * f + width(opts & -opts) - 1] += 1
            opts &= opts - 1
        self.kept[CARDS * f + choice] += 1

    # ---------------------------------------------------------------- learning

    def learn(self, state, f, squash, rate, fading):
        """From the end to the beginning: what came after counts, less with each turn that lies between (TD(lambda))."""
        for t in range(self.notes):
            self.chances[t] = self.judge(f, t, squash)
        toward = 1.0 * verdict(state, f) / CERTAIN
        t = self.notes - 1
        last = state.turns
        while t >= 0:
            if self.turn[t] != last:
                # A game that was cut short ends behind its last note, and what a longer one left there is taken. The
                # weights that come with the game were learned so; checkpoints hold it, so that this can be repeated.
                toward = fading * toward + (1.0 - fading) * self.chances[t + 1]
                last = self.turn[t]
            self.correct(f, t, rate * (toward - self.chances[t]))
            t -= 1

    def judge(self, f, t, squash):
        """The chance of a note, its sums kept."""
        at = t * HIDDEN
        for j in range(HIDDEN):
            self.sums[at + j] = self.biases[f * HIDDEN + j]
        note = 2 * t + f
        for k in range(self.many[note]):
            self.add(at, (f * FEATURES + self.found[note * MOST_FEATURES + k]) * HIDDEN)
        total = self.shifts[f]
        for j in range(HIDDEN):
            unit = self.sums[at + j]
            unit = 0.0 if unit < 0.0 else 1.0 if unit > 1.0 else unit
            total += unit * self.outputs[f * HIDDEN + j]
        total = -7.99 if total < -7.99 else 7.99 if total > 7.99 else total
        step = int(total * (STEPS // 16) + STEPS // 2)
        return 1.0 * squash[step] / CERTAIN

    def add(self, at, row):
        for j in range(HIDDEN):
            self.sums[at + j] += self.weights[row + j]

    def correct(self, f, t, error):
        """Every weight moves a little, so that this note's chance would have been less wrong."""
        at = t * HIDDEN
        base = f * HIDDEN
        self.shifts[f] += error
        for j in range(HIDDEN):
            unit = self.sums[at + j]
            inside = 1.0
            if unit < 0.0:
                unit = 0.0
                inside = 0.02  # a unit that is off or full may still come back
            elif unit > 1.0:
                unit = 1.0
                inside = 0.02
            self.sums[at + j] = error * self.outputs[base + j] * inside
            self.outputs[base + j] += error * unit
            self.biases[base + j] += self.sums[at + j]
        note = 2 * t + f
        for k in range(self.many[note]):
            self.move(at, (f * FEATURES + self.found[note * MOST_FEATURES + k]) * HIDDEN)

    def move(self, at, row):
        for j in range(HIDDEN):
            self.weights[row + j] += self.sums[at + j]

    # ---------------------------------------------------------------- writing it down

    def settle(self, share):
        """What plays is the mean of what was learned of late: single games push to and fro."""
        for i in range(2 * FEATURES * HIDDEN):
            self.mean[i] += share * (self.weights[i] - self.mean[i])
        at = 2 * FEATURES * HIDDEN
        for i in range(2 * HIDDEN):
            self.mean[at + i] += share * (self.biases[i] - self.mean[at + i])
            self.mean[at + 2 * HIDDEN + i] += share * (self.outputs[i] - self.mean[at + 2 * HIDDEN + i])
        at += 4 * HIDDEN
        for f in range(2):
            self.mean[at + f] += share * (self.shifts[f] - self.mean[at + f])

    def write(self, network):
        """Into a network that plays, in whole numbers."""
        for i in range(2 * FEATURES * HIDDEN):
            network.weights[i] = rounded(self.mean[i])
        at = 2 * FEATURES * HIDDEN
        for i in range(2 * HIDDEN):
            network.biases[i] = rounded(self.mean[at + i])
            network.outputs[i] = rounded(self.mean[at + 2 * HIDDEN + i])
        at += 4 * HIDDEN
        for f in range(2):
            network.shifts[f] = rounded(self.mean[at + f]) * FULL
        for card in range(2 * CARDS):
            if self.offered[card]:
                network.keeps[card] = 1 + (254 * self.kept[card]) // self.offered[card]

    def numbers(self):
        """All that it has learned, for a checkpoint."""
        return {
            "weights": self.kept_weights,
            "biases": self.kept_biases,
            "outputs": self.kept_outputs,
            "mean": self.kept_mean,
            "chances": array("f", [self.chances[t] for t in range(NOTES)]),
            "shifts": [self.shifts[f] for f in range(2)],
            "offered": [self.offered[card] for card in range(2 * CARDS)],
            "kept": [self.kept[card] for card in range(2 * CARDS)],
            "games": self.games,
        }

    def resume(self, mean, chances, offered, kept, games):
        for i in range(len(mean)):
            self.mean[i] = mean[i]
        for t in range(NOTES):
            self.chances[t] = chances[t]
        for card in range(2 * CARDS):
            self.offered[card] = offered[card]
            self.kept[card] = kept[card]
        self.games = games

    def lessons(self, state, catholic, protestant, learners, seed, games, astray, rate, fading):
        """Games between two networks, each followed by what the learners (bits of faiths) learn of it.

        astray: so many of a thousand choices are made at random; rate: how far a weight moves; fading: how much of what
        came a turn later counts. The interpreter's lock is released.
        """
        self.twin = State(state.tables)
        with cython.nogil:
            self.several(state, catholic, protestant, learners, seed, games, astray, rate, fading)

    def several(self, state, catholic, protestant, learners, seed, games, astray, rate, fading):
        for game in range(games):
            self.play(state, catholic, protestant, seed + game, astray)
            for f in range(2):
                if (learners >> f) & 1:
                    self.learn(state, f, catholic.squash, rate, fading)


def rounded(fraction):
    """The nearest whole number of FULLths, as far as sixteen bits go."""
    scaled = fraction * FULL
    scaled = -32000.0 if scaled < -32000.0 else 32000.0 if scaled > 32000.0 else scaled
    whole = int(scaled + 32000.5)
    return whole - 32000


def contest(tables, catholic, protestant, seed, games):
    """Games between two networks without search (None plays at random): how many either wins, and draws."""
    state = State(tables)
    twin = State(tables)
    results = [0, 0, 0]
    for game in range(games):
        with cython.nogil:
            lead = contest_one(state, twin, catholic, protestant, seed + game)
        results[CATHOLIC if lead > 0 else PROTESTANT if lead < 0 else 2] += 1
    return results


def contest_one(state, twin, catholic, protestant, seed):
    state.fast = FILL_FORCED
    state.new_game(seed)
    while not state.over:
        if state.who == CATHOLIC and catholic is not None:
            choice = best(state, twin, catholic)
        elif state.who == PROTESTANT and protestant is not None:
            choice = best(state, twin, protestant)
        else:
            choice = state.pick(state.opts)
        state.fill(choice)
        state.advance()
    return state.score(CATHOLIC) - state.score(PROTESTANT)
