"""The pages of the rules below `/docs/rules/`: what a rule means that a problem document or a finding names.

They are made from the rule catalogue when they are first read. They have no script and load nothing but their style.
"""

from collections.abc import Iterator
from functools import cache
from html import escape
from typing import Any, Final

from facetry import rules
from facetry.errors import RULE_PAGES as INDEX
from facetry.http.documents.document_replies import document_reply, page_headers
from facetry.http.reply import Reply

STYLE: Final = "/docs/rules.css"
_HEADERS: Final = page_headers("style-src 'self'; img-src 'self'")
_HTML: Final = "text/html; charset=utf-8"
_CSS: Final = """\
:root {
  color-scheme: light dark;
  --text: #1d2329; --quiet: #57606a; --page: #ffffff; --box: #f4f6f8; --line: #d5dae0; --link: #0b62c4;
  --wrong: #b3261e; --right: #1a7f37;
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #e3e7eb; --quiet: #9aa4ae; --page: #14181c; --box: #1e2429; --line: #37404a; --link: #78b6ff;
    --wrong: #ff8a80; --right: #6fd08c;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; max-width: 46rem; padding: 1.5rem 1rem 4rem; background: var(--page); color: var(--text);
  font: 1rem/1.55 system-ui, sans-serif;
}
a { color: var(--link); }
nav { color: var(--quiet); font-size: 0.9rem; }
h1 { margin: 1rem 0 0; font-size: 1.5rem; overflow-wrap: anywhere; }
h2 { margin: 2rem 0 0.5rem; font-size: 1.05rem; }
p { margin: 0.5rem 0; }
.title { font-size: 1.15rem; }
.level { color: var(--quiet); }
.wrong { color: var(--wrong); }
.right { color: var(--right); }
code, pre { font-family: ui-monospace, monospace; font-size: 0.9rem; }
h1 code { font-size: inherit; }
pre {
  margin: 0.5rem 0; padding: 0.75rem 1rem; overflow-x: auto; background: var(--box); border: 1px solid var(--line);
}
table { width: 100%; border-collapse: collapse; }
td { padding: 0.3rem 1rem 0.3rem 0; border-top: 1px solid var(--line); vertical-align: top; }
@media (min-width: 40rem) { td:first-child { white-space: nowrap; } }
@media (max-width: 40rem) { td { overflow-wrap: anywhere; } }
"""
_PAGE: Final = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="icon" type="image/png" href="../favicon-32x32.png">
<link rel="stylesheet" href="../rules.css">
</head>
<body>
<nav><a href="../">API</a> · <a href="./">All rules</a></nav>
{body}
</body>
</html>
"""


def find_reply(raw_path: bytes) -> Reply | None:
    """The page at an address; None when there is none."""
    address = raw_path.decode("latin-1")
    if address == INDEX.removesuffix("/"):
        return Reply(status=307, media_type="text/plain; charset=utf-8", headers=(("Location", "rules/"), _HEADERS[0]))
    if address == STYLE:
        return _style()
    if not address.startswith(INDEX):
        return None
    if address == INDEX:
        return _index()
    identifier = address.removeprefix(INDEX)
    return _page(identifier) if identifier in rules.identifiers() else None


def remedy(raw_path: bytes) -> str | None:
    """What to do when there is no page at an address below those of the rules; None for any other address."""
    if not raw_path.startswith(INDEX.encode()):
        return None
    return rules.suggestion(raw_path.decode("latin-1").removeprefix(INDEX)) or f"See {INDEX} for all rules."


@cache
def _style() -> Reply:
    return _reply(_CSS, "text/css; charset=utf-8")


@cache
def _index() -> Reply:
    return _reply(_PAGE.format(title="Rules", body="\n".join(_index_lines())), _HTML)


@cache
def _page(identifier: str) -> Reply:
    rule = rules.rule(identifier)
    return _reply(_PAGE.format(title=escape(f"{rule.id}: {rule.title}"), body="\n".join(_rule_lines(rule))), _HTML)


def _reply(text: str, media_type: str) -> Reply:
    return document_reply(text.encode(), media_type, _HEADERS)


def _index_lines() -> Iterator[str]:
    yield "<h1>Rules</h1>"
    yield "<p>Each refusal names the rule that was broken. The page of a rule says why it exists and what to do.</p>"
    listed = rules.rules().values()
    for group in rules.groups():
        yield f'<h2 id="{group.name}">{escape(group.title)}</h2>'
        yield f"<p>{_prose(group.summary)}</p>"
        yield "<table>"
        for rule in listed:
            if rule.group == group.name:
                note = ' <span class="level">(warning)</span>' if rule.level == "warning" else ""
                link = f'<a href="{rule.id}"><code>{rule.id}</code></a>'
                yield f"<tr><td>{link}</td><td>{escape(rule.title)}{note}</td></tr>"
        yield "</table>"


def _rule_lines(rule: rules.Rule) -> Iterator[str]:
    yield f"<h1><code>{rule.id}</code></h1>"
    yield f'<p class="title">{escape(rule.title)} <span class="level">({rule.level})</span></p>'
    yield f"<p>{_prose(rule.explanation)}</p>"
    yield "<h2>What to do</h2>"
    yield f"<p>{_prose(rule.remedy)}</p>"
    if rule.example is not None:
        yield from _example_lines(rule.example, "wrong", rule.example.bad)
        yield from _example_lines(rule.example, "right", rule.example.good)
    yield "<h2>Where it comes from</h2>"
    if rule.source is not None:
        yield f"<p>The interface: “{_prose(rule.source)}”</p>"
    if rule.decision is not None:
        yield f"<p>Decision {rule.decision}, in specs/DECISIONS.md of Facetry.</p>"


def _example_lines(example: rules.Example, word: str, part: Any) -> Iterator[str]:
    place = f", at <code>{escape(example.at)}</code>" if example.at else ""
    yield f'<h2><span class="{word}">{word.capitalize()}</span> in {rules.DOCUMENTS[example.document]}{place}</h2>'
    yield f"<pre><code>{escape(rules.example_text(example.document, part).rstrip())}</code></pre>"


def _prose(text: str) -> str:
    """The text as HTML; what is between backticks becomes code."""
    parts = escape(text).split("`")
    parts[1::2] = [f"<code>{part}</code>" for part in parts[1::2]]
    return "".join(parts)
