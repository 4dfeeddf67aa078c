"""Passwords in addresses of databases are never shown."""

from __future__ import annotations

import traceback
from pathlib import Path

import pytest

from facetry.store.engine import DatabaseUrl, UnusableServerError, connect
from facetry.store.engines.postgresql.errors import message_of

SECRET = "s3cret%2Fpart"


@pytest.mark.parametrize(
    "value",
    [
        f"postgresql://me:{SECRET}@db.example:5433/library?sslmode=require",
        f"postgres://me:{SECRET}@[::1]/library",
        f"postgresql://me@one.example,two.example:5433/library?password={SECRET}&target_session_attrs=read-write",
        f"postgresql://:{SECRET}@/library",
    ],
)
def test_a_password_is_not_shown(value: str) -> None:
    url = DatabaseUrl(value)
    assert "s3cret" not in f"{url} {url!r} {[url]}"
    assert str(url).startswith("postgresql://")
    assert url.reveal() == value


def test_a_password_is_known_for_the_log() -> None:
    assert DatabaseUrl(f"postgresql://me:{SECRET}@host/library").password == "s3cret/part"
    assert DatabaseUrl(f"postgresql://me@host/library?sslmode=require&password={SECRET}").password == "s3cret/part"
    assert DatabaseUrl("postgresql://me@host/library").password is None


@pytest.mark.parametrize(
    "value",
    [
        f"postgresql://me:{SECRET}@host:port/library",
        f"postgresql://me:{SECRET}%zz@host/library",
        f"postgresql://me:{SECRET}@[::1/library",
        f"postgresql://me:{SECRET}@host/library?unknown=1",
        f"postgresql://me:{SECRET}@127.0.0.1:1/library",
    ],
)
def test_an_error_does_not_show_the_password(value: str) -> None:
    with pytest.raises(Exception) as caught:  # noqa: PT011  # of several kinds
        connect(DatabaseUrl(value))
    assert isinstance(caught.value, UnusableServerError) or message_of(caught.value) is not None
    assert "s3cret" not in "".join(traceback.format_exception(caught.value))


def test_another_kind_of_database_is_refused() -> None:
    with pytest.raises(ValueError, match="begins with postgresql://"):
        DatabaseUrl("mysql://me:password@host/library")


def test_files_with_passwords_and_keys_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/ada")
    usual = [Path("/home/ada", name) for name in (".pgpass", ".postgresql", ".pg_service.conf")]
    assert DatabaseUrl("postgresql://me@host/library?sslmode=verify-full").secret_files({}) == usual
    url = DatabaseUrl(
        "postgresql://me@host/library?passfile=/etc/a%20b+c&sslrootcert=/etc/ca.pem&sslkey=/etc/client.key"
    )
    assert url.secret_files({}) == [Path("/etc/a b+c"), Path("/etc/client.key"), *usual]
    variables = {"PGPASSFILE": "own/passwords", "PGSSLKEY": "", "PGSERVICEFILE": "/srv/one", "PGSYSCONFDIR": "/srv/all"}
    named = [Path.cwd() / "own/passwords", Path("/srv/one"), Path("/srv/all/pg_service.conf")]
    assert DatabaseUrl("postgresql://me@host/library").secret_files(variables) == [*named, *usual]
