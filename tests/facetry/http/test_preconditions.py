"""Preconditions as RFC 9110 §13 has them: tables of cases, and a naive model of all combinations of headers."""

from __future__ import annotations

import itertools
import os
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import formatdate
from pathlib import Path
from typing import Any

import pytest

from facetry.errors import FaultError
from facetry.http.preconditions import (
    NO_VALIDATORS,
    Preconditions,
    Validators,
    http_date,
    preconditions_of,
    range_applies,
)
from facetry.http.reply import FileBody, OpenFile, Reply, file_validators
from generated.limits import PRECONDITION_MAX_LENGTH

IMAGE = "12345678-9abc-4def-8123-456789abcdef"
DOWNLOAD = f"/image/{IMAGE}/download"
KEY = {"authorization": "Bearer good"}
CONTENT = bytes(range(256)) * 16
TIME = 784_111_777  # Sun, 06 Nov 1994 08:49:37 GMT
AT, BEFORE, AFTER = (formatdate(TIME + delta, usegmt=True) for delta in (0, -1, 1))
FILE = Validators("abc", TIME)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "image.png"
    path.write_bytes(CONTENT)
    os.utime(path, (TIME, TIME + 0.75))
    return path


def conditions(headers: Mapping[str, str | bytes]) -> Preconditions:
    raw = {
        name.lower().encode(): value if isinstance(value, bytes) else value.encode() for name, value in headers.items()
    }
    found = preconditions_of(raw)
    assert found is not None
    return found


def may_change(headers: Mapping[str, str | bytes], current: Validators = FILE) -> bool:
    try:
        conditions(headers).require_change(current)
    except FaultError as error:
        return error.fault.rule != "precondition.failed"
    return True


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("Sun, 06 Nov 1994 08:49:37 GMT", TIME),
        ("Sunday, 06-Nov-94 08:49:37 GMT", TIME),
        ("Sun Nov  6 08:49:37 1994", TIME),
        (" Sun, 06 Nov 1994 08:49:37 GMT\t", TIME),
        ("Sat Nov 16 08:49:37 2024", 1_731_746_977),
        ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
        ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
        ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_799),
        ("Thu, 29 Feb 2024 00:00:00 GMT", 1_709_164_800),
    ],
)
def test_dates_in_each_form(text: str, seconds: int) -> None:
    assert http_date(text.encode()) == seconds


@pytest.mark.parametrize(
    "text",
    [
        "",
        "0",
        "now",
        "1994-11-06T08:49:37Z",
        "Sun, 6 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 08:49:37",
        "Sun, 06 Nov 1994 08:49:37 UTC",
        "Sun, 06 Nov 1994 08:49:37 +0000",
        "sun, 06 nov 1994 08:49:37 gmt",
        "Sun, 06 Nov 94 08:49:37 GMT",
        "Sun, 31 Feb 2024 08:49:37 GMT",
        "Sun, 06 Nov 1994 24:00:00 GMT",
        "Sun, 06 Nov 1994 08:49:61 GMT",
        "Sun, 06 Nov 0000 08:49:37 GMT",
        "Sun, 06 Nov 1994 08:49:37 GMT,Sun, 06 Nov 1994 08:49:37 GMT",
        "Sun, 06-Nov-94 08:49:37 GMT",
        "Sun Nov 06 08:49:37 94",
        '"abc"',
        "Sun, ٠٦ Nov 1994 08:49:37 GMT",
    ],
)
def test_what_is_no_date_of_http(text: str) -> None:
    assert http_date(text.encode()) is None


def test_a_year_of_two_digits_is_at_most_fifty_years_ahead() -> None:
    now = datetime.now(UTC).year
    for ahead, years in ((50, 50), (51, -49)):
        found = http_date(f"Sunday, 06-Nov-{(now + ahead) % 100:02} 08:49:37 GMT".encode())
        assert found is not None
        assert datetime.fromtimestamp(found, UTC).year == now + years


# A list, whether it names the tag abc strongly, and weakly.
LISTS: list[tuple[str | bytes, bool, bool]] = [
    ("*", True, True),
    (" * ", True, True),
    ('"abc"', True, True),
    ('W/"abc"', False, True),
    ('"other"', False, False),
    ('"other", "abc"', True, True),
    ('"other",W/"abc"', False, True),
    (',, "other" ,,\t"abc" ,', True, True),
    ('"a,b", "abc"', True, True),
    (b'"\xff\xfe", "abc"', True, True),
    ("", False, False),
    (",", False, False),
    ('""', False, False),
    ('"ABC"', False, False),
    ('"abc" ', True, True),
    # Malformed lists name nothing.
    ("abc", False, False),
    ('"abc', False, False),
    ('abc"', False, False),
    ('"abc" "abc"', False, False),
    ('"abc""abc"', False, False),
    ('"abc", other', False, False),
    ('w/"abc"', False, False),
    ('W/ "abc"', False, False),
    ('*, "abc"', False, False),
    ("*,*", False, False),
    ('"a b", "abc"', False, False),
    ('"abc"\x7f', False, False),
]


