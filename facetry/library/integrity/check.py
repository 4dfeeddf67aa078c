"""The check of a library: its database, the references in it, the files derived from it, and the originals."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final, Literal
from uuid import UUID

from sqlalchemy import Connection, text

from facetry.library.file_stores.bucket.location import is_bucket
from facetry.library.renditions.cache import damaged_files
from facetry.library.search.vectors import check as vector_check
from facetry.library.trash.rows import FOLDER, columns_in
from facetry.store.engine import close, engine_at, engine_of
from facetry.store.engines.sqlite import texts
from facetry.store.engines.sqlite.connections import EmptiedDatabaseError, has_page_checksums, require_not_emptied
from facetry.store.engines.sqlite.errors import damage_of
from facetry.store.engines.sqlite.integrity.commit_mark import damage_of_log
from facetry.store.engines.sqlite.integrity.full_check import damaged_pages, dangling_rows, structure_findings
from facetry.store.engines.sqlite.integrity.page_checksums import damage_of_header, has_room
from facetry.store.library_tables import damage_of_contents

Area = Literal["database", "references", "texts", "vectors", "renditions", "originals", "extensions"]
Progress = Callable[[str, int, int | None], None]
"""Called with what is being done, how much of it is done, and how much there is, if that is known."""

MAX_FINDINGS: Final = 1_000
"""Maximum number of findings of one area."""
_BATCH: Final = 500
_INDEXED: Final = (("name_text", "image", "TRUE"), ("feature_text", "image_feature", "s.text IS NOT NULL"))
_NO_TABLES: Final = "there are no tables of a library. They may be in its write-ahead log, if that was lost or moved"
_IMAGES: Final = text(
    "SELECT key, id, repository, path, size, missing_since FROM image WHERE key > :last ORDER BY key LIMIT :size"
)
_TRASHED: Final = text(
    "SELECT key, id, repository, file, image FROM trashed_image WHERE key > :last AND file IS NOT NULL"
    " ORDER BY key LIMIT :size"
)
_SAME_IDS: Final = text(
    "SELECT trashed_image.id, trashed_image.path FROM trashed_image JOIN image ON image.id = trashed_image.id"
    " ORDER BY trashed_image.key LIMIT :size"
)


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is damaged or does not fit. `loses_data` says whether it cannot be made again from the rest."""

    area: Area
    message: str
    loses_data: bool
    image: str | None = None
    path: str | None = None


def check_database(database: Path, *, is_served: bool, on_progress: Progress) -> Iterator[Finding]:
    """Check the pages of the database, its structure and its references.

    Without damage it may be followed by the other checks, which read the rows. A stopped library is not opened by
    SQLite when its log is damaged, because SQLite would remove the damaged part. Raises `OSError`.
    """
    on_progress("Checking the database", 0, None)
    try:
        require_not_emptied(database)
    except EmptiedDatabaseError as error:
        yield damaged_database(str(error))
        return
    damage = (None if is_served else damage_of_header(database)) or damage_of_log(database)
    if damage is not None:
        yield damaged_database(damage)
    if not is_served:
        pages = damaged_pages(database)
        for page, owner in islice(pages.items(), MAX_FINDINGS):
            where = f"of {owner}" if owner is not None else "of an index, of a large value, or behind a damaged page"
            yield Finding("database", f"Page {page}, {where}, is damaged.", loses_data=True)
        if pages:
            return
    if damage is None:
        yield from _check_with_sqlite(database, on_progress)
    if has_page_checksums() and damage is None and not has_room(database):
        message = "The pages of the database have no checksums. `facetry repair` adds them."
        yield Finding("database", message, loses_data=False)


def damaged_database(damage: str) -> Finding:
    """The finding for damage of the whole database, in a sentence without its full stop."""
    return Finding("database", f"{damage[0].upper()}{damage[1:]}.", loses_data=True)


