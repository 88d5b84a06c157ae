cimport cython
from cpython cimport array
from solafide.kernel.bits cimport ONE, popcount, width
from solafide.kernel.codes cimport *
from solafide.kernel.features cimport look
from solafide.kernel.network cimport Network, verdict
from solafide.kernel.state cimport State
from solafide.kernel.tables cimport Tables
from solafide.kernel.ismcts cimport Tree

@cython.locals(opts=cython.ulonglong, f=cython.int, found=cython.int, highest=cython.int, choice=cython.int, chance=cython.int)
cdef int best(State state, State twin, Network network) noexcept nogil

@cython.final
cdef class Pupil:
    cdef readonly array.array kept_weights, kept_biases, kept_outputs, kept_mean, kept_sums, kept_found
    cdef float *weights
    cdef float *biases
    cdef float *outputs
    cdef float *mean
    cdef float *sums
    cdef short *found
    cdef float shifts[2]
    cdef int many[4096]
    cdef int turn[2048]
    cdef float chances[2048]
    cdef long offered[90]
    cdef long kept[90]
    cdef readonly int notes
    cdef readonly long games
    cdef State twin
    cdef Tree tree
    cdef readonly long iterations

    @cython.locals(before=cython.int, who=cython.int, choice=cython.int)
    cdef void play(self, State state, Network catholic, Network protestant, unsigned long long seed, int astray) noexcept nogil
    @cython.locals(f=cython.int, at=cython.Py_ssize_t)
    cdef void note(self, State state) noexcept nogil
    @cython.locals(opts=cython.ulonglong)
    cdef void count(self, State state, int f, int choice) noexcept nogil
    @cython.locals(t=cython.int, toward=cython.float, last=cython.int)
    cdef void learn(self, State state, int f, int *squash, float rate, float fading) noexcept nogil
    @cython.locals(at=cython.Py_ssize_t, j=cython.Py_ssize_t, note=cython.Py_ssize_t, k=cython.Py_ssize_t, total=cython.float, unit=cython.float, step=cython.int)
    cdef float judge(self, int f, int t, int *squash) noexcept nogil
    @cython.locals(j=cython.Py_ssize_t)
    cdef void add(self, Py_ssize_t at, Py_ssize_t row) noexcept nogil
    @cython.locals(at=cython.Py_ssize_t, base=cython.Py_ssize_t, j=cython.Py_ssize_t, note=cython.Py_ssize_t, k=cython.Py_ssize_t, unit=cython.float, inside=cython.float)
    cdef void correct(self, int f, int t, float error) noexcept nogil
    @cython.locals(j=cython.Py_ssize_t)
    cdef void move(self, Py_ssize_t at, Py_ssize_t row) noexcept nogil
    @cython.locals(i=cython.Py_ssize_t, at=cython.Py_ssize_t, f=cython.int)
    cpdef settle(self, float share)
    @cython.locals(i=cython.Py_ssize_t, at=cython.Py_ssize_t, f=cython.int, card=cython.int)
    cpdef write(self, Network network)
    cpdef lessons(self, State state, Network catholic, Network protestant, int learners, unsigned long long seed, long games, int astray, float rate, float fading)
    @cython.locals(game=cython.long, f=cython.int)
    cdef void several(self, State state, Network catholic, Network protestant, int learners, unsigned long long seed, long games, int astray, float rate, float fading) noexcept nogil

@cython.locals(scaled=cython.float, whole=cython.int)
cdef int rounded(float fraction) noexcept nogil
@cython.locals(state=State, twin=State, results=list, game=cython.long, lead=cython.int)
cpdef list contest(Tables tables, Network catholic, Network protestant, unsigned long long seed, long games)
@cython.locals(choice=cython.int)
cdef int contest_one(State state, State twin, Network catholic, Network protestant, unsigned long long seed) noexcept nogil
