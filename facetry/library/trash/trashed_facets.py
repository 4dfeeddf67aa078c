"""Trashed facets: what extensions wrote on images that are in the trash now."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any, Final
from uuid import uuid4

from sqlalchemy import Connection, select, update
from sqlmodel import col

from facetry.library import extensions
from facetry.library.facets import feature_values
from facetry.library.facets.facet_lines import FacetLine
from facetry.library.images import Image
from facetry.library.trash.rows import TrashedImage, columns_in, image_text, pack, unpack
from facetry.store.work import Work
from generated import models

BATCH: Final = 50
"""Trashed images whose facets one unit of work reads and writes."""
_KINDS: Final = ("attachment", "tags", "features", "embedding")
"""The kinds of lines in their order: features refer to attachments."""

_log = logging.getLogger(__name__)


def keys_with(connection: Connection, extension: str, after: int) -> tuple[list[int], int | None]:
    """Which of the next trashed images behind the key `after` have facets of an extension, and the last key that was
    looked at; None at the end.
    """
    columns = (col(TrashedImage.key), col(TrashedImage.facets))
    query = select(*columns).where(columns[0] > after).order_by(columns[0]).limit(BATCH)
    last: int | None = None
    found: list[int] = []
    for key, facets in connection.execute(query):
        last = key or 0
        if any(line["extension"] == extension for line in unpack(facets)):
            found.append(last)
    return found, last


def remove(work: Work, extension: str, keys: Sequence[int]) -> None:
    """Remove what an extension wrote on the trashed images with these keys."""
    columns = (col(TrashedImage.key), col(TrashedImage.facets))
    for key, facets in work.connection.execute(select(*columns).where(columns[0].in_(keys))).all():
        _write(work, key, facets=pack(line for line in unpack(facets) if line["extension"] != extension))


def renew(work: Work) -> int:
    """Complete some rows that a former version has written; returns their number.

    Facets of extensions that are not registered are removed: the next extension with such an id must not get them.
    """
    columns = (col(TrashedImage.key), col(TrashedImage.image), col(TrashedImage.facets))
    former = work.connection.execute(select(*columns).where(col(TrashedImage.content_hash).is_(None)).limit(BATCH))
    registered = {id for id, _, _ in extensions.list_all(work.connection)}
    count = 0
    for key, image, facets in former.all():
        lines = unpack(facets)
        kept = [line for line in lines if line["extension"] in registered]
        changed = {} if len(kept) == len(lines) else {"facets": pack(kept)}
        _write(work, key, content_hash=columns_in(image)["content_hash"], **changed)
        count += 1
    return count


def part_ids(work: Work) -> None:
    """Give new ids to trashed images whose id another image has: imports of former versions have given it away."""
    columns = (col(TrashedImage.key), col(TrashedImage.path), col(TrashedImage.image))
    for key, path, image in work.connection.execute(
        select(*columns).join(Image, col(Image.id) == col(TrashedImage.id))
    ).all():
        id = uuid4()
        _write(work, key, id=id.bytes, image=image_text({**columns_in(image), "id": id.bytes}))
        _log.warning("%s in the trash has the new id %s: another image has its former one", path, id)


class TrashedFacetWriter:
    """Writes facet lines of an import on one trashed image, when `finish` is called."""

    def __init__(self, work: Work, key: int) -> None:
        self._work = work
        self._key = key
        self._lines: dict[tuple[Any, ...], FacetLine] = {}

    def write(self, line: FacetLine) -> None:
        """Have the line replace the one of the same extension and kind. Raises as `FacetWriter.write` does, but for
        what depends on other images.
        """
        extensions.require(self._work.connection, line["extension"])
        if line["kind"] == "features":
            feature_values.check_features([models.ImageFeature.model_validate(each) for each in line["values"]])
        self._lines[_key_of(line)] = line

    def finish(self) -> None:
        """Write the lines."""
        if not self._lines:
            return
        query = select(col(TrashedImage.facets)).where(col(TrashedImage.key) == self._key)
        former = unpack(self._work.connection.execute(query).scalar_one())
        lines = {_key_of(line): line for line in former} | self._lines
        _write(self._work, self._key, facets=pack(sorted(lines.values(), key=lambda line: _KINDS.index(line["kind"]))))


def _key_of(line: FacetLine) -> tuple[Any, ...]:
    return line["kind"], line["extension"], line.get("name"), line.get("uri")


def _write(work: Work, key: int | None, **values: object) -> None:
    work.connection.execute(update(TrashedImage).where(col(TrashedImage.key) == key).values(**values))
