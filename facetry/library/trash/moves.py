"""Moves of files into the trash and out of it: names, and the faults of the file system."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from uuid import UUID

from facetry.errors import FaultError, conflict
from facetry.library.file_stores.file_names import numbered_names
from facetry.library.file_stores.file_store import BLOCKED_WAY, FileCheck, FileStore, NameChoice, name_taken
from facetry.library.pictures import FileFacts
from facetry.library.trash.rows import FOLDER, TrashRecord
from facetry.store.work import Work


def without_file(write_rows: Callable[[Work], object], check: FileCheck | None) -> Callable[[Work], object]:
    """`write_rows`, after `check` for an image that has no file."""
    if check is None:
        return write_rows

    def unit(work: Work) -> None:
        check(work.connection, None)
        write_rows(work)

    return unit


def leave(work: Work, file: FileFacts) -> None:
    """Record no version: there is no image at the path, or the next scan looks at its file."""


def free_name(folder: str, name: str) -> NameChoice:
    """Chooses the name, with a number if the folder has an entry with it; 409 when there are too many of them."""

    def choose(is_taken: Callable[[str], bool]) -> str:
        for each in numbered_names(name):
            if not is_taken(each):
                return each
        raise name_taken(f"{folder}/{name}")

    return choose


@contextmanager
def into_trash(root: str) -> Iterator[None]:
    """Within the context, a trash folder that is a link or a file is 409."""
    try:
        yield
    except FaultError as error:
        if error.fault.rule != "path.outside":
            raise
        raise _no_folder(root, f"Remove {FOLDER}, or delete the image for good.") from None


@contextmanager
def out_of_trash(root: str) -> Iterator[None]:
    """Within the context, a trash folder that is a link or a file is 409: what was in it may be elsewhere."""
    try:
        yield
    except OSError as error:
        if error.errno not in BLOCKED_WAY:
            raise
        raise _no_folder(root, f"Put the folder {FOLDER} back, or an empty one if its files are lost.") from None


def _no_folder(root: str, remedy: str) -> FaultError:
    detail = f"{FOLDER} in the folder of the repository is a link or a file."
    return conflict("trash.folder", detail, parameter="id", value=root, remedy=remedy)


def is_in_trash(files: FileStore, record: TrashRecord) -> bool:
    """Whether the file of a deleted image is in the trash. Raises 409 if the trash folder is a link or a file."""
    if files.exists(record.path_in_trash):
        return True
    with out_of_trash(record.root):
        return record.file in files.names((FOLDER,))


@contextmanager
def removing_file(id: UUID, root: str) -> Iterator[None]:
    """Within the context, a file in the trash that is not the one that was deleted is 409 with a remedy of its own;
    otherwise as `moving_file` and `out_of_trash`.
    """
    try:
        with moving_file(id), out_of_trash(root):
            yield
    except FaultError as error:
        if error.fault.rule != "image.file-changed":
            raise
        remedy = "Restore the image and look at it again, or take the file out of the trash folder."
        raise FaultError(replace(error.fault, remedy=remedy)) from None


@contextmanager
def moving_file(id: UUID) -> Iterator[None]:
    """Within the context, errors of the file system become faults about the file of the image, and so does a link or a
    file in the place of its folder.
    """
    try:
        yield
    except FaultError as error:
        if error.fault.rule != "path.outside":
            raise
        raise conflict(
            "image.file-not-movable",
            "The file of the image cannot be moved: there is a link or a file in the place of its folder.",
            parameter="id",
            value=id,
            remedy="Put the folder back, or remove what is in its place.",
        ) from None
    except OSError as error:
        raise conflict(
            "image.file-not-movable",
            f"The file of the image cannot be moved: {error.strerror}.",
            parameter="id",
            value=id,
            remedy="Give the service the right to write in the folder, and room on the disk.",
        ) from error
