"""Features compared with a model: set, ensure and delete in any order follow the brief."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, initialize, invariant, rule
from sqlalchemy import func, select
from sqlmodel import col

from facetry.errors import FaultError, FaultKind
from facetry.events.log import Event
from facetry.http.json_answer import json_answer
from facetry.library import images, records
from facetry.library.facets import attachments, features
from facetry.library.facets.attachments import Attachment
from facetry.library.facets.features import SENTINEL_TYPE, FeatureRow
from facetry.store.store import Store
from generated.limits import FEATURE_SET_MAX_ITEMS
from generated.models import ImageFeature
from tests.support.libraries.stores import add_extensions, add_images, add_repository, temporary_store

EXTENSIONS = ("tagger", "other")
KINDS: list[tuple[str, str, st.SearchStrategy[Any]]] = [
    ("caption", "string", st.sampled_from(["x", "y", "lighthouse 灯台 \U0001f5fc", "\n"])),
    ("metadata", "integer", st.sampled_from([0, 1, -3, 2**53 - 1])),
    ("metadata", "float", st.sampled_from([0.0, 1.0, 0.1, -1e300, 5e-324])),
    ("other", "boolean", st.booleans()),
    ("other", "string", st.sampled_from(["0", "true", "__empty__"])),
]
FEATURES = st.sampled_from(KINDS).flatmap(
    lambda kind: st.builds(feature, st.just(kind[0]), st.just(kind[1]), st.sampled_from([None, "a", "A"]), kind[2])
)


def feature(type: str, format: str, name: str | None, value: str | float | bool) -> ImageFeature:
    """A feature in the form that handlers get."""
    return ImageFeature.model_validate({"type": type, "format": format, "name": name, "value": value})


def identity_of(image_feature: ImageFeature) -> tuple[str, str, str | None]:
    """The identity by which `ensure` recognises a feature."""
    return image_feature.type, image_feature.format, image_feature.name


def wire(found: object) -> bytes:
    """The JSON text of a value, in which 1, 1.0 and true differ."""
    return json_answer(found)


class FeatureMachine(RuleBasedStateMachine):
    """The model: a dict from (image, extension) to a list; a missing entry is "never evaluated"."""

    image_bundle = Bundle("living")

    @initialize()
    def open(self) -> None:
        self.context = temporary_store()
        self.store = self.context.__enter__()
        self.repository = add_repository(self.store)
        add_extensions(self.store, *EXTENSIONS)
        self.model: dict[tuple[UUID, str], list[ImageFeature]] = {}
        self.alive: set[UUID] = set()
        self.announced = 0
        self.number = 0

    @rule(target=image_bundle)
    def add_image(self) -> UUID:
        self.number += 1
        (image,) = add_images(self.store, self.repository, [f"{self.number}.jpg"])
        self.alive.add(image)
        return image

    @rule(image=image_bundle, extension=st.sampled_from(EXTENSIONS), new_features=st.lists(FEATURES, max_size=5))
    def set(self, image: UUID, extension: str, new_features: list[ImageFeature]) -> None:
        self.store.write_now(lambda work: features.replace(work, image, extension, new_features))
        self.model[image, extension] = [*new_features]
        self.announced += 1

    @rule(
        image=image_bundle,
        extension=st.sampled_from(EXTENSIONS),
        new_features=st.lists(FEATURES, min_size=1, max_size=5, unique_by=identity_of),
    )
    def ensure(self, image: UUID, extension: str, new_features: list[ImageFeature]) -> None:
        self.store.write_now(lambda work: features.ensure(work, image, extension, new_features))
        stored = self.model.setdefault((image, extension), [])
        for each in new_features:
            positions = [number for number, one in enumerate(stored) if identity_of(one) == identity_of(each)]
            if positions:
                stored[positions[0]] = each
                for number in reversed(positions[1:]):
                    del stored[number]
            else:
                stored.append(each)
        self.announced += 1

    @rule(image=consumes(image_bundle))
    def delete(self, image: UUID) -> None:
        self.store.write_now(lambda work: images.remove(work, [images.key_of(work.connection, image)]))
        self.alive.discard(image)
        for extension in EXTENSIONS:
            self.model.pop((image, extension), None)

    @invariant()
    def rows_are_the_model(self) -> None:
        for image in self.alive:
            for extension in EXTENSIONS:
                got = self.store.read_now(
                    lambda connection, i=image, e=extension: features.of_extension(connection, i, e)  # type: ignore[misc]
                )
                assert wire(got) == wire(self.model.get((image, extension), []))
            record = self.store.read_now(lambda connection, i=image: records.require(connection, i))  # type: ignore[misc]
            every = [
                {"id": extension, **each.model_dump(exclude_none=True)}
                for extension in sorted(EXTENSIONS)
                for each in self.model.get((image, extension), [])
            ]
            assert wire(record["features"]) == wire(every)
        names = {
            (extension, *identity_of(each))
            for (_, extension), stored in self.model.items()
            for each in stored
            if each.name is not None
        }
        listed = self.store.read_now(features.distinct_names)
        assert set(listed) == names
        assert len(listed) == len(names)
        assert listed == sorted(listed, key=lambda each: (each[3], *each))

    @invariant()
    def the_sentinel_is_there_exactly_when_evaluated_without_a_feature(self) -> None:
        count = self.store.read_now(
            lambda connection: connection.execute(
                select(func.count()).select_from(FeatureRow).where(col(FeatureRow.type) == SENTINEL_TYPE)
            ).scalar_one()
        )
        assert count == sum(1 for stored in self.model.values() if not stored)

    @invariant()
    def each_write_was_announced_once(self) -> None:
        count = self.store.read_now(
            lambda connection: connection.execute(
                select(func.count()).select_from(Event).where(col(Event.topic) == "image.features.updated")
            ).scalar_one()
        )
        assert count == self.announced

    def teardown(self) -> None:
        self.context.__exit__(None, None, None)


FeatureMachine.TestCase.settings = settings(max_examples=25, stateful_step_count=25, deadline=None)
TestFeatureMachine = FeatureMachine.TestCase


def attachment_uris(store: Store) -> set[str]:
    """The URIs of all attachments."""
    rows = store.read_now(lambda connection: connection.execute(select(col(Attachment.key))).all())
    return {f"attachment://{row[0]}" for row in rows}


def attach(store: Store, image: UUID, extension: str) -> str:
    """The URI of a new attachment."""
    return store.write_now(lambda work: attachments.create(work, image, extension, "application/octet-stream", b"mask"))


def test_an_extension_has_at_most_the_limit_of_features_on_an_image_and_more_change_nothing() -> None:
    with temporary_store() as store:
        add_extensions(store, "tagger", "other")
        (image,) = add_images(store, add_repository(store), ["a.jpg"])
        full = [feature("metadata", "integer", f"n{number}", number) for number in range(FEATURE_SET_MAX_ITEMS)]
        store.write_now(lambda work: features.replace(work, image, "tagger", full[:-1]))
        beyond = [feature("metadata", "integer", name, 7.0) for name in ("n0", "x", "y")]
        with pytest.raises(FaultError) as caught:
            store.write_now(lambda work: features.ensure(work, image, "tagger", beyond))
        assert caught.value.fault.rule == "feature.limit"
        assert store.read_now(lambda connection: features.of_extension(connection, image, "tagger")) == full[:-1]
        store.write_now(
            lambda work: features.ensure(work, image, "tagger", full)
        )  # existing features do not count twice
        store.write_now(lambda work: features.ensure(work, image, "other", beyond))  # each extension has its own limit


def test_the_sentinel_does_not_count_towards_the_limit() -> None:
    with temporary_store() as store:
        add_extensions(store, "tagger")
        (image,) = add_images(store, add_repository(store), ["a.jpg"])
        store.write_now(lambda work: features.replace(work, image, "tagger", []))
        full = [feature("other", "boolean", f"n{number}", True) for number in range(FEATURE_SET_MAX_ITEMS)]
        store.write_now(lambda work: features.ensure(work, image, "tagger", full))


def test_ensure_refuses_two_features_of_one_identity_and_set_does_not() -> None:
    with temporary_store() as store:
        add_extensions(store, "tagger")
        (image,) = add_images(store, add_repository(store), ["a.jpg"])
        twice = [feature("caption", "string", None, value) for value in ("x", "y")]
        store.write_now(lambda work: features.replace(work, image, "tagger", twice))
        with pytest.raises(FaultError) as caught:
            store.write_now(lambda work: features.ensure(work, image, "tagger", [*twice]))
        assert (caught.value.fault.rule, caught.value.fault.pointer) == ("feature.repeated", "/1")
        assert store.read_now(lambda connection: features.of_extension(connection, image, "tagger")) == twice


def test_an_attachment_is_deleted_with_the_last_feature_that_refers_to_it() -> None:
    with temporary_store() as store:
        add_extensions(store, "tagger", "other")
        image, second = add_images(store, add_repository(store), ["a.jpg", "b.jpg"])
        referenced, again, waiting = (attach(store, image, "tagger") for _ in range(3))
        foreign, elsewhere = attach(store, image, "other"), attach(store, second, "tagger")
        masks = [
            feature("annotation", "binary", name, uri)
            for name, uri in (("a", referenced), ("b", referenced), ("c", again))
        ]
        store.write_now(lambda work: features.replace(work, image, "tagger", masks))
        assert attachment_uris(store) == {referenced, again, waiting, foreign, elsewhere}
        store.write_now(lambda work: features.replace(work, image, "tagger", masks[1:]))
        assert referenced in attachment_uris(store), "the feature b names it still"
        store.write_now(
            lambda work: features.ensure(work, image, "tagger", [feature("annotation", "binary", "b", again)])
        )
        assert attachment_uris(store) == {again, waiting, foreign, elsewhere}
        store.write_now(lambda work: features.replace(work, image, "tagger", []))
        assert attachment_uris(store) == {waiting, foreign, elsewhere}, (
            "what no feature has named yet is waiting for one"
        )


def test_a_feature_refers_only_to_attachments_of_its_extension_and_image() -> None:
    with temporary_store() as store:
        add_extensions(store, "tagger", "other")
        image, second = add_images(store, add_repository(store), ["a.jpg", "b.jpg"])
        own, foreign, elsewhere = (
            attach(store, image, "tagger"),
            attach(store, image, "other"),
            attach(store, second, "tagger"),
        )
        number = own.removeprefix("attachment://")
        wrong = [foreign, elsewhere, "attachment://999", f"attachment://0{number}", f" {own}", f"{own}\n", number, "x"]
        for uri in wrong:
            for write in (features.replace, features.ensure):
                mask = [feature("other", "binary", "a", own), feature("other", "binary", "b", uri)]
                with pytest.raises(FaultError) as caught:
                    store.write_now(lambda work, write=write, mask=mask: write(work, image, "tagger", mask))  # type: ignore[misc]
                assert (caught.value.fault.rule, caught.value.fault.pointer) == ("feature.attachment", "/1/value"), uri
        assert attachment_uris(store) == {own, foreign, elsewhere}
        assert store.read_now(lambda connection: features.of_extension(connection, image, "tagger")) == []


def test_an_unknown_image_is_404_and_an_unknown_extension_400_and_neither_writes() -> None:
    with temporary_store() as store:
        add_extensions(store, "tagger")
        (image,) = add_images(store, add_repository(store), ["a.jpg"])
        one = [feature("caption", "string", "short", "x")]
        for write in (features.replace, features.ensure):
            for id, extension, kind in (
                (uuid4(), "tagger", FaultKind.NOT_FOUND),
                (image, "nobody", FaultKind.BAD_PARAMETER),
            ):
                with pytest.raises(FaultError) as caught:
                    store.write_now(lambda work, write=write, i=id, e=extension: write(work, i, e, one))  # type: ignore[misc]
                assert caught.value.fault.kind is kind
        assert store.read_now(features.distinct_names) == []


def test_integers_have_no_fraction_part_and_floats_have_one() -> None:
    with temporary_store() as store:
        add_extensions(store, "tagger")
        (image,) = add_images(store, add_repository(store), ["a.jpg"])
        numbers = [
            feature("metadata", "integer", "n", 3),
            feature("metadata", "integer", "f", 3.0),
            feature("physics", "float", None, 1),
            feature("other", "boolean", None, True),
        ]
        store.write_now(lambda work: features.replace(work, image, "tagger", numbers))
        own = store.read_now(lambda connection: features.of_extension(connection, image, "tagger"))
        record = store.read_now(lambda connection: records.require(connection, image))
        for text in (wire(own), wire(record["features"])):
            assert [part.split(b"}")[0] for part in text.split(b'"value":')[1:]] == [b"3", b"3", b"1.0", b"true"]
