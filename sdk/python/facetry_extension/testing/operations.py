"""The operations that the fake service answers; others are refused with the rule `fake.operation`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from facetry_extension.testing.library import Call, Library, Refusal

Answer = tuple[int, Any]
NO_CONTENT: Final[Answer] = (204, None)


def _get(library: Library, id: str, call: Call) -> Answer:  # noqa: ARG001 -- as all of them
    picture = library.picture(id)
    return 200, {**picture.record, "metadata": picture.metadata, "tags": _tags(library, id), "features": []}


def _metadata(library: Library, id: str, call: Call) -> Answer:  # noqa: ARG001
    return 200, library.picture(id).metadata


def _download(library: Library, id: str, call: Call) -> Answer:  # noqa: ARG001
    return 200, library.picture(id).content


def _set_tags(library: Library, id: str, call: Call) -> Answer:
    library.set_tags(id, call.query["extensionId"], call.body, keep=call.operation == "ensureTags")
    return NO_CONTENT


def _get_tags(library: Library, id: str, call: Call) -> Answer:
    return 200, sorted(library.picture(id).tags.get(call.query["extensionId"], []))


def _get_all_tags(library: Library, id: str, call: Call) -> Answer:  # noqa: ARG001
    return 200, _tags(library, id)


def _set_features(library: Library, id: str, call: Call) -> Answer:
    library.set_features(id, call.query["extensionId"], call.body, keep=call.operation == "ensureFeatures")
    return NO_CONTENT


def _get_features(library: Library, id: str, call: Call) -> Answer:
    return 200, library.picture(id).features.get(call.query["extensionId"], [])


def _get_all_features(library: Library, id: str, call: Call) -> Answer:  # noqa: ARG001
    features = library.picture(id).features
    return 200, [{"id": extension, **feature} for extension, each in sorted(features.items()) for feature in each]


def _set_embeddings(library: Library, id: str, call: Call) -> Answer:
    library.set_embeddings(id, call.query["extensionId"], call.body)
    return NO_CONTENT


def _get_embeddings(library: Library, id: str, call: Call) -> Answer:
    extension = call.query["extensionId"]
    return 200, {"id": extension, "embeddings": _embeddings(library.picture(id).embeddings.get(extension, {}))}


def _get_all_embeddings(library: Library, id: str, call: Call) -> Answer:  # noqa: ARG001
    stored = library.picture(id).embeddings
    return 200, [{"id": extension, "embeddings": _embeddings(each)} for extension, each in sorted(stored.items())]


def _delete_embeddings(library: Library, id: str, call: Call) -> Answer:
    library.picture(id).embeddings.pop(call.query["extensionId"], None)
    return NO_CONTENT


def _tags(library: Library, id: str) -> list[dict[str, str]]:
    tags = library.picture(id).tags
    pairs = sorted((value, extension) for extension, values in tags.items() for value in values)
    return [{"id": extension, "value": value} for value, extension in pairs]


def _embeddings(named: Mapping[str, list[float]]) -> list[dict[str, Any]]:
    return [{"name": name, "values": values} for name, values in sorted(named.items())]


OF_IMAGES: Final[Mapping[tuple[str, str], Callable[[Library, str, Call], Answer]]] = {
    ("GET", "get"): _get,
    ("GET", "metadata"): _metadata,
    ("GET", "download"): _download,
    ("PUT", "setTags"): _set_tags,
    ("PUT", "ensureTags"): _set_tags,
    ("GET", "getTags"): _get_tags,
    ("GET", "getAllTags"): _get_all_tags,
    ("PUT", "setFeatures"): _set_features,
    ("PUT", "ensureFeatures"): _set_features,
    ("GET", "getFeatures"): _get_features,
    ("GET", "getAllFeatures"): _get_all_features,
    ("PUT", "setEmbeddings"): _set_embeddings,
    ("GET", "getEmbeddings"): _get_embeddings,
    ("GET", "getAllEmbeddings"): _get_all_embeddings,
    ("PUT", "deleteEmbeddings"): _delete_embeddings,
}


def execute(library: Library, settings: Mapping[str, Any], extension: str, call: Call) -> Answer:
    """What the service answers. Raises `Refusal`."""
    parts = call.path.strip("/").split("/")
    if len(parts) == 3 and parts[0] == "image" and (call.method, parts[2]) in OF_IMAGES:
        if call.query.get("extensionId", extension) != extension and call.method != "GET":
            raise Refusal(403, "extension.foreign", "The key is bound to another extension.")
        return OF_IMAGES[call.method, parts[2]](library, parts[1], call)
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
