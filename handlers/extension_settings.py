"""The operations on the settings of extensions."""

from __future__ import annotations

from facetry.call import Call
from facetry.library import installed_extensions as installed
from generated import models


async def extension_get_settings(call: Call, /, *, id: models.ExtensionId) -> models.ExtensionSettings:
    """The settings, or the defaults."""
    found = await call.library.store.read(lambda connection: installed.require(connection, id))
    return models.ExtensionSettings(value=installed.settings(found))


async def extension_set_settings(call: Call, /, *, id: models.ExtensionId, body: models.ExtensionSettings) -> None:
    """Other settings."""
    await call.library.store.write(lambda work: installed.set_settings(work, id, body.value))


async def extension_reset_settings(call: Call, /, *, id: models.ExtensionId) -> models.ExtensionSettings:
    """The defaults again."""
    value = await call.library.store.write(lambda work: installed.reset_settings(work, id))
    return models.ExtensionSettings(value=value)
