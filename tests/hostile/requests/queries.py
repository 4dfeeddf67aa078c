"""Queries about folders, files, watches and collections (H8, H9, H10)."""

from collections.abc import Mapping
from typing import Final

from tests.hostile.requests.target import CLOSE, JSON, Target
from tests.hostile.requests.wire import CLOSED, Case, request

BAD: Final = frozenset({400})
GONE: Final = frozenset({404})
DONE: Final = frozenset({200, 204})

# Valid names of repositories that contain paths of folders.
TECHNICAL_IDS: Final[Mapping[str, str]] = {
    "missing": "",
    "empty": "technicalId=",
    "dot": "technicalId=.",
    "dot dot": "technicalId=..",
    "dot dot, encoded": "technicalId=%2e%2e",
    "way up": "technicalId=..%2Foutside",
    "absolute": "technicalId=%2Ftmp",
    "folder": "technicalId=a%2Fb",
    "backslash": "technicalId=a%5Cb",
    "colon": "technicalId=a%3Ab",
    "tilde": "technicalId=~",
    "space": "technicalId=a%20",
    "nul": "technicalId=a%00",
    "newline": "technicalId=a%0A",
    "not ascii": "technicalId=%C3%A9",
    "invalid utf-8": "technicalId=%FF",
    "33 characters": "technicalId=" + "a" * 33,
    "10,000 characters": "technicalId=" + "a" * 10_000,
    "twice": "technicalId=a&technicalId=a",
    "with a folder": "technicalId=a&url=file%3A%2F%2F%2Ftmp",
    "watch a number": "technicalId=a&watch=1",
    "watch in capitals": "technicalId=a&watch=TRUE",
    "watch empty": "technicalId=a&watch=",
}
# URLs without an image, and texts that are no URL.
URLS: Final[Mapping[str, str]] = {
    "missing": "",
    "empty": "url=",
    "path": "url=%2Fetc%2Fpasswd",
    "another scheme": "url=http%3A%2F%2F127.0.0.1%2F",
    "scheme in capitals": "url=FILE%3A%2F%2F%2Fetc%2Fpasswd",
    "gopher": "url=gopher%3A%2F%2F127.0.0.1%3A6379%2F_FLUSHALL",
    "another host": "url=file%3A%2F%2Fevil%2Fshare",
    "relative": "url=file%3Aa",
    "one slash": "url=file%3A%2Fetc%2Fpasswd",
    "password file": "url=file%3A%2F%2F%2Fetc%2Fpasswd",
    "root": "url=file%3A%2F%2F%2F",
    "device": "url=file%3A%2F%2F%2Fdev%2Fzero",
    "process": "url=file%3A%2F%2F%2Fproc%2Fself%2Fenviron",
    "way up": "url=file%3A%2F%2F%2F..%2F..%2Fetc%2Fpasswd",
    "way up, twice encoded": "url=file%3A%2F%2F%2F%252e%252e%252fetc%252fpasswd",
    "nul": "url=file%3A%2F%2F%2Ftmp%00",
    "nul, twice encoded": "url=file%3A%2F%2F%2Ftmp%2500",
    "invalid escape": "url=file%3A%2F%2F%2Ftmp%25zz",
    "invalid utf-8": "url=file%3A%2F%2F%2F%FF",
    "invalid utf-8, twice encoded": "url=file%3A%2F%2F%2F%25FF",
    "newline": "url=file%3A%2F%2F%2Ftmp%0A",
    "question mark": "url=file%3A%2F%2F%2Ftmp%3Fa=b",
    "fragment": "url=file%3A%2F%2F%2Ftmp%23a",
    "part of 300 characters": "url=file%3A%2F%2F%2F" + "a" * 300,
    "12,295 characters": "url=file%3A%2F%2F%2F" + "a%2F" * 6_143,
    "12,296 characters": "url=file%3A%2F%2F%2F" + "a" * 12_289,
    "twice": "url=file%3A%2F%2F%2Ftmp&url=file%3A%2F%2F%2Ftmp",
}
SWITCHES: Final[Mapping[str, str]] = {
    "missing": "",
    "empty": "isStart=",
    "without equals": "isStart",
    "number": "isStart=0",
    "capitals": "isStart=False",
    "word": "isStart=no",
    "null": "isStart=null",
    "nul": "isStart=false%00",
    "space": "isStart=%20false",
    "newline": "isStart=false%0A",
    "twice": "isStart=true&isStart=true",
    "both": "isStart=true&isStart=false",
    "another case": "isstart=false",
    "brackets": "isStart[]=false",
    "unknown beside": "isStart=false&force=true",
}
NUMBERS: Final[Mapping[str, str]] = {
    "negative": "-1",
    "fraction": "0.5",
    "exponent": "1e3",
    "plus": "%2B1",
    "leading zero": "01",
    "word": "all",
    "empty": "",
    "arabic digit": "%D9%A1",
    "beyond 53 bits": "9007199254740992",
    "beyond 64 bits": "18446744073709551616",
    "5,000 digits": "9" * 5_000,
    "list": "1,2",
    "twice": "1&maximumRemovals=1",
}
RULES: Final[Mapping[str, str]] = {
    "empty": "rule=",
    "space": "rule=decode%20format",
    "capitals": "rule=DECODE.FORMAT",
    "wildcard": "rule=%25",
    "sql": "rule=a%27%20OR%20%271%27=%271",
    "dots": "rule=decode..format",
    "dot at end": "rule=decode.",
    "newline": "rule=decode.format%0A",
    "65 characters": "rule=" + "a" * 65,
    "twice": "rule=a&rule=a",
}
NAMES: Final[Mapping[str, str]] = {
    "empty": "name=",
    "nul": "name=a%00",
    "newline": "name=a%0A",
    "return": "name=a%0Db",
    "delete": "name=a%7F",
    "invalid utf-8": "name=%FF",
    "encoded surrogate": "name=%ED%A0%80",
    "overlong": "name=%C0%AF",
    "129 characters": "name=" + "n" * 129,
    "twice": "name=a&name=b",
    "nul in the comment": "name=a&comment=%00",
    "comment of 1,025 characters": "name=a&comment=" + "c" * 1_025,
    "unknown parameter": "name=a&filter={}",
}


