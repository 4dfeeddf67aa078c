"""Care: how extensions are run and fed, as the operator wishes."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from facetry.events.delivery_types import Bounds
from facetry.extensions.crashes import Habits


@dataclass(frozen=True, slots=True)
class Care:
    """Wishes: habits about programs, bounds on what they are sent, and how many days the log remembers."""

    habits: Habits = field(default_factory=Habits)
    bounds: Bounds = field(default_factory=Bounds)
    log_days: float = 7.0
    hidden: Path | None = None
    """A folder that programs shall not look into, but for their own in it; they write nowhere else then."""
