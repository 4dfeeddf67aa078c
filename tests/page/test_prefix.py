"""The page behind nginx, with TLS and below a path prefix."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect

from tests.page.conftest import sign_in
from tests.support.browser import open_page
from tests.support.imaging.pictures import write_pictures
from tests.support.services.proxies import DEPLOY, NEEDS_PROXIES, PREFIX, Front, behind_proxy, nginx

pytestmark = NEEDS_PROXIES


@pytest.fixture(scope="module")
def front(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Front]:
    """A server with three pictures behind nginx, as the example of the operator's page sets it up."""
    folder = tmp_path_factory.mktemp("prefix")
    (folder / "pictures").mkdir()
    write_pictures(folder / "pictures", 3)
    example = (DEPLOY / "nginx.conf").read_text()
    with behind_proxy(folder, [folder / "pictures"], nginx, example) as running:
        yield running


def test_the_page_works_below_a_prefix_over_tls(browser: Browser, front: Front) -> None:
    address = front.url.replace("localhost", "127.0.0.1")
    with open_page(browser, f"{address}/", ignore_https_errors=True) as opened:
        page = opened.page
        sign_in(page, front.server.key)
        (cookie,) = page.context.cookies()
        assert (cookie["path"], cookie["secure"]) == (PREFIX, True)
        pictures = page.locator("facetry-grid .tile img")
        expect(pictures).to_have_count(3)
        page.wait_for_function(
            """() => {
              const images = [];
              const visit = (root) => root.querySelectorAll("*").forEach((element) => {
                if (element.tagName === "IMG") images.push(element);
                if (element.shadowRoot) visit(element.shadowRoot);
              });
              visit(document);
              return images.length >= 3 && images.every((image) => image.naturalWidth > 0);
            }"""
        )
        assert opened.errors == []
        places = [urlsplit(each) for each in opened.addresses if each.startswith("http")]
        assert {each.scheme for each in places} == {"https"}
        assert all(each.path.startswith(f"{PREFIX}/") for each in places)
        page.reload()
        expect(page.get_by_role("navigation", name="Pages")).to_be_visible()
