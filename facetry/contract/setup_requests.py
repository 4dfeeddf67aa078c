"""Requests that have to succeed before a test can begin."""

from __future__ import annotations

from typing import Any

import httpx

from facetry.contract.errors import SetupError
from facetry.contract.traffic.exchange import json_value


def made(client: httpx.Client, method: str, target: str, **body: Any) -> Any:
    """The parsed answer of a request that has to succeed; None without a body. Raises `SetupError`."""
    answer = client.request(method, target, **body)
    shown = f"{method} {target.partition('?')[0]}"
    if not answer.is_success:
        raise SetupError(f"{shown} is answered {_words(answer)}")
    value = json_value(answer)
    if value is None and answer.content not in {b"", b"null"}:
        raise SetupError(f"{shown} is answered {answer.status_code} with a body that is no JSON: {answer.text[:100]}")
    return value


def made_member(client: httpx.Client, name: str, method: str, target: str, **body: Any) -> Any:
    """A member of the parsed answer of a request that has to succeed. Raises `SetupError`."""
    return member(made(client, method, target, **body), name, f"{method} {target.partition('?')[0]}")


def scopes_in(record: Any) -> frozenset[str]:
    """The scopes in the answer of the operation that describes the caller's own key. Raises `SetupError`."""
    scopes = member(record, "scopes", "GET /apiSecret/self")
    if not isinstance(scopes, list):
        raise SetupError(f"GET /apiSecret/self is answered without a list of scopes: {scopes!r:.100}")
    return frozenset(map(str, scopes))


def made_list(client: httpx.Client, method: str, target: str, **body: Any) -> list[dict[str, Any]]:
    """The objects in the list that answers a request that has to succeed. Raises `SetupError`."""
    value = made(client, method, target, **body)
    found = value.get("items") if isinstance(value, dict) else value
    if not isinstance(found, list):
        raise SetupError(f"{method} {target.partition('?')[0]} is answered without a list: {value!r:.100}")
    return [each for each in found if isinstance(each, dict)]


def member(value: Any, name: str, what: str) -> Any:
    """A member of a value. Raises `SetupError` if it has none."""
    if isinstance(value, dict) and name in value:
        return value[name]
    raise SetupError(f"{what} is answered without {name!r}: {value!r:.100}")


def _words(answer: httpx.Response) -> str:
    if answer.status_code == 0:
        return f"nothing: {answer.extensions.get('failure', '')}"
    if answer.has_redirect_location:
        return f"{answer.status_code}, a redirection to {answer.headers['location']}"
    return f"{answer.status_code} {answer.text[:300]}".rstrip()