def _check_with_sqlite(database: Path, on_progress: Progress) -> Iterator[Finding]:
    engine = engine_at(database)
    acknowledged = engine.acknowledged(database)
    try:
        connection = engine.connect(database, query_only=True)  # reads the schema already
        damage = damage_of_contents(connection, acknowledged)
        if damage is None and not engine.has_table(connection, "image"):
            damage = _NO_TABLES
        if damage is not None:
            yield damaged_database(damage)
            engine.leave(connection)
            return
        try:
            for message in structure_findings(connection, MAX_FINDINGS):
                yield Finding("database", f"{message}.", loses_data=True)
            on_progress("Checking references", 0, None)
            for table, rowid, parent in dangling_rows(connection, MAX_FINDINGS):
                message = f"Row {rowid} of {table} refers to a row of {parent} that is missing."
                yield Finding("references", message, loses_data=True)
            for table, source, condition in _INDEXED:
                if missing := texts.missing(connection, table, source, condition):
                    message = f"{missing} rows of {source} are missing in the full-text index."
                    yield Finding("texts", message, loses_data=False)
        finally:
            close(connection)
    except Exception as error:
        damage = damage_of(error)
        if damage is None:
            raise
        yield Finding("database", f"SQLite says: {damage}.", loses_data=True)


def check_derived(connection: Connection, vectors: Path, renditions: Path, on_progress: Progress) -> Iterator[Finding]:
    """Compare the vector files with the rows, and verify the checksum of each cached rendition."""
    for finding in vector_check.check(
        connection, vectors, lambda done, total: on_progress("Comparing vectors", done, total)
    ):
        yield Finding("vectors", f"{vectors / str(finding.space)}: {finding.description}", loses_data=False)
    on_progress("Verifying renditions", 0, None)
    for path in damaged_files(renditions):
        yield Finding("renditions", f"{path} is damaged.", loses_data=False)


def check_originals(connection: Connection, on_progress: Progress) -> Iterator[Finding]:
    """Look for the file of each image in a folder, also of those in the trash, and compare its size. Folders that are
    not there are one finding.

    Buckets are not asked: this check needs no network, and the next scan finds what is missing there.
    """
    folders: dict[int, Path] = {}
    for key, folder in connection.execute(text("SELECT key, path FROM repository")):
        if is_bucket(folder):
            continue
        if Path(folder).is_dir():
            folders[key] = Path(folder)
        else:
            yield Finding("originals", "The folder of a repository is not there.", loses_data=False, path=folder)
    total = connection.execute(text("SELECT COUNT(*) FROM image")).scalar_one()
    done, last = 0, 0
    while rows := connection.execute(_IMAGES, {"last": last, "size": _BATCH}).all():
        for key, id, repository, path, size, missing_since in rows:
            last = key
            if repository in folders and missing_since is None:
                message = _fault_of_original(folders[repository] / path, size)
                if message is not None:
                    yield Finding("originals", message, False, str(UUID(bytes=id)), str(folders[repository] / path))
        done += len(rows)
        on_progress("Looking for originals", done, total)
    if engine_of(connection).has_table(connection, "trashed_image"):
        yield from _check_trashed(connection, folders)


def _check_trashed(connection: Connection, folders: dict[int, Path]) -> Iterator[Finding]:
    for id, path in connection.execute(_SAME_IDS, {"size": MAX_FINDINGS}):
        message = "An image in the trash and another one have the same id. The next start of the server separates them."
        yield Finding("references", message, False, str(UUID(bytes=id)), path)
    last = 0
    while rows := connection.execute(_TRASHED, {"last": last, "size": _BATCH}).all():
        for key, id, repository, file, columns in rows:
            last = key
            if repository in folders:
                path = folders[repository] / FOLDER / file
                fault = _fault_of_trashed(path, columns_in(columns)["size"])
                if fault is not None:
                    yield Finding("originals", fault, False, str(UUID(bytes=id)), str(path))


def missing_program(id: str, folder: Path) -> Finding:
    """The finding for an installed extension whose folder is not there, or has no manifest."""
    return Finding("extensions", f"The program of {id} is not there. Install it again.", False, path=str(folder))


def _fault_of_trashed(path: Path, size: int) -> str | None:
    try:
        status = os.lstat(path)
    except OSError as error:
        return f"The file is not in the trash ({error.strerror}); the image would be restored without it."
    if status.st_size != size:
        return f"The file in the trash has {status.st_size} bytes, and had {size} when it was read."
    return None


def _fault_of_original(path: Path, size: int) -> str | None:
    try:
        status = os.lstat(path)
    except OSError as error:
        return f"The file is not there ({error.strerror}); a scan will say the same."
    if status.st_size != size:
        return f"The file has {status.st_size} bytes, and had {size} when it was read; a scan reads it again."
    return None
