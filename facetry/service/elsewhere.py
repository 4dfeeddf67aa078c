"""What stands in a process for narrow parts of a service that another process has."""

from __future__ import annotations

from typing import NoReturn

from facetry.errors import CoordinatorNeededError
from facetry.http.failed_keys import FailedKeys


class FailedKeysElsewhere(FailedKeys):
    """Another process counts the failed keys."""

    async def record(self, address: str, secret: str) -> NoReturn:  # noqa: ARG002  # the arguments are those of the part
        """Raises `CoordinatorNeededError`."""
        raise CoordinatorNeededError


class RendererElsewhere:
    """Another process has decoders (implements `Renderer`)."""

    async def render(self, *_: object, **__: object) -> NoReturn:
        """Raises `CoordinatorNeededError`."""
        raise CoordinatorNeededError


class TextVectorsElsewhere:
    """Another process has extensions that compute vectors of texts (implements `TextVectors`)."""

    async def vector(self, extension: str, name: str, text: str) -> NoReturn:  # noqa: ARG002  # the arguments are those of the part
        """Raises `CoordinatorNeededError`."""
        raise CoordinatorNeededError
