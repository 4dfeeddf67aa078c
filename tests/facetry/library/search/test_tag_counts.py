"""Counts of tags, as typing a tag asks for them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from facetry.errors import FaultError
from facetry.library import tags
from facetry.library.search import facet_counts as facets
from facetry.library.search.search_indexes import Finder
from facetry.store.store import Store
from generated import models
from tests.support.naive_vectors import finder_of
from tests.support.stores import add_extensions, add_images, add_repository, temporary_store

EXTENSIONS = ("tagger", "other")
VALUES = ("sea", "Sea", "sunset", "sunrise", "late-sun", "s_n", "s-n", "SUN", "a:b", "x")


@dataclass(frozen=True)
class Shelf:
    """A library, and how many images have each tag of each extension."""

    store: Store
    finder: Finder
    counts: dict[tuple[str, str], int]

    def ask(self, text: str, among: list[str], count: int) -> list[models.TagCount]:
        return self.store.read_now(lambda c: facets.tags_like(self.finder, c, text, among, count))


@pytest.fixture(scope="module")
def shelf() -> Iterator[Shelf]:
    """The first value is on one image, the second on two, and so on; of the other extension the other way round."""
    counts: dict[tuple[str, str], int] = {}
    with temporary_store() as store:
        images = add_images(store, add_repository(store), [f"{number}.jpg" for number in range(len(VALUES))])
        add_extensions(store, *EXTENSIONS, "idle")

        def give(image: UUID, extension: str, values: list[str]) -> None:
            store.write_now(lambda work: tags.replace(work, image, extension, values))

        for extension, values in zip(EXTENSIONS, (VALUES, VALUES[::-1]), strict=True):
            for number, image in enumerate(images):
                give(image, extension, list(values[number:]))
                for value in values[number:]:
                    counts[extension, value] = counts.get((extension, value), 0) + 1
        give(images[0], "idle", [])
        yield Shelf(store, finder_of(store), counts)


@settings(max_examples=200, deadline=None, database=None)
@given(
    text=st.text("sunSUN-_%:eax", max_size=4),
    among=st.lists(st.sampled_from((*EXTENSIONS, "idle")), max_size=3),
    count=st.integers(1, 30),
)
def test_the_likeliest_come_first(shelf: Shelf, text: str, among: list[str], count: int) -> None:
    wanted = [
        (not value.lower().startswith(text.lower()), -number, value, extension)
        for (extension, value), number in shelf.counts.items()
        if text.lower() in value.lower() and (not among or extension in among)
    ]
    expected = [(extension, value, -negative) for _, negative, value, extension in sorted(wanted)[:count]]
    assert [(each.id, each.value, each.count) for each in shelf.ask(text, among, count)] == expected


def test_what_no_image_has_is_not_there(shelf: Shelf) -> None:
    assert shelf.ask(tags.SENTINEL, [], 20) == []
    assert shelf.ask("", ["idle"], 20) == []


def test_an_unknown_extension_is_400(shelf: Shelf) -> None:
    with pytest.raises(FaultError) as caught:
        shelf.ask("", ["tagger", "nobody"], 20)
    assert (caught.value.fault.rule, caught.value.fault.parameter) == ("extension.unknown", "extensionIds")
