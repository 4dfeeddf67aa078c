"""Stock Connexion, its documented way. It refuses OpenAPI 3.1, so it gets the three operations lowered to 3.0.3."""

from __future__ import annotations

import warnings
from typing import Any, Final

from starlette.exceptions import StarletteDeprecationWarning

with warnings.catch_warnings():  # Connexion imports what Starlette and jsonschema announce to remove
    warnings.simplefilter("ignore", DeprecationWarning)
    warnings.simplefilter("ignore", StarletteDeprecationWarning)
    from connexion.apps.asynchronous import AsyncApp
    from connexion.options import SwaggerUIOptions
    from connexion.resolver import Resolver

from bench.rivals import shared as same

_FOUND: Final = {"items": [str(id) for id in same.IDS], "totalCount": same.TOTAL}
_NOT_IN_3_0: Final = {"examples", "$defs", "unevaluatedProperties", "dependentRequired"}


async def set_tags(id: str, extensionId: str, body: Any) -> tuple[None, int]:  # noqa: N803  # Connexion passes wire names
    """Nothing."""
    return None, 204


async def get_tags(id: str, extensionId: str) -> list[str]:  # noqa: N803
    """The same tags for every image."""
    return same.TAGS


async def search_ids(body: Any) -> dict[str, Any]:
    """The same page for every search."""
    return _FOUND


def token_info(token: str) -> dict[str, Any] | None:
    """What Connexion asks of a bearer token. It drops the scopes of bearer schemes: nothing checks them."""
    principal = same.principal(token)
    return None if principal is None else {"sub": principal.name}


_HANDLERS: Final = {"imageSetTags": set_tags, "imageGetTags": get_tags, "imageSearchIds": search_ids}


def lowered(document: dict[str, Any]) -> dict[str, Any]:
    """The three operations as OpenAPI 3.0.3."""
    kept = {
        **document,
        "openapi": "3.0.3",
        "paths": {path: _successful(document["paths"][path]) for path in same.PATHS},
        "components": {name: document["components"].get(name, {}) for name in ("schemas", "parameters")},
    }
    for other in ("webhooks", "jsonSchemaDialect"):
        kept.pop(other, None)
    kept["info"] = {name: document["info"][name] for name in ("title", "version")}
    result: dict[str, Any] = _lower(kept)
    result["components"]["securitySchemes"] = {
        "bearer": {"type": "http", "scheme": "bearer", "x-bearerInfoFunc": f"{__name__}.token_info"}
    }
    return result


def _successful(item: dict[str, Any]) -> dict[str, Any]:
    """The operations of a path without problem responses: with two media types Connexion answers 500."""
    operations = {}
    for method, operation in item.items():
        responses = {status: answer for status, answer in operation["responses"].items() if status.startswith("2")}
        operations[method] = {**operation, "responses": responses, "security": [{"bearer": []}]}
    return operations


def _lower(node: Any) -> Any:
    if isinstance(node, list):
        return [_lower(each) for each in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        return {"$ref": node["$ref"]}
    lower = {key: _lower(value) for key, value in node.items() if key not in _NOT_IN_3_0 and not key.startswith("x-")}
    if "const" in lower:
        lower["enum"] = [lower.pop("const")]
    if isinstance(lower.get("type"), list):
        lower["nullable"] = "null" in lower["type"]
        lower["type"] = next(kind for kind in lower["type"] if kind != "null")
    return lower


def application() -> AsyncApp:
    """Connexion's application with all of its own middleware."""
    app = AsyncApp("bench", swagger_ui_options=SwaggerUIOptions(swagger_ui=False))
    app.add_api(lowered(same.document()), resolver=Resolver(_HANDLERS.__getitem__))
    return app
