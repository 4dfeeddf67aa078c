"""What the service reads in files, and in what exiftool differs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from facetry.imaging.pool.pool import Pool
from facetry.imaging.protocol import WorkerAnswer
from tests.support.imaging.pools import LIMITS, run_with_pool
from tests.support.readers.exiftool import read_files
from tests.support.readers.judgement import Difference, differences

PATIENT: Final = replace(LIMITS, seconds=120.0)
"""Limits for a machine that is busy with other work."""


def records(root: Path, files: Sequence[Path], scratch: Path) -> dict[Path, WorkerAnswer]:
    """What the decoders of the service answer for each file beneath a folder."""

    async def use(pool: Pool) -> dict[Path, WorkerAnswer]:
        return {file: await pool.examine(str(root), file.relative_to(root).as_posix()) for file in files}

    return run_with_pool(use, scratch, PATIENT, workers=2)


def differences_from_exiftool(found: Mapping[Path, WorkerAnswer]) -> dict[Path, list[Difference]]:
    """The differences of each file that was read, if it has any."""
    files = [file for file, answer in found.items() if "rule" not in answer and "ignored" not in answer]
    readings = zip(files, read_files(files), read_files(files, has_other_encodings=True), strict=True)
    judged = {file: differences(found[file], tags, other) for file, tags, other in readings}
    return {file: each for file, each in judged.items() if each}
