"""How much the tests play: `./test deep` plays everything to its end, `./test` less of it (docs/testing.md)."""

import os

WALKS_PERCENT = float(os.environ.get("SOLAFIDE_WALKS", "100"))  # of the random games
DEEP = WALKS_PERCENT >= 100
