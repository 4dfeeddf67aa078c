"""What belongs to the library is for the user of the server alone."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from facetry.system.files.private_files import Mended, make_private
from tests.support.engines.databases import only_sqlite
from tests.support.imaging.pictures import write_pictures
from tests.support.services.servers import running_server


def mode(path: Path) -> int:
    return stat.S_IMODE(path.lstat().st_mode)


def make(path: Path, bits: int, *, is_folder: bool = False) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    if is_folder:
        path.mkdir()
    else:
        path.write_text("content")
    path.chmod(bits)
    return path


def test_the_folder_and_the_named_entries_lose_the_bits_of_others(tmp_path: Path) -> None:
    folder = make(tmp_path / "data", 0o755, is_folder=True)
    database = make(folder / "library.db", 0o644)
    private = make(folder / "lock", 0o600)
    cache = make(folder / "cache", 0o777, is_folder=True)
    deep = make(cache / "deep", 0o644)
    other = make(folder / "other", 0o644)
    result = make_private(folder, ["library.db", "lock", "cache", "missing"])
    assert result == Mended(paths=(folder, cache, database), failed=())
    assert [mode(path) for path in (folder, cache, database, private)] == [0o700, 0o700, 0o600, 0o600]
    assert [mode(path) for path in (deep, other)] == [0o644, 0o644]
    assert make_private(folder, ["library.db", "lock", "cache"]) == Mended((), ())


def test_a_tree_is_mended_as_a_whole(tmp_path: Path) -> None:
    tree = make(tmp_path / "tree", 0o755, is_folder=True)
    below = make(tree / "a", 0o755, is_folder=True)
    file = make(below / "b", 0o640)
    outside = make(tmp_path / "outside", 0o755, is_folder=True)
    (below / "link").symlink_to(outside)
    tmp_path.chmod(0o700)
    assert make_private(tmp_path, [], ["tree"]) == Mended((tree, below, file), ())
    assert [mode(path) for path in (tree, below, file, outside)] == [0o700, 0o700, 0o600, 0o755]


def test_links_and_files_with_a_second_name_are_not_followed(tmp_path: Path) -> None:
    folder = make(tmp_path / "data", 0o700, is_folder=True)
    target = make(tmp_path / "target", 0o644)
    pictures = make(tmp_path / "pictures", 0o755, is_folder=True)
    (folder / "file").symlink_to(target)
    (folder / "folder").symlink_to(pictures)
    os.link(target, folder / "second-name")
    os.mkfifo(folder / "pipe", 0o666)
    result = make_private(folder, ["file", "folder", "second-name", "pipe"], ["folder"])
    assert result == Mended(paths=(), failed=(folder / "second-name",))
    assert [mode(path) for path in (target, pictures)] == [0o644, 0o755]


def test_a_shared_folder_is_named_and_stays_as_it_is(tmp_path: Path) -> None:
    shared = make(tmp_path / "shared", 0o1777, is_folder=True)
    database = make(shared / "library.db", 0o644)
    assert make_private(shared, ["library.db"]) == Mended(paths=(database,), failed=(shared,))
    assert mode(shared) == 0o1777


def test_a_folder_that_is_named_by_a_link_is_mended(tmp_path: Path) -> None:
    """The operator has named it; links inside of it are another matter."""
    folder = make(tmp_path / "disk", 0o755, is_folder=True)
    (tmp_path / "data").symlink_to(folder)
    assert make_private(tmp_path / "data", []).paths == (tmp_path / "data",)
    assert mode(folder) == 0o700


@only_sqlite
def test_the_start_of_a_server_mends_its_data_folder_and_no_folder_of_pictures(tmp_path: Path) -> None:
    pictures = tmp_path / "pictures"
    write_pictures(pictures, 2)
    data = tmp_path / "data"
    with running_server(tmp_path, [pictures]) as server:
        assert "other users" not in server.output()
        private = [data, *data.glob("library.db*"), data / "serving.lock", data / "scratch"]
        assert len(private) >= 6  # the database has a log and an index of it while it is open
        assert {path.name: mode(path) for path in private if mode(path) & 0o077} == {}
    make(data / "facetry.toml", 0o644).write_text("removal_share = 0.5\n")
    make(data / "repositories" / "kept" / "picture", 0o644)
    (data / "repositories").chmod(0o755)
    (data / "renditions").mkdir(exist_ok=True)
    for path in (data, pictures, data / "renditions"):
        path.chmod(0o755)
    (data / "library.db").chmod(0o644)
    files = list(pictures.iterdir())
    modes = {path: mode(path) for path in (pictures, *files)}
    with running_server(tmp_path, [pictures]) as server:
        (line,) = [line for line in server.output().splitlines() if "other users could read" in line]
        names = (data, data / "facetry.toml", data / "library.db", data / "renditions")
        assert line.endswith(", ".join(map(str, names)))
    assert {path: mode(path) for path in (pictures, *files)} == modes
    assert (mode(data / "repositories"), mode(data / "repositories" / "kept" / "picture")) == (0o755, 0o644)
    with running_server(tmp_path, [pictures]) as server:
        assert server.output().count("other users") == 1  # the log has the lines of all starts
