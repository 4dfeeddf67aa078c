"""`facetry explain`: what a rule means, why it exists and what to do, from the rule catalogue. It needs no network."""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import textwrap
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final

from facetry.cli.colours import is_coloured
from facetry.cli.opening import CommandError

if TYPE_CHECKING:
    from facetry.rules import Rule

MAX_COLUMNS: Final = 100
_INDENT: Final = "  "


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    parser = commands.add_parser(
        "explain",
        help="explain a rule that a document or request breaks",
        description="Explain a rule: why it exists, what to do, and an example. Without RULE, list all rules.",
        epilog="exit codes: 0 explained, 2 there is no such rule",
    )
    parser.add_argument(
        "rule",
        nargs="?",
        metavar="RULE",
        help="a rule, such as manifest.capability, or its first word to list the rules that begin with it",
    )
    parser.add_argument("--format", choices=("text", "json"), default="text", help="how to print it (default: text)")
    parser.set_defaults(run=_explain)


def _explain(arguments: argparse.Namespace) -> int:
    from facetry import rules

    word: str | None = arguments.rule
    listed = [rule for rule in rules.rules().values() if word is None or rule.id.startswith(f"{word}.")]
    if word is not None and word in rules.identifiers():
        rule = rules.rule(word)
        print(_json(rules.as_json(rule)) if arguments.format == "json" else "\n".join(_lines(rule)))
    elif listed:
        if arguments.format == "json":
            print(_json([rules.as_json(rule) for rule in listed]))
        else:
            print("\n".join(_list_lines(listed)))
    else:
        from facetry.errors import printable_text

        suggestion = rules.suggestion(word or "") or "`facetry explain` lists all rules."
        raise CommandError(f"there is no rule {printable_text(word or '')}. {suggestion}", code=2)
    return 0


def _lines(rule: Rule) -> Iterator[str]:
    """The text about one rule."""
    from facetry.rules import DOCUMENTS, example_text

    yield f"{_strong(rule.id)} ({rule.level})"
    yield rule.title
    yield ""
    yield from _paragraph(rule.explanation)
    yield ""
    yield _strong("What to do")
    yield from _paragraph(rule.remedy)
    if rule.example is not None:
        place = f", at {rule.example.at}" if rule.example.at else ""
        for word, part in (("Wrong", rule.example.bad), ("Right", rule.example.good)):
            yield ""
            yield _strong(f"{word} in {DOCUMENTS[rule.example.document]}{place}")
            yield from ((_INDENT + line).rstrip() for line in example_text(rule.example.document, part).splitlines())
    elif rule.without_example is not None:
        yield ""
        yield _strong("No example")
        yield from _paragraph(rule.without_example)
    yield ""
    yield _strong("Where it comes from")
    if rule.source is not None:
        yield from _paragraph(f"The interface says: {rule.source}")
    if rule.decision is not None:
        yield from _paragraph(f"Decision {rule.decision}, in specs/DECISIONS.md of Facetry.")


def _list_lines(listed: Iterable[Rule]) -> Iterator[str]:
    """The rules with their titles, under the titles of their groups."""
    from facetry import rules

    listed = list(listed)
    width = max(len(rule.id) for rule in listed)
    for group in rules.groups():
        members = [rule for rule in listed if rule.group == group.name]
        if members:
            yield _strong(group.title)
            for rule in members:
                yield f"{_INDENT}{rule.id:<{width}}  {rule.title}{' (warning)' if rule.level == 'warning' else ''}"
            yield ""
    yield "To read about one of them: facetry explain RULE"


def _paragraph(text: str) -> list[str]:
    columns = min(shutil.get_terminal_size().columns, MAX_COLUMNS)
    return textwrap.wrap(
        text, columns, initial_indent=_INDENT, subsequent_indent=_INDENT, break_long_words=False, break_on_hyphens=False
    )


def _strong(text: str) -> str:
    return f"\x1b[1m{text}\x1b[0m" if is_coloured(sys.stdout) else text


def _json(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)
