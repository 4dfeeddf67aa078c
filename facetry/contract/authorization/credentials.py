"""Keys with the scopes that are needed, and the headers that send them."""

from dataclasses import dataclass, field
from typing import Any, Final

import httpx

from facetry.contract.errors import SetupError
from facetry.contract.setup_requests import member
from facetry.contract.traffic.exchange import json_value

# One scope, two names.
ALIASES: Final = {"image:embedding:write": "image:embeddings:write", "image:embeddings:write": "image:embedding:write"}


@dataclass(frozen=True, slots=True)
class Credential:
    """The headers of a request, and the scopes of the key in them."""

    name: str
    headers: tuple[tuple[str, str], ...] = ()
    scopes: frozenset[str] = frozenset()

    def grants(self, needed: frozenset[str]) -> bool:
        """Whether its scopes cover all needed scopes."""
        held = self.scopes | {ALIASES[scope] for scope in self.scopes & ALIASES.keys()}
        return "all" in held or needed <= held


@dataclass(slots=True)
class Keyring:
    """Creates keys through the API, as an operator does. `client` sends `master`, a key with every right."""

    client: httpx.Client
    master: str
    prefix: str = "matrix "
    created: list[int] = field(default_factory=list)
    values: set[str] = field(default_factory=set)

    def create(self, scopes: frozenset[str] | None = None, expires: int | None = None) -> tuple[int, str]:
        """Create a key and return its number and its value. Raises `SetupError`."""
        parameters: dict[str, Any] = {"type": "key", "name": f"{self.prefix}{len(self.created) + 1}"}
        if scopes is not None:
            parameters["scope"] = ",".join(sorted(scopes))
        if expires is not None:
            parameters["expirationDate"] = expires
        answer = self.client.post("/apiSecret/create", params=parameters)
        if answer.status_code != 201:
            raise SetupError(f"no key with the scopes {parameters.get('scope', 'all')}: {answer.text[:300]}")
        record = json_value(answer)
        number, value = (
            member(record, "id", "POST /apiSecret/create"),
            member(record, "value", "POST /apiSecret/create"),
        )
        self.created.append(number)
        self.values.add(value)
        return number, value

    def revoked(self) -> str:
        """A key that was valid. Raises `SetupError`."""
        number, key = self.create()
        if self.whoami(key).status_code != 200:
            raise SetupError("a new key is refused")
        if self.client.delete(f"/apiSecret/{number}/delete").status_code != 204:
            raise SetupError("a key cannot be revoked")
        self.created.remove(number)
        return key

    def whoami(self, key: str) -> httpx.Response:
        """The response of the operation that describes the caller's own key."""
        return self.client.get("/apiSecret/self", headers={"Authorization": f"Bearer {key}"})


def bearer(key: str) -> tuple[tuple[str, str], ...]:
    """The standard `Authorization` header with a key."""
    return (("Authorization", f"Bearer {key}"),)
