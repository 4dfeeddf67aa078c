"""Downloads, media URLs, ranges and revalidation (H8, H9, H10)."""

from collections.abc import Mapping
from typing import Final

from generated.limits import PRECONDITION_MAX_LENGTH
from tests.hostile.requests.target import CLOSE, JSON, PNG, Target
from tests.hostile.requests.wire import CLOSED, Case, request
from tests.support.imaging.pictures import picture

FINE: Final = frozenset({200})
BAD: Final = frozenset({400})
FORBIDDEN: Final = frozenset({403})
WHOLE_OR_PART: Final = frozenset({200, 206})
UNSATISFIABLE: Final = frozenset({416})

SIZES: Final[Mapping[str, str]] = {
    "width zero": "width=0",
    "width negative": "width=-1",
    "width minus zero": "width=-0",
    "width 16385": "width=16385",
    "width a fraction": "width=1.5",
    "width with exponent": "width=1e3",
    "width with plus": "width=%2B10",
    "width with space": "width=%2010",
    "width with leading zero": "width=010",
    "width hexadecimal": "width=0x10",
    "width with underscore": "width=1_0",
    "width not a number": "width=nan",
    "width infinite": "width=inf",
    "width a word": "width=large",
    "width empty": "width=",
    "width beyond 64 bits": "width=18446744073709551616",
    "width of 5,000 digits": "width=" + "9" * 5_000,
    "width in arabic digits": "width=%D9%A1%D9%A0",
    "width twice": "width=10&width=10",
    "width a list": "width=10,20",
    "width in brackets": "width[]=10",
    "height zero": "height=0",
    "height 16385": "height=16385",
    "format in lower case": "format=png",
    "format unknown": "format=TIFF",
    "format svg": "format=SVG",
    "format empty": "format=",
    "format with nul": "format=PNG%00",
    "format with newline": "format=PNG%0A",
    "format of a path": "format=..%2Fpng",
    "format twice": "format=PNG&format=PNG",
    "format of another alphabet": "format=%D0%A0NG",
    "render unknown": "width=10&resizeRender=crop",
    "render in capitals": "width=10&resizeRender=INBOX",
    "render empty": "width=10&resizeRender=",
    "unknown parameter": "crop=true",
    "path of a file": "file=%2Fetc%2Fpasswd",
}
QUALITIES: Final[Mapping[str, str]] = {
    "quality zero": "quality=0",
    "quality 101": "quality=101",
    "quality a fraction": "quality=0.5",
    "quality a word": "quality=best",
    "quality beyond 64 bits": "quality=18446744073709551616",
    "quality twice": "quality=1&quality=1",
}
STRIPS: Final[Mapping[str, str]] = {
    "strip a number": "stripMetadata=1",
    "strip in capitals": "stripMetadata=True",
    "strip yes": "stripMetadata=yes",
    "strip empty": "stripMetadata=",
    "strip twice": "stripMetadata=true&stripMetadata=true",
}
RANGES: Final[Mapping[str, tuple[str, frozenset[int]]]] = {
    "first byte": ("bytes=0-0", frozenset({206})),
    "last byte": ("bytes=-1", frozenset({206})),
    "open": ("bytes=1-", frozenset({206})),
    "beyond the end": ("bytes=0-99999999", frozenset({206})),
    "far beyond the end": ("bytes=0-99999999999999999999999", WHOLE_OR_PART),
    "longer than the file": ("bytes=-99999999", WHOLE_OR_PART),
    "behind the end": ("bytes=99999999-", UNSATISFIABLE),
    "far behind the end": ("bytes=99999999999999999999999-", FINE | UNSATISFIABLE),
    "no bytes at the end": ("bytes=-0", FINE | UNSATISFIABLE),
    "backwards": ("bytes=5-2", FINE),
    "empty": ("bytes=", FINE),
    "dash": ("bytes=-", FINE),
    "two": ("bytes=0-0,2-2", FINE),
    "overlapping": ("bytes=0-5,1-6,2-7,3-8", FINE),
    "a thousand": ("bytes=" + ",".join(f"{n}-{n}" for n in range(1_000)), FINE),
    "ten thousand open": ("bytes=" + ",".join(["0-"] * 10_000), FINE),
    "another unit": ("pages=1-2", FINE),
    "no unit": ("0-1", FINE),
    "words": ("bytes=a-b", FINE),
    "negative": ("bytes=--1", FINE),
    "with plus": ("bytes=+0-1", FINE),
    "with fraction": ("bytes=0.0-1", FINE),
    "hexadecimal": ("bytes=0x0-0x1", FINE),
    "with spaces": ("bytes = 0 - 1", FINE),
    "10,000 digits": ("bytes=0-" + "9" * 10_000, WHOLE_OR_PART),
    "in capitals": ("BYTES=0-0", WHOLE_OR_PART),
}
HELD: Final[Mapping[str, tuple[str | bytes, frozenset[int]]]] = {
    "anything": ("*", frozenset({304})),
    "another": ('"other"', FINE),
    "no quotes": ("other", FINE),
    "open quote": ('"', FINE),
    "empty": ("", FINE),
    "a thousand": (", ".join(f'"{n}"' for n in range(1_000)), FINE),
    "as many quotes as may be": ('"' * PRECONDITION_MAX_LENGTH, FINE),
    "more quotes": ('"' * (PRECONDITION_MAX_LENGTH + 1), BAD),
    "not ascii": (b'"\xff\xfe"', FINE),
    "weak": ('W/"other"', FINE),
}
# Host headers, and whether a URL can be built from them.
HOSTS: Final[Mapping[str, tuple[str | bytes, frozenset[int]]]] = {
    "name": ("pictures.example:8080", FINE),
    "address": ("127.0.0.1:1", FINE),
    "loopback of IPv6": ("[::1]:80", FINE),
    "address of IPv6": ("[2001:db8::1]:80", BAD),
    "path": ("127.0.0.1/x", BAD),
    "user": ("a@127.0.0.1", BAD),
    "query": ("127.0.0.1?x", BAD),
    "fragment": ("127.0.0.1#x", BAD),
    "markup": ('"><script>alert(1)</script>', BAD),
    "space": ("127.0.0.1 x", BAD),
    "comma": ("127.0.0.1,x", BAD),
    "not ascii": (b"\xff", BAD),
    "empty": ("", BAD),
    "256 characters": ("a" * 256, BAD),
}


