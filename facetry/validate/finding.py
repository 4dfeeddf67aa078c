"""Findings: the errors and warnings of a validation, as values that can be reported together."""

from dataclasses import dataclass
from typing import Literal

from facetry.errors import Fault, FaultKind
from facetry.validate.edits import Edit


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One error in a document, or, with the level `warning`, a probable mistake. The members are those of a `Fault`;
    `pointer` is a JSON Pointer into the document.

    With `on_key` the finding is about the name of the member at `pointer`, not about its value. `offset` is the place
    in bytes of a fault in a text that is not JSON. `edit` mends the finding safely.
    """

    rule: str
    pointer: str
    detail: str
    level: Literal["error", "warning"] = "error"
    value: str | None = None
    remedy: str | None = None
    on_key: bool = False
    offset: int | None = None
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
    """A fault as a finding; `prefix` is put in front of its pointer."""
    return Finding(
        rule=fault.rule,
        pointer=prefix + (fault.pointer or ""),
        detail=fault.detail,
        value=fault.value,
        remedy=fault.remedy,
    )
