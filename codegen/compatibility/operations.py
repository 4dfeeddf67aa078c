"""Breaking changes of the operations of an OpenAPI description."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from codegen.compatibility.change import Change, Direction, Place, Report
from codegen.compatibility.flat import Description
from codegen.compatibility.schemas import Schemas

METHODS: Final = ("get", "put", "post", "delete", "patch", "head", "options", "trace")
_PARTIAL: Final = "206"
"""A success that a client has asked for by a header."""


@dataclass(frozen=True, slots=True)
class _Operation:
    key: tuple[str, str]
    content: Mapping[str, Any]
    parameters: tuple[tuple[Mapping[str, Any], Place], ...]
    place: Place

    @property
    def name(self) -> str:
        return str(self.content.get("operationId", " ".join(self.key)))


def compare(old: Description, new: Description, report: Report) -> None:
    """Report what breaks clients of the operations."""
    before, after = ({each.key: each for each in _operations(description)} for description in (old, new))
    names = {operation.name: operation for operation in after.values()}
    schemas = Schemas(old, new, report)
    for key, operation in before.items():
        if key in after:
            _Comparison(old, new, schemas, report).compare(operation, after[key])
        else:
            moved = names.get(operation.name)
            now = f"; it is {moved.key[0].upper()} {moved.key[1]} now" if moved else ""
            detail = f"{key[0].upper()} {key[1]} is gone{now}"
            report(Change(operation.place, "operation.removed", detail))
    for name, scheme in _schemes(old).items():
        if _schemes(new).get(name) != scheme:
            place = Place(old.file, f"/components/securitySchemes/{name}", f"security.{name}")
            report(Change(place, "security.scheme", f"the way to sign in `{name}` is gone or has changed"))


def _schemes(description: Description) -> dict[str, dict[str, Any]]:
    listed = description.document.get("components", {}).get("securitySchemes", {})
    told = {"type", "scheme", "in", "name", "flows", "openIdConnectUrl"}
    return {name: {key: value for key, value in scheme.items() if key in told} for name, scheme in listed.items()}


def _operations(description: Description) -> Iterator[_Operation]:
    for path, item in description.document.get("paths", {}).items():
        for method in METHODS:
            if method in item:
                content = item[method]
                name = content.get("operationId", f"{method} {path}")
                place = Place(description.file, "", name).at("paths", path, method)
                listed = [*item.get("parameters", ()), *content.get("parameters", ())]
                parameters = tuple(_parameter(description, each, place) for each in listed)
                yield _Operation((method, re.sub(r"\{[^}]*\}", "{}", path)), content, parameters, place)


def _parameter(description: Description, part: Any, operation: Place) -> tuple[Mapping[str, Any], Place]:
    """A parameter, and its place: that of its component, if it is one."""
    found = _resolved(description, part)
    is_component = part.keys() == {"$ref"}
    place = description.component(part["$ref"])[1] if is_component else operation.at("parameters", name=found["name"])
    return found, place


def _resolved(description: Description, part: Any) -> Any:
    while "$ref" in part:
        beside = {key: value for key, value in part.items() if key != "$ref"}
        part = {**description.component(part["$ref"])[0], **beside}
    return part


@dataclass(frozen=True, slots=True)
class _Comparison:
    old: Description
    new: Description
    schemas: Schemas
    report: Report

    def compare(self, before: _Operation, after: _Operation) -> None:
        """Report what breaks clients of one operation."""
        if before.name != after.name:
            detail = f"it is called `{after.name}` now, which renames the functions of generated clients"
            self.report(Change(before.place, "operation.renamed", detail))
        self._access(before, after)
        self._parameters(before, after)
        self._body(before, after)
        self._responses(before, after)

    def _access(self, before: _Operation, after: _Operation) -> None:
        alternatives = [
            {scheme: frozenset(scopes) for scheme, scopes in each.items()}
            for each in after.content.get("security", self.new.document.get("security", [{}]))
        ] or [{}]
        for former in before.content.get("security", self.old.document.get("security", [{}])) or [{}]:
            if not any(
                each.keys() <= former.keys() and all(each[name] <= set(former[name]) for name in each)
                for each in alternatives
            ):
                had, needed = _scopes([former]), _scopes(alternatives)
                detail = f"a key with {', '.join(had)} no longer suffices; it needs {', '.join(needed)}"
                self.report(Change(before.place.at("security"), "access.tightened", detail))
                break
        if after.content.get("x-owner") and before.content.get("x-owner") != after.content["x-owner"]:
            detail = f"keys of extensions have to name themselves in `{after.content['x-owner']}` now"
            self.report(Change(before.place, "access.tightened", detail))
        for member, detail in (
            ("x-any-query", "query parameters that are not described are refused now"),
            ("x-spans-segments", "the last parameter of the path takes no slashes now"),
        ):
            if _has(before, member) and not _has(after, member):
                self.report(Change(before.place, "parameter.narrowed", detail))

    def _parameters(self, before: _Operation, after: _Operation) -> None:
        places = _places(before), _places(after)
        for key, (parameter, place) in places[0].items():
            found = places[1].get(key)
            if found is None:
                detail = f"the parameter `{parameter['name']}` ({parameter['in']}) is gone"
                at = before.place.at("parameters", name=parameter["name"])
                self.report(Change(at, "parameter.removed", detail))
                continue
            now = found[0]
            if now["name"] != parameter["name"]:
                detail = f"`{parameter['name']}` is called `{now['name']}` now, which renames arguments of clients"
                self.report(Change(place, "parameter.renamed", detail))
            if now.get("required") and not parameter.get("required"):
                self.report(Change(place, "parameter.required", f"`{parameter['name']}` has to be sent now"))
            if any(now.get(key) != parameter.get(key) for key in ("style", "explode", "allowReserved")):
                self.report(Change(place, "parameter.narrowed", f"`{parameter['name']}` is written in another way"))
            if "schema" in parameter or "schema" in now:
                schemas = parameter.get("schema", True), now.get("schema", True)
                self.schemas.compare(*schemas, Direction.SENT, place.at("schema"))
            contents = parameter.get("content", {}), now.get("content", {})
            self._contents(*contents, Direction.SENT, place)
        for key, (parameter, _) in places[1].items():
            if key not in places[0] and parameter.get("required"):
                place = before.place.at("parameters", name=parameter["name"])
                self.report(Change(place, "parameter.required", f"`{parameter['name']}` is new and has to be sent"))

    def _body(self, before: _Operation, after: _Operation) -> None:
        former, now = (
            _resolved(description, operation.content.get("requestBody", {}))
            for description, operation in ((self.old, before), (self.new, after))
        )
        place = before.place.at("requestBody", name="body")
        if former and not now:
            self.report(Change(place, "body.removed", "it takes no body now"))
            return
        if now.get("required") and not former.get("required"):
            self.report(Change(place, "body.required", "a body has to be sent now"))
        limits = former.get("x-max-bytes"), now.get("x-max-bytes")
        if limits[1] is not None and former and (limits[0] is None or limits[1] < limits[0]):
            self.report(Change(place, "limit.narrowed", f"`x-max-bytes` is {limits[1]}, and was {limits[0]}"))
        self._contents(former.get("content", {}), now.get("content", {}), Direction.SENT, place)

    def _contents(
        self, before: Mapping[str, Any], after: Mapping[str, Any], direction: Direction, place: Place
    ) -> None:
        for media_type, content in before.items():
            now = next((after[each] for each in (media_type, *_ranges(media_type)) if each in after), None)
            if now is None:
                detail = f"the media type {media_type} is gone"
                self.report(Change(place.at("content", media_type, name=media_type), "media-type.removed", detail))
            elif "schema" in content or (direction is Direction.SENT and "schema" in now):
                at = place.at("content", media_type, "schema")
                self.schemas.compare(content.get("schema", True), now.get("schema", True), direction, at)

    def _responses(self, before: _Operation, after: _Operation) -> None:
        former, now = before.content.get("responses", {}), after.content.get("responses", {})
        for status, response in former.items():
            place = before.place.at("responses", status, name=status)
            if status not in now:
                self.report(Change(place, "response.removed", f"the answer {status} is gone"))
                continue
            answers = _resolved(self.old, response), _resolved(self.new, now[status])
            if "$ref" in response:
                place = self.old.component(response["$ref"])[1]
            self._contents(answers[0].get("content", {}), answers[1].get("content", {}), Direction.RECEIVED, place)
            if answers[1].get("content") and not answers[0].get("content"):
                self.report(Change(place, "response.added", "it has a body now, and had none"))
            self._headers(answers[0].get("headers", {}), answers[1].get("headers", {}), place)
        for status in now.keys() - former.keys():
            if status.startswith("2") and status != _PARTIAL:
                place = before.place.at("responses", name=status)
                self.report(Change(place, "response.added", f"it can succeed with {status} now"))

    def _headers(self, before: Mapping[str, Any], after: Mapping[str, Any], place: Place) -> None:
        names = {name.lower(): _resolved(self.new, header) for name, header in after.items()}
        for name, header in before.items():
            at = place.at("headers", name, name=name)
            former, now = _resolved(self.old, header), names.get(name.lower())
            if now is None:
                self.report(Change(at, "header.removed", f"the header {name} is gone"))
                continue
            if former.get("required") and not now.get("required"):
                self.report(Change(at, "header.removed", f"the header {name} can be missing now"))
            schemas = former.get("schema", True), now.get("schema", True)
            self.schemas.compare(*schemas, Direction.RECEIVED, at.at("schema"))


def _scopes(alternatives: Sequence[Mapping[str, Iterable[str]]]) -> list[str]:
    return sorted({scope for each in alternatives for scopes in each.values() for scope in scopes}) or ["a key"]


def _places(operation: _Operation) -> dict[tuple[str, str], tuple[Mapping[str, Any], Place]]:
    """The parameters with their places. Those of the path are known by their number: their name is not sent."""
    in_path = re.findall(r"\{([^}]*)\}", operation.place.pointer.replace("~1", "/"))
    found = {}
    for parameter, place in operation.parameters:
        name, where = parameter["name"], parameter["in"]
        is_known = where == "path" and name in in_path
        key = str(in_path.index(name)) if is_known else name.lower() if where == "header" else name
        found[where, key] = (parameter, place)
    return found


def _ranges(media_type: str) -> tuple[str, str]:
    return f"{media_type.partition('/')[0]}/*", "*/*"


def _has(operation: _Operation, member: str) -> bool:
    return bool(operation.content.get(member)) or any(parameter.get(member) for parameter, _ in operation.parameters)
