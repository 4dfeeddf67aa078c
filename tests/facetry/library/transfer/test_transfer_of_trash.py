"""Images in the trash are exported, found by an import, and keep their ids from other images."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import UUID

import orjson
import pytest
from sqlalchemy import update

from facetry.errors import FaultError
from facetry.library import extensions, images
from facetry.library.facets import attachments, embeddings, features, tags
from facetry.library.images import Image
from facetry.library.search import smart_collections
from facetry.library.transfer.importing import ImportOptions
from facetry.library.transfer.lines import TransferError
from facetry.library.trash import rows, trashed_facets
from facetry.library.trash.restoring import restore_rows
from facetry.library.trash.rows import TrashedImage
from facetry.store.store import Store
from facetry.store.work import Work
from generated import models
from tests.facetry.library.transfer.test_transfer import export, library, register, run_import, write
from tests.support.libraries.stores import file_facts, picture

KEEPING = ImportOptions()


def trash(store: Store, *ids: UUID) -> None:
    """Put images into the trash, without files."""

    def unit(work: Work) -> None:
        for id in ids:
            key = images.key_of(work.connection, id)
            rows.put(work, key, f"{id}.jpg")
            images.remove(work, [key])

    store.write_now(unit)


def restore(store: Store, id: UUID) -> None:
    path = store.read_now(lambda connection: rows.require(connection, id)).path
    store.write_now(lambda work: restore_rows(work, id=id, path=path, has_file=True))


def add(store: Store, path: str, seed: str) -> UUID:
    return store.write_now(lambda work: images.insert_image(work, 1, file_facts(path), picture(seed=seed))[1])


def tags_of(store: Store, id: UUID, extension: str = "one") -> list[str]:
    return store.read_now(lambda connection: tags.of_extension(connection, id, extension))


def tagged(store: Store, id: UUID, *values: str, extension: str = "one") -> None:
    write(store, id, extension, {"tags": list(values), "features": None, "vectors": {}, "attachment": None})


def image_ids(store: Store) -> dict[str, UUID]:
    """The ids by path, of the images and of those in the trash; the latter with a star."""
    statement = "SELECT path, id FROM image UNION ALL SELECT '*' || path, id FROM trashed_image ORDER BY path"
    found = store.read_now(lambda connection: connection.exec_driver_sql(statement).all())
    return {path: UUID(bytes=bytes(id)) for path, id in found}


@contextmanager
def two_libraries(*pictures: str) -> Iterator[tuple[Store, list[UUID], Store, list[UUID]]]:
    """Two libraries with the same pictures, and other ids; the images of the first have a tag, their names."""
    with library(*pictures) as (first, ids), library(*pictures) as (second, others):
        register(first)
        register(second)
        for id, name in zip(ids, pictures, strict=True):
            tagged(first, id, f"of-{name[0]}")
        yield first, ids, second, others


def test_an_image_in_the_trash_is_exported_with_all_that_is_known_of_it(tmp_path: Path) -> None:
    with library("a.jpg", "b.jpg") as (store, ids):
        register(store)
        facets: dict[str, Any] = {
            "tags": ["x"],
            "features": [{"type": "caption", "format": "string", "value": "text"}],
            "vectors": {"v": [0.1, 0.2, 1e-7]},
            "attachment": b"bytes",
        }
        write(store, ids[0], "one", facets)
        before = [json.loads(line) for line in export(store, tmp_path / "before").splitlines()]
        trash(store, ids[0])
        after = [json.loads(line) for line in export(store, tmp_path / "after").splitlines()]
        (line,) = [line for line in after if line.pop("inTrash", None)]
        assert line["id"] == str(ids[0])
        assert after == before
        run_import(store, tmp_path / "after")
        assert export(store, tmp_path / "again") == (tmp_path / "after").read_bytes()
        restore(store, ids[0])
        assert export(store, tmp_path / "restored") == (tmp_path / "before").read_bytes()


def test_adoption_takes_no_id_away_from_an_image_in_the_trash(tmp_path: Path) -> None:
    """It did: then neither the one could be restored, nor the other one deleted."""
    with library("a.jpg", "b.jpg") as (store, ids):
        register(store)
        tagged(store, ids[0], "old")
        export(store, tmp_path / "export")
        trash(store, ids[0])
        again = add(store, "a.jpg", seed="a.jpg")  # the same picture again
        tagged(store, again, "new")
        run_import(store, tmp_path / "export")
        assert image_ids(store) == {"*a.jpg": ids[0], "a.jpg": again, "b.jpg": ids[1]}
        assert tags_of(store, again) == ["new"]
        trash(store, again)
        restore(store, again)
        store.write_now(lambda work: restore_rows(work, id=ids[0], path="a (2).jpg", has_file=True))
        assert tags_of(store, ids[0]) == ["old"]


def test_an_image_that_is_in_the_trash_here_is_found_and_gets_the_facets_and_the_id(tmp_path: Path) -> None:
    with two_libraries("a.jpg", "b.jpg", "c.jpg") as (first, ids, second, others):
        export(first, tmp_path / "export")
        tagged(second, others[0], "mine")
        tagged(second, others[0], "also", extension="two")
        trash(second, others[0])
        assert run_import(second, tmp_path / "export", KEEPING).images == 3
        assert image_ids(second)["*a.jpg"] == others[0]
        summary = run_import(second, tmp_path / "export")
        assert (summary.images, summary.adopted, summary.missing_count) == (3, 3, 0)
        assert image_ids(second) == {"*a.jpg": ids[0], "b.jpg": ids[1], "c.jpg": ids[2]}
        restore(second, ids[0])
        assert (tags_of(second, ids[0]), tags_of(second, ids[0], "two")) == (["of-a"], ["also"])
        assert tags_of(second, ids[1]) == ["of-b"]


def test_pictures_that_are_there_come_before_those_in_the_trash(tmp_path: Path) -> None:
    with two_libraries("a.jpg", "b.jpg") as (first, ids, second, others):
        export(first, tmp_path / "export")
        trash(second, others[0])
        add(second, "copy.jpg", seed="a.jpg")
        run_import(second, tmp_path / "export")
        assert image_ids(second) == {"*a.jpg": others[0], "b.jpg": ids[1], "copy.jpg": ids[0]}


def test_a_line_about_the_trash_takes_no_picture_and_is_never_missing(tmp_path: Path) -> None:
    with two_libraries("a.jpg", "b.jpg") as (first, ids, second, others):
        trash(first, ids[0])
        export(first, tmp_path / "export")
        summary = run_import(second, tmp_path / "export")
        assert (summary.images, summary.adopted, summary.missing_count) == (1, 1, 0)
        assert image_ids(second) == {"a.jpg": others[0], "b.jpg": ids[1]}
        assert tags_of(second, others[0]) == []
        text = (tmp_path / "export").read_bytes()
        (tmp_path / "export").write_bytes(text.replace(b',"inTrash":true', b""))
        assert run_import(second, tmp_path / "export").adopted == 1


def test_a_line_about_the_trash_finds_an_image_by_its_id(tmp_path: Path) -> None:
    with library("a.jpg", "b.jpg") as (store, ids):
        register(store)
        tagged(store, ids[0], "before")
        trash(store, ids[0])
        export(store, tmp_path / "export")
        restore(store, ids[0])
        tagged(store, ids[0], "after")
        run_import(store, tmp_path / "export")
        assert tags_of(store, ids[0]) == ["before"]


def test_both_libraries_can_have_the_image_in_the_trash(tmp_path: Path) -> None:
    with two_libraries("a.jpg", "b.jpg", "c.jpg") as (first, ids, second, others):
        trash(first, *ids[:2])
        trash(second, *others)
        export(first, tmp_path / "export")
        assert run_import(second, tmp_path / "export").images == 3
        assert image_ids(second) == {"*a.jpg": ids[0], "*b.jpg": ids[1], "*c.jpg": ids[2]}
        for id, value in zip(ids, "abc", strict=True):
            restore(second, id)
            assert tags_of(second, id) == [f"of-{value}"]


def test_each_image_in_the_trash_is_found_once_and_by_its_own_id_first(tmp_path: Path) -> None:
    with library("same.jpg", "other.jpg") as (store, ids):
        register(store)
        tagged(store, ids[0], "kept")
        trash(store, ids[0])
        lines = export(store, tmp_path / "all").splitlines()
        image = next(json.loads(line) for line in lines if str(ids[0]).encode() in line)
        copies = [
            {**image, "id": str(UUID(int=number)), "path": f"copy-{number}.jpg", "inTrash": None} for number in (1, 2)
        ]
        more = [
            line
            for copy in copies
            for line in (
                orjson.dumps({name: value for name, value in copy.items() if value is not None}),
                b'{"kind":"tags","extension":"one","values":["of-the-copy"]}',
            )
        ]
        head = [line for line in lines if json.loads(line)["kind"] in ("export", "repository", "extension")]
        end = orjson.dumps({"kind": "end", "lines": len(lines) - 1 + len(more)})
        whole = [*head, *more, *lines[len(head) : -1], end]
        (tmp_path / "more").write_bytes(b"\n".join(whole) + b"\n")
        with pytest.raises(TransferError, match=r"2 images of .* such as copy-1\.jpg, copy-2\.jpg"):
            run_import(store, tmp_path / "more")
        run_import(store, tmp_path / "more", ImportOptions(skips_missing=True, adopts_ids=True))
        restore(store, ids[0])
        assert tags_of(store, ids[0]) == ["kept"]


def test_adoption_changes_the_parents_of_images_in_the_trash_and_references_to_them(tmp_path: Path) -> None:
    with two_libraries("a.jpg", "b.jpg", "c.jpg") as (first, ids, second, others):

        def parents(work: Work) -> None:
            for child, parent in ((0, 1), (1, 2), (2, 0)):
                statement = update(Image).where(Image.id == others[child].bytes)  # type: ignore[arg-type]
                work.connection.execute(statement.values(parent=others[parent].bytes))

        second.write_now(parents)
        search_filter = models.SearchFilter.model_validate(
            {"origin": {"kind": "images", "ids": [str(id) for id in others]}}
        )
        second.write_now(
            lambda work: smart_collections.create(work, name="all", comment=None, search_filter=search_filter)
        )
        trash(second, *others[:2])
        export(first, tmp_path / "export")
        run_import(second, tmp_path / "export")
        for id in ids[:2]:
            restore(second, id)
        found = second.read_now(lambda connection: connection.exec_driver_sql("SELECT id, parent FROM image").all())
        assert {UUID(bytes=id): UUID(bytes=parent) for id, parent in found} == {
            ids[0]: ids[1],
            ids[1]: ids[2],
            ids[2]: ids[0],
        }
        (collection,) = second.read_now(smart_collections.list_all)
        assert collection.filter.origin is not None
        assert [str(id) for id in collection.filter.origin.ids] == [str(id) for id in ids]


def test_the_parent_of_an_image_in_the_trash_that_nobody_changes_stays(tmp_path: Path) -> None:
    with two_libraries("a.jpg", "b.jpg") as (first, _, second, others):
        parent = UUID(int=99).bytes
        statement = update(Image).where(Image.id == others[0].bytes).values(parent=parent)  # type: ignore[arg-type]
        second.write_now(lambda work: work.connection.execute(statement).rowcount)
        trash(second, *others)
        export(first, tmp_path / "export")
        run_import(second, tmp_path / "export")
        now = image_ids(second).values()
        found = second.read_now(lambda connection: [rows.require(connection, id).image["parent"] for id in now])
        assert sorted(found, key=str) == sorted([parent, None], key=str)


def test_facets_of_all_kinds_are_replaced_in_the_trash(tmp_path: Path) -> None:
    facets: dict[str, Any] = {
        "tags": ["x", "y"],
        "features": [{"type": "caption", "format": "string", "value": "text"}],
        "vectors": {"v": [0.1, 0.2, 1e-7], "w": [1.0, 0.0, 0.0]},
        "attachment": b"bytes",
    }
    with two_libraries("a.jpg", "b.jpg") as (first, ids, second, others):
        write(first, ids[0], "one", facets)
        write(second, others[0], "one", {**facets, "tags": [], "vectors": {"v": [1.0, 1.0, 1.0], "u": [0.5, 1.0, 1.0]}})
        trash(second, others[0])
        export(first, tmp_path / "export")
        run_import(second, tmp_path / "export")
        restore(second, ids[0])

        def query(connection: Any) -> tuple[Any, ...]:
            key = images.key_of(connection, ids[0])
            found = features.of_extension(connection, ids[0], "one")
            (uri,) = [each.value for each in found if each.format == "binary"]
            return (
                sorted(tags.of_extension(connection, ids[0], "one")),
                [each.value for each in found if each.format == "string"],
                attachments.content(connection, str(uri)).data,
                {name: vector.tolist() for _, name, vector in embeddings.stored_on(connection, key)},
            )

        values, texts, data, vectors = second.read_now(query)
        assert (values, texts, data) == (["x", "y"], ["text"], b"bytes")
        assert {
            name: vector == pytest.approx(facets["vectors"].get(name, [0.5, 1.0, 1.0]))
            for name, vector in vectors.items()
        } == {
            "u": True,
            "v": True,
            "w": True,
        }


def test_what_an_import_refuses_on_an_image_it_refuses_in_the_trash(tmp_path: Path) -> None:
    with two_libraries("a.jpg") as (first, ids, second, others):
        facets = [{"type": "caption", "format": "string", "value": "text"}]
        write(first, ids[0], "one", {"tags": None, "features": facets, "vectors": {}, "attachment": None})
        trash(second, others[0])
        export(first, tmp_path / "export")
        text = (tmp_path / "export").read_bytes()
        before = export(second, tmp_path / "before")
        (tmp_path / "export").write_bytes(text.replace(b'"format":"string"', b'"format":"json"'))
        with pytest.raises(TransferError, match=r":\d+: "):
            run_import(second, tmp_path / "export")
        (tmp_path / "export").write_bytes(text.replace(b'"extension":"one"', b'"extension":"unknown"'))
        with pytest.raises(TransferError, match="No extension with this id"):
            run_import(second, tmp_path / "export")
        assert export(second, tmp_path / "after") == before


def test_exports_leave_out_what_former_versions_left_in_the_trash(tmp_path: Path) -> None:
    with library("a.jpg", "b.jpg") as (store, ids):
        register(store)
        tagged(store, ids[0], "x")
        trash(store, ids[0])
        both = rows.pack([{"kind": "tags", "extension": id, "values": ["y"]} for id in ("gone", "one")])
        store.write_now(lambda work: work.connection.execute(update(TrashedImage).values(facets=both)).rowcount)
        assert b"gone" not in export(store, tmp_path / "export")
        run_import(store, tmp_path / "export")
        statement = update(Image).values(id=ids[0].bytes)
        store.write_now(lambda work: work.connection.execute(statement).rowcount)
        lines = [json.loads(line) for line in export(store, tmp_path / "twice").splitlines()]
        assert [line["path"] for line in lines if line["kind"] == "image"] == ["b.jpg"]
        store.write_now(trashed_facets.part_ids)
        lines = [json.loads(line) for line in export(store, tmp_path / "parted").splitlines()]
        assert sorted(line["path"] for line in lines if line["kind"] == "image") == ["a.jpg", "b.jpg"]


def test_an_id_of_nothing_is_not_in_the_trash(tmp_path: Path) -> None:
    with library("a.jpg") as (store, ids):
        with pytest.raises(FaultError):
            restore(store, ids[0])
        store.write_now(lambda work: extensions.register(work, "one"))
        assert b"inTrash" not in export(store, tmp_path / "export")
