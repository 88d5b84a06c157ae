cimport cython
from cpython cimport array
from solafide.kernel.bits cimport ONE, popcount, width
from solafide.kernel.codes cimport *
from solafide.kernel.features cimport write_features
from solafide.kernel.network cimport Network, final_value
from solafide.kernel.state cimport State
from solafide.kernel.tables cimport Tables
from solafide.kernel.ismcts cimport Tree

@cython.locals(opts=cython.ulonglong, f=cython.int, best=cython.int, highest=cython.int, choice=cython.int, chance=cython.int)
cdef int best_choice(State state, State scratch, Network network) noexcept nogil

@cython.final
cdef class TrainableNetwork:
    cdef readonly array.array weight_array, bias_array, output_array, mean_array, sums_array, features_array
    cdef float *weights
    cdef float *biases
    cdef float *outputs
    cdef float *mean
    cdef float *sums
    cdef short *features
    cdef float output_biases[2]
    cdef int feature_counts[4096]
    cdef int turn[2048]
    cdef float chances[2048]
    cdef long offer_counts[90]
    cdef long keep_counts[90]
    cdef readonly int n_positions
    cdef readonly long games
    cdef State scratch
    cdef Tree tree
    cdef readonly long iterations

    @cython.locals(before=cython.int, who=cython.int, choice=cython.int)
    cdef void play(self, State state, Network catholic, Network protestant, unsigned long long seed, int random_permille) noexcept nogil
    @cython.locals(f=cython.int, at=cython.Py_ssize_t)
    cdef void add_position(self, State state) noexcept nogil
    @cython.locals(opts=cython.ulonglong)
    cdef void count_draft(self, State state, int f, int choice) noexcept nogil
    @cython.locals(t=cython.int, toward=cython.float, last=cython.int)
    cdef void learn_game(self, State state, int f, int *sigmoid, float rate, float trace_decay) noexcept nogil
    @cython.locals(at=cython.Py_ssize_t, j=cython.Py_ssize_t, entry=cython.Py_ssize_t, k=cython.Py_ssize_t, total=cython.float, unit=cython.float, step=cython.int)
    cdef float evaluate(self, int f, int t, int *sigmoid) noexcept nogil
    @cython.locals(j=cython.Py_ssize_t)
    cdef void add(self, Py_ssize_t at, Py_ssize_t row) noexcept nogil
    @cython.locals(at=cython.Py_ssize_t, base=cython.Py_ssize_t, j=cython.Py_ssize_t, entry=cython.Py_ssize_t, k=cython.Py_ssize_t, unit=cython.float, inside=cython.float)
    cdef void apply_error(self, int f, int t, float error) noexcept nogil
    @cython.locals(j=cython.Py_ssize_t)
    cdef void add_gradient(self, Py_ssize_t at, Py_ssize_t row) noexcept nogil
    @cython.locals(i=cython.Py_ssize_t, at=cython.Py_ssize_t, f=cython.int)
    cpdef update_mean(self, float share)
    @cython.locals(i=cython.Py_ssize_t, at=cython.Py_ssize_t, f=cython.int, card=cython.int)
    cpdef write_to(self, Network network)
    cpdef train(self, State state, Network catholic, Network protestant, int learners, unsigned long long seed, long games, int random_permille, float rate, float trace_decay)
    @cython.locals(game=cython.long, f=cython.int)
    cdef void train_games(self, State state, Network catholic, Network protestant, int learners, unsigned long long seed, long games, int random_permille, float rate, float trace_decay) noexcept nogil

@cython.locals(scaled=cython.float, whole=cython.int)
cdef int to_fixed_point(float fraction) noexcept nogil
@cython.locals(state=State, scratch=State, results=list, game=cython.long, lead=cython.int)
cpdef list play_contest(Tables tables, Network catholic, Network protestant, unsigned long long seed, long games)
@cython.locals(state=State, scratch=State, rows=list, game=cython.long, lead=cython.int)
cpdef list play_network_games(Tables tables, Network catholic, Network protestant, unsigned long long seed, long games, int random_decks)
@cython.locals(cards=cython.ulonglong)
cdef unsigned long long deck_of(State state, int f) noexcept nogil
@cython.locals(choice=cython.int)
cdef int play_contest_game(State state, State scratch, Network catholic, Network protestant, unsigned long long seed, int random_decks) noexcept nogil
