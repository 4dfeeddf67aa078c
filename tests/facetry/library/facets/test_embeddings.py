"""Embeddings compared with a model: set, delete and clear in any order follow the table in the brief."""

from __future__ import annotations

import asyncio
import struct
from collections import Counter
from collections.abc import Sequence
from decimal import Decimal
from uuid import UUID

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, initialize, invariant, rule
from sqlalchemy import delete, func, select

from facetry.errors import FaultError
from facetry.events.log import Event
from facetry.library import images
from facetry.library.extensions import Extension
from facetry.library.facets import embeddings
from facetry.library.facets.embeddings import Vector
from facetry.store.store import Store
from generated.models import ImageEmbedding
from tests.support.libraries.stores import add_extensions, add_images, add_repository, temporary_store

EXTENSIONS = ("seer", "other")
NAMES = ("semantic", "Semantic", "style")
COMPONENTS = st.floats(width=32, allow_nan=False, allow_infinity=False)
VECTORS = st.lists(COMPONENTS, min_size=1, max_size=4)


def embedding(name: str, *values: float) -> ImageEmbedding:
    return ImageEmbedding(name=name, values=list(values))


def put(store: Store, image: UUID, extension: str, *vectors: ImageEmbedding) -> None:
    store.write_now(lambda work: embeddings.replace(work, image, extension, vectors))


def replace_fault(store: Store, image: UUID, extension: str, *vectors: ImageEmbedding) -> tuple[str, str | None]:
    with pytest.raises(FaultError) as caught:
        put(store, image, extension, *vectors)
    return caught.value.fault.rule, caught.value.fault.pointer


def packed(values: Sequence[float]) -> bytes:
    return struct.pack(f"<{len(values)}f", *values)


def stored_vectors(store: Store, image: UUID, extension: str) -> dict[str, list[float]]:
    found = store.read_now(lambda connection: embeddings.of_extension(connection, image, extension))
    assert [each.name for each in found] == sorted(each.name for each in found)
    return {each.name: each.values for each in found}


class EmbeddingMachine(RuleBasedStateMachine):
    """The model: a dict from (image, extension, name) to a vector; all vectors of a name have one length."""

    image_bundle = Bundle("living")

    @initialize()
    def open(self) -> None:
        self.context = temporary_store()
        self.store = self.context.__enter__()
        self.repository = add_repository(self.store)
        add_extensions(self.store, *EXTENSIONS)
        self.model: dict[tuple[UUID, str, str], list[float]] = {}
        self.alive: set[UUID] = set()
        self.announced = 0
        self.number = 0

    @rule(target=image_bundle)
    def add_image(self) -> UUID:
        self.number += 1
        (image,) = add_images(self.store, self.repository, [f"{self.number}.jpg"])
        self.alive.add(image)
        return image

    @rule(
        image=image_bundle,
        extension=st.sampled_from(EXTENSIONS),
        vectors=st.dictionaries(st.sampled_from(NAMES), VECTORS, max_size=2),
    )
    def set(self, image: UUID, extension: str, vectors: dict[str, list[float]]) -> None:
        body = [embedding(name, *values) for name, values in vectors.items()]
        faults = []
        for place, (name, values) in enumerate(vectors.items()):
            lengths = {len(other) for key, other in self.model.items() if key[1:] == (extension, name)}
            if not any(values):
                faults.append(("embedding.zero", f"/{place}/values"))
            elif lengths and lengths != {len(values)}:
                faults.append(("embedding.length", f"/{place}/values"))
        if faults:
            assert replace_fault(self.store, image, extension, *body) in faults
            return
        put(self.store, image, extension, *body)
        self.model |= {(image, extension, name): values for name, values in vectors.items()}
        self.announced += bool(vectors)

    @rule(image=image_bundle, extension=st.sampled_from(EXTENSIONS))
    def clear(self, image: UUID, extension: str) -> None:
        self.store.write_now(lambda work: embeddings.clear(work, image, extension))
        removed = [key for key in self.model if key[:2] == (image, extension)]
        for key in removed:
            del self.model[key]
        self.announced += bool(removed)

    @rule(image=consumes(image_bundle))
    def delete(self, image: UUID) -> None:
        self.store.write_now(lambda work: images.remove(work, [images.key_of(work.connection, image)]))
        self.alive.discard(image)
        self.model = {key: values for key, values in self.model.items() if key[0] != image}

    @invariant()
    def rows_are_the_model(self) -> None:
        for image in self.alive:
            for extension in EXTENSIONS:
                own = {key: values for key, values in self.model.items() if key[:2] == (image, extension)}
                expected = {name: packed(values) for (_, _, name), values in own.items()}
                actual = stored_vectors(self.store, image, extension)
                assert {name: packed(values) for name, values in actual.items()} == expected
        assert self.store.read_now(embeddings.distinct_names) == sorted({key[1:] for key in self.model})

    @invariant()
    def there_are_no_other_rows(self) -> None:
        count = select(func.count()).select_from(Vector)
        assert self.store.read_now(lambda connection: connection.execute(count).scalar_one()) == len(self.model)

    @invariant()
    def each_change_was_announced_once(self) -> None:
        query = select(func.count()).select_from(Event).where(Event.topic == "image.embeddings.updated")  # type: ignore[arg-type]
        assert self.store.read_now(lambda connection: connection.execute(query).scalar_one()) == self.announced

    def teardown(self) -> None:
        self.context.__exit__(None, None, None)


