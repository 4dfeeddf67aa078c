"""Wrong lengths, invalid chunks, request smuggling and pipelining (H3, H13)."""

from collections.abc import Mapping
from typing import Final

from tests.hostile.requests.target import CLOSE, JSON, SEARCH_CAP, TAGS_CAP, Target
from tests.hostile.requests.wire import CLOSED, Case, chunked, request

_BODY: Final = b'["framing"]'
UNFRAMED: Final = frozenset({400, CLOSED})  # the HTTP parser refuses it, with a response or by closing the connection
WAITING: Final = frozenset({400, 408, CLOSED})  # the request never ends
TOO_LARGE: Final = frozenset({413})
DONE: Final = frozenset({204})
_SMUGGLED: Final = b"GET /repository/list HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"

LENGTHS: Final[Mapping[str, bytes]] = {
    "negative": b"-1",
    "with plus": b"+11",
    "with fraction": b"11.0",
    "hexadecimal": b"0x0b",
    "exponent": b"1e1",
    "underscore": b"1_1",
    "words": b"eleven",
    "with unit": b"11 bytes",
    "list of equals": b"11, 11",
    "list": b"11, 12",
    "semicolon": b"11;11",
    "quoted": b'"11"',
    "beyond 64 bits": b"18446744073709551627",
    "30 digits": b"1" * 30,
    "1,000 digits": b"1" * 1_000,
    "fullwidth digits": "１１".encode(),
    "nul": b"11\x00",
    "inner space": b"1 1",
}
SIZES: Final[Mapping[str, bytes]] = {
    "not hexadecimal": b"g",
    "negative": b"-b",
    "with plus": b"+b",
    "with prefix": b"0xb",
    "leading space": b" b",
    "inner space": b"0 b",
    "empty": b"",
    "beyond 64 bits": b"10000000000000000b",
    "40 digits": b"f" * 40,
    "underscore": b"0_b",
    "quoted": b'"b"',
    "nul": b"b\x00",
}
ENCODINGS: Final[Mapping[str, tuple[bytes, ...]]] = {
    "identity": (b"identity",),
    "unknown": (b"xchunked",),
    "gzip": (b"gzip",),
    "chunked then gzip": (b"chunked, gzip",),
    "chunked twice": (b"chunked, chunked",),
    "chunked in two headers": (b"chunked", b"chunked"),
    "chunked and identity": (b"chunked", b"identity"),
    "identity and chunked": (b"identity", b"chunked"),
    "quoted": (b'"chunked"',),
    "vertical tab": (b"\x0bchunked",),
    "trailing nul": (b"chunked\x00",),
    "empty": (b"",),
    "comma": (b",chunked,",),
    "folded": (b"\r\n chunked",),
}


def cases(target: Target) -> list[Case]:
    """Every framing attack on setTags and a search."""
    return [*_lengths(target), *_chunks(target), *_smuggling(target), *_pipelines(target)]


