"""What the evaluation of a criterion costs, for the price of a search. Costs are microseconds, measured with 100,000
images.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from facetry.schema.text_forms import folded
from facetry.store import fulltext

COSTLY: Final = 50_000.0
"""The price in microseconds from which a search is costly."""
TERM_COST: Final = 10.0
"""Cost of each value or condition in a criterion."""
STATEMENT_COST: Final = 500.0
"""Cost of each statement of a criterion that the database answers."""
# Costs of each image, feature or vector.
COMPARE_COST: Final = 0.1
"""To look for a text in a folded text, or to compare a number or a name."""
DISTANCE_COST: Final = 0.3
"""To compare two vectors or hashes."""
_POSTING_COST: Final = 0.005
"""To merge it with the rows of one trigram in the full-text index."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """The greatest keys of the rows, which are hardly greater than their numbers."""

    images: int = 0
    features: int = 0


def text_price(text: str, rows: int) -> float:
    """The price of a search for a text, without that of the pass over all texts that short ones need."""
    trigrams = len(folded(text)) - fulltext.MIN_LENGTH + 1
    return STATEMENT_COST + rows * (COMPARE_COST if trigrams < 1 else _POSTING_COST * trigrams)
