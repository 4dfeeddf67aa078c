"""The parts of a JSON Schema that an extension hands over, and how often they can apply to one value."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import unquote

from facetry.schema.document import token

# Keywords whose schemas apply to the value itself, and those whose schemas apply to what is inside of it.
HERE_LISTS: Final = frozenset({"allOf", "anyOf", "oneOf"})
HERE_SINGLES: Final = frozenset({"not", "if", "then", "else"})
HERE_MAPS: Final = frozenset({"dependentSchemas", "dependencies"})
INSIDE_SINGLES: Final = frozenset(
    {
        "items",
        "additionalItems",
        "unevaluatedItems",
        "contains",
        "additionalProperties",
        "unevaluatedProperties",
        "propertyNames",
    }
)
INSIDE_LISTS: Final = frozenset({"items", "prefixItems"})
INSIDE_MAPS: Final = frozenset({"properties", "patternProperties"})
KEPT_MAPS: Final = frozenset({"definitions", "$defs"})
SCHEMAS: Final = (
    HERE_LISTS | HERE_SINGLES | HERE_MAPS | INSIDE_SINGLES | INSIDE_LISTS | INSIDE_MAPS | KEPT_MAPS | {"contentSchema"}
)
# Those of `properties` or of the items of a list never meet in one value: only the greatest of them counts.
_APART: Final = frozenset({"properties", "items", "prefixItems"})
_PATTERN_WEIGHT: Final = 10
_COMPOSITE_WEIGHT: Final = 4
"""Of arrays and objects in `enum`, each of which is compared as a whole."""


@dataclass(slots=True)
class Part:
    """A schema and what applies together with it: to the same value, and to values inside. Of each group of `inside`
    one schema at most applies to a value.
    """

    pointer: str
    schema: Mapping[str, Any] | bool
    weight: int = 1
    here: list[int] = field(default_factory=list)
    inside: list[list[int]] = field(default_factory=list)


class Survey:
    """All parts of a schema that nests only so deep that it can be walked."""

    def __init__(self, schema: Mapping[str, Any]) -> None:
        self.parts: list[Part] = []
        self.places: dict[str, int] = {}
        self._walk(schema, "")
        self.astray = list(self._follow())
        """The pointers of references that lead to no part."""

    def _walk(self, schema: Any, pointer: str) -> int | None:
        if not isinstance(schema, dict | bool):
            return None  # which the schema of schemas refuses
        index = self.places[pointer] = len(self.parts)
        part = Part(pointer, schema)
        self.parts.append(part)
        if isinstance(schema, dict):
            part.weight = _weight(schema)
            for keyword, value in schema.items():
                below = f"{pointer}/{token(keyword)}"
                if keyword in SCHEMAS:
                    self._enter(part, keyword, [*self._children(keyword, value, below)])
        return index

    def _children(self, keyword: str, value: Any, pointer: str) -> Iterator[int]:
        found: list[int | None] = []
        if isinstance(value, list) and keyword in HERE_LISTS | INSIDE_LISTS:
            found = [self._walk(child, f"{pointer}/{number}") for number, child in enumerate(value)]
        elif isinstance(value, dict) and keyword in HERE_MAPS | INSIDE_MAPS | KEPT_MAPS:
            found = [self._walk(child, f"{pointer}/{token(name)}") for name, child in value.items()]
        elif keyword in HERE_SINGLES | INSIDE_SINGLES or keyword == "contentSchema":
            found = [self._walk(value, pointer)]
        yield from (index for index in found if index is not None)

    def _enter(self, part: Part, keyword: str, children: list[int]) -> None:
        if not children or keyword in KEPT_MAPS or keyword == "contentSchema":
            return
        if keyword in HERE_LISTS | HERE_SINGLES | HERE_MAPS:
            part.here.extend(children)
        elif keyword in _APART:
            part.inside.append(children)
        else:
            part.inside.extend([child] for child in children)

    def _follow(self) -> Iterator[str]:
        for part in self.parts:
            if isinstance(part.schema, dict) and "$ref" in part.schema:
                target = self.target(part.schema["$ref"])
                if target is None:
                    yield f"{part.pointer}/$ref"
                else:
                    part.here.append(target)

    def target(self, reference: object) -> int | None:
        """The part that a local reference leads to."""
        if not isinstance(reference, str) or not reference.startswith("#"):
            return None
        return self.places.get(unquote(reference[1:]))

    def endless(self) -> str | None:
        """The pointer of a part that applies to a value whenever it applies to it: judging would never end."""
        done: set[int] = set()
        for start in range(len(self.parts)):
            way: dict[int, Iterator[int]] = {} if start in done else {start: iter(self.parts[start].here)}
            while way:
                last = next(reversed(way))
                following = next(way[last], None)
                if following is None:
                    del way[last]
                    done.add(last)
                elif following in way:
                    return self.parts[following].pointer
                elif following not in done:
                    way[following] = iter(self.parts[following].here)
        return None

    def load(self, depth: int, most: int) -> int:
        """How many parts apply at most to one of the values inside of one that nests `depth` deep, `most` standing for
        any number above. None of the parts is `endless`.
        """
        order = self._ordered()
        peak = 0
        outside: list[int] = []
        for level in range(depth + 1):
            # How many parts apply to a value so many levels inside of the one that the part of this number applies to.
            loads = [0] * len(self.parts)
            for index, weight, here, inside in order:
                load = 0 if level else weight
                for child in here:
                    load += loads[child]
                for group in inside if level else ():
                    load += outside[group[0]] if len(group) == 1 else max([outside[child] for child in group])
                loads[index] = load if load < most else most
            peak = max(peak, loads[0])
            if peak >= most or not any(loads):
                break
            outside = loads
        return peak

    def _ordered(self) -> list[tuple[int, int, list[int], list[list[int]]]]:
        """The parts that the first one leads to, each after those that apply to the same value."""
        reached, waiting = {0}, [0]
        while waiting:
            part = self.parts[waiting.pop()]
            for child in (*part.here, *(child for group in part.inside for child in group)):
                if child not in reached:
                    reached.add(child)
                    waiting.append(child)
        done: dict[int, None] = {}
        for start in sorted(reached):
            stack = [(start, False)]
            while stack:
                index, is_ready = stack.pop()
                if is_ready:
                    done[index] = None
                elif index not in done:
                    stack.append((index, True))
                    stack.extend((child, False) for child in self.parts[index].here if child not in done)
        return [(index, part.weight, part.here, part.inside) for index in done for part in [self.parts[index]]]


def _weight(schema: Mapping[str, Any]) -> int:
    weight = 1 + (_PATTERN_WEIGHT if "pattern" in schema else 0)
    patterns, values = schema.get("patternProperties"), schema.get("enum")
    if isinstance(patterns, dict):
        weight += _PATTERN_WEIGHT * len(patterns)
    if isinstance(values, list):
        weight += _COMPOSITE_WEIGHT * sum(1 for value in values if isinstance(value, list | dict))
    return weight
