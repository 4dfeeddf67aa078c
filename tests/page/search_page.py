"""The search of the library, as tests read it."""

from __future__ import annotations

from urllib.parse import parse_qs

from playwright.sync_api import Locator, Page

from tests.support.services.servers import Server


def field(page: Page) -> Locator:
    """The search field."""
    return page.get_by_role("combobox", name="Search images")


def total(page: Page) -> Locator:
    """Where the library says how many images it shows."""
    return page.locator("facetry-library .count")


def query(page: Page) -> dict[str, list[str]]:
    """The search in the address."""
    return parse_qs(page.url.partition("?")[2])


def count(server: Server, criteria: dict[str, object]) -> int:
    """How many images meet criteria."""
    with server.client() as client:
        answer = client.post("/image/search/ids", json={"filter": {"criteria": criteria}})
    assert answer.is_success, answer.text
    found: int = answer.json()["totalCount"]
    return found


def tagged(server: Server, *values: str, operator: str = "and") -> str:
    """How many images have tags, as the library says it."""
    found = count(server, {"tags": {"values": list(values), "operator": operator}})
    return f"{found} image" if found == 1 else f"{found} images"
