"""Names, folders and texts in requests with a picture (H8)."""

from collections.abc import Mapping
from typing import Final
from urllib.parse import quote

from tests.hostile.requests.target import CLOSE, PNG, Target
from tests.hostile.requests.wire import Case, request
from tests.support.imaging.pictures import picture

BAD: Final = frozenset({400})
_SMALL: Final = picture("PNG", seed=31)
_UNKNOWN: Final = "00000000-0000-4000-8000-000000000000"

# Ends and middles of queries, with a picture as body.
NAMES: Final[Mapping[str, str]] = {
    "empty": "",
    "dot": ".",
    "dot dot": "..",
    "way up": "../outside",
    "way up, encoded": "..%2Foutside",
    "way up, twice encoded": "..%252F..%252Foutside/",
    "absolute": "%2Fetc%2Fpasswd",
    "folder": "a%2Fb",
    "backslash": "..%5Coutside",
    "drive": "C%3A%5Coutside",
    "stream": "a%3Ab",
    "hidden": ".hidden",
    "dot at end": "a.",
    "space at end": "a%20",
    "nul": "a%00b",
    "nul at end": "a%00",
    "newline": "a%0Ab",
    "newline at end": "a%0A",
    "return": "a%0Db",
    "delete": "a%7Fb",
    "control of latin-1": "a%C2%9Bb",
    "right-to-left override": "a%E2%80%AEgpj.exe",
    "line separator": "a%E2%80%A8b",
    "asterisk": "a%2A",
    "question mark": "a%3F",
    "quote": "%22a%22",
    "markup": "%3Cscript%3E",
    "pipe": "a%7Cb",
    "device": "con",
    "device with extension": "NUL.txt",
    "device with number": "COM1",
    "device with superscript": "LPT%C2%B9",
    "extension of a picture": "a.png",
    "extension of a picture in capitals": "a.JPEG",
    "201 characters": "n" * 201,
    "10,000 characters": "n" * 10_000,
    "200 characters of four bytes": "%F0%9F%98%80" * 200,
    "invalid utf-8": "a%FF",
    "overlong slash": "a%C0%AFb",
    "encoded surrogate": "a%ED%A0%80",
    "cut escape": "a%2",
    "unicode escape": "a%u002f",
}
FOLDERS: Final[Mapping[str, str]] = {
    "dot": ".",
    "dot dot": "..",
    "way up": "../outside",
    "way up behind a folder": "a/../../outside",
    "way up, encoded": "%2E%2E%2Foutside",
    "way up, twice encoded": "%252E%252E/x..%252F/.",
    "absolute": "/etc",
    "two slashes": "a//b",
    "slash at end": "a/",
    "slash alone": "/",
    "dot inside": "a/./b",
    "hidden": ".git",
    "hidden inside": "a/.b/c",
    "backslash": "..%5Coutside",
    "drive": "C%3A/outside",
    "nul": "a%00/b",
    "newline at end": "a%0A",
    "link out of the repository": "link",
    "beneath a link": "link/deeper",
    "beneath a picture": "000/00000.png/deeper",
    "a picture": "000/00000.png",
    "device": "a/aux/b",
    "dot at end": "a./b",
    "33 deep": "/".join("a" * 33),
    "1,025 characters": "a" * 1_025,
    "part of 300 bytes": "%E7%81%AF" * 100,
    "512 folders": "/".join("a" * 512),
    "invalid utf-8": "a%FF/b",
    "overlong dots": "%C0%AE%C0%AE/outside",
}
# Folders that the schema admits, and the rule that refuses each.
REFUSING: Final[Mapping[str, str]] = {
    "link out of the repository": "path.outside",
    "beneath a link": "path.outside",
    "beneath a picture": "path.outside",
    "a picture": "path.outside",
    "device": "path.name",
    "33 deep": "path.too-long",
    "part of 300 bytes": "path.too-long",
}
TEXTS: Final[Mapping[str, bytes]] = {
    "one character": b"{",
    "no object": b"[]",
    "no items": b"{}",
    "items no array": b'{"items":{}}',
    "item no object": b'{"items":[1]}',
    "item without value": b'{"items":[{"extensionId":"a"}]}',
    "item without extension": b'{"items":[{"value":{}}]}',
    "extension of two dots": b'{"items":[{"extensionId":"..","value":{}}]}',
    "value no object": b'{"items":[{"extensionId":"a","value":"b"}]}',
    "no recipe": b'{"items":[{"extensionId":"a","value":{"schemaVersion":1,"prompt":1}}]}',
    "recipe without prompt text": b'{"items":[{"extensionId":"a","value":{"schemaVersion":2,"modelTags":[],'
    b'"prompt":{"kind":"textual"}}}]}',
    "recipe with a script for an address": b'{"items":[{"extensionId":"a","value":{"schemaVersion":2,"modelTags":[],'
    b'"url":"javascript:alert(1)","prompt":{"kind":"textual","text":"a"}}}]}',
    "65 items": b'{"items":[' + b",".join([b'{"extensionId":"a","value":{}}'] * 65) + b"]}",
    "repeated key": b'{"items":[],"items":[]}',
    "NaN": b'{"items":[{"extensionId":"a","value":{"b":NaN}}]}',
    "huge exponent": b'{"items":[{"extensionId":"a","value":{"b":1e400}}]}',
    "lone surrogate": b'{"items":[{"extensionId":"a","value":{"b":"\\ud800"}}]}',
    "deep": b'{"items":[{"extensionId":"a","value":{"b":' + b"[" * 2_000 + b"]" * 2_000 + b"}}]}",
    "second document": b'{"items":[]}{"items":[]}',
    "trailing comma": b'{"items":[],}',
    "comment": b'{"items":[]}//',
    "byte order mark": b'\xef\xbb\xbf{"items":[]}',
    "nul after": b'{"items":[]}\x00',
    "invalid utf-8": b'{"items":[],"a":"\xff"}',
    "utf-16": '{"items":[]}'.encode("utf-16-le"),
    "16,385 characters": b'{"items":[]}' + b" " * 16_373,
}
OTHERS: Final[Mapping[str, str]] = {
    "source a script": "sourceUrl=javascript:alert(1)",
    "source data": "sourceUrl=data:text/html,x",
    "source a file": "sourceUrl=file:///etc/passwd",
    "source without scheme": "sourceUrl=//evil.example/a",
    "source of one slash": "sourceUrl=http:/evil.example",
    "source with newline": "sourceUrl=http://a/%0D%0AX-Injected:%201",
    "source with quote": "sourceUrl=http://a/%22%3E%3Cscript%3E",
    "source with trailing newline": "sourceUrl=http://a/b%0A",
    "source not ascii": "sourceUrl=http://%C3%A9/a",
    "source of 4,097 characters": "sourceUrl=http://" + "a" * 4_090,
    "date negative": "inceptionDate=-1",
    "date with exponent": "inceptionDate=1e3",
    "date a word": "inceptionDate=nan",
    "date beyond 9999": "inceptionDate=253402300800000",
    "date beyond 64 bits": "inceptionDate=18446744073709551616",
    "date twice": "inceptionDate=1&inceptionDate=1",
    "parent unknown": f"parentId={_UNKNOWN}",
    "parent no uuid": "parentId=..",
    "parent in braces": "parentId=%7B" + _UNKNOWN + "%7D",
    "unknown parameter": "overwrite=true",
    "name twice": "nameWithoutExtension=a&nameWithoutExtension=b",
}