def cases(target: Target) -> list[Case]:
    """Every unusual request for a picture."""
    return [*_renditions(target), *_signatures(target), *_parts(target), *_hosts(target)]


def _renditions(target: Target) -> list[Case]:
    download, address = f"/image/{target.image}/download?", f"/image/{target.image}/mediaUrl?"
    found = []
    for name, query in SIZES.items():
        found += [
            Case(f"download {name}", target.get(download + query), BAD),
            Case(f"media URL {name}", target.get(address + query), BAD),
            Case(f"search {name}", target.post(b"{}", f"/image/search/mediaUrls?{query}", (JSON,)), BAD),
            Case(f"media {name}", request("GET", f"{target.media}&{query}", (CLOSE,)), BAD | FORBIDDEN),
        ]
    for name, query in {**QUALITIES, **STRIPS}.items():
        found.append(Case(f"download {name}", target.get(download + query), BAD))
    converting = {name: query for name, query in SIZES.items() if name.startswith("format")} | {
        name: f"format=JPEG&{query}" for name, query in {**QUALITIES, **STRIPS}.items()
    }
    for name, query in {**converting, "nothing": "", "heif": "format=HEIF", "width": "format=PNG&width=1"}.items():
        wire = request("PUT", f"/image/convert?{query}", (target.bearer, CLOSE, PNG), picture("PNG"))
        found.append(Case(f"convert {name}", wire, BAD))
    unwritable = "format.not-writable"
    found += [
        Case("download heif", target.get(download + "format=HEIF"), BAD, rule=unwritable),
        Case("media URL heif", target.get(address + "format=HEIF"), BAD, rule=unwritable),
        Case("largest box", target.get(download + "width=16384&height=16384&format=WEBP"), FINE),
        Case("smallest box", target.get(download + "width=1&height=1&resizeRender=outbox&quality=1"), FINE),
        Case("everything at once", target.get(download + "format=AVIF&width=9&stripMetadata=true&quality=100"), FINE),
    ]
    return found


