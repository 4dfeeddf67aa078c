"""generated/rules.json: the rule catalogue, with a line for each group and rule. `facetry explain` reads it at each
start, so it has no white space inside a line."""

import json
from collections.abc import Mapping
from typing import Any

from codegen.model import Description

NAME = "rules.json"


def render(description: Description) -> str:
    """An object with the titles of the groups and the entries of the rules, in the order of the groups."""
    catalogue = description.bundle.rules
    places = {name: place for place, name in enumerate(catalogue.groups)}
    entries = {
        rule: {"group": catalogue.group(rule), **entry}
        for rule, entry in sorted(
            catalogue.entries.items(), key=lambda item: (places.get(catalogue.group(item[0]), -1), item[0])
        )
    }
    titles = {name: {"title": group["title"], "summary": group["summary"]} for name, group in catalogue.groups.items()}
    return f'{{\n"groups": {_lines(titles)},\n"rules": {_lines(entries)}\n}}\n'


def _lines(members: Mapping[str, Any]) -> str:
    if not members:
        return "{}"
    return "{\n" + ",\n".join(f"{_compact(name)}:{_compact(value)}" for name, value in members.items()) + "\n}"


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
