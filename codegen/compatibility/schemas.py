"""Breaking changes of schemas. Each rule has its sentence in `specs/compatibility.yaml`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from codegen.compatibility.change import Change, Direction, Place, Report
from codegen.compatibility.flat import (
    ANNOTATIONS,
    LOWER,
    OWN_UPPER,
    UPPER,
    Description,
    Flat,
    canonical,
    flat,
    reference,
    union,
)

SENT, RECEIVED = Direction.SENT, Direction.RECEIVED
_LEAST: Final = {"minLength": 0, "minItems": 0, "minProperties": 0}
_JUDGED: Final = frozenset(
    {*LOWER, *UPPER, "type", "const", "enum", "format", "pattern", "uniqueItems", "multipleOf", "items", "not"}
    | {"additionalProperties", "unevaluatedProperties", "default", "discriminator"}
)
_ANY: Final = True


@dataclass(slots=True)
class Schemas:
    """Compares the schemas of two descriptions. Each pair of components is compared once for each direction."""

    old: Description
    new: Description
    report: Report
    _seen: set[tuple[str, str, Direction]] = field(default_factory=set)

    def compare(self, old: Any, new: Any, direction: Direction, place: Place) -> None:
        """Report what breaks clients that send or receive values of the old schema."""
        names = reference(old), reference(new)
        if all(names):
            if (*names, direction) in self._seen:
                return
            self._seen.add((*names, direction))
        if any(True for schema, in_ in ((old, self.old), (new, self.new)) for _ in union(in_, schema, place)):
            self._unions(old, new, direction, place)
        else:
            self._flat(flat(self.old, old, place), flat(self.new, new, place), direction)

    def _flat(self, old: Flat, new: Flat, direction: Direction) -> None:
        if not self._types(old, new, direction):
            return
        _values(old, new, direction, self.report)
        if direction is SENT:
            _limits(old, new, self.report)
            _default(old, new, self.report)
        _format(old, new, direction, self.report)
        self._properties(old, new, direction)
        self._others(old, new, direction)
        if "items" in old.keywords or "items" in new.keywords:
            items = old.keywords.get("items", _ANY), new.keywords.get("items", _ANY)
            self.compare(*items, direction, old.place.at("items"))
        self._conditions(old, new, direction)
        for key in sorted((old.keywords.keys() | new.keywords.keys()) - _JUDGED - ANNOTATIONS):
            if not key.startswith("x-") and canonical(old.keywords.get(key)) != canonical(new.keywords.get(key)):
                self.report(Change(old.place, "schema.other", f"`{key}` has changed, and its effect is unknown"))

    def _types(self, old: Flat, new: Flat, direction: Direction) -> bool:
        """Whether the values have a type in common, so that the rest can be compared."""
        lost = old.types - new.types if direction is SENT else new.types - old.types
        if lost:
            verb = "refused" if direction is SENT else "sent"
            listed = f"{', '.join(sorted(old.types))} became {', '.join(sorted(new.types))}"
            self.report(Change(old.place, "schema.type", f"{listed}, so {', '.join(sorted(lost))} is {verb} now"))
        return bool(old.types & new.types)

    def _properties(self, old: Flat, new: Flat, direction: Direction) -> None:
        for name, (schema, place) in old.properties.items():
            if name in new.properties and new.properties[name][0] is not False:
                self.compare(schema, new.properties[name][0], direction, place)
            elif schema is not False:
                self.report(Change(place, "property.removed", f"the member `{name}` is gone"))
        is_closed = old.others is False
        for name in new.properties.keys() - old.properties.keys():
            if direction is RECEIVED and is_closed and new.properties[name][0] is not False:
                detail = f"the member `{name}` is new, and the former schema refuses it"
                self.report(Change(old.place.at("properties", name, name=name), "property.added", detail))
        if direction is SENT:
            for name in sorted(new.required.keys() - old.required.keys()):
                place = old.properties[name][1] if name in old.properties else old.place.at("required", name=name)
                self.report(Change(place, "property.required", f"the member `{name}` has to be sent now"))
        else:
            for name, place in sorted(old.required.items()):
                if name not in new.required and (name in new.properties or name not in old.properties):
                    at = old.properties[name][1] if name in old.properties else place.at("required", name=name)
                    self.report(Change(at, "property.optional", f"the member `{name}` can be missing now"))

    def _others(self, old: Flat, new: Flat, direction: Direction) -> None:
        before, after = old.others, new.others
        if direction is SENT and before is not False and after is False:
            self.report(Change(old.place, "object.closed", "members without a schema are refused now"))
        elif direction is RECEIVED and before is False and after is not False:
            self.report(Change(old.place, "object.opened", "members without a schema can come now"))
        elif isinstance(before, Mapping) or (isinstance(after, Mapping) and before is not False):
            self.compare(before, after, direction, old.place.at("additionalProperties"))

    def _conditions(self, old: Flat, new: Flat, direction: Direction) -> None:
        """Compare `then` and `else` of the conditions that are in both, and report those that are in one."""
        after = {canonical(condition["if"]): condition for condition, _ in new.conditions}
        for condition, place in old.conditions:
            same = after.pop(canonical(condition["if"]), None)
            if same is not None:
                for branch in ("then", "else"):
                    self.compare(condition.get(branch, _ANY), same.get(branch, _ANY), direction, place.at(branch))
                continue
            value = _dispatched(condition)
            detail = f"the type `{value}` is gone" if value else "a condition is gone or has changed"
            self.report(Change(place.at("if", name=value), "condition.removed", detail))
        for condition in after.values():
            if direction is SENT and not _dispatched(condition):
                detail = f"there is a new condition: {canonical(condition['if'])[:80]}"
                self.report(Change(old.place, "condition.added", detail))

    def _unions(self, old: Any, new: Any, direction: Direction, place: Place) -> None:
        """Each branch of the side that makes the values needs a branch of the other side that takes them."""
        before = list(union(self.old, old, place)) or [(old, place)]
        after = [schema for schema, _ in union(self.new, new, place)] or [new]
        if direction is SENT:
            for branch, at in before:
                self._best([(branch, each, at) for each in after], direction)
        else:
            for schema in after:
                self._best([(branch, schema, at) for branch, at in before], direction)

    def _best(self, pairs: Sequence[tuple[Any, Any, Place]], direction: Direction) -> None:
        """Report the changes of the pair that has the fewest."""
        outcomes: list[list[Change]] = []
        for old, new, place in sorted(pairs, key=lambda pair: canonical(pair[0]) != canonical(pair[1])):
            found: list[Change] = []
            trial = Schemas(self.old, self.new, found.append, set(self._seen))
            trial.compare(old, new, direction, place)
            if not found:
                self._seen |= trial._seen
                return
            outcomes.append(found)
        for change in min(outcomes, key=len):
            self.report(change)


def _values(old: Flat, new: Flat, direction: Direction, report: Report) -> None:
    before, after = old.values, new.values
    if direction is SENT and after is not None:
        if before is None:
            report(Change(old.place, "enum.narrowed", f"only {_listed(after)} is valid now"))
        elif before - after:
            report(Change(old.place, "enum.narrowed", f"{_listed(before - after)} is refused now"))
    elif direction is RECEIVED and before is not None:
        if after is None:
            report(Change(old.place, "enum.grown", "any value can come now"))
        elif after - before:
            report(Change(old.place, "enum.grown", f"{_listed(after - before)} can come now"))


def _limits(old: Flat, new: Flat, report: Report) -> None:
    for key in sorted(new.keywords):
        before, after = old.keywords.get(key, _LEAST.get(key)), new.keywords[key]
        is_upper = key in UPPER or key in OWN_UPPER
        if not (is_upper or key in LOWER) or _is_bounded(old, key, after):
            continue
        if before is None or (after < before if is_upper else after > before):
            shown = "not there" if before is None else before
            report(Change(old.place, "limit.narrowed", f"`{key}` is {after}, and was {shown}"))
    for key in ("pattern", "multipleOf", "not"):
        if key in new.keywords and canonical(old.keywords.get(key)) != canonical(new.keywords[key]):
            verb = "has changed" if key in old.keywords else "is new"
            report(Change(old.place, "limit.narrowed", f"`{key}` {verb}, so what was valid may be refused"))
    if new.keywords.get("uniqueItems") and not old.keywords.get("uniqueItems"):
        report(Change(old.place, "limit.narrowed", "equal items are refused now"))


def _is_bounded(old: Flat, key: str, limit: Any) -> bool:
    """Whether the other form of a limit, inclusive or exclusive, had the same effect before."""
    match key:
        case "minimum":
            return bool(old.keywords.get("exclusiveMinimum", limit - 1) >= limit)
        case "maximum":
            return bool(old.keywords.get("exclusiveMaximum", limit + 1) <= limit)
        case "exclusiveMinimum":
            return bool(old.keywords.get("minimum", limit) > limit)
        case "exclusiveMaximum":
            return bool(old.keywords.get("maximum", limit) < limit)
        case _:
            return False


def _default(old: Flat, new: Flat, report: Report) -> None:
    if "default" in old.keywords and canonical(old.keywords["default"]) != canonical(new.keywords.get("default")):
        after = json.dumps(new.keywords["default"]) if "default" in new.keywords else "not there"
        detail = f"the default was {json.dumps(old.keywords['default'])}, and is {after}"
        report(Change(old.place, "default.changed", detail))


def _format(old: Flat, new: Flat, direction: Direction, report: Report) -> None:
    before, after = old.keywords.get("format"), new.keywords.get("format")
    if before != after and (after if direction is SENT else before) is not None:
        report(Change(old.place, "schema.format", f"the format {before or 'of any text'} became {after or 'any text'}"))


def _dispatched(condition: Mapping[str, Any]) -> str:
    """The constant of a member by which a condition selects, such as the type of an element; empty if it has another
    form. A new one concerns values that were of no known type.
    """
    properties = condition["if"].get("properties", {}) if isinstance(condition["if"], Mapping) else {}
    constants = [schema["const"] for schema in properties.values() if isinstance(schema, Mapping) and "const" in schema]
    return str(constants[0]) if len(properties) == len(constants) == 1 else ""


def _listed(values: frozenset[str]) -> str:
    return ", ".join(sorted(values)[:5]) + (", …" if len(values) > 5 else "")
