"""Paths, path identifiers and query strings (H7, H8, H9, H10)."""

from collections.abc import Mapping
from typing import Final

from tests.hostile.requests.target import Target
from tests.hostile.requests.wire import CLOSED, Case

GONE: Final = frozenset({404})
BAD: Final = frozenset({400})
NOT_HERE: Final = frozenset({400, 404})  # 400 when the HTTP parser or the decoder refuses it, otherwise 404
RAW: Final = frozenset({400, 404, CLOSED})
FINE: Final = frozenset({200})
_NIL: Final = "00000000-0000-0000-0000-000000000000"

# Paths that resemble described paths and match none.
PATHS: Final[Mapping[str, tuple[bytes, frozenset[int]]]] = {
    "nothing": (b"/nope", GONE),
    "trailing slash": (b"/livez/", GONE),
    "trailing slash, protected": (b"/repository/list/", GONE),
    "double slash first": (b"//livez", GONE),
    "double slash inside": (b"/repository//list", GONE),
    "upper case": (b"/LIVEZ", GONE),
    "mixed case": (b"/Repository/List", GONE),
    "dot segment": (b"/./livez", GONE),
    "dot dot segment": (b"/image/../livez", GONE),
    "dot dot to a file": (b"/../../../../etc/passwd", GONE),
    "encoded dot dot": (b"/%2e%2e/%2e%2e/etc/passwd", GONE),
    "encoded slash": (b"/repository%2flist", GONE),
    "encoded backslash": (b"/..%5c..%5cetc%5cpasswd", GONE),
    "backslash": (b"/..\\..\\etc\\passwd", RAW),
    "twice encoded dot dot": (b"/%252e%252e/etc/passwd", GONE),
    "overlong slash": (b"/%c0%af%c0%afetc", NOT_HERE),
    "encoded nul": (b"/livez%00", NOT_HERE),
    "encoded nul and extension": (b"/livez%00.json", NOT_HERE),
    "encoded newline": (b"/livez%0a", NOT_HERE),
    "encoded header": (b"/livez%0d%0aX-Injected:%201", NOT_HERE),
    "encoded space": (b"/livez%20", NOT_HERE),
    "invalid escape": (b"/%zz", NOT_HERE),
    "cut escape": (b"/livez%", NOT_HERE),
    "cut escape, one digit": (b"/livez%2", NOT_HERE),
    "unicode escape": (b"/%u006civez", NOT_HERE),
    "raw utf-8": ("/livez\u00e9".encode(), RAW),
    "raw latin-1": (b"/livez\xe9", RAW),
    "encoded invalid utf-8": (b"/%ff%fe", NOT_HERE),
    "fullwidth letters": (b"/%ef%bd%8civez", NOT_HERE),
    "zero-width": (b"/livez%e2%80%8b", NOT_HERE),
    "semicolon parameter": (b"/livez;a=b", GONE),
    "extension": (b"/livez.json", GONE),
    "template": (b"/image/{id}/get", RAW),
    "encoded template": (b"/image/%7Bid%7D/get", NOT_HERE),
    "absolute form, foreign": (b"http://evil.example/nope", RAW),
    "asterisk": (b"*", RAW),
    "authority form": (b"127.0.0.1:80", RAW),
    "scheme only": (b"http://", RAW),
    "file scheme": (b"file:///etc/passwd", RAW),
    "longer than a known path": (b"/livez/more", GONE),
    "shorter than a known path": (b"/image", GONE),
    "root of a family": (b"/repository", GONE),
    "environment file": (b"/.env", GONE),
    "git folder": (b"/.git/config", GONE),
    "actuator": (b"/actuator/env", GONE),
    "wordpress": (b"/wp-login.php", GONE),
    "cgi": (b"/cgi-bin/.%2e/.%2e/bin/sh", GONE),
    "template injection": (b"/%7B%7B7*7%7D%7D", NOT_HERE),
    "lookup injection": (b"/$%7Bjndi:ldap://127.0.0.1/a%7D", NOT_HERE),
}


def cases(target: Target) -> list[Case]:
    """Every unusual path, identifier and query."""
    found = [Case(f"path {name}", target.get(path), statuses) for name, (path, statuses) in PATHS.items()]
    return [*found, *_uuids(target), *_numbers(target), *_extension_ids(target), *_queries(target)]


