"""Options of a run: its form, the folder for data, and the versions of Facetry that are compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Protocol, TypeVar

from bench.versions import Version

_T = TypeVar("_T")


class Form(Enum):
    """How much a bench measures. SMOKE only shows that its code runs; its figures mean nothing."""

    SMOKE = "smoke"
    SHORT = "short"
    LONG = "long"


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a run.

    `data` is the folder for generated data, which later runs reuse. `versions` has this checkout, and behind it the
    older one that is compared with it, if any.
    """

    form: Form
    data: Path
    versions: Sequence[Version]

    def choose(self, smoke: _T, short: _T, long: _T) -> _T:
        """The value for the form of this run."""
        return {Form.SMOKE: smoke, Form.SHORT: short, Form.LONG: long}[self.form]

    def rounds(self, short: int, long: int) -> range:
        """The numbers of the rounds. Round 0 only warms up; the form SMOKE has a single round, which counts."""
        return self.choose(range(1, 2), range(short + 1), range(long + 1))

    @property
    def versions_with_vectors(self) -> Sequence[Version]:
        """The versions that the benches with vectors compare.

        A smoke run has too few vectors for an index, for which the benches of older versions wait. It compares only
        versions that share their libraries with this checkout.
        """
        digest = self.versions[0].vector_digest()
        return [each for each in self.versions if not self.is_smoke or each.vector_digest() == digest]

    @property
    def is_smoke(self) -> bool:
        """Whether the figures of this run mean nothing."""
        return self.form is Form.SMOKE


class Bench(Protocol):
    """Measures, prints and records figures, and returns whether its targets were met."""

    def __call__(self, options: Options) -> bool: ...
