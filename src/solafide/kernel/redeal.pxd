cimport cython
from solafide.kernel.bits cimport ONE, popcount
from solafide.kernel.codes cimport *
from solafide.kernel.network cimport Network
from solafide.kernel.state cimport State

@cython.locals(f=cython.int)
cpdef void redeal(State state, int seat, unsigned long long seed) noexcept nogil
@cython.locals(_=cython.int, left=cython.int, chosen=cython.ulonglong)
cdef unsigned long long some_of(State state, unsigned long long bits, int n) noexcept nogil
@cython.locals(card=cython.int, chosen=cython.ulonglong)
cdef unsigned long long some_kept(State state, int f, unsigned long long bits, int n, Network network) noexcept nogil
@cython.locals(lies_open=cython.ulonglong, universe=cython.ulonglong, known=cython.ulonglong, fresh=cython.ulonglong, unseen=cython.int, n_deck=cython.int, i=cython.int)
cdef void deal_hidden(State state, int f, Network network) noexcept nogil
@cython.locals(known=cython.ulonglong)
cdef void forget_hidden(State state, int f) noexcept nogil
cdef int must_play(State state, int i) noexcept nogil
@cython.locals(since=cython.ulonglong, n=cython.int)
cdef void deal_drawn(State state, int f) noexcept nogil
@cython.locals(kept=cython.int, shown=cython.int)
cdef void deal_draft(State state, int f) noexcept nogil
@cython.locals(cards=cython.int)
cdef void deal_foreign(State state, int i) noexcept nogil
