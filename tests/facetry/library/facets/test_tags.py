"""Tags compared with a model: set, ensure and delete in any order follow the table in the brief."""

from __future__ import annotations

import asyncio
import re
from functools import partial
from unittest.mock import patch
from uuid import UUID, uuid4

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, initialize, invariant, rule
from sqlalchemy import Connection, func, select
from sqlmodel import col

from facetry.errors import FaultError, FaultKind
from facetry.events.log import Event
from facetry.library import images
from facetry.library.facets import tag_set_merging, tag_sets, tags
from facetry.library.facets.tag_sets import SENTINEL_KEY, TagSets
from facetry.library.facets.tags import SENTINEL, ImageTag
from generated import models
from generated.limits import TAG_SET_MAX_ITEMS
from tests.support.libraries import searches
from tests.support.libraries.naive_vectors import search_indexes_of
from tests.support.libraries.stores import add_extensions, add_images, add_repository, temporary_store

EXTENSIONS = ("tagger", "other")
VALUES = st.lists(st.sampled_from([f"t{number}" for number in range(8)] + ["T1", "a/b:c;d.e_f-g"]), unique=True)


def _filled(sets: TagSets) -> dict[int, dict[int, set[int]]]:
    filled = {
        tag: {extension: set(images) for extension, images in by_extension.items() if images}
        for tag, by_extension in sets.items()
    }
    return {tag: by_extension for tag, by_extension in filled.items() if by_extension}


class TagMachine(RuleBasedStateMachine):
    """The model: a dict from (image, extension) to a set; a missing entry is "never evaluated"."""

    image_bundle = Bundle("living")

    @initialize()
    def open(self) -> None:
        self.context = temporary_store()
        self.store = self.context.__enter__()
        self.repository = add_repository(self.store)
        add_extensions(self.store, *EXTENSIONS)
        self.model: dict[tuple[UUID, str], set[str]] = {}
        self.alive: set[UUID] = set()
        self.announced = 0
        self.number = 0

    @rule(target=image_bundle)
    def add_image(self) -> UUID:
        self.number += 1
        (image,) = add_images(self.store, self.repository, [f"{self.number}.jpg"])
        self.alive.add(image)
        return image

    @rule(image=image_bundle, extension=st.sampled_from(EXTENSIONS), values=VALUES)
    def set(self, image: UUID, extension: str, values: list[str]) -> None:
        self.store.write_now(lambda work: tags.replace(work, image, extension, values))
        self.model[image, extension] = {*values}
        self.announced += 1

    @rule(image=image_bundle, extension=st.sampled_from(EXTENSIONS), values=VALUES.filter(bool))
    def ensure(self, image: UUID, extension: str, values: list[str]) -> None:
        self.store.write_now(lambda work: tags.ensure(work, image, extension, values))
        self.model.setdefault((image, extension), {*()}).update(values)
        self.announced += 1

    @rule(image=consumes(image_bundle))
    def delete(self, image: UUID) -> None:
        self.store.write_now(lambda work: images.remove(work, [images.key_of(work.connection, image)]))
        self.alive.discard(image)
        for extension in EXTENSIONS:
            self.model.pop((image, extension), None)

    @rule()
    def merge(self) -> None:
        with patch.multiple(tag_set_merging, MIN_ENTRIES=2, MAX_ENTRIES=5, MAX_BYTES_PER_UNIT=20):
            asyncio.run(tag_set_merging.merge(self.store))

    @rule()
    def merge_at_once(self) -> None:
        self.store.write_now(lambda work: tag_set_merging.merge_all(work.connection))

    @invariant()
    def tag_sets_have_the_images_of_the_rows(self) -> None:
        def read(connection: Connection) -> None:
            by_tag: dict[int, dict[int, set[int]]] = {}
            for row in connection.execute(select(col(ImageTag.tag), col(ImageTag.extension), col(ImageTag.image))):
                by_tag.setdefault(row.tag, {}).setdefault(row.extension, set()).add(row.image)
            assert _filled(tag_sets.with_tags(connection, [*range(len(by_tag) + 12)])) == by_tag
            tagged = {tag: by_extension for tag, by_extension in by_tag.items() if tag != SENTINEL_KEY}
            assert _filled(tag_sets.with_tags(connection)) == tagged
            for extension in (1, 2):
                for only_tagged, rows in ((False, by_tag), (True, tagged)):
                    images = tag_sets.of_extension(connection, extension, only_tagged=only_tagged)
                    assert set(images) == set().union(*(sets.get(extension, set()) for sets in rows.values()))

        self.store.read_now(read)

    @invariant()
    def rows_are_the_model(self) -> None:
        for image in self.alive:
            for extension in EXTENSIONS:
                got = self.store.read_now(
                    lambda connection, i=image, e=extension: tags.of_extension(connection, i, e)  # type: ignore[misc]
                )
                assert got == sorted(self.model.get((image, extension), ()))
        pairs = {(extension, value) for (_, extension), values in self.model.items() for value in values}
        assert set(self.store.read_now(tags.distinct_tags)) == pairs

    @invariant()
    def the_sentinel_is_there_exactly_when_evaluated_without_a_tag(self) -> None:
        count = self.store.read_now(
            lambda connection: connection.execute(
                select(func.count()).select_from(ImageTag).where(ImageTag.tag == SENTINEL_KEY)  # type: ignore[arg-type]
            ).scalar_one()
        )
        assert count == sum(1 for values in self.model.values() if not values)

    @invariant()
    def each_write_was_announced_once(self) -> None:
        count = self.store.read_now(
            lambda connection: connection.execute(
                select(func.count()).select_from(Event).where(Event.topic == "image.tags.updated")  # type: ignore[arg-type]
            ).scalar_one()
        )
        assert count == self.announced

    def teardown(self) -> None:
        self.context.__exit__(None, None, None)


