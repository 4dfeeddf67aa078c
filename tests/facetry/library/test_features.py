"""Features against a model: set, ensure and delete in any order do what the brief says, and nothing else."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, initialize, invariant, rule
from pydantic_core import to_json
from sqlalchemy import func, select
from sqlmodel import col

from facetry.errors import FaultError, Kind
from facetry.events.log import Event
from facetry.library import attachments, features, images, records
from facetry.library.attachments import Attachment
from facetry.library.features import NOTHING, FeatureRow
from facetry.store.store import Store
from generated.limits import FEATURE_SET_MAX_ITEMS
from generated.models import ImageFeature
from tests.support.stores import add_extensions, add_images, add_repository, temporary_store

EXTENSIONS = ("tagger", "other")
KINDS: list[tuple[str, str, st.SearchStrategy[Any]]] = [
    ("caption", "string", st.sampled_from(["x", "y", "lighthouse 灯台 \U0001f5fc", "\n"])),
    ("metadata", "integer", st.sampled_from([0.0, 1.0, -3.0, float(2**53 - 1)])),
    ("metadata", "float", st.sampled_from([0.0, 1.0, 0.1, -1e300, 5e-324])),
    ("other", "boolean", st.booleans()),
    ("other", "string", st.sampled_from(["0", "true", "__empty__"])),
]
FEATURES = st.sampled_from(KINDS).flatmap(
    lambda kind: st.builds(feature, st.just(kind[0]), st.just(kind[1]), st.sampled_from([None, "a", "A"]), kind[2])
)


def feature(type: str, format: str, name: str | None, value: str | float | bool) -> ImageFeature:
    """A feature as a handler gets it."""
    return ImageFeature.model_validate({"type": type, "format": format, "name": name, "value": value})


def key_of(written: ImageFeature) -> tuple[str, str, str | None]:
    """What ensure knows it by."""
    return written.type, written.format, written.name


def wire(found: object) -> bytes:
    """As it is sent: where 1, 1.0 and true differ."""
    return to_json(found, by_alias=True, exclude_none=True)


class FeatureMachine(RuleBasedStateMachine):
    """The model: a dict from (image, extension) to a list; a missing entry is "never evaluated"."""

    living = Bundle("living")

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

    @rule(target=living)
    def add_image(self) -> UUID:
        self.number += 1
        (image,) = add_images(self.store, self.repository, [f"{self.number}.jpg"])
        self.alive.add(image)
        return image

    @rule(image=living, extension=st.sampled_from(EXTENSIONS), wanted=st.lists(FEATURES, max_size=5))
    def set(self, image: UUID, extension: str, wanted: list[ImageFeature]) -> None:
        self.store.write_now(lambda work: features.replace(work, image, extension, wanted))
        self.model[image, extension] = [*wanted]
        self.announced += 1

    @rule(
        image=living,
        extension=st.sampled_from(EXTENSIONS),
        wanted=st.lists(FEATURES, min_size=1, max_size=5, unique_by=key_of),
    )
    def ensure(self, image: UUID, extension: str, wanted: list[ImageFeature]) -> None:
        self.store.write_now(lambda work: features.ensure(work, image, extension, wanted))
        held = self.model.setdefault((image, extension), [])
        for each in wanted:
            places = [number for number, one in enumerate(held) if key_of(one) == key_of(each)]
            if places:
                held[places[0]] = each
                for number in reversed(places[1:]):
                    del held[number]
            else:
                held.append(each)
        self.announced += 1

    @rule(image=consumes(living))
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
            record = self.store.read_now(lambda connection, i=image: records.one(connection, i))  # type: ignore[misc]
            every = [
                records.feature(extension, each)
                for extension in sorted(EXTENSIONS)
                for each in self.model.get((image, extension), [])
            ]
            assert wire(record.features) == wire(every)
        names = {
            (extension, *key_of(each))
            for (_, extension), written in self.model.items()
            for each in written
            if each.name is not None
        }
        listed = self.store.read_now(features.names)
        assert set(listed) == names
        assert len(listed) == len(names)
        assert listed == sorted(listed, key=lambda each: (each[3], *each))

    @invariant()
    def the_mark_is_there_exactly_when_evaluated_without_a_feature(self) -> None:
        count = self.store.read_now(
            lambda connection: connection.execute(
                select(func.count()).select_from(FeatureRow).where(col(FeatureRow.type) == NOTHING)
            ).scalar_one()
        )
        assert count == sum(1 for written in self.model.values() if not written)

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


def kept(store: Store) -> set[str]:
    """The URIs of all attachments there are."""
    rows = store.read_now(lambda connection: connection.execute(select(col(Attachment.key))).all())
    return {f"attachment://{row[0]}" for row in rows}


def attach(store: Store, image: UUID, extension: str) -> str:
    """An attachment, by its URI."""
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
        store.write_now(lambda work: features.ensure(work, image, "tagger", full))  # present ones do not count twice
        store.write_now(lambda work: features.ensure(work, image, "other", beyond))  # each extension has its own limit


def test_the_mark_does_not_count_towards_the_limit() -> None:
    with temporary_store() as store:
        add_extensions(store, "tagger")
        (image,) = add_images(store, add_repository(store), ["a.jpg"])
        store.write_now(lambda work: features.replace(work, image, "tagger", []))
        full = [feature("other", "boolean", f"n{number}", True) for number in range(FEATURE_SET_MAX_ITEMS)]
        store.write_now(lambda work: features.ensure(work, image, "tagger", full))


def test_ensure_refuses_two_of_one_identity_and_set_does_not() -> None:
    with temporary_store() as store:
        add_extensions(store, "tagger")
        (image,) = add_images(store, add_repository(store), ["a.jpg"])
        twice = [feature("caption", "string", None, value) for value in ("x", "y")]
        store.write_now(lambda work: features.replace(work, image, "tagger", twice))
        with pytest.raises(FaultError) as caught:
            store.write_now(lambda work: features.ensure(work, image, "tagger", [*twice]))
        assert (caught.value.fault.rule, caught.value.fault.pointer) == ("feature.repeated", "/1")
        assert store.read_now(lambda connection: features.of_extension(connection, image, "tagger")) == twice


def test_an_attachment_goes_when_the_last_feature_that_named_it_does() -> None:
    with temporary_store() as store:
        add_extensions(store, "tagger", "other")
        image, second = add_images(store, add_repository(store), ["a.jpg", "b.jpg"])
        named, again, waiting = (attach(store, image, "tagger") for _ in range(3))
        foreign, elsewhere = attach(store, image, "other"), attach(store, second, "tagger")
        masks = [feature("annotation", "binary", name, uri) for name, uri in (("a", named), ("b", named), ("c", again))]
        store.write_now(lambda work: features.replace(work, image, "tagger", masks))
        assert kept(store) == {named, again, waiting, foreign, elsewhere}
        store.write_now(lambda work: features.replace(work, image, "tagger", masks[1:]))
        assert named in kept(store), "the feature b names it still"
        store.write_now(
            lambda work: features.ensure(work, image, "tagger", [feature("annotation", "binary", "b", again)])
        )
        assert kept(store) == {again, waiting, foreign, elsewhere}
        store.write_now(lambda work: features.replace(work, image, "tagger", []))
        assert kept(store) == {waiting, foreign, elsewhere}, "what no feature has named yet is waiting for one"


def test_a_feature_names_only_attachments_of_its_own_extension_and_image() -> None:
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
        assert kept(store) == {own, foreign, elsewhere}
        assert store.read_now(lambda connection: features.of_extension(connection, image, "tagger")) == []


def test_an_unknown_image_is_404_and_an_unknown_extension_400_and_neither_writes() -> None:
    with temporary_store() as store:
        add_extensions(store, "tagger")
        (image,) = add_images(store, add_repository(store), ["a.jpg"])
        one = [feature("caption", "string", "short", "x")]
        for write in (features.replace, features.ensure):
            for id, extension, kind in ((uuid4(), "tagger", Kind.UNKNOWN), (image, "nobody", Kind.BAD_PARAMETER)):
                with pytest.raises(FaultError) as caught:
                    store.write_now(lambda work, write=write, i=id, e=extension: write(work, i, e, one))  # type: ignore[misc]
                assert caught.value.fault.kind is kind
        assert store.read_now(features.names) == []


def test_numbers_are_told_with_a_fraction_part() -> None:
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
        record = store.read_now(lambda connection: records.one(connection, image))
        for text in (wire(own), wire(record.features)):
            assert [part.split(b"}")[0] for part in text.split(b'"value":')[1:]] == [b"3.0", b"3.0", b"1.0", b"true"]
