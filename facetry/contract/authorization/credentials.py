"""Every state of a key, and the answer that an operation has to give, derived from the description alone."""

import base64
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import httpx

from facetry.contract.description import Operation, every_scope, operations
from facetry.contract.errors import SetupError
from facetry.contract.setup_requests import member, scopes_in
from facetry.contract.traffic.exchange import json_value

OWNER: Final = "owner-extension"
FOREIGN: Final = "foreign-extension"
_REALM: Final = 'Bearer realm="facetry"'
# One scope, two names.
_ALIASES: Final = {"image:embedding:write": "image:embeddings:write", "image:embeddings:write": "image:embedding:write"}

_EXPIRY_SECONDS: Final = 10.0


@dataclass(frozen=True, slots=True)
class ExpectedAnswer:
    """An expected answer. `status` None means one of the operation's success statuses; `challenge` is compared
    exactly.
    """

    status: int | None
    rule: str | None = None
    challenge: str | None = None


GRANTED: Final = ExpectedAnswer(None)
ABSENT: Final = ExpectedAnswer(401, "auth.missing", _REALM)
INVALID: Final = ExpectedAnswer(401, "auth.invalid", f'{_REALM}, error="invalid_token"')
AMBIGUOUS: Final = ExpectedAnswer(400, "auth.ambiguous", f'{_REALM}, error="invalid_request"')


@dataclass(frozen=True, slots=True)
class Credential:
    """The credentials of a request: headers, an optional query, and the identity that they stand for."""

    name: str
    headers: tuple[tuple[str, str], ...] = ()
    query: Mapping[str, str] = field(default_factory=dict)
    refusal: ExpectedAnswer | None = None  # the refusal of an invalid key
    scopes: frozenset[str] = frozenset()
    extension: str | None = None

    def expected_answer(self, operation: Operation) -> ExpectedAnswer:
        """The answer that the operation has to give."""
        if operation.public:
            is_refused = self.query and not operation.ignores_unknown_query
            return ExpectedAnswer(400, "parameter.unknown") if is_refused else GRANTED
        if self.refusal is not None:
            return self.refusal
        if self.query:
            return ExpectedAnswer(400, "parameter.unknown")
        if not self.grants(operation.scopes):
            needed = " ".join(sorted(operation.scopes))
            return ExpectedAnswer(403, "scope.missing", f'{_REALM}, error="insufficient_scope", scope="{needed}"')
        if operation.owner is not None and self.extension not in {None, OWNER}:
            return ExpectedAnswer(403, "extension.foreign", f'{_REALM}, error="insufficient_scope"')
        return GRANTED

    def grants(self, needed: frozenset[str]) -> bool:
        """Whether its scopes cover all needed scopes."""
        held = self.scopes | {_ALIASES[scope] for scope in self.scopes & _ALIASES.keys()}
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

    def scopes_of(self, key: str) -> frozenset[str]:
        """The scopes of a key. Raises `SetupError` when it is refused."""
        answer = self.whoami(key)
        if answer.status_code != 200:
            raise SetupError(f"a key is refused: {answer.text[:300]}")
        return scopes_in(json_value(answer))

    def whoami(self, key: str) -> httpx.Response:
        """The response of the operation that describes the caller's own key."""
        return self.client.get("/apiSecret/self", headers={"Authorization": f"Bearer {key}"})


def bearer(key: str) -> tuple[tuple[str, str], ...]:
    """The standard `Authorization` header with a key."""
    return (("Authorization", f"Bearer {key}"),)


