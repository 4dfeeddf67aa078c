"""Counts of tags that contain a text, as needed for completion while a tag is typed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from facetry.errors import FaultError
from facetry.library.facets import tags
from facetry.library.search import facet_counts
from facetry.library.search.search_indexes import SearchIndexes
from facetry.store.store import Store
from generated import models
from tests.support.libraries.naive_vectors import search_indexes_of
from tests.support.libraries.stores import add_extensions, add_images, add_repository, temporary_store

EXTENSIONS = ("tagger", "other")
VALUES = ("sea", "Sea", "sunset", "sunrise", "late-sun", "s_n", "s-n", "SUN", "a:b", "x")


@dataclass(frozen=True)
class TagLibrary:
    """A library, and the number of images with each tag of each extension."""

    store: Store
    indexes: SearchIndexes
    counts: dict[tuple[str, str], int]

    def count_tags(self, text: str, among: list[str], count: int) -> list[models.TagCount]:
        return self.store.read_now(lambda c: facet_counts.count_tags_containing(self.indexes, c, text, among, count))


@pytest.fixture(scope="module")
def tag_library() -> Iterator[TagLibrary]:
    """The first extension sets the first value on one image, the next on two, and so on; the other in reverse."""
    counts: dict[tuple[str, str], int] = {}
    with temporary_store() as store:
        images = add_images(store, add_repository(store), [f"{number}.jpg" for number in range(len(VALUES))])
        add_extensions(store, *EXTENSIONS, "idle")

        def set_tags(image: UUID, extension: str, values: list[str]) -> None:
            store.write_now(lambda work: tags.replace(work, image, extension, values))

        for extension, values in zip(EXTENSIONS, (VALUES, VALUES[::-1]), strict=True):
            for number, image in enumerate(images):
                set_tags(image, extension, list(values[number:]))
                for value in values[number:]:
                    counts[extension, value] = counts.get((extension, value), 0) + 1
        set_tags(images[0], "idle", [])
        yield TagLibrary(store, search_indexes_of(store), counts)


@settings(max_examples=200, deadline=None, database=None)
@given(
    text=st.text("sunSUN-_%:eax", max_size=4),
    among=st.lists(st.sampled_from((*EXTENSIONS, "idle")), max_size=3),
    count=st.integers(1, 30),
)
def test_tags_are_ordered_by_prefix_match_then_count_then_value(
    tag_library: TagLibrary, text: str, among: list[str], count: int
) -> None:
    sort_keys = [
        (not value.lower().startswith(text.lower()), -number, value, extension)
        for (extension, value), number in tag_library.counts.items()
        if text.lower() in value.lower() and (not among or extension in among)
    ]
    expected = [(extension, value, -negative) for _, negative, value, extension in sorted(sort_keys)[:count]]
    assert [(each.id, each.value, each.count) for each in tag_library.count_tags(text, among, count)] == expected


def test_the_sentinel_and_tags_without_images_are_not_returned(tag_library: TagLibrary) -> None:
    assert tag_library.count_tags(tags.SENTINEL, [], 20) == []
    assert tag_library.count_tags("", ["idle"], 20) == []


def test_an_unknown_extension_is_a_bad_parameter(tag_library: TagLibrary) -> None:
    with pytest.raises(FaultError) as caught:
        tag_library.count_tags("", ["tagger", "nobody"], 20)
    assert (caught.value.fault.rule, caught.value.fault.parameter) == ("extension.unknown", "extensionIds")
