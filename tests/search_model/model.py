"""A naive model of a library: its content as plain values, and the evaluation of filters.

Each image is compared with each criterion in turn. No index and no search code of the service is used.
"""

from __future__ import annotations

import base64
import json
import math
import re
import unicodedata
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tests.support.libraries.naive_vectors import distances

EXTENSIONS = ("tagger", "seer", "other")
Criteria = dict[str, Any]


@dataclass(slots=True)
class Feature:
    """A feature as an extension wrote it."""

    type: str
    format: str
    name: str | None
    value: str | float | bool


@dataclass(slots=True)
class Picture:
    """An image with its facets. An extension that has not evaluated the image has no entry in the dictionaries."""

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
    date_in_metadata: int | None
    content_hash: bytes
    pixel_hash: bytes | None
    perceptual_hash: int | None  # 64 bits, without a sign
    is_missing: bool = False
    is_unreadable: bool = False
    tags: dict[str, set[str]] = field(default_factory=dict)
    features: dict[str, list[Feature]] = field(default_factory=dict)
    vectors: dict[tuple[str, str], list[float]] = field(default_factory=dict)

    @property
    def captured(self) -> int:
        return self.file_created if self.date_in_metadata is None else self.date_in_metadata


@dataclass(slots=True)
class Model:
    """All images by id, and the filters of all collections by number."""

    pictures: dict[str, Picture] = field(default_factory=dict)
    collections: dict[int, dict[str, Any]] = field(default_factory=dict)

    def matching(self, search_filter: dict[str, Any]) -> list[Picture]:
        """The images that match a filter, in the order of the filter."""
        found = [each for each in self.pictures.values() if self.matches(each, search_filter)]
        return self._ordered(found, search_filter)

    def matches(self, picture: Picture, search_filter: dict[str, Any]) -> bool:
        origin = search_filter.get("origin")
        if origin is not None:
            own = picture.id if origin["kind"] == "images" else picture.repository
            if own not in origin["ids"]:
                return False
        return self._meets(picture, search_filter.get("criteria", {}))

    def values_of(self, format: str) -> list[str | float | bool]:
        """The values of all features of a format."""
        return [
            feature.value
            for picture in self.pictures.values()
            for feature in _features(picture)
            if feature.format == format
        ]

    def distance(self, picture: Picture, search_filter: dict[str, Any]) -> float | None:
        """The smallest distance of an image to the similarity criteria of a filter; None when it has none."""
        found = []
        for similarity in similarities(search_filter.get("criteria", {})):
            distance = self._distance(picture, similarity)
            if distance is not None:
                found.append(distance)
        return min(found, default=None)

    def _meets(self, picture: Picture, criteria: Criteria) -> bool:
        return all(getattr(self, f"_meets_{member}")(picture, criterion) for member, criterion in criteria.items())

    def _meets_all(self, picture: Picture, criterion: list[Criteria]) -> bool:
        return all(self._meets(picture, each) for each in criterion)

    def _meets_any(self, picture: Picture, criterion: list[Criteria]) -> bool:
        return any(self._meets(picture, each) for each in criterion)

    def _meets_none(self, picture: Picture, criterion: list[Criteria]) -> bool:
        return not self._meets_any(picture, criterion)

    def _meets_formats(self, picture: Picture, criterion: list[str]) -> bool:
        return picture.format in criterion

    def _meets_states(self, picture: Picture, criterion: list[str]) -> bool:
        if picture.is_missing:
            return "MISSING" in criterion
        return ("UNREADABLE" if picture.is_unreadable else "AVAILABLE") in criterion

    def _meets_keyword(self, picture: Picture, criterion: dict[str, Any]) -> bool:
        text = folded(criterion["text"])
        texts = [picture.name] if criterion["inName"] else []
        if criterion["inMetadata"] and folded(json.dumps(criterion["text"], ensure_ascii=False)[1:-1]) in folded(
            picture.metadata
        ):
            return True
        if criterion["inFeatures"]:
            texts += [each.value for each in _features(picture) if isinstance(each.value, str)]
        return text == "" or any(text in folded(each) for each in texts)

    def _meets_tags(self, picture: Picture, criterion: dict[str, Any]) -> bool:
        extensions = criterion.get("extensionIds", EXTENSIONS)
        values = {value for extension in extensions for value in picture.tags.get(extension, ())}
        hits = [value in values for value in criterion["values"]]
        match criterion.get("operator", "or"):
            case "and":
                return all(hits)
            case "not":
                return not any(hits)
            case _:
                return any(hits)

    def _meets_features(self, picture: Picture, criterion: dict[str, Any]) -> bool:
        results = [
            any(_meets_condition(extension, feature, condition) for extension, feature in _extension_features(picture))
            for condition in criterion["conditions"]
        ]
        if "features" in criterion:
            results.append(self._meets_features(picture, criterion["features"]))
        match criterion["operator"]:
            case "and":
                return all(results)
            case "or":
                return any(results)
            case _:
                return not any(results)

    def _meets_properties(self, picture: Picture, criterion: dict[str, Any]) -> bool:
        own = {
            "width": picture.width,
            "height": picture.height,
            "weightInBytes": picture.size,
            "captureDate": picture.captured,
            "fileCreationDate": picture.file_created,
            "fileModificationDate": picture.file_modified,
            "importDate": picture.created,
            "updateDate": picture.modified,
            "creationDate": picture.created,
            "modificationDate": picture.modified,
        }
        return all(
            bounds.get("minimum", -(10**18)) <= own[name] <= bounds.get("maximum", 10**18)
            for name, bounds in criterion.items()
        )

    def _meets_untaggedBy(self, picture: Picture, criterion: list[str]) -> bool:  # noqa: N802  # as on the wire
        return not any(picture.tags.get(extension) for extension in criterion)

    def _meets_notEvaluatedBy(self, picture: Picture, criterion: dict[str, Any]) -> bool:  # noqa: N802
        evaluated: dict[str, set[str]] = {
            "tags": set(picture.tags),
            "features": set(picture.features),
            "embeddings": {extension for extension, _ in picture.vectors},
        }
        kinds = [criterion["facet"]] if "facet" in criterion else list(evaluated)
        return not any(extension in evaluated[kind] for kind in kinds for extension in criterion["extensionIds"])

    def _meets_inNoCollection(self, picture: Picture, criterion: bool) -> bool:  # noqa: N802
        filters = [each for each in self.collections.values() if "inNoCollection" not in str(each)]
        return any(self.matches(picture, each) for each in filters) is not criterion

    def _meets_duplicates(self, picture: Picture, criterion: dict[str, Any]) -> bool:
        others = [other for other in self.pictures.values() if other.id != picture.id]
        if "of" in criterion:
            others = [other for other in others if other.id == criterion["of"]]
        return any(_are_duplicates(picture, other, criterion) for other in others)

    def _meets_similarity(self, picture: Picture, criterion: dict[str, Any]) -> bool:
        distance = self._distance(picture, criterion)
        return distance is not None and distance <= criterion.get("maxDistance", 2)

    def _distance(self, picture: Picture, similarity: dict[str, Any]) -> float | None:
        space = (similarity["extensionId"], similarity["name"])
        own = picture.vectors.get(space)
        other = similarity.get("values")
        if "image" in similarity:
            model = self.pictures.get(similarity["image"])
            other = model.vectors.get(space) if model else None
        if own is None or other is None or len(own) != len(other):
            return None
        return float(distances(np.asarray([own], np.float32), np.asarray(other, np.float32))[0])

    def _ordered(self, found: list[Picture], search_filter: dict[str, Any]) -> list[Picture]:
        by = search_filter.get("sorting") or {"property": "name"}
        is_descending = by.get("isAscending") is False
        if by["property"] == "distance":
            distances_by_key = {each.key: self.distance(each, search_filter) for each in found}
            with_distance = sorted(
                (each for each in found if distances_by_key[each.key] is not None),
                key=lambda e: (distances_by_key[e.key], e.key),
            )
            without_distance = sorted(
                (each for each in found if distances_by_key[each.key] is None), key=lambda each: each.key
            )
            if is_descending:
                return with_distance[::-1] + without_distance[::-1]
            return with_distance + without_distance
        return sorted(found, key=lambda each: (_value(each, by["property"]), each.key), reverse=is_descending)


