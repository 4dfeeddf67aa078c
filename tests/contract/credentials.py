"""Every state of a key, and the answer that an operation has to give, derived from the description alone."""

import base64
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from facetry.contract.authorization.credentials import ALIASES, Credential, Keyring, bearer
from facetry.contract.description import Operation, every_scope, operations
from facetry.contract.errors import SetupError
from facetry.contract.setup_requests import scopes_in
from facetry.contract.traffic.exchange import json_value

OWNER: Final = "owner-extension"
FOREIGN: Final = "foreign-extension"
_REALM: Final = 'Bearer realm="facetry"'
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
class SentCredential(Credential):
    """The credentials of a request: headers, an optional query, and the identity that they stand for."""

    query: Mapping[str, str] = field(default_factory=dict)
    refusal: ExpectedAnswer | None = None  # the refusal of an invalid key
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


def credentials(keys: Keyring, extension_key: Callable[[str], str]) -> list[SentCredential]:
    """All credentials that are sent to every operation. Takes about two seconds, because one key has to expire.
    `extension_key` registers an extension and returns its key. Raises `SetupError`.
    """
    good = keys.create()[1]
    master = keys.master
    expiring = keys.create(expires=int(time.time() * 1_000) + 1_500)[1]
    _scopes_of(keys, expiring)
    revoked = keys.revoked()
    basic = base64.b64encode(f"user:{good}".encode()).decode()
    found = [
        SentCredential("no key", refusal=ABSENT),
        SentCredential("empty header", (("Authorization", ""),), refusal=ABSENT),
        SentCredential("scheme without key", (("Authorization", "Bearer"),), refusal=INVALID),
        SentCredential("key without scheme", (("Authorization", good),), refusal=ABSENT),
        SentCredential("basic", (("Authorization", f"Basic {basic}"),), refusal=ABSENT),
        SentCredential("digest", (("Authorization", f'Digest username="{good}"'),), refusal=ABSENT),
        SentCredential("token", (("Authorization", f"Token {good}"),), refusal=ABSENT),
        SentCredential("malformed key", bearer(f"{good} {good}"), refusal=INVALID),
        SentCredential("two keys in one header", bearer(f"{good}, Bearer {good}"), refusal=AMBIGUOUS),
        SentCredential("quoted key", bearer(f'"{good}"'), refusal=INVALID),
        SentCredential("bad key", bearer("fct_not-a-key"), refusal=INVALID),
        SentCredential("cut key", bearer(good[:-1]), refusal=INVALID),
        SentCredential("key in other case", bearer(good.swapcase()), refusal=INVALID),
        SentCredential("expired key", bearer(expiring), refusal=INVALID),
        SentCredential("expired key, alias", (("X-API-KEY", expiring),), refusal=INVALID),
        SentCredential("revoked key", bearer(revoked), refusal=INVALID),
        SentCredential("revoked key, alias", (("X-API-KEY", revoked),), refusal=INVALID),
        SentCredential("bad key, alias", (("X-API-KEY", "fct_not-a-key"),), refusal=INVALID),
        SentCredential("empty alias", (("X-API-KEY", ""),), refusal=INVALID),
        SentCredential(
            "key in a cookie", (("Cookie", f"X-API-KEY={good}; Authorization=Bearer {good}"),), refusal=ABSENT
        ),
        SentCredential("key for a proxy", (("Proxy-Authorization", f"Bearer {good}"),), refusal=ABSENT),
        SentCredential("key in the query", query={"access_token": good}, refusal=ABSENT),
        SentCredential("alias in the query", query={"X-API-KEY": good}, refusal=ABSENT),
        SentCredential(
            "key in header and query", bearer(good), query={"access_token": good}, scopes=frozenset({"all"})
        ),
        SentCredential("both headers, different", (*bearer(good), ("X-API-KEY", master)), refusal=AMBIGUOUS),
        SentCredential("both headers, alias bad", (*bearer(good), ("X-API-KEY", "fct_x")), refusal=AMBIGUOUS),
        SentCredential("both headers, alias good", (*bearer("fct_x"), ("X-API-KEY", good)), refusal=AMBIGUOUS),
        SentCredential("header twice", (*bearer(good), *bearer(good)), refusal=AMBIGUOUS),
        SentCredential("header twice, different", (*bearer(good), *bearer("fct_x")), refusal=AMBIGUOUS),
        SentCredential("alias twice", (("X-API-KEY", good), ("X-API-KEY", good)), refusal=AMBIGUOUS),
        SentCredential("key with every right", bearer(good), scopes=frozenset({"all"})),
        SentCredential("key with every right, alias", (("X-API-KEY", good),), scopes=frozenset({"all"})),
        SentCredential("both headers, the same", (*bearer(good), ("X-API-KEY", good)), scopes=frozenset({"all"})),
        SentCredential("scheme in lower case", (("Authorization", f"bearer {good}"),), scopes=frozenset({"all"})),
        SentCredential("master key", bearer(master), scopes=frozenset({"all"})),
        SentCredential("master key, alias", (("X-API-KEY", master),), scopes=frozenset({"all"})),
    ]
    found += [_scoped(keys, f"only {scope}", frozenset({scope})) for scope in sorted(every_scope() - {"all"})]
    needed = frozenset(scope for operation in operations() for scope in operation.scopes)
    found.append(_scoped(keys, "no useful scope", every_scope() - needed - {"all"}))
    for scopes in sorted({operation.scopes for operation in operations() if operation.scopes}, key=sorted):
        aliases = {ALIASES[scope] for scope in scopes & ALIASES.keys()}
        words = "+".join(sorted(scopes))
        found.append(_scoped(keys, f"all but {words}", every_scope() - scopes - aliases - {"all"}))
        if len(scopes) > 1:
            found.append(_scoped(keys, f"exactly {words}", scopes))
    for identifier in (OWNER, FOREIGN):
        key = extension_key(identifier)
        scopes = _scopes_of(keys, key)
        headers = {"key": bearer(key), "key, alias": (("X-API-KEY", key),)}
        found += [
            SentCredential(f"{name} of {identifier}", each, scopes=scopes, extension=identifier)
            for name, each in headers.items()
        ]
    deadline = time.monotonic() + _EXPIRY_SECONDS
    while keys.whoami(expiring).status_code == 200:
        if time.monotonic() > deadline:
            raise SetupError("a key outlived its expiration date")
        time.sleep(0.05)
    return found


def _scoped(keys: Keyring, name: str, scopes: frozenset[str]) -> SentCredential:
    return SentCredential(name, bearer(keys.create(scopes)[1]), scopes=scopes)


def _scopes_of(keys: Keyring, key: str) -> frozenset[str]:
    """The scopes of a key. Raises `SetupError` when it is refused."""
    answer = keys.whoami(key)
    if answer.status_code != 200:
        raise SetupError(f"a key is refused: {answer.text[:300]}")
    return scopes_in(json_value(answer))
