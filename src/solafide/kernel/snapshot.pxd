cimport cython
from solafide.kernel.codes cimport *
from solafide.kernel.state cimport State

@cython.locals(k=cython.int, c=cython.int)
cpdef dict dump(State state)
@cython.locals(f=cython.int, k=cython.int, c=cython.int)
cpdef load(State state, dict numbers)