def _signatures(target: Target) -> list[Case]:
    """One valid media URL, and the same URL with each part changed."""
    path, _, query = target.media.partition("?")
    parts = dict(part.split("=", 1) for part in query.split("&"))
    signature = parts["signature"]

    def media(changed: Mapping[str, str | None], *headers: tuple[str, str], path: str = path) -> bytes:
        parameters = {name: value for name, value in {**parts, **changed}.items() if value is not None}
        return request("GET", f"{path}?" + "&".join(f"{n}={v}" for n, v in parameters.items()), (CLOSE, *headers))

    other = "A" if signature[20] != "A" else "B"
    changed: dict[str, dict[str, str | None]] = {
        "one character": {"signature": signature[:20] + other + signature[21:]},
        "other case": {"signature": signature.swapcase()},
        "zeros": {"signature": "A" * 43},
        "another version": {"version": "0" * 16},
        "another issuer": {"issuer": "1"},
        "another expiry": {"expires": str(int(parts["expires"]) + 1)},
        "past": {"expires": "1"},
        "a width": {"width": "4096"},
        "a height": {"height": "4096"},
        "a format": {"format": "PNG"},
    }
    refused: dict[str, dict[str, str | None]] = {
        "short": {"signature": signature[:-1]},
        "long": {"signature": signature + "A"},
        "padded": {"signature": signature + "%3D"},
        "newline": {"signature": signature + "%0A"},
        "empty": {"signature": ""},
        "not base64": {"signature": "%2B" + signature[1:]},
        "twice": {"signature": f"{signature}&signature={signature}"},
        "missing": {"signature": None},
        "no version": {"version": None},
        "version in capitals": {"version": "ABCDEF"},
        "version empty": {"version": ""},
        "no issuer": {"issuer": None},
        "issuer negative": {"issuer": "-1"},
        "issuer with zero": {"issuer": "00"},
        "issuer beyond 64 bits": {"issuer": "18446744073709551616"},
        "no expiry": {"expires": None},
        "expiry with exponent": {"expires": "1e30"},
        "expiry infinite": {"expires": "inf"},
        "quality": {"quality": "1"},
        "strip": {"stripMetadata": "false"},
        "key in the query": {"access_token": target.key},
    }
    found = [Case(f"media, {name}", media(change), FORBIDDEN) for name, change in changed.items()]
    found += [Case(f"media, {name}", media(change), BAD) for name, change in refused.items()]
    elsewhere = "/media/00000000-0000-4000-8000-000000000000"
    found += [
        Case("media", media({}), FINE),
        Case("media, with a bad key", media({}, ("Authorization", "Bearer other")), FINE),
        Case("media, another order", request("GET", f"{path}?{'&'.join(reversed(query.split('&')))}", (CLOSE,)), FINE),
        Case("media, render alone", media({"resizeRender": "outbox"}), FINE),
        Case("media of another image", media({}, path=elsewhere), FORBIDDEN, rule="media.signature"),
        Case("media of no uuid", media({}, path="/media/.."), BAD | {404}),
        Case("media in capitals", media({}, path=path.upper().replace("/MEDIA", "/media")), BAD | FINE),
        Case("media without a query", request("GET", path, (CLOSE,)), BAD),
        Case("media, head", media({}).replace(b"GET", b"HEAD", 1), FINE, heads=True),
    ]
    return found


def _parts(target: Target) -> list[Case]:
    download = f"/image/{target.image}/download"
    found = []
    for name, (value, statuses) in RANGES.items():
        found += [
            Case(f"range {name}", target.get(download, (("Range", value),)), statuses),
            Case(f"range {name}, media", request("GET", target.media, (CLOSE, ("Range", value))), statuses),
            Case(f"range {name}, rendition", target.get(f"{download}?width=8", (("Range", value),)), FINE),
        ]
    for name, (held, statuses) in HELD.items():
        found += [
            Case(f"held {name}", target.get(download, (("If-None-Match", held),)), statuses),
            Case(f"held {name}, rendition", target.get(f"{download}?width=8", (("If-None-Match", held),)), statuses),
            Case(f"if-range {name}", target.get(download, (("Range", "bytes=0-0"), ("If-Range", held))), FINE),
        ]
    found += [
        Case("two ranges in two headers", target.get(download, (("Range", "bytes=0-0"), ("Range", "bytes=1-1"))), FINE),
        Case("range not ascii", target.get(download, (("Range", b"bytes=\xff-\xfe"),)), FINE),
        Case(
            "held since", target.get(download, (("If-Modified-Since", "Fri, 31 Dec 9999 23:59:59 GMT"),)), FINE | {304}
        ),
        Case("head", target.get(download).replace(b"GET", b"HEAD", 1), FINE, heads=True),
        Case(
            "head of a range",
            target.get(download, (("Range", "bytes=0-0"),)).replace(b"GET", b"HEAD"),
            FINE,
            heads=True,
        ),
        Case("head of a rendition", target.get(f"{download}?width=8").replace(b"GET", b"HEAD", 1), FINE, heads=True),
    ]
    return found


def _hosts(target: Target) -> list[Case]:
    path = f"/image/{target.image}/mediaUrl"

    def get(*lines: bytes, path: str = path) -> bytes:
        key = "{}: {}".format(*target.bearer).encode()
        return b"\r\n".join((f"GET {path} HTTP/1.1".encode(), key, *lines, b"Connection: close", b"", b""))

    found = []
    for name, (host, statuses) in HOSTS.items():
        raw = host if isinstance(host, bytes) else host.encode()
        found.append(Case(f"host {name}", get(b"Host: " + raw), statuses | ({CLOSED} if statuses == BAD else set())))
    found += [
        Case("host missing", get(), BAD | {CLOSED}),
        Case("host twice", get(b"Host: 127.0.0.1", b"Host: x-injected.example"), BAD | {CLOSED}),
        Case("host folded", get(b"Host: 127.0.0.1\r\n .x-injected.example"), BAD | {CLOSED}),
        Case("host of a proxy", get(b"Host: 127.0.0.1", b"X-Forwarded-Host: x-injected.example"), FINE),
        Case("forwarded", get(b"Host: 127.0.0.1", b"Forwarded: host=x-injected.example;proto=https"), FINE),
        Case(
            "host of the target", get(b"Host: 127.0.0.1", path=f"http://x-injected.example{path}"), FINE | BAD | {404}
        ),
    ]
    return found
