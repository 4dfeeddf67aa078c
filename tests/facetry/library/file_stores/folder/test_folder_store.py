"""A folder as a file store: what became a link, or another folder, is not used by any of its methods."""

from __future__ import annotations

import asyncio
import errno
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from facetry.errors import FaultError, conflict
from facetry.imaging.pool.pool import Pool, RenderError
from facetry.imaging.protocol import DecoderLimits, RenderOptions
from facetry.library.file_stores.file_store import ALWAYS, LocationGoneError, UnavailableError, WatchError
from facetry.library.file_stores.folder.folder_store import FolderStore
from facetry.library.pictures import FileFacts
from facetry.store.store import Store
from facetry.system.files.chosen_folders import ChosenFolder, ChosenFolders
from facetry.system.files.file_versions import FileVersion, version_of
from facetry.system.files.folder_identity import FolderIdentity
from tests.support.imaging import pictures

PATH = "inner/a.png"
MISSING = conflict("test.missing", "It is missing.")


def nothing(*_: object) -> None:
    """Writes no rows."""


class Ways:
    """A repository's folder, a private folder with the same names, and ways to put the latter in its place."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.root = home / "out" / "gen"
        self.private = home / "private"
        for folder in (self.root, self.private, self.private / "gen"):
            (folder / "inner").mkdir(parents=True)
            (folder / PATH).write_bytes(pictures.picture("PNG", seed=1))
            os.utime(folder / PATH, (1_000_000, 1_000_000))
        self.store = FolderStore(str(self.root), None, ChosenFolders(home / "chosen", lambda _: 1).of(str(self.root)))
        assert self.store.is_available()

    def link_root(self) -> None:
        self.root.rename(self.root.with_name("moved"))
        self.root.symlink_to(self.private)

    def link_parent(self) -> None:
        self.root.parent.rename(self.home / "moved")
        self.root.parent.symlink_to(self.private)

    def link_relatively(self) -> None:
        self.root.rename(self.root.with_name("moved"))
        self.root.symlink_to("../private")

    def replace_root(self) -> None:
        if ChosenFolder(str(self.root)).identity().inode is None:
            pytest.skip("this file system does not keep inodes")
        self.root.rename(self.root.with_name("moved"))
        self.private.rename(self.root)
        self.private = self.root

    def contents(self) -> dict[str, bytes]:
        """What must not change."""
        return {str(path): path.read_bytes() for path in sorted(self.private.rglob("*")) if path.is_file()}

    def version(self) -> FileVersion:
        status = (self.private / PATH).stat()
        return version_of(status, str(self.private))


WAYS: dict[str, Callable[[Ways], None]] = {
    "none": lambda _: None,
    "root": Ways.link_root,
    "parent": Ways.link_parent,
    "relative": Ways.link_relatively,
    "other": Ways.replace_root,
}


@pytest.fixture(params=WAYS)
def ways(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Ways, bool]]:
    """The folder, and whether it is still the one that was chosen."""
    ways = Ways(tmp_path)
    WAYS[request.param](ways)
    before = ways.contents()
    is_chosen = request.param == "none"
    yield ways, is_chosen
    assert is_chosen or ways.contents() == before


def test_it_is_available_and_has_an_identity_while_it_is_the_chosen_one(ways: tuple[Ways, bool]) -> None:
    folder, is_chosen = ways
    assert folder.store.is_available() is is_chosen
    if is_chosen:
        assert folder.store.identity() == (folder.root.stat().st_dev, folder.root.stat().st_ino)
    else:
        with pytest.raises(UnavailableError, match=r"symbolic link|another folder"):
            folder.store.identity()


@pytest.mark.parametrize("scope", [None, ("inner",), (PATH,)])
def test_it_is_walked(ways: tuple[Ways, bool], scope: tuple[str, ...] | None) -> None:
    folder, is_chosen = ways
    if is_chosen:
        assert [file.path for batch in folder.store.walk(scope) for file in batch.files] == [PATH]
    else:
        with pytest.raises(UnavailableError, match=r"symbolic link|another folder"):
            next(folder.store.walk(scope))


@pytest.mark.parametrize("poll", [False, True])
def test_it_is_watched(ways: tuple[Ways, bool], poll: bool) -> None:
    folder, is_chosen = ways

    async def enter() -> None:
        async with folder.store.watch(poll=poll):
            pass

    if is_chosen:
        asyncio.run(enter())
    else:
        with pytest.raises(LocationGoneError, match=r"symbolic link|another folder"):
            asyncio.run(enter())


@pytest.mark.parametrize("poll", [False, True])
@pytest.mark.parametrize("way", [each for each in WAYS if each != "none"])
def test_watching_ends_when_it_is_replaced(tmp_path: Path, way: str, poll: bool) -> None:
    folder = Ways(tmp_path)

    async def watch() -> None:
        async with folder.store.watch(poll=poll) as notifications:
            WAYS[way](folder)
            async for _ in notifications.changes():
                pass

    with pytest.raises(WatchError, match=r"symbolic link|another"):
        asyncio.run(asyncio.wait_for(watch(), 10))


def test_versions_and_states_are_those_of_its_files(ways: tuple[Ways, bool]) -> None:
    folder, is_chosen = ways
    version = version_of((folder.root / PATH).stat(), str(folder.root)) if is_chosen else folder.version()
    files = [(PATH, version), ("inner/lost.png", FileVersion(1, 1))]
    assert folder.store.version(PATH) == (version if is_chosen else None)
    assert folder.store.states(files) == (["there", "gone"] if is_chosen else ["there", "there"])
    is_gone = folder.store.gone(["inner/lost.png"])
    assert is_gone("inner/lost.png") is is_chosen
    facts = FileFacts(PATH, version.size, 0, 0, version.modified_ns)
    assert folder.store.may_record(facts, None, None) is is_chosen


def test_a_file_is_opened(ways: tuple[Ways, bool]) -> None:
    folder, is_chosen = ways
    if is_chosen:
        asyncio.run(folder.store.open(PATH)).close()
    else:
        with pytest.raises(OSError, match=r"symbolic link|another folder") as error:
            asyncio.run(folder.store.open(PATH))
        assert error.value.errno in (errno.ELOOP, errno.ESTALE)


def test_names_are_looked_up(ways: tuple[Ways, bool]) -> None:
    folder, is_chosen = ways
    if is_chosen:
        assert folder.store.exists(PATH)
        assert folder.store.names(("inner",)) == {"a.png"}
        return
    refused(lambda: folder.store.exists(PATH))
    refused(lambda: folder.store.names(("inner",)))


def test_files_are_added_replaced_moved_and_removed(ways: tuple[Ways, bool], tmp_path: Path) -> None:
    folder, is_chosen = ways
    source = tmp_path / "source"
    source.write_bytes(b"new")
    store = Store(tmp_path / "library.db")
    try:
        changes: list[Callable[[], Any]] = [
            lambda: folder.store.add(store, ("inner",), "new.png", source, None, nothing, nothing),
            lambda: folder.store.add(store, ("made",), "new.png", source, None, nothing, nothing),
            lambda: folder.store.replace(store, PATH, source, None, ALWAYS, MISSING, nothing, nothing),
            lambda: folder.store.move(store, PATH, ("inner",), lambda _: "moved.png", MISSING, nothing, nothing),
            lambda: folder.store.remove_with_rows(store, PATH, ALWAYS, lambda _, remove: remove()),
        ]
        for change in changes:
            if is_chosen:
                change()
            else:
                refused(change)
    finally:
        store.close()
    if is_chosen:
        assert folder.store.names(("inner",)) == {"moved.png", "new.png"}
        assert folder.store.names(("made",)) == {"new.png"}


def test_decoders_compare_what_they_open(ways: tuple[Ways, bool]) -> None:
    """The folder is replaced after the service has looked at it."""
    folder, is_chosen = ways
    present = ChosenFolder(str(folder.private)).identity()
    moved = {
        "root": "out/moved",
        "parent": "moved/gen",
        "relative": "out/moved",
        "other": "out/moved",
        "none": "out/gen",
    }
    chosen = next(
        ChosenFolder(str(place)).identity()
        for place in map(folder.home.joinpath, moved.values())
        if place.is_dir() and not place.is_symlink() and place != folder.private
    )
    assert chosen != present

    async def decode(identity: FolderIdentity) -> tuple[dict[str, Any], str]:
        pool = Pool(DecoderLimits(10**8, 10**8, 2**30, 30.0), 1, scratch=folder.home)
        try:
            examined = await pool.examine(str(folder.root), PATH, identity=identity)
            try:
                rendered = await pool.render(str(folder.root), PATH, RenderOptions(width=1), identity=identity)
            except RenderError as error:
                return dict(examined), str(error)
            return dict(examined), rendered.format
        finally:
            await pool.close()

    examined, rendered = asyncio.run(decode(chosen))
    assert ("hash" in examined, examined.get("elsewhere"), rendered == "PNG") == (
        (True, None, True) if is_chosen else (False, True, False)
    ), (examined, rendered)


def test_a_worker_that_lies_about_the_folder_does_not_make_it_unavailable(tmp_path: Path) -> None:
    folder = Ways(tmp_path)

    class Lying:
        async def examine(self, *_: object, **__: object) -> dict[str, object]:
            return {"rule": "file.read", "reason": "The folder cannot be reached.", "elsewhere": True}

    answer = asyncio.run(folder.store.examine(Lying(), PATH)).answer  # type: ignore[arg-type]
    assert answer["rule"] == "file.read"
    folder.link_root()
    with pytest.raises(UnavailableError):
        asyncio.run(folder.store.examine(Lying(), PATH))  # type: ignore[arg-type]


def test_a_file_behind_a_link_in_the_folder_is_gone(tmp_path: Path) -> None:
    folder = Ways(tmp_path)
    (folder.root / "inner").rename(folder.home / "moved")
    (folder.root / "inner").symlink_to(folder.private / "inner")
    assert folder.store.version(PATH) is None
    assert folder.store.states([(PATH, folder.version())]) == ["gone"]
    assert folder.store.gone([PATH])(PATH)


def refused(change: Callable[[], object]) -> None:
    with pytest.raises(FaultError) as caught:
        change()
    assert caught.value.fault.rule == "repository.unavailable"
    assert "symbolic link" in caught.value.fault.detail or "another folder" in caught.value.fault.detail
    assert "facetry repository update" in (caught.value.fault.remedy or "")
