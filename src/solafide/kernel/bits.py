"""Operations on sets stored as bits (single instructions in C): count the bits, find the highest."""

ONE = 1  # 64 bits wide in C, where a plain 1 is not

popcount = int.bit_count
width = int.bit_length  # of a single bit: its number and one more
