"""The rules and the search, in whole numbers: plain Python that also compiles to C.

Imports nothing else of the package. A rule is changed in `state.py`, which follows the rulebook section by section;
each compiled module has its C types in a `.pxd` and its Python types in a `.pyi` of the same name.
"""

from solafide.kernel.build_mode import MODE, MODE_REASON, StaleKernel

__all__ = ["MODE", "MODE_REASON", "StaleKernel"]
