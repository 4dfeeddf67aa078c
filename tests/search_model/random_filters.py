"""Filters drawn at random from few values, so that they often meet."""

from __future__ import annotations

from random import Random
from typing import Any

from generated.limits import SEARCH_CRITERIA_MAX_SIMILARITIES
from tests.search_model.model import EXTENSIONS, Model, similarities

TAGS = ("a", "b", "c", "d", "rare")
FORMATS = ("PNG", "JPEG", "WEBP", "GIF")
NAMES = (
    "a.jpg",
    "Straße.jpg",
    "ÉCOLE.png",
    "IMG_0001.JPG",
    "ﬁsh.gif",
    "İstanbul.webp",
    "猫咪睡觉.png",
    '100% "odd"*.jpg',
    "control\x01\x01\x01.png",
    "b",
)
LONG = "x" * 65_530 + "needle at the end"
TEXTS = (
    "A lighthouse at dusk",
    "dusk",
    "STRASSE im Regen",
    "猫",
    "猫咪",
    "a",
    '{"k": "v"}',
    "100%_",
    "\x01\x01\x01y",
    LONG,
)
PIECES = (
    *(
        "",
        "a",
        "jp",
        "jpg",
        ".JPG",
        "strasse",
        "ß",
        "école",
        "001",
        "fi",
        "fish",
        "İ",
        "i̇s",
        "猫",
        "猫咪",
        "猫咪睡",
        '"odd"',
    ),
    *(
        "100%",
        "%",
        "_00",
        "*",
        *["\x01\x01\x01"] * 4,
        "\x01",
        "dusk",
        "light",
        *["needle at"] * 3,
        "camera",
        "KANON",
        "k",
        "zzz",
        "xxx",
    ),
)
METADATA = ('{"exif":{"Make":"Kanon","Model":"Camera 5"}}', '{"xmp":{"title":"Straße"}}', LONG, "")
NUMBERS = (-1.0, 0.0, 1.0, 2.5, 3.0, 1e9)
SPACES = (("seer", "shape", 3), ("seer", "hue", 2), ("other", "shape", 4))
FEATURE_NAMES = (None, "score", "Caption", "x")
TYPES = ("caption", "metadata", "other")
PROPERTIES = ("width", "height", "weightInBytes", "creationDate", "modificationDate")
SORTINGS = ("name", "creationDate", "modificationDate", "importDate", "updateDate", "binarySize", "width", "height")


def vector(chance: Random, length: int) -> list[float]:
    """Components that often make the same vector, and never zero."""
    while True:
        values = [chance.choice((-1.0, 0.0, 0.5, 1.0, 3.0)) for _ in range(length)]
        if any(values):
            return values


def search_filter(chance: Random, model: Model) -> dict[str, Any]:
    """A filter that the service takes."""
    wanted: dict[str, Any] = {"criteria": criteria(chance, model, depth=3)}
    while str(wanted).count("'similarity'") > SEARCH_CRITERIA_MAX_SIMILARITIES:
        wanted = {"criteria": criteria(chance, model, depth=3)}
    if chance.random() < 0.2:
        kind = chance.choice(("images", "repositories"))
        known = sorted({each.id if kind == "images" else each.repository for each in model.pictures.values()})
        wanted["origin"] = {"kind": kind, "ids": chance.sample(known, min(len(known), chance.randrange(4)))}
    if chance.random() < 0.6:
        properties = (*SORTINGS, *(("distance",) * 4 if similarities(wanted["criteria"]) else ()))
        wanted["sorting"] = {"property": chance.choice(properties)}
        if chance.random() < 0.6:
            wanted["sorting"]["isAscending"] = chance.random() < 0.5
    return wanted


def criteria(chance: Random, model: Model, depth: int) -> dict[str, Any]:
    """One to three criteria; nested ones down to `depth`."""
    members = list(_MEMBERS)
    if depth:
        members += ["all", "any", "any", "none"]
    wanted: dict[str, Any] = {}
    for member in chance.sample(members, chance.choice((1, 1, 2, 3))):
        if member in _MEMBERS:
            wanted[member] = _MEMBERS[member](chance, model)
        else:
            wanted[member] = [criteria(chance, model, depth - 1) for _ in range(chance.choice((1, 2, 2, 3)))]
    if "similarity" in wanted and wanted["similarity"] is None:
        del wanted["similarity"]
    return wanted


