"""The operations on the settings of extensions."""

from __future__ import annotations

from facetry.handling.call import Call
from facetry.library import installed_extensions
from generated import models


async def extension_get_settings(call: Call, /, *, id: models.ExtensionId) -> models.ExtensionSettings:
    """The settings, or the defaults of the manifest."""
    extension = await call.lookup(lambda connection: installed_extensions.require(connection, id))
    return models.ExtensionSettings(value=installed_extensions.settings(extension))


async def extension_set_settings(call: Call, /, *, id: models.ExtensionId, body: models.ExtensionSettings) -> None:
    """Set the settings."""
    await call.write(lambda work: installed_extensions.set_settings(work, id, body.value))


async def extension_reset_settings(call: Call, /, *, id: models.ExtensionId) -> models.ExtensionSettings:
    """Reset the settings to the defaults of the manifest."""
    value = await call.write(lambda work: installed_extensions.reset_settings(work, id))
    return models.ExtensionSettings(value=value)
