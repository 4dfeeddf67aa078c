"""Request lines and headers that are invalid or too long, and data that is not HTTP (H13, H14)."""

from collections.abc import Mapping
from typing import Final

from tests.hostile.requests.target import CLOSE, Target
from tests.hostile.requests.wire import CLOSED, Case, request

UNPARSED: Final = frozenset({400, 404, 405, 426, 501, 505, CLOSED})
TOO_LONG: Final = frozenset({400, 413, 414, 431, CLOSED})
FINE: Final = frozenset({200})

# Invalid request lines; a Host header follows.
LINES: Final[Mapping[str, bytes]] = {
    "empty": b"",
    "only a method": b"GET",
    "method and blank": b"GET ",
    "no version": b"GET /livez",
    "no target": b"GET HTTP/1.1",
    "no method": b"/livez HTTP/1.1",
    "space first": b" GET /livez HTTP/1.1",
    "two spaces": b"GET  /livez HTTP/1.1",
    "space in target": b"GET /liv ez HTTP/1.1",
    "tab in target": b"GET /liv\tez HTTP/1.1",
    "tabs between": b"GET\t/livez\tHTTP/1.1",
    "nul in target": b"GET /livez\x00 HTTP/1.1",
    "return in target": b"GET /livez\rX HTTP/1.1",
    "escape in target": b"GET /livez\x1b[31m HTTP/1.1",
    "delete in target": b"GET /livez\x7f HTTP/1.1",
    "text after version": b"GET /livez HTTP/1.1 X",
    "version in lower case": b"GET /livez http/1.1",
    "version 0.9": b"GET /livez HTTP/0.9",
    "version 1.2": b"GET /livez HTTP/1.2",
    "version 2.0": b"GET /livez HTTP/2.0",
    "version 9.9": b"GET /livez HTTP/9.9",
    "version 1": b"GET /livez HTTP/1",
    "version 11": b"GET /livez HTTP/11",
    "version with three digits": b"GET /livez HTTP/1.10",
    "version missing name": b"GET /livez /1.1",
    "other protocol": b"GET /livez RTSP/1.0",
    "icecast": b"SOURCE /livez ICE/1.0",
    "method not a token": b"GE(T) /livez HTTP/1.1",
    "method not ascii": b"G\xc3\x89T /livez HTTP/1.1",
    "method of 10,000 characters": b"G" * 10_000 + b" /livez HTTP/1.1",
    "relative target": b"GET livez HTTP/1.1",
    "target is a question mark": b"GET ? HTTP/1.1",
    "connect": b"CONNECT example.org:443 HTTP/1.1",
    "connect to a path": b"CONNECT /livez HTTP/1.1",
}
# Accepted, as RFC 9112 §3 permits: the meaning is clear, and the framing does not depend on it.
LENIENT: Final = frozenset({"two spaces", "other protocol"})
# Whole conversations in other protocols.
OTHERS: Final[Mapping[str, bytes]] = {
    "http/2 preface": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x00\x04\x00\x00\x00\x00\x00",
    "tls hello": bytes.fromhex("16030100a5010000a10303") + bytes(range(64)),
    "ssh banner": b"SSH-2.0-OpenSSH_9.2\r\n",
    "smtp": b"EHLO example.org\r\nMAIL FROM:<a@example.org>\r\n",
    "redis": b"*1\r\n$4\r\nPING\r\n",
    "proxy protocol 1": b"PROXY TCP4 10.0.0.1 10.0.0.2 1 2\r\nGET /livez HTTP/1.1\r\nHost: a\r\n\r\n",
    "proxy protocol 2": b"\r\n\r\n\x00\r\nQUIT\n\x21\x11\x00\x0c" + bytes(12),
    "nul bytes": bytes(4_096),
    "high bytes": b"\xff" * 4_096,
    "returns": b"\r" * 4_096,
    "newlines": b"\n" * 4_096,
    "json only": b'{"a":1}\r\n\r\n',
    "a response": b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
    "one byte": b"G",
    "simple request of 1991": b"GET /livez\r\n",
}


