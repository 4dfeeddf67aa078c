"""Calls of handlers without a server: the library is a store and nothing else."""

from __future__ import annotations

import asyncio
from typing import Any, cast

from facetry.auth import ANONYMOUS
from facetry.handling.call import Call
from facetry.http.request import Request
from facetry.library.search.search import Search


def call_of(search: Search, client: Request) -> Call:
    """A call that can read the store of `search`."""

    class Library:
        store = search.store

    return Call(cast("Any", Library), cast("Any", None), ANONYMOUS, client, cast("Any", None))


async def never() -> dict[str, Any]:
    """The messages of a client that neither sends anything nor disconnects."""
    await asyncio.Event().wait()
    return {}