def _uuids(target: Target) -> list[Case]:
    image = target.image
    odd: dict[str, tuple[str | bytes, frozenset[int]]] = {
        "unknown": (_NIL, GONE),
        "upper case": (image.upper(), FINE),
        "unknown in upper case": ("ABCDEF00-0000-4000-8000-000000000000", GONE),
        "without hyphens": (image.replace("-", ""), BAD),
        "hyphens elsewhere": (image.replace("-", "")[:31] + "-" + image[-1] + "----", BAD),
        "braces": (b"%7B" + image.encode() + b"%7D", BAD),
        "urn": ("urn:uuid:" + image, BAD),
        "encoded colon urn": ("urn%3Auuid%3A" + image, BAD),
        "trailing newline": (image + "%0A", BAD),
        "trailing space": (image + "%20", BAD),
        "leading space": ("%20" + image, BAD),
        "trailing nul": (image + "%00", BAD),
        "trailing dot": (image + ".", BAD),
        "one character short": (image[:-1], BAD),
        "one character long": (image + "0", BAD),
        "letter g": ("g" + image[1:], BAD),
        "fullwidth digit": ("%EF%BC%91" + image[1:], BAD),
        "arabic digit": ("%D9%A1" + image[1:], BAD),
        "plus": ("+" + image[1:], BAD),
        "underscores": (image.replace("-", "_"), BAD),
        "10,000 characters": ("a" * 10_000, BAD | {414}),
        "number": ("1", BAD),
        "minus one": ("-1", BAD),
        "word": ("null", BAD),
        "dot dot": ("..", NOT_HERE),
        "encoded dot dot slash": ("..%2f..%2fetc", NOT_HERE),
        "sql": ("1'%20OR%20'1'='1", BAD),
        "semicolon": (image + ";a=b", BAD),
        "asterisk": ("*", BAD),
        "empty": ("", NOT_HERE),
        "invalid utf-8": ("%ff" + image[1:], BAD),
        "encoded but right": (f"%{ord(image[0]):02x}{image[1:]}", FINE | BAD),
    }
    found = []
    for name, (value, statuses) in odd.items():
        raw = value.encode() if isinstance(value, str) else value
        for operation in (b"get", b"metadata", b"download", b"mediaUrl", b"collectionIds"):
            wire = target.get(b"/image/" + raw + b"/" + operation)
            found.append(Case(f"image id {name}, {operation.decode()}", wire, statuses))
        write = target.put(b'["a"]', target=(b"/image/" + raw + b"/setTags?extensionId=").decode() + target.extension)
        found.append(Case(f"image id {name}, write", write, frozenset({204}) | BAD if 200 in statuses else statuses))
        found.append(Case(f"repository id {name}", target.get(b"/repository/" + raw + b"/get"), statuses - FINE | GONE))
    return found


def _numbers(target: Target) -> list[Case]:
    there = str(target.secret_id)
    odd: dict[str, tuple[str, frozenset[int]]] = {
        "unknown": ("999999999", GONE),
        "fraction": (there + ".0", BAD),
        "exponent": (there + "e0", BAD),
        "plus": ("+" + there, BAD),
        "encoded plus": ("%2B" + there, BAD),
        "minus": ("-" + there, BAD),
        "minus zero": ("-0", BAD | GONE),
        "leading zero": ("0" + there, BAD),
        "leading space": ("%20" + there, BAD),
        "trailing space": (there + "%20", BAD),
        "trailing newline": (there + "%0A", BAD),
        "underscore": (there + "_0", BAD),
        "hexadecimal": ("0x" + there, BAD),
        "arabic digit": ("%D9%A1", BAD),
        "fullwidth digit": ("%EF%BC%91", BAD),
        "superscript": ("%C2%B9", BAD),
        "not a number": ("nan", BAD),
        "infinity": ("inf", BAD),
        "true": ("true", BAD),
        "null": ("null", BAD),
        "beyond 53 bits": ("9007199254740993", BAD | GONE),
        "beyond 63 bits": ("9223372036854775808", BAD),
        "5,000 digits": ("9" * 5_000, BAD),
        "list": (there + "," + there, BAD),
        "quoted": (f"%22{there}%22", BAD),
    }
    return [
        Case(f"{family} id {name}", target.get(f"/{family}/{value}/get"), codes)
        for name, (value, codes) in odd.items()
        for family in ("apiSecret", "collection")
    ]


