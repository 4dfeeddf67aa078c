"""Findings: the errors and warnings of a validation, as values that can be reported together."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from facetry.errors import Fault, FaultKind
from facetry.schema import edits
from facetry.schema.edits import Edit
from facetry.schema.violations import Violation


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One error in a document, or, with the level `warning`, a probable mistake. The members are those of a `Fault`;
    `pointer` is a JSON Pointer into the document.

    With `on_key` the finding is about the name of the member at `pointer`, not about its value. `offset` and
    `length` are the place in bytes of a fault in a text that is not strict JSON. `edit` mends the finding safely.
    """

    rule: str
    pointer: str
    detail: str
    level: Literal["error", "warning"] = "error"
    value: str | None = None
    remedy: str | None = None
    on_key: bool = False
    offset: int | None = None
    length: int = 0
    edit: Edit | None = None

    @property
    def fault(self) -> Fault:
        """The fault that refuses a request because of this finding."""
        return Fault(
            kind=FaultKind.BAD_PARAMETER,
            rule=self.rule,
            detail=self.detail,
            pointer=self.pointer,
            value=self.value,
            remedy=self.remedy,
        )


def finding_of(fault: Fault, prefix: str = "") -> Finding:
    """A fault as a finding; `prefix` is put in front of its pointer. A violation keeps its edit."""
    violation = fault if isinstance(fault, Violation) else None
    finding = Finding(
        rule=fault.rule,
        pointer=fault.pointer or "",
        detail=fault.detail,
        value=fault.value,
        remedy=fault.remedy,
        on_key=violation is not None and violation.on_key,
        edit=None if violation is None else violation.edit,
    )
    return below(finding, prefix) if prefix else finding


def below(finding: Finding, prefix: str) -> Finding:
    """The finding on a part as a finding on the whole document, in which the part stands at the pointer `prefix`."""
    edit = None if finding.edit is None else edits.below(finding.edit, prefix)
    return replace(finding, pointer=prefix + finding.pointer, edit=edit)


def without_conflicts(found: Iterable[Finding]) -> list[Finding]:
    """The findings, without the edits that add a member that another edit makes of a misspelt one."""
    findings = list(found)
    renamed = {
        (finding.edit.pointer.rpartition("/")[0], finding.edit.name)
        for finding in findings
        if isinstance(finding.edit, edits.RenameKey)
    }
    return [
        replace(finding, edit=None)
        if isinstance(finding.edit, edits.AddMember) and (finding.edit.pointer, finding.edit.name) in renamed
        else finding
        for finding in findings
    ]


def fault_in_text(fault: Fault, *, pointer: str, label: str) -> Fault:
    """A fault of a document that is a text at `pointer` of a request body. Its detail names the place in the document,
    which messages call `label`.
    """
    if fault.rule.startswith("json."):
        return replace(fault, pointer=pointer)  # the detail has line and column
    detail = f"{fault.detail} The fault is at {fault.pointer or 'the root'} of the {label}."
    return replace(fault, detail=detail, pointer=pointer)
