"""Random schemas in every dialect, and values for them, from small pools so that many values are nearly valid."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Final

DIALECTS: Final = (
    None,
    "http://json-schema.org/draft-04/schema#",
    "http://json-schema.org/draft-06/schema#",
    "http://json-schema.org/draft-07/schema#",
    "https://json-schema.org/draft/2019-09/schema",
    "https://json-schema.org/draft/2020-12/schema",
)
NAMES: Final = ("a", "b", "c", "constructor", "__proto__", "toString", "x/y", "%25", "")
NUMBERS: Final = (0, 1, 2, 3, 10, -1, 0.5, 0.3, 19.99, -0.0, 1e21, 2**53)
STEPS: Final = (1, 2, 0.1, 0.01, 0.5, 3)
TEXTS: Final = ("", "a", "ab", "abc", "é", "😀", "1", "٣", "a b", "a\n", "A", "_", "a1", "\u00a0", "constructor", "x-y")
PATTERNS: Final = (
    *("^a", "b$", "^.$", r"^\w+$", r"\d", r"\s", r"\bé", r"\b", r"^\p{L}+$", "^[a-c]{2,3}$", "^(a|b)*$", r"\W"),
    *("a.?b", "(?i:A)", "^$", "^x-", r"[^\w]", r"\p{Lu}", "[^a]", r"^\S+$", r"\B", r"é\B", "^(?:a+)+$", "o{1,}r"),
)
FORMATS: Final[dict[str, tuple[str, ...]]] = {
    "date": ("2026-01-31", "2026-02-29", "2024-02-29", "2026-1-1", "2026-13-01", "0000-01-01"),
    "time": ("13:30:00Z", "13:30:00", "13:30:00+01:00", "24:00:00Z", "23:59:60Z", "22:59:60-01:00", "12:00:60Z"),
    "date-time": ("2026-01-31T13:30:00Z", "2026-01-31t13:30:00.5z", "2026-01-31 13:30:00Z", "2026-01-31T13:30Z"),
    "duration": ("P1D", "PT1H", "P1W", "P", "PT", "P1Y1D", "P1Y2M3DT4H5M6S", "P1DT", "PT1S", "PT1H1S", "p1d", "P1W1D"),
    "email": ("a@b.c", "a@b", "a", "@b", "a@", "a b@c.d", "a.b@c.d", ".a@b.c", "a..b@c.d", "a@-b.c", "a@b_c.d"),
    "hostname": ("example.org", "a", "-a", "a-", "a_b", "a..b", "a.", "", "A1.b", "a" * 64, "1.2"),
    "ipv4": ("127.0.0.1", "256.0.0.1", "1.2.3", "01.2.3.4", "1.2.3.4 "),
    "ipv6": (
        "::1",
        "::",
        "1:2:3:4:5:6:7:8",
        "1::8::9",
        "1:2:3:4:5:6:1.2.3.4",
        "::ffff:1.2.3.4",
        "1:2",
        "12345::",
        "fe80::1%0",
    ),
    "uuid": (
        "2eb8aa08-aa98-11ea-b4aa-73b441d16380",
        "2EB8AA08-AA98-11EA-B4AA-73B441D16380",
        "2eb8aa08aa9811eab4aa73b441d16380",
    ),
    "json-pointer": ("", "/a", "a", "/~0~1", "/~2", "/a//", "#/a"),
    "relative-json-pointer": ("0", "1/a", "01", "0#", "/a", "1#/a", "", "-1"),
    "uri": (
        "https://example.org/",
        "a",
        "a:",
        "//b",
        "http://[::1]/",
        "http://[1]/",
        "http://a b/",
        "urn:a:b",
        "a:b#c#d",
        "http://a:b/",
        "http://é/",
        "a:%zz",
        "http://u@h:1?q",
    ),
    "uri-reference": ("a", "", "/a", "//b", "?q", "#f", "a:b", ":a", "a b", "a/b:c", "1:b", "\\a", "%", "#a#"),
    "color": ("red",),
    "idn-email": ("a@b.c", "x"),
    "regex": ("a", "("),
}
TYPES: Final = ("string", "integer", "number", "boolean", "null", "array", "object")


class SchemaMaker:
    """Makes pairs of a schema and a value. The same seed makes the same pairs."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._dialect = 0

    def pair(self) -> tuple[dict[str, Any], Any]:
        """A schema of an object, and an object."""
        self._dialect = self._random.randrange(len(DIALECTS))
        named = DIALECTS[self._dialect]
        root = self._schema(3, of_object=True)
        if named is not None:
            root["$schema"] = named
        root["definitions"] = {"d": self._schema(1), "e/f%": self._schema(1), "o": self._schema(1, of_object=True)}
        return root, self._value_of(root, root, 4, of_object=True)

    def _schema(self, depth: int, *, of_object: bool = False) -> Any:
        if not of_object and self._dialect != 1 and self._chance(0.05):
            return self._chance(0.7)
        makers: list[Callable[[int], dict[str, Any]]] = [self._typed, self._values, self._numbers, self._texts]
        if of_object:
            makers = [self._properties]
        if depth > 0:
            makers += [self._properties, self._properties, self._items, self._combined, self._reference]
        schema: dict[str, Any] = {}
        if of_object:
            schema.update(self._properties(depth))
        for _ in range(self._random.choice((1, 1, 2)) - (of_object and self._chance(0.5))):
            schema.update(self._random.choice(makers)(depth - 1))
        if self._chance(0.15):
            schema["default"] = self._plain(1)
        return schema

    def _typed(self, _: int) -> dict[str, Any]:
        return {"type": self._random.choice((*TYPES, ["string", "null"], ["integer", "boolean", "array"]))}

    def _values(self, _: int) -> dict[str, Any]:
        if self._chance(0.5):
            return {"const": self._plain(2)}
        values = [self._plain(2) for _ in range(3)]
        return {"enum": [each for index, each in enumerate(values) if each not in values[:index]]}

    def _numbers(self, _: int) -> dict[str, Any]:
        keyword = self._random.choice(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"))
        if keyword == "multipleOf":
            return {keyword: self._random.choice(STEPS)}
        limit = self._random.choice(NUMBERS)
        if self._dialect == 1 and keyword.startswith("exclusive"):
            return {keyword.removeprefix("exclusive").lower(): limit, keyword: True}
        return {keyword: limit}

    def _texts(self, _: int) -> dict[str, Any]:
        kind = self._random.randrange(4)
        if kind == 0:
            return {"minLength": self._random.randrange(4)}
        if kind == 1:
            return {"maxLength": self._random.randrange(4)}
        if kind == 2:
            return {"pattern": self._random.choice(PATTERNS)}
        return {"format": self._random.choice(list(FORMATS))}

    def _properties(self, depth: int) -> dict[str, Any]:
        schema: dict[str, Any] = {"properties": {name: self._schema(depth) for name in self._some_names()}}
        extra = self._random.randrange(14)
        if extra == 0:
            schema["required"] = self._some_names() or ["a"]
        elif extra == 1:
            schema["patternProperties"] = {self._random.choice(PATTERNS): self._schema(depth)}
        elif extra == 2:
            schema["additionalProperties"] = self._random.choice((True, False, {"type": "string"}))
        elif extra == 3:
            schema["propertyNames"] = {"maxLength": 5}
        elif extra == 4:
            schema["dependencies"] = {self._name(): self._some_names() or ["a"], "b": self._schema(depth)}
        elif extra == 5:
            schema["dependentRequired"] = {self._name(): self._some_names()}
        elif extra == 6:
            schema["dependentSchemas"] = {self._name(): self._schema(depth, of_object=True)}
        elif extra == 7:
            schema["unevaluatedProperties"] = self._random.choice((True, False, {"type": "string"}))
        elif extra == 8:
            schema[self._random.choice(("minProperties", "maxProperties"))] = self._random.randrange(3)
        return schema

    def _items(self, depth: int) -> dict[str, Any]:
        kind = self._random.randrange(9)
        if kind == 0 and self._dialect != len(DIALECTS) - 1:
            return {"items": [self._schema(depth)], "additionalItems": self._random.choice((True, False))}
        if kind == 1:
            return {"prefixItems": [self._schema(depth)]}
        if kind == 2:
            return {"uniqueItems": True}
        if kind == 3:
            return {"contains": self._schema(depth), "minContains": self._random.randrange(3)}
        if kind == 4:
            return {"contains": self._schema(depth), "maxContains": self._random.randrange(3)}
        if kind == 5:
            return {"unevaluatedItems": False, "contains": self._schema(depth)}
        if kind == 6:
            return {self._random.choice(("minItems", "maxItems")): self._random.randrange(3)}
        return {"items": self._schema(depth)}

    def _combined(self, depth: int) -> dict[str, Any]:
        kind = self._random.randrange(5)
        if kind < 3:
            parts = [self._schema(depth) for _ in range(self._random.choice((1, 2, 2, 3)))]
            return {("allOf", "anyOf", "oneOf")[kind]: parts}
        if kind == 3:
            return {"not": self._schema(depth)}
        return {"if": self._schema(depth), "then": self._schema(depth), "else": self._schema(depth)}

    def _reference(self, _: int) -> dict[str, Any]:
        places = ("#/definitions/d", "#/definitions/e~1f%25", "#/definitions/o", "#")
        return {"$ref": self._random.choice(places)}

    def _value_of(self, schema: Any, root: dict[str, Any], depth: int, *, of_object: bool = False) -> Any:
        """A value for a schema, which may be valid."""
        if not isinstance(schema, dict) or depth == 0 or (not of_object and self._chance(0.1)):
            return self._plain(2)
        if "format" in schema and self._chance(0.9):
            return self._random.choice(FORMATS[schema["format"]])
        if ("enum" in schema or "const" in schema) and self._chance(0.8):
            return self._shuffled(self._random.choice(schema.get("enum", [schema.get("const")])))
        if "pattern" in schema or "minLength" in schema or "maxLength" in schema:
            return self._random.choice(TEXTS)
        if schema.keys() & {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"}:
            return self._random.choice(NUMBERS)
        if not of_object and schema.keys() & {"items", "contains", "prefixItems", "uniqueItems", "minItems"}:
            inner = schema.get("items", schema.get("contains"))
            return [self._value_of(inner, root, depth - 1) for _ in range(self._random.randrange(4))]
        for keyword in ("oneOf", "anyOf", "allOf"):
            if keyword in schema and self._chance(0.5) and not of_object:
                return self._value_of(self._random.choice(schema[keyword]), root, depth - 1)
        names = [*schema.get("properties", {})]
        if names or of_object:
            kept = {name for name in names if self._chance(0.7)}
            if self._chance(0.15):
                kept.add(self._name())
            described = schema.get("properties", {})
            return {name: self._value_of(described.get(name), root, depth - 1) for name in sorted(kept)}
        kind = schema.get("type")
        return self._plain(2, kind if isinstance(kind, str) else None)

    def _plain(self, depth: int, kind: str | None = None) -> Any:
        kind = kind or self._random.choice(TYPES if depth else TYPES[:5])
        if kind == "string":
            return self._random.choice(TEXTS)
        if kind in ("integer", "number"):
            return self._random.choice(NUMBERS)
        if kind == "boolean":
            return self._chance(0.5)
        if kind == "array":
            return [self._plain(depth - 1) for _ in range(self._random.randrange(3))] if depth else []
        if kind == "object":
            return {name: self._plain(depth - 1) for name in self._some_names()} if depth else {}
        return None

    def _shuffled(self, value: Any) -> Any:
        """The value with the members of objects in another order."""
        if isinstance(value, dict):
            return {name: self._shuffled(value[name]) for name in reversed(value)}
        return [self._shuffled(each) for each in value] if isinstance(value, list) else value

    def _some_names(self) -> list[str]:
        return self._random.sample(NAMES, self._random.randrange(4))

    def _name(self) -> str:
        return self._random.choice(NAMES)

    def _chance(self, share: float) -> bool:
        return self._random.random() < share
