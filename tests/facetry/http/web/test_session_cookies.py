"""When the cookie of a session counts: for the page of the service, and for nobody else."""

from __future__ import annotations

from typing import Any, Final

import pytest

from facetry.errors import FaultError
from facetry.http.web.session_cookies import cookie_name, presented_sessions, require_own_page, set_cookie

VALUE: Final = "a" * 42 + "_"
OTHER: Final = "b" * 43
COOKIE: Final = f"facetry-session-3001={VALUE}"
PAGE: Final = {"x-facetry-page": "1"}


def presented(method: str = "GET", cookie: str = COOKIE, host: str = "127.0.0.1:3001", **headers: str) -> Any:
    given = {name.replace("_", "-").encode(): value.encode("latin-1") for name, value in headers.items()}
    return presented_sessions(
        {b"cookie": cookie.encode("latin-1"), b"host": host.encode(), **given}, {"method": method}
    )


@pytest.mark.parametrize(
    ("method", "headers", "counts"),
    [
        ("GET", {}, False),
        ("POST", {}, False),
        ("GET", {"x_facetry_page": "1"}, True),
        ("DELETE", {"x_facetry_page": "1"}, True),
        ("GET", {"sec_fetch_site": "same-origin"}, True),
        ("HEAD", {"sec_fetch_site": "same-origin"}, True),
        ("POST", {"sec_fetch_site": "same-origin"}, False),
        ("PUT", {"sec_fetch_site": "same-origin"}, False),
        ("POST", {"sec_fetch_site": "same-origin", "x_facetry_page": "1"}, True),
        ("GET", {"sec_fetch_site": "same-site", "x_facetry_page": "1"}, False),
        ("GET", {"sec_fetch_site": "cross-site", "x_facetry_page": "1"}, False),
        ("GET", {"sec_fetch_site": "none", "x_facetry_page": "1"}, False),
        ("GET", {"sec_fetch_site": "none"}, False),
        ("GET", {"sec_fetch_site": "", "x_facetry_page": "1"}, False),
        ("GET", {"sec_fetch_site": "SAME-ORIGIN", "x_facetry_page": "1"}, False),
        ("GET", {"sec_fetch_site": "same-origin,same-origin"}, False),
        ("GET", {"sec_fetch_site": "same-origin,cross-site", "x_facetry_page": "1"}, False),
        ("GET", {"x_facetry_page": "1,1"}, False),
        ("GET", {"x_facetry_page": "0"}, False),
    ],
)
def test_the_cookie_counts_for_the_own_page_alone(method: str, headers: dict[str, str], counts: bool) -> None:
    assert presented(method, **headers) == ((VALUE,) if counts else ())


@pytest.mark.parametrize(
    ("cookie", "values"),
    [
        (f"a=b; {COOKIE}; c=d", (VALUE,)),
        (f"a=b;{COOKIE};c=d", (VALUE,)),
        (f"{COOKIE}; {COOKIE}", (VALUE,)),
        (f"{COOKIE}; facetry-session-3001={OTHER}", (VALUE, OTHER)),
        (f"facetry-session-3002={VALUE}", ()),
        (f"FACETRY-SESSION-3001={VALUE}", ()),
        (f"{COOKIE},{COOKIE}", ()),
        (f"{COOKIE}x", ()),
        (f'facetry-session-3001="{VALUE}"', ()),
        (f"facetry-session-3001 ={VALUE}", ()),
        ("facetry-session-3001", ()),
        ("facetry-session-3001=", ()),
        ("=; ;;= \xff\x00", ()),
        ("", ()),
        (
            "; ".join(f"facetry-session-3001={number:043d}" for number in range(1_000)),
            tuple(f"{n:043d}" for n in range(4)),
        ),
        ("x=y; " * 10_000 + COOKIE, (VALUE,)),
    ],
)
def test_cookies_are_read_strictly_and_few_are_tried(cookie: str, values: tuple[str, ...]) -> None:
    assert presented(cookie=cookie, x_facetry_page="1") == values


@pytest.mark.parametrize(
    ("host", "scheme", "port"),
    [
        (b"127.0.0.1:3001", "http", 3001),
        (b"[::1]:3001", "http", 3001),
        (b"[::1]", "http", 80),
        (b"photos.example", "https", 443),
        (b"photos.example", "http", 80),
        (b"photos.example:08443", "https", 8443),
        (b"photos.example:x", "https", 443),
        (b"", "http", 80),
    ],
)
def test_the_name_has_the_port(host: bytes, scheme: str, port: int) -> None:
    assert cookie_name({b"host": host}, {"scheme": scheme}) == f"facetry-session-{port}"


def test_the_cookie_is_bound_to_the_service() -> None:
    headers = {b"host": b"photos.example"}
    plain = set_cookie(headers, {"scheme": "http"}, VALUE, 60)
    assert plain == f"facetry-session-80={VALUE}; Path=/; Max-Age=60; HttpOnly; SameSite=Strict"
    below = set_cookie(headers, {"scheme": "https", "root_path": "/facetry"}, "", 0)
    assert below == "facetry-session-443=; Path=/facetry; Max-Age=0; HttpOnly; SameSite=Strict; Secure"


@pytest.mark.parametrize("site", ["cross-site", "same-site", "", "same-origin,none", "same-origin, same-origin"])
def test_a_page_of_another_origin_signs_nobody_in(site: str) -> None:
    with pytest.raises(FaultError) as refusal:
        require_own_page({b"sec-fetch-site": site.encode()})
    assert refusal.value.fault.rule == "session.cross-site"


@pytest.mark.parametrize("headers", [{}, {b"sec-fetch-site": b"same-origin"}, {b"sec-fetch-site": b"none"}])
def test_the_own_page_and_programs_sign_in(headers: dict[bytes, bytes]) -> None:
    require_own_page(headers)
