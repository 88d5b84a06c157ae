"""Records: a game as a text file that can be replayed and verified.

`format` writes it, `read` reads it and checks its hash chain, `verify` replays it against its seed. A change of the
format is made in `format` and `read` together; docs/records.md describes it.
"""

from solafide.game.record.format import Record, record
from solafide.game.record.read import load, parse, read_text
from solafide.game.record.verify import verify

__all__ = ["Record", "load", "parse", "read_text", "record", "verify"]
