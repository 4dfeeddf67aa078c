"""Fixed files: written whole, with their mode, and never through a link out of the folder."""

from pathlib import Path

import pytest

from facetry.validate.files.differences import unified_diff
from facetry.validate.files.writing import WriteError, replace_text


def test_the_mode_stays_and_no_temporary_file_is_left(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(b"old")
    path.chmod(0o640)
    replace_text(path, b"old", b"new", tmp_path)
    assert (path.read_bytes(), path.stat().st_mode & 0o777) == (b"new", 0o640)
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_inside_of_the_folder_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real.json").write_bytes(b"old")
    (tmp_path / "link.json").symlink_to("real.json")
    replace_text(tmp_path / "link.json", b"old", b"new", tmp_path)
    assert (tmp_path / "link.json").is_symlink()
    assert (tmp_path / "real.json").read_bytes() == b"new"


def test_a_link_out_of_the_folder_is_not_written(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "outside.json").write_bytes(b"old")
    (tmp_path / "folder" / "link.json").symlink_to("../outside.json")
    with pytest.raises(WriteError, match="outside of the folder"):
        replace_text(tmp_path / "folder" / "link.json", b"old", b"new", tmp_path / "folder")
    assert (tmp_path / "outside.json").read_bytes() == b"old"


def test_a_file_that_has_changed_or_is_gone_is_not_written(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes(b"newer")
    with pytest.raises(WriteError, match="has changed"):
        replace_text(tmp_path / "a.json", b"old", b"new", tmp_path)
    with pytest.raises(WriteError):
        replace_text(tmp_path / "gone.json", b"old", b"new", tmp_path)
    assert (tmp_path / "a.json").read_bytes() == b"newer"


def test_a_file_of_two_names_is_written_once(tmp_path: Path) -> None:
    (tmp_path / "real.json").write_bytes(b"old")
    (tmp_path / "link.json").symlink_to("real.json")
    for name in ("real.json", "link.json"):
        replace_text(tmp_path / name, b"old", b"new", tmp_path)
    assert (tmp_path / "real.json").read_bytes() == b"new"


def test_a_difference_shows_what_git_would_apply() -> None:
    shown = unified_diff("a.json", b'{\n  "a": 1,\n}', b'{\n  "a": 1\n}')
    assert shown == (
        '--- a/a.json\n+++ b/a.json\n@@ -1,3 +1,3 @@\n {\n-  "a": 1,\n+  "a": 1\n }\n\\ No newline at end of file\n'
    )


def test_control_characters_in_a_difference_are_shown() -> None:
    shown = unified_diff("\x1b[2J\n.json", b"\xef\xbb\xbf{}\r\n\x1b]0;x\x07", b"{}\r\n\x1b]0;x\x07")
    assert "\x1b" not in shown
    assert "\x07" not in shown
    assert shown.splitlines()[0] == "--- a/\\x1b[2J\\x0a.json"
    assert "-\\ufeff{}" in shown
