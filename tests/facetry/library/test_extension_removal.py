"""The removal of an extension deletes everything it wrote, also after an interruption, and every index follows."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sqlalchemy import func, insert, select, text

from facetry.errors import FaultError
from facetry.events.subscriptions import Subscription
from facetry.library import api_keys, extension_removal, extensions, installed_extensions
from facetry.library.api_keys import ApiKeys
from facetry.library.facets import attachments, embeddings, features, tags
from facetry.library.search.index.index import Index
from facetry.library.search.search_indexes import SearchIndexes
from facetry.library.search.vectors.vectors import IndexedSpaces
from facetry.library.tasks import ledger
from facetry.store.store import Store
from facetry.store.work import Work
from generated import models
from tests.facetry.library.test_installed_extensions import manifest
from tests.support.engines.databases import database_at
from tests.support.libraries import searches
from tests.support.libraries.stores import add_extensions, add_images, add_repository

IMAGES = 20


class LibraryOfTwoExtensions:
    """A library with facets of two extensions on every image; each search also runs on newly opened indexes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.store = Store(database_at(folder / "library.db"))
        self.indexes = self.open_indexes()

    def open_indexes(self) -> SearchIndexes:
        return SearchIndexes(Index(self.store.journal), IndexedSpaces(self.folder / "vectors", self.store))

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
        present, anew = self._total(self.indexes, parameters), self._total(self.open_indexes(), parameters)
        assert present == anew, "what is kept is not what there is"
        return present

    def _total(self, indexes: SearchIndexes, parameters: models.SearchParameters) -> int:
        return self.store.read_now(lambda connection: searches.run(indexes, connection, parameters).total)

    def result_counts(self, extension: str) -> list[int]:
        """The number of images found by the facets of the extension."""
        criterion = {"extensionId": extension, "name": "shape", "values": [1.0, 1.0], "maxDistance": 2}
        return [
            self.count(tags={"values": [extension]}),
            self.count(
                keyword={"text": f"words of {extension}", "inFeatures": True, "inName": False, "inMetadata": False}
            ),
            self.count(similarity=criterion) if self.key(extension) is not None else 0,
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
        query = text("SELECT topic FROM event ORDER BY sequence DESC LIMIT 2")
        return self.store.read_now(lambda connection: list(connection.execute(query).scalars()))

    def remove(self, extension: str, *, keeps_facets: bool = False) -> None:
        key = self.key(extension)
        assert key is not None
        asyncio.run(extension_removal.remove(self.store, ApiKeys(self.store), key, keeps_facets=keeps_facets))


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[LibraryOfTwoExtensions]:
    monkeypatch.setattr(extension_removal, "BATCH_ROWS", 7)
    two_extensions = LibraryOfTwoExtensions(tmp_path)
    two_extensions.fill()
    yield two_extensions
    two_extensions.store.close()


def test_removal_deletes_everything_of_one_extension_and_nothing_of_the_other(library: LibraryOfTwoExtensions) -> None:
    assert library.result_counts("tagger") == library.result_counts("other") == [IMAGES] * 3
    before = library.rows()
    library.remove("tagger")
    assert library.rows() == {table: count // 2 for table, count in before.items()}
    assert library.topics()[0] == "extension.uninstalled"
    assert library.result_counts("tagger") == [0, 0, 0]
    assert library.result_counts("other") == [IMAGES] * 3


def test_what_an_extension_wrote_is_kept_without_the_rest(library: LibraryOfTwoExtensions) -> None:
    before = library.rows()
    library.remove("tagger", keeps_facets=True)
    assert library.rows() == before
    assert library.topics()[0] == "extension.uninstalled"
    assert library.result_counts("tagger") == [IMAGES] * 3
    library.remove("tagger")
    assert library.result_counts("tagger") == [0, 0, 0]


def test_an_interrupted_removal_that_keeps_the_facets_is_resumed_as_such(library: LibraryOfTwoExtensions) -> None:
    text = manifest()
    library.store.write_now(lambda work: installed_extensions.install(work, text, "one", "paused", takes_over=True))
    key = library.key("tagger")
    assert key is not None

    def request_and_begin(work: Work) -> None:
        for image in range(1, IMAGES + 1):
            task = {"extension": key, "image": image, "capability": "image.tags", "state": "done"}
            work.connection.execute(insert(ledger.Task).values(**task, attempts=1, requested=work.now))
        extension_removal.begin(work, ApiKeys(library.store), key, keeps_facets=True)

    library.store.write_now(request_and_begin)
    assert library.store.write_now(lambda work: extension_removal._remove_batch(work, key, keeps_facets=True))
    with pytest.raises(FaultError, match="tagger is being removed"):
        library.store.write_now(lambda work: extensions.register(work, "tagger", takes_over=True))
    library.store.close()
    again = LibraryOfTwoExtensions(library.folder)
    try:
        asyncio.run(extension_removal.resume(again.store))
        assert again.store.read_now(lambda connection: extensions.find_without_program(connection, "tagger")) == key
        assert again.result_counts("tagger") == [IMAGES] * 3
        for table in (ledger.Task, Subscription, extensions.ExtensionCapability):
            query = select(func.count()).select_from(table)
            assert again.store.read_now(lambda connection, query=query: connection.execute(query).scalar_one()) == 0  # type: ignore[misc]  # the default binds the loop's value
    finally:
        again.store.close()


def test_all_keys_of_an_extension_are_revoked_when_its_removal_begins(library: LibraryOfTwoExtensions) -> None:
    keys = ApiKeys(library.store)

    def create(work: Work) -> list[str]:
        options: dict[str, Any] = {"type": "key", "scopes": ["image:read"]}
        return [
            api_keys.create(work, name=f"{extension} {number}", extension=extension, **options)[1]
            for extension in ("tagger", "other")
            for number in range(2)
        ]

    secrets = library.store.write_now(create)
    key = library.key("tagger")
    assert key is not None

    async def main() -> list[bool]:
        for secret in secrets:  # now they are cached
            assert await keys.authenticate(secret) is not None
        await library.store.write(lambda work: extension_removal.begin(work, keys, key, keeps_facets=True))
        return [await keys.authenticate(secret) is not None for secret in secrets]

    assert asyncio.run(main()) == [False, False, True, True]


def test_an_extension_registered_again_starts_with_nothing(library: LibraryOfTwoExtensions) -> None:
    assert library.result_counts("other") == [IMAGES] * 3
    library.remove("other")
    add_extensions(library.store, "other")
    assert library.result_counts("other") == [0, 0, 0]
    library.write("other", 2, images=5)  # the new space reuses the key of the removed one
    assert library.result_counts("other") == [5, 5, 5]
    library.remove("other")
    add_extensions(library.store, "other")
    library.write("other", 3, images=4)
    assert library.count(tags={"values": ["other"]}) == 4
    criterion = {"extensionId": "other", "name": "shape", "values": [1.0] * 3, "maxDistance": 2}
    assert library.count(similarity=criterion) == 4


def test_an_interrupted_removal_is_resumed(library: LibraryOfTwoExtensions) -> None:
    key = library.key("tagger")
    assert key is not None
    library.store.write_now(lambda work: extension_removal.begin(work, ApiKeys(library.store), key))
    for _ in range(4):
        assert library.store.write_now(lambda work: extension_removal._remove_batch(work, key))
    library.store.close()
    again = LibraryOfTwoExtensions(library.folder)
    try:
        asyncio.run(extension_removal.resume(again.store))
        assert again.key("tagger") is None
        assert again.result_counts("other") == [IMAGES] * 3
        asyncio.run(extension_removal.resume(again.store))
        assert again.key("other") is not None
    finally:
        again.store.close()
