"""Folders of pictures, with files that cannot be read and files that are skipped."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from facetry.demo import pictures

SKIPPED: Final = {"IMG_0042.CR3": b"raw", "harbour.mp4": b"video", "scan.tif": b"II*\0", "notes.txt": b"text"}


def paint(folder: Path, count: int, seed: int = 1) -> list[Path]:
    """Write some pictures into a new folder."""
    return pictures.paint(folder, count, seed)


def add_other_files(folder: Path) -> None:
    """Add a truncated picture, and files of several kinds that are no pictures."""
    whole = next(folder.glob("*.jpg")).read_bytes()
    (folder / "tern.jpg").write_bytes(whole[: len(whole) // 2])
    for name, content in SKIPPED.items():
        (folder / name).write_bytes(content)
