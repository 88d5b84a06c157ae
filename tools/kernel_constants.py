"""Write the C constants of the kernel, `codes.pxd`, from `codes.py`: `python tools/kernel_constants.py`."""

import runpy
from pathlib import Path

KERNEL = Path(__file__).resolve().parent.parent / "src" / "solafide" / "kernel"
LARGEST_INT = 2**31 - 1
HEADER = "# The integers of codes.py as C constants, written by tools/kernel_constants.py."


def declarations(codes: Path) -> str:
    """Return the text of codes.pxd for a codes.py."""
    numbers = {name: value for name, value in runpy.run_path(str(codes)).items() if name.isupper()}
    small = [f"    {name} = {value}" for name, value in numbers.items() if value <= LARGEST_INT]
    large = [f"    {name} = {value}" for name, value in numbers.items() if value > LARGEST_INT]
    return "\n".join([HEADER, "cdef enum:", *small, "", "cdef enum: # too wide for an int", *large, ""])


if __name__ == "__main__":
    (KERNEL / "codes.pxd").write_text(declarations(KERNEL / "codes.py"), encoding="utf-8")
