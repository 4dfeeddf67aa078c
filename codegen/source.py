"""Reads a YAML file strictly: only values that JSON has, and each key once."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import yaml

from codegen.finding import SpecError


class _Loader(yaml.SafeLoader):
    """Resolves the core types of YAML 1.2. PyYAML implements 1.1, in which `on`, `yes`, `1:30` and `2026-01-01` are not
    strings."""

    yaml_implicit_resolvers = {}  # noqa: RUF012 -- the base class declares it as a plain dict
    yaml_constructors = {  # noqa: RUF012 -- idem
        tag: constructor
        for tag, constructor in yaml.SafeLoader.yaml_constructors.items()
        if tag in {f"tag:yaml.org,2002:{name}" for name in ("null", "bool", "int", "float", "str", "seq", "map")}
        or tag is None
    }

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        if self.check_event(yaml.AliasEvent):
            mark = self.peek_event().start_mark  # type: ignore[no-untyped-call]  # the stubs leave it untyped
            raise yaml.composer.ComposerError(None, None, "an alias is not allowed; use $ref", mark)
        return super().compose_node(parent, index)

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        seen: dict[str, Any] = {}
        for key_node, value_node in node.value:
            # JSON has only string keys, so the text of a key is the key: `200:` is "200".
            if not isinstance(key_node, yaml.ScalarNode):
                raise yaml.constructor.ConstructorError(None, None, "a key must be a scalar", key_node.start_mark)
            if key_node.value in seen:
                problem = f"the key {key_node.value!r} is there twice"
                raise yaml.constructor.ConstructorError(None, None, problem, key_node.start_mark)
            seen[key_node.value] = self.construct_object(value_node, deep=deep)
        return seen


for _tag, _pattern, _first in (
    ("null", r"(?:null|~|)", [*"n~", ""]),
    ("bool", r"(?:true|false)", [*"tf"]),
    ("int", r"-?(?:0|[1-9][0-9]*)", [*"-0123456789"]),
    ("float", r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?", [*"-0123456789"]),
):
    _Loader.add_implicit_resolver(f"tag:yaml.org,2002:{_tag}", re.compile(f"{_pattern}\\Z"), _first)


def read_yaml(path: Path, name: str) -> Any:
    """The content of the file `path`; findings call the file `name`. SpecError when it is missing or malformed."""
    try:
        return yaml.load(path.read_text(encoding="utf-8"), Loader=_Loader)  # noqa: S506 -- a stricter SafeLoader
    except FileNotFoundError:
        raise SpecError(name, "file.missing", "there is no such file", "create it or correct the reference") from None
    except (yaml.MarkedYAMLError, UnicodeDecodeError) as error:
        mark = getattr(error, "problem_mark", None)
        place = f"{name}:{mark.line + 1}:{mark.column + 1}" if mark else name
        message = getattr(error, "problem", None) or str(error)
        raise SpecError(
            place, "file.syntax", message, "write plain YAML without tags and aliases, each key once"
        ) from None
