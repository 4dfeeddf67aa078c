"""The service of a host and those of its leaders, in one process: who answers what, and what is left in the end."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import aiohttp
import httpx
import pytest
from pydantic import SecretStr

from facetry.cluster.host import assemble_host
from facetry.cluster.leader import assemble_leader, open_leader_library
from facetry.cluster.peers import PeerAccess, peer_headers, peer_secret
from facetry.cluster.roles import EXTENSIONS, ROLES, SCAN, Role, address_of
from facetry.cluster.shared_examiner import SharedExaminer
from facetry.library import repositories
from facetry.library.library import Elsewhere, Library
from facetry.library.renditions import media_urls
from facetry.observability.exposition import MetricFamily
from facetry.server.http_server import build_server, listen
from facetry.service.assembly import Service
from facetry.service.opening import open_library
from facetry.service.parts import HOST as HOST_PARTS
from facetry.service.shared_state import SharedState
from facetry.settings import ClusterSettings, Settings
from facetry.store.engines.postgresql.leases import Leases
from tests.support.engines.databases import server_url
from tests.support.imaging.pictures import write_pictures
from tests.support.services.servers import HOST, two_free_ports

KEY = "a-long-master-key-for-tests"
IMAGES = 3
OF_PROCESS = "files_"
"""Threads that end with the process."""


@dataclass(frozen=True)
class Running:
    """A host that serves, and a client of it."""

    settings: Settings
    library: Library
    service: Service
    client: httpx.AsyncClient

    async def until(self, condition: Callable[[], Awaitable[object]]) -> None:
        """Wait for what the host or a leader does by itself."""
        async with asyncio.timeout(30):
            while not await condition():  # noqa: ASYNC110  # it has no event
                await asyncio.sleep(0.02)

    async def images(self) -> list[str]:
        answer = await self.client.post("/image/search/ids", json={"filter": {}})
        ids: list[str] = answer.json()["items"]
        return ids

    async def metrics_of_leaders(self) -> set[str]:
        """The names of the metrics that the host reads from those of its processes that lead."""
        read = self.service.metrics.of_processes
        groups = [group for each in read for group in await each()]
        return {family.name for group in groups for family in group}

    def metrics(self) -> dict[str, MetricFamily]:
        return {family.name: family for family in self.service.metrics.families()}


@contextlib.asynccontextmanager
async def serving(application: Any, port: int = 0) -> AsyncIterator[int]:
    """Serves an application with its lifespan."""
    listener = listen(HOST, port)
    server = build_server(application)
    server.signals = [cast("Any", 10)]  # SIGUSR1: nobody sends it
    task = asyncio.create_task(server.serve(sockets=[listener]))
    try:
        async with asyncio.timeout(30):
            while not server.started:  # noqa: ASYNC110  # it has no event
                await asyncio.sleep(0.01)
        yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        await task


def settings_of(tmp_path: Path, **changes: Any) -> Settings:
    return Settings(
        data_dir=tmp_path / "data",
        database_url=SecretStr(server_url(tmp_path).reveal()),
        api_secret=SecretStr(KEY),
        cluster=ClusterSettings(address=f"{HOST}:{two_free_ports()}", **changes),
    )


@contextlib.asynccontextmanager
async def running_host(tmp_path: Path, **changes: Any) -> AsyncIterator[Running]:
    settings = settings_of(tmp_path, **changes)
    library, new_key = open_library(settings, HOST_PARTS, SharedState.create())
    assert new_key is None
    service = assemble_host(settings, library)
    async with (
        serving(service.application) as port,
        httpx.AsyncClient(base_url=f"http://{HOST}:{port}", headers={"X-Api-Key": KEY}, trust_env=False) as client,
    ):
        yield Running(settings, library, service, client)


@contextlib.asynccontextmanager
async def leading(host: Running, role: Role, folder: Path | None = None) -> AsyncIterator[tuple[Library, PeerAccess]]:
    """The leader of a role on this host; that of scans scans a folder."""
    address = host.settings.cluster.address
    assert address is not None
    own = address_of(address, role)
    leases = Leases(server_url(host.settings.data_dir.parent))
    lease = leases.acquire(role, "this host", own, 50)  # a minute at most: longer ones are those of a wrong clock
    assert lease is not None
    library = open_leader_library(host.settings, role, lease)
    if folder is not None:
        library.store.write_now(lambda work: repositories.create(work, path=folder, name="a"))
    scanned = [each.id for each in library.store.read_now(repositories.list_all)]
    application = assemble_leader(host.settings, role, library, f"http://{HOST}:1", scanned)
    try:
        async with serving(application, int(own.rpartition(":")[2])):
            yield library, application
    finally:
        leases.release(lease)
        leases.close()


def in_loop(test: Callable[[], Awaitable[None]]) -> None:
    async def main() -> None:
        async with asyncio.timeout(60):
            await test()

    before = set(threading.enumerate())
    asyncio.run(main())
    left = {each.name for each in set(threading.enumerate()) - before if each.is_alive()}
    assert {name for name in left if not name.startswith(OF_PROCESS)} == set()


def test_a_host_answers_what_needs_rows_alone_and_its_leaders_the_rest(tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    write_pictures(folder, IMAGES)

    async def test() -> None:
        async with running_host(tmp_path) as host:
            assert await host.images() == []
            samples = host.metrics()["facetry_leads"].samples
            assert [(each.labels["role"], each.value) for each in samples] == [(role, 0) for role in ROLES]
            assert await host.metrics_of_leaders() == set()
            async with leading(host, SCAN, folder) as (scans, _), leading(host, EXTENSIONS) as (extensions, _):
                await host.until(lambda: has_images(host))
                (image, *_) = await host.images()
                answer = await host.client.put("/extension/ensure", params={"id": "user"})
                assert answer.status_code == 200, answer.text
                path = f"/image/{image}/setTags"
                answer = await host.client.put(path, params={"extensionId": "user"}, json=["a"])
                assert answer.status_code == 204
                answer = await host.client.delete(f"/image/{image}/delete")
                assert answer.status_code in (200, 204), answer.text
                assert len(await host.images()) == IMAGES - 1
                await host.until(lambda: leads_all(host))
                found = await host.metrics_of_leaders()
                assert found >= {"facetry_scans", "facetry_scan_shared_files", "facetry_delivery_outcomes"}
                await require_refused_websocket(host)
                assert isinstance(scans.scans.examiner, SharedExaminer)
                assert isinstance(extensions.own_scans, Elsewhere)
            for closed in (scans, extensions):
                with pytest.raises(Exception, match="closed"):
                    closed.store.read_now(lambda _: None)
        with pytest.raises(Exception, match="closed"):
            host.library.store.read_now(lambda _: None)
        async with running_host(tmp_path):
            pass  # nobody holds the data folder

    in_loop(test)


async def require_refused_websocket(host: Running) -> None:
    """The leader of scans has no WebSockets."""
    secret = peer_secret(host.library.store.read_now(media_urls.require_secret))
    scope: dict[str, Any] = {"type": "websocket", "headers": [], "client": None, "scheme": "ws", "root_path": ""}
    headers = {name.decode(): value.decode() for name, value in peer_headers(secret, scope, None)}
    async with aiohttp.ClientSession() as client:
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await client.ws_connect(f"http://{host.settings.cluster.address}/socket.io/", headers=headers)


async def has_images(host: Running) -> bool:
    return len(await host.images()) == IMAGES


async def leads_all(host: Running) -> bool:
    return all(each.value == 1 for each in host.metrics()["facetry_leads"].samples)