def _keyword(chance: Random, _: Model) -> dict[str, Any]:
    places = chance.choice(((1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 0), (1, 1, 1)))
    return {
        "text": chance.choice(PIECES),
        **dict(zip(("inName", "inMetadata", "inFeatures"), map(bool, places), strict=True)),
    }


def _tags(chance: Random, _: Model) -> dict[str, Any]:
    wanted: dict[str, Any] = {"values": chance.choices((*TAGS, "unheard"), k=chance.choice((1, 1, 2, 3)))}
    if chance.random() < 0.6:
        wanted["operator"] = chance.choice(("or", "and", "not"))
    if chance.random() < 0.3:
        wanted["extensionIds"] = chance.sample(EXTENSIONS, chance.choice((1, 2)))
    return wanted


def _features(chance: Random, model: Model) -> dict[str, Any]:
    wanted: dict[str, Any] = {
        "operator": chance.choice(("and", "or", "not")),
        "conditions": [_condition(chance) for _ in range(chance.choice((1, 1, 2, 3)))],
    }
    if chance.random() < 0.25:
        wanted["features"] = _features(chance, model)
        wanted["conditions"] = wanted["conditions"][: chance.choice((0, 1))]
    return wanted


def _condition(chance: Random) -> dict[str, Any]:
    format = chance.choice(("string", "string", "markdown", "integer", "float", "boolean"))
    orders = ("greaterThan", "greaterThanOrEqual", "lessThan", "lessThanOrEqual")
    value: object
    if format == "boolean":
        operator, value = chance.choice(("equals", "different")), chance.random() < 0.5
    elif format in ("integer", "float"):
        operator, value = chance.choice(("equals", "different", *orders)), chance.choice(NUMBERS)
        value = float(int(value)) if format == "integer" else value
    else:
        operator = chance.choice(("equals", "different", "contains"))
        value = chance.choice(PIECES[1:] if operator == "contains" else (*TEXTS[:-1], ""))
    wanted: dict[str, Any] = {"format": format, "operator": operator, "value": value}
    if chance.random() < 0.3:
        wanted["extensionId"] = chance.choice(EXTENSIONS)
    if chance.random() < 0.3:
        wanted["type"] = chance.choice(TYPES)
    if chance.random() < 0.4:
        wanted["name"] = chance.choice(FEATURE_NAMES[1:])
    return wanted


def _properties(chance: Random, model: Model) -> dict[str, Any]:
    wanted: dict[str, Any] = {}
    times = sorted(each.created for each in model.pictures.values()) or [0]
    for name in chance.sample(PROPERTIES, chance.choice((1, 1, 2))):
        values = [chance.choice(times) if "Date" in name else chance.randrange(8) for _ in range(2)]
        bounds = {"minimum": min(values), "maximum": max(values)}
        wanted[name] = {bound: bounds[bound] for bound in chance.choice((("minimum",), ("maximum",), tuple(bounds)))}
    return wanted


def _similarity(chance: Random, model: Model) -> dict[str, Any] | None:
    extension, name, length = chance.choice(SPACES)
    wanted: dict[str, Any] = {"extensionId": extension, "name": name}
    if chance.random() < 0.5:
        wanted["values"] = vector(chance, length)
    else:
        known = [each.id for each in model.pictures.values() if (extension, name) in each.vectors]
        if not known:
            return None
        wanted["image"] = chance.choice(known)
    if chance.random() < 0.7:
        wanted["maxDistance"] = chance.choice((0.01, 0.1234, 0.4321, 0.987, 1.5))
    return wanted


_MEMBERS = {
    "formats": lambda chance, _: chance.sample(FORMATS, chance.choice((1, 2))),
    "states": lambda chance, _: chance.sample(("AVAILABLE", "MISSING"), chance.choice((1, 2))),
    "keyword": _keyword,
    "tags": _tags,
    "features": _features,
    "properties": _properties,
    "untaggedBy": lambda chance, _: chance.sample(EXTENSIONS, chance.choice((1, 2))),
    "notEvaluatedBy": lambda chance, _: {
        "extensionIds": chance.sample(EXTENSIONS, chance.choice((1, 2))),
        **({"facet": chance.choice(("tags", "features", "embeddings"))} if chance.random() < 0.7 else {}),
    },
    "inNoCollection": lambda chance, _: chance.random() < 0.5,
    "similarity": _similarity,
}
