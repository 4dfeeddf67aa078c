"""web/api/scopes.ts: what each scope grants, in a sentence for people."""

from __future__ import annotations

from codegen.model import Description
from codegen.targets.clients.typescript_types import header, literal

SCOPE = "Scope"


def render(description: Description) -> str:
    """A table of the scopes with their meanings, in the order of the description."""
    schema = description.schemas[SCOPE]
    meanings = schema.get("x-meanings", {})
    lines = "".join(f"  {literal(scope)}: {literal(meanings.get(scope, scope))},\n" for scope in schema["enum"])
    return (
        header("What each scope grants.")
        + 'import type { Scope } from "@api/models.js";\n\n'
        + "/** A sentence about each scope. */\n"
        + f"export const SCOPE_MEANINGS: Readonly<Record<Scope, string>> = {{\n{lines}}};\n"
    )
