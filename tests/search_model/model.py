"""What a library holds, as plain values, and which of its images a filter means: one image and one criterion after
the other, with nothing that the product has for it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tests.support.naive_vectors import distances

EXTENSIONS = ("tagger", "seer", "other")
Criteria = dict[str, Any]


@dataclass(slots=True)
class Feature:
    """A feature as it was written."""

    type: str
    format: str
    name: str | None
    value: str | float | bool


@dataclass(slots=True)
class Picture:
    """An image with its facets; None of an extension that has not looked at it."""

    key: int
    id: str
    name: str
    format: str
    width: int
    height: int
    size: int
    repository: str
    file_created: int
    file_modified: int
    created: int
    modified: int
    metadata: str
    is_missing: bool = False
    tags: dict[str, set[str]] = field(default_factory=dict)
    features: dict[str, list[Feature]] = field(default_factory=dict)
    vectors: dict[tuple[str, str], list[float]] = field(default_factory=dict)


@dataclass(slots=True)
class Model:
    """All images by id, and the filters of all collections."""

    pictures: dict[str, Picture] = field(default_factory=dict)
    collections: dict[int, dict[str, Any]] = field(default_factory=dict)

    def matching(self, wanted: dict[str, Any]) -> list[Picture]:
        """The images that a filter means, in its order."""
        found = [each for each in self.pictures.values() if self.matches(each, wanted)]
        return self._ordered(found, wanted)

    def matches(self, picture: Picture, wanted: dict[str, Any]) -> bool:
        origin = wanted.get("origin")
        if origin is not None:
            own = picture.id if origin["kind"] == "images" else picture.repository
            if own not in origin["ids"]:
                return False
        return self._meets(picture, wanted.get("criteria", {}))

    def distance(self, picture: Picture, wanted: dict[str, Any]) -> float | None:
        """The smallest to what the filter asks likeness to."""
        found = []
        for alike in similarities(wanted.get("criteria", {})):
            measured = self._away(picture, alike)
            if measured is not None:
                found.append(measured)
        return min(found, default=None)

    def _meets(self, picture: Picture, criteria: Criteria) -> bool:
        return all(getattr(self, f"_meets_{member}")(picture, wanted) for member, wanted in criteria.items())

    def _meets_all(self, picture: Picture, wanted: list[Criteria]) -> bool:
        return all(self._meets(picture, each) for each in wanted)

    def _meets_any(self, picture: Picture, wanted: list[Criteria]) -> bool:
        return any(self._meets(picture, each) for each in wanted)

    def _meets_none(self, picture: Picture, wanted: list[Criteria]) -> bool:
        return not self._meets_any(picture, wanted)

    def _meets_formats(self, picture: Picture, wanted: list[str]) -> bool:
        return picture.format in wanted

    def _meets_states(self, picture: Picture, wanted: list[str]) -> bool:
        return ("MISSING" if picture.is_missing else "AVAILABLE") in wanted

    def _meets_keyword(self, picture: Picture, wanted: dict[str, Any]) -> bool:
        piece = wanted["text"].casefold()
        texts = [picture.name] if wanted["inName"] else []
        if wanted["inMetadata"]:
            texts.append(picture.metadata)
        if wanted["inFeatures"]:
            texts += [each.value for each in _features(picture) if isinstance(each.value, str)]
        return piece == "" or any(piece in text.casefold() for text in texts)

    def _meets_tags(self, picture: Picture, wanted: dict[str, Any]) -> bool:
        among = wanted.get("extensionIds", EXTENSIONS)
        held = {value for extension in among for value in picture.tags.get(extension, ())}
        hits = [value in held for value in wanted["values"]]
        match wanted.get("operator", "or"):
            case "and":
                return all(hits)
            case "not":
                return not any(hits)
            case _:
                return any(hits)

    def _meets_features(self, picture: Picture, wanted: dict[str, Any]) -> bool:
        met = [
            any(_compares(extension, feature, condition) for extension, feature in _owned(picture))
            for condition in wanted["conditions"]
        ]
        if "features" in wanted:
            met.append(self._meets_features(picture, wanted["features"]))
        match wanted["operator"]:
            case "and":
                return all(met)
            case "or":
                return any(met)
            case _:
                return not any(met)

    def _meets_properties(self, picture: Picture, wanted: dict[str, Any]) -> bool:
        own = {
            "width": picture.width,
            "height": picture.height,
            "weightInBytes": picture.size,
            "creationDate": picture.created,
            "modificationDate": picture.modified,
        }
        return all(
            bounds.get("minimum", -(10**18)) <= own[name] <= bounds.get("maximum", 10**18)
            for name, bounds in wanted.items()
        )

    def _meets_untaggedBy(self, picture: Picture, wanted: list[str]) -> bool:  # noqa: N802  # as on the wire
        return not any(picture.tags.get(extension) for extension in wanted)

    def _meets_notEvaluatedBy(self, picture: Picture, wanted: dict[str, Any]) -> bool:  # noqa: N802
        looked: dict[str, set[str]] = {
            "tags": set(picture.tags),
            "features": set(picture.features),
            "embeddings": {extension for extension, _ in picture.vectors},
        }
        kinds = [wanted["facet"]] if "facet" in wanted else list(looked)
        return not any(extension in looked[kind] for kind in kinds for extension in wanted["extensionIds"])

    def _meets_inNoCollection(self, picture: Picture, wanted: bool) -> bool:  # noqa: N802
        counting = [each for each in self.collections.values() if "inNoCollection" not in str(each)]
        return any(self.matches(picture, each) for each in counting) is not wanted

    def _meets_similarity(self, picture: Picture, wanted: dict[str, Any]) -> bool:
        away = self._away(picture, wanted)
        return away is not None and away <= wanted.get("maxDistance", 2)

    def _away(self, picture: Picture, alike: dict[str, Any]) -> float | None:
        space = (alike["extensionId"], alike["name"])
        own = picture.vectors.get(space)
        other = alike.get("values")
        if "image" in alike:
            model = self.pictures.get(alike["image"])
            other = model.vectors.get(space) if model else None
        if own is None or other is None or len(own) != len(other):
            return None
        return float(distances(np.asarray([own], np.float32), np.asarray(other, np.float32))[0])

    def _ordered(self, found: list[Picture], wanted: dict[str, Any]) -> list[Picture]:
        by = wanted.get("sorting") or {"property": "name"}
        is_descending = by.get("isAscending") is False
        if by["property"] == "distance":
            away = {each.key: self.distance(each, wanted) for each in found}
            near = sorted((each for each in found if away[each.key] is not None), key=lambda e: (away[e.key], e.key))
            rest = sorted((each for each in found if away[each.key] is None), key=lambda each: each.key)
            return near[::-1] + rest[::-1] if is_descending else near + rest
        return sorted(found, key=lambda each: (_value(each, by["property"]), each.key), reverse=is_descending)


def similarities(criteria: Criteria) -> list[dict[str, Any]]:
    """What criteria ask likeness to, but for what is not wanted."""
    own = [criteria["similarity"]] if "similarity" in criteria else []
    inner = [each for name in ("all", "any") for each in criteria.get(name, ())]
    return own + [alike for each in inner for alike in similarities(each)]


def facets(found: list[Picture]) -> dict[str, list[tuple[Any, ...]]]:
    """The counts of the found images, in the order of the wire."""
    tags: dict[tuple[str, str], int] = {}
    for picture in found:
        for extension, values in picture.tags.items():
            for value in values:
                tags[value, extension] = tags.get((value, extension), 0) + 1
    return {
        "tags": [(id, value, count) for (value, id), count in sorted(tags.items(), key=lambda e: (-e[1], e[0]))],
        "formats": _counted([each.format for each in found]),
        "repositories": _counted([each.repository for each in found]),
        "months": sorted(_counted([_month(each.file_modified) for each in found]), reverse=True),
    }


def _month(milliseconds: int) -> str:
    return str(np.datetime64(milliseconds, "ms"))[:7]


def _counted(values: list[str]) -> list[tuple[Any, ...]]:
    counts = {value: values.count(value) for value in values}
    return sorted(counts.items(), key=lambda each: (-each[1], each[0]))


def _value(picture: Picture, name: str) -> object:
    return {
        "name": picture.name.casefold(),
        "creationDate": picture.file_created,
        "modificationDate": picture.file_modified,
        "importDate": picture.created,
        "updateDate": picture.modified,
        "binarySize": picture.size,
        "width": picture.width,
        "height": picture.height,
    }[name]


def _owned(picture: Picture) -> list[tuple[str, Feature]]:
    return [(extension, each) for extension, features in picture.features.items() for each in features]


def _features(picture: Picture) -> list[Feature]:
    return [each for _, each in _owned(picture)]


def _compares(extension: str, feature: Feature, wanted: dict[str, Any]) -> bool:
    if wanted.get("extensionId", extension) != extension or wanted.get("type", feature.type) != feature.type:
        return False
    if feature.format != wanted["format"] or wanted.get("name", feature.name) != feature.name:
        return False
    own: Any = feature.value
    value: Any = wanted["value"]
    return _holds(wanted["operator"], own, value)


def _holds(operator: str, own: Any, value: Any) -> bool:
    match operator:
        case "equals":
            return bool(own == value)
        case "different":
            return bool(own != value)
        case "contains":
            return str(value).casefold() in str(own).casefold()
        case "greaterThan":
            return bool(own > value)
        case "greaterThanOrEqual":
            return bool(own >= value)
        case "lessThan":
            return bool(own < value)
        case _:
            return bool(own <= value)
