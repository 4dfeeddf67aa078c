"""Every described path with every method that it does not describe (H11)."""

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import quote

from tests.hostile.requests.target import Target
from tests.hostile.requests.wire import Case, request

METHODS: Final = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE")
# Methods that HTTP parsers know and no path describes.
FOREIGN: Final = (
    "PROPFIND",
    "MKCOL",
    "COPY",
    "MOVE",
    "LOCK",
    "PURGE",
    "SUBSCRIBE",
    "SEARCH",
    "REPORT",
    "LINK",
    "QUERY",
)
# Not valid methods: the HTTP parser may refuse them.
INVENTED: Final = ("get", "Get", "FOO", "GETT", "G", "PUTS")


def cases(target: Target, document: Mapping[str, Any]) -> list[Case]:
    """405 with a complete Allow for each undescribed method; HEAD and OPTIONS are answered."""
    found = []
    for template, item in document["paths"].items():
        described = frozenset(method.upper() for method in METHODS if method.lower() in item)
        allowed = described | {"OPTIONS"} | ({"HEAD"} if "GET" in described else frozenset())
        path = _filled(template, target)
        for method in METHODS:
            if method in allowed:
                continue
            wire = request(method, path, (target.bearer, ("Connection", "close")))
            name = f"{method} {template}"
            found.append(Case(name, wire, frozenset({405}), heads=method == "HEAD", allow=allowed))
        options = request("OPTIONS", path, (("Connection", "close"),))
        found.append(Case(f"OPTIONS {template}", options, frozenset({200, 204}), allow=allowed))
    for method in FOREIGN:
        wire = target.get("/livez").replace(b"GET ", method.encode() + b" ", 1)
        found.append(Case(f"method {method}", wire, frozenset({405, 400, 501}), half_close=True))
    for method in INVENTED:
        wire = target.get("/livez").replace(b"GET ", method.encode() + b" ", 1)
        found.append(Case(f"method {method}", wire, frozenset({405, 400, 501, 0}), half_close=True))
    found += [
        Case("HEAD of a public path", target.get("/livez").replace(b"GET", b"HEAD"), frozenset({200}), heads=True),
        Case(
            "HEAD of a protected path",
            target.get("/repository/list").replace(b"GET", b"HEAD"),
            frozenset({200}),
            heads=True,
        ),
        Case(
            "HEAD without a key",
            request("HEAD", "/repository/list", (("Connection", "close"),)),
            frozenset({401}),
            heads=True,
        ),
        Case("HEAD of nothing", target.get("/nope").replace(b"GET", b"HEAD"), frozenset({404}), heads=True),
        Case("OPTIONS *", request("OPTIONS", "*", (("Connection", "close"),)), frozenset({200, 204, 400, 404})),
        Case("TRACE with secrets", request("TRACE", "/livez", (target.bearer,)), frozenset({405})),
        Case(
            "method override header",
            target.get("/livez", (("X-HTTP-Method-Override", "DELETE"),)),
            frozenset({200}),
        ),
        Case(
            "method override of a delete",
            request(
                "POST",
                f"/image/{target.image}/delete",
                (target.bearer, ("Connection", "close"), ("X-HTTP-Method-Override", "DELETE")),
                b"",
            ),
            frozenset({405}),
        ),
    ]
    return found


def _filled(template: str, target: Target) -> str:
    numbers = {"apiSecret": target.secret_id, "collection": target.collection}
    value = str(numbers.get(template.split("/")[1], target.image))
    path = template.replace("{id}", value).replace("{file}", "index.html")
    return path.replace("{uri}", quote(target.attachment, safe=""))