def _lengths(target: Target) -> list[Case]:
    def put(length: bytes, body: bytes = _BODY) -> bytes:
        return target.put(body, (JSON, ("Content-Length", length)))

    found = [Case(f"length {name}", put(value), UNFRAMED) for name, value in LENGTHS.items()]
    pad = b" " * (TAGS_CAP - len(_BODY))
    search = b"{}" + b" " * (SEARCH_CAP - 2)
    found += [
        Case("length missing", request("PUT", target.tags, (target.bearer, CLOSE, JSON)), frozenset({400, 411})),
        Case("length empty", put(b""), UNFRAMED),
        Case("length too long, our side ends", put(b"4000"), WAITING, half_close=True),
        Case("length too short", put(b"5"), frozenset({400})),
        Case("length zero with a body", put(b"0"), frozenset({400})),
        Case("length beyond the cap, no body", put(b"10000000000", b""), TOO_LARGE, rule="body.too-large"),
        Case("length beyond the cap by one, no body", put(b"65537", b""), TOO_LARGE),
        Case("length of 63 bits", put(b"9223372036854775807", b""), TOO_LARGE | UNFRAMED),
        Case("body of cap - 1", target.put(_BODY + pad[:-1]), DONE),
        Case("body of the cap", target.put(_BODY + pad), DONE),
        Case("body of cap + 1", target.put(_BODY + pad + b" "), TOO_LARGE),
        Case("body of twice the cap", target.put(_BODY + pad + pad), TOO_LARGE),
        Case("body of 8 MB", target.put(b" " * 8_000_000), TOO_LARGE),
        Case("search body of the cap", target.post(search), frozenset({200})),
        Case("search body of cap + 1", target.post(search + b" "), TOO_LARGE),
        Case("search body of 8 MB", target.post(b"[" * 8_000_000), TOO_LARGE),
        Case("expect continue", target.put(_BODY, (JSON, ("Expect", "100-continue"))), DONE),
        Case(
            "expect continue beyond the cap",
            put(b"99999999", b"").replace(b"\r\n\r\n", b"\r\nExpect: 100-continue\r\n\r\n"),
            TOO_LARGE,
        ),
        Case("expect something else", target.put(_BODY, (JSON, ("Expect", "200-maybe"))), DONE | {417, 400}),
        Case("get with a body", request("GET", "/livez", (CLOSE,), b"{}"), frozenset({200, 400})),
        Case(
            "delete with a body",
            request("DELETE", "/apiSecret/999999/delete", (target.bearer, CLOSE), b"{}"),
            frozenset({400, 404}),
        ),
    ]
    return found


def _chunks(target: Target) -> list[Case]:
    def put(body: bytes, *headers: tuple[str, str]) -> bytes:
        return target.put(body, (JSON, ("Transfer-Encoding", "chunked"), *headers))

    single = chunked(*(bytes([byte]) for byte in _BODY))
    pad = b" " * 1_024
    found = [
        Case(f"chunk size {name}", put(size + b"\r\n" + _BODY + b"\r\n0\r\n\r\n"), UNFRAMED)
        for name, size in SIZES.items()
    ]
    found += [
        Case("chunked", put(chunked(_BODY)), DONE),
        Case("chunks of one byte", put(single), DONE),
        Case("chunks of nothing", put(b"0\r\n\r\n"), frozenset({400}), rule="body.missing"),
        Case("chunk size with zeros", put(b"0000000b\r\n" + _BODY + b"\r\n0\r\n\r\n"), DONE),
        Case("chunk size in upper case", put(b"B\r\n" + _BODY + b"\r\n0\r\n\r\n"), DONE),
        Case("chunk extension", put(b"b;a=b\r\n" + _BODY + b"\r\n0\r\n\r\n"), DONE | UNFRAMED),
        Case("chunk extension quoted", put(b'b;a="b;\\"c"\r\n' + _BODY + b"\r\n0\r\n\r\n"), DONE | UNFRAMED),
        Case("chunk extension with newline", put(b"b;a\nb\r\n" + _BODY + b"\r\n0\r\n\r\n"), UNFRAMED),
        Case(
            "chunk extension of 70 KB",
            put(b"b;" + b"a" * 70_000 + b"\r\n" + _BODY + b"\r\n0\r\n\r\n"),
            DONE | UNFRAMED | {413, 431},
        ),
        Case("chunk without end", put(b"b\r\n" + _BODY), WAITING, half_close=True),
        Case("chunks without the last one", put(b"b\r\n" + _BODY + b"\r\n"), WAITING, half_close=True),
        Case("chunk longer than said", put(b"5\r\n" + _BODY + b"\r\n0\r\n\r\n"), UNFRAMED),
        Case("chunk shorter than said", put(b"20\r\n" + _BODY + b"\r\n0\r\n\r\n"), WAITING, half_close=True),
        Case("chunk lines end with newline only", put(b"b\n" + _BODY + b"\n0\n\n"), UNFRAMED, half_close=True),
        Case("chunk lines end with return only", put(b"b\r" + _BODY + b"\r0\r\r"), UNFRAMED, half_close=True),
        Case("trailer", put(b"b\r\n" + _BODY + b"\r\n0\r\nX-After: 1\r\n\r\n"), DONE | UNFRAMED),
        Case("trailer with length", put(b"b\r\n" + _BODY + b"\r\n0\r\nContent-Length: 5\r\n\r\n"), DONE | UNFRAMED),
        Case(
            "trailer with a key",
            request(
                "PUT",
                target.tags,
                (CLOSE, JSON, ("Transfer-Encoding", "chunked")),
                b"b\r\n" + _BODY + b"\r\n0\r\n" + "{}: {}".format(*target.bearer).encode() + b"\r\n\r\n",
            ),
            frozenset({401}) | UNFRAMED,
        ),
        Case("chunks beyond the cap", put(chunked(*(pad for _ in range(65)))), TOO_LARGE),
        Case("one chunk beyond the cap", put(chunked(b" " * (TAGS_CAP + 1))), TOO_LARGE),
        Case("endless chunks", put(b"400\r\n" + pad + b"\r\n" + (b"400\r\n" + pad + b"\r\n") * 130), TOO_LARGE),
        Case("endless tiny chunks", put(b"1\r\n \r\n" * (TAGS_CAP + 100)), TOO_LARGE),
        Case("body of one huge announced chunk", put(b"fffffff\r\n" + pad), WAITING | TOO_LARGE, half_close=True),
    ]
    for name, values in ENCODINGS.items():
        headers = [("Transfer-Encoding", value) for value in values]
        wire = target.put(chunked(_BODY), (JSON, *headers))
        found.append(Case(f"transfer encoding {name}", wire, UNFRAMED | {411, 501}, half_close=True))
    return found


