"""What the processes of one service share in memory, besides what they have inherited."""

from __future__ import annotations

from collections.abc import MutableSequence
from dataclasses import dataclass

from facetry.library.credentials.ending_time import NUMBERS as ENDING_NUMBERS
from facetry.store.engines.sqlite.integrity.state import FILE_NUMBERS
from facetry.system.shared_numbers import shared_numbers


@dataclass(frozen=True, slots=True)
class SharedState:
    """Numbers that the processes of a service share. The process with the writer changes them."""

    files: MutableSequence[int]
    """About the files of the database."""
    ended_credentials: MutableSequence[int]
    """One number: how many keys and sessions have ended."""
    ending_time: MutableSequence[int]
    """About the time by which keys and sessions end."""

    @classmethod
    def create(cls) -> SharedState:
        """New numbers. Only processes that are forked afterwards share them."""
        return cls(shared_numbers(FILE_NUMBERS), shared_numbers(1), shared_numbers(ENDING_NUMBERS))
