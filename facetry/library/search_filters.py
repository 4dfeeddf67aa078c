"""Asked: what a search filter asks for, gone through and judged before anything is looked up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection

from facetry.errors import Fault, FaultError, Kind
from facetry.library import embeddings, extensions, images, repositories
from facetry.library.search import duplicates
from generated import models
from generated.limits import (
    SEARCH_CRITERIA_MAX_DEPTH,
    SEARCH_CRITERIA_MAX_GROUPS,
    SEARCH_CRITERIA_MAX_SIMILARITIES,
)


@dataclass(frozen=True, slots=True)
class Part:
    """Criteria somewhere in a filter: where they stand, and whether an image that meets them is wanted for it."""

    criteria: models.SearchCriteria
    pointer: str
    depth: int = 1
    is_wanted: bool = True


def parts(wanted: models.SearchFilter, place: str = "") -> Iterator[Part]:
    """All criteria of a filter, outermost first; `place` is the JSON Pointer of the filter."""
    waiting = [Part(wanted.criteria, f"{place}/criteria")] if wanted.criteria is not None else []
    while waiting:
        part = waiting.pop()
        yield part
        for name in ("all", "any", "none"):
            for number, inner in enumerate(getattr(part.criteria, name) or ()):
                pointer = f"{part.pointer}/{name}/{number}"
                waiting.append(Part(inner, pointer, part.depth + 1, part.is_wanted and name != "none"))


def require(connection: Connection, wanted: models.SearchFilter, place: str = "") -> None:
    """Raise 400 when a filter is too large, names something that does not exist, or sorts by a distance to nothing."""
    groups = similarities = 0
    for part in parts(wanted, place):
        groups += 1 + _feature_groups(part)
        similarities += part.criteria.similarity is not None
        _require_small(part.depth, SEARCH_CRITERIA_MAX_DEPTH, "levels of criteria", part.pointer)
        _require_small(groups, SEARCH_CRITERIA_MAX_GROUPS, "groups of criteria and of conditions", part.pointer)
        _require_small(similarities, SEARCH_CRITERIA_MAX_SIMILARITIES, "criteria of similarity", part.pointer)
        _require_known(connection, part)
    if wanted.sorting is not None and wanted.sorting.property == "distance" and not measures(wanted):
        raise _refused(
            "search.distance",
            f"{place}/sorting/property",
            "The filter asks for no similarity, so that there is no distance to sort by.",
        )
    _require_origin(connection, wanted.origin, place)


def measures(wanted: models.SearchFilter) -> bool:
    """Whether the filter asks for images that are similar to something, so that they have distances."""
    return any(part.is_wanted and part.criteria.similarity is not None for part in parts(wanted))


def names_text(wanted: models.SearchFilter) -> bool:
    """Whether the filter asks for similarity to a text, which only an extension can answer."""
    return any(part.criteria.similarity and part.criteria.similarity.text is not None for part in parts(wanted))


def names_collections(wanted: models.SearchFilter) -> bool:
    """Whether the filter asks for the collections that an image is in."""
    return any(part.criteria.in_no_collection is not None for part in parts(wanted))


def _feature_groups(part: Part) -> int:
    count, group = 0, part.criteria.features
    while group is not None:
        count += 1
        _require_small(count, SEARCH_CRITERIA_MAX_DEPTH, "levels of conditions", f"{part.pointer}/features")
        group = group.features
    return count


def _require_known(connection: Connection, part: Part) -> None:
    criteria, pointer = part.criteria, part.pointer
    if criteria.tags is not None:
        _require_extensions(connection, criteria.tags.extension_ids or (), f"{pointer}/tags/extensionIds")
    _require_extensions(connection, criteria.untagged_by or (), f"{pointer}/untaggedBy")
    if criteria.not_evaluated_by is not None:
        ids = criteria.not_evaluated_by.extension_ids
        _require_extensions(connection, ids, f"{pointer}/notEvaluatedBy/extensionIds")
    group, place = criteria.features, f"{pointer}/features"
    while group is not None:
        for number, condition in enumerate(group.conditions):
            if condition.extension_id is not None:
                where = f"{place}/conditions/{number}/extensionId"
                extensions.require(connection, condition.extension_id, pointer=where)
        group, place = group.features, f"{place}/features"
    if criteria.duplicates is not None:
        duplicates.require(connection, criteria.duplicates, f"{pointer}/duplicates")
    if criteria.similarity is not None:
        _require_similarity(connection, criteria.similarity, f"{pointer}/similarity")


def _require_extensions(connection: Connection, ids: Any, pointer: str) -> None:
    for number, id in enumerate(ids):
        extensions.require(connection, id, pointer=f"{pointer}/{number}")


def _require_similarity(connection: Connection, wanted: models.SearchSimilarity, pointer: str) -> None:
    extensions.require(connection, wanted.extension_id, pointer=f"{pointer}/extensionId")
    space = embeddings.space_of(connection, wanted.extension_id, wanted.name)
    if wanted.image is not None:
        key = images.find(connection, wanted.image)
        if key is None:
            raise _refused("image.unknown", f"{pointer}/image", "There is no image with this id.", str(wanted.image))
        if space is None or embeddings.vector_of(connection, space[0], key) is None:
            raise missing(f"{pointer}/image", str(wanted.image))
    elif wanted.values is not None:
        length = len(wanted.values) if space is None else space[1]
        embeddings.compared(wanted.values, length, f"{pointer}/values")


def missing(pointer: str, image: str) -> FaultError:
    """The image has no embedding to compare others with."""
    return _refused("embedding.missing", pointer, "The image has no embedding of this extension and name.", image)


def _require_origin(connection: Connection, origin: models.SearchFilterOrigin | None, place: str) -> None:
    if origin is None or origin.kind == "images":
        return
    known = repositories.named(connection, origin.ids)
    for index, id in enumerate(origin.ids):
        if id not in known:
            detail = "There is no repository with this id."
            raise _refused("repository.unknown", f"{place}/origin/ids/{index}", detail, str(id))


def _require_small(count: int, most: int, what: str, pointer: str) -> None:
    if count > most:
        detail = f"The filter has more than {most} {what}."
        raise _refused("search.size", pointer, detail, remedy="Ask for less, or in several searches.")


def _refused(rule: str, pointer: str, detail: str, value: str | None = None, remedy: str | None = None) -> FaultError:
    return FaultError(
        Fault(kind=Kind.BAD_PARAMETER, rule=rule, detail=detail, pointer=pointer, value=value, remedy=remedy)
    )
