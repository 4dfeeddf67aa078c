"""`facetry` whose database fails at the next commit when there is a file, which it removes.

With `FAILING_COMMIT=PATH`, `python -m tests.support.services.failing_store_server serve …` is `facetry serve …` with
the file PATH.
"""

import os
import sys
from pathlib import Path
from typing import Final

from sqlalchemy import Connection

from facetry.cli import main
from facetry.store.engines.postgresql.errors import OutcomeUnknownError
from facetry.store.engines.postgresql.transactions import Transactions

MARKER: Final = Path(os.environ["FAILING_COMMIT"])
_COMMIT: Final = Transactions.commit


def commit(engine: Transactions, connection: Connection) -> None:
    """Commit, unless there is the file: then nobody learns whether the commit took place."""
    try:
        MARKER.unlink()
    except FileNotFoundError:
        _COMMIT(engine, connection)
    else:
        raise OutcomeUnknownError("the file says so")


if __name__ == "__main__":
    Transactions.commit = commit  # type: ignore[assignment]  # as the writer calls it
    sys.exit(main())