@pytest.mark.parametrize(("text", "is_strong", "is_weak"), LISTS)
def test_lists_of_entity_tags(text: str | bytes, is_strong: bool, is_weak: bool) -> None:
    assert may_change({"If-Match": text}) is is_strong
    assert conditions({"If-Match": text}).outcome(FILE) == ("perform" if is_strong else "failed")
    assert conditions({"If-None-Match": text}).outcome(FILE) == ("unmodified" if is_weak else "perform")


@pytest.mark.parametrize(
    ("text", "is_permitted"), [('"other"', True), ("", True), ('"abc"', False), ('W/"abc"', False), ("*", False)]
)
def test_a_change_with_if_none_match(text: str, is_permitted: bool) -> None:
    assert may_change({"If-None-Match": text}) is is_permitted
    assert may_change({"If-None-Match": text}, Validators()) is (text != "*")


@pytest.mark.parametrize("text", ["other", '"other', '"a" "b"'])
def test_a_change_is_refused_when_the_list_cannot_be_read(text: str) -> None:
    for current in (FILE, NO_VALIDATORS):
        assert not may_change({"If-None-Match": text}, current)
    with pytest.raises(FaultError) as caught:
        conditions({"If-None-Match": text}).require_change(FILE)
    assert "is no list of entity tags" in caught.value.fault.detail


def naive(headers: Mapping[str, str], current: Validators, *, is_read: bool) -> str:
    """The steps of §13.2.2, one after the other, for well-formed headers."""
    tags = {name: {each.strip() for each in headers.get(name, "").split(",")} for name in ("If-Match", "If-None-Match")}
    strong = None if current.etag is None else f'"{current.etag}"'
    dates = {"": None, "nonsense": None, BEFORE: TIME - 1, AT: TIME, AFTER: TIME + 1}
    until = dates[headers.get("If-Unmodified-Since", "")]
    since = dates[headers.get("If-Modified-Since", "")]
    if "If-Match" in headers:
        if "*" not in tags["If-Match"] and strong not in tags["If-Match"]:
            return "failed"
    elif until is not None and current.modified is not None and current.modified > until:
        return "failed"
    if "If-None-Match" in headers:
        known = {each.removeprefix("W/") for each in tags["If-None-Match"]}
        exists = strong is not None or not is_read
        if ("*" in known and exists) or strong in known:
            return "unmodified" if is_read else "failed"
    elif is_read and since is not None and current.modified is not None and current.modified <= since:
        return "unmodified"
    return "perform"


def test_all_combinations_are_as_in_the_naive_model() -> None:
    lists = (None, "*", '"abc"', 'W/"abc"', '"x", "abc"', '"x"')
    dates = (None, BEFORE, AT, AFTER, "nonsense")
    versions = (FILE, Validators("abc"), Validators("other", TIME), NO_VALIDATORS)
    count = 0
    for values in itertools.product(lists, dates, lists, dates):
        names = ("If-Match", "If-Unmodified-Since", "If-None-Match", "If-Modified-Since")
        headers = {name: value for name, value in zip(names, values, strict=True) if value is not None}
        if not headers:
            continue
        for current in versions:
            count += 1
            assert conditions(headers).outcome(current) == naive(headers, current, is_read=True), (headers, current)
            changes = naive(headers, current, is_read=False)
            assert may_change(headers, current) is (changes == "perform"), (headers, current)
    assert count == 4 * (6 * 5 * 6 * 5 - 1)


def test_a_refusal_says_what_helps() -> None:
    conditions = Preconditions({b"if-match": b'"old"'})
    for current, remedy in ((FILE, "Get the present version"), (NO_VALIDATORS, "Leave If-Match out")):
        with pytest.raises(FaultError) as caught:
            conditions.require_match(current)
        assert str(caught.value.fault.remedy).startswith(remedy)


