"""Extensions from their archives to their results, as real programs over real sockets."""

from __future__ import annotations

import asyncio
import contextlib
import io
import os
import sys
import threading
import zipfile
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import UUID

import orjson
import pytest
from sqlalchemy import Connection

from facetry.errors import FaultError, storage_full
from facetry.extensions import fence, runtime
from facetry.extensions.assembly import assemble
from facetry.extensions.crashes import Habits
from facetry.extensions.runtime import Runtime
from facetry.extensions.runtime_configuration import Care
from facetry.library import extension_removal as removal
from facetry.library import installed_extensions as installed
from facetry.library import tags
from facetry.library.api_keys import Keys
from facetry.library.tasks import ledger
from facetry.server import listen, server_of
from facetry.store.store import Store
from facetry.store.work import Work
from tests.support.stores import add_images, add_repository

HASTY = Habits(connect_seconds=20.0, grace_seconds=2.0, first_delay=0.05, longest_delay=0.2, crashes=3)
CARE = Care(HASTY)
PROGRAM = """
import asyncio, json, sys
sys.path[:0] = {path!r}
import aiohttp, socketio

parameters = json.load(open("parameters.json"))
me = {{"apiKey": parameters["apiKey"], "extensionId": parameters["extensionId"]}}
client = socketio.AsyncClient(reconnection=False)


@client.event
async def connect():
    await client.call("connection", {{**me, "isOpen": True, "sdkVersion": "1.0.0", "environment": "python"}})


@client.on("events")
async def events(message):
    if message["channel"] in ("extension.versions", "extension.ready"):
        return True
    if message["channel"] == "image.computeTags":
        address = f"{{parameters['webServicesBaseUrl']}}/tags/{{message['value']['id']}}"
        headers = {{"Authorization": f"Bearer {{parameters['apiKey']}}"}}
        async with aiohttp.ClientSession() as session:
            async with session.put(address, json=["{tag}"], headers=headers) as answer:
                assert answer.status == 204, await answer.text()


async def main():
    await client.connect(parameters["webServicesBaseUrl"], transports=["websocket"])
    await client.wait()


asyncio.run(main())
"""


def manifest(**changes: Any) -> dict[str, Any]:
    return {
        "id": "tagger",
        "version": "1.0.0",
        "name": "Tagger",
        "description": "Tags.",
        "categories": ["enrichment"],
        "runtimes": [],
        "instructions": [
            {
                "events": ["process.started", "image.computeTags"],
                "capabilities": [{"id": "image.tags"}],
                "execution": {"executable": sys.executable, "arguments": ["main.py"]},
            }
        ],
        "settings": {"type": "object", "properties": {"threshold": {"type": "number", "default": 0.5}}},
        **changes,
    }


def packed(folder: Path, *, tag: str = "seen", program: str | None = None, **changes: Any) -> Path:
    """The archive of an extension that tags what it is asked about."""
    code = PROGRAM.format(path=[path for path in sys.path if "site-packages" in path], tag=tag)
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("manifest.json", orjson.dumps(manifest(**changes)))
        archive.writestr("main.py", program or code)
    file = folder / "extension.zip"
    file.write_bytes(data.getvalue())
    return file


@dataclass
class Service:
    """A store with images, its running extensions, and a door by which they write tags."""

    store: Store
    runtime: Runtime
    images: list[UUID]

    def tags(self) -> list[list[str]]:
        return self.store.read_now(
            lambda connection: [sorted(tags.of_extension(connection, image, "tagger")) for image in self.images]
        )

    def counts(self) -> dict[str, dict[str, int]]:
        def query(connection: Connection) -> dict[str, dict[str, int]]:
            return ledger.counts(connection, installed.require(connection, "tagger").key)

        return self.store.read_now(query)

    async def until(self, condition: Callable[[], bool], seconds: float = 30.0) -> None:
        try:
            async with asyncio.timeout(seconds):
                while not condition():  # noqa: ASYNC110  # whatever it is, nobody tells of it
                    await asyncio.sleep(0.02)
        except TimeoutError:
            status = self.runtime.status("tagger")
            raise AssertionError(f"it did not come to that: {status}") from None


