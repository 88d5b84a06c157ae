cdef extern from *:
    """
    #define ONE 1ULL
    """
    unsigned long long ONE
    int popcount "__builtin_popcountll" (unsigned long long bits) noexcept nogil
    int lowest "__builtin_ctzll" (unsigned long long bits) noexcept nogil
