"""Information-set Monte Carlo tree search: many worlds that fit what a seat knows, one tree of choices for all."""

from array import array
from math import isqrt

from solafide.kernel import cython_stub as cython

if cython.compiled:
    import cython  # never run: it tells the compiler what the name means

if not cython.compiled:
    from solafide.kernel.bits import ONE, popcount, width
    from solafide.kernel.codes import *
    from solafide.kernel.network import verdict
    from solafide.kernel.redeal import deal_hidden, forget_hidden
    from solafide.kernel.state import State

    # A node is NODE numbers: which choice leads to it, its first child and next sibling (0: none), how often it was
    # chosen and how often it could have been, the sum of values for who chose it, their mean, and how unsure that is.
    NODE = 8
    KEY, CHILD, SIBLING, VISITS, OFFERED, SUM, MEAN, UNSURE = range(NODE)
    # A key is who * WHO + question * QUESTION + choice: a choice is the same only if the question is.
    QUESTION, WHO = 64, 2048
    DEEPEST = 400
    TABLE = 1024
    OWN, MOVER, BOTH = range(3)

# The square root of 1/n, where 65536 stands for 1; that of n and about that of its binary logarithm, where 256 does.
ROOTS = array("i", [0] + [isqrt((1 << 32) // n) for n in range(1, 1024)])
SHARES = array("i", [isqrt(n << 16) for n in range(1024)])
GROWTH = array("i", [0] + [isqrt((n.bit_length() - 2 << 16) + (n << 17 >> n.bit_length())) for n in range(1, 1024)])


def play_out(state):
    """Random play, until it is certain who wins: what a game so won or lost is worth to the Catholic."""
    claimed = 0
    while not state.over and (state.claimed == claimed or not decided(state)):
        claimed = state.claimed
        state.fill(state.pick(state.opts))
        state.advance()
    lead = state.score(CATHOLIC) - state.score(PROTESTANT)
    return WON if lead > 0 else CERTAIN - WON if lead < 0 else CERTAIN // 2


def decided(state):
    """Whether one leads by more than all circles that are left, each with a Reward."""
    lead = state.score(CATHOLIC) - state.score(PROTESTANT)
    left = 0
    for c in range(10):
        if state.owner[c] == NONE:
            left += state.tables.points[c] + 1
    return lead > left or -lead > left


class Tree:
    """A tree below one state, for the knowledge of one seat (NOBODY: all cards are open, nothing is dealt).

    A node is a history of players' choices, whatever nature did in between. Everything is counted in whole numbers, so
    that the same seed gives the same tree on every machine.
    viewer: whose knowledge a value is from: OWN the seat's, MOVER of who is to choose, BOTH the mean of both faiths'.
    horizon: how many turns are looked at, the present one included; 0: no limit.
    unsuspecting: think as if the opponent held only the cards that are known to be in its hand.
    """

    def __init__(self, state, seat, seed, network, viewer, horizon, unsuspecting, exploration, most):
        self.state = state.clone()
        self.world = State(state.tables)
        self.seat = seat
        self.network = network
        self.learned = network is not None
        self.viewer = viewer
        self.horizon = horizon
        self.unsuspecting = unsuspecting
        self.exploration = exploration
        self.most = most
        self.eager = 0  # whether to bring a settled game to its end, and no longer ask for its worth
        self.settled = 0
        self.world.seed(seed)
        self.rng = self.world.rng
        self._roots = ROOTS
        self._growth = SHARES if self.learned else GROWTH
        if cython.compiled:
            self.roots = self._roots.data.as_ints
            self.growth = self._growth.data.as_ints
        else:
            self.roots = self._roots
            self.growth = self._growth
            self.path = [0] * DEEPEST
        self.settle(state)

    def settle(self, state):
        """Begin with an empty tree at this state."""
        self._nodes = array("q", bytes(8 * NODE * 2))
        self.hold_on()
        self.restart(state, self.seat)

    def restart(self, state, seat):
        """Begin anew for this seat, in the room that there is."""
        self.seat = seat
        self.place(state)
        self.root = NODE
        self.used = 1
        self.add(0, 0)

    def place(self, state):
        self.state.copy_from(state)
        self.state.fast = FILL_ALL
        self.asked = state.who == self.seat and state.opts & (state.opts - 1) != 0
        self.drafting = state.question == Q_DRAFT

    def hold_on(self):
        """Know again where the nodes lie, after they were moved."""
        self.room = len(self._nodes) // NODE
        if cython.compiled:
            self.nodes = self._nodes.data.as_longlongs
        else:
            self.nodes = self._nodes

    def run(self, iterations):
        """So many iterations more; other threads can work meanwhile."""
        self.make_room(iterations)
        self.settled = self.is_settled() if self.eager else 0
        world = self.world
        with cython.nogil:
            self.iterate(world, iterations)

    def make_room(self, iterations):
        """For as many nodes more."""
        wanted = min(self.used + iterations, self.most)
        if wanted > self.room:
            self._nodes.extend(array("q", bytes(8 * NODE * (max(wanted, min(2 * self.room, self.most)) - self.room))))
            self.hold_on()

    # ---------------------------------------------------------------- an iteration

    def iterate(self, world, iterations):
        for _ in range(iterations):
            self.begin(world)
            depth = self.descend(world)
            self.back_up(depth, self.value(world))
            self.rng = world.rng

    def begin(self, world):
        """A world that fits what the seat knows, at the next real decision of a player."""
        world.copy_from(self.state)
        world.rng = self.rng
        if self.seat <= PROTESTANT:
            deal_hidden(world, 1 - self.seat, self.network)
            if self.unsuspecting and self.asked:
                forget_hidden(world, 1 - self.seat)
        if not self.asked:
            world.advance()

    def descend(self, world):
        """Follow the most promising choices to a new node, or to where the tree may not grow; how deep that is."""
        node = self.root
        depth = 0
        self.path[0] = node
        while not world.over and depth < DEEPEST - 1 and not self.beyond(world, depth):
            child = self.select(world, node)
            if not child:
                break
            depth += 1
            self.path[depth] = child
            node = child
            if not self.nodes[node + VISITS]:
                if self.learned:
                    world.fast = FILL_FORCED
                world.fill(self.nodes[node + KEY] & (QUESTION - 1))
                world.advance()
                break
            world.fill(self.nodes[node + KEY] & (QUESTION - 1))
            world.advance()
        return depth

    def beyond(self, world, depth):
        """Whether to look no further: the horizon is reached, or what the opponent drafts does not matter."""
        if depth == 0:
            return 0
        if self.horizon and world.turns - self.state.turns >= self.horizon:
            return 1
        return self.drafting

    def select(self, world, node):
        """A choice never tried here, or the one with the best mean and doubt; 0 if there is none and no room."""
        nodes = self.nodes
        asked = world.who * WHO + world.question * QUESTION
        untried = world.opts
        best = 0
        best_score = -1
        child = nodes[node + CHILD]
        while child:
            choice = nodes[child + KEY] - asked
            if choice >= 0 and choice < QUESTION and (untried >> choice) & 1:
                untried &= ~(ONE << choice)
                nodes[child + OFFERED] += 1
                score = nodes[child + MEAN] + ((nodes[child + UNSURE] * self.spread(nodes[child + OFFERED])) >> 8)
                if score > best_score:
                    best = child
                    best_score = score
            child = nodes[child + SIBLING]
        if untried and self.used < self.most:
            return self.add(node, asked + world.pick(untried))
        return best

    def spread(self, offered):
        """How doubt grows while others are chosen: slowly if chance blurs the values, fast if a network errs."""
        if not self.learned:
            return self.growth[offered if offered < TABLE else TABLE - 1]
        half = 0
        while offered >= TABLE:
            offered >>= 2
            half += 1
        return self.growth[offered] << half

    def add(self, node, key):
        nodes = self.nodes
        child = self.used * NODE
        self.used += 1
        nodes[child + KEY] = key
        nodes[child + CHILD] = 0
        nodes[child + SIBLING] = nodes[node + CHILD]
        nodes[child + VISITS] = 0
        nodes[child + OFFERED] = 1
        nodes[child + SUM] = 0
        nodes[child + MEAN] = 0
        nodes[child + UNSURE] = 0
        nodes[node + CHILD] = child
        return child

    # ---------------------------------------------------------------- values

    def value(self, world):
        """What it is worth to the Catholic, of CERTAIN."""
        if self.settled:
            return self.progress(world) if self.seat == CATHOLIC else CERTAIN - self.progress(world)
        if not self.learned:
            return play_out(world)
        if world.over:
            return verdict(world, CATHOLIC)
        viewer = self.seat
        if self.viewer == MOVER:
            viewer = world.who if world.who <= PROTESTANT else world.turn
        if self.viewer == BOTH or viewer > PROTESTANT:
            return (self.network.chance(world, CATHOLIC) + CERTAIN - self.network.chance(world, PROTESTANT)) >> 1
        if viewer == CATHOLIC:
            return self.network.chance(world, CATHOLIC)
        return CERTAIN - self.network.chance(world, PROTESTANT)

    def is_settled(self):
        """Whether the seat need not ask any more who wins: it is certain, or its own win is as good as that."""
        if self.seat > PROTESTANT:
            return 0
        if decided(self.state):
            return 1
        return 1 if self.learned and self.network.chance(self.state, self.seat) > WON else 0

    def progress(self, world):
        """How near the end is, for who does not want to sit for ever over a game that is settled."""
        if world.over:
            return CERTAIN
        near = 0
        for c in range(10):
            if (world.in_play >> c) & 1:
                side = 2 * c + ((world.commons >> c) & 1)
                near += popcount(world.hold[20 * self.seat + side])
        return CERTAIN // 4 + 3000 * world.claimed + 200 * near

    def back_up(self, depth, value):
        nodes = self.nodes
        for k in range(depth + 1):
            node = self.path[k]
            nodes[node + VISITS] += 1
            nodes[node + SUM] += CERTAIN - value if nodes[node + KEY] >= WHO else value
            visits = nodes[node + VISITS]
            nodes[node + MEAN] = nodes[node + SUM] // visits
            half = 0
            while visits >= TABLE:
                visits >>= 2
                half += 1
            nodes[node + UNSURE] = (self.exploration * self.roots[visits] // 1000) >> half

    def favourite(self):
        """The choice tried most often; of equal ones the one worth more."""
        nodes = self.nodes
        child = nodes[self.root + CHILD]
        best = child
        while child:
            if nodes[child + VISITS] > nodes[best + VISITS] or (
                nodes[child + VISITS] == nodes[best + VISITS] and nodes[child + SUM] > nodes[best + SUM]
            ):
                best = child
            child = nodes[child + SIBLING]
        return nodes[best + KEY] & (QUESTION - 1)

    # ---------------------------------------------------------------- the door for Python

    def visits(self, node):
        return self.nodes[node + VISITS]

    def total(self, node):
        """The sum of all values, for who chose this; at the root for the Catholic."""
        return self.nodes[node + SUM]

    def children(self, node):
        """Of each choice tried after this history: its node, who is asked, the question, the choice."""
        found = []
        child = self.nodes[node + CHILD]
        while child:
            key = self.nodes[child + KEY]
            found.append((child, key // WHO, key % WHO // QUESTION, key % QUESTION))
            child = self.nodes[child + SIBLING]
        return found

    def follow(self, child, state):
        """Go on below one of the children, from this state; the rest is given up, but its room is not."""
        nodes = self.nodes
        self.place(state)
        if nodes[child + KEY] >= WHO:  # the root's values are the Catholic's
            nodes[child + SUM] = CERTAIN * nodes[child + VISITS] - nodes[child + SUM]
        nodes[child + KEY] = 0
        self.root = child