@contextlib.asynccontextmanager
async def serving(folder: Path, images: int = 10, care: Care = CARE) -> AsyncIterator[Service]:
    is_new = not (folder / "library.db").exists()
    store = Store(folder / "library.db")
    keys = Keys(store)
    listener = listen("127.0.0.1", 0)
    url = f"http://127.0.0.1:{listener.getsockname()[1]}"
    runtime = assemble(store, keys, folder / "extensions", url, care)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            await runtime.gateway(scope, receive, send)
        elif scope["type"] == "lifespan":
            await receive()
            await runtime.begin()
            await send({"type": "lifespan.startup.complete"})
            await receive()
            await runtime.stop()
            await send({"type": "lifespan.shutdown.complete"})
        else:
            secret = dict(scope["headers"])[b"authorization"].decode().removeprefix("Bearer ")
            principal = await keys.authenticate(secret)
            assert principal is not None
            extension = principal.extension_id
            assert extension is not None
            body = orjson.loads((await receive())["body"])
            image = UUID(scope["path"].rpartition("/")[2])
            await store.write(lambda work: tags.replace(work, image, extension, body))
            await send({"type": "http.response.start", "status": 204, "headers": []})
            await send({"type": "http.response.body"})

    if is_new:
        made = add_images(store, add_repository(store), [f"{number}.jpg" for number in range(images)])
        (folder / "images.json").write_bytes(orjson.dumps([str(id) for id in made]))
    ids = [UUID(id) for id in orjson.loads((folder / "images.json").read_bytes())]
    server = server_of(app)
    task = asyncio.create_task(server.serve(sockets=[listener]))
    service = Service(store, runtime, ids)
    await service.until(lambda: server.started)
    try:
        yield service
    finally:
        server.should_exit = True
        await task
        store.close()


def test_an_extension_is_installed_computes_and_goes(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path) as service:
            found = await service.runtime.install(packed(tmp_path), "enabled")
            assert (found.id, found.state) == ("tagger", "enabled")
            await service.until(lambda: service.tags() == [["seen"]] * 10)
            await service.until(lambda: service.counts() == {"image.tags": {"done": 10}})
            later = add_images(service.store, add_repository(service.store, "more"), ["later.jpg"])
            service.images += later
            await service.until(lambda: service.tags() == [["seen"]] * 11)
            await service.runtime.uninstall("tagger")
            with pytest.raises(FaultError):
                service.tags()
            assert list((tmp_path / "extensions" / "installed").iterdir()) == []
            with pytest.raises(FaultError):
                await service.runtime.uninstall("tagger")

    asyncio.run(main())


def test_a_fence_keeps_programs_out_of_the_library_and_lets_them_work(tmp_path: Path) -> None:
    assert fence.version() > 0, "the kernel has no Landlock"
    library, outside = tmp_path / "library.db", tmp_path.parent / f"{tmp_path.name}-outside"
    probe = f"""
from pathlib import Path
def fenced():
    try:
        Path({str(library)!r}).read_bytes()
        return "it reads"
    except PermissionError:
        pass
    try:
        Path({str(outside)!r}).touch()
        return "it writes"
    except PermissionError:
        Path("own").touch()
        return "seen"
"""
    code = PROGRAM.format(path=[path for path in sys.path if "site-packages" in path], tag="TAG")
    program = probe + code.replace('json=["TAG"]', "json=[fenced()]")

    async def main() -> None:
        async with serving(tmp_path, images=2, care=Care(HASTY, hidden=tmp_path)) as service:
            await service.runtime.install(packed(tmp_path, program=program), "enabled")
            await service.until(lambda: all(service.tags()))
            assert service.tags() == [["seen"]] * 2

    asyncio.run(main())
    assert not outside.exists()


def test_a_paused_extension_does_nothing_until_it_is_enabled(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path) as service:
            await service.runtime.install(packed(tmp_path), "paused")
            await asyncio.sleep(0.3)
            assert service.tags() == [[]] * 10
            await service.runtime.change_state("tagger", "enabled")
            await service.until(lambda: service.tags() == [["seen"]] * 10)
            await service.runtime.change_state("tagger", "paused")
            service.images += add_images(service.store, add_repository(service.store, "more"), ["later.jpg"])
            await asyncio.sleep(0.3)
            assert service.tags()[-1] == []
            with pytest.raises(FaultError) as refused:
                await service.runtime.change_state("tagger", "paused")
            assert refused.value.fault.rule == "extension.state"
            await service.runtime.change_state("tagger", "enabled")
            await service.until(lambda: service.tags() == [["seen"]] * 11)

    asyncio.run(main())


def test_an_update_takes_the_place_of_the_version_and_keeps_what_it_wrote(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path) as service:
            await service.runtime.install(packed(tmp_path), "enabled")
            await service.until(lambda: service.tags() == [["seen"]] * 10)
            found = await service.runtime.update("tagger", packed(tmp_path, tag="newer", version="1.1.0"), None)
            assert (found.manifest.version, found.previous) == ("1.1.0", "1.0.0")
            assert service.tags() == [["seen"]] * 10
            service.images += add_images(service.store, add_repository(service.store, "more"), ["later.jpg"])
            await service.until(lambda: service.tags() == [["seen"]] * 10 + [["newer"]])
            assert len(list((tmp_path / "extensions" / "installed" / "tagger").iterdir())) == 1
            with pytest.raises(FaultError) as refused:
                await service.runtime.update("tagger", packed(tmp_path, id="another"), None)
            assert refused.value.fault.rule == "manifest.other"
            assert len(list((tmp_path / "extensions" / "installed" / "tagger").iterdir())) == 1

    asyncio.run(main())


