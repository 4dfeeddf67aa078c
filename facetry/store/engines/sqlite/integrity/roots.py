"""A copy of the list of tables with their first pages: without that list, intact pages belong to nothing."""

from __future__ import annotations

import json
import os
import secrets
import zlib
from pathlib import Path

from sqlalchemy import Connection

from facetry.store.engines.sqlite.integrity.page_image import PageImage
from facetry.store.engines.sqlite.integrity.salvage import roots_of
from facetry.store.engines.values import raw_connection


def roots_path(database: Path) -> Path:
    """The path of the copy."""
    return database.with_name(database.name + "-roots")


def keep_roots(database: Path, connection: Connection) -> None:
    """Write the copy if the list has changed, which only migrations do. Raises `OSError`."""
    rows = raw_connection(connection).execute("SELECT name, rootpage FROM sqlite_schema WHERE rootpage > 0")
    text = json.dumps(dict(sorted(rows.fetchall())))
    content = f"{zlib.crc32(text.encode()):08x} {text}\n"
    path = roots_path(database)
    if path.exists() and path.read_bytes() == content.encode():
        return
    # Threads may open the same library at once, so the name of the process does not suffice.
    temporary = path.with_name(f".{path.name}-{secrets.token_hex(8)}")
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    try:
        with os.fdopen(descriptor, "w") as file:
            file.write(content)
        temporary.rename(path)
    finally:
        temporary.unlink(missing_ok=True)


def read_roots(database: Path, image: PageImage) -> dict[str, int]:
    """The first page of each table and index: from the copy, or else from the database. Raises `OSError`."""
    try:
        checksum, _, text = roots_path(database).read_bytes().partition(b" ")
    except FileNotFoundError:
        return roots_of(image)
    text = text.rstrip(b"\n")
    if checksum != b"%08x" % zlib.crc32(text):
        return roots_of(image)
    roots: dict[str, int] = json.loads(text)
    return roots
