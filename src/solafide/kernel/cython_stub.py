"""A stand-in for the `cython` module in plain mode, so that the kernel needs nothing but Python."""

from contextlib import nullcontext

compiled = False
nogil = nullcontext()
