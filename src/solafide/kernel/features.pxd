cimport cython
from solafide.kernel.bits cimport ONE, popcount, width
from solafide.kernel.codes cimport *
from solafide.kernel.state cimport State

@cython.locals(n=cython.int)
cdef int look(State state, int f, int overlooks, short *found) noexcept nogil
@cython.locals(n=cython.int, g=cython.int, lead=cython.int, near=cython.int, c=cython.int, power=cython.int, dominant=cython.int, estate=cython.int, side=cython.int, length=cython.int, lacks=cython.int, k=cython.int, many=cython.int)
cdef int see_circles(State state, int f, int overlooks, short *found) noexcept nogil
@cython.locals(g=cython.int, lies_open=cython.ulonglong)
cdef int see_cards(State state, int f, int overlooks, short *found, int n) noexcept nogil
cdef int each(short *found, int n, int block, unsigned long long bits) noexcept nogil
@cython.locals(i=cython.int, task=cython.int, who=cython.int, k=cython.int, bonus=cython.int)
cdef int see_agenda(State state, int f, short *found, int n) noexcept nogil
@cython.locals(theirs=cython.int, number=cython.int, position=cython.int)
cdef int see_effects(State state, int f, short *found, int n, int i) noexcept nogil
cdef int task_is_military(State state, int i, int number) noexcept nogil
