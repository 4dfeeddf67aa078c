"""Paths of a command line as inputs: folders are walked, patterns are matched, links do not lead outside."""

from pathlib import Path

import pytest

from facetry.validate.files.inputs import Input, NoSuchPathError, resolve


def names(path: str) -> list[str]:
    return [str(found.path) for found in resolve(path, lambda _: True)]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in (
        "b.json",
        "a/c.JSON",
        "a/notes.txt",
        "a/deep/d.json",
        ".hidden/e.json",
        "node_modules/f.json",
        "venv/g.json",
        "env/pyvenv.cfg",
        "env/h.json",
        "extension/manifest.json",
        "extension/card.json",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("{}")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_folder_is_walked_without_folders_of_other_tools(home: Path) -> None:
    assert names(".") == ["b.json", "a/c.JSON", "a/deep/d.json", "extension"]
    assert [found.is_folder for found in resolve(".", lambda _: True)] == [False, False, False, True]


def test_a_folder_of_something_else_is_walked_too(home: Path) -> None:
    found = list(resolve("extension", lambda _: False))
    assert [str(each.path) for each in found] == ["extension/card.json", "extension/manifest.json"]


def test_a_pattern_matches_each_file_once(home: Path) -> None:
    assert names("a/**/*.json") == ["a/deep/d.json"]
    assert len(names("**")) == len(set(names("**")))
    assert names("[ab].json") == ["b.json"]


def test_a_file_with_the_characters_of_a_pattern_is_that_file(home: Path) -> None:
    (home / "[ab].json").write_text("{}")
    assert list(resolve("[ab].json", lambda _: True)) == [Input(Path("[ab].json"))]


@pytest.mark.parametrize("path", ["missing.json", "missing/*.json", "", "nul\0.json"])
def test_what_does_not_exist_is_an_error(home: Path, path: str) -> None:
    with pytest.raises(NoSuchPathError):
        list(resolve(path, lambda _: True))


def test_links_out_of_the_folder_and_circles_are_not_followed(
    home: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    outside = tmp_path_factory.mktemp("outside")
    (outside / "secret.json").write_text("{}")
    (home / "a" / "link.json").symlink_to(outside / "secret.json")
    (home / "a" / "folder").symlink_to(outside)
    (home / "a" / "circle").symlink_to(home)
    (home / "a" / "loop.json").symlink_to(home / "a" / "loop.json")
    (home / "a" / "inside.json").symlink_to("deep/d.json")
    assert names("a") == ["a/c.JSON", "a/inside.json", "a/deep/d.json"]
