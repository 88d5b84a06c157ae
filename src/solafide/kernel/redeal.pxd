cimport cython
from solafide.kernel.bits cimport ONE, popcount, width
from solafide.kernel.codes cimport *
from solafide.kernel.network cimport Network
from solafide.kernel.state cimport State

@cython.locals(f=cython.int)
cpdef void redeal(State state, int seat, unsigned long long seed) noexcept nogil
@cython.locals(_=cython.int, others=cython.int, subset=cython.ulonglong)
cdef unsigned long long random_subset(State state, unsigned long long bits, int n) noexcept nogil
@cython.locals(card=cython.int, subset=cython.ulonglong)
cdef unsigned long long weighted_subset(State state, int f, unsigned long long bits, int n, Network network) noexcept nogil
@cython.locals(face_up=cython.ulonglong, universe=cython.ulonglong, seen_hidden=cython.ulonglong, unseen_cards=cython.ulonglong, n_unseen=cython.int, n_deck=cython.int, i=cython.int)
cdef void deal_hidden(State state, int f, Network network) noexcept nogil
@cython.locals(known_hand=cython.ulonglong)
cdef void forget_hidden(State state, int f) noexcept nogil
cdef int must_play(State state, int i) noexcept nogil
@cython.locals(since=cython.ulonglong, n=cython.int)
cdef void deal_drawn_cards(State state, int f) noexcept nogil
@cython.locals(_=cython.int, n_kept=cython.int, n_triple=cython.int, n_pool=cython.int, cards=cython.ulonglong, triple=cython.ulonglong)
cdef void deal_draft(State state, int f, Network network) noexcept nogil
@cython.locals(total=cython.int, remaining=cython.int, bits=cython.ulonglong)
cdef int kept_card(State state, int f, unsigned long long triple, Network network) noexcept nogil
@cython.locals(odds=cython.longlong)
cdef int keep_odds(int rate) noexcept nogil
cdef void finish_draft(State state, Network network) noexcept nogil
@cython.locals(cards=cython.int)
cdef void deal_foreign(State state, int i) noexcept nogil
