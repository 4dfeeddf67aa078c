"""Each element looks as its golden images show it, light, dark and narrow; the comparison finds what is missing."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from PIL import Image

from facetry.validate import Kind, findings
from tests.support.extensions.npm import NEEDS_NPM
from tests.web import golden_images
from tests.web.browser import Page, open_page
from tests.web.golden_images import (
    GOLDEN,
    HOME,
    MODES,
    OTHER_BROWSER,
    SAME_BROWSER,
    Mode,
    Tolerance,
    difference,
    golden_file,
    names,
    picture,
    tolerance,
)

ALL_BYTES: Final = 1_500_000
TYPES: Final = sorted(path.stem for path in (HOME / "specs" / "views" / "elements").glob("*.yaml"))

pytestmark = NEEDS_NPM


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    with open_page(tmp_path_factory.mktemp("browser")) as opened:
        golden_images.open_renderer(opened)
        yield opened


def golden(name: str, mode: Mode) -> Image.Image:
    return Image.open(golden_file(name, mode)).convert("RGB")


def test_every_type_has_a_document_and_images_and_they_are_small() -> None:
    assert {*TYPES, "card", "unknown"} == {*names()}
    files = {golden_file(name, mode) for name in names() for mode in MODES}
    assert files == {*GOLDEN.glob("*.png")}
    assert sum(file.stat().st_size for file in files) < ALL_BYTES


@pytest.mark.parametrize("name", names())
def test_documents_are_valid_and_show_their_type(name: str) -> None:
    text = (GOLDEN / f"{name}.json").read_bytes()
    assert [each for each in findings(text, Kind.VIEW_DOCUMENT) if each.level == "error"] == []
    if name in TYPES:
        assert name in {element["type"] for element in json.loads(text)["elements"]}


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.name)
@pytest.mark.parametrize("name", names())
def test_a_document_looks_as_its_golden_image(page: Page, name: str, mode: Mode, tmp_path: Path) -> None:
    present = picture(page, name, mode)
    different = difference(golden(name, mode), present, tolerance(page))
    if different is not None:
        present.save(tmp_path / f"{name}.{mode.name}.png")
        pytest.fail(f"{different}; it is now as {tmp_path}/{name}.{mode.name}.png, and `nox -s golden` accepts that")


MUTATIONS: Final = {
    "no styles": ("string", r"(?s)`\s*:host ?\{\s*--text.*?`", "``"),
    "chips": ("strings", r"\.chip,\s*\.badge\s*\{[^}]*\}", ""),
    "badges": ("boolean", r"\.badge\.danger\s*\{[^}]*\}", ""),
    "stars": ("number-stars", r"\.star\.full\s*\{[^}]*\}", ""),
    "scales": ("number-meter", r"\.scale > span\s*\{[^}]*\}", ""),
    "stripes": ("table", r"\.striped tbody[^{]*\{[^}]*\}", ""),
    "swatches": ("color", r"\.swatch\s*\{[^}]*\}", ""),
    "labels": ("label-value", r"\.label-value\s*\{[^}]*\}", ""),
    "code": ("json", r"pre\s*\{[^}]*max-height[^}]*\}", ""),
    "cards": ("card", r"\.card\s*\{[^}]*\}", ""),
    "buttons": ("card", r"\.button\.primary\s*\{[^}]*\}", ""),
}
"""Styles that are taken away: a document that shows them, and their place in the renderer."""


@pytest.mark.parametrize("allowed", [SAME_BROWSER, OTHER_BROWSER], ids=["same browser", "other browser"])
@pytest.mark.parametrize("mutation", MUTATIONS)
def test_a_missing_style_is_seen(mutation: str, allowed: Tolerance, tmp_path: Path) -> None:
    name, pattern, replacement = MUTATIONS[mutation]
    changed, count = re.subn(pattern, replacement, golden_images.renderer().decode(), count=1)
    assert count == 1
    with open_page(tmp_path) as page:
        golden_images.open_renderer(page, script=changed.encode())
        assert difference(golden(name, MODES[0]), picture(page, name, MODES[0]), allowed) is not None


@pytest.mark.parametrize("name", names())
def test_missing_content_is_seen(page: Page, name: str) -> None:
    value = golden_images.document(name)
    value["elements"] = value["elements"][:-1] or [{"type": "divider"}]
    page.emulate(width=MODES[0].width, height=1_600, scheme="light")
    height = golden_images.show(page, value)
    shown = Image.open(io.BytesIO(page.picture(MODES[0].width, height))).convert("RGB")
    assert difference(golden(name, MODES[0]), shown, OTHER_BROWSER) is not None
