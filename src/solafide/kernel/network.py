"""A small network for each faith: its chance of winning, from what it knows, in whole numbers.

Whole numbers, because a search has to count the same visits on every machine, compiled or not.
"""

from array import array
from decimal import Decimal, localcontext

from solafide.kernel import cython_stub as cython

if cython.compiled:
    import cython  # never run: it tells the compiler what the name means

if not cython.compiled:
    from solafide.kernel.codes import *
    from solafide.kernel.features import look


def squashes():
    """The logistic function from -8 to 8 in equal steps, as chances; reckoned in decimals, the same everywhere."""
    with localcontext() as reckoning:
        reckoning.prec = 15
        steps = (Decimal(2 * step + 1 - STEPS) * 8 / STEPS for step in range(STEPS))
        return array("i", [int(CERTAIN / (1 + (-x).exp())) for x in steps])


class Network:
    """Of each faith: weights from each input to HIDDEN units, their biases, weights to the chance, its bias.

    weights     2 * FEATURES * HIDDEN numbers, where FULL stands for 1
    biases      2 * HIDDEN
    outputs     2 * HIDDEN, where FULL stands for 1
    shifts      2: the output's bias, where FULL * FULL stands for 1
    keeps       2 * CARDS, 1-255: how likely a card is kept when it is offered in a draft
    overlooks   what this network does not look at
    """

    def __init__(self, weights, biases, outputs, shifts, keeps, overlooks=0):
        self.kept_weights = array("h", weights)
        self.kept_biases = array("h", biases)
        self.kept_outputs = array("h", outputs)
        self.kept_squash = squashes()
        if not cython.compiled:
            self.shifts = [0, 0]
            self.keeps = [0] * (2 * CARDS)
        for f in range(2):
            self.shifts[f] = shifts[f]
        for card in range(2 * CARDS):
            self.keeps[card] = keeps[card]
        self.overlooks = overlooks
        if cython.compiled:
            self.weights = self.kept_weights.data.as_shorts
            self.biases = self.kept_biases.data.as_shorts
            self.outputs = self.kept_outputs.data.as_shorts
            self.squash = self.kept_squash.data.as_ints
        else:
            self.weights = self.kept_weights
            self.biases = self.kept_biases
            self.outputs = self.kept_outputs
            self.squash = self.kept_squash

    def chance(self, state, f):
        """What the position is worth to this faith, of CERTAIN: nearly its chance to win (see `verdict`)."""
        if state.over:
            return verdict(state, f)
        if not cython.compiled:
            found = [0] * MOST_FEATURES
        return self.judge(f, found, look(state, f, self.overlooks, found))

    def judge(self, f, found, n):
        """The chance for a list of inputs."""
        if not cython.compiled:
            sums = [0] * HIDDEN
        for j in range(HIDDEN):
            sums[j] = self.biases[f * HIDDEN + j]
        k = 0
        while k < n:  # two rows at a time: the sums are fetched and put back half as often
            row = (f * FEATURES + found[k]) * HIDDEN
            k += 1
            if k < n:
                other = (f * FEATURES + found[k]) * HIDDEN
                k += 1
                for j in range(HIDDEN):
                    sums[j] += self.weights[row + j] + self.weights[other + j]
            else:
                for j in range(HIDDEN):
                    sums[j] += self.weights[row + j]
        total = self.shifts[f]
        for j in range(HIDDEN):
            unit = sums[j]
            unit = 0 if unit < 0 else FULL if unit > FULL else unit
            total += unit * self.outputs[f * HIDDEN + j]
        step = (total >> 9) + STEPS // 2
        step = 0 if step < 0 else STEPS - 1 if step > STEPS - 1 else step
        return self.squash[step]

    def blind(self, overlooks):
        """The same network that does not look at some things."""
        return Network(self.kept_weights, self.kept_biases, self.kept_outputs, self.shifts, self.beliefs(), overlooks)

    def beliefs(self):
        """How likely each card is kept, 0-44 Catholic, 45-89 Protestant."""
        return [self.keeps[card] for card in range(2 * CARDS)]

    def chance_of(self, state, f):
        """The chance, for Python."""
        return self.chance(state, f)

    def inputs(self, state, f):
        """The inputs that are there, for Python."""
        if not cython.compiled:
            found = [0] * MOST_FEATURES
        n = look(state, f, self.overlooks, found)
        return [found[k] for k in range(n)]


def verdict(state, f):
    """What a finished game is worth: to win or not is nearly all of it, the points are the rest."""
    lead = state.score(f) - state.score(1 - f)
    lead = 67 if lead > 67 else -67 if lead < -67 else lead
    if not lead:
        return CERTAIN // 2
    return WON + POINT * lead if lead > 0 else CERTAIN - WON + POINT * lead


def fair(worth):
    """The chance to win behind a worth (or a mean of them), without the points: 0.0 to 1.0."""
    return min(max((worth - CERTAIN + WON) / (2 * WON - CERTAIN), 0.0), 1.0)


def judge_often(network, state, times):
    """One evaluation after the other, for both faiths in turn; a number that keeps them from being left out."""
    with cython.nogil:
        total = many_chances(network, state, times)
    return total


def many_chances(network, state, times):
    total = 0
    for k in range(times):
        total += network.chance(state, k & 1)
    return total
