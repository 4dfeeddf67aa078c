"""The feature operations."""

from __future__ import annotations

import asyncio
from uuid import UUID

from sqlalchemy import Connection

from facetry.call import Call
from facetry.library import extensions, features, images, records
from facetry.library import feature_values as values
from facetry.library.search import search
from facetry.library.search import text_vectors as texts
from generated import models


async def image_set_features(call: Call, /, *, id: UUID, extension_id: str, body: models.FeatureSet) -> None:
    """The extension's features on the image become exactly these."""
    await asyncio.to_thread(values.judge, body)
    await call.library.store.write(lambda work: features.replace(work, id, extension_id, body))


async def image_ensure_features(call: Call, /, *, id: UUID, extension_id: str, body: models.FeatureSet) -> None:
    """The extension has these features on the image."""
    await asyncio.to_thread(values.judge, body)
    await call.library.store.write(lambda work: features.ensure(work, id, extension_id, body))


async def image_get_features(call: Call, /, *, id: UUID, extension_id: str) -> models.FeatureSet:
    """The extension's features on the image."""
    return await call.library.store.read(lambda connection: features.of_extension(connection, id, extension_id))


async def image_get_all_features(call: Call, /, *, id: UUID) -> list[models.ExtensionImageFeature]:
    """Every extension's features on the image."""

    def query(connection: Connection) -> list[models.ExtensionImageFeature]:
        return [records.feature(*pair) for pair in features.of_image(connection, images.key_of(connection, id))]

    return await call.library.store.read(query)


async def image_get_all_recipes(call: Call, /, *, id: UUID) -> list[models.GenerationRecipe]:
    """How the image was generated, as every extension tells it."""

    def query(connection: Connection) -> list[models.GenerationRecipe]:
        found = features.of_image(connection, images.key_of(connection, id))
        texts = [each.value for _, each in found if each.type == "recipe" and each.format == "json"]
        return [models.GenerationRecipe.model_validate_json(str(text)) for text in texts]

    return await call.library.store.read(query)


async def repository_feature_names(call: Call, /) -> list[models.ExtensionImageFeatureName]:
    """The distinct names of the whole library."""

    def query(connection: Connection) -> list[models.ExtensionImageFeatureName]:
        return [
            models.ExtensionImageFeatureName(id=id, type=type, format=format, name=name)
            for id, type, format, name in features.names(connection)
        ]

    return await call.library.store.read(query)


async def image_search_features(
    call: Call, /, *, extension_ids: list[models.ExtensionId] | None = None, body: models.SearchParameters
) -> models.SearchFeaturesResult:
    """The features of the matching images; `extension_ids` restricts the features, not the images."""
    wanted = await texts.resolved(call.library, body)

    def query(connection: Connection) -> models.SearchFeaturesResult:
        among = None
        if extension_ids is not None:
            among = [extensions.require(connection, each, "extensionIds") for each in extension_ids]
        page = search.run(call.library.finder, connection, wanted)
        written = features.of_images(connection, page.keys, among)
        items = []
        for key, image in zip(page.keys, records.ids(connection, page.keys), strict=True):
            shown = [records.feature(*pair) for pair in written[key]]
            items.append(models.ExtensionImageFeaturesAttribute(id=image, features=shown, attribute=shown))
        return models.SearchFeaturesResult(
            items=items, total_count=page.total, facets=page.facets, distances=page.distances
        )

    return await call.library.store.read(query)
