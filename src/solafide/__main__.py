"""`python -m solafide` is the command `solafide`."""

import sys

from solafide.cli import main

if __name__ == "__main__":
    sys.exit(main())