TagMachine.TestCase.settings = settings(max_examples=25, stateful_step_count=25, deadline=None)
TestTagMachine = TagMachine.TestCase


def test_an_extension_has_at_most_the_limit_of_tags_on_an_image_and_more_adds_none() -> None:
    with temporary_store() as store:
        add_extensions(store, "tagger", "other")
        (image,) = add_images(store, add_repository(store), ["a.jpg"])
        full = [f"t{number}" for number in range(TAG_SET_MAX_ITEMS)]
        store.write_now(lambda work: tags.replace(work, image, "tagger", full[:-1]))
        with pytest.raises(FaultError) as caught:
            store.write_now(lambda work: tags.ensure(work, image, "tagger", ["x", "y"]))
        assert caught.value.fault.rule == "tag.limit"
        assert store.read_now(lambda connection: tags.of_extension(connection, image, "tagger")) == sorted(full[:-1])
        store.write_now(lambda work: tags.ensure(work, image, "tagger", full))  # existing tags do not count twice
        store.write_now(lambda work: tags.ensure(work, image, "other", ["x"]))  # each extension has its own limit


def test_the_sentinel_does_not_count_towards_the_limit() -> None:
    with temporary_store() as store:
        add_extensions(store, "tagger")
        (image,) = add_images(store, add_repository(store), ["a.jpg"])
        store.write_now(lambda work: tags.replace(work, image, "tagger", []))
        full = [f"t{number}" for number in range(TAG_SET_MAX_ITEMS)]
        store.write_now(lambda work: tags.ensure(work, image, "tagger", full))


def test_the_sentinel_can_be_neither_written_nor_found() -> None:
    with temporary_store() as store:
        add_extensions(store, "tagger")
        (image,) = add_images(store, add_repository(store), ["a.jpg"])
        store.write_now(lambda work: tags.replace(work, image, "tagger", []))
        for write in (tags.replace, tags.ensure):
            with pytest.raises(FaultError) as caught:
                store.write_now(lambda work, write=write: write(work, image, "tagger", ["a", SENTINEL]))  # type: ignore[misc]
            assert caught.value.fault.rule == "tag.sentinel"
        assert store.read_now(lambda connection: tags.keys_of(connection, [SENTINEL])) == []
        assert store.read_now(tags.distinct_tags) == []
        criteria = models.SearchCriteria(tags=models.SearchTags(values=[SENTINEL]))
        parameters = models.SearchParameters(filter=models.SearchFilter(criteria=criteria))
        assert (
            store.read_now(lambda connection: searches.run(search_indexes_of(store), connection, parameters)).total == 0
        )


def test_an_unknown_image_is_404_and_an_unknown_extension_400_and_neither_writes() -> None:
    with temporary_store() as store:
        add_extensions(store, "tagger")
        (image,) = add_images(store, add_repository(store), ["a.jpg"])
        for id, extension, kind in (
            (uuid4(), "tagger", FaultKind.NOT_FOUND),
            (image, "nobody", FaultKind.BAD_PARAMETER),
            (uuid4(), "nobody", FaultKind.NOT_FOUND),
        ):
            with pytest.raises(FaultError) as caught:
                store.write_now(partial(tags.replace, image=id, extension=extension, values=["a"]))
            assert caught.value.fault.kind is kind
            with pytest.raises(FaultError) as read:
                store.read_now(partial(tags.of_extension, image=id, extension=extension))
            assert read.value.fault == caught.value.fault
        assert store.read_now(tags.distinct_tags) == []


def test_exactly_the_characters_of_the_brief_are_tag_characters() -> None:
    import jsonschema_rs

    from facetry.service.http_application import description

    schema = {"$ref": "#/components/schemas/TagValue", **description()}
    validator = jsonschema_rs.Draft202012Validator(schema)
    allowed = {chr(code) for code in range(0x110000) if not 0xD800 <= code < 0xE000 and validator.is_valid(chr(code))}
    assert allowed == set(re.findall(r"[a-zA-Z0-9_.:;/-]", "".join(map(chr, range(128)))))
    assert len(allowed) == 68
