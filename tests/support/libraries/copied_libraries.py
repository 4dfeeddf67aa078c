"""Copies of libraries in tests, as the command makes them."""

from __future__ import annotations

from facetry.library.integrity.indexed_texts import texts
from facetry.store.copying.copy import CopyResult, Report, copy_library
from facetry.store.copying.places import opened_library, opened_target
from facetry.store.engine import Location


def copy(source: Location, target: Location, report: Report = lambda *_: None) -> CopyResult:
    """Copy a library."""
    with opened_library(source) as library, opened_target(target) as empty:
        return copy_library(library, empty, texts, report)
