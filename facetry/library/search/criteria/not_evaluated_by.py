"""Criterion `notEvaluatedBy`: none of these extensions has looked at the image, for one facet or for all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pyroaring import BitMap
from sqlalchemy import Connection

from facetry.library import extensions
from facetry.library.facets import embeddings
from facetry.library.search.criteria.criterion import Aspect, Criterion, Dependencies, FilterContext
from facetry.library.search.criteria.refusals import require_extensions
from facetry.library.search.index.key_sets import as_set, union
from facetry.store.engine import engine_of
from generated import models

_ASPECTS: Final = {"tags": Aspect.TAGS, "features": Aspect.FEATURES, "embeddings": Aspect.VECTORS}


def _index_sets(context: FilterContext, criterion: models.SearchNotEvaluated) -> Iterator[BitMap]:
    connection, index, all_images = context.connection, context.index, context.all_images()
    extension_keys = extensions.keys_of(connection, criterion.extension_ids)
    if criterion.facet in (None, "tags"):
        yield all_images - union(index.tags.evaluated_by(connection, extension) for extension in extension_keys)
    if criterion.facet in (None, "features"):
        yield all_images - union(index.features.evaluated_by(connection, extension) for extension in extension_keys)
    if criterion.facet in (None, "embeddings"):
        yield all_images - as_set(
            engine_of(connection).integer_columns(connection, embeddings.images_of(extension_keys))[0]
        )


def _dependencies(criterion: models.SearchNotEvaluated) -> Dependencies:
    aspects = _ASPECTS.values() if criterion.facet is None else (_ASPECTS[criterion.facet],)
    return Dependencies(local=frozenset(aspects))


def _require(connection: Connection, criterion: models.SearchNotEvaluated, pointer: str) -> None:
    require_extensions(connection, criterion.extension_ids, f"{pointer}/extensionIds")


NOT_EVALUATED_BY: Final = Criterion(
    member="not_evaluated_by",
    index_sets=_index_sets,
    dependencies=_dependencies,
    is_short=lambda _: True,
    require=_require,
)
