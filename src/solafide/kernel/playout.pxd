cimport cython
from solafide.kernel.codes cimport *
from solafide.kernel.state cimport State
from solafide.kernel.tables cimport Tables

@cython.locals(decisions=cython.long)
cpdef long play_to_end(State state) noexcept nogil
@cython.locals(decisions=cython.long, game=cython.long)
cdef long play_many(State state, unsigned long long seed, long games) noexcept nogil
@cython.locals(state=State, decisions=cython.long)
cpdef long play_games(Tables tables, unsigned long long seed, long games)
@cython.locals(state=State, decisions=cython.long, check=cython.ulonglong, choice=cython.int, game=cython.long)
cpdef tuple digest(Tables tables, unsigned long long seed, long games)
@cython.locals(_=cython.long, total=cython.long)
cdef long copy_many(State twin, State state, long copies) noexcept nogil
@cython.locals(twin=State, total=cython.long)
cpdef long bench_copies(State state, long copies)