def cases(target: Target) -> list[Case]:
    """Every malformed or overlong head of a request."""
    host = b"\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
    found = [
        Case(f"request line: {name}", line + host, UNPARSED | (FINE if name in LENIENT else set()), half_close=True)
        for name, line in LINES.items()
    ]
    found += [Case(f"not http: {name}", wire, UNPARSED, half_close=True) for name, wire in OTHERS.items()]
    found += _hosts()
    found += _lengths(target)
    upgrade = (("Connection", "Upgrade"), ("Upgrade", "websocket"), ("Sec-WebSocket-Version", "13"))
    nonce = ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==")
    h2c = (("Connection", "Upgrade, HTTP2-Settings"), ("Upgrade", "h2c"), ("HTTP2-Settings", "AAMAAABkAAQAAP__"))
    ignored = frozenset({200, 400, 403, 404, 426, CLOSED})
    found += [
        Case("upgrade to websocket", request("GET", "/livez", (*upgrade, nonce)), ignored),
        Case("upgrade to websocket without key", request("GET", "/livez", upgrade), ignored),
        Case("upgrade to http/2", request("GET", "/livez", h2c), ignored),
        Case("upgrade to nonsense", request("GET", "/livez", (("Connection", "Upgrade"), ("Upgrade", "x/1"))), ignored),
        Case("connection names a header", request("GET", "/livez", (("Connection", "close, authorization"),)), FINE),
        Case("head cut short", b"GET /livez HTTP/1.1\r\nHost: 127.0", frozenset({400, CLOSED}), half_close=True),
    ]
    return found


def _hosts() -> list[Case]:
    def get(*lines: bytes) -> bytes:
        return b"\r\n".join((b"GET /livez HTTP/1.1", *lines, b"Connection: close", b"", b""))

    lenient = frozenset({200, 400, 421, CLOSED})
    return [
        Case("no host", get(), lenient),
        Case("two hosts", get(b"Host: 127.0.0.1", b"Host: example.org"), lenient),
        Case("empty host", get(b"Host: "), lenient),
        Case("foreign host", get(b"Host: evil.example"), lenient),
        Case("host with a path", get(b"Host: 127.0.0.1/../x"), lenient),
        Case("host with a user", get(b"Host: a:b@127.0.0.1"), lenient),
        Case("host not ascii", get(b"Host: \xff\xfe"), lenient),
        Case("host with a bad port", get(b"Host: 127.0.0.1:99999999"), lenient),
        Case("host of 5,000 characters", get(b"Host: " + b"a" * 5_000), lenient),
        Case("http/1.0 without host", b"GET /livez HTTP/1.0\r\n\r\n", FINE),
        Case("http/1.0 keep-alive", b"GET /livez HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", FINE),
    ]


def _lengths(target: Target) -> list[Case]:
    def with_header(name: str, value: str) -> bytes:
        return request("GET", "/livez", (CLOSE, (name, value)))

    def with_headers(count: int) -> bytes:
        return request("GET", "/livez", (CLOSE, *((f"X-{number}", "y") for number in range(count))))

    return [
        Case("path of 4 KB", target.get("/" + "a" * 4_000), frozenset({404, 414})),
        Case("path of 30 KB", target.get("/" + "a" * 30_000), frozenset({404}) | TOO_LONG),
        Case("path of 200 KB", target.get("/" + "a" * 200_000), TOO_LONG),
        Case("path of 2 MB", target.get("/" + "a" * 2_000_000), TOO_LONG),
        Case("path of 2,000 segments", target.get("/a" * 2_000), frozenset({404, 414})),
        Case("query of 4 KB", target.get("/livez?" + "a" * 4_000), frozenset({400, 414})),
        Case("query of 200 KB", target.get("/livez?" + "a" * 200_000), TOO_LONG),
        Case("header value of 4 KB", with_header("X-Long", "a" * 4_000), FINE),
        Case("header value of 200 KB", with_header("X-Long", "a" * 200_000), TOO_LONG),
        Case("header value of 2 MB", with_header("X-Long", "a" * 2_000_000), TOO_LONG),
        Case("header name of 200 KB", with_header("X" * 200_000, "a"), TOO_LONG),
        Case("header line that never ends", b"GET /livez HTTP/1.1\r\nX: " + b"a" * 500_000, TOO_LONG),
        Case("request line that never ends", b"GET /" + b"a" * 500_000, TOO_LONG),
        Case("90 headers", with_headers(90), FINE),
        Case("1,000 headers", with_headers(1_000), FINE | TOO_LONG),
        Case("50,000 headers", with_headers(50_000), TOO_LONG),
        Case("1,000 cookies", with_header("Cookie", "; ".join(f"a{n}=b" for n in range(1_000))), FINE | TOO_LONG),
        Case("10,000 empty lines before", b"\r\n" * 10_000 + target.get("/livez"), frozenset({200}) | TOO_LONG),
    ]
