"""Findings: what a verdict holds against a document, as values that are told all at once."""

from dataclasses import dataclass
from typing import Literal

from facetry.errors import Fault, Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that is wrong with a document, or, as a warning, that is probably not meant. The members are those of
    a `Fault`; `pointer` leads into the document.
    """

    rule: str
    pointer: str
    detail: str
    level: Literal["error", "warning"] = "error"
    value: str | None = None
    remedy: str | None = None

    @property
    def fault(self) -> Fault:
        """The refusal of a request for this."""
        return Fault(
            kind=Kind.BAD_PARAMETER,
            rule=self.rule,
            detail=self.detail,
            pointer=self.pointer,
            value=self.value,
            remedy=self.remedy,
        )


def found(fault: Fault, above: str = "") -> Finding:
    """A fault as a finding, in the part of the document that `above` leads to."""
    return Finding(
        rule=fault.rule,
        pointer=above + (fault.pointer or ""),
        detail=fault.detail,
        value=fault.value,
        remedy=fault.remedy,
    )