def _smuggling(target: Target) -> list[Case]:
    """Requests with an ambiguous end, followed by another request. At most one response may come, a refusal."""
    start = f"PUT {target.tags} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    start += f"Authorization: Bearer {target.key}\r\n"
    prefix = start.encode()
    chunks = chunked(_BODY)
    ambiguous: dict[str, bytes] = {
        "length then chunked": b"Content-Length: 11\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks,
        "chunked then length": b"Transfer-Encoding: chunked\r\nContent-Length: 11\r\n\r\n" + chunks,
        "length zero and chunked": b"Content-Length: 0\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks,
        "length of the chunks and chunked": b"Content-Length: %d\r\nTransfer-Encoding: chunked\r\n\r\n" % len(chunks)
        + chunks,
        "two lengths": b"Content-Length: 11\r\nContent-Length: 0\r\n\r\n" + _BODY,
        "two lengths, other order": b"Content-Length: 0\r\nContent-Length: 11\r\n\r\n" + _BODY,
        "three lengths": b"Content-Length: 11\r\nContent-Length: 11\r\nContent-Length: 12\r\n\r\n" + _BODY,
        "equal lengths": b"Content-Length: 11\r\nContent-Length: 11\r\n\r\n" + _BODY,
        "length folded": b"Content-Length:\r\n 11\r\n\r\n" + _BODY,
        "length before colon spaced": b"Content-Length : 11\r\n\r\n" + _BODY,
        "encoding before colon spaced": b"Content-Length: 11\r\nTransfer-Encoding : chunked\r\n\r\n" + chunks,
        "encoding before colon tabbed": b"Content-Length: 11\r\nTransfer-Encoding\t: chunked\r\n\r\n" + chunks,
        "encoding line folded": b"Content-Length: 11\r\nX: y\r\n Transfer-Encoding: chunked\r\n\r\n" + chunks,
        "encoding line after bare newline": b"Content-Length: 11\r\nX: y\nTransfer-Encoding: chunked\r\n\r\n" + chunks,
        "encoding line after bare return": b"Content-Length: 11\r\nX: y\rTransfer-Encoding: chunked\r\n\r\n" + chunks,
        "encoding unknown and length": b"Content-Length: 11\r\nTransfer-Encoding: xchunked\r\n\r\n" + chunks,
        "encoding twice and length": b"Content-Length: 11\r\nTransfer-Encoding: chunked\r\n"
        b"Transfer-Encoding: cow\r\n\r\n" + chunks,
        "encoding identity and length": b"Content-Length: 11\r\nTransfer-Encoding: identity\r\n\r\n" + _BODY,
        "encoding in a folded value": b"Content-Length: 11\r\nTransfer-Encoding:\r\n chunked\r\n\r\n" + chunks,
        "encoding with nul": b"Content-Length: 11\r\nTransfer-Encoding: chunked\x00\r\n\r\n" + chunks,
        "encoding name with nul": b"Content-Length: 11\r\nTransfer-Encoding\x00: chunked\r\n\r\n" + chunks,
        "header without colon": b"Content-Length: 11\r\nnonsense\r\n\r\n" + _BODY,
        "header without name": b"Content-Length: 11\r\n: nonsense\r\n\r\n" + _BODY,
        "header name with space": b"Content-Length: 11\r\nX Y: z\r\n\r\n" + _BODY,
        "header name with bracket": b"Content-Length: 11\r\nX(Y): z\r\n\r\n" + _BODY,
        "header name not ascii": b"Content-Length: 11\r\nX-\xc3\xa9: z\r\n\r\n" + _BODY,
        "header value with nul": b"Content-Length: 11\r\nX: a\x00b\r\n\r\n" + _BODY,
        "first header folded": b"",
        "lines end with newline only": b"",
        "head ends with newline only": b"Content-Length: 11\r\n\n" + _BODY,
        "head ends with return only": b"Content-Length: 11\r\n\r" + _BODY,
        "chunk data followed by text": b"Transfer-Encoding: chunked\r\n\r\nb\r\n" + _BODY + b"XX\r\n0\r\n\r\n",
        "last chunk with text": b"Transfer-Encoding: chunked\r\n\r\nb\r\n" + _BODY + b"\r\n0\r\nGET / HTTP/1.1\r\n\r\n",
        "chunk size with newline only": b"Transfer-Encoding: chunked\r\n\r\nb\n" + _BODY + b"\r\n0\r\n\r\n",
        "http/1.0 chunked with length": b"",
    }
    wires = {name: prefix + rest for name, rest in ambiguous.items() if rest}
    wires["first header folded"] = prefix.replace(b"\r\nHost:", b"\r\n Host:") + b"Content-Length: 11\r\n\r\n" + _BODY
    wires["lines end with newline only"] = (prefix + b"Content-Length: 11\r\n\r\n").replace(b"\r\n", b"\n") + _BODY
    wires["http/1.0 chunked with length"] = (
        prefix.replace(b"HTTP/1.1", b"HTTP/1.0") + b"Content-Length: 11\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks
    )
    return [Case(f"smuggling: {name}", wire + _SMUGGLED, UNFRAMED | {501}) for name, wire in wires.items()]