def cases(target: Target) -> list[Case]:
    """Every unusual name, for a new picture and for a renamed one."""
    renaming = f"/repository/{target.repository}/renameImage?imageId={target.image}&"

    def store(query: str) -> bytes:
        return request("POST", f"{target.store}?{query}", (target.bearer, CLOSE, PNG), _SMALL)

    def rename(query: str) -> bytes:
        return request("PUT", renaming + query, (target.bearer, CLOSE))

    long = frozenset({400, 413, 414, 431})
    found = []
    for name, value in NAMES.items():
        query = f"nameWithoutExtension={value}"
        found += [Case(f"name {name}", store(query), BAD), Case(f"name {name}, rename", rename(query), BAD)]
    for name, value in FOLDERS.items():
        query = f"nameWithoutExtension=hostile&relativeDirectoryPath={value}"
        rule = REFUSING.get(name)
        found += [
            Case(f"folder {name}", store(query), BAD, rule=rule),
            Case(f"folder {name}, rename", rename(query), BAD, rule=rule),
        ]
    for name, text in TEXTS.items():
        found.append(Case(f"text {name}", store(f"applicationMetadata={quote(text, safe='')}"), long))
    found += [Case(f"query {name}", store(query), BAD) for name, query in OTHERS.items()]
    other = request(
        "PUT",
        f"/repository/{target.repository}/renameImage?imageId={_UNKNOWN}&nameWithoutExtension=a",
        (target.bearer, CLOSE),
    )
    found.append(Case("rename an unknown image", other, BAD, rule="image.unknown"))
    return found
