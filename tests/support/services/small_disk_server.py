"""`facetry` whose database holds a few megabytes, as on a full disk.

`python -m tests.support.services.small_disk_server` runs it.
"""

import sys
from typing import Final

from facetry.cli import main
from facetry.store.engines.sqlite import connections as sqlite

MAX_PAGES: Final = 500
"""About 8 MB: pages have 16,384 bytes."""

if __name__ == "__main__":
    sqlite._PRAGMAS = (*sqlite._PRAGMAS, f"PRAGMA max_page_count = {MAX_PAGES}")
    sys.exit(main())
