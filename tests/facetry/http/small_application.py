"""A small description, and handlers that record their arguments."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pydantic

from facetry.auth import OnRecognised, Principal
from facetry.http.reply import FileBody, Reply

IMAGE = "12345678-9abc-4def-8123-456789abcdef"
PRINCIPALS = {
    "good": Principal(frozenset({"image:read", "image:tag:write"}), 1, None, None, "good"),
    "master": Principal(frozenset({"all"}), None, None, None, "master"),
    "reader": Principal(frozenset({"image:read"}), 2, None, None, "reader"),
    "tagger": Principal(frozenset({"image:tag:write"}), 3, "tagger", None, "tagger"),
    "nothing": Principal(frozenset(), 4, None, None, "nothing"),
}


def _secured(*scopes: str) -> list[dict[str, list[str]]]:
    return [{"bearer": list(scopes)}, {"apiKey": list(scopes)}]


def _json(schema: Any) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}


ID = {"$ref": "#/components/parameters/Id"}
EXTENSION = {"$ref": "#/components/parameters/ExtensionId"}


def description() -> dict[str, Any]:
    """A fresh copy of the description."""
    tags = {"type": "array", "maxItems": 3, "uniqueItems": True, "items": {"$ref": "#/components/schemas/Tag"}}
    search = {
        "operationId": "search",
        "security": _secured("image:read"),
        "parameters": [
            {
                "name": "extensionIds",
                "in": "query",
                "schema": {"type": "array", "maxItems": 3, "items": {"$ref": "#/components/schemas/Id"}},
            },
            {"name": "take", "in": "query", "schema": {"type": "integer", "minimum": 1, "maximum": 99, "default": 20}},
            {"name": "exact", "in": "query", "schema": {"type": "boolean"}},
            {"name": "near", "in": "query", "schema": {"type": "number", "minimum": 0, "maximum": 2}},
            {"name": "kind", "in": "query", "schema": {"enum": ["cat", "dog"]}},
            {"name": "repository", "in": "query", "schema": {"$ref": "#/components/schemas/Uuid"}},
            {"name": "Last-Place", "in": "header", "schema": {"type": "integer", "minimum": 0, "maximum": 99}},
        ],
        "requestBody": {
            "required": True,
            "x-max-bytes": 65536,
            "content": _json({"$ref": "#/components/schemas/Search"}),
        },
        "responses": {"200": {"description": "ok", "content": _json({})}},
    }
    return {
        "openapi": "3.1.1",
        "info": {"title": "small", "version": "1"},
        "paths": {
            "/ping": {
                "get": {
                    "operationId": "ping",
                    "security": [],
                    "x-public": "liveness",
                    "responses": {"200": {"description": "ok", "content": {"text/plain": {"schema": {}}}}},
                }
            },
            "/image/{id}/setTags": {
                "parameters": [ID],
                "put": {
                    "operationId": "setTags",
                    "security": _secured("image:tag:write"),
                    "x-owner": "extensionId",
                    "parameters": [EXTENSION],
                    "requestBody": {"required": True, "x-max-bytes": 256, "content": _json(tags)},
                    "responses": {"204": {"description": "done"}},
                },
            },
            "/image/{id}/getTags": {
                "get": {
                    "operationId": "getTags",
                    "security": _secured("image:read"),
                    "parameters": [ID, EXTENSION],
                    "responses": {"200": {"description": "ok", "content": _json({})}},
                }
            },
            "/image/search/ids": {"post": search},
            "/image/{id}/download": {
                "get": {
                    "operationId": "download",
                    "security": _secured("image:read"),
                    "parameters": [ID],
                    "responses": {"200": {"description": "ok", "content": {"image/png": {}}}},
                }
            },
            "/self": {
                "get": {
                    "operationId": "self",
                    "security": _secured(),
                    "x-any-key": "describes the key itself",
                    "responses": {"201": {"description": "ok", "content": _json({})}},
                },
                "delete": {
                    "operationId": "fail",
                    "security": _secured("image:read", "image:tag:write"),
                    "responses": {"204": {"description": "done"}},
                },
            },
            "/optional": {
                "post": {
                    "operationId": "optional",
                    "security": [],
                    "x-public": "test",
                    "requestBody": {"x-max-bytes": 1000000, "content": _json({})},
                    "responses": {"200": {"description": "ok", "content": _json({})}},
                }
            },
        },
        "components": {
            "parameters": {
                "Id": {"name": "id", "in": "path", "required": True, "schema": {"$ref": "#/components/schemas/Uuid"}},
                "ExtensionId": {
                    "name": "extensionId",
                    "in": "query",
                    "required": True,
                    "schema": {"$ref": "#/components/schemas/Id"},
                },
            },
            "schemas": {
                "Uuid": {"type": "string", "format": "uuid", "minLength": 36, "maxLength": 36},
                "Id": {"type": "string", "pattern": "^[a-z0-9A-Z._-]{1,32}$"},
                "Tag": {"type": "string", "minLength": 1, "maxLength": 64, "pattern": "^[a-zA-Z0-9_.:;/-]+$"},
                "Search": {
                    "type": "object",
                    "additionalProperties": False,
                    "required": ["filter"],
                    "properties": {
                        "filter": {"$ref": "#/components/schemas/Filter"},
                        "createdAfter": {"type": "integer", "minimum": 0, "maximum": 9007199254740991},
                        "sort": {"type": "string", "enum": ["name", "created"]},
                    },
                },
                "Filter": {
                    "type": "object",
                    "additionalProperties": False,
                    "properties": {
                        "tags": {"type": "array", "maxItems": 100, "items": {"$ref": "#/components/schemas/Tag"}},
                        "any": {"anyOf": [{"type": "string"}, {"$ref": "#/components/schemas/Filter"}]},
                    },
                },
            },
        },
    }


class Filter(pydantic.BaseModel):
    """The model of `Filter`."""

    tags: list[str] | None = None


class Search(pydantic.BaseModel):
    """The model of `Search`."""

    model_config = pydantic.ConfigDict(populate_by_name=True)
    filter: Filter
    created_after: int | None = pydantic.Field(default=None, alias="createdAfter")


@dataclass(frozen=True)
class Row:
    """A row of an operation table."""

    path: str
    method: str
    arguments: tuple[str, ...]


TABLE = {
    "ping": Row("/ping", "GET", ()),
    "setTags": Row("/image/{id}/setTags", "PUT", ("id", "extension_id", "body")),
    "getTags": Row("/image/{id}/getTags", "GET", ("id", "extension_id")),
    "search": Row(
        "/image/search/ids",
        "POST",
        ("extension_ids", "take", "exact", "near", "kind", "repository", "last_place", "body"),
    ),
    "download": Row("/image/{id}/download", "GET", ("id",)),
    "self": Row("/self", "GET", ()),
    "fail": Row("/self", "DELETE", ()),
    "optional": Row("/optional", "POST", ("body",)),
}
BODIES: Mapping[str, pydantic.TypeAdapter[Any]] = {"search": pydantic.TypeAdapter(Search)}


class FakeAuthenticator:
    """An authenticator with the keys of `PRINCIPALS`."""

    async def authenticate(self, secret: str, _on_recognised: OnRecognised | None = None) -> Principal | None:
        """The principal, by its name."""
        return PRINCIPALS.get(secret)


@dataclass
class RecordingHandlers:
    """Handlers that record their calls. `reply` is the result of `download`, by default the file `image.png`."""

    calls: list[dict[str, Any]] = field(default_factory=list)
    reply: object = None
    folder: Path = Path()

    def handlers(self) -> dict[str, Callable[..., Awaitable[object]]]:
        """One coroutine function for each operation."""

        async def ping(call: object, /) -> str:
            return "pong"

        async def set_tags(call: object, /, *, id: object, extension_id: str, body: list[str]) -> None:
            self.calls.append({"call": call, "id": id, "extension_id": extension_id, "body": body})

        async def get_tags(call: object, /, *, id: object, extension_id: str) -> list[str]:
            self.calls.append({"id": id, "extension_id": extension_id})
            return ["cat", "häuser"]

        async def search(
            call: object,
            /,
            *,
            body: Search,
            extension_ids: object = None,
            take: object = None,
            exact: object = None,
            near: object = None,
            kind: object = None,
            repository: object = None,
            last_place: object = None,
        ) -> Search:
            self.calls.append(
                {
                    "body": body,
                    "extension_ids": extension_ids,
                    "take": take,
                    "exact": exact,
                    "near": near,
                    "last_place": last_place,
                    "kind": kind,
                    "repository": repository,
                }
            )
            return body

        async def download(call: object, /, *, id: object) -> object:
            return self.reply or Reply(body=FileBody.at(self.folder / "image.png"), media_type="image/png", etag="abc")

        async def self_(call: object, /) -> object:
            return {"name": str(call)}

        async def fail(call: object, /) -> None:
            raise RuntimeError("the password is 1234")

        async def optional(call: object, /, *, body: object) -> object:
            return [body]

        return {
            "ping": ping,
            "setTags": set_tags,
            "getTags": get_tags,
            "search": search,
            "download": download,
            "self": self_,
            "fail": fail,
            "optional": optional,
        }
