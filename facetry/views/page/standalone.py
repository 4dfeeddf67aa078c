"""One page of HTML with view documents and their renderer. It loads nothing, and runs no other script."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, Final

_START: Final = """
const status = document.getElementById("status");
addEventListener("facetry-action", (event) => {
  status.hidden = false;
  status.textContent = `This page runs no commands: ${event.detail.commandId}`;
});
const documents = JSON.parse(document.getElementById("documents").textContent);
for (const [index, view] of document.querySelectorAll("facetry-view").entries()) view.document = documents[index];
"""
_STYLE: Final = """
:root { color-scheme: light dark; }
body {
  max-width: 48rem; margin: 0 auto; padding: 1.5rem 1rem; font: 1rem/1.5 system-ui, sans-serif;
  color: light-dark(#1c1e21, #e6e8ea); background: light-dark(#fff, #15181c);
}
h2 { margin: 2rem 0 0.5rem; font-size: 0.9rem; font-weight: 600; overflow-wrap: anywhere; }
section:first-of-type h2 { margin-top: 0; }
#status {
  position: fixed; inset: auto 1rem 1rem; max-width: 46rem; margin: 0 auto; padding: 0.6rem 1rem; border-radius: 0.4rem;
  color: light-dark(#fff, #15181c); background: light-dark(#1c1e21, #e6e8ea); overflow-wrap: anywhere;
}
"""
_ENDS_OF_SCRIPTS: Final = ("</script", "<!--")


@dataclass(frozen=True, slots=True)
class NamedDocument:
    """A valid view document, and the name that stands above it if there are several."""

    name: str
    value: Any


def html_page(documents: Sequence[NamedDocument], renderer: str) -> str:
    """The page. `renderer` is the script that defines `<facetry-view>`.

    The policy of the page allows this one script by its hash, and pictures that are part of the documents. It allows
    inline styles, because the frames of `html` elements inherit it.
    """
    script = f"{renderer}\n{_START}"
    if any(end in script.lower() for end in _ENDS_OF_SCRIPTS):
        raise ValueError("the renderer cannot be part of a page")
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src 'unsafe-inline'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    views = "\n".join(_section(document, has_name=len(documents) > 1) for document in documents)
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>{escape(_title(documents))}</title>
<style>{_STYLE}</style>
</head>
<body>
<main>
{views}
</main>
<p id="status" role="status" hidden></p>
<script type="application/json" id="documents">{_embedded([document.value for document in documents])}</script>
<script type="module">{script}</script>
</body>
</html>
"""


def _section(document: NamedDocument, *, has_name: bool) -> str:
    name = f"<h2>{escape(document.name)}</h2>" if has_name else ""
    return f"<section>{name}<facetry-view></facetry-view></section>"


def _title(documents: Sequence[NamedDocument]) -> str:
    title = documents[0].value.get("title") if len(documents) == 1 else None
    return title if isinstance(title, str) and title else "View documents"


def _embedded(values: list[Any]) -> str:
    """JSON in which nothing can end its script element. Lone surrogates of escapes stay escapes."""
    return json.dumps(values, separators=(",", ":")).replace("<", "\\u003c")


def _hash(script: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}"
