"""Information-set Monte Carlo tree search (ISMCTS): each iteration deals the hidden cards, all share one tree."""

from array import array
from math import isqrt

from solafide.kernel import cython_stub as cython

if cython.compiled:
    import cython  # never run: it tells the compiler what the name means

if not cython.compiled:
    from solafide.kernel.bits import ONE, popcount, width
    from solafide.kernel.codes import *
    from solafide.kernel.network import final_value, limit_by_points
    from solafide.kernel.redeal import deal_hidden, finish_draft, forget_hidden
    from solafide.kernel.state import State

    # A node is NODE_WIDTH numbers: the key of the choice that leads to it, its first child and next sibling (0: none),
    # how often it was chosen and how often it was available, the sum and the mean of its values for the player who
    # chose it, and the uncertainty of that mean.
    NODE_WIDTH = 8
    KEY, CHILD, SIBLING, VISITS, OFFERED, SUM, MEAN, UNCERTAINTY = range(NODE_WIDTH)
    # A key is who * KEY_WHO + question * KEY_QUESTION + choice: equal choices to different questions differ.
    KEY_QUESTION, KEY_WHO = 64, 2048
    MAX_DEPTH = 400
    SQRT_TABLE_SIZE = 1024
    VIEWER_OWN, VIEWER_MOVER, VIEWER_BOTH = range(3)
    CERTAIN_BY_POINTS, CERTAIN_BY_NETWORK = 1, 2

