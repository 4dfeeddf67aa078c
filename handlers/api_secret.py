"""The operations on keys."""

from __future__ import annotations

import time
from typing import Any, Final, get_args

from facetry.auth import EVERY_SCOPE
from facetry.call import Call
from facetry.errors import Fault, FaultError, Kind, bad_parameter
from facetry.library import api_keys as secrets
from facetry.schema.violations import meant
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
) -> models.ApiSecret:
    """Make a key with some of the caller's own scopes; all of them when none is named."""
    expires = _expiry(call, expiration_date)
    scopes = _scopes(call, scope)

    def unit(work: Work) -> models.ApiSecret:
        id, value = secrets.create(
            work,
            name=name,
            type=type,
            scopes=scopes,
            comment=comment,
            expires=expires,
            extension=call.principal.extension_id,
        )
        return _secret(secrets.require(work.connection, id), value)

    return await call.library.store.write(unit)


async def api_secret_list(call: Call, /) -> list[models.ApiSecretSummary]:
    """All keys, without their values."""
    known = await call.library.store.read(secrets.every)
    return [models.ApiSecretSummary(**_summary(each)) for each in known]


async def api_secret_get(call: Call, /, *, id: models.SecretId) -> models.ApiSecret:
    """A key, its value masked."""
    known = await call.library.store.read(lambda connection: secrets.require(connection, id))
    return _secret(known, f"{known.shown}…")


async def api_secret_delete(call: Call, /, *, id: models.SecretId) -> None:
    """Revoke a key at once."""
    await call.library.keys.revoke(id)


async def api_secret_self(call: Call, /) -> models.ApiSecretSelf:
    """What the service knows of the key that asks."""
    caller = call.principal
    return models.ApiSecretSelf.model_validate(
        {
            "id": caller.secret_id,
            "name": caller.name,
            "scopes": sorted(caller.scopes),
            "extension_id": caller.extension_id,
            "expiration_date": caller.expires,
        }
    )


def _expiry(call: Call, asked: int | None) -> int | None:
    """When a new key ends: in the future, and no later than the key that makes it."""
    if asked is not None and asked <= time.time_ns() // 1_000_000:
        raise bad_parameter(
            "expirationDate",
            "The expiration date is not in the future.",
            rule="apiSecret.expired",
            value=asked,
            remedy="Give a time to come, in milliseconds since the epoch, or leave it out.",
        )
    own = call.principal.expires
    if own is not None and asked is not None and asked > own:
        raise bad_parameter(
            "expirationDate",
            "A key cannot outlive the key that makes it.",
            rule="apiSecret.outlives-maker",
            value=asked,
            remedy=f"Give {own} or earlier.",
        )
    return asked if asked is not None else own


def _scopes(call: Call, asked: str | None) -> frozenset[str]:
    """The scopes of a new key. Raises 403 for one that the caller has not: nobody can raise their own rights."""
    scopes = frozenset({EVERY_SCOPE} if asked is None else asked.split(","))
    strange = sorted(scopes - SCOPES)
    if strange:
        raise bad_parameter(
            "scope",
            "There is no such scope.",
            rule="scope.unknown",
            value=strange[0],
            remedy=meant(strange[0], sorted(SCOPES)),
        )
    beyond = call.principal.allows(scopes)
    if beyond:
        named = " ".join(sorted(beyond))
        raise FaultError(
            Fault(
                kind=Kind.FORBIDDEN,
                rule="scope.beyond-own",
                detail=f"A key can only be given scopes that its maker has; yours lacks {named}.",
                parameter="scope",
                scope=named,
                remedy="Ask for fewer scopes, or use a key that has these.",
                headers=(("WWW-Authenticate", 'Bearer realm="facetry", error="insufficient_scope"'),),
            )
        )
    return scopes


def _secret(known: secrets.Known, value: str) -> models.ApiSecret:
    return models.ApiSecret(**_summary(known), scope=",".join(known.scopes), value=value)


def _summary(known: secrets.Known) -> dict[str, Any]:
    return {
        "id": known.id,
        "creation_date": known.created,
        "name": known.name,
        "comment": known.comment,
        "type": known.type,
        "expiration_date": known.expires,
        "extension_id": known.extension_id,
    }
