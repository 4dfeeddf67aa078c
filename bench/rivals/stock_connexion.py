"""Stock Connexion as documented. It refuses OpenAPI 3.1, so the four operations are converted to 3.0.3."""

from __future__ import annotations

import warnings
from typing import Any, Final

from starlette.exceptions import StarletteDeprecationWarning

with warnings.catch_warnings():  # Connexion imports deprecated names of Starlette and jsonschema
    warnings.simplefilter("ignore", DeprecationWarning)
    warnings.simplefilter("ignore", StarletteDeprecationWarning)
    from connexion.apps.asynchronous import AsyncApp
    from connexion.options import SwaggerUIOptions
    from connexion.resolver import Resolver

from bench.rivals import shared

_RESULT: Final = {"items": [str(id) for id in shared.IDS], "totalCount": shared.TOTAL}
_NOT_IN_3_0: Final = {"examples", "$defs", "unevaluatedProperties", "dependentRequired", "if", "then", "else"}


async def set_tags(id: str, extensionId: str, body: Any) -> tuple[None, int]:  # noqa: N803  # Connexion passes wire names
    """Do nothing."""
    return None, 204


async def get_tags(id: str, extensionId: str) -> list[str]:  # noqa: N803
    """The same tags for every image."""
    return shared.TAGS


async def search_ids(body: Any) -> dict[str, Any]:
    """The same page for every search."""
    return _RESULT


def token_info(token: str) -> dict[str, Any] | None:
    """The claims of a bearer token. Connexion drops the scopes of bearer schemes, so nothing checks them."""
    principal = shared.principal(token)
    return None if principal is None else {"sub": principal.name}


_HANDLERS: Final = {
    "imageSetTags": set_tags,
    "imageGetTags": get_tags,
    "imageSearchIds": search_ids,
    "imageSetEmbeddings": set_tags,
}


def to_openapi_3_0(document: dict[str, Any]) -> dict[str, Any]:
    """The four operations as OpenAPI 3.0.3."""
    paths = {path: _successful(document["paths"][path]) for path in shared.PATHS}
    reduced = {**document, "openapi": "3.0.3", "paths": paths, "components": _components(document, paths)}
    for other in ("webhooks", "jsonSchemaDialect"):
        reduced.pop(other, None)
    reduced["info"] = {name: document["info"][name] for name in ("title", "version")}
    result: dict[str, Any] = _convert(reduced)
    result["components"]["securitySchemes"] = {
        "bearer": {"type": "http", "scheme": "bearer", "x-bearerInfoFunc": f"{__name__}.token_info"}
    }
    return result


def _successful(item: dict[str, Any]) -> dict[str, Any]:
    """The operations of a path without problem responses, because Connexion answers 500 for two media types."""
    operations = {}
    for method, operation in item.items():
        responses = {status: response for status, response in operation["responses"].items() if status.startswith("2")}
        operations[method] = {**operation, "responses": responses, "security": [{"bearer": []}]}
    return operations


def _components(document: dict[str, Any], paths: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The components that the operations use. Others have keywords that OpenAPI 3.0 does not have."""
    components: dict[str, dict[str, Any]] = {}
    unread = _references(paths)
    while unread:
        _, _, kind, name = unread.pop().split("/")
        found = components.setdefault(kind, {})
        if name not in found:
            found[name] = document["components"][kind][name]
            unread |= _references(found[name])
    return components


def _references(node: Any) -> set[str]:
    """All `$ref` values in a part of the document."""
    if isinstance(node, dict):
        own = {node["$ref"]} if isinstance(node.get("$ref"), str) else set()
        return own.union(*map(_references, node.values()))
    return set().union(*map(_references, node)) if isinstance(node, list) else set()


def _convert(node: Any) -> Any:
    if isinstance(node, list):
        return [_convert(each) for each in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        return {"$ref": node["$ref"]}
    converted = {
        key: _convert(value) for key, value in node.items() if key not in _NOT_IN_3_0 and not key.startswith("x-")
    }
    if isinstance(converted.get("properties"), dict):
        converted["properties"] = {key: _without_boolean(value) for key, value in converted["properties"].items()}
    if "const" in converted:
        converted["enum"] = [converted.pop("const")]
    if isinstance(converted.get("type"), list):
        converted["nullable"] = "null" in converted["type"]
        converted["type"] = next(kind for kind in converted["type"] if kind != "null")
    return converted


def _without_boolean(schema: Any) -> Any:
    """The schema; OpenAPI 3.0 has no boolean schemas."""
    return {True: {}, False: {"not": {}}}[schema] if isinstance(schema, bool) else schema


def application() -> AsyncApp:
    """Connexion's application with all of its own middleware."""
    app = AsyncApp("bench", swagger_ui_options=SwaggerUIOptions(swagger_ui=False))
    app.add_api(to_openapi_3_0(shared.document()), resolver=Resolver(_HANDLERS.__getitem__))
    return app
