"""Sets as bits: how many are in it, and how wide it is (in C these are single instructions)."""

ONE = 1  # as wide as a set of cards; in C a plain 1 is not

popcount = int.bit_count
width = int.bit_length  # of a single bit: its number and one more
