"""`python -m facetry` is the command `facetry`."""

import sys

from facetry.cli import main

if __name__ == "__main__":
    sys.exit(main())