def _extension_ids(target: Target) -> list[Case]:
    extension = target.extension
    odd: dict[str, str] = {
        "missing": "",
        "empty": "extensionId=",
        "without equals": "extensionId",
        "unknown": "extensionId=not-installed",
        "other case": f"extensionId={extension.upper()}",
        "33 characters": "extensionId=" + "a" * 33,
        "10,000 characters": "extensionId=" + "a" * 10_000,
        "dot dot": "extensionId=..",
        "dot": "extensionId=.",
        "slash": "extensionId=a/b",
        "encoded slash": "extensionId=..%2F..",
        "space": f"extensionId={extension}%20",
        "plus": f"extensionId={extension}+",
        "newline": f"extensionId={extension}%0A",
        "return": f"extensionId={extension}%0D",
        "nul": f"extensionId={extension}%00",
        "tab": f"extensionId=%09{extension}",
        "invalid utf-8": f"extensionId={extension}%FF",
        "invalid escape": "extensionId=%zz",
        "cut escape": f"extensionId={extension}%",
        "overlong": "extensionId=%C0%AE",
        "fullwidth": "extensionId=%EF%BD%81",
        "zero-width": f"extensionId={extension}%E2%80%8B",
        "vertical bar": "extensionId=a%7Cb",
        "sql": "extensionId=a%27%20OR%20%271%27=%271",
        "wildcard": "extensionId=%25",
        "quoted": f"extensionId=%22{extension}%22",
        "json": f"extensionId=%5B%22{extension}%22%5D",
        "list": f"extensionId={extension},{extension}",
        "twice": f"extensionId={extension}&extensionId={extension}",
        "twice, another first": f"extensionId=other&extensionId={extension}",
        "twice, another last": f"extensionId={extension}&extensionId=other",
        "twice, one encoded": f"extensionId={extension}&extension%49d={extension}",
        "brackets": f"extensionId[]={extension}",
        "index": f"extensionId[0]={extension}",
        "member": f"extensionId[id]={extension}",
        "other case name": f"extensionid={extension}",
        "space in name": f"%20extensionId={extension}",
        "nul in name": f"extensionId%00={extension}",
        "unknown beside": f"extensionId={extension}&x=1",
        "unknown before": f"x=1&extensionId={extension}",
        "unknown without value": f"extensionId={extension}&x",
        "empty name beside": f"extensionId={extension}&=1",
        "prototype beside": f"extensionId={extension}&__proto__=1",
        "semicolon": f"extensionId={extension};x=1",
        "second question mark": f"extensionId={extension}?x=1",
        "1,000 unknown": f"extensionId={extension}&" + "&".join(f"x{number}=1" for number in range(1_000)),
        "1,000 times": "&".join([f"extensionId={extension}"] * 1_000),
    }
    path = f"/image/{target.image}/setTags?"
    found = [
        Case(f"extension id {name}", target.put(b'["q"]', target=path + query), BAD) for name, query in odd.items()
    ]
    reads = f"/image/{target.image}/getTags?"
    found += [Case(f"extension id {name}, read", target.get(reads + query), BAD) for name, query in odd.items()]
    found += [
        Case(
            "extension id with encoded name",
            target.put(b'["q"]', target=f"{path}extension%49d={extension}"),
            frozenset({204}),
        ),
        Case(
            "extension id with encoded value",
            target.put(b'["q"]', target=f"{path}extensionId=%{ord(extension[0]):02x}{extension[1:]}"),
            frozenset({204}),
        ),
        Case(
            "extension id and stray ampersands",
            target.put(b'["q"]', target=f"{path}&&extensionId={extension}&&"),
            frozenset({204, 400}),
        ),
        Case(
            "extension id in a fragment", target.put(b'["q"]', target=f"{path}#extensionId={extension}"), BAD | {CLOSED}
        ),
        Case(
            "extension id and a fragment",
            target.put(b'["q"]', target=f"{path}extensionId={extension}#x"),
            BAD | {204, CLOSED},
        ),
    ]
    return found


