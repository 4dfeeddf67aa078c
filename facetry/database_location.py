"""Where the database of a library is, by the settings: a file in the data folder, or a database on a server."""

from __future__ import annotations

from typing import Final

from facetry.observability.redaction import never_log
from facetry.settings import Settings
from facetry.store.engine import DatabaseUrl, Location

DATABASE: Final = "library.db"


def location_of(settings: Settings) -> Location:
    """Where the library's database is."""
    if settings.database_url is None:
        return settings.data_dir / DATABASE
    url = DatabaseUrl(settings.database_url.get_secret_value())
    if url.password is not None:
        never_log(url.password)
    return url


def server_location_of(settings: Settings) -> DatabaseUrl:
    """Where the library's database is on a server. Raises `ValueError` if it is a file."""
    location = location_of(settings)
    if not isinstance(location, DatabaseUrl):
        raise ValueError("the database is not on a server")
    return location


def has_library(settings: Settings) -> bool:
    """Whether there may be a library: its database file exists, or it is on a server."""
    return settings.database_url is not None or (settings.data_dir / DATABASE).exists()
