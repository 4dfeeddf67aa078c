"""Vectors of texts, computed by extensions and cached.

Numbers of two models cannot be compared. So the vector of a text comes from the extension whose embeddings it is
compared with, or from one whose manifest declares the same vector space for its texts.
"""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Set
from typing import Any, Final

from sqlalchemy import Connection

from facetry.errors import FaultError, unavailable
from facetry.extensions.socket import readiness
from facetry.extensions.socket.gateway import Gateway
from facetry.extensions.socket.peer import RefusedAnswerError, SocketClosedError, UnansweredError
from facetry.extensions.socket.sender import error_of
from facetry.library import installed_extensions
from facetry.library.facets import embeddings
from facetry.library.installed_extensions import InstalledExtension
from facetry.store.store import Store
from generated.limits import EMBEDDING_VALUES_MAX_ITEMS

CAPABILITY: Final = "text.embeddings"
IMAGE_CAPABILITY: Final = "image.embeddings"
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
        """By extension id, the folder of its version, and the text; least recently used first."""

    async def vector(self, extension: str, name: str, text: str) -> list[float]:
        """The vector of a text, by the extension itself, or by one that declares the same vector space.

        Raises `FaultError`: 503 `embedding.source` when there is no such extension, it is not connected in time, or
        its answer is not a vector that the embeddings of this name can be compared with.
        """
        source = await self._find_source(extension)
        cache_key = (source.id, source.folder, text)  # each installed version has a folder of its own
        vector = self._cache.get(cache_key)
        if vector is None:
            if not await readiness.wait_until_ready(self._gateway, source.id, readiness.START_TIMEOUT_SECONDS):
                raise _unavailable(f"The extension {source.id} is not connected.")
            vector = _parse_vector(await self._request_vector(source.id, text), source.id)
            self._cache[cache_key] = vector
            if len(self._cache) > MAX_CACHED_VECTORS:
                self._cache.popitem(last=False)
        self._cache.move_to_end(cache_key)
        await self._require_comparable(vector, source.id, extension, name)
        return vector

    async def _find_source(self, extension: str) -> InstalledExtension:
        installed = await self._store.read(installed_extensions.list_all)
        target = next((each for each in installed if each.id == extension), None)
        spaces = set() if target is None else installed_extensions.declared_spaces(target.manifest, IMAGE_CAPABILITY)
        candidates = [each for each in installed if each.state == "enabled" and _makes_vectors(each, extension, spaces)]
        if not candidates:
            detail = f"No running extension makes embeddings of texts that those of {extension} can be compared with."
            raise _unavailable(detail)
        return min(candidates, key=lambda each: (each.id != extension, not self._gateway.is_ready(each.id)))

    async def _require_comparable(self, vector: list[float], source: str, extension: str, name: str) -> None:
        """Raise 503 for a vector with a fault: it is the extension's, and never the client's."""

        def query(connection: Connection) -> None:
            space = embeddings.space_of(connection, extension, name)
            embeddings.query_vector(vector, len(vector) if space is None else space[1], "")

        try:
            await self._store.read(query)
        except FaultError as error:
            detail = f"The extension {source} returned a vector that {name} of {extension} cannot be compared with:"
            raise _unavailable(f"{detail} {error.fault.detail}") from None

    async def _request_vector(self, id: str, text: str) -> Any:
        now = time.time_ns() // 1_000_000
        try:
            return await self._gateway.deliver(id, TOPIC, {"text": text}, event_time=now, seconds=ANSWER_SECONDS)
        except SocketClosedError:
            raise _unavailable(f"The connection of the extension {id} was lost.") from None
        except UnansweredError:
            raise _unavailable(f"The extension {id} did not answer within {ANSWER_SECONDS:g} s.") from None
        except RefusedAnswerError as error:
            raise _unavailable(f"The answer of the extension {id} is not valid. {error}") from None


def _makes_vectors(source: InstalledExtension, extension: str, spaces: Set[str]) -> bool:
    """Whether `source` makes vectors of texts in one of `spaces`, those of the embeddings that `extension` writes.

    An extension that declares no spaces for its texts makes them for its own embeddings alone.
    """
    if CAPABILITY not in installed_extensions.capabilities(source.manifest):
        return False
    text_spaces = installed_extensions.declared_spaces(source.manifest, CAPABILITY)
    if source.id == extension and not (spaces and text_spaces):
        return True
    return not spaces.isdisjoint(text_spaces)


def _parse_vector(answer: Any, id: str) -> list[float]:
    if (error := error_of(answer)) is not None:
        raise _unavailable(f"The extension {id} failed: {error}")
    is_list = isinstance(answer, list) and 0 < len(answer) <= EMBEDDING_VALUES_MAX_ITEMS
    if not is_list or not all(type(value) in (int, float) and math.isfinite(value) for value in answer):
        raise _unavailable(f"The extension {id} returned a value that is not a vector.")
    return [float(value) for value in answer]


def _unavailable(detail: str) -> FaultError:
    return unavailable("embedding.source", detail, retry_after=_RETRY_SECONDS)
