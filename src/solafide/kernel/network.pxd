cimport cython
from cpython cimport array
from solafide.kernel.codes cimport *
from solafide.kernel.features cimport write_features
from solafide.kernel.state cimport State

@cython.final
cdef class Network:
    cdef readonly array.array weight_array, bias_array, output_array, sigmoid_array
    cdef short *weights
    cdef short *biases
    cdef short *outputs
    cdef int *sigmoid
    cdef readonly int output_biases[2]
    cdef unsigned char keep_rates[90]
    cdef readonly int overlooks

    @cython.locals(features=cython.short[192])
    cdef int chance(self, State state, int f) noexcept nogil
    # As wide as an address: a narrower index may wrap around, and then nothing can be added eight at a time.
    @cython.locals(sums=cython.short[64], j=cython.Py_ssize_t, k=cython.int, row=cython.Py_ssize_t, other=cython.Py_ssize_t, total=cython.int, unit=cython.int, step=cython.int)
    cdef int evaluate(self, int f, short *features, int n) noexcept nogil
    cpdef list draft_keep_rates(self)
    cpdef int win_chance(self, State state, int f)
    @cython.locals(features=cython.short[192], n=cython.int, k=cython.int)
    cpdef list inputs(self, State state, int f)

cdef int final_value(State state, int f) noexcept nogil
cdef int lead_value(int lead) noexcept nogil
@cython.locals(lead=cython.int, most=cython.int, likely=cython.int, lowest=cython.int, highest=cython.int)
cdef int limit_by_points(State state, int value) noexcept nogil
@cython.locals(total=cython.long)
cpdef long bench_evaluations(Network network, State state, long times)
@cython.locals(total=cython.long, k=cython.long)
cdef long sum_chances(Network network, State state, long times) noexcept nogil
