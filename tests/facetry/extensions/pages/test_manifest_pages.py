"""Pages of manifests: which files are parts of them, and their addresses."""

from __future__ import annotations

from typing import Any

import pytest

from facetry.extensions.pages.manifest_pages import address_of, is_page_file
from generated.models import Manifest
from tests.support.extensions import packages


def manifest(*urls: str, icon: str | None = None) -> Manifest:
    elements = [
        {"id": f"page-{number}", "integration": {"anchor": "window"}, "url": url} for number, url in enumerate(urls)
    ]
    document: dict[str, Any] = packages.manifest("tagger", **({"ui": {"elements": elements}} if urls else {}))
    if icon is not None:
        command = {**packages.COMMANDS[0], "ui": {"iconUri": icon}}
        document["instructions"][0]["commands"] = [command]
    return Manifest.model_validate(document)


@pytest.mark.parametrize(
    "file", ["ui/index.html", "ui/app.js", "ui/assets/deep/font.woff2", "ui/PICTURE.PNG", "icons/my lens.svg"]
)
def test_a_page_its_folder_and_icons_are_served(file: str) -> None:
    assert is_page_file(manifest("/ui/index.html?theme=dark#top", icon="/icons/my%20lens.svg"), file)


@pytest.mark.parametrize(
    "file",
    [
        *("manifest.json", "parameters.json", "index.html", "icons/other.svg", "ui2/index.html", "UI/index.html"),
        *("ui/parameters.json", "ui/Parameters.JSON", "ui/node_modules/a.js", "ui/__pycache__/a.js"),
        *("ui/.venv/a.js", ".venv/index.html", "ui/.git.json", "ui/../main.js", "ui/./app.js", "ui//app.js"),
        *("ui/main.py", "ui/key.pem", "ui/data.db", "ui/index", "ui/", "ui", "", "/ui/index.html", "ui\\app.js"),
    ],
)
def test_nothing_else_is_served(file: str) -> None:
    assert not is_page_file(manifest("/ui/index.html", icon="/icons/lens.svg"), file)


def test_a_page_in_the_root_is_served_alone() -> None:
    found = manifest("page.html")
    assert is_page_file(found, "page.html")
    assert not is_page_file(found, "other.html")
    assert not is_page_file(manifest("/parameters.json"), "parameters.json")
    assert not is_page_file(manifest("https://example.org/ui/index.html"), "ui/index.html")
    assert not is_page_file(manifest(), "ui/index.html")


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("/ui/index.html", "/ui/extension/tagger/ui/index.html"),
        ("ui/index.html?a=b|c#d", "/ui/extension/tagger/ui/index.html?a=b%7Cc#d"),
        ("/icons/my%20lens.svg", "/ui/extension/tagger/icons/my%20lens.svg"),
        ("/icons/100%.svg", "/ui/extension/tagger/icons/100%25.svg"),
        ("https://example.org/page", "https://example.org/page"),
    ],
)
def test_addresses(url: str, address: str) -> None:
    assert address_of("tagger", url) == address
