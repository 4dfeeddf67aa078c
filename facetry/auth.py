"""Who calls: the key a request presents (RFC 6750), and the principal it stands for."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Protocol

from facetry.errors import Fault, FaultError, Kind

EVERY_SCOPE: Final = "all"
# One scope, two spellings on the wire: the brief's, and the one that published clients request.
_ALIASES: Final = {
    "image:embedding:write": "image:embeddings:write",
    "image:embeddings:write": "image:embedding:write",
}
_NOTHING: Final[frozenset[str]] = frozenset()
_CHALLENGE: Final = 'Bearer realm="facetry"'
# RFC 6750 allows less: an operator's own key may hold all that can be seen, but the comma that joins headers.
_TOKEN: Final = re.compile(rb"[!-+\--~]{1,512}")


@dataclass(frozen=True, slots=True)
class Principal:
    """The owner of a key: its scopes and, for an extension's key, the extension it is bound to.
    `expires` is epoch milliseconds; `secret_id` is None for the master key.
    """

    scopes: frozenset[str]
    secret_id: int | None
    extension_id: str | None
    expires: int | None
    name: str

    def allows(self, scopes: frozenset[str]) -> frozenset[str]:
        """Those of `scopes` that are missing; empty when the principal holds them all."""
        held = self.scopes
        if scopes <= held or EVERY_SCOPE in held:
            return _NOTHING
        return frozenset(scope for scope in scopes - held if _ALIASES.get(scope) not in held)


# Who calls an operation that needs no key.
ANONYMOUS: Final = Principal(scopes=frozenset(), secret_id=None, extension_id=None, expires=None, name="anonymous")


class Authenticator(Protocol):
    """Knows the keys."""

    async def authenticate(self, secret: str) -> Principal | None:
        """The principal of a presented key; None when it is unknown, expired or revoked."""
        ...


def is_key(text: str) -> bool:
    """Whether a text can travel in a header as a key: 1 to 512 visible ASCII characters, none of them a comma."""
    return text.isascii() and _TOKEN.fullmatch(text.encode()) is not None


def presented_secret(headers: Iterable[tuple[bytes, bytes]]) -> str | None:
    """The key in ASGI `headers` (lower-case names): `Authorization: Bearer <key>` or its alias `X-API-KEY: <key>`.

    None when there is neither. Two different keys or a repeated header: 400; another scheme or a malformed key: 401.
    """
    found: dict[bytes, bytes] = {}
    for name, value in headers:
        if name in (b"authorization", b"x-api-key"):
            found[name] = value if name not in found else found[name] + b"," + value
    return secret_of(found.get(b"authorization"), found.get(b"x-api-key"))


def secret_of(authorization: bytes | None, api_key: bytes | None) -> str | None:
    """The key out of the values of the two headers, repeated ones joined by a comma; see `presented_secret`."""
    secret = api_key
    if authorization is not None:
        scheme, _, secret = authorization.partition(b" ")
        if scheme != b"Bearer" and scheme.lower() != b"bearer":
            raise unauthenticated(
                "auth.missing", "The Authorization header does not use the Bearer scheme.", challenge=_CHALLENGE
            )
        secret = secret.strip(b" ")
        if api_key is not None and api_key != secret:
            raise ambiguous()
    if secret is None:
        return None
    if _TOKEN.fullmatch(secret) is None:
        if b"," in secret:
            raise ambiguous()
        raise invalid("The key is malformed.")
    return secret.decode("ascii")


def unauthenticated(rule: str, detail: str, *, challenge: str) -> FaultError:
    """401 with the given `WWW-Authenticate` challenge."""
    return FaultError(
        Fault(
            kind=Kind.UNAUTHENTICATED,
            rule=rule,
            detail=detail,
            remedy="Send the header Authorization: Bearer <key>.",
            headers=(("WWW-Authenticate", challenge),),
        )
    )


def missing() -> FaultError:
    """401 for a request without a key: a challenge without an error code, as RFC 6750 §3.1 asks."""
    return unauthenticated("auth.missing", "This operation needs a key.", challenge=_CHALLENGE)


def invalid(detail: str = "The key is unknown, expired or revoked.") -> FaultError:
    """401 for a key that is not good; which of the reasons applies is not told."""
    return unauthenticated("auth.invalid", detail, challenge=f'{_CHALLENGE}, error="invalid_token"')


def ambiguous() -> FaultError:
    """400 for a request that presents more than one key."""
    return FaultError(
        Fault(
            kind=Kind.BAD_PARAMETER,
            rule="auth.ambiguous",
            detail="The request presents more than one key.",
            remedy="Send one key, in one header.",
            headers=(("WWW-Authenticate", f'{_CHALLENGE}, error="invalid_request"'),),
        )
    )


def insufficient(needed: frozenset[str], lacking: frozenset[str]) -> FaultError:
    """403 for a good key without the scopes that the operation needs; names those that are missing."""
    scope = " ".join(sorted(lacking))
    challenge = f'{_CHALLENGE}, error="insufficient_scope", scope="{" ".join(sorted(needed))}"'
    return FaultError(
        Fault(
            kind=Kind.FORBIDDEN,
            rule="scope.missing",
            detail=f"The key lacks the scope {scope}.",
            scope=scope,
            remedy="Use a key that has been given this scope.",
            headers=(("WWW-Authenticate", challenge),),
        )
    )


def foreign(parameter: str, extension_id: str, asked: str) -> FaultError:
    """403 for an extension's key that writes in another extension's name."""
    return FaultError(
        Fault(
            kind=Kind.FORBIDDEN,
            rule="extension.foreign",
            detail=f"This key belongs to the extension {extension_id} and may not write for another.",
            parameter=parameter,
            value=asked,
            remedy=f"Use {parameter}={extension_id}, or a key of the extension that is named.",
            headers=(("WWW-Authenticate", f'{_CHALLENGE}, error="insufficient_scope"'),),
        )
    )
