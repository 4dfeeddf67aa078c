"""Changes search filters that fit the schemas so that they name existing resources and keep the limits beyond the
schemas.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from facetry.contract.fuzzing import payloads
from facetry.contract.fuzzing.existing_resources import ExistingResources

_NESTED: Final = ("all", "any", "none")
_DEPTH: Final = 8
_GROUPS: Final = 64
_SIMILARITIES: Final = 8
_ORDERED: Final = ("greaterThan", "greaterThanOrEqual", "lessThan", "lessThanOrEqual")
_WHOLE: Final = frozenset({"integer", "float", "boolean", "binary"})  # `contains` is not allowed for them
_SMALLEST, _LARGEST = 1e-30, 1e30  # well within 32 bits


@dataclass(slots=True)
class _Size:
    groups: int = 0
    similarities: int = 0
    measures: bool = False


def fit(wanted: dict[str, Any], resources: ExistingResources) -> None:
    """Change a filter in place: it names existing resources, keeps the limits of size, and sorts by a distance only if
    it has one.
    """
    origin, size = wanted.get("origin"), _Size()
    if isinstance(origin, dict) and origin.get("kind") == "repositories":
        origin["ids"] = [resources.some_repository() for _ in origin.get("ids", ())]
    elif isinstance(origin, dict) and origin.get("kind") == "images":
        origin["ids"] = [resources.some_image() for _ in origin.get("ids", ())]
    if isinstance(wanted.get("criteria"), dict):
        _fit_criteria(wanted["criteria"], resources, size, depth=1, is_wanted=True)
    sorting = wanted.get("sorting")
    if isinstance(sorting, dict) and sorting.get("property") == "distance" and not size.measures:
        sorting["property"] = "name"


def fit_vector(extension: str, name: str, values: list[Any], resources: ExistingResources) -> list[Any]:
    """The components of a vector with the length of others of the name, within 32 bits and not all zero."""
    length = resources.vector_lengths.get((extension, name), len(values))
    fitted = [value if abs(value) < _LARGEST else 1.0 for value in (values + [1.0] * length)[:length]]
    if all(abs(value) < _SMALLEST for value in fitted):
        fitted[0] = 1.0
    return fitted


def _fit_criteria(
    criteria: dict[str, Any], resources: ExistingResources, size: _Size, *, depth: int, is_wanted: bool
) -> None:
    size.groups += 1
    for holder, name in _named(criteria):
        holder[name] = [resources.some_extension(len(str(each))) for each in holder[name]]
    if "features" in criteria:
        _fit_features(criteria["features"], resources, size)
    if "of" in criteria.get("duplicates", {}):
        criteria["duplicates"]["of"] = resources.confirmed_image()
    if "similarity" in criteria:
        if size.similarities < _SIMILARITIES:
            size.similarities += 1
            size.measures |= is_wanted
            _fit_similarity(criteria["similarity"], resources)
        else:
            del criteria["similarity"]
    for way in _NESTED:
        # A group of features may come with each, in up to eight levels.
        room = 0 if depth == _DEPTH else (_GROUPS - size.groups) // (_DEPTH + 1)
        if way in criteria:
            criteria[way] = criteria[way][:room]
            for inner in criteria[way]:
                _fit_criteria(inner, resources, size, depth=depth + 1, is_wanted=is_wanted and way != "none")
            if not criteria[way]:
                del criteria[way]


def _named(criteria: dict[str, Any]) -> Iterator[tuple[dict[str, Any], str]]:
    """Each object and member of the criteria that names extensions."""
    for holder, name in (
        (criteria.get("tags", {}), "extensionIds"),
        (criteria, "untaggedBy"),
        (criteria.get("notEvaluatedBy", {}), "extensionIds"),
    ):
        if name in holder:
            yield holder, name


def _fit_features(group: dict[str, Any], resources: ExistingResources, size: _Size, depth: int = 1) -> None:
    size.groups += 1
    for condition in group["conditions"]:
        if "extensionId" in condition:
            condition["extensionId"] = resources.some_extension(len(condition["extensionId"]))
        _fit_condition(condition, resources)
    if "features" in group:
        if depth < _DEPTH and size.groups < _GROUPS:
            _fit_features(group["features"], resources, size, depth + 1)
        else:
            del group["features"]
            group["conditions"] = group["conditions"] or [{"format": "string", "operator": "different", "value": ""}]


def _fit_condition(condition: dict[str, Any], resources: ExistingResources) -> None:
    format, operator, value = condition["format"], condition["operator"], condition["value"]
    if operator == "contains" and format in _WHOLE:
        condition["operator"] = "equals"
    elif operator in _ORDERED and format not in ("integer", "float"):
        condition["operator"] = "different"
    if format in ("integer", "float", "boolean"):
        made = {"type": "other", "format": format, "value": value}
        payloads.fit(made, resources.rng)
        condition["value"] = made["value"]
    elif not isinstance(value, str):
        condition["value"] = "A lighthouse – 灯台"


def _fit_similarity(similarity: dict[str, Any], resources: ExistingResources) -> None:
    extension = similarity["extensionId"] = resources.some_extension(len(similarity["extensionId"]))
    name = similarity["name"]
    if "image" in similarity:
        similarity["image"] = resources.confirmed_image(similarity["image"])
        resources.ensure_embedding(similarity["image"], extension, name)
    elif "values" in similarity:
        similarity["values"] = fit_vector(extension, name, similarity["values"], resources)
