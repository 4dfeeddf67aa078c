"""docs/*.md: pages that are made from the templates in specs/pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from codegen import pages
from codegen.model import Description

NAMES = ("manifest.md", "views.md", "views-text.md", "views-numbers.md", "views-media.md", "views-containers.md")

TARGETS: Mapping[str, Callable[[Description], str]] = {
    f"docs/{name}": partial(pages.render, page=name) for name in NAMES
}
"""The pages, by path in the repository."""
