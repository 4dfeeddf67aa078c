"""Conditions: a file is what was recorded by its version or by its bytes, also when the record changes meanwhile."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from facetry.errors import FaultError
from facetry.library.file_stores.file_store import FileCondition, RecordedContent
from facetry.library.file_stores.folder.atomic_files import Folder
from facetry.library.file_stores.folder.conditions import confirm, verified_version
from facetry.system.files.chosen_folders import ChosenFolder
from facetry.system.files.file_versions import version_of

NOTHING: Any = None
"""Stands for the connection, which these conditions do not use."""


class Rows:
    """Stands for the store, whose rows change between two looks."""

    def __init__(self, recorded: RecordedContent) -> None:
        self.recorded = recorded
        self.condition = FileCondition(lambda _: self.recorded)

    def read_now(self, query: Any) -> Any:
        return query(NOTHING)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Folder]:
    descriptor = os.open(tmp_path, os.O_RDONLY | os.O_DIRECTORY)
    yield Folder(ChosenFolder(str(tmp_path)), (), descriptor)
    os.close(descriptor)


@pytest.mark.parametrize("is_settled", [True, False])
def test_a_scan_that_is_not_sure_of_the_file_meanwhile_refuses_nothing(
    tmp_path: Path, folder: Folder, is_settled: bool
) -> None:
    (tmp_path / "a.png").write_bytes(b"picture")
    version = version_of((tmp_path / "a.png").stat(), folder.descriptor)
    unsure = version._replace(changed_ns=version.changed_ns - 1)
    content = hashlib.sha256(b"picture").digest()
    rows: Any = Rows(RecordedContent(content, (version if is_settled else unsure,)))
    verified = verified_version(rows, folder, "a.png", rows.condition)
    assert verified == (None if is_settled else version)
    rows.recorded = RecordedContent(content, (unsure,))
    assert confirm(NOTHING, folder, "a.png", verified, rows.condition) == version


def test_other_bytes_of_the_same_size_are_refused(tmp_path: Path, folder: Folder) -> None:
    (tmp_path / "a.png").write_bytes(b"another")
    version = version_of((tmp_path / "a.png").stat(), folder.descriptor)
    unsure = version._replace(changed_ns=version.changed_ns - 1)
    rows: Any = Rows(RecordedContent(hashlib.sha256(b"picture").digest(), (unsure,)))
    verified = verified_version(rows, folder, "a.png", rows.condition)
    assert verified is None
    with pytest.raises(FaultError) as error:
        confirm(NOTHING, folder, "a.png", verified, rows.condition)
    assert error.value.fault.rule == "image.file-changed"
