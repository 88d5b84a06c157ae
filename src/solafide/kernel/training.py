"""Train the network by temporal difference learning, TD(lambda), in games against itself.

Training uses floating point; the result is rounded to integers, and only those play.
"""

from array import array

from solafide.kernel import cython_stub as cython

if cython.compiled:
    import cython  # never run: it tells the compiler what the name means

if not cython.compiled:
    from solafide.kernel.bits import ONE, popcount, width
    from solafide.kernel.codes import *
    from solafide.kernel.features import write_features
    from solafide.kernel.ismcts import Tree
    from solafide.kernel.network import final_value
    from solafide.kernel.state import State


def best_choice(state, scratch, network):
    """Return the choice after which the network values the position highest, one step ahead."""
    opts = state.opts
    f = state.who
    best = 0
    highest = -1
    while opts:
        choice = width(opts & -opts) - 1
        opts &= opts - 1
        scratch.copy_from(state)
        scratch.fill(choice)
        scratch.advance()
        chance = network.chance(scratch, f)
        if chance > highest:
            highest = chance
            best = choice
    return best


class TrainableNetwork:
    """A network in training: the weights of Network as floats, and the positions of the present game."""

    def __init__(self, weights, biases, outputs, output_biases):
        self.weight_array = array("f", weights)
        self.bias_array = array("f", biases)
        self.output_array = array("f", outputs)
        self.mean_array = array("f", [*self.weight_array, *self.bias_array, *self.output_array, *output_biases])
        self.sums_array = array("f", bytes(4 * MAX_TRAINING_POSITIONS * HIDDEN_UNITS))
        self.features_array = array("h", bytes(2 * 2 * MAX_TRAINING_POSITIONS * MAX_ACTIVE_FEATURES))
        if cython.compiled:
            self.weights = self.weight_array.data.as_floats
            self.biases = self.bias_array.data.as_floats
            self.outputs = self.output_array.data.as_floats
            self.mean = self.mean_array.data.as_floats
            self.sums = self.sums_array.data.as_floats
            self.features = self.features_array.data.as_shorts
        else:
            self.weights = self.weight_array
            self.biases = self.bias_array
            self.outputs = self.output_array
            self.mean = self.mean_array
            self.sums = self.sums_array
            self.features = self.features_array
            self.output_biases = [0.0, 0.0]
            self.feature_counts = [0] * (2 * MAX_TRAINING_POSITIONS)
            self.turn = [0] * MAX_TRAINING_POSITIONS
            self.chances = [0.0] * MAX_TRAINING_POSITIONS
            self.offer_counts = [0] * (2 * CARDS_PER_FAITH)
            self.keep_counts = [0] * (2 * CARDS_PER_FAITH)
        for f in range(2):
            self.output_biases[f] = output_biases[f]
        self.n_positions = 0
        self.games = 0
        self.scratch = None
        self.tree = None
        self.iterations = 0

    def use_search(self, state, network, seed, iterations):
        """Search before each choice from now on, with this network for both faiths; 0 iterations: stop searching."""
        self.iterations = iterations
        if iterations:
            self.tree = Tree(state, CATHOLIC, seed, network, 2, 0, 0, 25, iterations + 2)
            self.tree.reserve(iterations)

    # ---------------------------------------------------------------- playing

    def play(self, state, catholic, protestant, seed, random_permille):
        """Play one game; `random_permille` of a thousand choices are made at random."""
        state.autofill = FILL_FORCED
        state.new_game(seed)
        self.n_positions = 0
        before = NOBODY
        while not state.over:
            who = state.who
            if who == NATURE:
                if before != NATURE:
                    self.add_position(state)
                choice = state.pick(state.opts)
            else:
                # Half of the smaller questions: their positions differ little from each other.
                if state.question == Q_ACTION or state.question == Q_DRAFT or state.rand_below(2):
                    self.add_position(state)
                if state.rand_below(1000) < random_permille:
                    choice = state.pick(state.opts)
                elif self.iterations and state.question != Q_DRAFT:
                    self.tree.restart(state, who)
                    self.tree.iterate(self.tree.world, self.iterations)
                    choice = self.tree.most_visited()
                elif who == CATHOLIC:
                    choice = best_choice(state, self.scratch, catholic)
                else:
                    choice = best_choice(state, self.scratch, protestant)
                if state.question == Q_DRAFT:
                    self.count_draft(state, who, choice)
            before = who
            state.fill(choice)
            state.advance()
        self.games += 1

    def add_position(self, state):
        """Store the features of the present position for both faiths, to learn from after the game."""
        if self.n_positions == MAX_TRAINING_POSITIONS:
            return
        for f in range(2):
            at = 2 * self.n_positions + f
            if cython.compiled:
                self.feature_counts[at] = write_features(state, f, 0, self.features + at * MAX_ACTIVE_FEATURES)
            else:
                active = [0] * MAX_ACTIVE_FEATURES
                self.feature_counts[at] = write_features(state, f, 0, active)
                self.features[at * MAX_ACTIVE_FEATURES : (at + 1) * MAX_ACTIVE_FEATURES] = array("h", active)
        self.turn[self.n_positions] = state.turns
        self.n_positions += 1

    def count_draft(self, state, f, choice):
        """Count how often each card is offered and kept in a draft: a search deals the opponent's deck by it."""
        opts = state.opts
        while opts:
            self.offer_counts[CARDS_PER_FAITH * f + width(opts & -opts) - 1] += 1
            opts &= opts - 1
        self.keep_counts[CARDS_PER_FAITH * f + choice] += 1

    # ---------------------------------------------------------------- learning

    def learn_game(self, state, f, sigmoid, rate, trace_decay):
        """Learn from the stored game, last position first; later values fade with every turn between (TD(lambda))."""
        for t in range(self.n_positions):
            self.chances[t] = self.evaluate(f, t, sigmoid)
        toward = 1.0 * final_value(state, f) / CHANCE_SCALE
        t = self.n_positions - 1
        last = state.turns
        while t >= 0:
            if self.turn[t] != last:
                # A game that was cut short ends after its last stored position; then the value that an earlier, longer
                # game left there is used. The packaged weights were trained so, and checkpoints store these values:
                # training can be repeated exactly.
                toward = trace_decay * toward + (1.0 - trace_decay) * self.chances[t + 1]
                last = self.turn[t]
            self.apply_error(f, t, rate * (toward - self.chances[t]))
            t -= 1

    def evaluate(self, f, t, sigmoid):
        """Return the value of a stored position and keep the sums of its hidden units."""
        at = t * HIDDEN_UNITS
        for j in range(HIDDEN_UNITS):
            self.sums[at + j] = self.biases[f * HIDDEN_UNITS + j]
        entry = 2 * t + f
        for k in range(self.feature_counts[entry]):
            self.add(at, (f * FEATURE_COUNT + self.features[entry * MAX_ACTIVE_FEATURES + k]) * HIDDEN_UNITS)
        total = self.output_biases[f]
        for j in range(HIDDEN_UNITS):
            unit = self.sums[at + j]
            unit = 0.0 if unit < 0.0 else 1.0 if unit > 1.0 else unit
            total += unit * self.outputs[f * HIDDEN_UNITS + j]
        total = -7.99 if total < -7.99 else 7.99 if total > 7.99 else total
        step = int(total * (SIGMOID_STEPS // 16) + SIGMOID_STEPS // 2)
        return 1.0 * sigmoid[step] / CHANCE_SCALE

    def add(self, at, row):
        for j in range(HIDDEN_UNITS):
            self.sums[at + j] += self.weights[row + j]

    def apply_error(self, f, t, error):
        """Move every weight a little in the direction that reduces the error of this position."""
        at = t * HIDDEN_UNITS
        base = f * HIDDEN_UNITS
        self.output_biases[f] += error
        for j in range(HIDDEN_UNITS):
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
        entry = 2 * t + f
        for k in range(self.feature_counts[entry]):
            self.add_gradient(at, (f * FEATURE_COUNT + self.features[entry * MAX_ACTIVE_FEATURES + k]) * HIDDEN_UNITS)

    def add_gradient(self, at, row):
        for j in range(HIDDEN_UNITS):
            self.weights[row + j] += self.sums[at + j]

    # ---------------------------------------------------------------- results

    def update_mean(self, share):
        """Update the running mean of the weights, which is what plays: single games move the weights too much."""
        for i in range(2 * FEATURE_COUNT * HIDDEN_UNITS):
            self.mean[i] += share * (self.weights[i] - self.mean[i])
        at = 2 * FEATURE_COUNT * HIDDEN_UNITS
        for i in range(2 * HIDDEN_UNITS):
            self.mean[at + i] += share * (self.biases[i] - self.mean[at + i])
            self.mean[at + 2 * HIDDEN_UNITS + i] += share * (self.outputs[i] - self.mean[at + 2 * HIDDEN_UNITS + i])
        at += 4 * HIDDEN_UNITS
        for f in range(2):
            self.mean[at + f] += share * (self.output_biases[f] - self.mean[at + f])

    def write_to(self, network):
        """Write the mean, rounded to integers, into a network that plays."""
        for i in range(2 * FEATURE_COUNT * HIDDEN_UNITS):
            network.weights[i] = to_fixed_point(self.mean[i])
        at = 2 * FEATURE_COUNT * HIDDEN_UNITS
        for i in range(2 * HIDDEN_UNITS):
            network.biases[i] = to_fixed_point(self.mean[at + i])
            network.outputs[i] = to_fixed_point(self.mean[at + 2 * HIDDEN_UNITS + i])
        at += 4 * HIDDEN_UNITS
        for f in range(2):
            network.output_biases[f] = to_fixed_point(self.mean[at + f]) * UNIT_SCALE
        for card in range(2 * CARDS_PER_FAITH):
            if self.offer_counts[card]:
                network.keep_rates[card] = 1 + (254 * self.keep_counts[card]) // self.offer_counts[card]

    def checkpoint(self):
        """Return the state of the training, for a checkpoint file."""
        return {
            "weights": self.weight_array,
            "biases": self.bias_array,
            "outputs": self.output_array,
            "mean": self.mean_array,
            "chances": array("f", [self.chances[t] for t in range(MAX_TRAINING_POSITIONS)]),
            "shifts": [self.output_biases[f] for f in range(2)],
            "offered": [self.offer_counts[card] for card in range(2 * CARDS_PER_FAITH)],
            "kept": [self.keep_counts[card] for card in range(2 * CARDS_PER_FAITH)],
            "games": self.games,
        }

    def resume(self, mean, chances, offer_counts, keep_counts, games):
        for i in range(len(mean)):
            self.mean[i] = mean[i]
        for t in range(MAX_TRAINING_POSITIONS):
            self.chances[t] = chances[t]
        for card in range(2 * CARDS_PER_FAITH):
            self.offer_counts[card] = offer_counts[card]
            self.keep_counts[card] = keep_counts[card]
        self.games = games

    def train(self, state, catholic, protestant, learners, seed, games, random_permille, rate, trace_decay):
        """Play games between two networks; after each, the learners (bits of faiths) learn from it.

        random_permille: how many of a thousand choices are made at random; rate: the learning rate; trace_decay: the
        weight of values one turn later (lambda). The interpreter's lock is released.
        """
        self.scratch = State(state.tables)
        with cython.nogil:
            self.train_games(state, catholic, protestant, learners, seed, games, random_permille, rate, trace_decay)

    def train_games(self, state, catholic, protestant, learners, seed, games, random_permille, rate, trace_decay):
        for game in range(games):
            self.play(state, catholic, protestant, seed + game, random_permille)
            for f in range(2):
                if (learners >> f) & 1:
                    self.learn_game(state, f, catholic.sigmoid, rate, trace_decay)


def to_fixed_point(fraction):
    """Round to units of 1/UNIT_SCALE, limited to sixteen bits."""
    scaled = fraction * UNIT_SCALE
    scaled = -32000.0 if scaled < -32000.0 else 32000.0 if scaled > 32000.0 else scaled
    whole = int(scaled + 32000.5)
    return whole - 32000


def play_contest(tables, catholic, protestant, seed, games):
    """Play games between two networks without search (None plays at random); return both wins and the draws."""
    state = State(tables)
    scratch = State(tables)
    results = [0, 0, 0]
    for game in range(games):
        with cython.nogil:
            lead = play_contest_game(state, scratch, catholic, protestant, seed + game, 0)
        results[CATHOLIC if lead > 0 else PROTESTANT if lead < 0 else 2] += 1
    return results


def play_network_games(tables, catholic, protestant, seed, games, random_decks):
    """Play games as `play_contest` does; return the lead of the Catholics, the turns and both decks (as bits) of each.

    random_decks: in a draft, each card is equally likely to be kept.
    """
    state = State(tables)
    scratch = State(tables)
    rows = []
    for game in range(games):
        with cython.nogil:
            lead = play_contest_game(state, scratch, catholic, protestant, seed + game, random_decks)
        rows.append((lead, state.turns, deck_of(state, CATHOLIC), deck_of(state, PROTESTANT)))
    return rows


def deck_of(state, f):
    """Return all cards that a faith plays with, wherever they are."""
    cards = state.hand[f] | state.deck[f] | state.discard[f] | state.aside[f]
    if state.front[f] != NONE:
        cards |= ONE << state.front[f]
    return cards


def play_contest_game(state, scratch, catholic, protestant, seed, random_decks):
    state.autofill = FILL_FORCED
    state.new_game(seed)
    while not state.over:
        if random_decks and state.question == Q_DRAFT:
            choice = state.pick(state.opts)
        elif state.who == CATHOLIC and catholic is not None:
            choice = best_choice(state, scratch, catholic)
        elif state.who == PROTESTANT and protestant is not None:
            choice = best_choice(state, scratch, protestant)
        else:
            choice = state.pick(state.opts)
        state.fill(choice)
        state.advance()
    return state.score(CATHOLIC) - state.score(PROTESTANT)
