"""The hand-written tables and numbers of the reference pages are those of the code."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from facetry.authoring.folder import SCHEMA_FILE
from facetry.cli.documents import view
from facetry.validate import manifests, schemas
from facetry.validate.consistency import ICONS, MANUAL
from facetry.validate.manifest.parts import CAPABILITY_TOPICS, COMMAND_TOPICS, RUNTIME_MACROS, VALUE_MACROS
from generated.limits import MANIFEST_MAX_DEPTH

DOCS: Final = Path(__file__).parent.parent / "docs"
MANIFEST: Final = (DOCS / "manifest.md").read_text()
SENTENCES: Final = " ".join(MANIFEST.split())


def rows(head: str) -> list[list[str]]:
    """The names in code of each row of the table with this head."""
    (table,) = re.findall(rf"^{re.escape(head)}\n.*?(?=\n\n)", MANIFEST, re.DOTALL | re.MULTILINE)
    return [re.findall(r"`([^`]+)`", line) for line in table.splitlines()[2:]]


def test_capabilities_and_entities_have_their_topics() -> None:
    assert {row[0]: row[1] for row in rows("| capability | topic | result |")} == CAPABILITY_TOPICS
    assert {row[0]: row[1] for row in rows("| entity | topic | runs on |")} == COMMAND_TOPICS


def test_all_macros_are_listed() -> None:
    listed = [name for row in rows("| macro | value |") for name in row if name.startswith("$")]
    assert sorted(listed) == sorted([*RUNTIME_MACROS, *VALUE_MACROS])


def test_the_files_of_an_extension_are_listed() -> None:
    listed = {name for row in rows("| file | meaning |") for name in row}
    assert {"manifest.json", MANUAL, *ICONS, SCHEMA_FILE} <= listed


def test_limits_are_those_of_the_code() -> None:
    for sentence in (
        f"at most {manifests.MAX_BYTES:,} bytes, {MANIFEST_MAX_DEPTH} levels and {manifests.MAX_VALUES:,} values",
        f"at most {schemas.MAX_VALUES:,} values and {schemas.MAX_DEPTH} levels",
        f"at most {schemas.MAX_MANIFEST_VALUES:,} values and {schemas.MAX_PATTERNS} patterns",
        f"A pattern has at most {schemas.MAX_PATTERN_CHARACTERS} characters",
    ):
        assert sentence in SENTENCES


def test_the_statuses_of_the_command_are_those_of_the_code() -> None:
    page = " ".join((DOCS / "views.md").read_text().split())
    assert f"refused with status {view.INVALID}" in page
    assert f"and {view.UNREADABLE} for a file that cannot be read" in page
