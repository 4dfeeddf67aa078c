"""Random bytes of strangers: what reaches the libraries below the service before anybody has shown a key."""

from __future__ import annotations

import base64
import random
import struct
from collections.abc import Callable, Sequence
from typing import Final

from websockets.frames import Frame, Opcode

Pieces = Sequence[bytes]
"""What a stranger sends, in packets of its own."""

PATHS: Final = ("/", "/livez", "/repository/list", "/socket.io/", "/docs/", "/openapi.json", "/event/stream", "/ui/x/y")
METHODS: Final = ("GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "CONNECT", "TRACE", "PRI", "get", "")
_UPGRADE: Final = (
    ("Host", "x"),
    ("Upgrade", "websocket"),
    ("Connection", "Upgrade"),
    ("Sec-WebSocket-Version", "13"),
    ("Sec-WebSocket-Key", "AAAAAAAAAAAAAAAAAAAAAA=="),
)
_SOCKET: Final = "/socket.io/?EIO=4&transport=websocket"
_ODD: Final = (
    b"",
    b"\0",
    b"\xff",
    b"\r",
    b"\n",
    b"\r\n",
    b" ",
    b"\t",
    b":",
    b"%",
    b"%00",
    b"%ff",
    b"\x80",
    b"A" * 9_000,
)
_ODD_TEXTS: Final = (
    "",
    "\0",
    "\x7f",
    "é",
    "😀",
    "²",
    "٣",
    "-1",
    "9" * 400,
    " ",
    "x" * 3_000,
    "[" * 2_000,
    '{"a":' * 500,
)


def spoiled(chance: random.Random, data: bytes) -> bytes:
    """The bytes with some of them removed, repeated or replaced."""
    for _ in range(chance.randint(0, 3)):
        begin = chance.randint(0, len(data))
        end = min(len(data), begin + chance.choice((0, 0, 1, 1, 2, 9)))
        new = chance.choice((chance.choice(_ODD), chance.randbytes(chance.randint(1, 8)), data[begin:end] * 2))
        data = data[:begin] + new + data[end:]
    return data


def cut(chance: random.Random, data: bytes) -> Pieces:
    """The bytes in one or several packets."""
    places = sorted(chance.randint(0, len(data)) for _ in range(chance.choice((0, 0, 0, 1, 3))))
    return [data[begin:end] for begin, end in zip([0, *places], [*places, len(data)], strict=True)]


def version(chance: random.Random) -> str:
    """The version of a request, mostly a usual one."""
    return chance.choice(("HTTP/1.1",) * 8 + ("HTTP/1.0", "HTTP/2.0", "HTTP/1.11", "HTTP/0.9", "ICY", ""))


def head(version: str, request: str, fields: Sequence[tuple[str, str]]) -> bytes:
    """The head of a request."""
    lines = [f"{request} {version}", *(f"{name}: {value}" for name, value in fields), "", ""]
    return "\r\n".join(lines).encode("utf-8", "surrogateescape")


def request_line(chance: random.Random) -> Pieces:
    """A request whose first line is odd."""
    target = chance.choice(PATHS) + chance.choice(
        ("", "?", "?a=%", "#", "/..", "//", "%2e", "%ff", "é", "?" + "a" * 9_000)
    )
    target = chance.choice((target, f"http://x{target}", f"http://[{target}", "*", "x:443", f"//{target}"))
    whole = head(version(chance), f"{chance.choice(METHODS)} {target}", [("Host", "x")])
    return cut(chance, spoiled(chance, whole) if chance.random() < 0.5 else whole)


_FIELDS: Final = (
    ("Host", ("x", "", "[::1", "x:y", "é", "x\0")),
    ("Content-Length", ("0", "5", "-1", "99999999999999999999", "0x5", "5, 5", "+5", "")),
    ("Transfer-Encoding", ("chunked", "gzip", "chunked, chunked", "identity", "\x0bchunked")),
    ("Connection", ("close", "keep-alive", "upgrade", "Upgrade, keep-alive", "")),
    ("Upgrade", ("websocket", "h2c", "WebSocket, x", "")),
    ("Expect", ("100-continue", "200-ok")),
    ("Authorization", ("Bearer x", "Bearer", "Basic eDp4", "Bearer é", "x" * 9_000)),
    ("Cookie", ("facetry=x", "=", ";;;", "a=é")),
    ("Origin", ("null", "http://x", "é", "http://[")),
    ("Range", ("bytes=0-", "bytes=-", "bytes=é")),
    ("If-None-Match", ('"', "W/", "*", "é")),
    ("Accept-Encoding", ("gzip;q=x", "*;q=0", "é", "gzip" * 500)),
    ("X-Forwarded-For", ("é", "1.2.3.4, x", "::1")),
    ("Forwarded", ("for=é", 'for="[::1]', ";")),
    ("Last-Event-ID", ("-1", "x", "9" * 30)),
    ("Traceparent", ("00-0-0-0", "é")),
    ("Content-Type", ("application/json", "text/plain; charset=é", "multipart/form-data", ";")),
)


def headers(chance: random.Random) -> Pieces:
    """A request with odd headers, and perhaps a body."""
    fields = [("Host", "x")] if chance.random() < 0.8 else []
    for name, values in chance.sample(_FIELDS, chance.randint(1, 5)):
        fields += [(name, chance.choice(values))] * chance.choice((1, 1, 1, 2))
    if chance.random() < 0.05:
        fields += [(f"x-{number}", "y") for number in range(chance.choice((99, 101, 1_000)))]
    path = chance.choice(PATHS) + chance.choice(("", "?topics=x", "?wait=false", "?secret=%ff"))
    whole = head(version(chance), f"{chance.choice(METHODS[:6])} {path}", fields)
    whole += chance.choice((b"", b"hello", b"5\r\nhello\r\n0\r\n\r\n", b"zz\r\n", b"0\r\nx: y\r\n\r\n", b"{" * 2_000))
    return cut(chance, spoiled(chance, whole) if chance.random() < 0.3 else whole)


def polling(chance: random.Random) -> Pieces:
    """Engine.IO over plain HTTP, which the service does not offer."""
    query = [chance.choice(("EIO=4", "EIO=3", "EIO=é", "")), chance.choice(("transport=polling", "transport=%ff", ""))]
    query += chance.sample(("sid=x", "sid=", "j=0", "j=x", "t=%00", "b64=1"), chance.randint(0, 2))
    body = "\x1e".join(engine_text(chance) for _ in range(chance.randint(0, 20))).encode("utf-8", "surrogateescape")
    length = [("Content-Length", str(len(body)))] if chance.random() < 0.9 else []
    whole = head(
        version(chance), f"{chance.choice(METHODS[:6])} /socket.io/?{'&'.join(query)}", [("Host", "x"), *length]
    )
    return cut(chance, whole + body)


_UPGRADE_VALUES: Final = (
    "websocket", "WebSocket", "websocket, x", "Upgrade", "keep-alive, Upgrade", "13", "12", "8, 13", "", "é", "\x7f",
    "AAAA", "=" * 24, "permessage-deflate; client_max_window_bits=99", "permessage-deflate;;", "a, b, b", "\"",
    "null", "http://x", "https://é", "x" * 9_000,
)  # fmt: skip


def upgrade(chance: random.Random) -> Pieces:
    """A request for a WebSocket, of which something is odd, and what follows it."""
    fields = list(_UPGRADE)
    others = ("Sec-WebSocket-Protocol", "Sec-WebSocket-Extensions", "Origin", "Cookie", "Content-Length")
    fields += [(name, chance.choice(_UPGRADE_VALUES)) for name in others if chance.random() < 0.2]
    for _ in range(chance.randint(0, 2)):
        place = chance.randrange(len(fields))
        fields[place] = (fields[place][0], chance.choice(_UPGRADE_VALUES))
    if chance.random() < 0.1:
        fields.append(chance.choice(fields))
    if chance.random() < 0.1:
        fields += [(f"x-{number}", "y" * 1_000) for number in range(chance.choice((10, 60, 90)))]
    query = chance.choice(
        ("EIO=4&transport=websocket",) * 3 + ("", "EIO=3", "EIO=4&transport=websocket&sid=x", "j=x", "%ff=é")
    )
    path = chance.choice(("/socket.io/",) * 6 + ("/socket.io", "/socket.io/é", "/socket.io/%00", "/x"))
    whole = head(version(chance), f"{chance.choice(('GET',) * 6 + METHODS[:4])} {path}?{query}", fields)
    whole += b"".join(frame(engine_text(chance)) for _ in range(chance.randint(0, 2)))
    return cut(chance, spoiled(chance, whole) if chance.random() < 0.2 else whole)


OPENED: Final = head("HTTP/1.1", f"GET {_SOCKET}", _UPGRADE)
"""A regular request for a WebSocket. What follows is sent after its answer."""


def frame(content: str | bytes) -> bytes:
    """A regular frame."""
    opcode, data = (Opcode.BINARY, content) if isinstance(content, bytes) else (Opcode.TEXT, content.encode())
    return Frame(opcode, data).serialize(mask=True)


def frames(chance: random.Random) -> Pieces:
    """A WebSocket, and frames of which some are malformed."""
    sent = b""
    for _ in range(chance.randint(1, 6)):
        data = chance.choice(
            (b"", b"40", b"2probe", b"\xff", b"\xed\xa0\xbd", b"\x03\xe8", b"\0", bytes(126), bytes(70_000))
        )
        first = chance.choice(
            (0x81, 0x82, 0x01, 0x00, 0x80, 0x88, 0x89, 0x8A, 0x09, 0x83, 0x8F, 0xC1, 0xF1, chance.randrange(256))
        )
        mask = chance.choice((0x80, 0x80, 0x80, 0x00))
        size = chance.choice((len(data),) * 8 + (0, 5, 1 << 20, 1 << 62, (1 << 64) - 1))
        if size < 126:
            sent += bytes((first, mask | size))
        elif size < 1 << 16:
            sent += bytes((first, mask | 126)) + struct.pack("!H", size)
        else:
            sent += bytes((first, mask | 127)) + struct.pack("!Q", size)
        sent += (bytes(4) if mask else b"") + data
    return [OPENED, *cut(chance, sent)]


def engine_text(chance: random.Random) -> str:
    """A message of Engine.IO, or nearly one."""
    odd = chance.choice(_ODD_TEXTS)
    event = chance.choice(
        ('["connection",{}]', '["connection",[]]', '["instructions",null]', "[]", "{}", '["disconnect"]')
    )
    key = f'["connection",{{"apiKey":"wrong","isOpen":true,"extensionId":"x{chance.randrange(5)}"}}]'
    namespace = chance.choice(("", "", "/,", "/x,", "/é,", "/x?a=b,"))
    return chance.choice((
        "", odd, "4" + odd, "b" + odd, "b" + base64.b64encode(odd.encode()).decode(), str(chance.randrange(10)) + odd,
        f"40{namespace}{odd}", f"42{namespace}{event}", f"42{namespace}{key}", f"42{chance.randrange(99)}{event}",
        f"43{chance.randrange(9)}{event}", f"45{chance.choice(('1', '0', '99', odd))}-{event}", f"44{odd}", f"41{odd}",
        "40", "40", f"42{odd}", "2probe", "5", "1", "6", "3",
    ))  # fmt: skip


def packets(chance: random.Random) -> Pieces:
    """A WebSocket, and regular frames with messages that may be no packets."""
    first = chance.choice(((), ("40",)))
    later = [engine_text(chance) for _ in range(chance.randint(1, 6))]
    contents: list[str | bytes] = [*first, *later]
    if chance.random() < 0.3:
        contents.append(chance.randbytes(chance.choice((0, 1, 300))))
    sent = [frame(content) for content in contents]
    return [OPENED, b"".join(sent)] if chance.random() < 0.5 else [OPENED, *sent]


def noise(chance: random.Random) -> Pieces:
    """Bytes of other protocols, or of none."""
    others = (b"\x16\x03\x01\x02\x00\x01\x00", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"SSH-2.0-x\r\n", b"\r\n" * 50)
    return cut(chance, chance.choice((*others, chance.randbytes(chance.randint(1, 3_000)), bytes(70_000))))


KINDS: Final[dict[str, Callable[[random.Random], Pieces]]] = {
    "request lines": request_line,
    "headers": headers,
    "polling": polling,
    "upgrades": upgrade,
    "frames": frames,
    "packets": packets,
    "noise": noise,
}
