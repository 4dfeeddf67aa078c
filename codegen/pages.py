"""Pages of docs/ that are made from templates in specs/pages and from the schemas.

A template is Markdown. A line that is a directive alone is replaced:

- `{{members KEY}}`: the table of members of a schema, a component or a file of views such as `views/card`
- `{{element TYPE}}`: the section of a view element: description, members, example and rendering
- `{{elements}}`: the table of all view elements with links
- `{{topics COMPONENT}}`: the table of the topics that a component lists
- `{{file PATH}}`: a file of the repository as a block of code
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from codegen.header import NOTICE
from codegen.model import Description
from codegen.page_members import VIEWS, Anchors, compact_json, member_table, schema_of

FOLDER = "pages"
ELEMENTS = f"{VIEWS}elements/"
RENDERINGS = f"{FOLDER}/views"
"""The rendering of the example of each element, which the tests of the renderer write and compare."""
NAMES = ("members", "element", "elements", "topics", "file")
_DIRECTIVE = re.compile(r"\{\{([\w-]+)(?: (\S+))?\}\}")
_LANGUAGES = {".json": "json", ".py": "python", ".ts": "typescript"}


@dataclass(frozen=True, slots=True)
class Directive:
    """A directive of a template, and the link to the heading above it."""

    page: str
    line: int
    name: str
    argument: str
    heading: str

    @property
    def key(self) -> str | None:
        """The key of the schema that it shows."""
        if self.name == "element":
            return ELEMENTS + self.argument
        return self.argument if self.name in ("members", "topics") else None


def templates(description: Description) -> list[Path]:
    """The templates, sorted by name."""
    return sorted((description.bundle.root / FOLDER).glob("*.md"))


def directives(description: Description) -> Iterator[Directive]:
    """The directives of all templates, in order."""
    for template in templates(description):
        heading = ""
        for number, line in enumerate(template.read_text(encoding="utf-8").splitlines(), 1):
            if re.match(r"#+ ", line):
                heading = anchor(line.lstrip("#").strip())
            if match := _DIRECTIVE.fullmatch(line):
                below = match[2] if match[1] == "element" else heading
                yield Directive(template.name, number, match[1], match[2] or "", below)


def anchor(heading: str) -> str:
    """The anchor of a heading, as links use it."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def render(description: Description, page: str) -> str:
    """The page of a template; empty in a source without the template."""
    template = description.bundle.root / FOLDER / page
    found = [each for each in directives(description) if each.key is not None]
    anchors = {str(each.key): f"{'' if each.page == page else each.page}#{each.heading}" for each in found}
    lines = template.read_text(encoding="utf-8").splitlines() if template.exists() else []
    parts = []
    for line in lines:
        match = _DIRECTIVE.fullmatch(line)
        parts.append(line if match is None else _expand(description, match[1], match[2] or "", anchors))
    return f"<!-- {NOTICE} -->\n" + "\n".join(parts) + "\n"


def _expand(description: Description, name: str, argument: str, anchors: Anchors) -> str:
    match name:
        case "members":
            return member_table(description, argument, anchors)
        case "element":
            return _element(description, argument, anchors)
        case "elements":
            return _elements(description, anchors)
        case "topics":
            return _topics(description, argument)
        case _:
            text = (description.bundle.root.parent / argument).read_text(encoding="utf-8").rstrip("\n")
            return f"```{_LANGUAGES.get(PurePosixPath(argument).suffix, 'text')}\n{text}\n```"


def _element(description: Description, type: str, anchors: Anchors) -> str:
    schema = schema_of(description, ELEMENTS + type) or {}
    rendering = (description.bundle.root / RENDERINGS / f"{type}.txt").read_text(encoding="utf-8").rstrip("\n")
    return "\n\n".join(
        (
            f"### `{type}`",
            schema["description"],
            member_table(description, ELEMENTS + type, anchors),
            f"```json\n{compact_json(schema['examples'][0])}\n```",
            f"```text\n{rendering}\n```",
        )
    )


def _elements(description: Description, anchors: Anchors) -> str:
    rows = ["| type | shows |", "|---|---|"]
    for key in sorted(key for key in anchors if key.startswith(ELEMENTS)):
        schema = schema_of(description, key) or {}
        rows.append(f"| [`{key.removeprefix(ELEMENTS)}`]({anchors[key]}) | {schema['description']} |")
    return "\n".join(rows)


def _topics(description: Description, component: str) -> str:
    meanings = {topic.name: topic.meaning for topic in description.topics}
    names = (schema_of(description, component) or {}).get("enum", ())
    rows = [f"| `{name}` | {meanings.get(name, 'No event has this topic.')} |" for name in names]
    return "\n".join(["| topic | event |", "|---|---|", *rows])
