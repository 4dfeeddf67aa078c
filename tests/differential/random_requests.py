"""Random requests to every operation whose answer follows from the requests before it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final
from urllib.parse import quote

from facetry.contract.description import Operation, operations, resolved
from tests.differential.random_values import corrupted, random_value
from tests.differential.vocabulary import Vocabulary

SKIPPED: Final[Mapping[str, str]] = {
    **dict.fromkeys(
        (
            "repositoryCreate",
            "repositoryEnsure",
            "repositoryUpdate",
            "repositoryDelete",
            "repositorySynchronize",
            "repositoryRetryUnreadableFiles",
            "repositoryWatch",
            "repositoryStartOrStop",
            "repositoryActivities",
        ),
        "scans run beside the requests, and end at different times",
    ),
    **dict.fromkeys(
        ("imageModify", "imageDelete", "repositoryStoreImage", "repositoryRenameImage"),
        "both services read the same pictures",
    ),
    **dict.fromkeys(("apiSecretCreate", "apiSecretDelete"), "secrets are random, and dates of use differ"),
    "extensionUnregister": "the requests after it write in the name of the extensions",
    "eventStream": "the answer does not end",
    "metrics": "the figures are of the process",
}
"""Operations that are not sent, with the reason."""

_WEIGHTS: Final[Mapping[str, float]] = {
    "imageSearchIds": 12,
    "imageSearchSummaries": 8,
    "imageSearchImages": 8,
    "imageSearchTags": 6,
    "imageSearchFeatures": 6,
    "imageSearchIdStream": 3,
    "imageSetTags": 5,
    "imageSetFeatures": 5,
    "imageSetEmbeddings": 5,
    "imageClosestImages": 3,
    "imageClosestEmbeddingsImages": 3,
    "collectionDelete": 0.05,
    "imageDownload": 2,
    "imageConvert": 0.2,
}
"""How often an operation is sent, relative to the others."""

_FIRST_COLLECTIONS: Final = 50
_CORRUPTED_SHARE: Final = 0.06
_OPTIONAL_SHARE: Final = 0.4
_UNKNOWN_PARAMETER_SHARE: Final = 0.01


@dataclass(frozen=True, slots=True)
class Request:
    """A request: its operation, method, target and body."""

    operation: str
    method: str
    target: str
    headers: Mapping[str, str]
    body: bytes | None


def random_requests(rng: Random, vocabulary: Vocabulary, pictures: Sequence[bytes]) -> Iterator[Request]:
    """Endless requests; `pictures` are bodies of the operations that take one."""
    chosen = [operation for operation in operations() if operation.operation_id not in SKIPPED]
    weights = [_WEIGHTS.get(operation.operation_id, _weight_of_path(operation.path)) for operation in chosen]
    creation = next(operation for operation in chosen if operation.operation_id == "collectionCreate")
    for _ in range(_FIRST_COLLECTIONS):  # so that the searches find some
        yield _request(creation, rng, vocabulary, pictures)
    while True:
        yield _request(rng.choices(chosen, weights)[0], rng, vocabulary, pictures)


def _weight_of_path(path: str) -> float:
    # No extension is installed, because programs answer when they like.
    return 0.2 if path.startswith(("/extension/{id}", "/ui/")) else 1.0


def _request(operation: Operation, rng: Random, vocabulary: Vocabulary, pictures: Sequence[bytes]) -> Request:
    path, query, headers = operation.path, [], {}
    for _, parameter in operation.parameters:
        name, schema = parameter["name"], parameter["schema"]
        is_required = parameter.get("required", False)
        if not is_required and rng.random() >= _OPTIONAL_SHARE:
            continue
        value = random_value(schema, rng, vocabulary)
        if parameter["in"] == "path":
            if path.startswith("/repository/{id}"):
                value = vocabulary.repository(rng)
            path = path.replace(f"{{{name}}}", quote(_text(value), safe=""))
        elif parameter["in"] == "header":
            headers[name] = quote(_text(value))
        else:
            query += [(name, _text(item)) for item in (value if isinstance(value, list) else [value])]
    if rng.random() < _UNKNOWN_PARAMETER_SHARE:
        query.append(("verbose", "true"))
    body = None
    if operation.takes_json:
        headers["Content-Type"] = "application/json"
        body = _json_body(operation, rng, vocabulary)
    elif operation.takes_bytes:
        headers["Content-Type"] = "application/octet-stream"
        body = rng.choice(pictures)
        if rng.random() < _CORRUPTED_SHARE:
            body = body[: rng.randrange(len(body))]
    target = path + ("?" + "&".join(f"{name}={quote(value, safe='')}" for name, value in query) if query else "")
    return Request(operation.operation_id, operation.method, target, headers, body)


def _json_body(operation: Operation, rng: Random, vocabulary: Vocabulary) -> bytes:
    body = resolved({"$ref": f"#{operation.pointer}/requestBody"})
    text = json.dumps(random_value(body["content"]["application/json"]["schema"], rng, vocabulary))
    return corrupted(text, rng) if rng.random() < _CORRUPTED_SHARE else text.encode()


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)
