"""Documents are readable for everybody: the rules of axe-core, names of what can be operated, and keys."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

import pytest

from tests.support.extensions.npm import NEEDS_NPM
from tests.web import golden_images
from tests.web.browser import Page, open_page
from tests.web.golden_images import GOLDEN, HOME, PACKAGES, document

VALID: Final = HOME / "specs" / "examples" / "views" / "valid"
FILES: Final = [*sorted(VALID.glob("*.json")), *sorted(GOLDEN.glob("*.json"))]
WIDTH, HEIGHT = 720, 1_200
SERIOUS: Final = {"serious", "critical"}
RUN: Final = """axe.run(document, { elementRef: false, resultTypes: ["violations", "incomplete"] }).then((found) => {
  const nodes = (each) => each.nodes.map((node) => node.html).slice(0, 3);
  const shown = (each) => ({ id: each.id, impact: each.impact, nodes: nodes(each) });
  return { violations: found.violations.map(shown), passes: found.passes.length };
})"""
PRESS: Final = {
    "Tab": {"key": "Tab", "code": "Tab", "windowsVirtualKeyCode": 9},
    "Enter": {"key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 13, "text": "\r"},
}
FOCUSED: Final = """(() => {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  if (focused === null || focused === document.body) return "";
  const style = getComputedStyle(focused);
  const ring = style.outlineStyle === "none" || parseFloat(style.outlineWidth) === 0 ? "no outline" : "outline";
  return `${focused.localName} ${focused.getAttribute("aria-label") ?? focused.textContent.trim()} (${ring})`;
})()"""

pytestmark = NEEDS_NPM


@pytest.fixture(scope="module", params=["light", "dark"])
def page(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    with open_page(tmp_path_factory.mktemp("browser")) as opened:
        golden_images.open_renderer(opened)
        opened.evaluate((PACKAGES / "node_modules" / "axe-core" / "axe.min.js").read_text() + ";undefined")
        opened.emulate(width=WIDTH, height=HEIGHT, scheme=request.param)
        yield opened


def violations(page: Page, value: Any) -> list[Any]:
    golden_images.show(page, value)
    found = page.evaluate(RUN)
    assert found["passes"] > 0
    serious: list[Any] = [each for each in found["violations"] if each["impact"] in SERIOUS]
    return serious


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_a_document_has_no_serious_finding(page: Page, file: Any) -> None:
    assert violations(page, json.loads(file.read_text())) == []


def test_the_rules_find_what_is_wrong(page: Page) -> None:
    golden_images.show(page, document("string"))
    page.evaluate("""(() => {
      const root = document.querySelector("facetry-view").shadowRoot;
      const faint = document.createElement("p");
      faint.textContent = "faint";
      faint.style.color = "#808080";
      faint.style.background = "#8c8c8c";
      root.append(document.createElement("button"), faint);
    })()""")
    assert {"button-name", "color-contrast"} <= {each["id"] for each in page.evaluate(RUN)["violations"]}


def press(page: Page, key: str) -> str:
    """Press a key, and say what has the focus then."""
    for kind in ("keyDown", "keyUp"):
        page.command("Input.dispatchKeyEvent", type=kind, **PRESS[key])
    focused: str = page.evaluate(FOCUSED)
    return focused


def test_everything_that_can_be_operated_is_reached_by_keys(page: Page) -> None:
    golden_images.show(page, document("card"))
    page.evaluate("document.activeElement.blur()")
    reached = [press(page, "Tab") for _ in range(6)]
    assert reached == [
        "summary Details 4 values (outline)",
        "button Describe again (outline)",
        "button Secondary (outline)",
        "button Subtle (outline)",
        "button Remove (outline)",
        "a On the map (outline)",
    ]
    golden_images.show(page, document("string"))
    page.evaluate("document.activeElement.blur()")
    assert press(page, "Tab") == "button Copy (outline)"
    assert press(page, "Tab") == "button show more (outline)"
    assert press(page, "Enter") == "button show less (outline)"


def test_actions_are_run_by_keys(page: Page) -> None:
    golden_images.show(page, document("card"))
    page.evaluate("""(() => {
      window.ran = [];
      document.addEventListener("facetry-action", (event) => window.ran.push(event.detail.commandId));
      document.activeElement.blur();
    })()""")
    press(page, "Tab")
    press(page, "Tab")
    press(page, "Enter")
    assert page.evaluate("window.ran") == ["describe"]
