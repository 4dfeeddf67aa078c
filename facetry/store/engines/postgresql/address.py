"""Addresses of databases on PostgreSQL servers. They may have a password, which is never shown."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final
from urllib.parse import parse_qsl, unquote, urlsplit

SCHEMES: Final = ("postgresql://", "postgres://")

_SECRET_PARAMETERS: Final = frozenset({"passfile", "sslkey", "servicefile"})
_SECRET_VARIABLES: Final = ("PGPASSFILE", "PGSSLKEY", "PGSERVICEFILE")
_DEFAULT_SECRETS: Final = (".pgpass", ".postgresql", ".pg_service.conf")
"""What libpq looks for in the home folder. The second one is a folder, with the key of the client."""


class DatabaseUrl:
    """The address of a database, in the form of libpq: `postgresql://user@host:port/name?sslmode=verify-full`."""

    __slots__ = ("_value",)

    def __init__(self, value: str) -> None:
        """Raises `ValueError` for the address of another kind of database; the message does not show it."""
        if not value.startswith(SCHEMES):
            raise ValueError("The URL of a database begins with postgresql://.")
        self._value = value

    def __repr__(self) -> str:
        return f"DatabaseUrl({str(self)!r})"

    def __str__(self) -> str:
        """The address for messages, without password and parameters."""
        try:
            parts = urlsplit(self._value)
        except ValueError:  # no address at all; the driver says so
            return SCHEMES[0]
        user, _, hosts = parts.netloc.rpartition("@")
        name = user.partition(":")[0]
        return f"postgresql://{name}{'@' if name else ''}{hosts}{parts.path}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DatabaseUrl) and self._value == other._value

    def __hash__(self) -> int:
        return hash(self._value)

    @property
    def password(self) -> str | None:
        """The password in the address, before the host or among the parameters; None without one."""
        try:
            parts = urlsplit(self._value)
            password = parts.password
        except ValueError:  # no address at all; the driver says so
            return None
        if password is not None:
            return unquote(password)
        return dict(parse_qsl(parts.query)).get("password")

    def secret_files(self, environment: Mapping[str, str]) -> list[Path]:
        """The files and folders in which the driver looks for passwords and keys, as absolute paths. They need not
        exist. `environment` has the variables of the process.
        """
        query = self._value.partition("?")[2]
        parameters = (part.partition("=")[::2] for part in query.split("&"))
        named = [unquote(value) for name, value in parameters if unquote(name) in _SECRET_PARAMETERS]
        named += [environment.get(name, "") for name in _SECRET_VARIABLES]
        if folder := environment.get("PGSYSCONFDIR"):
            named.append(f"{folder}/pg_service.conf")
        with suppress(RuntimeError):  # there is no home folder
            named += [str(Path.home() / name) for name in _DEFAULT_SECRETS]
        return [Path(path).absolute() for path in named if path]

    def reveal(self) -> str:
        """The whole address, for the driver alone."""
        return self._value