def _pipelines(target: Target) -> list[Case]:
    """Several well-framed requests at once. Each gets one response, in order."""
    live = b"GET /livez HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    last = b"GET /livez HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
    kept = request("PUT", target.tags, (target.bearer, JSON), _BODY)
    refused = request("PUT", target.tags, (target.bearer, JSON), b"[")
    rubbish = b"\x16\x03\x01\x02\x00\r\n\r\n"  # its refusal must not be taken for the response to the previous request
    return [
        Case("pipeline of two", live + last, frozenset({200}), answers=2),
        Case("pipeline of fifty", live * 49 + last, frozenset({200}), answers=50),
        Case("pipeline of a write and a read", kept + last, DONE, answers=2),
        Case("pipeline of a refusal and a read", refused + last, frozenset({400}), answers=2),
        Case("pipeline after an empty line", b"\r\n" + last, frozenset({200, 400})),
        Case("pipeline after a close", last + live, frozenset({200})),
        Case("pipeline of a read and rubbish", live + rubbish, frozenset({200, CLOSED}), answers=2),
        Case("pipeline of a write and rubbish", kept + rubbish, DONE | {CLOSED}, answers=2),
        Case("pipeline cut in the head", live + b"GET /livez HTTP/1.1\r\nHos", frozenset({200}), half_close=True),
    ]
