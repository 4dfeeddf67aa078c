"""A library that changes at random, and the naive model of its content."""

from __future__ import annotations

import hashlib
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

from sqlalchemy import text

from facetry.library import extensions, images, repositories, unreadable_files
from facetry.library.facets import attachments, embeddings, features, tags
from facetry.library.pictures import FileFacts
from facetry.library.pictures import Picture as Decoded
from facetry.library.repositories import RepositoryRecord
from facetry.library.search import smart_collections
from facetry.store.store import Store
from facetry.store.work import Work
from generated import models
from tests.search_model import random_filters, random_values
from tests.search_model.model import Model
from tests.search_model.picture import EXTENSIONS, Feature, Picture

_CONTENTS = 12
"""Number of contents that more than one image can have."""
_HOUR = 3_600_000
_DATES_OF_EXIF = {
    '{"Exif":{"DateTimeOriginal":"1969:11:30 18:00:00"}}': -2_700_000_000,
    '{"Exif":{"DateTimeOriginal":"2023:11:14 22:13:20","SubsecTimeOriginal":"001"}}': 1_700_000_000_001,
    '{"Exif":{"DateTimeOriginal":"2023:12:08 04:46:40","OffsetTimeOriginal":"+03:00"}}': 1_702_000_000_000 + 3 * _HOUR,
    '{"Exif":{"DateTimeOriginal":"2023:12:31 23:30:00","OffsetTimeOriginal":"-05:00"}}': 1_704_065_400_000,
    '{"Exif":{"DateTimeOriginal":"2024:01:01 00:30:00","OffsetTimeOriginal":"+13:00"}}': 1_704_069_000_000,
}
"""Dates on the clocks of the places, by which searches go."""
_PERCEPTUAL_HASHES = (0x0F3C_5A21_D00F_7E96, 0x8F3C_5A21_D00F_7E96, 2**64 - 1)
"""Hashes of which those of images differ in some bits. The first two differ in the highest bit, the sign in SQLite."""


