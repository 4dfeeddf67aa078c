"""Media URLs: their content and lifetime, and that they cannot be forged."""

from __future__ import annotations

import dataclasses
import random
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any
from urllib.parse import parse_qsl, urlsplit
from uuid import UUID, uuid4

import pytest

from facetry.auth import Principal
from facetry.errors import FaultError, FaultKind
from facetry.http.request import Request
from facetry.imaging.protocol import RenderOptions
from facetry.library import api_keys
from facetry.library.renditions import media_urls
from facetry.library.renditions.media_urls import Grant, MediaUrlSigner, Subject
from facetry.store.store import Store
from tests.support.engines.databases import database_at
from tests.support.libraries import stores

CLIENT_URL_PATTERN = re.compile(r"^(https?)://[-a-zA-Z0-9+&@#/%?=~_|!:,.;]*[-a-zA-Z0-9+&@#/%=~_|]$")
HOUR = 3_600_000
NOON = 1_767_312_000_000 // (12 * HOUR) * 12 * HOUR
SECRET = bytes(range(32))
ID = UUID("7f1c9a52-3d8e-4b60-9c41-0a5be2d4f613")
GRANT = Grant(
    id=ID,
    format="WEBP",
    width=256,
    height=256,
    render="inbox",
    version="9f86d081884c7d65",
    issuer=3,
    expires=NOON,
)


def principal(secret_id: int | None = None, expires: int | None = None) -> Principal:
    return Principal(frozenset({"image:read"}), secret_id, None, expires, "a key")


def parts(url: str) -> dict[str, str]:
    return dict(parse_qsl(urlsplit(url).query, strict_parsing=True))


def signature(url: str) -> str:
    return parts(url)["signature"]


def refusal_rule(signer: MediaUrlSigner, grant: Grant, signed: str, now: int = NOON - 1) -> str | None:
    """The rule by which a URL is refused, None when it is valid."""
    return rule_of(lambda: signer.require(grant, signed, now))


def rule_of(requirement: Callable[[], None]) -> str | None:
    """The rule of the 403 that a call raises, None when it raises none."""
    fault = None
    try:
        requirement()
    except FaultError as error:
        fault = error.fault
    assert fault is None or (fault.kind, fault.headers) == (FaultKind.FORBIDDEN, ())
    return None if fault is None else fault.rule


def test_a_url_is_valid_and_has_the_form_that_published_clients_expect() -> None:
    signer = MediaUrlSigner(SECRET)
    url = signer.url("http://127.0.0.1:3001", GRANT)
    assert CLIENT_URL_PATTERN.fullmatch(url)
    assert urlsplit(url).path == f"/media/{ID}"
    names = ["format", "width", "height", "resizeRender", "version", "issuer", "expires", "signature"]
    assert list(parts(url)) == names
    assert len(signature(url)) == 43
    assert refusal_rule(signer, GRANT, signature(url)) is None


def test_a_url_is_refused_after_its_expiry() -> None:
    signer = MediaUrlSigner(SECRET)
    signed = signature(signer.url("http://h", GRANT))
    assert refusal_rule(signer, GRANT, signed, NOON - 1) is None
    assert refusal_rule(signer, GRANT, signed, NOON) == "media.expired"


def test_a_url_with_any_changed_part_is_refused() -> None:
    signer = MediaUrlSigner(SECRET)
    signed = signature(signer.url("http://h", GRANT))
    other: dict[str, list[Any]] = {
        "id": [uuid4(), UUID(int=0)],
        "format": [None, "PNG", "JPEG"],
        "width": [None, 255, 2560, 16384],
        "height": [None, 257, 25],
        "render": ["outbox"],
        "version": ["9f86d081884c7d6", "9f86d081884c7d66", "0"],
        "issuer": [0, 1, 33],
        "expires": [NOON + 1, NOON - 1, NOON * 10],
    }
    assert set(other) == {field.name for field in dataclasses.fields(Grant)}
    for name, values in other.items():
        for value in values:
            forged = dataclasses.replace(GRANT, **{name: value})
            assert refusal_rule(signer, forged, signed) == "media.signature", (name, value)


