"""The pages of the rules: generated, complete, and held to specs/."""

from __future__ import annotations

import re
from pathlib import Path

from codegen import model
from codegen.bundle import bundle
from codegen.drift import stale_files
from codegen.targets import rule_pages
from facetry import rules

FOLDER = Path(__file__).parents[2] / rule_pages.FOLDER


def texts() -> dict[str, str]:
    return {path.name: path.read_text() for path in FOLDER.iterdir()}


def test_each_rule_has_a_heading_on_the_page_of_its_group() -> None:
    pages = texts()
    for rule in rules.rules().values():
        page = pages[f"{rule.group}.md"]
        assert page.count(f'<a id="{rule.id}"></a>\n\n## {rule.id}\n') == 1
        assert f"**{rule.title}** ({rule.level})" in page


def test_every_link_of_the_index_leads_to_a_heading() -> None:
    pages = texts()
    links = re.findall(r"\]\((\w+\.md)#([\w.-]+)\)", pages["README.md"])
    assert [rule for _, rule in links] == sorted((rule for _, rule in links), key=rules.identifiers().index)
    assert {rule for _, rule in links} == set(rules.identifiers())
    assert [link for link in links if f'<a id="{link[1]}"></a>' not in pages[link[0]]] == []


def test_text_outside_of_code_holds_no_element() -> None:
    for page in texts().values():
        prose = re.sub(r"```.*?```", "", page, flags=re.DOTALL)
        prose = re.sub(r"`[^`]*`|<!--.*?-->|<a id=\"[\w.-]+\"></a>|\\<", "", prose)
        assert "<" not in prose


def test_a_stale_page_is_found(sample: Path, tmp_path: Path) -> None:
    pages = rule_pages.pages(model.read(bundle(sample)))
    folder = tmp_path / "rules"
    folder.mkdir()
    for name, text in {**pages, "old.md": "Old."}.items():
        (folder / name).write_text(text)
    (folder / "facets.md").unlink()
    found = [one.partition("\n")[0] for one in stale_files(pages, folder, "docs/rules/")]
    assert found == ["docs/rules/facets.md: missing", "docs/rules/old.md: no longer generated; remove it"]