class ChangingLibrary:
    """Applies each random change to `store` and to `model`, so that both hold the same content."""

    def __init__(self, store: Store, rng: Random) -> None:
        self.store = store
        self.model = Model()
        self.rng = rng
        self._count = 0
        self._repositories: list[RepositoryRecord] = store.write_now(self._set_up)

    def _set_up(self, work: Work) -> list[RepositoryRecord]:
        for id in EXTENSIONS:
            extensions.register(work, id)
        return [repositories.create(work, path=Path("/nowhere") / name, name=name) for name in ("here", "there")]

    def change(self) -> str:
        """Make a random change and return its name."""
        pictures = list(self.model.pictures.values())
        if len(pictures) < 3 or self.rng.random() < 0.2:
            self._create()
            return "create"
        picture = self.rng.choice(pictures)
        method = self.rng.choice(
            ("tags", "tags", "features", "features", "set_vector", "set_vector", "clear_vectors", "replace")
        )
        if self.rng.random() < 0.25:
            method = self.rng.choice(
                (
                    "toggle_missing",
                    "toggle_unreadable",
                    "remove",
                    "create_collection",
                    "remove_collection",
                    "fail",
                    "move",
                )
            )
        getattr(self, f"_{method}")(picture)
        return method

    def _create(self) -> None:
        self._count += 1
        rng, home = self.rng, self.rng.choice(self._repositories)
        file, decoded = self._file(), self._decoded_picture()
        key, id = self.store.write_now(lambda work: images.insert_image(work, home.key, file, decoded))
        self._store_in_model(key, str(id), str(home.id), decoded, _date_of(decoded))
        if rng.random() < 0.7:
            picture = self.model.pictures[str(id)]
            for _ in range(3):
                getattr(self, rng.choice(("_tags", "_features", "_set_vector")))(picture)

    def _file(self) -> FileFacts:
        rng = self.rng
        when = rng.choice((-2_700_000_001, 0, 86_400_000 * 40, 1_700_000_000_000, 1_702_000_000_000))
        folder = f"{self._count}-{rng.randrange(10**9)}"
        return FileFacts(f"{folder}/{rng.choice(random_values.NAMES)}", rng.randrange(8), when, when + 1, when)

    def _decoded_picture(self) -> Decoded:
        rng = self.rng
        text = rng.choice(random_values.METADATA)
        metadata = {"all": text} if text else {}
        if exif := rng.choice(("", *_DATES_OF_EXIF)):
            metadata["exif"] = exif
        return Decoded(
            rng.choice(random_values.FORMATS),
            rng.randrange(1, 8),
            rng.randrange(1, 8),
            self._hash(),
            metadata,
            pixel_hash=None if rng.random() < 0.1 else self._hash()[:16],
            perceptual_hash=None if rng.random() < 0.1 else self._perceptual_hash(),
        )

    def _hash(self) -> bytes:
        """The hash of a content that other images can have, or of one that no other image has."""
        content = self.rng.randrange(_CONTENTS) if self.rng.random() < 0.5 else self.rng.random()
        return hashlib.sha256(str(content).encode()).digest()

    def _perceptual_hash(self) -> int:
        """A hash that differs from a frequent one in some bits."""
        bits = self.rng.choice(_PERCEPTUAL_HASHES)
        for bit in self.rng.sample(range(64), self.rng.choice((0, 1, 2, 4, 8))):
            bits ^= 1 << bit
        return bits

    def _store_in_model(
        self, key: int, id: str, repository: str, decoded: Decoded, date_in_metadata: int | None
    ) -> None:
        """Copy the image into the model. Times are read from the database, because the writer sets them."""
        columns = "name, size, file_created, file_modified, created, modified"
        query = text(f"SELECT {columns} FROM image WHERE key = :key")  # noqa: S608
        name, *numbers = self.store.read_now(lambda connection: connection.execute(query, {"key": key}).one())
        size, file_created, file_modified, created, modified = numbers
        previous = self.model.pictures.get(id)
        self.model.pictures[id] = Picture(
            key=key,
            id=id,
            name=name,
            format=decoded.format,
            width=decoded.width,
            height=decoded.height,
            size=size,
            repository=repository,
            file_created=file_created,
            file_modified=file_modified,
            created=created,
            modified=modified,
            metadata=images.searchable_text(decoded.metadata),
            date_in_metadata=date_in_metadata,
            content_hash=decoded.content_hash,
            pixel_hash=decoded.pixel_hash,
            perceptual_hash=decoded.perceptual_hash,
            tags=previous.tags if previous else {},
            features=previous.features if previous else {},
            vectors=previous.vectors if previous else {},
        )

    def _replace(self, picture: Picture) -> None:
        file, decoded = self._file(), self._decoded_picture()
        self.store.write_now(lambda work: images.replace(work, picture.key, file, decoded))
        self._store_in_model(picture.key, picture.id, picture.repository, decoded, _date_of(decoded))

    def _move(self, picture: Picture) -> None:
        home, file = self.rng.choice(self._repositories), self._file()
        self.store.write_now(lambda work: images.move(work, picture.key, home.key, file))
        metadata = {"all": picture.metadata} if picture.metadata else {}
        decoded = Decoded(
            picture.format,
            picture.width,
            picture.height,
            picture.content_hash,
            metadata,
            picture.pixel_hash,
            picture.perceptual_hash,
        )
        self._store_in_model(picture.key, picture.id, str(home.id), decoded, picture.date_in_metadata)

    def _toggle_missing(self, picture: Picture) -> None:
        mark = images.mark_found if picture.is_missing else images.mark_missing
        self.store.write_now(lambda work: mark(work, [picture.key]))
        picture.is_missing = not picture.is_missing

    def _toggle_unreadable(self, picture: Picture) -> None:
        def unit(work: Work) -> None:
            columns = "repository, path, size, file_created, file_modified, file_modified_ns"
            statement = text(f"SELECT {columns} FROM image WHERE key = :key")  # noqa: S608
            repository, *facts = work.connection.execute(statement, {"key": picture.key}).one()
            file = FileFacts(*facts)
            if picture.is_unreadable:
                unreadable_files.clear(work, repository, [file.path])
            else:
                unreadable_files.mark(work, repository, file, "decode.format", "The file is no picture.")

        self.store.write_now(unit)
        picture.is_unreadable = not picture.is_unreadable

    def _remove(self, picture: Picture) -> None:
        def unit(work: Work) -> None:
            images.remove(work, [picture.key])
            smart_collections.remove_references(work, [UUID(picture.id)])

        self.store.write_now(unit)
        del self.model.pictures[picture.id]
        for each in self.model.collections.values():
            if "origin" in each:
                each["origin"]["ids"] = [id for id in each["origin"]["ids"] if id != picture.id]

    def _tags(self, picture: Picture) -> None:
        rng, extension = self.rng, self.rng.choice(EXTENSIONS)
        values = rng.sample(random_values.TAGS, rng.randrange(4))
        id = UUID(picture.id)
        if values and rng.random() < 0.4:
            self.store.write_now(lambda work: tags.ensure(work, id, extension, values))
            picture.tags[extension] = picture.tags.get(extension, set()) | set(values)
        else:
            self.store.write_now(lambda work: tags.replace(work, id, extension, values))
            picture.tags[extension] = set(values)

    def _features(self, picture: Picture) -> None:
        rng, extension = self.rng, self.rng.choice([*EXTENSIONS, *picture.features])
        created = [self._feature(picture, extension) for _ in range(rng.randrange(4))]
        if (previous := picture.features.get(extension)) and rng.random() < 0.7:
            old = rng.choice(previous)  # ensure replaces it in place
            created = [
                Feature(old.type, old.format, old.name, self._value(old.format, picture, extension)),
                *created[:1],
            ]
        wire_features = [models.ImageFeature.model_validate(_wire(each)) for each in created]
        id = UUID(picture.id)
        identities = [(each.type, each.format, each.name) for each in created]
        if created and len(set(identities)) == len(created) and rng.random() < 0.6:
            self.store.write_now(lambda work: features.ensure(work, id, extension, wire_features))
            others = [
                each
                for each in picture.features.get(extension, [])
                if (each.type, each.format, each.name) not in identities
            ]
            picture.features[extension] = others + created
        else:
            self.store.write_now(lambda work: features.replace(work, id, extension, wire_features))
            picture.features[extension] = created

    def _feature(self, picture: Picture, extension: str) -> Feature:
        rng, format = self.rng, random_values.feature_format(self.rng)
        value = self._value(format, picture, extension)
        return Feature(random_values.feature_type(rng), format, rng.choice(random_values.FEATURE_NAMES), value)

    def _value(self, format: str, picture: Picture, extension: str) -> str | float | bool:
        number = self.rng.choice(random_values.NUMBERS)
        match format:
            case "boolean":
                return number > 0
            case "integer":
                return float(int(number))
            case "float":
                return number
            case "binary":
                return self.store.write_now(
                    lambda work: attachments.create(work, UUID(picture.id), extension, "text/plain", b"bytes")
                )
            case _:
                return self.rng.choice(random_values.DOCUMENTS.get(format, (*random_values.TEXTS, random_values.LONG)))

    def _set_vector(self, picture: Picture) -> None:
        extension, name, length = self.rng.choice(random_values.SPACES)
        values = random_values.vector(self.rng, length)
        created = models.ImageEmbedding(name=name, values=values)
        self.store.write_now(lambda work: embeddings.replace(work, UUID(picture.id), extension, [created]))
        picture.vectors[extension, name] = values

    def _clear_vectors(self, picture: Picture) -> None:
        extension = self.rng.choice(EXTENSIONS)
        self.store.write_now(lambda work: embeddings.clear(work, UUID(picture.id), extension))
        for space in [each for each in picture.vectors if each[0] == extension]:
            del picture.vectors[space]

    def _create_collection(self, _: Picture) -> None:
        search_filter = random_filters.search_filter(self.rng, self.model)
        model_filter = models.SearchFilter.model_validate(search_filter)
        self._count += 1
        name = f"collection {self._count}"
        created = self.store.write_now(
            lambda work: smart_collections.create(work, name=name, comment=None, search_filter=model_filter)
        )
        self.model.collections[created.id] = search_filter

    def _remove_collection(self, _: Picture) -> None:
        if self.model.collections:
            id = self.rng.choice(list(self.model.collections))
            self.store.write_now(lambda work: smart_collections.remove(work, id))
            del self.model.collections[id]

    def _fail(self, picture: Picture) -> None:
        """Run a unit of work that fails after a write, so that the write is undone."""

        def unit(work: Work) -> None:
            tags.replace(work, UUID(picture.id), "tagger", ["unheard"])
            raise ValueError("undone")

        try:
            self.store.write_now(unit)
        except ValueError:
            return


def _wire(feature: Feature) -> dict[str, Any]:
    created = {"type": feature.type, "format": feature.format, "name": feature.name, "value": feature.value}
    return {name: value for name, value in created.items() if value is not None}


def _date_of(decoded: Decoded) -> int | None:
    return _DATES_OF_EXIF.get(decoded.metadata.get("exif", ""))
