"""A program saves the file with the same size and date at the moment in which the service renames it.

What nobody has read is never recorded as read, and never removed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest

from facetry.errors import FaultError
from facetry.library.file_stores.file_store import ALWAYS, FileCondition
from facetry.library.file_stores.folder import renames
from facetry.library.file_stores.folder.temporary_records import TEMPORARY_PREFIX
from facetry.library.pictures import FileFacts
from facetry.store.work import Work
from tests.facetry.library.file_stores.folder.test_changes import BYTES, CHANGES, Place, recorded, rule_of
from tests.support.files import saving

UNSEEN: Final = BYTES[::-1]
WAYS: Final = ("in place", "atomic", "backup copy")
each_way = pytest.mark.parametrize("way", WAYS)
Save = Callable[[str], None]


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    place = Place(tmp_path)
    saving.write(place.file, BYTES)
    yield place
    place.store.close()


def save(path: Path, way: str, data: bytes = UNSEEN) -> None:
    saving.WAYS[way](path, data, path.parent)


def at_the_rename(
    monkeypatch: pytest.MonkeyPatch, before: Callable[[], object] = list, after: Callable[[], object] = list
) -> None:
    """Have other programs do something just before and just after the next rename."""

    functions = {name: getattr(renames, name) for name in ("move_entry", "exchange_entries")}

    def late(name: str, *arguments: Any) -> Any:
        for each, function in functions.items():
            monkeypatch.setattr(renames, each, function)
        before()
        result = functions[name](*arguments)
        after()
        return result

    for name in functions:
        monkeypatch.setattr(renames, name, partial(late, name))


def settled(place: Place) -> FileFacts:
    (facts,) = [facts for _, facts in place.settled]
    assert isinstance(facts, FileFacts)
    return facts


def pictures(place: Place) -> dict[str, bytes]:
    return {path.relative_to(place.folder).as_posix(): path.read_bytes() for path in place.folder.rglob("*.png")}


def require_no_temporary_file(place: Place) -> None:
    assert not [path for path in place.folder.rglob("*") if path.name.startswith(TEMPORARY_PREFIX)]


def test_without_such_a_save_the_version_is_that_of_the_file(place: Place) -> None:
    place.move()
    assert not settled(place).is_unsettled
    assert settled(place).version == place.version("other/b.png")


@each_way
@pytest.mark.parametrize("moment", ["before", "after"])
def test_other_bytes_that_are_moved_are_not_taken_for_those_that_were_read(
    place: Place, monkeypatch: pytest.MonkeyPatch, way: str, moment: str
) -> None:
    if moment == "before":
        at_the_rename(monkeypatch, before=lambda: save(place.file, way))
    else:
        at_the_rename(monkeypatch, after=lambda: save(place.folder / "other" / "b.png", way))
    place.move()
    assert (place.folder / "other" / "b.png").read_bytes() == UNSEEN
    assert settled(place).is_unsettled
    assert settled(place).recorded_change_ns != place.version("other/b.png").changed_ns


@each_way
def test_a_condition_is_asked_again_about_other_bytes(place: Place, monkeypatch: pytest.MonkeyPatch, way: str) -> None:
    """A client that names the bytes by their tag never has others renamed."""
    version = place.version()

    def check(connection: Any, file: Any) -> None:
        (place.check if file.version == version else place.refuse)(connection, file)

    at_the_rename(monkeypatch, before=lambda: save(place.file, way))
    assert rule_of(lambda: place.move(FileCondition(check=check))) == "test.refused"
    assert len(place.asked) == 2
    assert place.settled == []
    assert pictures(place) == {"inner/a.png": UNSEEN}


@each_way
def test_a_condition_that_permits_other_bytes_moves_them(
    place: Place, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    at_the_rename(monkeypatch, before=lambda: save(place.file, way))
    place.move(FileCondition(check=place.check))
    assert len(place.asked) == 2
    assert settled(place).is_unsettled


@each_way
@pytest.mark.parametrize("change", ["replace", "move", "remove"])
def test_unseen_bytes_are_neither_removed_nor_moved(
    place: Place, monkeypatch: pytest.MonkeyPatch, way: str, change: str
) -> None:
    condition = recorded(place.version())
    at_the_rename(monkeypatch, before=lambda: save(place.file, way))
    assert rule_of(lambda: CHANGES[change](place, condition)) == "image.file-changed"
    assert pictures(place) == {"inner/a.png": UNSEEN}
    assert place.settled == []
    require_no_temporary_file(place)


@pytest.mark.parametrize("change", ["replace", "move", "remove"])
def test_unseen_bytes_have_their_name_again_before_the_unit_of_work_ends(
    place: Place, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    """The next unit may be that of a scan, which finds no other file at this name."""
    write_now, found = place.store.write_now, []

    def watched(unit: Callable[[Work], Any]) -> Any:
        def run(work: Work) -> Any:
            try:
                return unit(work)
            except FaultError:
                found.append(pictures(place))
                raise

        return write_now(run)

    monkeypatch.setattr(place.store, "write_now", watched)
    condition = recorded(place.version())
    at_the_rename(monkeypatch, before=lambda: save(place.file, "atomic"))
    assert rule_of(lambda: CHANGES[change](place, condition)) == "image.file-changed"
    assert found == [{"inner/a.png": UNSEEN}]


@pytest.mark.parametrize("change", ["move", "remove"])
def test_both_of_two_saves_stay(
    place: Place, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, change: str
) -> None:
    condition = recorded(place.version())
    at_the_rename(
        monkeypatch,
        before=lambda: save(place.file, "atomic"),
        after=lambda: save(place.file, "atomic", b"newer"),
    )
    assert rule_of(lambda: CHANGES[change](place, condition)) == "image.file-changed"
    assert pictures(place) == {"inner/a.png": b"newer", "inner/a (2).png": UNSEEN}
    assert "inner/a.png is inner/a (2).png now" in caplog.text
    require_no_temporary_file(place)


def test_both_of_two_saves_stay_when_the_file_was_to_be_replaced(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    condition = recorded(place.version())
    at_the_rename(
        monkeypatch,
        before=lambda: save(place.file, "atomic"),
        after=lambda: save(place.file, "atomic", b"newer"),
    )
    assert rule_of(lambda: place.replace(condition)) == "image.file-changed"
    assert pictures(place) == {"inner/a.png": b"newer", "inner/a (2).png": UNSEEN}
    require_no_temporary_file(place)


@each_way
def test_other_bytes_in_the_place_of_a_new_file_are_not_taken_for_it(
    place: Place, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    date_ms = saving.TIME_NS // 1_000_000
    new = place.folder / "inner" / "new.png"

    def save_new() -> None:
        monkeypatch.setattr(saving, "TIME_NS", date_ms * 1_000_000)
        save(new, way, b"9 others!")

    at_the_rename(monkeypatch, after=save_new)
    place.files.add(place.store, ("inner",), "new.png", place.source, date_ms, place.write_rows, place.settle)
    assert (new.read_bytes(), new.stat().st_size) == (b"9 others!", len(place.source.read_bytes()))
    assert settled(place).is_unsettled


@each_way
def test_other_bytes_in_the_place_of_new_content_are_not_taken_for_it(
    place: Place, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    def save_new() -> None:
        monkeypatch.setattr(saving, "TIME_NS", place.file.stat().st_mtime_ns)
        save(place.file, way, b"9 others!")

    at_the_rename(monkeypatch, after=save_new)
    place.replace(ALWAYS)
    assert place.file.read_bytes() == b"9 others!"
    assert settled(place).is_unsettled


def test_undoing_a_new_file_removes_no_other_one(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rows fail after the file has its name, and a program saves another one while it is removed."""
    new = place.folder / "inner" / "new.png"

    def fail(*_: object) -> None:
        at_the_rename(monkeypatch, before=lambda: save(new, "atomic"))
        raise RuntimeError

    with pytest.raises(RuntimeError):
        place.files.add(place.store, ("inner",), "new.png", place.source, None, place.write_rows, fail)
    assert pictures(place) == {"inner/a.png": BYTES, "inner/new.png": UNSEEN}
    require_no_temporary_file(place)


def test_undoing_new_content_removes_no_other_file(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        at_the_rename(monkeypatch, before=lambda: save(place.file, "atomic"))
        raise RuntimeError

    monkeypatch.setattr(place, "settle", fail)
    with pytest.raises(RuntimeError):
        place.replace()
    assert pictures(place) == {"inner/a.png": BYTES, "inner/a (2).png": UNSEEN}
    require_no_temporary_file(place)


def test_a_file_that_was_modified_before_the_unit_of_work_is_moved_with_its_own_facts(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another request modifies the image while its renaming waits."""
    write_now = place.store.write_now

    def write_later(unit: Callable[..., Any]) -> Any:
        place.file.write_bytes(b"modified by another request")
        return write_now(unit)

    monkeypatch.setattr(place.store, "write_now", write_later)
    place.move()
    _, version, facts = place.written[0]
    assert facts.version == version
    assert not settled(place).is_unsettled
