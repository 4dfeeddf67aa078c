"""Copies of the archives of extensions in the database, for hosts of a cluster that have not unpacked them."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sqlalchemy import Connection, LargeBinary, delete, insert, select
from sqlmodel import Field, SQLModel, col

from facetry.store.work import Work

PART_BYTES: Final = 1024**2


class PackagePart(SQLModel, table=True):
    """A part of the archive of an extension: all of them have `PART_BYTES`, except for the last."""

    __tablename__ = "package_part"

    extension: int = Field(foreign_key="extension.key", ondelete="CASCADE", primary_key=True)
    part: int = Field(primary_key=True)
    data: bytes = Field(sa_type=LargeBinary)


def keep(work: Work, extension_key: int, archive: Path) -> None:
    """Keep a copy of the archive of an extension, in place of any earlier one. Raises `OSError`."""
    work.connection.execute(delete(PackagePart).where(col(PackagePart.extension) == extension_key))
    with archive.open("rb") as file:
        part = 0
        while data := file.read(PART_BYTES):
            row = {"extension": extension_key, "part": part, "data": data}
            work.connection.execute(insert(PackagePart).values(**row))
            part += 1


def has_copy(connection: Connection, extension_key: int) -> bool:
    """Whether there is a copy of the archive of an extension."""
    query = select(col(PackagePart.part)).where(col(PackagePart.extension) == extension_key).limit(1)
    return connection.execute(query).first() is not None


def write_copy(connection: Connection, extension_key: int, file: Path) -> bool:
    """Write the copy of the archive of an extension to a file; False if there is no copy. Raises `OSError`."""
    part = 0
    with file.open("wb") as target:
        while True:
            query = select(col(PackagePart.data)).where(
                col(PackagePart.extension) == extension_key, col(PackagePart.part) == part
            )
            data: bytes | None = connection.execute(query).scalar()
            if data is None:
                return part > 0
            target.write(data)
            part += 1