EmbeddingMachine.TestCase.settings = settings(max_examples=25, stateful_step_count=25, deadline=None)
TestEmbeddingMachine = EmbeddingMachine.TestCase


def test_no_vector_of_a_request_is_set_when_one_is_refused() -> None:
    with temporary_store() as store:
        add_extensions(store, "seer")
        (image,) = add_images(store, add_repository(store), ["a.jpg"])
        put(store, image, "seer", embedding("long", 1, 2, 3))
        fine = embedding("new", 1)
        for rule_and_place, wrong in {
            ("embedding.zero", "/1/values"): embedding("long", 0, -0.0, 1e-46),
            ("embedding.length", "/1/values"): embedding("long", 1, 2),
            ("embedding.repeated", "/1/name"): embedding("new", 2),
        }.items():
            assert replace_fault(store, image, "seer", fine, wrong) == rule_and_place
            assert stored_vectors(store, image, "seer") == {"long": [1, 2, 3]}
        assert store.read_now(embeddings.distinct_names) == [("seer", "long")]


def test_an_unknown_image_and_an_unknown_extension_are_refused() -> None:
    with temporary_store() as store:
        add_extensions(store, "seer")
        (image,) = add_images(store, add_repository(store), ["a.jpg"])
        assert replace_fault(store, image, "nobody", embedding("a", 1))[0] == "extension.unknown"
        assert replace_fault(store, UUID(int=7), "seer", embedding("a", 1))[0] == "image.unknown"


def test_a_name_gets_a_new_length_when_no_vector_of_it_is_left() -> None:
    with temporary_store() as store:
        add_extensions(store, "seer", "other")
        first, second = add_images(store, add_repository(store), ["a.jpg", "b.jpg"])
        put(store, first, "seer", embedding("a", 1, 2))
        put(store, second, "seer", embedding("a", 3, 4))
        put(store, first, "other", embedding("a", 1, 2, 3))  # each extension's names are its own
        store.write_now(lambda work: embeddings.clear(work, first, "seer"))
        assert replace_fault(store, first, "seer", embedding("a", 1))[0] == "embedding.length"
        store.write_now(lambda work: images.remove(work, [images.key_of(work.connection, second)]))
        put(store, first, "seer", embedding("a", 1))
        assert stored_vectors(store, first, "seer") == {"a": [1]}


def test_a_replaced_vector_has_a_key_that_was_never_used() -> None:
    with temporary_store() as store:
        add_extensions(store, "seer")
        (image,) = add_images(store, add_repository(store), ["a.jpg"])
        keys = []
        for number in range(1, 4):
            put(store, image, "seer", embedding("a", number))
            keys += store.read_now(lambda connection: list(connection.execute(select(Vector.key)).scalars()))  # type: ignore[call-overload]
        assert len(set(keys)) == 3


