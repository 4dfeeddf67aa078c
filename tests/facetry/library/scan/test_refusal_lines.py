"""Each scan that is refused is one line of the log, whether somebody or a watcher started it."""

import logging
from pathlib import Path
from typing import Any

import pytest

from tests.support.libraries.scanned_library import ScannedLibrary, run, write_picture


def refusals(caplog: pytest.LogCaptureFixture) -> list[Any]:
    """The records of refused scans."""
    return [record for record in caplog.records if getattr(record, "kind", None) == "scan.refused"]


def test_a_scan_that_would_remove_too_much_is_one_line(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        files = [write_picture(library.root / f"{seed}.png", seed) for seed in range(20)]
        await library.scan()
        assert refusals(caplog) == []
        for file in files[:15]:
            file.unlink()
        await library.scan()
        (record,) = refusals(caplog)
        assert record.levelno == logging.WARNING
        assert record.repository == library.repository.id
        assert "scan stopped" in record.getMessage()
        await library.scan(maximum_removals=15)
        assert len(refusals(caplog)) == 1

    run(tmp_path, scenario)


def test_a_refused_scan_of_a_watcher_is_one_line_until_the_reason_changes(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        files = [write_picture(library.root / f"{seed}.png", seed) for seed in range(20)]
        await library.scan()
        for file in files[:15]:
            file.unlink()
        for _ in range(3):
            await library.scans.synchronize_paths(library.repository, [file.name for file in files])
        assert len(refusals(caplog)) == 1

    run(tmp_path, scenario)
