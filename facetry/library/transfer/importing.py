"""Imports an export into a library whose service is stopped, in one transaction: all of it, or nothing."""

from __future__ import annotations

import binascii
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final
from uuid import UUID

from pydantic import ValidationError
from sqlalchemy import Connection

from facetry.errors import FaultError
from facetry.library import extensions
from facetry.library.facets import tag_set_merging
from facetry.library.facets.facet_lines import FacetWriter
from facetry.library.search import smart_collections
from facetry.library.search.smart_collections import CollectionRecord
from facetry.library.transfer.adoption import Adoption
from facetry.library.transfer.lines import TransferError, read
from facetry.library.transfer.matching import ImageKeys, Matching
from facetry.library.trash.trashed_facets import TrashedFacetWriter
from facetry.store.work import Work
from generated import models

_MAX_NAMED: Final = 100


@dataclass(slots=True)
class ImportSummary:
    """What an import does, or has done. `missing` has the paths of the first images that are not in the library."""

    images: int = 0
    missing_count: int = 0
    missing: list[str] = field(default_factory=list)
    adopted: int = 0
    lines: int = 0
    collections: int = 0


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """`skips_missing`: images that the library lacks are no error. `adopts_ids`: images and repositories get the ids of
    the export.
    """

    skips_missing: bool = False
    adopts_ids: bool = False


@dataclass(frozen=True, slots=True)
class Preparation:
    """What has to be known of the whole file before its first image: the images of this library whose ids it has, and
    the ids in the filters of its collections.
    """

    reserved: ImageKeys
    filter_ids: set[str]


def prepare(connection: Connection, path: Path) -> Preparation:
    """Read and validate the whole file. Raises `TransferError` and `OSError`."""
    reserved, filter_ids = ImageKeys(), set[str]()
    for _, line in read(path):
        if line["kind"] == "image":
            reserved.add(connection, UUID(line["id"]))
        elif line["kind"] == "collection":
            filter_ids.update(_texts(line["filter"]))
    return Preparation(reserved, filter_ids)


def survey(
    connection: Connection,
    path: Path,
    preparation: Preparation,
    options: ImportOptions,
    report: Callable[[int], None],
) -> ImportSummary:
    """Look for the images of the file. Changes nothing. `report` gets the number of lines.

    Images that were in the trash of the other library may be missing. Raises `TransferError` when others are, unless
    that is no error, and `OSError`.
    """
    matching, summary = Matching(connection, preparation.reserved), ImportSummary()
    for number, line in read(path):
        match line["kind"]:
            case "repository":
                matching.add_repository(line)
            case "image":
                found = matching.image(line)
                if found is not None:
                    summary.images += 1
                    summary.adopted += options.adopts_ids and str(found.id) != line["id"].lower()
                elif not line.get("inTrash"):
                    summary.missing_count += 1
                    if len(summary.missing) < _MAX_NAMED:
                        summary.missing.append(line["path"])
            case "collection":
                summary.collections += 1
        summary.lines = number
        report(number)
    if summary.missing_count and not options.skips_missing:
        named = ", ".join(summary.missing[:5])
        raise TransferError(
            f"{summary.missing_count} images of {path} are not in the library, such as {named}. Add their pictures, or "
            "give --skip-missing."
        )
    return summary


def import_lines(
    work: Work, path: Path, preparation: Preparation, options: ImportOptions, report: Callable[[int], None]
) -> None:
    """Import the file, which `survey` has accepted, in a unit of work.

    Raises `TransferError` with the line, and `OSError`.
    """
    importer = _Importer(work, preparation, options)
    for number, line in read(path):
        try:
            importer.take(line)
        except FaultError as error:
            raise TransferError(f"{path}:{number}: {error.fault.detail}") from None
        except (ValidationError, binascii.Error) as error:
            raise TransferError(f"{path}:{number}: {str(error)[:300]}") from None
        # No index in memory belongs to this process, so one change is enough to raise the revision.
        del work.changes[1:]
        report(number)
    importer.finish()


class _Importer:
    def __init__(self, work: Work, preparation: Preparation, options: ImportOptions) -> None:
        self._work = work
        self._filter_ids = preparation.filter_ids
        self._matching = Matching(work.connection, preparation.reserved)
        self._adoption = Adoption(work) if options.adopts_ids else None
        self._facets: FacetWriter | TrashedFacetWriter | None = None
        """Writes the facets of the present image, if it is in the library."""
        self._ids: dict[str, str] = {}
        """Ids in filters of collections: those of the export, and here."""

    def take(self, line: dict[str, Any]) -> None:
        """Import one line."""
        kind = line["kind"]
        if kind in ("image", "collection", "end") and isinstance(self._facets, TrashedFacetWriter):
            self._facets.finish()
            self._facets = None
        if kind == "repository":
            self._take_repository(line)
        elif kind == "extension":
            if extensions.find(self._work.connection, line["id"]) is None:
                extensions.register(self._work, line["id"])
        elif kind == "image":
            self._take_image(line)
        elif kind == "collection":
            self._take_collection(line)
        elif kind in ("attachment", "tags", "features", "embedding") and self._facets is not None:
            self._facets.write(line)

    def finish(self) -> None:
        """Complete what concerns the whole library."""
        tag_set_merging.merge_all(self._work.connection)
        if self._adoption is not None:
            self._adoption.finish()

    def _take_repository(self, line: dict[str, Any]) -> None:
        self._matching.add_repository(line)
        if line["id"] not in self._matching.repositories:
            return
        key, id = self._matching.repositories[line["id"]]
        if self._adoption is not None and self._adoption.adopt_repository(key, line["id"]):
            return
        self._ids[line["id"].lower()] = id

    def _take_image(self, line: dict[str, Any]) -> None:
        found = self._matching.image(line)
        own = UUID(line["id"])
        if found is None:
            self._facets = None
            return
        if found.id != own and self._adoption is not None:
            adopt = self._adoption.adopt_image if found.trashed is None else self._adoption.adopt_trashed
            adopt(found.id, own)
            found = replace(found, id=own)
        if found.trashed is None:
            self._facets = FacetWriter(self._work, found.id)
        else:
            self._facets = TrashedFacetWriter(self._work, found.trashed)
        if found.id != own and str(own) in self._filter_ids:
            self._ids[str(own)] = str(found.id)

    def _take_collection(self, line: dict[str, Any]) -> None:
        search_filter = models.SearchFilter.model_validate(_replaced(line["filter"], self._ids))
        record = CollectionRecord(
            line["id"], line["name"], line.get("comment"), search_filter, line["created"], line["modified"]
        )
        smart_collections.put(self._work, record)


def _replaced(value: Any, ids: dict[str, str]) -> Any:
    """A copy of a filter with the ids of this library."""
    if isinstance(value, list):
        return [_replaced(item, ids) for item in value]
    if isinstance(value, dict):
        return {key: _replaced(item, ids) for key, item in value.items()}
    return ids.get(value.lower(), value) if isinstance(value, str) else value


def _texts(value: Any) -> Iterator[str]:
    """The texts in a filter that may be ids."""
    if isinstance(value, list | dict):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _texts(item)
    elif isinstance(value, str) and len(value) == 36:
        yield value.lower()
