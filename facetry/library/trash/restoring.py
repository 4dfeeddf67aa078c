"""Restoring: the rows of a trashed image become those of an image again."""

from __future__ import annotations

import logging
from uuid import UUID

from facetry.errors import FaultError
from facetry.library import extensions, images, recorded_files, skipped_files, unreadable_files
from facetry.library.facets.facet_lines import FacetWriter
from facetry.library.rereading import outdated_images
from facetry.library.trash import rows
from facetry.library.trash.rows import TrashRecord
from facetry.store.work import Work

_log = logging.getLogger(__name__)


def restore_rows(work: Work, *, id: UUID, path: str, has_file: bool, repository: int | None = None) -> int:
    """Restore the rows of an image at a path, by default of the repository that it was in; returns its new key.

    Facets of extensions that are not registered, or are being removed, are lost. Raises 404 for an image that is not in
    the trash.
    """
    record = rows.require(work.connection, id)
    target = record.repository if repository is None else repository
    if not images.is_displaced(path):
        for at_path in recorded_files.records(work.connection, target, [path]).values():
            images.displace(work, at_path.key)
    skipped_files.clear(work, target, [path])
    unreadable_files.clear(work, target, [path])
    key = images.insert_row(work, {**record.image, "repository": target}, path=path, is_missing=not has_file)
    outdated_images.add(work, key)  # an earlier version may have recorded it
    writer = FacetWriter(work, id)
    removed = extensions.ids_being_removed(work.connection)
    for line in rows.facets_of(work.connection, record.key):
        if line["extension"] in removed or extensions.find(work.connection, line["extension"]) is None:
            continue
        try:
            writer.write(line)
        except FaultError as error:  # such as an embedding of another length than those of today
            _log.warning("a facet of %s could not be restored: %s", record.path, error.fault.detail)
    rows.remove(work, record)
    return key


def restore_unless_taken(work: Work, record: TrashRecord) -> bool:
    """Restore the rows of an image whose file is back; False if the file is that of another image."""
    if rows.holds(work.connection, record.repository, record.path):
        return False
    restore_rows(work, id=record.id, path=record.path, has_file=True)
    return True
