"""Search filters: traversal of their criteria, questions about their content, and their validation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection

from facetry.errors import Fault, FaultError, FaultKind
from facetry.library import extensions, images, repositories
from facetry.library.facets import embeddings
from generated import models
from generated.limits import (
    SEARCH_CRITERIA_MAX_DEPTH,
    SEARCH_CRITERIA_MAX_GROUPS,
    SEARCH_CRITERIA_MAX_SIMILARITIES,
)


class CriteriaNode(NamedTuple):
    """Criteria inside a filter: their JSON Pointer, their depth, and whether an image has to meet them (`is_positive`)
    rather than must not."""

    criteria: models.SearchCriteria
    pointer: str
    depth: int = 1
    is_positive: bool = True


def walk_criteria(search_filter: models.SearchFilter, filter_pointer: str = "") -> Iterator[CriteriaNode]:
    """All criteria of a filter, each before those inside it; `filter_pointer` is the JSON Pointer of the filter."""
    pending = (
        [CriteriaNode(search_filter.criteria, f"{filter_pointer}/criteria")]
        if search_filter.criteria is not None
        else []
    )
    while pending:
        node = pending.pop()
        yield node
        for name in ("all", "any", "none"):
            for number, inner in enumerate(getattr(node.criteria, name) or ()):
                pointer = f"{node.pointer}/{name}/{number}"
                pending.append(CriteriaNode(inner, pointer, node.depth + 1, node.is_positive and name != "none"))


def require(connection: Connection, search_filter: models.SearchFilter, filter_pointer: str = "") -> None:
    """Raise 400 for a filter that is too large, names something that does not exist, or sorts by distance without a
    similarity criterion."""
    groups = similarities = 0
    for node in walk_criteria(search_filter, filter_pointer):
        groups += 1 + _count_feature_groups(node)
        similarities += node.criteria.similarity is not None
        _require_at_most(node.depth, SEARCH_CRITERIA_MAX_DEPTH, "levels of criteria", node.pointer)
        _require_at_most(groups, SEARCH_CRITERIA_MAX_GROUPS, "groups of criteria and of conditions", node.pointer)
        _require_at_most(similarities, SEARCH_CRITERIA_MAX_SIMILARITIES, "criteria of similarity", node.pointer)
        _require_existing(connection, node)
    if (
        search_filter.sorting is not None
        and search_filter.sorting.property == "distance"
        and not has_distances(search_filter)
    ):
        raise _bad_parameter(
            "search.distance",
            f"{filter_pointer}/sorting/property",
            "The filter has no similarity criterion, so there is no distance to sort by.",
        )
    _require_origin(connection, search_filter.origin, filter_pointer)


def has_distances(search_filter: models.SearchFilter) -> bool:
    """Whether the filter has a positive similarity criterion, so that matching images have distances."""
    return any(node.is_positive and node.criteria.similarity is not None for node in walk_criteria(search_filter))


def has_text_similarity(search_filter: models.SearchFilter) -> bool:
    """Whether the filter has a similarity criterion with a text, whose vector only an extension can compute."""
    return any(
        node.criteria.similarity and node.criteria.similarity.text is not None for node in walk_criteria(search_filter)
    )


def has_collection_criterion(search_filter: models.SearchFilter) -> bool:
    """Whether the filter has a criterion on membership in collections."""
    return any(node.criteria.in_no_collection is not None for node in walk_criteria(search_filter))


def _count_feature_groups(node: CriteriaNode) -> int:
    count, group = 0, node.criteria.features
    while group is not None:
        count += 1
        _require_at_most(count, SEARCH_CRITERIA_MAX_DEPTH, "levels of conditions", f"{node.pointer}/features")
        group = group.features
    return count


def _require_existing(connection: Connection, node: CriteriaNode) -> None:
    criteria, pointer = node.criteria, node.pointer
    if criteria.tags is not None:
        _require_extensions(connection, criteria.tags.extension_ids or (), f"{pointer}/tags/extensionIds")
    _require_extensions(connection, criteria.untagged_by or (), f"{pointer}/untaggedBy")
    if criteria.not_evaluated_by is not None:
        ids = criteria.not_evaluated_by.extension_ids
        _require_extensions(connection, ids, f"{pointer}/notEvaluatedBy/extensionIds")
    group, group_pointer = criteria.features, f"{pointer}/features"
    while group is not None:
        for number, condition in enumerate(group.conditions):
            if condition.extension_id is not None:
                condition_pointer = f"{group_pointer}/conditions/{number}/extensionId"
                extensions.require(connection, condition.extension_id, pointer=condition_pointer)
        group, group_pointer = group.features, f"{group_pointer}/features"
    if criteria.duplicates is not None:
        _require_original(connection, criteria.duplicates, f"{pointer}/duplicates")
    if criteria.similarity is not None:
        _require_similarity(connection, criteria.similarity, f"{pointer}/similarity")


def _require_extensions(connection: Connection, ids: Any, pointer: str) -> None:
    for number, id in enumerate(ids):
        extensions.require(connection, id, pointer=f"{pointer}/{number}")


def _require_original(connection: Connection, criterion: models.SearchDuplicates, pointer: str) -> None:
    if criterion.of is not None and images.find(connection, criterion.of) is None:
        raise _bad_parameter("image.unknown", f"{pointer}/of", "There is no image with this id.", str(criterion.of))


def _require_similarity(connection: Connection, criterion: models.SearchSimilarity, pointer: str) -> None:
    extensions.require(connection, criterion.extension_id, pointer=f"{pointer}/extensionId")
    space = embeddings.space_of(connection, criterion.extension_id, criterion.name)
    if criterion.image is not None:
        key = images.find(connection, criterion.image)
        if key is None:
            raise _bad_parameter(
                "image.unknown", f"{pointer}/image", "There is no image with this id.", str(criterion.image)
            )
        if space is None or embeddings.vector_of(connection, space[0], key) is None:
            raise missing_embedding(str(criterion.image), pointer=f"{pointer}/image")
    elif criterion.values is not None:
        _require_length(criterion.values, space, f"{pointer}/values")


def _require_length(values: Sequence[float], space: tuple[int, int] | None, pointer: str) -> None:
    embeddings.query_vector(values, len(values) if space is None else space[1], pointer)


def missing_embedding(image: str, *, parameter: str | None = None, pointer: str | None = None) -> FaultError:
    """The fault for an image without an embedding that others could be compared with. It refers to `parameter`, or to
    `pointer` in the body.
    """
    return FaultError(
        Fault(
            kind=FaultKind.BAD_PARAMETER,
            rule="embedding.missing",
            detail="The image has no embedding of this extension and name.",
            parameter=parameter,
            pointer=pointer,
            value=image,
        )
    )


def _require_origin(connection: Connection, origin: models.SearchFilterOrigin | None, filter_pointer: str) -> None:
    if origin is None or origin.kind == "images":
        return
    repository_keys = repositories.keys_of(connection, origin.ids)
    for index, id in enumerate(origin.ids):
        if id not in repository_keys:
            detail = "There is no repository with this id."
            raise _bad_parameter("repository.unknown", f"{filter_pointer}/origin/ids/{index}", detail, str(id))


def _require_at_most(count: int, limit: int, noun: str, pointer: str) -> None:
    if count > limit:
        detail = f"The filter has more than {limit} {noun}."
        raise _bad_parameter(
            "search.size", pointer, detail, remedy="Shorten the filter, or split it into several searches."
        )


def _bad_parameter(
    rule: str, pointer: str, detail: str, value: str | None = None, remedy: str | None = None
) -> FaultError:
    return FaultError(
        Fault(kind=FaultKind.BAD_PARAMETER, rule=rule, detail=detail, pointer=pointer, value=value, remedy=remedy)
    )
