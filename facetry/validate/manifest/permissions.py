"""The default scopes of an extension's keys, and what a manifest asks for beyond them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

DEFAULT_SCOPES: Final = frozenset(
    {
        "collection:read",
        "extension:run",
        "extension:settings:read",
        "extension:settings:write",
        "image:attachment:write",
        "image:embedding:write",
        "image:feature:write",
        "image:read",
        "image:tag:write",
        "repository:ensure",
        "repository:read",
    }
)
"""The scopes of an extension's key unless its manifest names others. It writes facets only in its own name."""


def beyond_default(permissions: Mapping[str, Any] | None) -> tuple[str, ...]:
    """What the `permissions` of a valid manifest ask for beyond the default, sorted: scopes, and `read:` or `write:`
    with the path of a folder.
    """
    if permissions is None:
        return ()
    scopes = set(permissions.get("scopes") or ()) - DEFAULT_SCOPES
    folders = {f"{folder['access']}:{folder['path']}" for folder in permissions.get("folders") or ()}
    return tuple(sorted(scopes | folders))
