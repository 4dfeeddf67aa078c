"""Bodies of bytes: wrong lengths, bytes that are no picture, and attachments (H3, H4, H12)."""

import base64
import gzip
from collections.abc import Iterable, Mapping
from typing import Final
from urllib.parse import quote

from tests.hostile.requests.target import ATTACHMENT_CAP, CLOSE, PICTURE_CAP, PNG, TEXT, BinaryOperation, Target
from tests.hostile.requests.wire import CLOSED, Case, chunked, request
from tests.support.imaging.pictures import broken_pictures, picture

FINE: Final = frozenset({200, 201})
BAD: Final = frozenset({400})
UNSUPPORTED: Final = frozenset({415})
TOO_LARGE: Final = frozenset({413})
WAITING: Final = frozenset({400, 408, CLOSED})  # the request never ends
GONE: Final = frozenset({404})
_SMALL: Final = picture("PNG", seed=31)
_UNKNOWN: Final = "00000000-0000-4000-8000-000000000000"

TYPES: Final[Mapping[str, tuple[str | bytes, frozenset[int]]]] = {
    "json": ("application/json", UNSUPPORTED),
    "text": ("text/plain", UNSUPPORTED),
    "form": ("application/x-www-form-urlencoded", UNSUPPORTED),
    "multipart": ("multipart/form-data; boundary=x", UNSUPPORTED),
    "svg": ("image/svg+xml", UNSUPPORTED),
    "tiff": ("image/tiff", UNSUPPORTED),
    "jpg": ("image/jpg", FINE),
    "apng": ("image/apng", FINE),
    "any image": ("image/*", UNSUPPORTED),
    "any": ("*/*", UNSUPPORTED),
    "type only": ("image", UNSUPPORTED),
    "no subtype": ("image/", UNSUPPORTED),
    "no type": ("/png", UNSUPPORTED),
    "longer": ("image/pngx", UNSUPPORTED),
    "list": ("image/png, image/jpeg", UNSUPPORTED),
    "space inside": ("image / png", UNSUPPORTED),
    "empty": ("", UNSUPPORTED),
    "only parameters": (";q=1", UNSUPPORTED),
    "not ascii": (b"image/png\xff", UNSUPPORTED),
    "nul": (b"image/png\x00", UNSUPPORTED | {400, CLOSED}),
    "ten thousand characters": ("image/" + "p" * 10_000, UNSUPPORTED),
    "upper case": ("IMAGE/PNG", FINE),
    "parameter": ("image/png; q=1", FINE),
    "another format": ("image/webp", FINE),
    "octets": ("application/octet-stream", FINE),
}
ENCODINGS: Final[Mapping[str, tuple[str, bytes]]] = {
    "gzip": ("gzip", gzip.compress(_SMALL, mtime=0)),
    "gzip bomb": ("gzip", gzip.compress(bytes(50_000_000), mtime=0)),
    "deflate": ("deflate", _SMALL),
    "br": ("br", _SMALL),
    "gzip that is not": ("gzip", _SMALL),
    "unknown": ("rot13", _SMALL),
    "list": ("identity, gzip", _SMALL),
}
# Bytes of formats that the service does not read, known by their first bytes.
NO_PICTURES: Final[Mapping[str, bytes]] = {
    "text": b"this is not a picture",
    "one byte": b"\x89",
    "nul bytes": bytes(4_096),
    "high bytes": b"\xff" * 4_096,
    "html": b"<!doctype html><script>alert(1)</script>",
    "svg": b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    "xml with entities": b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
    "json": b'{"format":"PNG"}',
    "pdf": b"%PDF-1.7\n",
    "postscript": b"%!PS-Adobe-3.0 EPSF-3.0\n",
    "bitmap": b"BM" + bytes(200),
    "tiff": b"II*\x00" + bytes(200),
    "icon": b"\x00\x00\x01\x00\x01\x00" + bytes(200),
    "photoshop": b"8BPS\x00\x01" + bytes(200),
    "zip": b"PK\x03\x04" + bytes(200),
    "program": b"\x7fELF\x02\x01\x01" + bytes(200),
    "script": b"#!/bin/sh\nrm -rf /\n",
    "gzip of a picture": gzip.compress(_SMALL, mtime=0),
    "base64 of a picture": base64.b64encode(_SMALL),
    "data url": b"data:image/png;base64," + base64.b64encode(_SMALL),
    "space before": b" " + _SMALL,
    "newline before": b"\n" + _SMALL,
    "byte order mark before": b"\xef\xbb\xbf" + _SMALL,
    "multipart": b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n' + _SMALL + b"\r\n--x--\r\n",
    "signature cut": _SMALL[:7],
    "signature in other case": b"\x89png\r\n\x1a\n" + _SMALL[8:],
    "signature after a text transfer": _SMALL.replace(b"\r\n", b"\n"),
    "riff without webp": b"RIFF\x24\x00\x00\x00WAVEfmt " + bytes(200),
    "film": b"\x00\x00\x00\x18ftypisom\x00\x00\x00\x00isommp41",
    "container without brand": b"\x00\x00\x00\x08ftyp",
    "container of many brands": b"\x00\x00\x10\x00ftyp" + b"abcd" * 1_000,
}