def test_if_range() -> None:
    strong = Validators("abc", TIME, is_date_strong=True)
    for value, weak_answer, strong_answer in [
        ('"abc"', True, True),
        (' "abc" ', True, True),
        ('W/"abc"', False, False),
        ('"other"', False, False),
        ('"x", "abc"', False, False),
        ("*", False, False),
        ("", False, False),
        (AT, False, True),
        ("Sunday, 06-Nov-94 08:49:37 GMT", False, True),
        (BEFORE, False, False),
        (AFTER, False, False),
        ("nonsense", False, False),
    ]:
        assert range_applies(value.encode(), FILE) is weak_answer, value
        assert range_applies(value.encode(), strong) is strong_answer, value


@pytest.mark.parametrize(
    "text", [b" " * 32_000 + b"x", b'"' * 32_001, b"," * 32_000, b'"a",' * 8_000, b"W/" * 16_000, b'"a" ' * 8_000]
)
def test_hostile_lists_take_little_time(text: bytes) -> None:
    begin = time.perf_counter()
    may_change({"If-Match": text})
    may_change({"If-None-Match": text})
    assert time.perf_counter() - begin < 0.5


def test_a_header_that_is_too_long_is_refused(client: Any, file: Path) -> None:
    for name in ("If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since"):
        long = '"' + "a" * (PRECONDITION_MAX_LENGTH - 2) + '"'
        for target in (DOWNLOAD, f"/image/{IMAGE}/getTags?extensionId=tagger"):
            assert client("GET", target, b"", {**KEY, name.lower(): long}).status in (200, 412)
            answer = client("GET", target, b"", {**KEY, name.lower(): f"{long} "})
            assert (answer.status, answer.rule, answer.json["parameter"]) == (400, "schema.maxLength", name)


# Headers of a request for the file, and the status of the answer.
READS: list[tuple[dict[str, str], int]] = [
    ({"if-match": '"abc"'}, 200),
    ({"if-match": "*"}, 200),
    ({"if-match": '"old"'}, 412),
    ({"if-match": 'W/"abc"'}, 412),
    ({"if-match": '"old"', "if-none-match": '"abc"'}, 412),
    ({"if-match": '"abc"', "if-none-match": '"abc"'}, 304),
    ({"if-match": '"abc"', "if-unmodified-since": BEFORE}, 200),
    ({"if-unmodified-since": AT}, 200),
    ({"if-unmodified-since": BEFORE}, 412),
    ({"if-unmodified-since": "nonsense"}, 200),
    ({"if-unmodified-since": BEFORE, "if-modified-since": AT}, 412),
    ({"if-modified-since": AT}, 304),
    ({"if-modified-since": "Sunday, 06-Nov-94 08:49:37 GMT"}, 304),
    ({"if-modified-since": "Sun Nov  6 08:49:37 1994"}, 304),
    ({"if-modified-since": AFTER}, 304),
    ({"if-modified-since": BEFORE}, 200),
    ({"if-modified-since": "nonsense"}, 200),
    ({"if-modified-since": AT, "if-none-match": '"old"'}, 200),
    ({"if-modified-since": BEFORE, "if-none-match": '"abc"'}, 304),
    ({"if-match": '"old"', "range": "bytes=99999-"}, 412),
    ({"if-none-match": '"abc"', "range": "bytes=99999-"}, 304),
    ({"if-none-match": '"abc"', "range": "bytes=0-1"}, 304),
    ({"if-match": '"abc"', "range": "bytes=0-1"}, 206),
]


@pytest.mark.parametrize(("headers", "status"), READS)
def test_reading_a_file(client: Any, file: Path, headers: dict[str, str], status: int) -> None:
    answer = client("GET", DOWNLOAD, b"", {**KEY, **headers})
    assert answer.status == status
    head = client("HEAD", DOWNLOAD, b"", {**KEY, **headers})
    assert head.status == (200 if status == 206 else status)
    assert head.body == b""
    if status == 412:
        assert answer.rule == "precondition.failed"
        assert answer.json["parameter"].lower() in headers
        assert answer.json["remedy"].startswith("Get the present version")
    if status == 304:
        assert answer.body == b""
        assert (answer.headers["etag"], answer.headers["last-modified"]) == ('"abc"', AT)
        assert answer.headers["cache-control"] == "private, no-cache"
        assert not {"content-type", "content-length", "accept-ranges"} & answer.headers.keys()


def test_headers_on_several_lines_are_one_list(client: Any, file: Path) -> None:
    lines = [*KEY.items(), ("if-match", '"old"'), ("if-match", '"abc"')]
    assert client("GET", DOWNLOAD, b"", lines).status == 200
    lines = [*KEY.items(), ("if-none-match", '"old"'), ("if-none-match", '"abc"')]
    assert client("GET", DOWNLOAD, b"", lines).status == 304
    lines = [*KEY.items(), ("if-modified-since", AT), ("if-modified-since", AT)]
    assert client("GET", DOWNLOAD, b"", lines).status == 200, "two dates are no date"


