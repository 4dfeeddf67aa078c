"""The description, as contract tests read it, and the paths of the files behind it."""

from pathlib import Path
from typing import Final

from facetry.contract.description import JSON, Operation, document, every_scope, operations, resolved

ROOT: Final = Path(__file__).resolve().parents[2]
DESCRIPTION: Final = ROOT / "generated" / "openapi.json"
EVENTS: Final = ROOT / "generated" / "asyncapi.json"

__all__ = ["DESCRIPTION", "EVENTS", "JSON", "ROOT", "Operation", "document", "every_scope", "operations", "resolved"]
