cimport cython
from cpython cimport array
from solafide.kernel.bits cimport ONE, popcount, width
from solafide.kernel.codes cimport *
from solafide.kernel.redeal cimport deal_hidden, forget_hidden
from solafide.kernel.network cimport Network, verdict
from solafide.kernel.state cimport State

cdef enum:
    NODE = 8
    KEY = 0
    CHILD = 1
    SIBLING = 2
    VISITS = 3
    OFFERED = 4
    SUM = 5
    MEAN = 6
    UNSURE = 7
    QUESTION = 64
    WHO = 2048
    DEEPEST = 400
    TABLE = 1024
    OWN = 0
    MOVER = 1
    BOTH = 2


@cython.locals(claimed=cython.int, lead=cython.int)
cdef int play_out(State state) noexcept nogil
@cython.locals(lead=cython.int, left=cython.int, c=cython.int)
cdef int decided(State state) noexcept nogil

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
    cdef readonly long root, used, room, most
    cdef public int eager
    cdef readonly int settled
    cdef int seat, asked, drafting, learned, viewer, horizon, unsuspecting, exploration

    cpdef settle(self, State state)
    cdef void restart(self, State state, int seat) noexcept nogil
    cdef void place(self, State state) noexcept nogil
    cdef hold_on(self)
    @cython.locals(world=State)
    cpdef run(self, long iterations)
    cpdef make_room(self, long iterations)
    @cython.locals(_=cython.long, depth=cython.int)
    cdef void iterate(self, State world, long iterations) noexcept nogil
    cdef void begin(self, State world) noexcept nogil
    @cython.locals(node=cython.long, child=cython.long, depth=cython.int)
    cdef int descend(self, State world) noexcept nogil
    cdef int beyond(self, State world, int depth) noexcept nogil
    @cython.locals(nodes="long long *", asked=cython.int, choice=cython.longlong, untried=cython.ulonglong, best=cython.long, child=cython.long, score=cython.longlong, best_score=cython.longlong)
    cdef long select(self, State world, long node) noexcept nogil
    @cython.locals(half=cython.int)
    cdef int spread(self, long long offered) noexcept nogil
    @cython.locals(nodes="long long *", child=cython.long)
    cdef long add(self, long node, int key) noexcept nogil
    @cython.locals(viewer=cython.int)
    cdef int value(self, State world) noexcept nogil
    cdef int is_settled(self) noexcept nogil
    @cython.locals(near=cython.int, c=cython.int, side=cython.int)
    cdef int progress(self, State world) noexcept nogil
    @cython.locals(nodes="long long *", k=cython.int, node=cython.long, visits=cython.longlong, half=cython.int)
    cdef void back_up(self, int depth, int value) noexcept nogil
    @cython.locals(nodes="long long *", child=cython.long, best=cython.long)
    cdef int favourite(self) noexcept nogil
    cpdef long long visits(self, long node)
    cpdef long long total(self, long node)
    @cython.locals(child=cython.long, key=cython.longlong)
    cpdef list children(self, long node)
    @cython.locals(nodes="long long *")
    cpdef follow(self, long child, State state)
