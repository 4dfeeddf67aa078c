"""One module for each generated file: `render(description)` returns its text."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from codegen.model import Description
from codegen.targets import description, limits, models, operations, package, topics, views

TARGETS: Mapping[str, Callable[[Description], str]] = {
    "__init__.py": package.render,
    "openapi.json": description.render,
    "limits.py": limits.render,
    "models.py": models.render,
    "operations.py": operations.render,
    "topics.py": topics.render,
    views.NAME: views.render,
}
