"""The vectors of texts, made by extensions."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from typing import Any, Final

from facetry.errors import FaultError, unavailable
from facetry.extensions.socket import readiness
from facetry.extensions.socket.gateway import Gateway, LostError, UnansweredError
from facetry.extensions.socket.sender import failure
from facetry.library import installed_extensions as installed
from facetry.library.installed_extensions import Installed
from facetry.store.store import Store
from generated.limits import EMBEDDING_VALUES_MAX_ITEMS

CAPABILITY: Final = "text.embeddings"
TOPIC: Final = "text.computeEmbeddings"
ANSWER_SECONDS: Final = 30.0
MOST_KEPT: Final = 1_024
"""Vectors that are remembered: whoever turns pages asks for the same text again."""
_RETRY_SECONDS: Final = 30


class ExtensionTexts:
    """See `library.texts.TextVectors`."""

    def __init__(self, store: Store, gateway: Gateway) -> None:
        self._store = store
        self._gateway = gateway
        self._kept: OrderedDict[tuple[str, str, str], list[float]] = OrderedDict()
        """By extension, its version, and text."""

    async def vector(self, extension: str, name: str, text: str) -> list[float]:  # noqa: ARG002  # one for all names
        """The vector that the extension makes of the text; that of another one when it makes none and only one does.

        Raises 503, `embedding.source`, when none does, it is not connected in time, or its answer is no vector.
        """
        source = await self._source(extension)
        known = (source.id, source.manifest.version, text)
        if known in self._kept:
            self._kept.move_to_end(known)
            return self._kept[known]
        if not await readiness.is_ready(self._gateway, source.id, readiness.SECONDS):
            raise _missing(f"The extension {source.id} is not connected.")
        vector = _vector(await self._asked(source.id, text), source.id)
        self._kept[known] = vector
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return vector

    async def _source(self, extension: str) -> Installed:
        able = [
            each
            for each in await self._store.read(installed.every)
            if each.state == "enabled" and CAPABILITY in installed.capabilities(each.manifest)
        ]
        own = next((each for each in able if each.id == extension), None)
        if own is not None:
            return own
        if len(able) != 1:
            raise _missing("No running extension makes embeddings of texts.")
        return able[0]

    async def _asked(self, id: str, text: str) -> Any:
        now = time.time_ns() // 1_000_000
        try:
            return await self._gateway.deliver(id, TOPIC, {"text": text}, happened=now, seconds=ANSWER_SECONDS)
        except LostError:
            raise _missing(f"The connection of the extension {id} was lost.") from None
        except UnansweredError:
            raise _missing(f"The extension {id} did not answer within {ANSWER_SECONDS:g} s.") from None


def _vector(answer: Any, id: str) -> list[float]:
    if (told := failure(answer)) is not None:
        raise _missing(f"The extension {id} failed: {told}")
    is_list = isinstance(answer, list) and 0 < len(answer) <= EMBEDDING_VALUES_MAX_ITEMS
    if not is_list or not all(type(each) in (int, float) and math.isfinite(each) for each in answer):
        raise _missing(f"The extension {id} answered with something that is no vector.")
    return [float(each) for each in answer]


def _missing(detail: str) -> FaultError:
    return unavailable("embedding.source", detail, retry_after=_RETRY_SECONDS)
