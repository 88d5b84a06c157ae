"""What stands in for `cython` where the kernel runs uncompiled, so that it needs nothing but Python."""

from contextlib import nullcontext

compiled = False
nogil = nullcontext()
