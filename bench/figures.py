"""Figures: medians, percentiles, text tables, and records as lines of JSON."""

from __future__ import annotations

import json
import math
import statistics
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

REPORTS: Final = Path(__file__).resolve().parent.parent / "reports"

_folders: Final = [REPORTS]

Figure = str | float | int | None


def median(values: Sequence[float]) -> float:
    """The median."""
    return statistics.median(values)


def percentile(values: Sequence[float], percent: float) -> float:
    """The value that `percent` of all values do not exceed (nearest rank)."""
    return sorted(values)[max(0, math.ceil(len(values) * percent / 100) - 1)]


def table(headings: Sequence[str], rows: Sequence[Sequence[Figure]]) -> str:
    """A text table with aligned columns: the first is left-aligned, the others are right-aligned."""
    cells = [list(headings), *([_cell(value) for value in row] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return "\n".join(
        "  ".join(
            [row[0].ljust(widths[0]), *(text.rjust(width) for text, width in zip(row[1:], widths[1:], strict=True))]
        )
        for row in cells
    )


def _cell(value: Figure) -> str:
    if value is None:
        return "–"
    if isinstance(value, str):
        return value
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


def reports_folder(other: Path | None = None) -> Path:
    """The folder for records, which is made. With `other`, this process uses that one from now on."""
    if other is not None:
        _folders.append(other)
    _folders[-1].mkdir(parents=True, exist_ok=True)
    return _folders[-1]


def record(bench: str, figures: Mapping[str, Figure]) -> None:
    """Append one line to `bench.jsonl` in the folder for records."""
    line = {"bench": bench, "time": int(time.time() * 1000), **figures}
    with (reports_folder() / "bench.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps(line, ensure_ascii=False) + "\n")
