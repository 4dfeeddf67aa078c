"""The operations on features."""

from __future__ import annotations

import asyncio
from functools import partial
from uuid import UUID

from sqlalchemy import Connection

from facetry.handling.call import Call
from facetry.library import extensions, images, records
from facetry.library.facets import feature_values, features
from generated import answers, models


async def image_set_features(call: Call, /, *, id: UUID, extension_id: str, body: models.FeatureSet) -> None:
    """Make the extension's features on the image exactly these."""
    await asyncio.to_thread(feature_values.check_features, body)
    await call.write(lambda work: features.replace(work, id, extension_id, body))


async def image_ensure_features(call: Call, /, *, id: UUID, extension_id: str, body: models.FeatureSet) -> None:
    """Add these features of the extension to the image, or replace those with the same identity."""
    await asyncio.to_thread(feature_values.check_features, body)
    await call.write(lambda work: features.ensure(work, id, extension_id, body))


async def image_get_features(call: Call, /, *, id: UUID, extension_id: str) -> models.FeatureSet:
    """The extension's features on the image."""
    return await call.lookup(lambda connection: features.of_extension(connection, id, extension_id))


async def image_get_all_features(call: Call, /, *, id: UUID) -> list[answers.ExtensionImageFeature]:
    """The features of every extension on the image."""

    def query(connection: Connection) -> list[answers.ExtensionImageFeature]:
        return features.of_image(connection, images.key_of(connection, id))

    return await call.lookup(query)


async def image_get_all_recipes(call: Call, /, *, id: UUID) -> list[models.GenerationRecipe]:
    """The generation recipes of the image from every extension."""

    def query(connection: Connection) -> list[models.GenerationRecipe]:
        all_features = features.of_image(connection, images.key_of(connection, id))
        texts = [each["value"] for each in all_features if each["type"] == "recipe" and each["format"] == "json"]
        return [models.GenerationRecipe.model_validate_json(str(text)) for text in texts]

    return await call.read(query)


async def repository_feature_names(call: Call, /) -> list[models.ExtensionImageFeatureName]:
    """The distinct feature names of the whole library."""

    def query(connection: Connection) -> list[models.ExtensionImageFeatureName]:
        return [
            models.ExtensionImageFeatureName(id=id, type=type, format=format, name=name)
            for id, type, format, name in features.distinct_names(connection)
        ]

    return await call.read(query)


async def image_search_features(
    call: Call, /, *, extension_ids: list[models.ExtensionId] | None = None, body: models.SearchParameters
) -> answers.SearchFeaturesResult:
    """The features of the matching images; `extension_ids` restricts the features, not the images."""
    search = await call.library.search.prepare(body)

    def query(connection: Connection) -> answers.SearchFeaturesResult:
        extension_keys = extensions.require_all(connection, extension_ids)
        return search.page(connection, partial(_features, extension_keys=extension_keys))

    return await call.search(search, query)


def _features(
    connection: Connection, keys: list[int], *, extension_keys: list[int] | None
) -> list[answers.ExtensionImageFeaturesAttribute]:
    by_image = features.of_images(connection, keys, extension_keys)
    return [
        {"id": image, "features": by_image[key], "attribute": by_image[key]}
        for key, image in zip(keys, records.ids(connection, keys), strict=True)
    ]
