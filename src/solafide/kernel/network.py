"""A small neural network for each faith that estimates its chance of winning, in integer arithmetic.

Integers, because a search must count the same visits on every machine, compiled or not.
"""

from array import array
from decimal import Decimal, localcontext

from solafide.kernel import cython_stub as cython

if cython.compiled:
    import cython  # never run: it tells the compiler what the name means

if not cython.compiled:
    from solafide.kernel.codes import *
    from solafide.kernel.features import write_features


def sigmoid_table():
    """Return the logistic function from -8 to 8 in equal steps, computed in decimals: the same on every machine."""
    with localcontext() as decimals:
        decimals.prec = 15
        steps = (Decimal(2 * step + 1 - SIGMOID_STEPS) * 8 / SIGMOID_STEPS for step in range(SIGMOID_STEPS))
        return array("i", [int(CHANCE_SCALE / (1 + (-x).exp())) for x in steps])


class Network:
    """For each faith: weights from each input to HIDDEN_UNITS units, their biases, output weights, output bias.

    weights         2 * FEATURE_COUNT * HIDDEN_UNITS numbers, in units of 1/UNIT_SCALE
    biases          2 * HIDDEN_UNITS
    outputs         2 * HIDDEN_UNITS, in units of 1/UNIT_SCALE
    output_biases   2, in units of 1/(UNIT_SCALE * UNIT_SCALE)
    keep_rates      2 * CARDS_PER_FAITH, 1-255: how likely a card is kept when it is offered in a draft
    overlooks       bits of OVERLOOK_*: which inputs this network ignores
    """

    def __init__(self, weights, biases, outputs, output_biases, keep_rates, overlooks=0):
        self.weight_array = array("h", weights)
        self.bias_array = array("h", biases)
        self.output_array = array("h", outputs)
        self.sigmoid_array = sigmoid_table()
        if not cython.compiled:
            self.output_biases = [0, 0]
            self.keep_rates = [0] * (2 * CARDS_PER_FAITH)
        for f in range(2):
            self.output_biases[f] = output_biases[f]
        for card in range(2 * CARDS_PER_FAITH):
            self.keep_rates[card] = keep_rates[card]
        self.overlooks = overlooks
        if cython.compiled:
            self.weights = self.weight_array.data.as_shorts
            self.biases = self.bias_array.data.as_shorts
            self.outputs = self.output_array.data.as_shorts
            self.sigmoid = self.sigmoid_array.data.as_ints
        else:
            self.weights = self.weight_array
            self.biases = self.bias_array
            self.outputs = self.output_array
            self.sigmoid = self.sigmoid_array

    def chance(self, state, f):
        """Return the value for this faith in units of 1/CHANCE_SCALE: nearly its chance to win (see `final_value`)."""
        if state.over:
            return final_value(state, f)
        if not cython.compiled:
            features = [0] * MAX_ACTIVE_FEATURES
        return self.evaluate(f, features, write_features(state, f, self.overlooks, features))

    def evaluate(self, f, features, n):
        """Return the value for a list of active inputs."""
        if not cython.compiled:
            sums = [0] * HIDDEN_UNITS
        for j in range(HIDDEN_UNITS):
            sums[j] = self.biases[f * HIDDEN_UNITS + j]
        k = 0
        while k < n:  # two rows at a time: half as many loads and stores of the sums
            row = (f * FEATURE_COUNT + features[k]) * HIDDEN_UNITS
            k += 1
            if k < n:
                other = (f * FEATURE_COUNT + features[k]) * HIDDEN_UNITS
                k += 1
                for j in range(HIDDEN_UNITS):
                    sums[j] += self.weights[row + j] + self.weights[other + j]
            else:
                for j in range(HIDDEN_UNITS):
                    sums[j] += self.weights[row + j]
        total = self.output_biases[f]
        for j in range(HIDDEN_UNITS):
            unit = sums[j]
            unit = 0 if unit < 0 else UNIT_SCALE if unit > UNIT_SCALE else unit
            total += unit * self.outputs[f * HIDDEN_UNITS + j]
        step = (total >> 9) + SIGMOID_STEPS // 2
        step = 0 if step < 0 else SIGMOID_STEPS - 1 if step > SIGMOID_STEPS - 1 else step
        return self.sigmoid[step]

    def overlooking(self, overlooks):
        """Return the same network with some inputs ignored."""
        return Network(
            self.weight_array,
            self.bias_array,
            self.output_array,
            self.output_biases,
            self.draft_keep_rates(),
            overlooks,
        )

    def draft_keep_rates(self):
        """List how likely each card is kept in a draft: 0-44 Catholic, 45-89 Protestant."""
        return [self.keep_rates[card] for card in range(2 * CARDS_PER_FAITH)]

    def win_chance(self, state, f):
        """Return the value of a position; for Python callers."""
        return self.chance(state, f)

    def inputs(self, state, f):
        """List the active inputs of a position; for Python callers."""
        if not cython.compiled:
            features = [0] * MAX_ACTIVE_FEATURES
        n = write_features(state, f, self.overlooks, features)
        return [features[k] for k in range(n)]


def final_value(state, f):
    """Return the value of a finished game: nearly all of it is the win, the points are the rest."""
    return lead_value(state.score(f) - state.score(1 - f))


def lead_value(lead):
    """Return the value of a game that ends with this lead in points."""
    lead = 67 if lead > 67 else -67 if lead < -67 else lead
    if not lead:
        return CHANCE_SCALE // 2
    return WIN_VALUE + POINT_VALUE * lead if lead > 0 else CHANCE_SCALE - WIN_VALUE + POINT_VALUE * lead


def limit_by_points(state, value):
    """Return a value for the Catholic, limited to what the points still allow.

    A faith can gain `unclaimed_points` at most, so that one that cannot lose any more has half a win for certain, and
    one that can at best draw no more than that. A Reward for which the Disputation would first have to be moved counts
    half: the limit is the mean of those with it and without it.
    """
    lead = state.score(CATHOLIC) - state.score(PROTESTANT)
    most = state.unclaimed_points()
    likely = most - (10 - state.claimed) + (state.disputation != NONE)
    lowest = (lead_value(lead - most) + lead_value(lead - likely)) >> 1
    highest = (lead_value(lead + most) + lead_value(lead + likely)) >> 1
    return lowest if value < lowest else highest if value > highest else value


def win_probability(value):
    """Return the chance to win behind a value (or a mean of values), without the points: 0.0 to 1.0."""
    return min(max((value - CHANCE_SCALE + WIN_VALUE) / (2 * WIN_VALUE - CHANCE_SCALE), 0.0), 1.0)


def bench_evaluations(network, state, times):
    """Evaluate a position many times, for both faiths in turn; the sum keeps the compiler from leaving it out."""
    with cython.nogil:
        total = sum_chances(network, state, times)
    return total


def sum_chances(network, state, times):
    total = 0
    for k in range(times):
        total += network.chance(state, k & 1)
    return total
