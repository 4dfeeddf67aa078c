"""Opening without links: the path that was resolved, and no other one."""

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from facetry.system.files import safe_open
from facetry.system.files.safe_open import FILE_FLAGS, open_without_links

WAYS: dict[str, Callable[[str, int], int]] = {
    "as the kernel can": open_without_links,
    "step by step": safe_open._open_step_by_step,  # as in workers, and on kernels before 5.6
}


@pytest.fixture(params=WAYS)
def open_(request: pytest.FixtureRequest) -> Callable[..., int]:
    way = WAYS[request.param]

    def opened(path: Path | str, flags: int = safe_open.FOLDER_FLAGS) -> int:
        return way(str(path), flags)

    return opened


def test_a_folder_is_opened(open_: Callable[..., int], tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    folder.mkdir(parents=True)
    descriptor = open_(folder)
    try:
        assert os.path.samestat(os.fstat(descriptor), folder.stat())
        assert not os.get_inheritable(descriptor)
    finally:
        os.close(descriptor)


def test_the_root_of_all_is_opened(open_: Callable[..., int]) -> None:
    descriptor = open_("/")
    try:
        assert os.path.samestat(os.fstat(descriptor), Path("/").stat())
    finally:
        os.close(descriptor)


@pytest.mark.parametrize("level", range(3))
@pytest.mark.parametrize("target", ["relative", "absolute"])
def test_a_link_at_any_level_is_refused(open_: Callable[..., int], tmp_path: Path, level: int, target: str) -> None:
    folder = tmp_path / "a" / "b" / "c"
    folder.mkdir(parents=True)
    os.close(open_(folder))
    place = [tmp_path / "a", tmp_path / "a" / "b", folder][level]
    moved = place.rename(place.with_name("moved"))
    place.symlink_to(moved.name if target == "relative" else moved)
    assert folder.is_dir()  # with the link, the way works
    with pytest.raises(OSError, match="symbolic links") as error:
        open_(folder)
    assert error.value.errno == errno.ELOOP


def test_a_link_to_what_is_missing_and_a_cycle_are_refused_alike(open_: Callable[..., int], tmp_path: Path) -> None:
    (tmp_path / "lost").symlink_to("nowhere")
    (tmp_path / "cycle").symlink_to("cycle")
    for path in (tmp_path / "lost", tmp_path / "lost" / "a", tmp_path / "cycle", tmp_path / "cycle" / "a"):
        with pytest.raises(OSError, match="symbolic links") as error:
            open_(path)
        assert error.value.errno == errno.ELOOP


def test_the_links_of_processes_are_refused(open_: Callable[..., int], tmp_path: Path) -> None:
    descriptor = open_(tmp_path)
    try:
        with pytest.raises(OSError, match="symbolic links") as error:
            open_(f"/proc/{os.getpid()}/fd/{descriptor}")
        assert error.value.errno == errno.ELOOP
    finally:
        os.close(descriptor)


def test_what_is_missing_and_files_have_their_errors(open_: Callable[..., int], tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(FileNotFoundError):
        open_(tmp_path / "missing" / "folder")
    for path in (tmp_path / "file", tmp_path / "file" / "folder"):
        with pytest.raises(NotADirectoryError):
            open_(path)
    os.close(open_(tmp_path / "file", FILE_FLAGS))


def test_no_descriptor_stays_open(open_: Callable[..., int], tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("elsewhere")
    before = len(list(Path("/proc/self/fd").iterdir()))
    os.close(open_(tmp_path))
    with pytest.raises(OSError, match="symbolic links"):
        open_(tmp_path / "link" / "folder")
    assert len(list(Path("/proc/self/fd").iterdir())) == before


def test_a_path_that_is_not_absolute_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(ValueError, match="folder"):
        open_without_links("folder")


def test_a_kernel_without_the_call_is_served_step_by_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(safe_open, "_OPENAT2", 10_000)  # no such call
    (tmp_path / "link").symlink_to(".")
    os.close(open_without_links(str(tmp_path)))
    with pytest.raises(OSError, match="symbolic links") as error:
        open_without_links(str(tmp_path / "link"))
    assert error.value.errno == errno.ELOOP
