"""Extensions: the records of the extensions that may write facets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from sqlalchemy import BigInteger, Connection, bindparam, insert, select
from sqlmodel import Field, SQLModel, col

from facetry.errors import FaultError, bad_parameter, conflict
from facetry.events import log
from facetry.store.prepared import PreparedStatement
from facetry.store.work import Work

REMOVING: Final = "removing"
"""The state of an extension that is being removed."""
DETACHING: Final = "detaching"
"""The state of an extension that is being removed while what it wrote is kept."""


class Extension(SQLModel, table=True):
    """An extension by its id, as in its manifest. `folded` is the case-folded id: ids must differ in more than case."""

    __tablename__ = "extension"

    key: int | None = Field(default=None, primary_key=True)
    id: str = Field(unique=True)
    folded: str = Field(unique=True)
    created: int = Field(sa_type=BigInteger)  # milliseconds since the epoch
    manifest: str | None = None  # JSON text as installed; None for a record without a program
    folder: str | None = None  # name of the folder of this version, in the folder of extensions
    state: str = Field(default="enabled", sa_column_kwargs={"server_default": "enabled"})  # or paused
    settings: str | None = None  # JSON text
    acknowledged: str | None = None  # the version whose upgrade the extension has acknowledged
    previous: str | None = None  # the version before the last update
    grants: str | None = None  # JSON list of permissions that are granted beyond the default
    granted_places: str | None = None  # JSON object: the location of each folder that is granted, links resolved


class ExtensionCapability(SQLModel, table=True):
    """A capability that the manifest of an extension declares, such as `image.tags`."""

    __tablename__ = "extension_capability"

    extension: int = Field(foreign_key="extension.key", ondelete="CASCADE", primary_key=True)
    capability: str = Field(primary_key=True)


_KEY = PreparedStatement(select(col(Extension.key)).where(col(Extension.id) == bindparam("id")))


def register(work: Work, id: str, *, takes_over: bool = False) -> int:
    """Create the record of an extension and return its key; 409 when the id is taken, as `require_free`.

    With `takes_over`, a record without a program is used again, with the facets that were written in its name.
    """
    require_free(work.connection, id, takes_over=takes_over)
    if find(work.connection, id) is None:
        work.connection.execute(insert(Extension).values(id=id, folded=id.casefold(), created=work.now))
    log.announce(work, "extension.installed", extension=id)
    return require(work.connection, id)


def ensure(work: Work, id: str) -> bool:
    """Create the record of an extension without a program; False when it is there. 409 as `register`."""
    if find_without_program(work.connection, id) is not None:
        return False
    register(work, id)
    return True


def require_free(connection: Connection, id: str, *, takes_over: bool = False) -> None:
    """Raise 409 when the id is taken; with `takes_over`, not for a record of this id without a program.

    An id that differs from another only in case counts as taken: each extension gets a folder named after its id.
    """
    columns = (col(Extension.id), col(Extension.state), col(Extension.manifest).is_not(None))
    row = connection.execute(select(*columns).where(col(Extension.folded) == id.casefold())).first()
    if row is None:
        return
    existing, state, is_installed = row
    if state not in ("enabled", "paused"):
        detail, remedy = f"The extension {existing} is being removed.", "Try again when it is removed."
    elif is_installed:
        detail, remedy = f"The extension {existing} is installed already.", "Update it, or uninstall it first."
    elif takes_over and existing == id:
        return
    else:
        detail = f"The extension {existing} is registered already."
        remedy = "Install it with takeOver (--take-over), or unregister it first; both can keep what was written."
    raise conflict("extension.taken", detail, parameter="id", value=id, remedy=remedy)


def find_without_program(connection: Connection, id: str) -> int | None:
    """The integer key of an extension that is registered but not installed, or None.

    Such a record has no manifest. It was registered by hand, or its program was uninstalled and its facets were kept.
    """
    is_registered = (col(Extension.manifest).is_(None), col(Extension.state) == "enabled")  # and not being removed
    key: int | None = connection.execute(
        select(col(Extension.key)).where(col(Extension.id) == id, *is_registered)
    ).scalar()
    return key


def find(connection: Connection, id: str) -> int | None:
    """The integer key of an extension, or None when it is not registered."""
    row = _KEY.first(connection, id=id)
    return row[0] if row else None


def keys_of(connection: Connection, ids: Iterable[str]) -> list[int]:
    """The integer keys of the extensions that are registered, without repetition."""
    keys = (find(connection, id) for id in dict.fromkeys(ids))
    return [key for key in keys if key is not None]


def ids_being_removed(connection: Connection) -> set[str]:
    """The ids of the extensions that are being removed with all that they wrote."""
    return set(connection.execute(select(col(Extension.id)).where(col(Extension.state) == REMOVING)).scalars())


def require(connection: Connection, id: str, parameter: str = "extensionId", pointer: str | None = None) -> int:
    """The integer key of an extension; 400 when it is not registered. The fault refers to `pointer` in the body, or to
    `parameter`.
    """
    key = find(connection, id)
    if key is None:
        raise unknown_extension(id, parameter, pointer)
    return key


def require_all(connection: Connection, ids: Sequence[str] | None, parameter: str = "extensionIds") -> list[int] | None:
    """The integer keys of these extensions, None for None; 400 for an id that is not registered."""
    return None if ids is None else [require(connection, id, parameter) for id in ids]


def enabled_keys(connection: Connection, ids: Sequence[str] | None, parameter: str = "extensionIds") -> list[int]:
    """The integer keys of these extensions, or of all that are enabled; 400 for an id that is unknown or paused."""
    rows = connection.execute(select(col(Extension.id), col(Extension.key), col(Extension.state)))
    records = {id: (key, state) for id, key, state in rows if key is not None}
    if ids is None:
        return [key for key, state in records.values() if state == "enabled"]
    for id in ids:
        if id not in records:
            raise unknown_extension(id, parameter)
        if records[id][1] != "enabled":
            raise paused_extension(id, parameter)
    return [records[id][0] for id in ids]


def list_all(connection: Connection) -> list[tuple[str, int, bool]]:
    """All extensions by id: the id, the time of the registration, and whether the extension is installed."""
    columns = (col(Extension.id), col(Extension.created), col(Extension.manifest).is_not(None))
    return [
        (id, created, bool(flag)) for id, created, flag in connection.execute(select(*columns).order_by(columns[0]))
    ]


def unknown_extension(id: str, parameter: str = "extensionId", pointer: str | None = None) -> FaultError:
    """400 for an extension that is not registered. The fault refers to `pointer` in the body, or to `parameter`."""
    name = parameter if pointer is None else None
    detail, remedy = "No extension with this id is registered.", "Register it with `facetry extension register ID`."
    return bad_parameter(name, detail, rule="extension.unknown", value=id, remedy=remedy, pointer=pointer)


def paused_extension(id: str, parameter: str) -> FaultError:
    """400 for an extension that is paused, wherever a request needs an enabled one."""
    remedy = "Enable it with /extension/{id}/changeState."
    return bad_parameter(parameter, "The extension is paused.", rule="extension.paused", value=id, remedy=remedy)