def test_different_grants_have_different_signatures() -> None:
    """The text of one part never reads as another part: of 10,000 grants no two different ones share a signature."""
    signer = MediaUrlSigner(SECRET)
    chance = random.Random(3)
    grants: dict[str, Grant] = {}
    for _ in range(10_000):
        sides = [None, 1, 11, 111]
        grant = Grant(
            id=ID,
            format=chance.choice([None, "PNG"]),
            width=chance.choice(sides),
            height=chance.choice(sides),
            render=chance.choice(["inbox", "outbox"]),
            version=chance.choice(["1", "11", "111"]),
            issuer=chance.choice([0, 1, 11]),
            expires=chance.choice([1, 11, 111]),
        )
        if grant.width is None or grant.height is None:  # where `render` has no effect
            grant = dataclasses.replace(grant, render="inbox")
        assert grants.setdefault(signature(signer.url("http://h", grant)), grant) == grant
    assert len(grants) > 500


def test_any_other_signature_is_refused() -> None:
    signer = MediaUrlSigner(SECRET)
    valid = signature(signer.url("http://h", GRANT))
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    forged = {valid[:at] + char + valid[at + 1 :] for at in range(43) for char in alphabet} - {valid}
    assert len(forged) == 43 * 63  # includes the unused bits of the last character
    assert {refusal_rule(signer, GRANT, each) for each in forged} == {"media.signature"}
    for each in ("", valid[:-1], valid + "A", valid + "=", "ü" * 43, "A" * 43):
        assert refusal_rule(signer, GRANT, each) == "media.signature"


def test_another_secret_or_another_master_key_voids_a_url() -> None:
    of_master = dataclasses.replace(GRANT, issuer=media_urls.MASTER_ISSUER)
    signer = MediaUrlSigner(SECRET, "the master key")
    signed = signature(signer.url("http://h", of_master))
    assert refusal_rule(signer, of_master, signed) is None
    assert refusal_rule(MediaUrlSigner(SECRET, "another"), of_master, signed) == "media.signature"
    assert refusal_rule(MediaUrlSigner(SECRET), of_master, signed) == "media.signature"
    assert refusal_rule(MediaUrlSigner(bytes(32), "the master key"), of_master, signed) == "media.signature"
    of_key = signature(signer.url("http://h", GRANT))
    assert (
        refusal_rule(MediaUrlSigner(SECRET, "another"), GRANT, of_key) is None
    )  # keys outlive a change of the master key


@pytest.mark.parametrize("after", [0, 1, 6 * HOUR, 12 * HOUR - 1])
def test_a_url_is_the_same_for_half_a_day_and_valid_for_half_a_day_more(after: int) -> None:
    assert media_urls.expiry(principal(), NOON + after) == NOON + 24 * HOUR


def test_a_url_expires_no_later_than_its_key() -> None:
    assert media_urls.expiry(principal(3, NOON + 5 * HOUR), NOON) == NOON + 5 * HOUR
    assert media_urls.expiry(principal(3, NOON + 25 * HOUR), NOON) == NOON + 24 * HOUR


def test_the_parts_of_a_url() -> None:
    signer = MediaUrlSigner(SECRET)
    subject = Subject(ID, "JPEG", bytes.fromhex("9f86d081884c7d65" + "00" * 24))

    def url(rendering: RenderOptions, caller: Principal) -> dict[str, str]:
        (address,) = signer.urls("http://h", rendering, caller, [subject], NOON)
        assert address["id"] == str(ID)
        assert CLIENT_URL_PATTERN.fullmatch(address["url"])
        return {name: value for name, value in parts(address["url"]).items() if name != "signature"}

    always = {"version": "9f86d081884c7d65", "expires": str(NOON + 24 * HOUR)}
    assert url(RenderOptions(), principal()) == {**always, "issuer": "0"}
    assert url(RenderOptions(fit="outbox"), principal(7)) == {**always, "issuer": "7"}
    assert url(RenderOptions(format="PNG", width=5), principal(7)) == {
        **always,
        "issuer": "7",
        "format": "PNG",
        "width": "5",
    }
    with pytest.raises(FaultError, match=re.escape("format.not-writable")):
        url(RenderOptions(format="HEIF"), principal())


async def no_message() -> dict[str, object]:
    raise AssertionError("nothing is received")


