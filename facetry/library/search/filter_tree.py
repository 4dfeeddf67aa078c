"""Search filters: traversal of their criteria, questions about their content, and their validation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sqlalchemy import Connection

from facetry.library import repositories
from facetry.library.search.criteria.refusals import bad_value, require_at_most
from facetry.library.search.criteria.registry import criteria_of
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
        present = [(each, value, each.pointer_in(node.pointer)) for each, value in criteria_of(node.criteria)]
        groups += 1 + sum(each.count_groups(value, pointer) for each, value, pointer in present)
        similarities += node.criteria.similarity is not None
        require_at_most(node.depth, SEARCH_CRITERIA_MAX_DEPTH, "levels of criteria", node.pointer)
        require_at_most(groups, SEARCH_CRITERIA_MAX_GROUPS, "groups of criteria and of conditions", node.pointer)
        require_at_most(similarities, SEARCH_CRITERIA_MAX_SIMILARITIES, "criteria of similarity", node.pointer)
        for each, value, pointer in present:
            each.require(connection, value, pointer)
    if (
        search_filter.sorting is not None
        and search_filter.sorting.property == "distance"
        and not has_distances(search_filter)
    ):
        raise bad_value(
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


def _require_origin(connection: Connection, origin: models.SearchFilterOrigin | None, filter_pointer: str) -> None:
    if origin is None or origin.kind == "images":
        return
    repository_keys = repositories.keys_of(connection, origin.ids)
    for index, id in enumerate(origin.ids):
        if id not in repository_keys:
            detail = "There is no repository with this id."
            raise bad_value("repository.unknown", f"{filter_pointer}/origin/ids/{index}", detail, str(id))
