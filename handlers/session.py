"""Sessions of browsers: signing in with a key or a one-time link, and signing out."""

from __future__ import annotations

from typing import Final

from facetry.auth import Principal, refused_sign_in
from facetry.errors import forbidden
from facetry.handling.call import Call
from facetry.library.sessions.sessions import NewSession
from generated import models

_BAD_KEY: Final = "The key is unknown, expired or revoked."
_BAD_TOKEN: Final = "The link is unknown, has expired or was used."  # noqa: S105  # a message


async def session_create(call: Call, /, *, body: models.SessionCredential) -> models.Session:
    """Begin a session of a key, or of the master key by a one-time link, and set its cookie."""
    call.request.require_own_page()
    session = await _by_token(call, body.token) if body.token is not None else await _by_key(call, body.key or "")
    seconds = max(1, (session.expires - session.created) // 1_000)
    call.request.set_session_cookie(session.value, seconds)
    return models.Session.model_validate(
        {
            "name": session.principal.name,
            "scopes": sorted(session.principal.scopes),
            "expiration_date": session.expires - call.library.api_keys.ending_time.ahead_ms(),
        }
    )


async def session_delete(call: Call, /) -> None:
    """End the session of the request and remove its cookie. A request with a key ends nothing."""
    if call.request.session is not None:
        await call.library.sessions.end(call.request.session)
        call.request.set_session_cookie("", 0)


async def _by_key(call: Call, key: str) -> NewSession:
    principal = await call.library.api_keys.authenticate(key)
    if principal is not None:
        _require_person(principal)
        session = await call.library.sessions.begin(principal)
        if session is not None:
            return session
    await call.request.record_failed_key(key)
    raise refused_sign_in(_BAD_KEY, "Sign in with a valid key.")


async def _by_token(call: Call, token: str) -> NewSession:
    session = await call.library.sessions.begin_by_link(token)
    if session is not None:
        return session
    await call.request.record_failed_key(token)
    raise refused_sign_in(_BAD_TOKEN, "Get a new link: facetry session link.")


def _require_person(principal: Principal) -> None:
    """Raise 403 for the key of an extension or of one of its pages."""
    if principal.extension_id is not None:
        detail, remedy = "The key of an extension begins no session.", "Use a key that is bound to no extension."
        raise forbidden("session.extension-key", detail, remedy=remedy)
