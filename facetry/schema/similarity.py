"""Finds the word that somebody meant: among the names or the permitted words of a schema."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from facetry.errors import MAX_VALUE_CHARACTERS

_MAX_CANDIDATES: Final = 100
_CERTAIN: Final = 0.8
"""Similarity, from 0 to 1, from which on a word is taken for a candidate without asking."""
_MAX_LENGTHENING: Final = 2
"""The most characters by which a word may be longer or shorter than the candidate that it is taken for."""
_DISTANCE: Final = 0.05
"""The least difference to the similarity of the next candidate."""


def suggest(word: str, candidates: Sequence[str]) -> str | None:
    """A remedy with the candidate most similar to `word`; None when no candidate is similar."""
    candidate = most_similar(word, candidates)
    return None if candidate is None else f"Did you mean {candidate}?"


def most_similar(word: str, candidates: Sequence[str]) -> str | None:
    """The candidate most similar to `word`; None when no candidate is similar."""
    matches = _matches(word, candidates)
    return matches[0][1] if matches else None


def certain_match(word: str, candidates: Sequence[str]) -> str | None:
    """The one candidate that `word` certainly means: it differs by letter case or separators only, or it is very
    similar, of nearly the same length, and no other candidate is nearly as similar. None when it is uncertain.
    """
    matches = _matches(word, candidates)
    if not matches or matches[0][0] < _CERTAIN or abs(len(_form(word)) - len(_form(matches[0][1]))) > _MAX_LENGTHENING:
        return None
    return matches[0][1] if len(matches) == 1 or matches[0][0] - matches[1][0] >= _DISTANCE else None


def _matches(word: str, candidates: Sequence[str]) -> list[tuple[float, str]]:
    """The two candidates most similar to `word`, with their similarities, the best one first."""
    return _compare(word[:MAX_VALUE_CHARACTERS], tuple(candidates[:_MAX_CANDIDATES]))


@lru_cache(maxsize=256)
def _compare(word: str, candidates: tuple[str, ...]) -> list[tuple[float, str]]:
    from difflib import SequenceMatcher, get_close_matches  # slow to load, and unused for valid documents

    by_form: dict[str, str] = {}
    for candidate in candidates:
        by_form.setdefault(_form(candidate), candidate)
    form = _form(word)
    found = get_close_matches(form, list(by_form), n=2)
    return [(SequenceMatcher(None, match, form).ratio(), by_form[match]) for match in found]


def _form(word: str) -> str:
    """What is compared: letters in lower case, and no separators in between."""
    return "".join(character for character in word.casefold() if character not in "-_ ") or word
