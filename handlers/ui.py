"""Pages of extensions, for browsers: files of bundles and of manifests' pages, without a key."""

from __future__ import annotations

from uuid import UUID

from facetry.errors import forbidden
from facetry.extensions.pages import bundles, manifest_pages
from facetry.extensions.pages.page_replies import UNKNOWN_MEDIA_TYPE, media_type_of, page_reply
from facetry.handling.call import Call
from facetry.http.page_access import API_SEGMENT
from facetry.http.reply import FileBody, Reply, opened_file
from facetry.library import installed_extensions
from generated import models


async def ui_bundle(call: Call, /, *, id: UUID) -> models.PageConfiguration:
    """What the page of a bundle works with, for the page alone."""
    bundle = await call.extensions.bundles.require(id)
    if call.request.fetch_destination not in (None, "empty"):
        remedy = "Open a file of the bundle, such as index.html below this address."
        raise forbidden("bundle.reader", "Only the page of the bundle reads this, with fetch.", remedy=remedy)
    base_url = call.extensions.bundles.base_url
    if call.library.public_url is None and call.request.base_url is not None:
        base_url = call.request.base_url
    return models.PageConfiguration(
        parameters=models.PageParameters(
            extension_id=bundle.extension,
            web_services_base_url=f"{base_url}{bundles.PATH_PREFIX}/{bundle.id}/{API_SEGMENT}",
            api_key=bundle.secret,
        ),
        settings=None if bundle.settings is None else dict(bundle.settings),
    )


async def ui_bundle_file(call: Call, /, *, id: UUID, file: str) -> Reply:
    """A file of a bundle."""
    bundle = await call.extensions.bundles.require(id)
    content = bundle.files.get(file)
    if content is None:
        raise manifest_pages.no_file(file)
    return page_reply(content, media_type_of(file) or UNKNOWN_MEDIA_TYPE, call.library.public_url)


async def ui_extension_file(call: Call, /, *, id: models.ExtensionId, file: str) -> Reply:
    """A file of a page that the manifest of an extension lists."""
    extension = await call.read(lambda connection: installed_extensions.require(connection, id))
    if extension.state != "enabled":
        detail = "The extension is paused."
        raise forbidden("extension.paused", detail, remedy="Enable it.", parameter="id", value=id)
    media_type = media_type_of(file)
    if media_type is None or not manifest_pages.is_page_file(extension.manifest, file):
        raise manifest_pages.no_file(file)
    folder = call.extensions.version_folder(extension)
    body = FileBody(lambda: opened_file(lambda: manifest_pages.open_page_file(str(folder), file)))
    return page_reply(body, media_type, call.library.public_url)