def cases(target: Target) -> list[Case]:
    """Every unusual upload."""
    return [*_types(target), *_contents(target), *_lengths(target), *_attachments(target), *_texts(target)]


def _types(target: Target) -> list[Case]:
    sniffing = target.binary_operations()[0]
    found = [
        Case(f"type {name}", target.send(sniffing, _SMALL, (("Content-Type", value),)), statuses)
        for name, (value, statuses) in TYPES.items()
    ]
    for name, (encoding, body) in ENCODINGS.items():
        found.append(
            Case(f"encoding {name}", target.send(sniffing, body, (PNG, ("Content-Encoding", encoding))), UNSUPPORTED)
        )
    other = ("Content-Type", "text/plain")
    for each in target.binary_operations():
        found += [
            Case(f"{each.name}: no type", target.send(each, _SMALL), UNSUPPORTED, rule="media-type.missing"),
            Case(
                f"{each.name}: type json",
                target.send(each, b"{}", (("Content-Type", "application/json"),)),
                UNSUPPORTED,
            ),
            Case(f"{each.name}: two types", target.send(each, _SMALL, (PNG, other)), UNSUPPORTED),
            Case(f"{each.name}: two types, other order", target.send(each, _SMALL, (other, PNG)), UNSUPPORTED),
            Case(f"{each.name}: no body", target.send(each, b"", (PNG,)), BAD, rule="body.missing"),
            Case(f"{each.name}: neither", target.send(each, b""), BAD, rule="body.missing"),
        ]
    return found


def _contents(target: Target) -> list[Case]:
    found = []
    sniffing, *reading, attaching = target.binary_operations()
    for name, body in NO_PICTURES.items():
        found += [
            Case(f"{each.name}: {name}", target.send(each, body, (PNG,)), BAD, rule="decode.format")
            for each in (sniffing, *reading)
        ]
        wire = target.send(attaching, body, (PNG,))
        found.append(Case(f"attach: {name}", wire, BAD, rule="attachment.media-type"))
    for name, body, _ in broken_pictures():
        if body:
            found += [Case(f"{each.name}: broken {name}", target.send(each, body, (PNG,)), BAD) for each in reading]
    found.append(
        Case(
            "modify: another format",
            target.send(reading[1], picture("WEBP"), (PNG,)),
            BAD,
            rule="image.format-differs",
        )
    )
    return found


