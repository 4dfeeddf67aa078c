"""Criterion `features` of the naive model."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Any, Final

from tests.search_model.picture import EXTENSIONS, Feature, Picture, folded
from tests.search_model.random_values import (
    DOCUMENTS,
    FEATURE_NAMES,
    NUMBERS,
    PIECES,
    TEXTS,
    feature_format,
    feature_type,
)

if TYPE_CHECKING:
    from tests.search_model.model import Model

_NO_TEXTS: Final[tuple[object, ...]] = (1, True, None, [], {}, "a" * 4_097)


def _one(**parts: object) -> bytes:
    """A filter with one condition on features, some of its parts changed."""
    condition = {"format": "string", "operator": "equals", "value": "a", **parts}
    return json.dumps({"criteria": {"features": {"operator": "and", "conditions": [condition]}}}).encode()


REFUSED: Final[Mapping[str, bytes]] = {
    "features empty": b'{"criteria":{"features":{}}}',
    "features an array": b'{"criteria":{"features":[]}}',
    "features of no condition": b'{"criteria":{"features":{"operator":"and","conditions":[]}}}',
    "nine levels of features": b'{"criteria":{"features":'
    + b'{"operator":"not","conditions":[],"features":' * 8
    + b'{"operator":"or","conditions":[{"format":"boolean","operator":"equals","value":true}]}'
    + b"}" * 8
    + b"}}",
    **{f"feature value {str(value)[:20]}": _one(value=value) for value in _NO_TEXTS},
    **{
        f"integer feature {value!r}": _one(format="integer", value=value)
        for value in ("1", 1.5, True, 2**53, 1e300, -(2**63))
    },
    **{f"float feature {value!r}": _one(format="float", value=value) for value in ("1", True, None, "NaN")},
    "text greater than": _one(operator="greaterThan"),
    "boolean less than": _one(format="boolean", operator="lessThan", value=True),
    "attachment contains": _one(format="binary", operator="contains"),
    "number contains": _one(format="float", operator="contains", value=1),
    "feature of an unknown type": _one(type="nothing"),
    "feature of nobody": _one(extensionId="nobody"),
    "feature of a folder": _one(extensionId=".."),
    "feature name with quotes": _one(name="a' OR '1'='1"),
    "feature operator of SQL": _one(operator="= '' OR 1=1 --"),
}


def meets(model: Model, picture: Picture, criterion: dict[str, Any]) -> bool:
    results = [
        any(_meets_condition(extension, feature, condition) for extension, feature in picture.features_by_extension())
        for condition in criterion["conditions"]
    ]
    if "features" in criterion:
        results.append(meets(model, picture, criterion["features"]))
    match criterion["operator"]:
        case "and":
            return all(results)
        case "or":
            return any(results)
        case _:
            return not any(results)


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


def _normal(value: Any) -> Any:
    return unicodedata.normalize("NFC", value) if isinstance(value, str) else value


def draw(rng: Random, model: Model) -> dict[str, Any]:
    criterion: dict[str, Any] = {
        "operator": rng.choice(("and", "or", "not")),
        "conditions": [_condition(rng, model) for _ in range(rng.choice((1, 1, 2, 3)))],
    }
    if rng.random() < 0.25:
        criterion["features"] = draw(rng, model)
        criterion["conditions"] = criterion["conditions"][: rng.choice((0, 1))]
    return criterion


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
