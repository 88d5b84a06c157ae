"""Every ruling has tests that name it, in this folder."""

import re
from pathlib import Path


def test_every_ruling_has_its_tests() -> None:
    files = Path(__file__).parent.glob("test_rulings_*.py")
    tested = {
        int(n) for file in files for n in re.findall(r"^def test_r(\d\d)_", file.read_text("utf-8"), re.MULTILINE)
    }
    assert tested == set(range(1, 46))