# Invalid positions in the event log, and unknown topics.
EVENT_IDS: Final[Mapping[str, str | bytes]] = {
    "empty": "",
    "space": " ",
    "word": "last",
    "negative": "-1",
    "plus": "+1",
    "fraction": "1.0",
    "exponent": "1e3",
    "leading zero": "01",
    "hexadecimal": "0x1",
    "list": "1, 2",
    "nul": b"1\x00",
    "not ascii": b"\xb9",
    "beyond 53 bits": "9007199254740992",
    "beyond 64 bits": "18446744073709551616",
    "5,000 digits": "9" * 5_000,
}
TOPICS: Final[Mapping[str, str]] = {
    "empty": "topics=",
    "unknown": "topics=image.liked",
    "directed": "topics=extension.settings",
    "capitals": "topics=IMAGE.CREATED",
    "wildcard": "topics=image.*",
    "comma list": "topics=image.created%2Cimage.deleted",
    "nul": "topics=image.created%00",
    "65 topics": "&".join(["topics=image.created"] * 65),
    "wait a number": "wait=0",
    "wait twice": "wait=false&wait=false",
    "place in the query": "wait=false&Last-Event-ID=1",
}


def cases(target: Target) -> list[Case]:
    """Every unusual query."""
    return [*_places(target), *_switches(target), *_collections(target), *_streams(target)]


def _streams(target: Target) -> list[Case]:
    asked, found = "/event/stream?wait=false", []
    for name, value in EVENT_IDS.items():
        wire = target.get(asked, (("Last-Event-ID", value),))
        found.append(Case(f"event id {name}", wire, BAD))
    for name, query in TOPICS.items():
        found.append(Case(f"stream {name}", target.get(f"/event/stream?{query}"), BAD))
    twice = target.get(asked, (("Last-Event-ID", "1"), ("last-event-id", "2")))
    return [*found, Case("event id twice", twice, BAD), Case("stream", target.get(asked), frozenset({200}))]


