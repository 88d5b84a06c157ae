cimport cython
from cpython cimport array
from solafide.kernel.bits cimport ONE, popcount, width
from solafide.kernel.codes cimport *
from solafide.kernel.redeal cimport deal_hidden, finish_draft, forget_hidden
from solafide.kernel.network cimport Network, final_value, limit_by_points
from solafide.kernel.state cimport State

cdef enum:
    NODE_WIDTH = 8
    KEY = 0
    CHILD = 1
    SIBLING = 2
    VISITS = 3
    OFFERED = 4
    SUM = 5
    MEAN = 6
    UNCERTAINTY = 7
    KEY_QUESTION = 64
    KEY_WHO = 2048
    MAX_DEPTH = 400
    SQRT_TABLE_SIZE = 1024
    VIEWER_OWN = 0
    VIEWER_MOVER = 1
    VIEWER_BOTH = 2
    CERTAIN_BY_POINTS = 1
    CERTAIN_BY_NETWORK = 2


@cython.locals(claimed=cython.int, lead=cython.int)
cdef int play_out(State state) noexcept nogil
@cython.locals(lead=cython.int, unclaimed=cython.int)
cdef int is_decided(State state) noexcept nogil

@cython.final
cdef class Tree:
    cdef readonly State state
    cdef State world
    cdef Network network
    cdef array.array _nodes, _roots, _growth
    cdef long long *nodes
    cdef int *roots
    cdef int *growth
    cdef int path[400]
    cdef unsigned long long rng
    cdef readonly long root, used, capacity, max_nodes
    cdef public int complete_draft, shorten_settled
    cdef readonly int result_certain
    cdef int seat, seat_to_choose, drafting, has_network, viewer, horizon, assume_known_hand, exploration

    cpdef reset(self, State state)
    cdef void restart(self, State state, int seat) noexcept nogil
    cdef void set_root_state(self, State state) noexcept nogil
    cdef refresh_pointers(self)
    @cython.locals(world=State)
    cpdef run(self, long iterations)
    cpdef reserve(self, long iterations)
    @cython.locals(_=cython.long, depth=cython.int)
    cdef void iterate(self, State world, long iterations) noexcept nogil
    cdef void begin(self, State world) noexcept nogil
    @cython.locals(node=cython.long, child=cython.long, depth=cython.int)
    cdef int descend(self, State world) noexcept nogil
    cdef int is_beyond_horizon(self, State world, int depth) noexcept nogil
    @cython.locals(nodes="long long *", question_key=cython.int, choice=cython.longlong, untried=cython.ulonglong, best=cython.long, child=cython.long, score=cython.longlong, best_score=cython.longlong)
    cdef long select(self, State world, long node) noexcept nogil
    @cython.locals(half=cython.int)
    cdef int exploration_growth(self, long long offered) noexcept nogil
    @cython.locals(nodes="long long *", child=cython.long)
    cdef long add(self, long node, int key) noexcept nogil
    @cython.locals(own=cython.int)
    cdef int value(self, State world) noexcept nogil
    @cython.locals(viewer=cython.int)
    cdef int estimate(self, State world) noexcept nogil
    cdef int is_result_certain(self) noexcept nogil
    @cython.locals(reached=cython.int, chance=cython.int, c=cython.int, side=cython.int)
    cdef int progress(self, State world) noexcept nogil
    @cython.locals(nodes="long long *", k=cython.int, node=cython.long, visits=cython.longlong, half=cython.int)
    cdef void back_up(self, int depth, int value) noexcept nogil
    @cython.locals(nodes="long long *", child=cython.long, best=cython.long)
    cdef int most_visited(self) noexcept nogil
    cpdef long long visits(self, long node)
    cpdef long long value_sum(self, long node)
    @cython.locals(child=cython.long, key=cython.longlong)
    cpdef list children(self, long node)
    @cython.locals(nodes="long long *")
    cpdef move_root(self, long child, State state)
