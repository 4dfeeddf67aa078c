"""Vectors of texts, computed by extensions and cached."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from typing import Any, Final

from facetry.errors import FaultError, unavailable
from facetry.extensions.socket import readiness
from facetry.extensions.socket.gateway import Gateway, SocketClosedError, UnansweredError
from facetry.extensions.socket.sender import error_of
from facetry.library import installed_extensions
from facetry.library.installed_extensions import InstalledExtension
from facetry.store.store import Store
from generated.limits import EMBEDDING_VALUES_MAX_ITEMS

CAPABILITY: Final = "text.embeddings"
TOPIC: Final = "text.computeEmbeddings"
ANSWER_SECONDS: Final = 30.0
MAX_CACHED_VECTORS: Final = 1_024
"""Maximum number of cached vectors: a search with the same text is repeated for each page."""
_RETRY_SECONDS: Final = 30


class ExtensionTextVectors:
    """Computes vectors of texts over the socket; implements `library.search.text_vectors.TextVectors`."""

    def __init__(self, store: Store, gateway: Gateway) -> None:
        self._store = store
        self._gateway = gateway
        self._cache: OrderedDict[tuple[str, str, str], list[float]] = OrderedDict()
        """By extension id, its version, and the text; least recently used first."""

    async def vector(self, extension: str, name: str, text: str) -> list[float]:  # noqa: ARG002  # a text has one vector for all names
        """The vector of a text, by the extension itself, or else by the only extension that computes text vectors.

        Raises `FaultError`: 503 `embedding.source` when there is no such extension, it is not connected in time, or
        its answer is not a vector.
        """
        source = await self._find_extension(extension)
        cache_key = (source.id, source.manifest.version, text)
        if cache_key in self._cache:
            self._cache.move_to_end(cache_key)
            return self._cache[cache_key]
        if not await readiness.wait_until_ready(self._gateway, source.id, readiness.START_TIMEOUT_SECONDS):
            raise _unavailable(f"The extension {source.id} is not connected.")
        vector = _parse_vector(await self._request_vector(source.id, text), source.id)
        self._cache[cache_key] = vector
        if len(self._cache) > MAX_CACHED_VECTORS:
            self._cache.popitem(last=False)
        return vector

    async def _find_extension(self, extension: str) -> InstalledExtension:
        candidates = [
            each
            for each in await self._store.read(installed_extensions.list_all)
            if each.state == "enabled" and CAPABILITY in installed_extensions.capabilities(each.manifest)
        ]
        exact_match = next((each for each in candidates if each.id == extension), None)
        if exact_match is not None:
            return exact_match
        if len(candidates) != 1:
            raise _unavailable("No running extension makes embeddings of texts.")
        return candidates[0]

    async def _request_vector(self, id: str, text: str) -> Any:
        now = time.time_ns() // 1_000_000
        try:
            return await self._gateway.deliver(id, TOPIC, {"text": text}, event_time=now, seconds=ANSWER_SECONDS)
        except SocketClosedError:
            raise _unavailable(f"The connection of the extension {id} was lost.") from None
        except UnansweredError:
            raise _unavailable(f"The extension {id} did not answer within {ANSWER_SECONDS:g} s.") from None


def _parse_vector(answer: Any, id: str) -> list[float]:
    if (error := error_of(answer)) is not None:
        raise _unavailable(f"The extension {id} failed: {error}")
    is_list = isinstance(answer, list) and 0 < len(answer) <= EMBEDDING_VALUES_MAX_ITEMS
    if not is_list or not all(type(value) in (int, float) and math.isfinite(value) for value in answer):
        raise _unavailable(f"The extension {id} returned a value that is not a vector.")
    return [float(value) for value in answer]


def _unavailable(detail: str) -> FaultError:
    return unavailable("embedding.source", detail, retry_after=_RETRY_SECONDS)
