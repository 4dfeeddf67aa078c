"""Authorization headers that are invalid, repeated, misplaced or too long."""

import base64
from typing import Final

from tests.hostile.requests.target import CLOSE, Target
from tests.hostile.requests.wire import CLOSED, Case, request

REFUSED: Final = frozenset({401})
AMBIGUOUS: Final = frozenset({400})
EITHER: Final = frozenset({400, 401})
GOOD: Final = frozenset({200})
TOO_LONG: Final = frozenset({400, 401, 413, 431, CLOSED})


def cases(target: Target) -> list[Case]:
    """One protected read with every unusual way to send a key."""
    key = target.key
    basic = base64.b64encode(f"user:{key}".encode()).decode()
    values: dict[str, tuple[str | bytes, frozenset[int]]] = {
        "empty": ("", REFUSED),
        "scheme only": ("Bearer", REFUSED),
        "scheme and space": ("Bearer ", REFUSED),
        "key without scheme": (key, REFUSED),
        "basic": (f"Basic {basic}", REFUSED),
        "basic not base64": ("Basic ???", REFUSED),
        "digest": (f'Digest username="a", response="{key}"', REFUSED),
        "negotiate": ("Negotiate YIIB", REFUSED),
        "token scheme": (f"Token {key}", REFUSED),
        "bearer with colon": (f"Bearer: {key}", REFUSED),
        "bearer with equals": (f"Bearer={key}", REFUSED),
        "bearer joined": (f"Bearer{key}", REFUSED),
        "bearer twice": (f"Bearer Bearer {key}", REFUSED),
        "bearer quoted": (f'Bearer "{key}"', REFUSED),
        "two keys with comma": (f"Bearer {key}, Bearer {key}", AMBIGUOUS),
        "key and comma": (f"Bearer {key},", AMBIGUOUS),
        "key and semicolon": (f"Bearer {key};", REFUSED),
        "two keys with space": (f"Bearer {key} {key}", REFUSED),
        "null": ("Bearer null", REFUSED),
        "undefined": ("Bearer undefined", REFUSED),
        "key cut": (f"Bearer {key[:-1]}", REFUSED),
        "key longer": (f"Bearer {key}x", REFUSED),
        "key in other case": (f"Bearer {key.swapcase()}", REFUSED),
        "key reversed": (f"Bearer {key[::-1]}", REFUSED),
        "key encoded": (f"Bearer {base64.b64encode(key.encode()).decode()}", REFUSED),
        "key with padding": (f"Bearer {key}==", REFUSED),
        "key with escape": (f"Bearer %{ord(key[0]):02x}{key[1:]}", REFUSED),
        "unsigned token": ("Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9.", REFUSED),
        "sql": ("Bearer ' OR '1'='1", REFUSED),
        "wildcard": ("Bearer %", REFUSED),
        "not ascii": (b"Bearer \xff\xfe\xfd", REFUSED),
        "utf-8": ("Bearer кл\u044eч".encode(), REFUSED),
        "tab as separator": (f"Bearer\t{key}", REFUSED),
        "control character": (b"Bearer \x01" + key.encode(), EITHER | {CLOSED}),
        "nul": (b"Bearer " + key.encode() + b"\x00", EITHER | {CLOSED}),
        "513 characters": ("Bearer " + "a" * 513, REFUSED),
        "8,000 characters": ("Bearer " + "a" * 8_000, REFUSED),
        "100,000 characters": ("Bearer " + "a" * 100_000, TOO_LONG),
        "lower-case scheme": (f"bearer {key}", GOOD),
        "upper-case scheme": (f"BEARER {key}", GOOD),
        "two spaces": (f"Bearer  {key}", GOOD | REFUSED),
        "trailing space": (f"Bearer {key}  ", GOOD),
    }
    path = "/repository/list"

    def get(*headers: tuple[str, str | bytes], where: str = path) -> bytes:
        return request("GET", where, (CLOSE, *headers))

    found = [Case(f"key {name}", get(("Authorization", value)), codes) for name, (value, codes) in values.items()]
    header, other = ("Authorization", f"Bearer {key}"), ("Authorization", "Bearer other")
    alias, wrong = ("X-API-KEY", key), ("X-API-KEY", "other")
    found += [
        Case("no key", get(), REFUSED, rule="auth.missing"),
        Case("key twice", get(header, header), AMBIGUOUS, rule="auth.ambiguous"),
        Case("key and another", get(header, other), AMBIGUOUS, rule="auth.ambiguous"),
        Case("another and key", get(other, header), AMBIGUOUS, rule="auth.ambiguous"),
        Case("both headers, the same", get(header, alias), GOOD),
        Case("both headers, alias wrong", get(header, wrong), AMBIGUOUS, rule="auth.ambiguous"),
        Case("both headers, alias right", get(other, alias), AMBIGUOUS, rule="auth.ambiguous"),
        Case("alias", get(alias), GOOD),
        Case("alias in lower case", get(("x-api-key", key)), GOOD),
        Case("alias twice", get(alias, alias), AMBIGUOUS, rule="auth.ambiguous"),
        Case("alias wrong", get(wrong), REFUSED),
        Case("alias empty", get(("X-API-KEY", "")), REFUSED),
        Case("alias with scheme", get(("X-API-KEY", f"Bearer {key}")), REFUSED),
        Case("alias with underscores", get(("X_API_KEY", key)), REFUSED),
        Case("alias of 8,000 characters", get(("X-API-KEY", "a" * 8_000)), REFUSED),
        Case("key in a cookie", get(("Cookie", f"Authorization=Bearer {key}; X-API-KEY={key}")), REFUSED),
        Case("key for a proxy", get(("Proxy-Authorization", f"Bearer {key}")), REFUSED),
        Case("key in another header", get(("X-Auth-Token", key), ("Api-Key", key)), REFUSED),
        Case("key as user of the target", get(where=f"http://{key}@127.0.0.1{path}"), EITHER | {404, CLOSED}),
        Case("key as access_token", get(where=f"{path}?access_token={key}"), EITHER),
        Case("key as api_key", get(where=f"{path}?api_key={key}"), EITHER),
        Case("key as X-API-KEY parameter", get(where=f"{path}?X-API-KEY={key}"), EITHER),
        Case("key folded", get(("Authorization", f"Bearer\r\n {key}")), EITHER | {CLOSED}),
        Case("wrong key and a bad path id", get(other, where="/image/x/get"), REFUSED),
        Case("no key and a bad query", get(where="/repository/list?x=1"), REFUSED),
        Case("no key and an unknown image", get(where="/image/00000000-0000-0000-0000-000000000000/get"), REFUSED),
        Case("no key and a bad body", request("PUT", target.tags, (CLOSE,), b"["), REFUSED),
        Case("no key and a huge body", request("PUT", target.tags, (CLOSE,), b"[" * 200_000), frozenset({401, 413})),
        Case("a key on a public path", request("GET", "/livez", (CLOSE, other)), GOOD),
        Case("two keys on a public path", request("GET", "/livez", (CLOSE, header, other)), GOOD | AMBIGUOUS),
    ]
    return found
