"""Operations of published clients that this service does not have: `x-not-offered` in the description, by D127."""

from collections.abc import Mapping
from typing import Final

from facetry.errors import Fault, FaultError, FaultKind
from facetry.http.paths import PathTrie

MEMBER: Final = "x-not-offered"
"""The member of the description: the reasons, by method and path."""


class AbsentOperations:
    """Finds the reason why an operation is absent."""

    def __init__(self, reasons: Mapping[str, str]) -> None:
        """`reasons` are keyed by method and path template, for example `GET /extension/listAiModels`."""
        methods_by_path: dict[str, dict[str, str]] = {}
        for operation, reason in reasons.items():
            method, _, template = operation.partition(" ")
            methods_by_path.setdefault(template, {})[method] = reason
        self._paths: PathTrie[str] = PathTrie()
        for template, methods in methods_by_path.items():
            self._paths.add(template, methods)

    def fault(self, method: str, raw_path: bytes) -> FaultError | None:
        """501 with the reason for an absent operation; None for any other address or method."""
        match = self._paths.find(raw_path)
        reason = None if match is None else match[0].methods.get(method)
        if reason is None:
            return None
        return FaultError(
            Fault(
                kind=FaultKind.NOT_OFFERED,
                rule="route.not-offered",
                detail=reason,
                remedy="See /docs/ for the available operations.",
            )
        )
