"""The names that random requests use: those of the library that both services have, and a few unknown ones."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any, Final
from uuid import UUID

EXTENSIONS: Final = ("tagger", "other")
TAGS: Final = ("rare", "hundredth", "common-001", "common-002", "common-300", "sky", "sky/blue", "new:1")
TEXTS: Final = ("a", "ba", "cor", "img", "IMG_1", "delfin", "straße", "100%", "猫", " ", "x" * 300, "\x01", "jpg")
NAMES: Final = ("count", "caption", "score", "a.b:c", "unheard")
DIMENSIONS: Final = {"clip": 8, "face": 4}
UNKNOWN_SHARE: Final = 0.04
"""The share of names that nothing has."""
_WRONG_SHARE: Final = 0.02


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The ids of the library."""

    images: tuple[str, ...]
    repositories: tuple[str, ...]
    first_ms: int
    """The earliest date of the library, in milliseconds."""
    last_ms: int

    def value_of(self, schema: str, rng: Random) -> Any:
        """A value for the schema with this name in the description, None when the vocabulary has none."""
        match schema:
            case "Uuid":
                return self._known(rng, rng.choices((self.images, self.repositories), (9, 1))[0], unknown_id(rng))
            case "ExtensionId":
                return self._known(rng, EXTENSIONS, "nobody")
            case "TagValue":
                return self._known(rng, TAGS, f"tag-{rng.randrange(10**6)}")
            case "ImageFeatureName":
                return self._known(rng, NAMES, "unknown")
            case "EmbeddingName":
                return self._known(rng, tuple(DIMENSIONS), "unknown")
            case "CollectionId":
                return rng.randrange(1, 25)
            case "EmbeddingValues":
                return vector(rng, rng.choice(tuple(DIMENSIONS)))
            case "ImageEmbedding":
                name = rng.choice(tuple(DIMENSIONS))
                return {"name": name, "values": vector(rng, name)}
            case "EmbeddingSet":
                names = rng.sample(tuple(DIMENSIONS), rng.randrange(len(DIMENSIONS) + 1))
                return [{"name": name, "values": vector(rng, name)} for name in names]
            case "SearchFilterOrigin":
                kind, known = rng.choice((("images", self.images), ("repositories", self.repositories)))
                return {
                    "kind": kind,
                    "ids": [self._known(rng, known, unknown_id(rng)) for _ in range(rng.randrange(5))],
                }
            case "SearchDuplicates":
                return self._duplicates(rng)
            case "SearchSimilarity":
                return self._similarity(rng)
            case "SearchFeatureCondition":
                return _condition(rng)
            case "ImageFeature":
                return _feature(rng)
            case "SearchKeyword":
                text = rng.choice(TEXTS)
                return {"text": text, **{place: rng.random() < 0.6 for place in ("inName", "inMetadata", "inFeatures")}}
            case "SearchPropertyRange":
                return self._property_range(rng)
        return None

    def repository(self, rng: Random) -> str:
        """The id of a repository, seldom an unknown one."""
        return self._known(rng, self.repositories, unknown_id(rng))

    def _known(self, rng: Random, known: tuple[str, ...], unknown: str) -> str:
        return unknown if rng.random() < UNKNOWN_SHARE else rng.choice(known)

    def _similarity(self, rng: Random) -> dict[str, Any]:
        name = rng.choice(tuple(DIMENSIONS))
        similarity: dict[str, Any] = {"extensionId": self._known(rng, EXTENSIONS, "nobody"), "name": name}
        if rng.random() < 0.3:
            similarity["image"] = rng.choice(self.images)
        else:
            similarity["values"] = vector(rng, name)
        if rng.random() < 0.7:
            similarity["maxDistance"] = rng.choice((0, 0.25, 0.5, 1.0, 1.5, 2))
        return similarity

    def _duplicates(self, rng: Random) -> dict[str, Any]:
        kind = rng.choice(("exactDuplicates", "samePixels", "nearDuplicates"))
        if kind == "nearDuplicates":
            return {"kind": kind, "of": rng.choice(self.images), "maximumDistance": rng.randrange(17)}
        return {"kind": kind, **({"of": rng.choice(self.images)} if rng.random() < 0.5 else {})}

    def _property_range(self, rng: Random) -> dict[str, int]:
        largest = rng.choice((300, 5_000, 10_000_000, self.last_ms))
        bounds = sorted(rng.randrange(largest + 1) for _ in range(2))
        if largest == self.last_ms:
            bounds = sorted(rng.randrange(self.first_ms, self.last_ms + 1) for _ in range(2))
        members = dict(zip(("minimum", "maximum"), bounds, strict=True))
        if rng.random() < 0.5:
            del members[rng.choice(tuple(members))]
        return members


def unknown_id(rng: Random) -> str:
    """The id of nothing."""
    return str(UUID(int=rng.getrandbits(128), version=4))


def vector(rng: Random, name: str) -> list[float | int]:
    """A vector for the space `name`, seldom one of another length or with a component that is refused."""
    length = DIMENSIONS[name] + (rng.random() < _WRONG_SHARE)
    values: list[float | int] = [rng.choice((0, 1, -1, rng.gauss(0, 1), round(rng.random(), 3))) for _ in range(length)]
    if rng.random() < _WRONG_SHARE:
        values[rng.randrange(length)] = rng.choice((1e39, -1e300, 10**400))
    return values


def _condition(rng: Random) -> dict[str, Any]:
    format = rng.choice(("integer", "float", "string", "boolean"))
    condition: dict[str, Any] = {"format": format, "operator": "equals", "value": _value(rng, format)}
    if format in {"integer", "float"}:
        condition["operator"] = rng.choice(("equals", "different", "lessThan", "greaterThanOrEqual"))
    elif format == "string":
        condition["operator"] = rng.choice(("equals", "different", "contains"))
    if rng.random() < 0.5:
        condition["name"] = rng.choice(NAMES)
    if rng.random() < 0.3:
        condition["extensionId"] = rng.choice(EXTENSIONS)
    return condition


def _feature(rng: Random) -> dict[str, Any]:
    format = rng.choice(("integer", "float", "string", "boolean", "markdown", "html"))
    is_text = format in {"string", "markdown", "html"}
    type = rng.choice(("caption", "description", "comment")) if is_text else rng.choice(("metadata", "other"))
    feature = {"type": type, "format": format, "value": _value(rng, format)}
    if rng.random() < 0.7:
        feature["name"] = rng.choice(NAMES)
    return feature


def _value(rng: Random, format: str) -> Any:
    match format:
        case "integer":
            return rng.choice((0, 1, -5, rng.randrange(10_000), 2**53 - 1))
        case "float":
            return rng.choice((0.5, 1, -2.25, rng.random(), 1e300))
        case "boolean":
            return rng.random() < 0.5
        case _:
            return rng.choice(TEXTS)
