"""A request as a command that repeats it, without its key."""

from __future__ import annotations

import shlex
from typing import Final

from facetry.contract.traffic.exchange import WRONG_KEY, Exchange

KEY_VARIABLE: Final = "$FACETRY_API_SECRET"
"""Stands for the key of the run."""
OTHER_KEY_VARIABLE: Final = "$KEY"
"""Stands for any other key, which the deviation describes."""
_MAX_BODY: Final = 2_500
_UNSHOWN: Final = frozenset(
    {
        "host",
        "accept",
        "accept-encoding",
        "connection",
        "content-length",
        "user-agent",
        "cookie",
        "proxy-authorization",
        "x-schemathesis-testcaseid",
    }
)


def curl(exchange: Exchange, url: str, key: str = "") -> str:
    """The request as a command for a shell. `url` is the address of the service. `key` is the key of the run; if it is
    empty, every key counts as that. A body that a shell cannot hold is a file, which a comment describes.
    """
    parts = ["curl --head" if exchange.method == "HEAD" else f"curl -X {shlex.quote(exchange.method)}"]
    for name, value in exchange.headers:
        if name in {"authorization", "x-api-key"}:
            parts.append(f'-H "{_credential(name, value, key)}"')
        elif name not in _UNSHOWN:
            parts.append(f"-H {shlex.quote(f'{name}: {value}')}")
    question = f"?{exchange.query}" if exchange.query else ""
    address = shlex.quote(f"{url}{exchange.path}{question}")
    if not exchange.body:
        return " ".join([*parts, address])
    text = _text(exchange.body)
    if text is not None:
        return " ".join([*parts, f"--data-raw {shlex.quote(text)}", address])
    return " ".join([*parts, "--data-binary @body", address, f"# body: {_description(exchange.body)}"])


def _description(body: bytes) -> str:
    """The length of a body, and how it begins if it is text."""
    size = f"{len(body)} bytes"
    return f"{size}, from {body[:40].decode()} on" if body[:40].isascii() and b"\0" not in body else size


def _credential(name: str, value: str, key: str) -> str:
    """The header with a variable instead of its key."""
    header = "Authorization" if name == "authorization" else "X-API-KEY"
    scheme, _, given = value.rpartition(" ")
    if given == WRONG_KEY:
        return f"{header}: {value}"
    variable = KEY_VARIABLE if not key or given == key else OTHER_KEY_VARIABLE
    return f"{header}: {scheme} {variable}" if scheme in {"Bearer", "bearer", "Basic"} else f"{header}: {variable}"


def _text(body: bytes) -> str | None:
    """The body as text that a shell can hold; None if it is another one, or long."""
    try:
        text = body.decode()
    except UnicodeDecodeError:
        return None
    is_plain = all(each.isprintable() or each in "\n\t" for each in text)
    return text if is_plain and len(text) <= _MAX_BODY else None
