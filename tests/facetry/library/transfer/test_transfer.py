"""What is exported is imported: into the same library, and into another one with the same pictures."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from uuid import UUID

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection

from facetry.library import extensions
from facetry.library.facets import attachments, embeddings, features, tags
from facetry.library.search import smart_collections
from facetry.library.transfer.exporting import exported
from facetry.library.transfer.importing import ImportOptions, ImportSummary, import_lines, prepare, survey
from facetry.library.transfer.lines import TransferError
from facetry.store.store import Store
from facetry.store.work import Work
from generated import models
from generated.models import ImageEmbedding, ImageFeature
from tests.support.libraries.stores import add_images, add_repository, temporary_store

ADOPTING = ImportOptions(adopts_ids=True)
EXTENSIONS = ("one", "two")
PICTURES = ("a.jpg", "b.jpg", "c/d.jpg", "e.jpg")

TAGS = st.lists(st.from_regex(r"[a-zA-Z0-9_.:;/-]{1,8}", fullmatch=True), max_size=4, unique=True)
TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=20)
FEATURES = st.lists(
    st.one_of(
        st.builds(lambda text: {"type": "caption", "format": "string", "value": text}, TEXTS),
        st.builds(
            lambda n: {"type": "other", "format": "integer", "name": "n", "value": n},
            st.integers(-(2**53) + 1, 2**53 - 1),
        ),
        st.builds(
            lambda x: {"type": "other", "format": "float", "value": x},
            st.floats(allow_nan=False, allow_infinity=False, allow_subnormal=False),
        ),
        st.builds(lambda b: {"type": "other", "format": "boolean", "name": "b", "value": b}, st.booleans()),
    ),
    max_size=4,
)
VECTORS = st.lists(st.floats(-1024, 1024, width=32, allow_subnormal=False), min_size=3, max_size=3).filter(any)
FACETS = st.fixed_dictionaries(
    {
        "tags": st.none() | TAGS,
        "features": st.none() | FEATURES,
        "vectors": st.dictionaries(st.sampled_from(["x", "y"]), VECTORS, max_size=2),
        "attachment": st.none() | st.binary(max_size=50),
    }
)


@contextmanager
def library(*pictures: str) -> Iterator[tuple[Store, list[UUID]]]:
    """A store with images of these pictures, which get random ids."""
    with temporary_store() as store:
        yield store, add_images(store, add_repository(store), pictures)


def write(store: Store, image: UUID, extension: str, facets: dict[str, Any]) -> None:
    def unit(work: Work) -> None:
        if facets["tags"] is not None:
            tags.replace(work, image, extension, facets["tags"])
        found = [ImageFeature.model_validate(each) for each in facets["features"] or ()]
        if facets["attachment"] is not None:
            uri = attachments.create(work, image, extension, "application/x-data", facets["attachment"])
            found.append(ImageFeature(type="other", format="binary", value=uri))
        if facets["features"] is not None or found:
            features.replace(work, image, extension, found)
        for name, values in facets["vectors"].items():
            embeddings.replace(work, image, extension, [ImageEmbedding(name=name, values=values)])

    store.write_now(unit)


def export(store: Store, path: Path) -> bytes:
    path.write_bytes(store.read_now(lambda connection: b"".join(exported(connection, lambda _: None))))
    return path.read_bytes()


def run_import(store: Store, path: Path, options: ImportOptions = ADOPTING) -> ImportSummary:
    preparation = store.read_now(lambda connection: prepare(connection, path))
    summary = store.read_now(lambda connection: survey(connection, path, preparation, options, lambda _: None))
    store.write_now(lambda work: import_lines(work, path, preparation, options, lambda _: None))
    return summary


def register(store: Store) -> None:
    for id in EXTENSIONS:
        store.write_now(lambda work, id=id: extensions.register(work, id))  # type: ignore[misc]


@settings(deadline=None, max_examples=20, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(
    facets=st.dictionaries(st.tuples(st.sampled_from(range(len(PICTURES))), st.sampled_from(EXTENSIONS)), FACETS),
    origin=st.lists(st.sampled_from(range(len(PICTURES))), max_size=3, unique=True),
)
def test_an_import_into_an_empty_library_is_exported_byte_by_byte(
    facets: dict[tuple[int, str], dict[str, Any]], origin: list[int]
) -> None:
    with (
        TemporaryDirectory() as folder,
        library(*PICTURES) as (first, ids),
        library(*reversed(PICTURES)) as (second, _),
    ):
        register(first)
        for (number, extension), values in facets.items():
            write(first, ids[number], extension, values)
        search_filter = models.SearchFilter.model_validate(
            {"origin": {"kind": "images", "ids": [str(ids[number]) for number in origin]}}
        )
        first.write_now(
            lambda work: smart_collections.create(work, name="some", comment="why", search_filter=search_filter)
        )
        original = export(first, Path(folder) / "first")
        summary = run_import(second, Path(folder) / "first")
        assert (summary.images, summary.adopted, summary.missing_count) == (len(PICTURES), len(PICTURES), 0)
        assert export(second, Path(folder) / "second") == original
        run_import(second, Path(folder) / "first", ImportOptions())
        assert export(second, Path(folder) / "third") == original


def test_without_adoption_images_and_collections_keep_the_ids_of_this_library(tmp_path: Path) -> None:
    with library("a.jpg", "b.jpg") as (first, ids), library("b.jpg", "a.jpg") as (second, others):
        register(first)
        write(first, ids[0], "one", {"tags": ["first"], "features": None, "vectors": {}, "attachment": b"data"})
        origin = models.SearchFilter.model_validate({"origin": {"kind": "images", "ids": [str(ids[0])]}})
        first.write_now(lambda work: smart_collections.create(work, name="some", comment=None, search_filter=origin))
        add: dict[str, Any] = {"tags": None, "features": None, "vectors": {}, "attachment": b"taken"}
        register(second)
        write(second, others[0], "two", add)  # its attachment has the number of the other library's one
        export(first, tmp_path / "first")
        assert run_import(second, tmp_path / "first", ImportOptions()).adopted == 0

        def query(connection: Connection) -> tuple[Any, ...]:
            (collection,) = smart_collections.list_all(connection)
            (feature,) = features.of_extension(connection, others[1], "one")
            assert collection.filter.origin is not None
            return (
                tags.of_extension(connection, others[1], "one"),
                attachments.content(connection, str(feature.value)).data,
                [str(id) for id in collection.filter.origin.ids],
            )

        assert second.read_now(query) == (["first"], b"data", [str(others[1])])


def test_an_image_with_its_own_id_is_not_taken_for_a_copy_of_it(tmp_path: Path) -> None:
    with library("same.jpg", "other.jpg") as (store, ids):
        register(store)
        for id, value in zip(ids, ("kept", "other"), strict=True):
            write(store, id, "one", {"tags": [value], "features": None, "vectors": {}, "attachment": None})
        lines = export(store, tmp_path / "all").splitlines()
        image = next(json.loads(line) for line in lines if str(ids[0]).encode() in line)
        copy = {**image, "id": str(UUID(int=1)), "path": "copy.jpg"}  # comes first, and is gone from the library
        head = [line for line in lines if json.loads(line)["kind"] in ("export", "repository", "extension")]
        more = [json.dumps(copy).encode(), b'{"kind":"tags","extension":"one","values":["of-the-copy"]}']
        rest = lines[len(head) : -1]
        end = json.dumps({"kind": "end", "lines": len(lines) + 1}).encode()
        (tmp_path / "more").write_bytes(b"\n".join([*head, *more, *rest, end]) + b"\n")
        with pytest.raises(TransferError, match=r"1 images of .* such as copy\.jpg"):
            run_import(store, tmp_path / "more", ImportOptions())
        assert run_import(store, tmp_path / "more", ImportOptions(skips_missing=True)).missing == ["copy.jpg"]
        assert store.read_now(lambda connection: tags.of_extension(connection, ids[0], "one")) == ["kept"]


def drop_last(lines: list[bytes]) -> list[bytes]:
    return lines[:-1]


def drop_one(lines: list[bytes]) -> list[bytes]:
    return [*lines[:-2], lines[-1]]


def append(lines: list[bytes]) -> list[bytes]:
    return [*lines, b'{"kind":"extension","id":"late"}']


def spoil(lines: list[bytes]) -> list[bytes]:
    return [line.replace(b'"first"', b'"not a tag"') for line in lines]


def break_json(lines: list[bytes]) -> list[bytes]:
    return [*lines[:2], lines[2][:-3], *lines[3:]]


def swap(lines: list[bytes]) -> list[bytes]:
    return [lines[1], lines[0], *lines[2:]]


def later(lines: list[bytes]) -> list[bytes]:
    return [b'{"kind":"export","version":2}', *lines[1:]]


def zero_vector(lines: list[bytes]) -> list[bytes]:
    found = {"kind": "embedding", "extension": "one", "name": "x", "values": [0.0, 0.0]}
    return [*lines[:-1], json.dumps(found).encode(), json.dumps({"kind": "end", "lines": len(lines)}).encode()]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (drop_last, "is incomplete"),
        (drop_one, "come before the end, which counts"),
        (append, "after the end"),
        (spoil, r":\d+: /values/0: "),
        (break_json, ":3: the line is no JSON text"),
        (swap, ":1: a line of the kind repository cannot be here"),
        (later, "has the format 2"),
        (zero_vector, r":\d+: Every component is zero"),
    ],
)
def test_a_spoilt_file_changes_nothing(
    change: Callable[[list[bytes]], list[bytes]], message: str, tmp_path: Path
) -> None:
    with library("a.jpg") as (store, ids):
        register(store)
        write(store, ids[0], "one", {"tags": ["first"], "features": None, "vectors": {}, "attachment": None})
        lines = export(store, tmp_path / "whole").splitlines()
        write(store, ids[0], "one", {"tags": ["second"], "features": None, "vectors": {}, "attachment": None})
        before = export(store, tmp_path / "before")
        (tmp_path / "spoilt").write_bytes(b"\n".join(change(lines)) + b"\n")
        with pytest.raises(TransferError, match=message):
            run_import(store, tmp_path / "spoilt")
        assert export(store, tmp_path / "after") == before