def _places(target: Target) -> list[Case]:
    def put(path: str) -> bytes:
        return request("PUT", path, (target.bearer, CLOSE))

    def post(path: str) -> bytes:
        return request("POST", path, (target.bearer, CLOSE))

    found = [
        Case(f"ensure {name}", put(f"/repository/ensure?name=hostile&{query}"), BAD)
        for name, query in TECHNICAL_IDS.items()
    ]
    beneath = f"url=file%3A%2F%2F{target.pictures}%2F"
    inside = {
        "folder of the repository": beneath,
        "folder beneath": beneath + "000",
        "link": beneath + "link",
        "picture behind a link": beneath + "link%2F000%2F00000.png",
        "way out of the repository": beneath + "..%2F..%2Foutside%2F000%2F00000.png",
        "picture beneath a picture": beneath + "000%2F00000.png%2Fa",
        "hidden": beneath + ".facetry",
    }
    for name, query in {**URLS, **inside}.items():
        found.append(Case(f"image by URL {name}", target.get(f"/repository/getImageByUrl?{query}"), BAD))
    for name, query in URLS.items():
        if name != "missing":
            found.append(Case(f"folder {name}", put(f"/repository/{target.repository}/update?{query}"), BAD | {CLOSED}))
            found.append(Case(f"create {name}", post(f"/repository/create?type=file&name=hostile&{query}"), BAD))
    nested = {"above": f"url=file%3A%2F%2F{target.pictures}%2F..", "beneath": beneath + "000", "same": beneath}
    found += [
        Case(f"create {name}", post(f"/repository/create?type=file&name=hostile&{query}"), frozenset({409}))
        for name, query in nested.items()
    ]
    return found


def _switches(target: Target) -> list[Case]:
    def put(operation: str, query: str) -> bytes:
        return request("PUT", f"/repository/{operation}?{query}", (target.bearer, CLOSE))

    this = target.repository
    unknown = "00000000-0000-4000-8000-000000000000"
    found = []
    for name, query in SWITCHES.items():
        found += [
            Case(f"watch {name}", put(f"{this}/watch", query), BAD),
            Case(f"start or stop {name}", put("startOrStop", query), BAD),
        ]
    for name, value in NUMBERS.items():
        found.append(Case(f"removals {name}", put(f"{this}/synchronize", f"maximumRemovals={value}"), BAD))
    for name, query in RULES.items():
        found += [
            Case(f"rule {name}", target.get(f"/repository/{this}/unreadableFiles?{query}"), BAD),
            Case(f"retry, rule {name}", put(f"{this}/retryUnreadableFiles", query), BAD),
        ]
    for operation, query in (("watch", "isStart=true"), ("synchronize", ""), ("retryUnreadableFiles", "")):
        found.append(Case(f"{operation} of nothing", put(f"{unknown}/{operation}", query), GONE))
    return found


def _collections(target: Target) -> list[Case]:
    found = []
    for name, query in NAMES.items():
        creating = request("POST", f"/collection/create?{query}", (target.bearer, CLOSE, JSON), b"{}")
        update = f"/collection/{target.collection}/update?{query}"
        found += [
            Case(f"collection {name}", creating, BAD),
            Case(f"collection {name}, update", request("PUT", update, (target.bearer, CLOSE)), BAD),
        ]
    without = request("PUT", f"/collection/{target.collection}/update", (target.bearer, CLOSE))
    untyped = request("PUT", f"/collection/{target.collection}/update", (target.bearer, CLOSE), b"{}")
    unknown = request("PUT", "/collection/999999999/update", (target.bearer, CLOSE, JSON), b"{}")
    found += [
        Case("collection unchanged", without, DONE),
        Case("collection with an untyped body", untyped, frozenset({415})),
        Case("collection unknown", unknown, GONE, rule="collection.unknown"),
        Case("collection of nothing", request("DELETE", "/collection/999999999/delete", (target.bearer, CLOSE)), GONE),
        Case("collection list with a query", target.get("/collection/list?take=1"), BAD),
    ]
    return found
