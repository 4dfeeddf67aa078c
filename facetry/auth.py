"""Authentication: the key that a request presents (RFC 6750), and the principal that owns it."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

from facetry.errors import Fault, FaultError, FaultKind

EVERY_SCOPE: Final = "all"
# One scope with two spellings on the wire: one of the product brief, one of published clients.
_ALIASES: Final = {
    "image:embedding:write": "image:embeddings:write",
    "image:embeddings:write": "image:embedding:write",
}
_NO_SCOPES: Final[frozenset[str]] = frozenset()
_CHALLENGE: Final = 'Bearer realm="facetry"'
# RFC 6750 allows fewer characters. An operator's own key may have all visible ones except the comma, which joins
# the values of repeated headers.
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
    is_page: bool = False
    """Whether it is a page of the extension, and not its program."""

    def missing_scopes(self, scopes: frozenset[str]) -> frozenset[str]:
        """Those of `scopes` that the principal lacks; empty when it has them all."""
        own_scopes = self.scopes
        if scopes <= own_scopes or EVERY_SCOPE in own_scopes:
            return _NO_SCOPES
        return frozenset(scope for scope in scopes - own_scopes if _ALIASES.get(scope) not in own_scopes)


# The principal of operations that need no key.
ANONYMOUS: Final = Principal(scopes=frozenset(), secret_id=None, extension_id=None, expires=None, name="anonymous")


OnRecognised = Callable[[], object]
"""Called before a wait, when a key or a session was valid at its last use. It may have ended meanwhile."""


class Authenticator(Protocol):
    """Finds the principal of a key."""

    async def authenticate(self, secret: str, on_recognised: OnRecognised | None = None, /) -> Principal | None:
        """The principal of a presented key; None when the key is unknown, expired or revoked."""
        ...


class SessionFinder(Protocol):
    """Finds the principal of a session."""

    async def find(self, value: str, on_recognised: OnRecognised | None = None, /) -> Principal | None:
        """The principal of the value of a cookie; None when the session is unknown or has ended."""
        ...


def is_key(text: str) -> bool:
    """Whether a text can be sent as a key in a header: 1 to 512 visible ASCII characters without a comma."""
    return text.isascii() and _TOKEN.fullmatch(text.encode()) is not None


def secret_of(authorization: bytes | None, api_key: bytes | None) -> str | None:
    """The key in the values of `Authorization: Bearer <key>` and its alias `X-API-KEY: <key>`, repeated headers joined
    by a comma.

    None when there is neither. Raises a 400 fault for two different keys or a repeated header, and a 401 fault for
    another scheme or a malformed key.
    """
    secret = api_key
    if authorization is not None:
        scheme, _, secret = authorization.partition(b" ")
        if scheme != b"Bearer" and scheme.lower() != b"bearer":
            raise unauthenticated(
                "auth.missing", "The Authorization header does not use the Bearer scheme.", challenge=_CHALLENGE
            )
        secret = secret.strip(b" ")
        if api_key is not None and api_key != secret:
            raise ambiguous_key()
    if secret is None:
        return None
    if _TOKEN.fullmatch(secret) is None:
        if b"," in secret:
            raise ambiguous_key()
        raise invalid_key("The key is malformed.")
    return secret.decode("ascii")


def unauthenticated(rule: str, detail: str, *, challenge: str) -> FaultError:
    """401 with the given `WWW-Authenticate` challenge."""
    return FaultError(
        Fault(
            kind=FaultKind.UNAUTHENTICATED,
            rule=rule,
            detail=detail,
            remedy="Send the header Authorization: Bearer <key>.",
            headers=(("WWW-Authenticate", challenge),),
        )
    )


def missing_key() -> FaultError:
    """401 for a request without a key. The challenge has no error code, as RFC 6750 §3.1 requires."""
    return unauthenticated("auth.missing", "This operation needs a key.", challenge=_CHALLENGE)


def invalid_key(detail: str = "The key is unknown, expired or revoked.") -> FaultError:
    """401 for an invalid key. The message does not reveal which of the reasons applies."""
    return unauthenticated("auth.invalid", detail, challenge=f'{_CHALLENGE}, error="invalid_token"')


def ended_session() -> FaultError:
    """401 for a request with the cookie of a session that is unknown or has ended."""
    return FaultError(
        Fault(
            kind=FaultKind.UNAUTHENTICATED,
            rule="session.ended",
            detail="The session has ended.",
            remedy="Sign in again.",
            headers=(("WWW-Authenticate", f'{_CHALLENGE}, error="invalid_token"'),),
        )
    )


def refused_sign_in(detail: str, remedy: str) -> FaultError:
    """401 for a key or a one-time link that begins no session. It does not say which of the reasons applies."""
    return FaultError(
        Fault(
            kind=FaultKind.UNAUTHENTICATED,
            rule="auth.invalid",
            detail=detail,
            remedy=remedy,
            headers=(("WWW-Authenticate", f'{_CHALLENGE}, error="invalid_token"'),),
        )
    )


def ambiguous_key() -> FaultError:
    """400 for a request that presents more than one key."""
    return FaultError(
        Fault(
            kind=FaultKind.BAD_PARAMETER,
            rule="auth.ambiguous",
            detail="The request presents more than one key.",
            remedy="Send one key, in one header.",
            headers=(("WWW-Authenticate", f'{_CHALLENGE}, error="invalid_request"'),),
        )
    )


def insufficient_scope(
    required_scopes: frozenset[str], missing_scopes: frozenset[str], extension_id: str | None = None
) -> FaultError:
    """403 for a valid key that lacks scopes of the operation; names the missing ones. `extension_id`: the extension of
    the key.
    """
    scope = " ".join(sorted(missing_scopes))
    grant = f"The operator can grant it: facetry extension grant {extension_id} {scope}."
    challenge = f'{_CHALLENGE}, error="insufficient_scope", scope="{" ".join(sorted(required_scopes))}"'
    return FaultError(
        Fault(
            kind=FaultKind.FORBIDDEN,
            rule="scope.missing",
            detail=f"The key lacks the scope {scope}.",
            scope=scope,
            remedy="Use a key with this scope." if extension_id is None else grant,
            headers=(("WWW-Authenticate", challenge),),
        )
    )


def foreign_extension(parameter: str, extension_id: str, requested: str) -> FaultError:
    """403 for an extension's key in a request that writes for another extension."""
    return FaultError(
        Fault(
            kind=FaultKind.FORBIDDEN,
            rule="extension.foreign",
            detail=f"This key belongs to the extension {extension_id} and may not write for another extension.",
            parameter=parameter,
            value=requested,
            remedy=f"Use {parameter}={extension_id}, or use a key of the named extension.",
            headers=(("WWW-Authenticate", f'{_CHALLENGE}, error="insufficient_scope"'),),
        )
    )
