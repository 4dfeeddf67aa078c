"""`facetry` with a defect, so that a campaign can show that it detects it.

`python -m tests.crash.process_kills.defective_server serve …` is `facetry serve …` with the defect that
`PROCESS_DEFECT` names.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from typing import Final

from facetry import cli
from facetry.library.credentials.ended_credentials import EndedCredentials
from facetry.store.work import Work
from tests.crash.durability import prepared_server


def _keep_revoked_keys() -> None:
    """Defect: processes are not told that a key has ended."""

    def count_nothing(self: EndedCredentials, work: Work) -> None:
        pass

    EndedCredentials.count = count_nothing  # type: ignore[method-assign]


DEFECTS: Final[Mapping[str, Callable[[], None]]] = {
    **prepared_server.DEFECTS,
    "kept-keys": _keep_revoked_keys,
}

if __name__ == "__main__":
    DEFECTS[os.environ["PROCESS_DEFECT"]]()
    sys.exit(cli.main())
