"""Finds the subschemas of a JSON Schema from an extension, and how many of them can apply to one value."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import unquote

from facetry.schema.document import pointer_token

# Keywords whose schemas apply to the value itself (in place), and to the values inside of it (children).
IN_PLACE_LISTS: Final = frozenset({"allOf", "anyOf", "oneOf"})
IN_PLACE_SINGLES: Final = frozenset({"not", "if", "then", "else"})
IN_PLACE_MAPS: Final = frozenset({"dependentSchemas", "dependencies"})
CHILD_SINGLES: Final = frozenset(
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
CHILD_LISTS: Final = frozenset({"items", "prefixItems"})
CHILD_MAPS: Final = frozenset({"properties", "patternProperties"})
DEFINITION_MAPS: Final = frozenset({"definitions", "$defs"})
SUBSCHEMA_KEYWORDS: Final = (
    IN_PLACE_LISTS
    | IN_PLACE_SINGLES
    | IN_PLACE_MAPS
    | CHILD_SINGLES
    | CHILD_LISTS
    | CHILD_MAPS
    | DEFINITION_MAPS
    | {"contentSchema"}
)
# At most one of the schemas under these keywords applies to one child, so only the largest load counts.
_DISJOINT_KEYWORDS: Final = frozenset({"properties", "items", "prefixItems"})
_PATTERN_WEIGHT: Final = 10
_COMPOSITE_WEIGHT: Final = 4
"""Weight of an array or object in `enum`, because it is compared completely."""


@dataclass(slots=True)
class Subschema:
    """A schema and the indexes of the schemas that apply together with it: to the same value (`in_place`) and to values
    inside (`child_groups`). At most one schema of a group applies to one value.
    """

    pointer: str
    schema: Mapping[str, Any] | bool
    weight: int = 1
    in_place: list[int] = field(default_factory=list)
    child_groups: list[list[int]] = field(default_factory=list)


class SubschemaGraph:
    """All subschemas of a schema, which must not nest too deep for a recursive walk."""

    def __init__(self, schema: Mapping[str, Any]) -> None:
        self.subschemas: list[Subschema] = []
        self.index_by_pointer: dict[str, int] = {}
        self._walk(schema, "")
        self.dangling_references = list(self._link_references())
        """The pointers of references without a target."""

    def _walk(self, schema: Any, pointer: str) -> int | None:
        if not isinstance(schema, dict | bool):
            return None  # the metaschema refuses it
        index = self.index_by_pointer[pointer] = len(self.subschemas)
        part = Subschema(pointer, schema)
        self.subschemas.append(part)
        if isinstance(schema, dict):
            part.weight = _weight(schema)
            for keyword, value in schema.items():
                child_pointer = f"{pointer}/{pointer_token(keyword)}"
                if keyword in SUBSCHEMA_KEYWORDS:
                    self._link_children(part, keyword, [*self._children(keyword, value, child_pointer)])
        return index

    def _children(self, keyword: str, value: Any, pointer: str) -> Iterator[int]:
        indexes: list[int | None] = []
        if isinstance(value, list) and keyword in IN_PLACE_LISTS | CHILD_LISTS:
            indexes = [self._walk(child, f"{pointer}/{number}") for number, child in enumerate(value)]
        elif isinstance(value, dict) and keyword in IN_PLACE_MAPS | CHILD_MAPS | DEFINITION_MAPS:
            indexes = [self._walk(child, f"{pointer}/{pointer_token(name)}") for name, child in value.items()]
        elif keyword in IN_PLACE_SINGLES | CHILD_SINGLES or keyword == "contentSchema":
            indexes = [self._walk(value, pointer)]
        yield from (index for index in indexes if index is not None)

    def _link_children(self, part: Subschema, keyword: str, children: list[int]) -> None:
        if not children or keyword in DEFINITION_MAPS or keyword == "contentSchema":
            return
        if keyword in IN_PLACE_LISTS | IN_PLACE_SINGLES | IN_PLACE_MAPS:
            part.in_place.extend(children)
        elif keyword in _DISJOINT_KEYWORDS:
            part.child_groups.append(children)
        else:
            part.child_groups.extend([child] for child in children)

    def _link_references(self) -> Iterator[str]:
        for part in self.subschemas:
            if isinstance(part.schema, dict) and "$ref" in part.schema:
                target = self.target(part.schema["$ref"])
                if target is None:
                    yield f"{part.pointer}/$ref"
                else:
                    part.in_place.append(target)

    def target(self, reference: object) -> int | None:
        """The part that a local reference leads to."""
        if not isinstance(reference, str) or not reference.startswith("#"):
            return None
        return self.index_by_pointer.get(unquote(reference[1:]))

    def find_endless_recursion(self) -> str | None:
        """The pointer of a subschema that applies itself to the same value again: validation would not end. None
        if there is none.
        """
        finished: set[int] = set()
        for start in range(len(self.subschemas)):
            stack: dict[int, Iterator[int]] = (
                {} if start in finished else {start: iter(self.subschemas[start].in_place)}
            )
            while stack:
                current = next(reversed(stack))
                child = next(stack[current], None)
                if child is None:
                    del stack[current]
                    finished.add(current)
                elif child in stack:
                    return self.subschemas[child].pointer
                elif child not in finished:
                    stack[child] = iter(self.subschemas[child].in_place)
        return None

    def max_load(self, depth: int, limit: int) -> int:
        """The maximum number of subschemas, by weight, that apply to one of the values inside of a value that nests
        `depth` levels; at most `limit`. The graph must be free of endless recursion.
        """
        order = self._evaluation_order()
        peak = 0
        child_loads: list[int] = []
        for level in range(depth + 1):
            # By index: the load on a value that is `level` levels inside of the value that the subschema applies to.
            loads = [0] * len(self.subschemas)
            for index, weight, in_place, child_groups in order:
                load = 0 if level else weight
                for child in in_place:
                    load += loads[child]
                for group in child_groups if level else ():
                    load += child_loads[group[0]] if len(group) == 1 else max([child_loads[child] for child in group])
                loads[index] = load if load < limit else limit
            peak = max(peak, loads[0])
            if peak >= limit or not any(loads):
                break
            child_loads = loads
        return peak

    def _evaluation_order(self) -> list[tuple[int, int, list[int], list[list[int]]]]:
        """The subschemas reachable from the first one, each after those that apply in place."""
        reachable, pending = {0}, [0]
        while pending:
            part = self.subschemas[pending.pop()]
            for child in (*part.in_place, *(child for group in part.child_groups for child in group)):
                if child not in reachable:
                    reachable.add(child)
                    pending.append(child)
        ordered: dict[int, None] = {}
        for start in sorted(reachable):
            stack = [(start, False)]
            while stack:
                index, is_ready = stack.pop()
                if is_ready:
                    ordered[index] = None
                elif index not in ordered:
                    stack.append((index, True))
                    stack.extend((child, False) for child in self.subschemas[index].in_place if child not in ordered)
        return [
            (index, part.weight, part.in_place, part.child_groups)
            for index in ordered
            for part in [self.subschemas[index]]
        ]


def _weight(schema: Mapping[str, Any]) -> int:
    weight = 1 + (_PATTERN_WEIGHT if "pattern" in schema else 0)
    patterns, values = schema.get("patternProperties"), schema.get("enum")
    if isinstance(patterns, dict):
        weight += _PATTERN_WEIGHT * len(patterns)
    if isinstance(values, list):
        weight += _COMPOSITE_WEIGHT * sum(1 for value in values if isinstance(value, list | dict))
    return weight
