"""The operations that the fake service answers; others are refused with the rule `fake.operation`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from facetry_extension.testing.library import Call, Library, Refusal

Answer = tuple[int, Any]
"""The status, and what is answered: bytes, a text, a JSON value, or nothing."""
Operation = Callable[[Library, str, Call, str], Any]

READS: Final[Mapping[str, Operation]] = {
    "get": lambda library, id, _, __: {
        **library.picture(id).record,
        "metadata": library.picture(id).metadata,
        "tags": _tags(library, id),
        "features": [],
    },
    "metadata": lambda library, id, _, __: library.picture(id).metadata,
    "download": lambda library, id, _, __: library.picture(id).content,
    "getTags": lambda library, id, _, extension: sorted(library.picture(id).tags.get(extension, [])),
    "getAllTags": lambda library, id, _, __: _tags(library, id),
    "getFeatures": lambda library, id, _, extension: library.picture(id).features.get(extension, []),
    "getAllFeatures": lambda library, id, _, __: [
        {"id": extension, **feature}
        for extension, features in sorted(library.picture(id).features.items())
        for feature in features
    ],
    "getEmbeddings": lambda library, id, _, extension: _embeddings(library, id, extension),
    "getAllEmbeddings": lambda library, id, _, __: [
        _embeddings(library, id, extension) for extension in sorted(library.picture(id).embeddings)
    ],
}
"""Operations on an image that read, by their name."""

WRITES: Final[Mapping[str, Operation]] = {
    "setTags": lambda library, id, call, extension: library.set_tags(id, extension, call.body, keep=False),
    "ensureTags": lambda library, id, call, extension: library.set_tags(id, extension, call.body, keep=True),
    "setFeatures": lambda library, id, call, extension: library.set_features(id, extension, call.body, keep=False),
    "ensureFeatures": lambda library, id, call, extension: library.set_features(id, extension, call.body, keep=True),
    "setEmbeddings": lambda library, id, call, extension: library.set_embeddings(id, extension, call.body),
    "deleteEmbeddings": lambda library, id, _, extension: library.picture(id).embeddings.pop(extension, None),
}
"""Operations on an image that write, by their name."""


def execute(library: Library, settings: Mapping[str, Any], extension: str, call: Call) -> Answer:
    """What the service answers. Raises `Refusal`."""
    parts = call.path.strip("/").split("/")
    if len(parts) == 3 and parts[0] == "image":
        target = call.query.get("extensionId", extension)
        if call.method == "GET" and parts[2] in READS:
            return 200, READS[parts[2]](library, parts[1], call, target)
        if call.method == "PUT" and parts[2] in WRITES:
            if target != extension:
                raise Refusal(403, "extension.foreign", "The key is bound to another extension.")
            WRITES[parts[2]](library, parts[1], call, target)
            return 204, None
    if (call.method, parts) == ("POST", ["image", "search", "ids"]):
        page = _page(call.body)
        return 200, {"items": list(library.pictures)[page], "totalCount": len(library.pictures)}
    if (call.method, parts) == ("GET", ["extension", extension, "getSettings"]):
        return 200, {"value": dict(settings)}
    if (call.method, parts) == ("GET", ["miscellaneous", "ping"]):
        return 200, "pong"
    raise Refusal(404, "fake.operation", f"The fake service has no {call.method} {call.path}.")


def _page(body: Any) -> slice:
    range_ = (body or {}).get("range") or {}
    skip = int(range_.get("skip", 0))
    return slice(skip, skip + int(range_.get("take", 20)))


def _tags(library: Library, id: str) -> list[dict[str, str]]:
    tags = library.picture(id).tags
    pairs = sorted((value, extension) for extension, values in tags.items() for value in values)
    return [{"id": extension, "value": value} for value, extension in pairs]


def _embeddings(library: Library, id: str, extension: str) -> dict[str, Any]:
    vectors = sorted(library.picture(id).embeddings.get(extension, {}).items())
    return {"id": extension, "embeddings": [{"name": name, "values": values} for name, values in vectors]}
