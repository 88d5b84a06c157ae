cimport cython
from solafide.kernel.bits cimport ONE, popcount, width
from solafide.kernel.codes cimport *
from solafide.kernel.state cimport State

@cython.locals(n=cython.int)
cdef int write_features(State state, int f, int overlooks, short *features) noexcept nogil
@cython.locals(n=cython.int, g=cython.int, lead=cython.int, near=cython.int, c=cython.int, power=cython.int, dominant=cython.int, estate=cython.int, side=cython.int, length=cython.int, missing=cython.int, k=cython.int, count=cython.int)
cdef int circle_features(State state, int f, int overlooks, short *features) noexcept nogil
@cython.locals(g=cython.int, face_up=cython.ulonglong)
cdef int card_features(State state, int f, int overlooks, short *features, int n) noexcept nogil
cdef int add_each(short *features, int n, int block, unsigned long long bits) noexcept nogil
@cython.locals(i=cython.int, task=cython.int, who=cython.int, k=cython.int, bonus=cython.int)
cdef int agenda_features(State state, int f, short *features, int n) noexcept nogil
@cython.locals(theirs=cython.int, number=cython.int, position=cython.int, verb=cython.int)
cdef int effect_features(State state, int f, short *features, int n, int i) noexcept nogil
cdef int is_military_card(State state, int i, int number) noexcept nogil
