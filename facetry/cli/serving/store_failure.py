"""What becomes of a service when its database has failed, and every further write is refused."""

from __future__ import annotations

import asyncio
import logging
import os
from typing import TYPE_CHECKING, Final

from facetry.cli import FAILURE

if TYPE_CHECKING:
    from facetry.store.store import Store

LOOK_SECONDS: Final = 1.0

log: Final = logging.getLogger(__name__)


async def end_after_failure(store: Store) -> None:
    """End the process at once when the library fails, if it is on a server (D302): a new process can write again."""
    if not store.engine.is_remote:
        return
    while store.failure is None:  # noqa: ASYNC110  # another thread sets it
        await asyncio.sleep(LOOK_SECONDS)
    log.critical("this process ends, because it cannot write any more; another one can")
    os._exit(FAILURE)
