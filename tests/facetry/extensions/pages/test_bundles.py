"""Bundles: hostile archives are refused, the bounds hold, and each key lives exactly as long as its bundle."""

from __future__ import annotations

import asyncio
import io
import zipfile
from collections.abc import Awaitable, Callable, Mapping
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import select
from sqlmodel import col

from facetry.errors import FaultError
from facetry.extensions.packages.entries import ArchiveLimits
from facetry.extensions.pages.bundles import Bundle, BundleLimits, Bundles
from facetry.library.api_keys import ApiKeys, ApiSecret
from facetry.store.store import Store
from tests.support.extensions.archives import LINK, Member, zip_archive
from tests.support.libraries.stores import add_extensions, temporary_store

BASE = "http://127.0.0.1:3001"
PAGE = Member(name="index.html", data=b"<!doctype html>")


def archive(size: int = 100) -> bytes:
    """A bundle with one file of incompressible length."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as packed:
        packed.writestr("index.html", b"x" * size)
    return data.getvalue()


def run(scenario: Callable[[Bundles, ApiKeys, Store], Awaitable[None]], limits: BundleLimits | None = None) -> None:
    """Runs a scenario with two extensions that have a process."""

    async def main() -> None:
        with temporary_store() as store:
            add_extensions(store, "tagger", "namer", "stopped")
            keys = ApiKeys(store)
            for id in ("tagger", "namer"):
                await keys.issue_process_key(id)
            await scenario(Bundles(keys, f"{BASE}/", limits), keys, store)

    asyncio.run(main())


async def serve(bundles: Bundles, extension: str = "tagger", content: bytes = b"", **settings: Any) -> Bundle:
    address = await bundles.serve(extension, content or archive(), settings or None)
    assert address.startswith(f"{BASE}/ui/bundle/")
    return await bundles.require(UUID(address.rpartition("/")[2]))


async def refusal(bundles: Bundles, content: bytes, settings: Mapping[str, Any] | None = None) -> str:
    with pytest.raises(FaultError) as error:
        await bundles.serve("tagger", content, settings)
    return error.value.fault.rule


async def lives(bundles: Bundles, keys: ApiKeys, *found: Bundle) -> list[bool]:
    """Whether each bundle is served; its key is valid in the same cases."""
    served = [await bundles.find(bundle.id) is not None for bundle in found]
    valid = [await keys.authenticate(bundle.secret) is not None for bundle in found]
    assert served == valid
    return served


@pytest.mark.parametrize(
    ("rule", "content"),
    [
        ("archive.kind", b""),
        ("archive.kind", b"not an archive"),
        ("archive.kind", b"\x1f\x8b" + bytes(100)),
        ("archive.truncated", archive()[:-5]),
        ("archive.path", zip_archive(PAGE, Member(name="../evil.html"))),
        ("archive.path", zip_archive(PAGE, Member(name="/etc/evil.html"))),
        ("archive.name", zip_archive(PAGE, Member(name="a\\b.html"))),
        ("archive.link", zip_archive(PAGE, Member(name="link", data=b"/etc/passwd", mode=LINK))),
        ("archive.twin", zip_archive(PAGE, Member(name="INDEX.html"))),
        ("archive.name", zip_archive(PAGE, Member(name="@api/livez"))),
        ("archive.ratio", zip_archive(Member(name="index.html", data=bytes(4_000_000)))),
        ("archive.unpacked", zip_archive(Member(name="index.html", data=b"", central={"size": 16 * 1024**2 + 1}))),
        ("archive.size", bytes(8_388_609)),
        ("archive.entries", zip_archive(*(Member(name=f"{number}.html") for number in range(2_001)))),
    ],
)
def test_hostile_archives_are_refused_and_leave_no_key(rule: str, content: bytes) -> None:
    async def scenario(bundles: Bundles, keys: ApiKeys, store: Store) -> None:
        del keys
        assert await refusal(bundles, content) == rule
        assert _key_count(store) == 2, "those of the two programs"

    run(scenario)


def test_settings_are_json_within_their_bound() -> None:
    async def scenario(bundles: Bundles, keys: ApiKeys, store: Store) -> None:
        del keys, store
        assert (await serve(bundles, theme="dark")).settings == {"theme": "dark"}
        assert (await serve(bundles)).settings is None
        assert await refusal(bundles, archive(), {"icon": b"bytes"}) == "bundle.settings"
        assert await refusal(bundles, archive(), {"long": "x" * 65_536}) == "bundle.settings"

    run(scenario)


def test_the_oldest_bundle_of_an_extension_ends_when_it_has_too_many() -> None:
    async def scenario(bundles: Bundles, keys: ApiKeys, store: Store) -> None:
        other = await serve(bundles, "namer")
        own = [await serve(bundles) for _ in range(5)]
        assert await lives(bundles, keys, other, *own) == [True, False, True, True, True, True]
        assert _key_count(store) == 2 + 5

    run(scenario)


def test_bundles_are_bounded_in_bytes_for_each_extension_and_for_all() -> None:
    limits = BundleLimits(bytes_per_extension=250, total_bytes=300)

    async def scenario(bundles: Bundles, keys: ApiKeys, store: Store) -> None:
        del store
        own = [await serve(bundles, content=archive(100)) for _ in range(3)]
        assert await lives(bundles, keys, *own) == [False, True, True]
        other = await serve(bundles, "namer", archive(150))
        assert await lives(bundles, keys, *own, other) == [False, False, True, True]

    run(scenario, limits)


def test_a_bundle_larger_than_all_bounds_ends_at_once() -> None:
    limits = BundleLimits(ArchiveLimits(), bytes_per_extension=50)

    async def scenario(bundles: Bundles, keys: ApiKeys, store: Store) -> None:
        del keys
        address = await bundles.serve("tagger", archive(100), None)
        assert await bundles.find(UUID(address.rpartition("/")[2])) is None
        assert _key_count(store) == 2

    run(scenario, limits)


def test_a_bundle_ends_with_its_time_and_its_memory_is_freed() -> None:
    async def scenario(bundles: Bundles, keys: ApiKeys, store: Store) -> None:
        first = await serve(bundles)
        await asyncio.sleep(0.6)
        await bundles.serve("namer", archive(), None)
        assert await lives(bundles, keys, first) == [False]
        assert first.id not in bundles._bundles
        assert _key_count(store) == 2 + 1

    run(scenario, BundleLimits(lifetime_seconds=0.5))


def test_bundles_end_with_the_process_and_without_one_there_is_none() -> None:
    async def scenario(bundles: Bundles, keys: ApiKeys, store: Store) -> None:
        own, other = await serve(bundles), await serve(bundles, "namer")
        await keys.issue_process_key("tagger")  # the program starts again
        assert await lives(bundles, keys, own, other) == [False, True]
        bundles.end_of("namer")
        await store.write(lambda work: keys.revoke_process_keys(work, "namer"))
        assert await lives(bundles, keys, other) == [False]
        for extension in ("namer", "stopped"):
            with pytest.raises(FaultError) as error:
                await bundles.serve(extension, archive(), None)
            assert error.value.fault.rule == "extension.stopped"

    run(scenario)


def test_a_page_takes_its_own_key_alone() -> None:
    async def scenario(bundles: Bundles, keys: ApiKeys, store: Store) -> None:
        del store
        first, second = await serve(bundles), await serve(bundles)
        principal = await keys.authenticate(first.secret)
        assert principal is not None
        assert (principal.extension_id, principal.is_page) == ("tagger", True)
        assert await bundles.takes_key(first.id, first.secret)
        assert not await bundles.takes_key(first.id, second.secret)
        assert not await bundles.takes_key(first.id, "")
        assert first.secret not in repr(first)

    run(scenario)


def _key_count(store: Store) -> int:
    return store.read_now(lambda connection: len(connection.execute(select(col(ApiSecret.id))).all()))