def test_the_service_goes_on_where_it_was_after_a_restart(tmp_path: Path) -> None:
    async def first() -> None:
        async with serving(tmp_path, images=200) as service:
            await service.runtime.install(packed(tmp_path), "enabled")
            await service.until(lambda: ["seen"] in service.tags())

    async def second() -> None:
        async with serving(tmp_path) as service:
            await service.until(lambda: service.tags() == [["seen"]] * 200)
            await service.until(lambda: service.counts() == {"image.tags": {"done": 200}})

    asyncio.run(first())
    asyncio.run(second())


def test_a_program_that_crashes_ends_in_a_state_with_a_reason(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path) as service:
            program = "import sys; print('no model', file=sys.stderr); sys.exit(4)"
            await service.runtime.install(packed(tmp_path, program=program), "enabled")
            await service.until(lambda: service.runtime.status("tagger").state == "failed")
            assert "no model" in str(service.runtime.status("tagger").reason)
            found = await service.runtime.update("tagger", packed(tmp_path, version="1.0.1"), None)
            assert found.state == "enabled"
            await service.until(lambda: service.tags() == [["seen"]] * 10)

    asyncio.run(main())


@pytest.mark.parametrize(
    ("archive", "rule"),
    [
        ({"version": "one"}, "manifest"),
        ({"id": "."}, "manifest"),
        ({"categories": []}, "manifest"),
    ],
)
def test_what_is_refused_leaves_nothing(tmp_path: Path, archive: dict[str, Any], rule: str) -> None:
    async def main() -> None:
        async with serving(tmp_path, images=1) as service:
            with pytest.raises(FaultError) as refused:
                await service.runtime.install(packed(tmp_path, **archive), "enabled")
            assert refused.value.fault.rule
            await service.runtime.install(packed(tmp_path), "paused")
            with pytest.raises(FaultError) as refused:
                await service.runtime.install(packed(tmp_path, id="TAGGER"), "enabled")
            assert refused.value.fault.rule == "extension.taken"
            files = [path.name for path in (tmp_path / "extensions").rglob("manifest.json")]
            assert files == ["manifest.json"]
            (tmp_path / "extension.zip").write_bytes(b"no archive")
            with pytest.raises(FaultError) as refused:
                await service.runtime.install(tmp_path / "extension.zip", "enabled")
            assert refused.value.fault.rule == "archive.kind"

    asyncio.run(main())


def test_an_installation_whose_caller_goes_is_whole_or_nothing(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path, images=1) as service:
            held, begun = threading.Event(), threading.Event()

            def hold(work: Work) -> None:  # as units are
                begun.set()
                held.wait(20)

            holding = asyncio.create_task(service.store.write(hold))
            await service.until(begun.is_set)
            installing = asyncio.create_task(service.runtime.install(packed(tmp_path), "paused"))
            place = tmp_path / "extensions" / "installed" / "tagger"
            await service.until(lambda: place.exists() and len(list(place.iterdir())) == 1)
            await asyncio.sleep(0.1)  # the unit is with the writer
            installing.cancel()
            with pytest.raises(asyncio.CancelledError):
                await installing
            held.set()
            await holding
            found = await service.store.read(lambda connection: installed.find(connection, "tagger"))
            if found is not None:
                assert (place / found.folder / "manifest.json").exists()

    asyncio.run(main())


def test_nobody_waits_for_a_pipe_that_an_extension_put_in_the_place_of_a_file(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path, images=1) as service:
            found = await service.runtime.install(packed(tmp_path), "paused")
            folder = tmp_path / "extensions" / "installed" / "tagger" / found.folder
            for name in ("MANUAL.md", "parameters.json", "requirements.txt"):
                os.mkfifo(folder / name)
            async with asyncio.timeout(20):
                assert not await asyncio.to_thread(service.runtime.text, found, "MANUAL.md", 100)
                await service.runtime.change_state("tagger", "enabled")
                await service.until(lambda: service.tags() == [["seen"]])

    asyncio.run(main())


def test_what_a_full_disk_keeps_from_being_removed_is_removed_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runtime, "PATIENCE", 0.05)
    finish = removal._finish
    tried: list[int] = []

    def full(work: Work, key: int) -> None:
        tried.append(key)
        if len(tried) < 3:
            raise storage_full("no room")
        finish(work, key)

    monkeypatch.setattr(removal, "_finish", full)

    async def main() -> None:
        async with serving(tmp_path, images=1) as service:
            await service.runtime.install(packed(tmp_path), "enabled")
            await service.until(lambda: service.tags() == [["seen"]])
            with pytest.raises(FaultError) as refused:
                await service.runtime.uninstall("tagger")
            assert refused.value.fault.rule == "storage.full"
            assert await service.store.read(installed.every) == []
            place = tmp_path / "extensions" / "installed" / "tagger"
            await service.until(lambda: len(tried) == 3 and not place.exists())
            await service.runtime.install(packed(tmp_path), "paused")

    asyncio.run(main())