def reached_at(host: str | None, request: Mapping[str, object] = MappingProxyType({})) -> Request:
    """A request with this Host header."""
    headers = {} if host is None else {b"host": host.encode()}
    return Request(no_message, headers, scope=request)


@pytest.mark.parametrize(
    ("public_url", "host", "base"),
    [
        (None, "127.0.0.1:3001", "http://127.0.0.1:3001"),
        (None, "photos.example", "http://photos.example"),
        (None, "[::1]:3001", "http://localhost:3001"),
        ("https://photos.example/library/", "127.0.0.1", "https://photos.example/library"),
        ("https://photos.example", None, "https://photos.example"),
    ],
)
def test_the_base_of_urls(public_url: str | None, host: str | None, base: str) -> None:
    assert media_urls.base_of(public_url, reached_at(host)) == base


@pytest.mark.parametrize(
    ("request_scope", "base"),
    [
        ({"scheme": "https"}, "https://photos.example"),
        ({"scheme": "https", "root_path": "/facetry"}, "https://photos.example/facetry"),
        ({"root_path": "/facetry"}, "http://photos.example/facetry"),
    ],
)
def test_the_base_of_urls_behind_a_trusted_proxy(request_scope: dict[str, str], base: str) -> None:
    assert media_urls.base_of(None, reached_at("photos.example", request_scope)) == base
    assert media_urls.base_of("https://other.example", reached_at("h", request_scope)) == "https://other.example"


@pytest.mark.parametrize(("public_url", "host"), [(None, None), (None, "[2001:db8::1]:80"), ("http://[::2]", "h")])
def test_hosts_that_published_clients_do_not_accept_are_refused(public_url: str | None, host: str | None) -> None:
    with pytest.raises(FaultError) as caught:
        media_urls.base_of(public_url, reached_at(host))
    assert (caught.value.fault.rule, caught.value.fault.kind) == ("media.host", FaultKind.BAD_PARAMETER)


def test_a_library_has_one_secret_from_its_first_use_on(tmp_path: Path) -> None:
    def secret(folder: Path) -> bytes:
        store = Store(database_at(folder / "library.db"))
        try:
            return store.write_now(media_urls.ensure_secret)
        finally:
            store.close()

    (tmp_path / "other").mkdir()
    first = secret(tmp_path)
    assert len(first) == 32
    assert secret(tmp_path) == first
    assert secret(tmp_path / "other") != first


def test_the_issuer_must_exist_be_unexpired_and_have_the_scope() -> None:
    with stores.temporary_store() as store:
        issuers = {
            name: store.write_now(
                lambda work, scopes=scopes, expires=expires: api_keys.create(  # type: ignore[misc]  # the defaults bind the loop's values
                    work, name="a key", type="key", scopes=scopes, expires=expires
                )
            )[0]
            for name, scopes, expires in [
                ("good", ["image:read", "tag:read"], None),
                ("all", ["all"], NOON + 1),
                ("expired", ["image:read"], NOON),
                ("blind", ["image:reader", "repository:read"], None),
            ]
        }
        issuers["master row"] = store.write_now(lambda work: _master_id(work))
        issuers |= {"never": 10**9, "master": media_urls.MASTER_ISSUER}

        def rule_for(name: str) -> str | None:
            grant = dataclasses.replace(GRANT, issuer=issuers[name])
            return rule_of(
                lambda: store.read_now(lambda connection: media_urls.require_issuer(connection, grant, NOON))
            )

        accepted = dict.fromkeys(("good", "all", "master"))
        assert {name: rule_for(name) for name in issuers} == {**dict.fromkeys(issuers, "media.revoked"), **accepted}


def _master_id(work: Any) -> int:
    api_keys.ensure_master(work)
    row = work.connection.exec_driver_sql("SELECT id FROM api_secret WHERE is_master").one()
    return int(row[0])


def test_subjects_are_in_the_order_of_their_keys() -> None:
    with stores.temporary_store() as store:
        ids = stores.add_images(store, stores.add_repository(store), ["a.jpg", "b.jpg", "c.jpg"])
        found = store.read_now(lambda connection: media_urls.subjects(connection, [3, 1]))
        assert [subject.id for subject in found] == [ids[2], ids[0]]
        assert store.read_now(lambda connection: media_urls.subjects(connection, [])) == []
