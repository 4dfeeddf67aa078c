"""The page for operators and the code agree on what the log says."""

import re
from pathlib import Path

HOME = Path(__file__).parents[3]


def test_the_page_lists_every_kind_of_line_with_its_fields() -> None:
    source = "\n".join(path.read_text() for path in sorted((HOME / "facetry").rglob("*.py")))
    kinds = set(re.findall(r'"kind": "([a-z]+\.[a-z-]+)"', source)) | {"scan.ended"}
    page = (HOME / "docs" / "operate.md").read_text()
    rows = dict(re.findall(r"^\| `([a-z]+\.[a-z-]+)` \| (?:warning|error|info) \| .* \| (.*) \|$", page, re.MULTILINE))
    assert set(rows) == kinds
    for fields in rows.values():
        for field in re.findall(r"`(\w+)`", fields):
            assert f'"{field}"' in source, field


def test_the_page_lists_the_settings_of_the_log() -> None:
    page = (HOME / "docs" / "operate.md").read_text()
    for name in ("FACETRY_LOG__FORMAT", "FACETRY_LOG__LEVEL", "FACETRY_LOG__ACCESS", "FACETRY_METRICS_PORT"):
        assert name in page
