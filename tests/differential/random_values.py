"""Random values of the schemas in the description, mostly valid ones."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final

from facetry.contract.description import resolved
from tests.differential.vocabulary import TEXTS, Vocabulary

_OPTIONAL_SHARES: Final = (0.5, 0.4, 0.3, 0.15, 0.05, 0.0)
"""How many of the optional members an object has, by its depth."""
_LARGEST: Final = 2**53 - 1
_NUMBERS: Final = ("1e999", "NaN", "01", "-0", "1.0", "1e2", "null", '"1"')
"""Texts in the place of a number: refused ones, and other spellings."""


def random_value(schema: Mapping[str, Any], rng: Random, vocabulary: Vocabulary, depth: int = 0) -> Any:
    """A value of the schema. It may break rules that relate its members to one another."""
    if "$ref" in schema:
        known = vocabulary.value_of(schema["$ref"].rpartition("/")[2], rng)
        if known is not None:
            return known
        return random_value(resolved(schema), rng, vocabulary, depth)
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return rng.choice(schema["enum"])
    for name in ("oneOf", "anyOf"):
        if name in schema:
            return random_value(rng.choice(schema[name]), rng, vocabulary, depth)
    types = schema.get("type", "string")
    match rng.choice(types) if isinstance(types, list) else types:
        case "object":
            return _object(schema, rng, vocabulary, depth)
        case "array":
            return _array(schema, rng, vocabulary, depth)
        case "integer":
            return _integer(schema, rng)
        case "number":
            return rng.choice((0, 1, 0.5, round(rng.uniform(0, 10), 2)))
        case "boolean":
            return rng.random() < 0.5
        case "null":
            return None
        case _:
            return _text(schema, rng)


def _object(schema: Mapping[str, Any], rng: Random, vocabulary: Vocabulary, depth: int) -> dict[str, Any]:
    share = _OPTIONAL_SHARES[min(depth, len(_OPTIONAL_SHARES) - 1)]
    properties: Mapping[str, Any] = schema.get("properties", {})
    required = schema.get("required", ())
    chosen = [name for name in properties if name in required or rng.random() < share]
    if not chosen and schema.get("minProperties"):
        chosen = [rng.choice(list(properties))]
    rng.shuffle(chosen)
    return {name: random_value(properties[name], rng, vocabulary, depth + 1) for name in chosen}


def _array(schema: Mapping[str, Any], rng: Random, vocabulary: Vocabulary, depth: int) -> list[Any]:
    smallest = schema.get("minItems", 0)
    length = min(rng.randint(smallest, smallest + 3), schema.get("maxItems", _LARGEST))
    values = [random_value(schema["items"], rng, vocabulary, depth + 1) for _ in range(length)]
    if schema.get("uniqueItems"):
        return list({json.dumps(value, sort_keys=True): value for value in values}.values())
    return values


def _integer(schema: Mapping[str, Any], rng: Random) -> int:
    smallest, largest = schema.get("minimum", -_LARGEST), schema.get("maximum", _LARGEST)
    near = min(largest, max(smallest, 0) + rng.choice((5, 50, 500)))
    return int(
        rng.choice((smallest, rng.randint(max(smallest, 0), near), rng.randint(max(smallest, 0), near), largest))
    )


def _text(schema: Mapping[str, Any], rng: Random) -> str:
    if schema.get("format") == "uuid":
        return "7f1c9a52-3d8e-4b60-9c41-0a5be2d4f613"
    texts = (*TEXTS, "", "word", "two words", "a/b", "https://example.org/x.jpg")
    fitting = [
        text
        for text in texts
        if schema.get("minLength", 0) <= len(text) <= schema.get("maxLength", _LARGEST)
        and re.search(schema.get("pattern", ""), text)
    ]
    return rng.choice(fitting or texts)


def corrupted(text: str, rng: Random) -> bytes:
    """A JSON text with one fault: of its syntax, of a number, of a name, or of its encoding."""
    place = rng.randrange(len(text) + 1)
    faults: tuple[Callable[[], bytes], ...] = (
        lambda: (text[:place] + text[place + 1 :]).encode(),
        lambda: (text[:place] + rng.choice('{}[]",:0e-.tfn \n\x00') + text[place:]).encode(),
        lambda: text[:place].encode(),
        lambda: re.sub(
            r"\d+", rng.choice(("1e999", "NaN", "01", "-0", "1.0", "1e2", "null", '"1"')), text, count=1
        ).encode(),
        lambda: text.replace('"', '"\ud83d"', 1).encode("utf-8", "surrogatepass"),
        lambda: text.replace('"', '"\\ud800', 1).encode(),
        lambda: (text + rng.choice((" ", "x", "{}", "\x00"))).encode(),
        lambda: b"\xef\xbb\xbf" + text.encode(),
        lambda: text.encode("utf-16"),
        lambda: re.sub(r'"(\w+)":', r'"\1":1,"\1":', text, count=1).encode(),
        lambda: re.sub(r'"(\w+)":', r'"\1x":', text, count=1).encode(),
        lambda: ("[" * 200 + text + "]" * 200).encode(),
    )
    return rng.choice(faults)()
