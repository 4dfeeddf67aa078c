"""The cookie of a session: when it counts, and how it is set and removed.

Browsers share cookies among the ports of a host, so the name has the port.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from facetry.errors import Fault, FaultError, FaultKind

PAGE_HEADER: Final = b"x-facetry-page"
"""Pages of other origins cannot send this header: no answer to a preflight permits it."""
SITE_HEADER: Final = b"sec-fetch-site"
_SAME_ORIGIN: Final = b"same-origin"
_NO_PAGE: Final = b"none"
"""What a browser sends when a person has typed the address."""
_PREFIX: Final = "facetry-session-"
_VALUE: Final = re.compile(rb"[A-Za-z0-9_-]{43}")
_PORT: Final = re.compile(rb":([0-9]{1,5})$")
_MAX_VALUES: Final = 4
_READING: Final = frozenset({"GET", "HEAD"})


def presented_sessions(headers: Mapping[bytes, bytes], scope: Mapping[str, Any]) -> tuple[str, ...]:
    """The values of the session cookie, in the order of the browser; empty when the cookie does not count.

    A browser may have several cookies of one name, for different paths. Repeated headers are joined by commas, so
    they match nothing here.
    """
    cookies = headers.get(b"cookie")
    if cookies is None or not _is_own_page(headers, scope["method"]):
        return ()
    name = cookie_name(headers, scope).encode()
    values: dict[str, None] = {}
    for cookie in cookies.split(b";"):
        key, _, value = cookie.strip(b" ").partition(b"=")
        if key == name and _VALUE.fullmatch(value) is not None:
            values[value.decode("ascii")] = None
            if len(values) == _MAX_VALUES:
                break
    return tuple(values)


def require_own_page(headers: Mapping[bytes, bytes]) -> None:
    """Raise 403 when a page of another origin signs in: it could do so with a key of its own."""
    site = headers.get(SITE_HEADER)
    if site is not None and site not in (_SAME_ORIGIN, _NO_PAGE):
        raise FaultError(
            Fault(
                kind=FaultKind.FORBIDDEN,
                rule="session.cross-site",
                detail="A page of another origin sends this request.",
                remedy="Open the address of the service itself, and sign in there.",
            )
        )


def cookie_name(headers: Mapping[bytes, bytes], scope: Mapping[str, Any]) -> str:
    """The name of the cookie at the address by which the browser reached the service."""
    port = _PORT.search(headers.get(b"host", b""))
    if port is not None:
        return f"{_PREFIX}{int(port[1])}"
    return f"{_PREFIX}{443 if scope.get('scheme') == 'https' else 80}"


def set_cookie(headers: Mapping[bytes, bytes], scope: Mapping[str, Any], value: str, seconds: int) -> str:
    """The value of `Set-Cookie`; an empty `value` removes the cookie."""
    path = scope.get("root_path") or "/"
    secure = "; Secure" if scope.get("scheme") == "https" else ""
    name = cookie_name(headers, scope)
    return f"{name}={value}; Path={path}; Max-Age={seconds}; HttpOnly; SameSite=Strict{secure}"


def _is_own_page(headers: Mapping[bytes, bytes], method: str) -> bool:
    """Whether a page of this service sends the request. Old browsers, and browsers without TLS, do not name the site;
    then only the header of the page counts.
    """
    site = headers.get(SITE_HEADER)
    if site is not None and site != _SAME_ORIGIN:
        return False
    return headers.get(PAGE_HEADER) == b"1" or (site is not None and method in _READING)
