cimport cython
from cpython cimport array
from solafide.kernel.codes cimport *
from solafide.kernel.features cimport look
from solafide.kernel.state cimport State

@cython.final
cdef class Network:
    cdef readonly array.array kept_weights, kept_biases, kept_outputs, kept_squash
    cdef short *weights
    cdef short *biases
    cdef short *outputs
    cdef int *squash
    cdef readonly int shifts[2]
    cdef unsigned char keeps[90]
    cdef readonly int overlooks

    @cython.locals(found=cython.short[192])
    cdef int chance(self, State state, int f) noexcept nogil
    # As wide as an address: a narrower index may wrap around, and then nothing can be added eight at a time.
    @cython.locals(sums=cython.short[64], j=cython.Py_ssize_t, k=cython.int, row=cython.Py_ssize_t, other=cython.Py_ssize_t, total=cython.int, unit=cython.int, step=cython.int)
    cdef int judge(self, int f, short *found, int n) noexcept nogil
    cpdef list beliefs(self)
    cpdef int chance_of(self, State state, int f)
    @cython.locals(found=cython.short[192], n=cython.int, k=cython.int)
    cpdef list inputs(self, State state, int f)

@cython.locals(lead=cython.int)
cdef int verdict(State state, int f) noexcept nogil
@cython.locals(total=cython.long)
cpdef long judge_often(Network network, State state, long times)
@cython.locals(total=cython.long, k=cython.long)
cdef long many_chances(Network network, State state, long times) noexcept nogil
