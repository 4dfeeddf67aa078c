"""The operations on API keys."""

from __future__ import annotations

from typing import Any, Final, get_args

from facetry.auth import EVERY_SCOPE
from facetry.errors import Fault, FaultError, FaultKind, bad_parameter
from facetry.handling.call import Call
from facetry.library import api_keys
from facetry.schema.violations import suggest
from facetry.store.work import Work
from generated import models

SCOPES: Final = frozenset(get_args(models.Scope.__value__))


async def api_secret_create(
    call: Call,
    /,
    *,
    type: models.ApiSecretType,
    name: models.SecretName,
    expiration_date: int | None = None,
    comment: str | None = None,
    scope: str | None = None,
    ends_with_creator: bool = False,
) -> models.ApiSecret:
    """Create an API key with some of the caller's scopes; with all of them when none is given."""
    expires = _expiry(call, expiration_date)
    scopes = _scopes(call, scope)
    creator = _creator(call) if ends_with_creator else None

    def unit(work: Work) -> models.ApiSecret:
        id, value = api_keys.create(
            work,
            name=name,
            type=type,
            scopes=scopes,
            comment=comment,
            expires=expires,
            extension=call.principal.extension_id,
            creator=creator,
        )
        return _secret(call, api_keys.require(work.connection, id), value)

    return await call.write(unit)


async def api_secret_list(call: Call, /) -> list[models.ApiSecretSummary]:
    """All API keys, without their values."""
    records = await call.read(api_keys.list_all)
    return [models.ApiSecretSummary(**_summary(call, record)) for record in records]


async def api_secret_get(call: Call, /, *, id: models.SecretId) -> models.ApiSecret:
    """An API key, its value masked."""
    record = await call.read(lambda connection: api_keys.require(connection, id))
    return _secret(call, record, f"{record.visible_prefix}…")


async def api_secret_delete(call: Call, /, *, id: models.SecretId) -> None:
    """Revoke an API key at once."""
    await call.library.api_keys.revoke(id)


async def api_secret_self(call: Call, /) -> models.ApiSecretSelf:
    """The record of the API key that sends the request."""
    caller = call.principal
    return models.ApiSecretSelf.model_validate(
        {
            "id": caller.secret_id,
            "name": caller.name,
            "scopes": sorted(caller.scopes),
            "extension_id": caller.extension_id,
            "expiration_date": _shown(call, caller.expires),
        }
    )


def _expiry(call: Call, requested_expiry: int | None) -> int | None:
    """The expiry of a new API key by the ending time: in the future, and no later than the expiry of the key that
    creates it.
    """
    ending_time = call.library.api_keys.ending_time
    expires = None if requested_expiry is None else requested_expiry + ending_time.ahead_ms()
    if expires is not None and expires <= ending_time.now_ms():
        raise bad_parameter(
            "expirationDate",
            "The expiration date is not in the future.",
            rule="apiSecret.expired",
            value=requested_expiry,
            remedy="Give a time in the future, in milliseconds since the epoch, or omit the parameter.",
        )
    own = call.principal.expires
    if own is not None and expires is not None and expires > own:
        raise bad_parameter(
            "expirationDate",
            "A key cannot expire later than the key that creates it.",
            rule="apiSecret.outlives-creator",
            value=requested_expiry,
            remedy=f"Give {_shown(call, own)} or earlier.",
        )
    return expires if expires is not None else own


def _creator(call: Call) -> int:
    """The id of the caller's key, with which a new key ends. 400 for the master key."""
    if call.principal.secret_id is None:
        raise bad_parameter(
            "endsWithCreator",
            "A key cannot end with the master key, which is replaced and never revoked.",
            rule="apiSecret.master-creator",
            value=True,
            remedy="Omit endsWithCreator, or create the key with a key that can be revoked.",
        )
    return call.principal.secret_id


def _scopes(call: Call, requested_scopes: str | None) -> frozenset[str]:
    """The scopes of a new API key. Raises 403 for a scope that the caller lacks: no caller can extend its own
    rights.
    """
    scopes = frozenset({EVERY_SCOPE} if requested_scopes is None else requested_scopes.split(","))
    unknown = sorted(scopes - SCOPES)
    if unknown:
        raise bad_parameter(
            "scope",
            "There is no such scope.",
            rule="scope.unknown",
            value=unknown[0],
            remedy=suggest(unknown[0], sorted(SCOPES)),
        )
    missing = call.principal.missing_scopes(scopes)
    if missing:
        scope_list = " ".join(sorted(missing))
        raise FaultError(
            Fault(
                kind=FaultKind.FORBIDDEN,
                rule="scope.beyond-own",
                detail=f"A key can only have scopes of the key that creates it; yours lacks {scope_list}.",
                parameter="scope",
                scope=scope_list,
                remedy="Request fewer scopes, or use a key that has these.",
                headers=(("WWW-Authenticate", 'Bearer realm="facetry", error="insufficient_scope"'),),
            )
        )
    return scopes


def _secret(call: Call, record: api_keys.ApiKeyRecord, value: str) -> models.ApiSecret:
    return models.ApiSecret(**_summary(call, record), scope=",".join(record.scopes), value=value)


def _shown(call: Call, expires: int | None) -> int | None:
    """The date at which a key expires, as the clock will show it."""
    return None if expires is None else expires - call.library.api_keys.ending_time.ahead_ms()


def _summary(call: Call, record: api_keys.ApiKeyRecord) -> dict[str, Any]:
    return {
        "id": record.id,
        "creation_date": record.created,
        "name": record.name,
        "comment": record.comment,
        "type": record.type,
        "expiration_date": _shown(call, record.expires),
        "extension_id": record.extension_id,
        "creator_id": record.creator_id,
    }