def test_the_first_commit_of_concurrent_writes_decides_the_length() -> None:
    with temporary_store() as store:
        add_extensions(store, "seer")
        everyone = add_images(store, add_repository(store), [f"{number}.jpg" for number in range(40)])

        async def race() -> list[str]:
            async def one(number: int) -> str:
                body = [embedding("a", *[1.0] * (1 + number % 4))]
                try:
                    await store.write(lambda work: embeddings.replace(work, everyone[number], "seer", body))
                except FaultError as error:
                    return error.fault.rule
                return str(1 + number % 4)

            return list(await asyncio.gather(*(one(number) for number in range(40))))

        outcomes = Counter(asyncio.run(race()))
        refused = outcomes.pop("embedding.length")
        assert (refused, *outcomes.values()) == (30, 10)


@given(st.lists(COMPONENTS, min_size=1, max_size=50))
@example([999999995904.0])  # 1e12, which Python writes with more characters
def test_numbers_are_the_shortest_with_the_same_32_bit_value(values: list[float]) -> None:
    actual = embeddings.unpack(packed(values))
    assert packed(actual) == packed(values)
    assert all(digits(number) <= digits(value) for number, value in zip(actual, values, strict=True))


def digits(number: float) -> int:
    """The number of digits needed to write the number, without trailing zeros."""
    return len(Decimal(repr(number)).normalize().as_tuple().digits)


def test_one_tenth_is_returned_as_one_tenth() -> None:
    assert embeddings.unpack(packed([0.1, 1, -2.5e-7])) == [0.1, 1.0, -2.5e-7]


def test_vectors_are_deleted_with_their_extension() -> None:
    with temporary_store() as store:
        add_extensions(store, "seer")
        (image,) = add_images(store, add_repository(store), ["a.jpg"])
        put(store, image, "seer", embedding("a", 1))

        store.write_now(lambda work: work.connection.execute(delete(Extension)))
        count = select(func.count()).select_from(Vector)
        assert store.read_now(lambda connection: connection.execute(count).scalar_one()) == 0


def test_the_largest_32_bit_number_is_returned_as_sent() -> None:
    largest = 3.4028235e38  # its shortest decimal, which is slightly larger than the number
    with temporary_store() as store:
        add_extensions(store, "seer")
        (image,) = add_images(store, add_repository(store), ["a.jpg"])
        put(store, image, "seer", embedding("a", largest, -largest))
        assert stored_vectors(store, image, "seer") == {"a": [largest, -largest]}


@pytest.mark.parametrize("beyond", [3.4028236e38, -3.4028236e38, 1e300, float("inf"), float("nan")])
def test_a_fault_names_the_component_beyond_32_bits(beyond: float) -> None:
    with temporary_store() as store:
        add_extensions(store, "seer")
        (image,) = add_images(store, add_repository(store), ["a.jpg"])
        actual = replace_fault(store, image, "seer", embedding("a", 1), embedding("b", 0, 1, beyond, beyond))
        assert actual == ("embedding.range", "/1/values/2")
        assert stored_vectors(store, image, "seer") == {}


@given(values=st.lists(st.floats(allow_nan=False) | st.integers(-(2**63), 2**64 - 1), min_size=1, max_size=20))
@example(values=[2**53 + 1, 2**24 + 1, 0.1, 1e-46, -1e-45, 16777217.0])
def test_components_are_those_of_numpy_bit_for_bit(values: list[float]) -> None:
    with np.errstate(over="ignore"):
        expected = np.array(values, embeddings.COMPONENT_DTYPE)
    if np.isfinite(expected).all() and expected.any():
        assert embeddings.pack(values, "/values") == expected.tobytes()
    else:
        with pytest.raises(FaultError) as caught:
            embeddings.pack(values, "/values")
        assert caught.value.fault.rule == ("embedding.zero" if np.isfinite(expected).all() else "embedding.range")
