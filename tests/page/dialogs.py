"""The dialogs of the page. Their content is slotted, so it lies in their element and not in the role."""

from __future__ import annotations

import json

from playwright.sync_api import Locator

from tests.support.browser import OpenPage


def dialog(opened: OpenPage, heading: str) -> Locator:
    """The open dialog with a heading, and all that is in it."""
    return opened.page.locator(f"facetry-dialog[open][heading={json.dumps(heading, ensure_ascii=False)}]")
