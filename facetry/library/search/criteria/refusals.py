"""Refusals of criteria that name something that does not exist, or that are too large."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection

from facetry.errors import Fault, FaultError, FaultKind
from facetry.library import extensions


def require_extensions(connection: Connection, ids: Sequence[str], pointer: str) -> None:
    """Raise 400 for an extension that is not registered. `pointer` is the JSON Pointer of the list of ids."""
    for number, id in enumerate(ids):
        extensions.require(connection, id, pointer=f"{pointer}/{number}")


def require_at_most(count: int, limit: int, noun: str, pointer: str) -> None:
    """Raise 400 for a filter with more than `limit` of something."""
    if count > limit:
        detail = f"The filter has more than {limit} {noun}."
        raise bad_value("search.size", pointer, detail, remedy="Shorten the filter, or split it into several searches.")


def bad_value(rule: str, pointer: str, detail: str, value: str | None = None, remedy: str | None = None) -> FaultError:
    """400: what stands at `pointer` in the body is invalid."""
    return FaultError(
        Fault(kind=FaultKind.BAD_PARAMETER, rule=rule, detail=detail, pointer=pointer, value=value, remedy=remedy)
    )