def credentials(keys: Keyring, extension_key: Callable[[str], str]) -> list[Credential]:
    """All credentials that are sent to every operation. Takes about two seconds, because one key has to expire.
    `extension_key` registers an extension and returns its key. Raises `SetupError`.
    """
    good = keys.create()[1]
    master = keys.master
    expiring = keys.create(expires=int(time.time() * 1_000) + 1_500)[1]
    keys.scopes_of(expiring)
    revoked = keys.revoked()
    basic = base64.b64encode(f"user:{good}".encode()).decode()
    found = [
        Credential("no key", refusal=ABSENT),
        Credential("empty header", (("Authorization", ""),), refusal=ABSENT),
        Credential("scheme without key", (("Authorization", "Bearer"),), refusal=INVALID),
        Credential("key without scheme", (("Authorization", good),), refusal=ABSENT),
        Credential("basic", (("Authorization", f"Basic {basic}"),), refusal=ABSENT),
        Credential("digest", (("Authorization", f'Digest username="{good}"'),), refusal=ABSENT),
        Credential("token", (("Authorization", f"Token {good}"),), refusal=ABSENT),
        Credential("malformed key", bearer(f"{good} {good}"), refusal=INVALID),
        Credential("two keys in one header", bearer(f"{good}, Bearer {good}"), refusal=AMBIGUOUS),
        Credential("quoted key", bearer(f'"{good}"'), refusal=INVALID),
        Credential("bad key", bearer("fct_not-a-key"), refusal=INVALID),
        Credential("cut key", bearer(good[:-1]), refusal=INVALID),
        Credential("key in other case", bearer(good.swapcase()), refusal=INVALID),
        Credential("expired key", bearer(expiring), refusal=INVALID),
        Credential("expired key, alias", (("X-API-KEY", expiring),), refusal=INVALID),
        Credential("revoked key", bearer(revoked), refusal=INVALID),
        Credential("revoked key, alias", (("X-API-KEY", revoked),), refusal=INVALID),
        Credential("bad key, alias", (("X-API-KEY", "fct_not-a-key"),), refusal=INVALID),
        Credential("empty alias", (("X-API-KEY", ""),), refusal=INVALID),
        Credential("key in a cookie", (("Cookie", f"X-API-KEY={good}; Authorization=Bearer {good}"),), refusal=ABSENT),
        Credential("key for a proxy", (("Proxy-Authorization", f"Bearer {good}"),), refusal=ABSENT),
        Credential("key in the query", query={"access_token": good}, refusal=ABSENT),
        Credential("alias in the query", query={"X-API-KEY": good}, refusal=ABSENT),
        Credential("key in header and query", bearer(good), {"access_token": good}, scopes=frozenset({"all"})),
        Credential("both headers, different", (*bearer(good), ("X-API-KEY", master)), refusal=AMBIGUOUS),
        Credential("both headers, alias bad", (*bearer(good), ("X-API-KEY", "fct_x")), refusal=AMBIGUOUS),
        Credential("both headers, alias good", (*bearer("fct_x"), ("X-API-KEY", good)), refusal=AMBIGUOUS),
        Credential("header twice", (*bearer(good), *bearer(good)), refusal=AMBIGUOUS),
        Credential("header twice, different", (*bearer(good), *bearer("fct_x")), refusal=AMBIGUOUS),
        Credential("alias twice", (("X-API-KEY", good), ("X-API-KEY", good)), refusal=AMBIGUOUS),
        Credential("key with every right", bearer(good), scopes=frozenset({"all"})),
        Credential("key with every right, alias", (("X-API-KEY", good),), scopes=frozenset({"all"})),
        Credential("both headers, the same", (*bearer(good), ("X-API-KEY", good)), scopes=frozenset({"all"})),
        Credential("scheme in lower case", (("Authorization", f"bearer {good}"),), scopes=frozenset({"all"})),
        Credential("master key", bearer(master), scopes=frozenset({"all"})),
        Credential("master key, alias", (("X-API-KEY", master),), scopes=frozenset({"all"})),
    ]
    found += [_scoped(keys, f"only {scope}", frozenset({scope})) for scope in sorted(every_scope() - {"all"})]
    needed = frozenset(scope for operation in operations() for scope in operation.scopes)
    found.append(_scoped(keys, "no useful scope", every_scope() - needed - {"all"}))
    for scopes in sorted({operation.scopes for operation in operations() if operation.scopes}, key=sorted):
        aliases = {_ALIASES[scope] for scope in scopes & _ALIASES.keys()}
        words = "+".join(sorted(scopes))
        found.append(_scoped(keys, f"all but {words}", every_scope() - scopes - aliases - {"all"}))
        if len(scopes) > 1:
            found.append(_scoped(keys, f"exactly {words}", scopes))
    for identifier in (OWNER, FOREIGN):
        key = extension_key(identifier)
        scopes = keys.scopes_of(key)
        headers = {"key": bearer(key), "key, alias": (("X-API-KEY", key),)}
        found += [
            Credential(f"{name} of {identifier}", each, scopes=scopes, extension=identifier)
            for name, each in headers.items()
        ]
    deadline = time.monotonic() + _EXPIRY_SECONDS
    while keys.whoami(expiring).status_code == 200:
        if time.monotonic() > deadline:
            raise SetupError("a key outlived its expiration date")
        time.sleep(0.05)
    return found


def _scoped(keys: Keyring, name: str, scopes: frozenset[str]) -> Credential:
    return Credential(name, bearer(keys.create(scopes)[1]), scopes=scopes)
