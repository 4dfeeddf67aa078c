"""Applies the edits of findings to a text, and keeps those that mend it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from facetry.schema.edits import AddItem, AddMember, MoveMember, RemoveMember, RenameKey, ReplaceText, SetValue
from facetry.validate.finding import Finding

if TYPE_CHECKING:
    from facetry.validate.fixes.splices import Splice

MAX_ROUNDS: Final = 100
LISTED: Final = 100
"""The number of findings of one kind that a validation lists at most."""
_SYNTAX: Final = "json."

Validator = Callable[[bytes], Sequence[Finding]]


@dataclass(frozen=True, slots=True)
class FixedText:
    """A text after its fixes, and the findings that are left."""

    text: bytes
    findings: tuple[Finding, ...]
    fixed: int
    """The number of findings that are gone."""


def fix(text: bytes, validate: Validator, findings: Sequence[Finding]) -> FixedText:
    """The text with all edits that mend it, by the findings on it. An edit is kept when the text then has fewer
    findings and no new one, so a valid document stays valid. Nothing but the edits changes.
    """
    found, fixed = list(findings), 0
    for _ in range(MAX_ROUNDS):
        better = _reencoded(text, found, validate) or _edited(text, found, validate)
        if better is None:
            break
        text, found, mended = better
        fixed += mended
    return FixedText(text, tuple(found), fixed)


_STAGES: Final = ((ReplaceText,), (RenameKey,), (SetValue, MoveMember), (RemoveMember,), (AddMember, AddItem))
"""The order of the edits. A wrong name or value often has further findings, whose edits would be too much."""
_Group = tuple["Splice", ...]
"""The replacements of one edit."""
_Step = tuple[bytes, list[Finding], int]
"""A text that is better, its findings, and the number of findings that are gone."""


def _reencoded(text: bytes, found: list[Finding], validate: Validator) -> _Step | None:
    """The text in UTF-8."""
    if not _faults(found):
        return None
    from facetry.validate.syntax.encoding import as_utf8

    return _judge(text, found, as_utf8(text), validate)


def _edited(text: bytes, found: list[Finding], validate: Validator) -> _Step | None:
    """The text with edits of one stage that mend it: all of them together, or else some."""
    if all(finding.edit is None for finding in found):
        return None
    from facetry.validate.fixes.json_tree import MAX_BYTES, JsonTree
    from facetry.validate.fixes.splices import splices_of

    if len(text) > MAX_BYTES:
        return None
    tree = JsonTree(text)
    for stage in _STAGES:
        edits = [finding.edit for finding in found if isinstance(finding.edit, stage)]
        groups = [group for group in dict.fromkeys(splices_of(tree, edit) for edit in edits) if group]
        better = _best(text, found, groups, validate)
        if better is not None:
            return better
    return None


def _best(text: bytes, found: list[Finding], groups: list[_Group], validate: Validator) -> _Step | None:
    from facetry.validate.fixes.splices import apply, overlaps

    separate: list[_Group] = []
    touching: list[_Group] = []
    for group in groups:
        earlier = [splice for other in separate for splice in other]
        (touching if any(overlaps(splice, earlier) for splice in group) else separate).append(group)
    pending = [*([group] for group in reversed(touching)), separate]
    while pending:
        attempt = pending.pop()
        changed = apply(text, [splice for group in attempt for splice in group])
        better = _judge(text, found, changed, validate)
        if better is not None and better[2] >= len(attempt):
            return better
        if len(attempt) > 1:  # one of them does harm, or mends nothing: each half alone
            middle = len(attempt) // 2
            pending += [attempt[middle:], attempt[:middle]]
    return None


def _judge(text: bytes, found: list[Finding], changed: bytes, validate: Validator) -> _Step | None:
    """The changed text, if it is better. Faults of the syntax can hide all other findings: then only they count."""
    if changed == text:
        return None
    left = list(validate(changed))
    faults = _faults(found)
    if faults and len(faults) == len(found):
        remaining = _faults(left)
        is_other = bool(remaining) and _identity(remaining[0]) != _identity(faults[0])
        is_better = len(remaining) < len(faults) or (len(remaining) == len(faults) and is_other)
        return (changed, left, max(1, len(faults) - len(remaining))) if is_better else None
    if Counter(map(_identity, left)) - Counter(map(_identity, found)):
        return None  # a new finding
    mended = len(found) - len(left)
    if not mended and len(found) >= LISTED:  # others, which were not listed before, take the places
        mended = (Counter(map(_place, found)) - Counter(map(_place, left))).total()
    return (changed, left, mended) if mended > 0 else None


def _faults(findings: Sequence[Finding]) -> list[Finding]:
    return [finding for finding in findings if finding.rule.startswith(_SYNTAX)]


def _identity(finding: Finding) -> tuple[str, str, str, str | None]:
    """What stays the same when an edit moves a finding: everything but its place."""
    return finding.rule, finding.level, finding.detail, finding.value


def _place(finding: Finding) -> tuple[str, str, str | None]:
    return finding.rule, finding.pointer, finding.value