def similarities(criteria: Criteria) -> list[dict[str, Any]]:
    """The similarity criteria of `criteria` and of nested criteria, without those in `none`."""
    own = [criteria["similarity"]] if "similarity" in criteria else []
    inner = [each for name in ("all", "any") for each in criteria.get(name, ())]
    return own + [similarity for each in inner for similarity in similarities(each)]


def facets(found: list[Picture]) -> dict[str, list[tuple[Any, ...]]]:
    """The counts of the matching images by kind, in the order of the response."""
    tags: dict[tuple[str, str], int] = {}
    for picture in found:
        for extension, values in picture.tags.items():
            for value in values:
                tags[value, extension] = tags.get((value, extension), 0) + 1
    return {
        "tags": [(id, value, count) for (value, id), count in sorted(tags.items(), key=lambda e: (-e[1], e[0]))],
        "formats": _count_values([each.format for each in found]),
        "repositories": _count_values([each.repository for each in found]),
        "months": sorted(_count_values([_month(each.captured) for each in found]), reverse=True),
    }


def buckets_of(
    found: list[Picture], search_filter: dict[str, Any], max_letters: int, max_images: int, *, with_ratios: bool
) -> dict[str, Any]:
    """The matching images, which are in order, in the form of the response."""
    sorting = search_filter.get("sorting", {}).get("property", "name")
    letters = ["0-9" if each.name[0].isdecimal() else folded(each.name)[0] for each in found]
    if sorting.endswith("Date"):
        kind, labels = "month", [_month(_value(each, sorting)) for each in found]
    elif sorting == "name" and len(set(letters)) <= max_letters:
        kind, labels = "letter", letters
    else:
        kind, labels = "position", [str(position // max_images * max_images) for position in range(len(found))]
    items: list[dict[str, Any]] = []
    for position, (label, picture) in enumerate(zip(labels, found, strict=True)):
        if not items or items[-1]["value"] != label:
            items.append({"value": label, "skip": position, "count": 0, "firstImageId": picture.id, "ratios": []})
        items[-1]["count"] += 1
        exact = 128 + 40 * math.log2(picture.width / picture.height)
        items[-1]["ratios"].append(min(max(round(exact), 0), 255))
    for item in items:
        ratios = bytes(item.pop("ratios"))
        if with_ratios:
            item["aspectRatios"] = base64.b64encode(ratios).decode()
    return {"kind": kind, "items": items, "totalCount": len(found)}


def folded(text: str) -> str:
    """The text as it is compared without regard to case."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())


def _normal(value: Any) -> Any:
    return unicodedata.normalize("NFC", value) if isinstance(value, str) else value


def _natural(name: str) -> tuple[list[tuple[int, int]], list[int]]:
    """The characters of a name, with numbers by their value, and then the numbers of leading zeros."""
    parts = re.findall(r"\d+|\D", name)
    places = [(ord("0"), int(part)) if part.isdecimal() else (ord(part), 0) for part in parts]
    zeros = [len(part) - len(str(int(part))) for part in parts if part.isdecimal()]
    while zeros and not zeros[-1]:
        zeros.pop()
    return places, zeros


def _month(milliseconds: int) -> str:
    return str(np.datetime64(milliseconds, "ms"))[:7]


def _count_values(values: list[str]) -> list[tuple[Any, ...]]:
    counts = {value: values.count(value) for value in values}
    return sorted(counts.items(), key=lambda each: (-each[1], each[0]))


def _value(picture: Picture, name: str) -> Any:
    return {
        "name": _natural(folded(picture.name)),
        "captureDate": picture.captured,
        "fileCreationDate": picture.file_created,
        "fileModificationDate": picture.file_modified,
        "creationDate": picture.file_created,
        "modificationDate": picture.file_modified,
        "importDate": picture.created,
        "updateDate": picture.modified,
        "binarySize": picture.size,
        "width": picture.width,
        "height": picture.height,
    }[name]


def _are_duplicates(picture: Picture, other: Picture, criterion: dict[str, Any]) -> bool:
    match criterion["kind"]:
        case "exactDuplicates":
            return picture.content_hash == other.content_hash
        case "samePixels":
            return picture.pixel_hash is not None and picture.pixel_hash == other.pixel_hash
        case "nearDuplicates":
            if picture.perceptual_hash is None or other.perceptual_hash is None:
                return False
            most: int = criterion.get("maximumDistance", 4)
            return (picture.perceptual_hash ^ other.perceptual_hash).bit_count() <= most
        case kind:
            raise ValueError(f"the model does not evaluate duplicates of the kind {kind}: extend _are_duplicates")


def _extension_features(picture: Picture) -> list[tuple[str, Feature]]:
    return [(extension, each) for extension, features in picture.features.items() for each in features]


def _features(picture: Picture) -> list[Feature]:
    return [each for _, each in _extension_features(picture)]


def _meets_condition(extension: str, feature: Feature, condition: dict[str, Any]) -> bool:
    if condition.get("extensionId", extension) != extension or condition.get("type", feature.type) != feature.type:
        return False
    if feature.format != condition["format"] or condition.get("name", feature.name) != feature.name:
        return False
    own: Any = feature.value
    value: Any = condition["value"]
    return _compare(condition["operator"], own, value)


def _compare(operator: str, own: Any, value: Any) -> bool:
    match operator:
        case "equals":
            return bool(_normal(own) == _normal(value))
        case "different":
            return bool(_normal(own) != _normal(value))
        case "contains":
            return folded(str(value)) in folded(str(own))
        case "greaterThan":
            return bool(own > value)
        case "greaterThanOrEqual":
            return bool(own >= value)
        case "lessThan":
            return bool(own < value)
        case _:
            return bool(own <= value)
