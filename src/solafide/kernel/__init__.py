"""The rules in whole numbers: plain Python that also compiles, and imports nothing of the rest."""

from solafide.kernel.build_mode import MODE, WHY, StaleKernel

__all__ = ["MODE", "WHY", "StaleKernel"]
