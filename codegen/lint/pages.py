"""Rules on the templates of pages: nothing of manifests and view documents is missing, and every directive works."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath

from codegen import manifest, pages
from codegen.lint.rule import Fault, rule
from codegen.model import Description
from codegen.page_members import SUFFIX, VIEWS, schema_of
from codegen.views import ROOT

OBJECT_FOLDERS = ("elements", "records", "modifiers", "actions")
"""The folders of views whose schemas have members."""


@rule("page.directive")
def page_directive(description: Description) -> Iterator[Fault]:
    """Every directive of a page is known, and what it names exists."""
    root = description.bundle.root
    for each in pages.directives(description):
        place = f"{root.name}/{pages.FOLDER}/{each.page}:{each.line}"
        if each.name not in pages.NAMES:
            yield place, f"there is no directive {each.name}", f"write one of {', '.join(pages.NAMES)}"
        elif each.name == "file" and not (root.parent / each.argument).is_file():
            yield place, f"there is no file {each.argument}", "name a file of the repository"
        elif each.key is not None and schema_of(description, each.key) is None:
            yield place, f"there is no schema {each.argument}", "name a component or a file of views without its suffix"
        elif each.name == "element" and not {"description", "examples"} <= set(
            schema_of(description, each.key or "") or ()
        ):
            yield place, f"{each.argument} has no description or no example", "add it to its file"
        elif each.name == "element" and not (root / pages.RENDERINGS / f"{each.argument}.txt").is_file():
            yield place, f"the example of {each.argument} has no rendering", "run the tests of the renderer"


@rule("page.part")
def page_part(description: Description) -> Iterator[Fault]:
    """If a page shows manifests or view documents, every part of them that has members is on a page."""
    shown = {each.key for each in pages.directives(description)}
    wanted = [*_manifest_parts(description)] if manifest.COMPONENT in shown else []
    wanted += [*_view_parts(description)] if ROOT.removesuffix(SUFFIX) in shown else []
    for key in sorted({*wanted} - shown):
        is_view = key.startswith(VIEWS)
        place = description.bundle.place_in(key + SUFFIX, "") if is_view else f"/components/schemas/{key}"
        directive = (
            f"element {key.removeprefix(pages.ELEMENTS)}" if key.startswith(pages.ELEMENTS) else f"members {key}"
        )
        remedy = f"add {{{{{directive}}}}} to a page in {pages.FOLDER}/"
        yield place, f"no page shows {key}", remedy


def _manifest_parts(description: Description) -> Iterator[str]:
    definitions = manifest.bundle(description).get("$defs", {})
    return (name for name, part in definitions.items() if part.get("properties"))


def _view_parts(description: Description) -> Iterator[str]:
    for file in description.bundle.files:
        path = PurePosixPath(file)
        if file.startswith(VIEWS) and (path.parent.name in OBJECT_FOLDERS or path.stem == "card"):
            yield file.removesuffix(SUFFIX)