# sqrt(1/n) in units of 1/65536; sqrt(n) and about sqrt(log2(n)), both in units of 1/256.
INVERSE_ROOTS = array("i", [0] + [isqrt((1 << 32) // n) for n in range(1, 1024)])
ROOTS = array("i", [isqrt(n << 16) for n in range(1024)])
LOG_ROOTS = array("i", [0] + [isqrt((n.bit_length() - 2 << 16) + (n << 17 >> n.bit_length())) for n in range(1, 1024)])


def play_out(state):
    """Play at random until the winner is certain; return the value of the result for the Catholic."""
    claimed = 0
    while not state.over and (state.claimed == claimed or not is_decided(state)):
        claimed = state.claimed
        state.fill(state.pick(state.opts))
        state.advance()
    lead = state.score(CATHOLIC) - state.score(PROTESTANT)
    return WIN_VALUE if lead > 0 else CHANCE_SCALE - WIN_VALUE if lead < 0 else CHANCE_SCALE // 2


def is_decided(state):
    """Whether one faith leads by more than the other can still gain."""
    lead = state.score(CATHOLIC) - state.score(PROTESTANT)
    unclaimed = state.unclaimed_points()
    return lead > unclaimed or -lead > unclaimed


class Tree:
    """A search tree below one state, for the knowledge of one seat (NOBODY: all cards are open, nothing is dealt).

    A node is a history of players' choices, whatever nature did in between. All arithmetic is in whole numbers, so
    that the same seed gives the same tree on every machine.
    viewer: whose knowledge a value uses: VIEWER_OWN the seat's, VIEWER_MOVER the chooser's, VIEWER_BOTH the mean.
    horizon: how many turns to look ahead, the present one included; 0: no limit.
    assume_known_hand: search as if the opponent held only the cards that are known to be in its hand.
    """

    def __init__(self, state, seat, seed, network, viewer, horizon, assume_known_hand, exploration, max_nodes):
        self.state = state.clone()
        self.world = State(state.tables)
        self.seat = seat
        self.network = network
        self.has_network = network is not None
        self.viewer = viewer
        self.horizon = horizon
        self.assume_known_hand = assume_known_hand
        self.exploration = exploration
        self.max_nodes = max_nodes
        self.complete_draft = 0  # value a draft by the game that it leads to
        self.shorten_settled = 0  # once the result is certain: search for the shortest way to the end, not for value
        self.result_certain = 0
        self.world.seed(seed)
        self.rng = self.world.rng
        self._roots = INVERSE_ROOTS
        self._growth = ROOTS if self.has_network else LOG_ROOTS
        if cython.compiled:
            self.roots = self._roots.data.as_ints
            self.growth = self._growth.data.as_ints
        else:
            self.roots = self._roots
            self.growth = self._growth
            self.path = [0] * MAX_DEPTH
        self.reset(state)

    def reset(self, state):
        """Start an empty tree at this state."""
        self._nodes = array("q", bytes(8 * NODE_WIDTH * 2))
        self.refresh_pointers()
        self.restart(state, self.seat)

    def restart(self, state, seat):
        """Start an empty tree at this state for this seat, in the memory already reserved."""
        self.seat = seat
        self.set_root_state(state)
        self.root = NODE_WIDTH
        self.used = 1
        self.add(0, 0)

    def set_root_state(self, state):
        self.state.copy_from(state)
        self.state.autofill = FILL_ALL
        self.seat_to_choose = state.who == self.seat and state.opts & (state.opts - 1) != 0
        self.drafting = state.question == Q_DRAFT

    def refresh_pointers(self):
        """Point to the nodes again after the array may have moved in memory."""
        self.capacity = len(self._nodes) // NODE_WIDTH
        if cython.compiled:
            self.nodes = self._nodes.data.as_longlongs
        else:
            self.nodes = self._nodes

    def run(self, iterations):
        """Run so many more iterations, with the interpreter's lock released."""
        self.reserve(iterations)
        self.result_certain = self.is_result_certain() if self.shorten_settled else 0
        world = self.world
        with cython.nogil:
            self.iterate(world, iterations)

    def reserve(self, iterations):
        """Reserve memory for as many more nodes as iterations."""
        needed = min(self.used + iterations, self.max_nodes)
        if needed > self.capacity:
            self._nodes.extend(
                array(
                    "q", bytes(8 * NODE_WIDTH * (max(needed, min(2 * self.capacity, self.max_nodes)) - self.capacity))
                )
            )
            self.refresh_pointers()

    # ---------------------------------------------------------------- an iteration

    def iterate(self, world, iterations):
        for _ in range(iterations):
            self.begin(world)
            depth = self.descend(world)
            self.back_up(depth, self.value(world))
            self.rng = world.rng

    def begin(self, world):
        """Deal a world that fits what the seat knows, at the next real decision of a player."""
        world.copy_from(self.state)
        world.rng = self.rng
        if self.seat <= PROTESTANT:
            deal_hidden(world, 1 - self.seat, self.network)
            if self.assume_known_hand and self.seat_to_choose:
                forget_hidden(world, 1 - self.seat)
        if not self.seat_to_choose:
            world.advance()

    def descend(self, world):
        """Follow the most promising choices to a new node or to where the tree may not grow; return the depth."""
        node = self.root
        depth = 0
        self.path[0] = node
        while not world.over and depth < MAX_DEPTH - 1 and not self.is_beyond_horizon(world, depth):
            child = self.select(world, node)
            if not child:
                break
            depth += 1
            self.path[depth] = child
            node = child
            if not self.nodes[node + VISITS]:
                if self.has_network:
                    world.autofill = FILL_FORCED
                world.fill(self.nodes[node + KEY] & (KEY_QUESTION - 1))
                world.advance()
                break
            world.fill(self.nodes[node + KEY] & (KEY_QUESTION - 1))
            world.advance()
        return depth

    def is_beyond_horizon(self, world, depth):
        """Whether to stop here: the horizon is reached, or the next choice is the opponent's draft."""
        if depth == 0:
            return 0
        if self.horizon and world.turns - self.state.turns >= self.horizon:
            return 1
        return self.drafting

    def select(self, world, node):
        """Return an untried choice, or the child with the highest upper bound; 0 if there is none and no memory."""
        nodes = self.nodes
        question_key = world.who * KEY_WHO + world.question * KEY_QUESTION
        untried = world.opts
        best = 0
        best_score = -1
        child = nodes[node + CHILD]
        while child:
            choice = nodes[child + KEY] - question_key
            if choice >= 0 and choice < KEY_QUESTION and (untried >> choice) & 1:
                untried &= ~(ONE << choice)
                nodes[child + OFFERED] += 1
                score = nodes[child + MEAN] + (
                    (nodes[child + UNCERTAINTY] * self.exploration_growth(nodes[child + OFFERED])) >> 8
                )
                if score > best_score:
                    best = child
                    best_score = score
            child = nodes[child + SIBLING]
        if untried and self.used < self.max_nodes:
            return self.add(node, question_key + world.pick(untried))
        return best

    def exploration_growth(self, offered):
        """How uncertainty grows while siblings are chosen: sqrt(log n) for random playouts, sqrt(n) for a network."""
        if not self.has_network:
            return self.growth[offered if offered < SQRT_TABLE_SIZE else SQRT_TABLE_SIZE - 1]
        half = 0
        while offered >= SQRT_TABLE_SIZE:
            offered >>= 2
            half += 1
        return self.growth[offered] << half

    def add(self, node, key):
        nodes = self.nodes
        child = self.used * NODE_WIDTH
        self.used += 1
        nodes[child + KEY] = key
        nodes[child + CHILD] = 0
        nodes[child + SIBLING] = nodes[node + CHILD]
        nodes[child + VISITS] = 0
        nodes[child + OFFERED] = 1
        nodes[child + SUM] = 0
        nodes[child + MEAN] = 0
        nodes[child + UNCERTAINTY] = 0
        nodes[node + CHILD] = child
        return child

    # ---------------------------------------------------------------- values

    def value(self, world):
        """Return the value of a world for the Catholic, in units of 1/CHANCE_SCALE."""
        if self.result_certain:
            own = self.progress(world)
            return own if self.seat == CATHOLIC else CHANCE_SCALE - own
        if not self.has_network:
            return play_out(world)
        if self.complete_draft and world.rows[0] == SETUP:
            finish_draft(world, self.network)
        if world.over:
            return final_value(world, CATHOLIC)
        return limit_by_points(world, self.estimate(world))

    def estimate(self, world):
        """Return what the network expects for the Catholic."""
        viewer = self.seat
        if self.viewer == VIEWER_MOVER:
            viewer = world.who if world.who <= PROTESTANT else world.turn
        if self.viewer == VIEWER_BOTH or viewer > PROTESTANT:
            return (self.network.chance(world, CATHOLIC) + CHANCE_SCALE - self.network.chance(world, PROTESTANT)) >> 1
        if viewer == CATHOLIC:
            return self.network.chance(world, CATHOLIC)
        return CHANCE_SCALE - self.network.chance(world, PROTESTANT)

    def is_result_certain(self):
        """Whether the points decide the winner, or the network is practically certain that this seat wins."""
        if self.seat > PROTESTANT:
            return 0
        if is_decided(self.state):
            return CERTAIN_BY_POINTS
        if self.has_network and self.network.chance(self.state, self.seat) > WIN_VALUE:
            return CERTAIN_BY_NETWORK
        return 0

    def progress(self, world):
        """What this seat has reached: the value to search for, instead of the win, once the result is certain.

        Only its own circles and territories count, and only the end of a game that it wins is better than going on.
        """
        if world.over and final_value(world, self.seat) >= WIN_VALUE:
            return CHANCE_SCALE
        reached = CHANCE_SCALE // 4
        for c in range(10):
            if world.owner[c] == self.seat:
                reached += 3000
            elif (world.in_play >> c) & 1:
                side = 2 * c + ((world.commoners_dominant >> c) & 1)
                reached += 200 * popcount(world.hold[20 * self.seat + side])
        if self.result_certain == CERTAIN_BY_NETWORK:  # not by the points: haste must not cost the win
            chance = self.network.chance(world, self.seat)
            return chance if chance < reached else reached
        return reached

    def back_up(self, depth, value):
        nodes = self.nodes
        for k in range(depth + 1):
            node = self.path[k]
            nodes[node + VISITS] += 1
            nodes[node + SUM] += CHANCE_SCALE - value if nodes[node + KEY] >= KEY_WHO else value
            visits = nodes[node + VISITS]
            nodes[node + MEAN] = nodes[node + SUM] // visits
            half = 0
            while visits >= SQRT_TABLE_SIZE:
                visits >>= 2
                half += 1
            nodes[node + UNCERTAINTY] = (self.exploration * self.roots[visits] // 1000) >> half

    def most_visited(self):
        """Return the choice with the most visits; of equal ones the one with the higher value."""
        nodes = self.nodes
        child = nodes[self.root + CHILD]
        best = child
        while child:
            if nodes[child + VISITS] > nodes[best + VISITS] or (
                nodes[child + VISITS] == nodes[best + VISITS] and nodes[child + SUM] > nodes[best + SUM]
            ):
                best = child
            child = nodes[child + SIBLING]
        return nodes[best + KEY] & (KEY_QUESTION - 1)

    # ---------------------------------------------------------------- for Python callers

    def visits(self, node):
        return self.nodes[node + VISITS]

    def value_sum(self, node):
        """The sum of all values for the player who chose this node; at the root for the Catholic."""
        return self.nodes[node + SUM]

    def children(self, node):
        """List the children of a node, each as (node, who chooses, question, choice)."""
        children = []
        child = self.nodes[node + CHILD]
        while child:
            key = self.nodes[child + KEY]
            children.append((child, key // KEY_WHO, key % KEY_WHO // KEY_QUESTION, key % KEY_QUESTION))
            child = self.nodes[child + SIBLING]
        return children

    def move_root(self, child, state):
        """Make a child the new root, at this state; the memory of the other subtrees is not reclaimed."""
        nodes = self.nodes
        self.set_root_state(state)
        if nodes[child + KEY] >= KEY_WHO:  # the root's values are the Catholic's
            nodes[child + SUM] = CHANCE_SCALE * nodes[child + VISITS] - nodes[child + SUM]
        nodes[child + KEY] = 0
        self.root = child
