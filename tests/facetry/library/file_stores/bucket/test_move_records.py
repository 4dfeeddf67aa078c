"""Records of moves: they last as long as a move, and longer if it does not end."""

from __future__ import annotations

from pathlib import Path

import pytest

from facetry.library.file_stores.bucket.move_records import MoveRecords, UnfinishedMoveError

ROOT = "s3://pictures"


def interrupted(folder: Path, root: str = ROOT) -> list[tuple[str, str, str]]:
    return [(record.old, record.new, record.etag) for record in MoveRecords(folder).interrupted(root)]


def test_a_move_that_ends_or_fails_leaves_no_record(tmp_path: Path) -> None:
    records = MoveRecords(tmp_path / "moves")
    with records.moving(ROOT, "a", "b", "1"):
        assert interrupted(tmp_path / "moves") == []  # it runs
    with pytest.raises(KeyError), records.moving(ROOT, "a", "b", "1"):
        raise KeyError
    assert list((tmp_path / "moves").iterdir()) == []


def test_an_unfinished_move_stays_until_it_is_completed(tmp_path: Path) -> None:
    folder = tmp_path / "moves"
    with pytest.raises(UnfinishedMoveError), MoveRecords(folder).moving(ROOT, "a", "b", "1"):
        raise UnfinishedMoveError
    assert interrupted(folder, "s3://other") == []
    moves = MoveRecords(folder).interrupted(ROOT)
    assert next(moves).old == "a"
    del moves  # completing it failed
    assert interrupted(folder) == [("a", "b", "1")]
    assert interrupted(folder) == []


def test_a_record_that_was_not_written_completely_is_removed(tmp_path: Path) -> None:
    (tmp_path / "move-1").write_text('{"root": "s3://pic')
    assert interrupted(tmp_path) == []
    assert list(tmp_path.iterdir()) == []
    assert interrupted(tmp_path / "missing") == []
