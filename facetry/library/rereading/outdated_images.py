"""Outdated images: those whose files have to be read again, because their records may be of an earlier version.

A migration adds the images whose format it reads in another way; see `docs/operations.md`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, delete, func, insert, select
from sqlmodel import Field, SQLModel, col

from facetry.library.images import Image
from facetry.store.work import Work


class OutdatedImage(SQLModel, table=True):
    """An image whose file has to be read again. Reading it removes the row."""

    __tablename__ = "outdated_image"

    image: int = Field(primary_key=True, foreign_key="image.key", ondelete="CASCADE")


@dataclass(frozen=True, slots=True)
class OutdatedFile:
    """The file of an outdated image: the key of the image, and the path in its repository."""

    key: int
    path: str


def add(work: Work, key: int) -> None:
    """Have the file of a new image read again: its row was made of an older record."""
    work.connection.execute(insert(OutdatedImage).values(image=key))


def remove(work: Work, keys: Iterable[int]) -> None:
    """The files of these images have been read."""
    if keys := list(keys):
        work.connection.execute(delete(OutdatedImage).where(col(OutdatedImage.image).in_(keys)))


def counts(connection: Connection) -> dict[int, int]:
    """The numbers of outdated images, by the keys of their repositories."""
    query = select(col(Image.repository), func.count()).join(OutdatedImage, col(OutdatedImage.image) == col(Image.key))
    return {row[0]: row[1] for row in connection.execute(query.group_by(col(Image.repository)))}


def files_after(connection: Connection, repository: int, after_key: int, limit: int) -> Sequence[OutdatedFile]:
    """The next `limit` outdated files of a repository, of images with keys above `after_key`, by key."""
    query = (
        select(col(OutdatedImage.image), col(Image.path))
        .join(OutdatedImage, col(OutdatedImage.image) == col(Image.key))
        .where(col(Image.repository) == repository, col(OutdatedImage.image) > after_key)
        .order_by(col(OutdatedImage.image))
        .limit(limit)
    )
    return [OutdatedFile(key, path) for key, path in connection.execute(query)]
