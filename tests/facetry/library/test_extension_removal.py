"""An extension goes with everything it wrote, however that is interrupted, and nothing that is kept remembers it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sqlalchemy import func, select, text

from facetry.library import attachments, embeddings, extensions, features, tags
from facetry.library import extension_removal as removal
from facetry.library.search import search
from facetry.library.search.index.index import Index
from facetry.library.search.search_indexes import Finder
from facetry.library.search.vectors.vectors import Vectors
from facetry.store.store import Store
from facetry.store.work import Work
from generated import models
from tests.support.stores import add_extensions, add_images, add_repository

IMAGES = 20


class Shelf:
    """A library in which two extensions have written of every image; each search is also made by a finder anew."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.store = Store(folder / "library.db")
        self.finder = self.finder_anew()

    def finder_anew(self) -> Finder:
        return Finder(Index(self.store.journal), Vectors(self.folder / "vectors", self.store))

    def fill(self) -> None:
        self.images = add_images(self.store, add_repository(self.store), [f"{number}.jpg" for number in range(IMAGES)])
        for extension in ("tagger", "other"):
            add_extensions(self.store, extension)
            self.write(extension, 2)

    def write(self, extension: str, length: int, images: int = IMAGES) -> None:
        def unit(work: Work) -> None:
            for number, image in enumerate(self.images[:images]):
                tags.replace(work, image, extension, [extension, f"t{number % 3}"])
                caption = models.ImageFeature(type="caption", format="string", name="c", value=f"words of {extension}")
                features.replace(work, image, extension, [caption])
                vector = np.random.default_rng(number).standard_normal(length).tolist()
                embeddings.replace(work, image, extension, [models.ImageEmbedding(name="shape", values=vector)])
                attachments.create(work, image, extension, "application/octet-stream", b"bytes")

        self.store.write_now(unit)

    def count(self, **criteria: Any) -> int:
        parameters = models.SearchParameters.model_validate({"filter": {"criteria": criteria}})
        kept, anew = self._total(self.finder, parameters), self._total(self.finder_anew(), parameters)
        assert kept == anew, "what is kept is not what there is"
        return kept

    def _total(self, finder: Finder, parameters: models.SearchParameters) -> int:
        return self.store.read_now(lambda connection: search.run(finder, connection, parameters).total)

    def found(self, extension: str) -> list[int]:
        """How many images are found by what the extension wrote."""
        near = {"extensionId": extension, "name": "shape", "values": [1.0, 1.0], "maxDistance": 2}
        return [
            self.count(tags={"values": [extension]}),
            self.count(
                keyword={"text": f"words of {extension}", "inFeatures": True, "inName": False, "inMetadata": False}
            ),
            self.count(similarity=near) if self.key(extension) is not None else 0,
        ]

    def key(self, extension: str) -> int | None:
        return self.store.read_now(lambda connection: extensions.find(connection, extension))

    def rows(self) -> dict[str, int]:
        tables = (tags.ImageTag, features.FeatureRow, embeddings.Vector, embeddings.VectorSpace, attachments.Attachment)
        return self.store.read_now(
            lambda connection: {
                table.__name__: connection.execute(select(func.count()).select_from(table)).scalar_one()
                for table in (*tables, extensions.Extension)
            }
        )

    def topics(self) -> list[str]:
        asked = text("SELECT topic FROM event ORDER BY sequence DESC LIMIT 2")
        return self.store.read_now(lambda connection: list(connection.execute(asked).scalars()))

    def remove(self, extension: str) -> None:
        key = self.key(extension)
        assert key is not None
        asyncio.run(removal.remove(self.store, key))


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Shelf]:
    monkeypatch.setattr(removal, "PIECE", 7)
    made = Shelf(tmp_path)
    made.fill()
    yield made
    made.store.close()


def test_an_extension_goes_with_what_it_wrote_and_the_other_one_stays(shelf: Shelf) -> None:
    assert shelf.found("tagger") == shelf.found("other") == [IMAGES] * 3
    before = shelf.rows()
    shelf.remove("tagger")
    assert shelf.rows() == {table: count // 2 for table, count in before.items()}
    assert shelf.topics()[0] == "extension.uninstalled"
    assert shelf.found("tagger") == [0, 0, 0]
    assert shelf.found("other") == [IMAGES] * 3


def test_one_that_comes_again_begins_with_nothing(shelf: Shelf) -> None:
    assert shelf.found("other") == [IMAGES] * 3
    shelf.remove("other")
    add_extensions(shelf.store, "other")
    assert shelf.found("other") == [0, 0, 0]
    shelf.write("other", 2, images=5)  # into a space that has the key of the former one
    assert shelf.found("other") == [5, 5, 5]
    shelf.remove("other")
    add_extensions(shelf.store, "other")
    shelf.write("other", 3, images=4)
    assert shelf.count(tags={"values": ["other"]}) == 4
    near = {"extensionId": "other", "name": "shape", "values": [1.0] * 3, "maxDistance": 2}
    assert shelf.count(similarity=near) == 4


def test_a_removal_that_is_interrupted_is_gone_on_with(shelf: Shelf) -> None:
    key = shelf.key("tagger")
    assert key is not None
    shelf.store.write_now(lambda work: removal._begin(work, key))
    for _ in range(4):
        assert shelf.store.write_now(lambda work: removal._remove_piece(work, key))
    shelf.store.close()
    again = Shelf(shelf.folder)
    try:
        asyncio.run(removal.resume(again.store))
        assert again.key("tagger") is None
        assert again.found("other") == [IMAGES] * 3
        asyncio.run(removal.resume(again.store))
        assert again.key("other") is not None
    finally:
        again.store.close()
