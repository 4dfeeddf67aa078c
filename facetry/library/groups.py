"""Groups: images that a criterion singles out, and that are found all at once rather than image by image."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Select, not_


@dataclass(frozen=True, slots=True)
class Group:
    """Some images, in two ways: `keys` gives the keys of all of them, once each; `holds` tells of a row of `image`
    whether it is one. With `is_excluded` it is the others that are asked for.
    """

    keys: Select[Any]
    holds: ColumnElement[bool]
    is_excluded: bool = False

    @property
    def probe(self) -> ColumnElement[bool]:
        """The condition on a row of `image`, for where few rows are looked at."""
        return not_(self.holds) if self.is_excluded else self.holds
