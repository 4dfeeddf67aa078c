"""The repair of a library: a new database from what is intact in the old one, which is kept aside."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection

from facetry.library.facets import tag_set_merging
from facetry.library.integrity import indexed_texts
from facetry.library.integrity.lost_rows import Loss, complete, describe
from facetry.store import fulltext
from facetry.store.copy_marker import MARKER
from facetry.store.engine import close, engine_at
from facetry.store.engines.sqlite.connections import has_page_checksums, ignore_references
from facetry.store.engines.sqlite.integrity.commit_mark import CommitMark, mark_path, read_mark, write_mark
from facetry.store.engines.sqlite.integrity.log_frames import log_path
from facetry.store.engines.sqlite.integrity.page_checksums import create_database
from facetry.store.engines.sqlite.integrity.page_image import PageImage, read_image
from facetry.store.engines.sqlite.integrity.quick_check import quick_check
from facetry.store.engines.sqlite.integrity.roots import read_roots, roots_path
from facetry.store.engines.sqlite.integrity.row_salvage import damaged_pages_of, rows_of, walk_table
from facetry.store.engines.sqlite.integrity.salvage import (
    copy_rows,
    remove_dangling_rows,
    restore_sequences,
    roots_of,
)
from facetry.store.engines.values import raw_connection
from facetry.store.migrations import HEAD, VERSION_TABLE, NewerLibraryError, migrate
from facetry.system.files.durable_folders import flush_folder

_NEVER: Final = CommitMark(2**63 - 1, 0, (0, 0), (0, 0))
"""A mark that no database reaches: no server starts while the files are exchanged."""

_DERIVED_TABLES: Final = ("tag_set", "tag_change")
"""Tables that are made again from the rows of others."""

Step = Callable[[str], None]


class RepairError(Exception):
    """The library cannot be repaired; the message says why. Nothing was changed."""


@dataclass(frozen=True, slots=True)
class RepairReport:
    """What a repair did, or would do."""

    damaged_pages: int
    lost_commits: str | None
    """Why commits at the end of the log are lost; None when none are."""
    copied_rows: int
    completed: list[Loss]
    """Rows that were put together from indexes. Of images, metadata and placeholder come back with the next scan;
    their origin (parent, source URL, application metadata) is lost."""
    lost: list[Loss]
    lost_parts: dict[str, int]
    """Number of damaged pages whose rows cannot be named, by table."""
    kept: Path | None
    """The folder with the damaged files; None for a dry run."""

    @property
    def is_lossless(self) -> bool:
        """Whether nothing that was acknowledged is lost."""
        images_changed = any(loss.facet == "record" for loss in self.completed)
        return not (self.lost or self.lost_parts or self.lost_commits or images_changed)


def repair(database: Path, *, is_dry_run: bool, on_step: Step = lambda _: None) -> RepairReport:
    """Write a new database from what is intact, and put it in the place of the old one unless `is_dry_run`.

    The caller holds the lock of the library. Raises `RepairError` and `OSError`.
    """
    on_step("Reading the pages")
    image = read_image(database)
    roots = read_roots(database, image)
    if not roots:
        raise RepairError("the list of the tables is damaged, and so is its copy. Restore a backup.")
    if MARKER in roots or MARKER in roots_of(image):
        raise RepairError("the database is an unfinished copy of a library; run the same `facetry migrate` again.")
    if (revision := _revision_of(image, roots)) is not None and revision > HEAD:
        raise RepairError(str(NewerLibraryError(revision)))
    stamp = f"{datetime.now(UTC):%Y%m%dT%H%M%SZ}"
    new = database.with_name(f".{database.name}-{stamp}")
    try:
        on_step("Copying the rows")
        report = _write_database(new, database, image, roots, on_step)
        if is_dry_run:
            return report
        kept = database.with_name(f"damaged-{stamp}")
        _exchange(database, new, kept)
    finally:
        for path in (new, log_path(new), new.with_name(new.name + "-shm")):
            path.unlink(missing_ok=True)
    return replace(report, kept=kept)


def _write_database(new: Path, database: Path, image: PageImage, roots: dict[str, int], on_step: Step) -> RepairReport:
    create_database(new, with_checksums=has_page_checksums())
    engine = engine_at(new)
    connection = engine.connect(new)
    try:
        migrate(connection)
        raw = raw_connection(connection)
        ignore_references(connection)
        engine.begin_write(connection)
        salvage = copy_rows(image, roots, connection, complete, derived=_DERIVED_TABLES)
        dangling = remove_dangling_rows(connection)
        restore_sequences(connection)
        is_revision_known = "revision" not in salvage.lost_parts
        lost_commits = image.lost_commits or (_lost_commits(raw, read_mark(database)) if is_revision_known else None)
        _raise_revision(raw, read_mark(database))
        on_step("Indexing texts and tags")
        _index_texts(connection)
        tag_set_merging.rebuild(connection)
        losses = describe(connection, [*salvage.lost, *dangling])
        completed = describe(connection, salvage.completed)
        raw.execute("COMMIT")
        on_step("Checking the new database")
        if findings := quick_check(connection):
            raise RepairError(f"the new database is not sound: {findings[0]}")
        engine.bulk.settle(connection)
    finally:
        close(connection)
    return RepairReport(
        len(damaged_pages_of(image)),
        lost_commits,
        sum(salvage.copied.values()),
        completed,
        losses,
        {name: count for name, count in salvage.lost_parts.items() if name != "revision"},  # which is a number
        None,
    )


def _revision_of(image: PageImage, roots: dict[str, int]) -> str | None:
    """The migration revision that the pages have; None if it cannot be read."""
    if VERSION_TABLE not in roots:
        return None
    for _, values in rows_of(image, walk_table(image, roots[VERSION_TABLE]).leaves):
        if values and isinstance(values[0], str):
            return values[0]
    return None


def _lost_commits(raw: Any, mark: CommitMark | None) -> str | None:
    (reached,) = raw.execute("SELECT COALESCE(MAX(value), 0) FROM revision").fetchone()
    if mark is None or reached >= mark.revision or mark.revision == _NEVER.revision:
        return None
    return f"commits up to revision {mark.revision} were acknowledged, and {reached} is the last one there"


def _raise_revision(raw: Any, mark: CommitMark | None) -> None:
    """Indexes and programs that have seen a revision must not see another state under the same number."""
    (value,) = raw.execute("SELECT COALESCE(MAX(value), 0) FROM revision").fetchone()
    marked = 0 if mark is None or mark.revision == _NEVER.revision else mark.revision
    raw.execute("UPDATE revision SET value = ?", [max(value, marked) + 1])


def _index_texts(connection: Connection) -> None:
    for table in fulltext.ROW_TABLES:
        for _, texts in indexed_texts.texts(connection, table):
            fulltext.add_many(connection, table, texts)


def _exchange(database: Path, new: Path, kept: Path) -> None:
    """Put the new database in the place of the old one, and keep the old files. A crash leaves no mixture."""
    kept.mkdir(mode=0o700)
    for path in (database, log_path(database), mark_path(database), roots_path(database)):
        if path.exists():
            os.link(path, kept / path.name)
    if mark_path(database).exists():
        mark_path(database).unlink()  # the kept one is the same file
    write_mark(database, _NEVER)
    log_path(database).unlink(missing_ok=True)
    database.with_name(database.name + "-shm").unlink(missing_ok=True)
    new.rename(database)
    roots_path(database).unlink(missing_ok=True)
    mark_path(database).unlink()
    flush_folder(database.parent)