def _queries(target: Target) -> list[Case]:
    extension = target.extension
    creating = "/apiSecret/create?type=key&name=hostile"
    odd: dict[str, str] = {
        "expiry not a number": f"{creating}&expirationDate=nan",
        "expiry infinite": f"{creating}&expirationDate=Infinity",
        "expiry with exponent": f"{creating}&expirationDate=1e400",
        "expiry a fraction": f"{creating}&expirationDate=4102444800000.5",
        "expiry underscored": f"{creating}&expirationDate=4_102_444_800_000",
        "expiry arabic": f"{creating}&expirationDate=%D9%A4102444800000",
        "expiry negative": f"{creating}&expirationDate=-1",
        "expiry past": f"{creating}&expirationDate=1",
        "expiry empty": f"{creating}&expirationDate=",
        "expiry of 400 digits": f"{creating}&expirationDate={'9' * 400}",
        "expiry beyond 63 bits": f"{creating}&expirationDate=9223372036854775808",
        "expiry a date": f"{creating}&expirationDate=2099-01-01",
        "expiry twice": f"{creating}&expirationDate=4102444800000&expirationDate=4102444800000",
        "scope unknown": f"{creating}&scope=image%3Aeverything",
        "scope empty": f"{creating}&scope=",
        "scope with spaces": f"{creating}&scope=image%3Aread%20image%3Awrite",
        "scope with empty member": f"{creating}&scope=image%3Aread%2C%2Cimage%3Awrite",
        "scope with newline": f"{creating}&scope=image%3Aread%0A",
        "scope in upper case": f"{creating}&scope=IMAGE%3AREAD",
        "scope of 10,000 characters": f"{creating}&scope=" + "image%3Aread%2C" * 700 + "image%3Aread",
        "type unknown": "/apiSecret/create?type=master&name=hostile",
        "type in upper case": "/apiSecret/create?type=KEY&name=hostile",
        "type missing": "/apiSecret/create?name=hostile",
        "name missing": "/apiSecret/create?type=key",
        "name empty": "/apiSecret/create?type=key&name=",
        "name of 129 characters": "/apiSecret/create?type=key&name=" + "a" * 129,
        "name not utf-8": "/apiSecret/create?type=key&name=%ff",
        "name with nul": "/apiSecret/create?type=key&name=a%00b",
        "repository url of another scheme": "/repository/create?type=file&name=x&url=http%3A%2F%2F127.0.0.1%2F",
        "repository url of another host": "/repository/create?type=file&name=x&url=file%3A%2F%2Fevil%2Fshare",
        "repository url relative": "/repository/create?type=file&name=x&url=file%3A%2F%2F..%2F..%2Fetc",
        "repository url without folder": "/repository/create?type=file&name=x&url=file%3A%2F%2F%2Fno%2Fsuch%2Ffolder",
        "repository url with nul": "/repository/create?type=file&name=x&url=file%3A%2F%2F%2Ftmp%00",
        "repository url a device": "/repository/create?type=file&name=x&url=file%3A%2F%2F%2Fdev%2Fnull",
        "repository name with a null character": "/repository/create?type=file&name=%00&url=file%3A%2F%2F%2Ftmp",
    }
    found = [
        Case(f"query {name}", target.put(b"", (), target=path).replace(b"PUT ", b"POST ", 1), BAD)
        for name, path in odd.items()
    ]
    search = "/image/search/tags?"
    searches: dict[str, tuple[str, frozenset[int]]] = {
        "unknown extension": ("extensionIds=not-installed", BAD),
        "one unknown extension of two": (f"extensionIds={extension}&extensionIds=not-installed", BAD),
        "bad extension": ("extensionIds=a%7Cb", BAD),
        "comma list": (f"extensionIds={extension}%2C{extension}", BAD),
        "brackets": (f"extensionIds[]={extension}", BAD),
        "singular name": (f"extensionId={extension}", BAD),
        "3,000 extensions": ("&".join([f"extensionIds={extension}"] * 3_000), BAD | {431}),
        "257 extensions": ("&".join([f"extensionIds={extension}"] * 257), BAD),
        "good extension": (f"extensionIds={extension}", FINE),
    }
    found += [
        Case(f"search {name}", target.post(b"{}", search + query), codes) for name, (query, codes) in searches.items()
    ]
    found += [
        Case("query where there is none", target.get("/livez?x=1"), BAD),
        Case("query where there is none, protected", target.get("/repository/list?x=1"), BAD),
        Case("empty query", target.get("/livez?"), FINE),
        Case("absolute form of a known path", target.get("http://127.0.0.1/livez"), FINE | NOT_HERE),
        Case("markup in a query", target.get("/repository/list?%3Cscript%3Ealert(1)%3C/script%3E=1"), BAD),
        Case("newlines in a query", target.get("/repository/list?a%0d%0aX-Injected:%201=1"), BAD),
    ]
    return found
