"""A naive model of a library: its content as plain values, and the evaluation of filters.

Each image is compared with each criterion in turn. No index and no search code of the service is used.
"""

from __future__ import annotations

import base64
import math
import re
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tests.search_model.criteria import similarity
from tests.search_model.criteria.registry import CRITERIA
from tests.search_model.picture import Picture, folded

Criteria = dict[str, Any]


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
            for _, feature in picture.features_by_extension()
            if feature.format == format
        ]

    def distance(self, picture: Picture, search_filter: dict[str, Any]) -> float | None:
        """The smallest distance of an image to the similarity criteria of a filter; None when it has none."""
        wanted = similarities(search_filter.get("criteria", {}))
        found = (similarity.distance(self, picture, each) for each in wanted)
        return min((each for each in found if each is not None), default=None)

    def _meets(self, picture: Picture, criteria: Criteria) -> bool:
        return all(self._meets_criterion(picture, name, criterion) for name, criterion in criteria.items())

    def _meets_criterion(self, picture: Picture, name: str, criterion: Any) -> bool:
        match name:
            case "all":
                return all(self._meets(picture, each) for each in criterion)
            case "any":
                return any(self._meets(picture, each) for each in criterion)
            case "none":
                return not any(self._meets(picture, each) for each in criterion)
            case _:
                return CRITERIA[name].meets(self, picture, criterion)

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
    return own + [found for each in inner for found in similarities(each)]


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
