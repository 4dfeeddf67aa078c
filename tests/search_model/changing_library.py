"""A library to which things happen at random, and the model of it."""

from __future__ import annotations

import hashlib
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

from facetry.library import (
    embeddings,
    extensions,
    features,
    images,
    repositories,
    tags,
)
from facetry.library import (
    smart_collections as collections,
)
from facetry.library.images import FileFacts
from facetry.library.images import Picture as Decoded
from facetry.library.repositories import Known
from facetry.store.engine import raw
from facetry.store.store import Store
from facetry.store.work import Work
from generated import models
from tests.search_model import random_filters as drawn
from tests.search_model.model import EXTENSIONS, Feature, Model, Picture

_TEXTUAL = ("string", "markdown")


class Life:
    """`store` and `model` hold the same."""

    def __init__(self, store: Store, chance: Random) -> None:
        self.store = store
        self.model = Model()
        self.chance = chance
        self._made = 0
        self._homes: list[Known] = store.write_now(self._begin)

    def _begin(self, work: Work) -> list[Known]:
        for id in EXTENSIONS:
            extensions.register(work, id)
        return [repositories.create(work, path=Path("/nowhere") / name, name=name) for name in ("here", "there")]

    def happen(self) -> str:
        """Something, of which the name is told."""
        known = list(self.model.pictures.values())
        if len(known) < 3 or self.chance.random() < 0.2:
            self._make()
            return "make"
        picture = self.chance.choice(known)
        what = self.chance.choice(("tags", "tags", "features", "features", "vectors", "vectors", "clear", "replace"))
        if self.chance.random() < 0.25:
            what = self.chance.choice(("missing", "remove", "collect", "discard", "none", "move"))
        getattr(self, f"_{what}")(picture)
        return what

    def _make(self) -> None:
        self._made += 1
        chance, home = self.chance, self.chance.choice(self._homes)
        file, decoded = self._file(), self._decoded()
        key, id = self.store.write_now(lambda work: images.insert_image(work, home.key, file, decoded))
        self._take(key, str(id), str(home.id), decoded)
        if chance.random() < 0.7:
            picture = self.model.pictures[str(id)]
            for _ in range(3):
                getattr(self, chance.choice(("_tags", "_features", "_vectors")))(picture)

    def _file(self) -> FileFacts:
        chance = self.chance
        when = chance.choice((-2_700_000_001, 0, 86_400_000 * 40, 1_700_000_000_000, 1_702_000_000_000))
        folder = f"{self._made}-{chance.randrange(10**9)}"
        return FileFacts(f"{folder}/{chance.choice(drawn.NAMES)}", chance.randrange(8), when, when + 1, when)

    def _decoded(self) -> Decoded:
        chance = self.chance
        text = chance.choice(drawn.METADATA)
        metadata = {"all": text, "exif": "{}"} if text else {}
        digest = hashlib.sha256(str(chance.random()).encode()).digest()
        return Decoded(chance.choice(drawn.FORMATS), chance.randrange(1, 8), chance.randrange(1, 8), digest, metadata)

    def _take(self, key: int, id: str, repository: str, decoded: Decoded) -> None:
        """What the database says of times and file, for they are given by the writer."""
        columns = "name, size, file_created, file_modified, created, modified"
        name, *numbers = self.store.read_now(
            lambda connection: raw(connection).execute(f"SELECT {columns} FROM image WHERE key = ?", [key]).fetchone()  # noqa: S608
        )
        size, file_created, file_modified, created, modified = numbers
        before = self.model.pictures.get(id)
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
            metadata=decoded.metadata.get("all", ""),
            tags=before.tags if before else {},
            features=before.features if before else {},
            vectors=before.vectors if before else {},
        )

    def _replace(self, picture: Picture) -> None:
        file, decoded = self._file(), self._decoded()
        self.store.write_now(lambda work: images.replace(work, picture.key, file, decoded))
        self._take(picture.key, picture.id, picture.repository, decoded)

    def _move(self, picture: Picture) -> None:
        home, file = self.chance.choice(self._homes), self._file()
        self.store.write_now(lambda work: images.move(work, picture.key, home.key, file))
        metadata = {"all": picture.metadata} if picture.metadata else {}
        decoded = Decoded(picture.format, picture.width, picture.height, b"", metadata)
        self._take(picture.key, picture.id, str(home.id), decoded)

    def _missing(self, picture: Picture) -> None:
        mark = images.mark_found if picture.is_missing else images.mark_missing
        self.store.write_now(lambda work: mark(work, [picture.key]))
        picture.is_missing = not picture.is_missing

    def _remove(self, picture: Picture) -> None:
        def unit(work: Work) -> None:
            images.remove(work, [picture.key])
            collections.forget(work, [UUID(picture.id)])

        self.store.write_now(unit)
        del self.model.pictures[picture.id]
        for each in self.model.collections.values():
            if "origin" in each:
                each["origin"]["ids"] = [id for id in each["origin"]["ids"] if id != picture.id]

    def _tags(self, picture: Picture) -> None:
        chance, extension = self.chance, self.chance.choice(EXTENSIONS)
        values = chance.sample(drawn.TAGS, chance.randrange(4))
        id = UUID(picture.id)
        if values and chance.random() < 0.4:
            self.store.write_now(lambda work: tags.ensure(work, id, extension, values))
            picture.tags[extension] = picture.tags.get(extension, set()) | set(values)
        else:
            self.store.write_now(lambda work: tags.replace(work, id, extension, values))
            picture.tags[extension] = set(values)

    def _features(self, picture: Picture) -> None:
        chance, extension = self.chance, self.chance.choice([*EXTENSIONS, *picture.features])
        made = [self._feature() for _ in range(chance.randrange(4))]
        if (before := picture.features.get(extension)) and chance.random() < 0.7:
            old = chance.choice(before)  # in its place, if it is written by ensure
            made = [Feature(old.type, old.format, old.name, self._value(old.format)), *made[:1]]
        sent = [models.ImageFeature.model_validate(_wire(each)) for each in made]
        id = UUID(picture.id)
        identities = [(each.type, each.format, each.name) for each in made]
        if made and len(set(identities)) == len(made) and chance.random() < 0.6:
            self.store.write_now(lambda work: features.ensure(work, id, extension, sent))
            kept = [
                each
                for each in picture.features.get(extension, [])
                if (each.type, each.format, each.name) not in identities
            ]
            picture.features[extension] = kept + made
        else:
            self.store.write_now(lambda work: features.replace(work, id, extension, sent))
            picture.features[extension] = made

    def _feature(self) -> Feature:
        chance = self.chance
        format = chance.choice((*_TEXTUAL, *_TEXTUAL, "integer", "float", "boolean"))
        return Feature(chance.choice(drawn.TYPES), format, chance.choice(drawn.FEATURE_NAMES), self._value(format))

    def _value(self, format: str) -> str | float | bool:
        number = self.chance.choice(drawn.NUMBERS)
        match format:
            case "boolean":
                return number > 0
            case "integer":
                return float(int(number))
            case "float":
                return number
            case _:
                return self.chance.choice((*drawn.TEXTS, drawn.LONG))

    def _vectors(self, picture: Picture) -> None:
        extension, name, length = self.chance.choice(drawn.SPACES)
        values = drawn.vector(self.chance, length)
        made = models.ImageEmbedding(name=name, values=values)
        self.store.write_now(lambda work: embeddings.replace(work, UUID(picture.id), extension, [made]))
        picture.vectors[extension, name] = values

    def _clear(self, picture: Picture) -> None:
        extension = self.chance.choice(EXTENSIONS)
        self.store.write_now(lambda work: embeddings.clear(work, UUID(picture.id), extension))
        for space in [each for each in picture.vectors if each[0] == extension]:
            del picture.vectors[space]

    def _collect(self, _: Picture) -> None:
        wanted = drawn.search_filter(self.chance, self.model)
        asked = models.SearchFilter.model_validate(wanted)
        self._made += 1
        name = f"collection {self._made}"
        made = self.store.write_now(lambda work: collections.create(work, name=name, comment=None, wanted=asked))
        self.model.collections[made.id] = wanted

    def _discard(self, _: Picture) -> None:
        if self.model.collections:
            id = self.chance.choice(list(self.model.collections))
            self.store.write_now(lambda work: collections.remove(work, id))
            del self.model.collections[id]

    def _none(self, picture: Picture) -> None:
        """A unit that fails after it wrote something."""

        def unit(work: Work) -> None:
            tags.replace(work, UUID(picture.id), "tagger", ["unheard"])
            raise ValueError("undone")

        try:
            self.store.write_now(unit)
        except ValueError:
            return


def _wire(feature: Feature) -> dict[str, Any]:
    made = {"type": feature.type, "format": feature.format, "name": feature.name, "value": feature.value}
    return {name: value for name, value in made.items() if value is not None}
