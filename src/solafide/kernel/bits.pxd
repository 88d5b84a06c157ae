cdef extern from *:
    """
    #define ONE 1ULL
    #define width(bits) (64 - __builtin_clzll(bits))

    /* The builtin is a call on machines that are not known to have the instruction. */
    static inline int popcount(unsigned long long bits) {
        bits -= (bits >> 1) & 0x5555555555555555ULL;
        bits = (bits & 0x3333333333333333ULL) + ((bits >> 2) & 0x3333333333333333ULL);
        return (int)((((bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0FULL) * 0x0101010101010101ULL) >> 56);
    }
    """
    unsigned long long ONE
    int popcount(unsigned long long bits) noexcept nogil
    int width(unsigned long long bits) noexcept nogil
