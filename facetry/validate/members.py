"""Finds members of a manifest that its schema does not describe, and the places where they belong.

They are errors where the schema refuses them, and warnings elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from facetry.errors import printable_text
from facetry.schema.document import Document, pointer_token
from facetry.schema.edits import Edit, MoveMember, RenameKey
from facetry.schema.similarity import certain_match, most_similar, suggest
from facetry.validate.finding import Finding
from facetry.validate.manifest.shapes import Place, parents_by_name, places

MAX_WARNINGS: Final = 20
MAX_ERRORS: Final = 101
_MAX_REMEDIES: Final = 20  # searching a similar name is slow


def unknown_members(document: Document, manifest: dict[str, Any]) -> Iterator[Finding]:
    """Findings for members without a description, in the order of the manifest."""
    all_places = list(places(manifest, document))
    targets: set[str] = set()
    warnings = errors = 0
    for place in all_places:
        is_closed = place.shape.is_closed
        for name in place.value:
            if name in place.shape.members or (errors >= MAX_ERRORS if is_closed else warnings >= MAX_WARNINGS):
                continue
            errors, warnings = errors + is_closed, warnings + (not is_closed)
            remedy, edit = None, None
            if errors + warnings <= _MAX_REMEDIES:
                remedy = remedy_of(document, name, tuple(place.shape.members))
                edit = _edit(document, all_places, place, name)
            if edit is not None:
                target = edit.target if isinstance(edit, MoveMember) else f"{place.pointer}/{edit.name}"
                edit = None if target in targets else edit  # otherwise another member becomes this one
                targets.add(target)
            yield _finding(name, f"{place.pointer}/{pointer_token(name)}", remedy, edit, is_error=is_closed)


def remedy_of(document: Document, name: str, siblings: Sequence[str]) -> str | None:
    """Where a misplaced member belongs, or the most similar member: of the same object, else of another one."""
    parents = parents_by_name(document)
    if name in parents:
        return f"It belongs into {' or '.join(parents[name])}."
    if (remedy := suggest(name, siblings)) is not None:
        return remedy
    other = most_similar(name, list(parents))
    return None if other is None else f"Did you mean {other}? It belongs into {' or '.join(parents[other])}."


def _finding(name: str, pointer: str, remedy: str | None, edit: Edit | None, *, is_error: bool) -> Finding:
    effect = "Unknown members are refused here." if is_error else "It is stored, but has no effect."
    return Finding(
        rule="schema.additionalProperties" if is_error else "manifest.member",
        pointer=pointer,
        detail=f"The manifest schema does not define this member. {effect}",
        level="error" if is_error else "warning",
        value=printable_text(name),
        remedy=remedy,
        on_key=True,
        edit=edit,
    )


def _edit(document: Document, all_places: Sequence[Place], place: Place, name: str) -> RenameKey | MoveMember | None:
    """The correction of a name, or the move of the member to the only object that can have it. A member of an open
    object may be a note of the author. There the value has to be valid at its new place.
    """
    parents = parents_by_name(document)
    pointer = f"{place.pointer}/{pointer_token(name)}"
    sibling = None if name in parents else certain_match(name, list(place.shape.members))
    if sibling is not None:
        is_free = sibling not in place.value and _may_have(document, place, sibling, place, name)
        return RenameKey(pointer, sibling) if is_free else None
    known = name if name in parents else certain_match(name, list(parents))
    if known is None:
        return None
    candidates = [other for other in all_places if known in other.shape.members]
    inside = [other for other in candidates if other.pointer.startswith(f"{place.pointer}/")]
    candidates = inside or candidates
    if len(candidates) != 1 or known in candidates[0].value:
        return None
    (target,) = candidates
    return MoveMember(pointer, f"{target.pointer}/{known}") if _may_have(document, target, known, place, name) else None


def _may_have(document: Document, target: Place, member: str, place: Place, name: str) -> bool:
    schema_pointer = target.shape.members[member].schema_pointer
    return place.shape.is_closed or document.validator(schema_pointer).is_valid(place.value[name])
