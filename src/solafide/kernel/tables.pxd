cimport cython
from solafide.kernel.bits cimport popcount
from solafide.kernel.codes cimport *

@cython.final
cdef class Tables:
    cdef readonly int draft, at_once, supply, turn_limit, roll_faiths, first
    cdef short begin[256]
    cdef unsigned char length[256]
    cdef unsigned char cost[256]
    cdef unsigned char each[256]
    cdef unsigned char military[256]
    cdef unsigned char persistent[256]
    cdef unsigned char limit[256]
    cdef unsigned char effects[4096]
    cdef unsigned long long payable[32]
    cdef unsigned char prints[60]
    cdef unsigned char full[20]
    cdef unsigned char printed_holders[40]
    cdef short printed_incomplete[4]
    cdef unsigned char power[10]
    cdef unsigned char points[10]
    cdef unsigned char below[20]
    cdef readonly unsigned long long first_game[2]
    cdef unsigned short decks[4]
    @cython.locals(at=cython.int, number=cython.int)
    cdef fill_lists(self, dict lists)
    cdef fill_circles(self, circles)
    cpdef int side_length(self, int side)
    cpdef int side_print(self, int printed, int side)
