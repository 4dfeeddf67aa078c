"""The operations on general settings."""

from __future__ import annotations

from facetry.handling.call import Call
from facetry.library.application import settings
from generated import models


async def settings_get(call: Call, /) -> models.ApplicationSettings:
    """The general settings."""
    return await call.lookup(settings.get)


async def settings_set(call: Call, /, *, body: models.ApplicationSettings) -> models.ApplicationSettings:
    """Replace the general settings."""
    return await call.write(lambda work: settings.put(work, body))