def _lengths(target: Target) -> list[Case]:
    found = []
    stream = ("Transfer-Encoding", "chunked")

    def send(each: BinaryOperation, body: bytes, *headers: tuple[str, str]) -> bytes:
        return target.send(each, body, (PNG, *headers))

    for each in target.binary_operations():
        beyond = str(each.cap + 1)
        found += [
            Case(f"{each.name}: announced beyond the cap", send(each, b"", ("Content-Length", beyond)), TOO_LARGE),
            Case(
                f"{each.name}: announced beyond the cap, waiting",
                send(each, b"", ("Content-Length", beyond), ("Expect", "100-continue")),
                TOO_LARGE,
            ),
            Case(f"{each.name}: 63 bits", send(each, b"", ("Content-Length", str(2**63 - 1))), TOO_LARGE | BAD),
            Case(
                f"{each.name}: our side ends",
                send(each, _SMALL, ("Content-Length", str(len(_SMALL) + 1))),
                WAITING,
                half_close=True,
            ),
            Case(f"{each.name}: chunks of nothing", send(each, b"0\r\n\r\n", stream), BAD, rule="body.missing"),
            Case(
                f"{each.name}: chunk without end",
                send(each, f"{len(_SMALL) + 1:x}\r\n".encode() + _SMALL, stream),
                WAITING,
                half_close=True,
            ),
            Case(f"{each.name}: chunk not hexadecimal", send(each, b"g\r\n" + _SMALL, stream), BAD | {CLOSED}),
            Case(f"{each.name}: length cuts the picture", send(each, _SMALL, ("Content-Length", "60")), BAD | FINE),
            _keyless(each, each.cap),
        ]
    sniffing, *_, attaching = target.binary_operations()
    piece = b"%x\r\n" % (PICTURE_CAP // 4) + bytes(PICTURE_CAP // 4) + b"\r\n"
    body = bytes(ATTACHMENT_CAP + 1)
    single = chunked(*(bytes([byte]) for byte in _SMALL))
    found += [
        Case("attach: one byte beyond the cap", send(attaching, body), TOO_LARGE),
        Case("attach: one chunk beyond the cap", send(attaching, chunked(body), stream), TOO_LARGE),
        Case(
            "attach: endless chunks", send(attaching, (b"400\r\n" + bytes(1_024) + b"\r\n") * 1_100, stream), TOO_LARGE
        ),
        Case("format: endless chunks", send(sniffing, piece * 5, stream), TOO_LARGE),
        Case("format: chunks of one byte", send(sniffing, single, stream), FINE),
        Case("format: expect continue", send(sniffing, _SMALL, ("Expect", "100-continue")), FINE),
        Case(
            "download with a body",
            request("GET", f"/image/{target.image}/download", (target.bearer, CLOSE, PNG), _SMALL),
            BAD,
        ),
    ]
    for method, path in (("PUT", f"/image/{_UNKNOWN}/modify"), ("POST", f"/repository/{_UNKNOWN}/storeImage")):
        found.append(Case(f"{path} of nothing", request(method, path, (target.bearer, CLOSE, PNG), _SMALL), GONE))
    return found


def _texts(target: Target) -> list[Case]:
    """Texts that are checked: whatever they are, they are answered, within the same bounds as other uploads."""
    check = target.text_operation()
    stream = ("Transfer-Encoding", "chunked")
    beyond = (TEXT, ("Content-Length", str(check.cap + 1)))
    found = [
        Case(f"check: {name}", target.send(check, body, (TEXT,)), FINE) for name, body in NO_PICTURES.items() if body
    ]
    return [
        *found,
        Case("check: no type", target.send(check, b"{}"), UNSUPPORTED, rule="media-type.missing"),
        Case("check: a picture", target.send(check, _SMALL, (PNG,)), UNSUPPORTED),
        Case("check: two types", target.send(check, b"{}", (TEXT, PNG)), UNSUPPORTED),
        Case("check: no body", target.send(check, b"", (TEXT,)), BAD, rule="body.missing"),
        Case("check: announced beyond the cap", target.send(check, b"", beyond), TOO_LARGE),
        Case("check: one byte beyond the cap", target.send(check, b" " * (check.cap + 1), (TEXT,)), TOO_LARGE),
        Case("check: chunk without end", target.send(check, b"800\r\n{", (TEXT, stream)), WAITING, half_close=True),
        Case("check: chunks of one byte", target.send(check, chunked(*[b"["] * 2_000), (TEXT, stream)), FINE),
        _keyless(check, check.cap),
    ]


def _keyless(operation: BinaryOperation, length: int) -> Case:
    headers: Iterable[tuple[str, str]] = (CLOSE, PNG, ("Content-Length", str(length)))
    wire = request(operation.method, operation.path, headers, bytes(300_000))
    return Case(f"{operation.name}: no key and a long body", wire, frozenset({401}))


def _attachments(target: Target) -> list[Case]:
    types = {
        "missing": "",
        "empty": "mimeType=",
        "no slash": "mimeType=image",
        "two slashes": "mimeType=image/png/x",
        "upper case": "mimeType=IMAGE/PNG",
        "parameter": "mimeType=text/html%3Bcharset%3Dutf-8",
        "newline": "mimeType=image/png%0A",
        "header": "mimeType=image/png%0D%0AX-Injected:%201",
        "nul": "mimeType=image/png%00",
        "wildcard": "mimeType=*/*",
        "space": "mimeType=image/%20png",
        "33 characters": "mimeType=image/" + "p" * 27,
        "another format": "mimeType=image/webp",
        "not ascii": "mimeType=image/%C3%A9",
        "twice": "mimeType=image/png&mimeType=image/png",
    }
    uris = {
        "no number": "attachment%3A%2F%2F",
        "slashes": "attachment://1",
        "number alone": "1",
        "leading zero": "attachment%3A%2F%2F01",
        "negative": "attachment%3A%2F%2F-1",
        "plus": "attachment%3A%2F%2F+1",
        "fraction": "attachment%3A%2F%2F1.0",
        "17 digits": "attachment%3A%2F%2F" + "9" * 17,
        "1,000 digits": "attachment%3A%2F%2F" + "9" * 1_000,
        "arabic digit": "attachment%3A%2F%2F%D9%A1",
        "superscript": "attachment%3A%2F%2F%C2%B9",
        "newline": "attachment%3A%2F%2F1%0A",
        "nul": "attachment%3A%2F%2F1%00",
        "upper case": "ATTACHMENT%3A%2F%2F1",
        "another scheme": "file%3A%2F%2F%2Fetc%2Fpasswd",
        "way up": "attachment%3A%2F%2F..%2F..%2Fetc%2Fpasswd",
        "sql": "attachment%3A%2F%2F1%27--",
        "twice encoded": "attachment%253A%252F%252F1",
        "query": "attachment%3A%2F%2F1%3Fa=b",
    }
    found = [
        Case(
            f"media type {name}",
            request("POST", f"{target.attach}&{query}", (target.bearer, CLOSE, PNG), _SMALL),
            BAD,
        )
        for name, query in types.items()
    ]
    found += [
        Case(f"attachment {name}", target.get(f"/imageAttachment/{uri}/download"), BAD | GONE)
        for name, uri in uris.items()
    ]
    unknown = f"/imageAttachment/{quote('attachment://9999999999999999', safe='')}/download"
    known = f"/imageAttachment/{quote(target.attachment, safe='')}/download"
    found += [
        Case("attachment unknown", target.get(unknown), GONE, rule="attachment.unknown"),
        Case("attachment", target.get(known), FINE),
        Case("attachment with a range", target.get(known, (("Range", "bytes=0-1"),)), frozenset({200, 206})),
        Case("attachment that is held", target.get(known, (("If-None-Match", "*"),)), frozenset({304})),
    ]
    return found
