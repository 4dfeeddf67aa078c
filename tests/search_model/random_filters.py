"""Random search filters. Few different values are drawn, so that filters often match images."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from random import Random
from typing import Any, get_args

from generated import models
from generated.limits import SEARCH_CRITERIA_MAX_SIMILARITIES
from tests.search_model.model import EXTENSIONS, Model, similarities

TAGS = ("a", "b", "c", "d", "rare")
FORMATS: tuple[str, ...] = get_args(models.ImageFormat.__value__)
STATES: tuple[str, ...] = get_args(models.ImageState.__value__)
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
    unicodedata.normalize("NFD", "ÉCOLE.png"),
    unicodedata.normalize("NFD", "Žába 각하.jpg"),
    "Žába 각하.jpg",
    *("IMG_2.jpg", "IMG_10.jpg", "img_002.jpg", f"IMG_{10**40}.jpg"),
    *("2.png", "10.png", "٣.png", "00.png"),
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
    "Café",
    unicodedata.normalize("NFD", "Café"),
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
        unicodedata.normalize("NFD", "école"),
        unicodedata.normalize("NFD", "É"),
        "éc",
        "ža",
        "각",
        "CAFÉ",
        "e",
        "10",
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
        "boat\nat",
        "xxx",
    ),
)
METADATA = (
    '{"exif":{"Make":"Kanon","Model":"Camera 5"}}',
    r'{"xmp":{"title":"Straße"},"others":{"parameters":"An \"odd\" boat\nat dusk"}}',
    unicodedata.normalize("NFD", "Café"),
    LONG,
    "",
)
NUMBERS = (-1.0, 0.0, 1.0, 2.5, 3.0, 1e9)
SPACES = (("seer", "shape", 3), ("seer", "hue", 2), ("other", "shape", 4))
FEATURE_NAMES = (None, "score", "Caption", "x")
TYPES: tuple[str, ...] = get_args(models.ImageFeatureType.__value__)
FREQUENT_TYPES = ("caption", "metadata", "other")
FEATURE_FORMATS: tuple[str, ...] = get_args(models.ImageFeatureFormat.__value__)
FREQUENT_FEATURE_FORMATS = ("string", "string", "markdown", "integer", "float", "boolean")
DOCUMENTS = {
    "json": ('{"k": "v"}', '"dusk"'),
    "yaml": ("k: v", "- dusk"),
    "xml": ("<a>dusk</a>", "<light/>"),
    "html": ("<p>dusk</p>", "light"),
    "ui": ('{"schemaVersion":"1.0","elements":[]}', '{"schemaVersion":"1.0","elements":[{"type":"divider"}]}'),
}
"""Texts of the formats that are written as documents."""
DISTANCES = (0, 1, 3, 4, 5, 8, 9, 12, 16)
"""Numbers of bits, among them the bounds at which the search for near duplicates changes its method."""
DATES = ("captureDate", "fileCreationDate", "fileModificationDate", "importDate", "updateDate")
PROPERTIES = ("width", "height", "weightInBytes", "creationDate", "modificationDate", *DATES)
SORTINGS = ("name", "creationDate", "modificationDate", "binarySize", "width", "height", *DATES)


def vector(rng: Random, length: int) -> list[float]:
    """A random vector: equal vectors are frequent, and the zero vector never occurs."""
    while True:
        values = [rng.choice((-1.0, 0.0, 0.5, 1.0, 3.0)) for _ in range(length)]
        if any(values):
            return values


def search_filter(rng: Random, model: Model) -> dict[str, Any]:
    """A random filter that the service accepts."""
    drawn: dict[str, Any] = {"criteria": criteria(rng, model, depth=3)}
    while str(drawn).count("'similarity'") > SEARCH_CRITERIA_MAX_SIMILARITIES:
        drawn = {"criteria": criteria(rng, model, depth=3)}
    if rng.random() < 0.2:
        kind = rng.choice(("images", "repositories"))
        ids = sorted({each.id if kind == "images" else each.repository for each in model.pictures.values()})
        drawn["origin"] = {"kind": kind, "ids": rng.sample(ids, min(len(ids), rng.randrange(4)))}
    if rng.random() < 0.6:
        properties = (*SORTINGS, *(("distance",) * 4 if similarities(drawn["criteria"]) else ()))
        drawn["sorting"] = {"property": rng.choice(properties)}
        if rng.random() < 0.6:
            drawn["sorting"]["isAscending"] = rng.random() < 0.5
    return drawn


def criteria(rng: Random, model: Model, depth: int) -> dict[str, Any]:
    """One to three criteria; nested ones down to `depth`."""
    members = list(MEMBERS)
    if depth:
        members += ["all", "any", "any", "none"]
    drawn: dict[str, Any] = {}
    for member in rng.sample(members, rng.choice((1, 1, 2, 3))):
        if member in MEMBERS:
            criterion = MEMBERS[member](rng, model)
            if criterion is not None:
                drawn[member] = criterion
        else:
            drawn[member] = [criteria(rng, model, depth - 1) for _ in range(rng.choice((1, 2, 2, 3)))]
    return drawn


def _keyword(rng: Random, _: Model) -> dict[str, Any]:
    places = rng.choice(((1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 0), (1, 1, 1)))
    return {
        "text": rng.choice(PIECES),
        **dict(zip(("inName", "inMetadata", "inFeatures"), map(bool, places), strict=True)),
    }


def _tags(rng: Random, _: Model) -> dict[str, Any]:
    criterion: dict[str, Any] = {"values": rng.choices((*TAGS, "unheard"), k=rng.choice((1, 1, 2, 3)))}
    if rng.random() < 0.6:
        criterion["operator"] = rng.choice(("or", "and", "not"))
    if rng.random() < 0.3:
        criterion["extensionIds"] = rng.sample(EXTENSIONS, rng.choice((1, 2)))
    return criterion


def _features(rng: Random, model: Model) -> dict[str, Any]:
    criterion: dict[str, Any] = {
        "operator": rng.choice(("and", "or", "not")),
        "conditions": [_condition(rng, model) for _ in range(rng.choice((1, 1, 2, 3)))],
    }
    if rng.random() < 0.25:
        criterion["features"] = _features(rng, model)
        criterion["conditions"] = criterion["conditions"][: rng.choice((0, 1))]
    return criterion


def feature_type(rng: Random) -> str:
    """A type of features, mostly a frequent one."""
    return rng.choice(FREQUENT_TYPES if rng.random() < 0.8 else TYPES)


def feature_format(rng: Random) -> str:
    """A format of features, mostly a frequent one."""
    return rng.choice(FREQUENT_FEATURE_FORMATS if rng.random() < 0.7 else FEATURE_FORMATS)


def _condition(rng: Random, model: Model) -> dict[str, Any]:
    format = feature_format(rng)
    orders = ("greaterThan", "greaterThanOrEqual", "lessThan", "lessThanOrEqual")
    value: object
    if format == "boolean":
        operator, value = rng.choice(("equals", "different")), rng.random() < 0.5
    elif format in ("integer", "float"):
        operator, value = rng.choice(("equals", "different", *orders)), rng.choice(NUMBERS)
        value = float(int(value)) if format == "integer" else value
    elif format == "binary":
        operator, value = rng.choice(("equals", "different")), rng.choice(("", *model.values_of("binary")))
    else:
        operator = rng.choice(("equals", "different", "contains"))
        texts = DOCUMENTS.get(format, TEXTS[:-1])
        value = rng.choice(PIECES[1:] if operator == "contains" else (*texts, ""))
    condition: dict[str, Any] = {"format": format, "operator": operator, "value": value}
    if rng.random() < 0.3:
        condition["extensionId"] = rng.choice(EXTENSIONS)
    if rng.random() < 0.3:
        condition["type"] = feature_type(rng)
    if rng.random() < 0.4:
        condition["name"] = rng.choice(FEATURE_NAMES[1:])
    return condition


def _properties(rng: Random, model: Model) -> dict[str, Any]:
    criterion: dict[str, Any] = {}
    times = [time for each in model.pictures.values() for time in (each.created, each.captured)] or [0]
    for name in rng.sample(PROPERTIES, rng.choice((1, 1, 2))):
        if name in DATES:
            values = rng.choices(times, k=2)
        else:
            values = [abs(rng.choice(times)) if "Date" in name else rng.randrange(8) for _ in range(2)]
        bounds = {"minimum": min(values), "maximum": max(values)}
        criterion[name] = {bound: bounds[bound] for bound in rng.choice((("minimum",), ("maximum",), tuple(bounds)))}
    return criterion


def _duplicates(rng: Random, model: Model) -> dict[str, Any] | None:
    criterion: dict[str, Any] = {"kind": rng.choice(get_args(models.SearchDuplicatesKind.__value__))}
    is_near = criterion["kind"] == "nearDuplicates"
    if is_near or rng.random() < 0.5:
        if not model.pictures:
            return None
        criterion["of"] = rng.choice(list(model.pictures))
    if is_near and rng.random() < 0.8:
        criterion["maximumDistance"] = rng.choice(DISTANCES)
    return criterion


def _similarity(rng: Random, model: Model) -> dict[str, Any] | None:
    extension, name, length = rng.choice(SPACES)
    criterion: dict[str, Any] = {"extensionId": extension, "name": name}
    if rng.random() < 0.5:
        criterion["values"] = vector(rng, length)
    else:
        ids = [each.id for each in model.pictures.values() if (extension, name) in each.vectors]
        if not ids:
            return None
        criterion["image"] = rng.choice(ids)
    if rng.random() < 0.7:
        criterion["maxDistance"] = rng.choice((0.01, 0.1234, 0.4321, 0.987, 1.5))
    return criterion


MEMBERS: dict[str, Callable[[Random, Model], Any]] = {
    "formats": lambda rng, _: rng.sample(FORMATS, rng.choice((1, 2))),
    "states": lambda rng, _: rng.sample(STATES, rng.choice((1, 1, 2, 2, 3))),
    "keyword": _keyword,
    "tags": _tags,
    "features": _features,
    "properties": _properties,
    "duplicates": _duplicates,
    "untaggedBy": lambda rng, _: rng.sample(EXTENSIONS, rng.choice((1, 2))),
    "notEvaluatedBy": lambda rng, _: {
        "extensionIds": rng.sample(EXTENSIONS, rng.choice((1, 2))),
        **({"facet": rng.choice(("tags", "features", "embeddings"))} if rng.random() < 0.7 else {}),
    },
    "inNoCollection": lambda rng, _: rng.random() < 0.5,
    "similarity": _similarity,
}