@pytest.mark.parametrize(("is_strong", "status"), [(True, 206), (False, 200)])
def test_a_range_of_the_version_with_a_date(client: Any, file: Path, is_strong: bool, status: int) -> None:
    def validators(opened: OpenFile) -> Validators:
        known = file_validators(opened)
        return Validators(known.etag, known.modified, is_date_strong=is_strong)

    client.recorder.reply = Reply(body=FileBody(FileBody.at(file).open, validators), media_type="image/png")
    headers = {**KEY, "range": "bytes=0-9"}
    assert client("GET", DOWNLOAD, b"", {**headers, "if-range": AT}).status == status
    assert client("GET", DOWNLOAD, b"", {**headers, "if-range": BEFORE}).status == 200


def test_a_file_whose_date_is_in_the_future_is_sent_without_it(client: Any, file: Path) -> None:
    os.utime(file, (time.time() + 60,) * 2)
    answer = client("GET", DOWNLOAD, b"", {**KEY, "if-modified-since": AFTER})
    assert (answer.status, "last-modified" in answer.headers) == (200, False)


def test_bytes_with_a_tag_have_no_date(client: Any) -> None:
    client.recorder.reply = Reply(body=b"GIF89a", media_type="image/gif", etag="abc", headers=(("Vary", "Accept"),))
    for headers, status in [
        ({"if-none-match": '"abc"'}, 304),
        ({"if-match": '"old"'}, 412),
        ({"if-modified-since": AFTER}, 200),
        ({"if-unmodified-since": BEFORE}, 200),
    ]:
        answer = client("GET", DOWNLOAD, b"", {**KEY, **headers})
        assert answer.status == status
        if status == 304:
            assert (answer.headers["etag"], answer.headers["vary"]) == ('"abc"', "Accept")


def test_other_answers_have_no_preconditions(client: Any) -> None:
    client.recorder.reply = Reply(status=307, headers=(("Location", "/"),))
    assert client("GET", DOWNLOAD, b"", {**KEY, "if-match": '"old"'}).status == 307


TAGS = f"/image/{IMAGE}/setTags?extensionId=tagger"
JSON = {**KEY, "content-type": "application/json"}


def test_a_change_of_what_has_no_tag_is_refused_before_it_happens(client: Any) -> None:
    for headers, status in [
        ({"if-match": '"x"'}, 412),
        ({"if-match": ""}, 412),
        ({"if-match": "x"}, 412),
        ({"if-none-match": "*"}, 412),
        ({"if-none-match": "x"}, 412),
        ({"if-match": "*"}, 204),
        ({"if-none-match": '"x"'}, 204),
        ({"if-unmodified-since": BEFORE}, 204),
        ({"if-unmodified-since": BEFORE, "if-match": '"x"'}, 412),
        ({"if-modified-since": AFTER}, 204),
    ]:
        client.recorder.calls.clear()
        answer = client("PUT", TAGS, b'["cat"]', {**JSON, **headers})
        assert answer.status == status, headers
        assert len(client.recorder.calls) == (1 if status == 204 else 0), headers
        if status == 412:
            assert answer.rule == "precondition.failed"


def test_other_refusals_come_first(client: Any) -> None:
    assert client("PUT", TAGS, b"[1]", {**JSON, "if-match": '"x"'}).status == 400
    assert client("PUT", TAGS, b'["cat"]', {"content-type": "application/json", "if-match": '"x"'}).status == 401


def test_reading_what_has_no_tag(client: Any) -> None:
    target = f"/image/{IMAGE}/getTags?extensionId=tagger"
    for headers, status in [
        ({"if-match": '"x"'}, 412),
        ({"if-match": "*"}, 200),
        ({"if-none-match": "*"}, 200),
        ({"if-none-match": '"x"'}, 200),
        ({"if-modified-since": AFTER}, 200),
        ({"if-unmodified-since": BEFORE}, 200),
    ]:
        assert client("GET", target, b"", {**KEY, **headers}).status == status, headers


def test_a_request_that_names_nothing_changes_nothing_that_exists(client: Any) -> None:
    assert client("POST", "/image/search/ids", b'{"filter": {}}', {**JSON, "if-none-match": "*"}).status == 200
    assert client("POST", "/image/search/ids", b'{"filter": {}}', {**JSON, "if-match": '"x"'}).status == 412
    assert client("DELETE", "/self", b"", {"authorization": "Bearer master", "if-match": '"x"'}).status == 412
