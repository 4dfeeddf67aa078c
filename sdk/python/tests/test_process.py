"""The process: its folder, its signals and its exit status."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from facetry_extension.testing import FakeService

HOME = Path(__file__).parent.parent

TAGGER = """
from facetry_extension import Extension

class Tagger(Extension):
    async def on_compute_image_tags(self, communicator, image_id):
        await communicator.set_tags(image_id, ["sky"])

    async def on_terminate(self):
        print("terminated", flush=True)

Tagger().run()
"""

UNREADY = """
from facetry_extension import Extension

class Unready(Extension):
    async def on_ready(self):
        raise RuntimeError("no model")

Unready().run()
"""

IMPATIENT = """
from facetry_extension import Extension

class Impatient(Extension):
    patience = 0.3

Impatient().run()
"""

BLOCKED = """
import time
from facetry_extension import Extension

class Blocked(Extension):
    async def on_image_created(self, communicator, image_id):
        communicator.log.info("begun")
        await communicator.run(time.sleep, 60)

Blocked().run()
"""


def folder(home: Path, service: FakeService | None, code: str, **manifest: Any) -> Path:
    (home / "main.py").write_text(code)
    url = "http://127.0.0.1:1" if service is None else service.url
    key = "key" if service is None else service.parameters.key
    parameters = {"extensionId": "extension", "webServicesBaseUrl": url, "apiKey": key}
    (home / "parameters.json").write_text(json.dumps(parameters))
    instructions = [{"events": ["image.computeTags", "image.created"]}]
    (home / "manifest.json").write_text(json.dumps({"id": "extension", "instructions": instructions, **manifest}))
    return home


@contextlib.asynccontextmanager
async def process(home: Path) -> AsyncIterator[asyncio.subprocess.Process]:
    environment = {**os.environ, "PYTHONPATH": str(HOME)}
    pipe = asyncio.subprocess.PIPE
    child = await asyncio.create_subprocess_exec(
        sys.executable, "main.py", cwd=home, env=environment, stdout=pipe, stderr=pipe
    )
    try:
        yield child
    finally:
        if child.returncode is None:
            child.kill()
        await child.communicate()


async def end_of(child: asyncio.subprocess.Process) -> tuple[int | None, str, str]:
    async with asyncio.timeout(15):
        out, err = await child.communicate()
    return child.returncode, out.decode(), err.decode()


def test_it_runs_in_its_folder_until_it_is_stopped(tmp_path: Path) -> None:
    async def main() -> None:
        async with FakeService() as service, process(folder(tmp_path, service, TAGGER)) as child:
            image = service.add_image()
            await service.compute_tags(image)
            assert service.tags(image) == {"sky"}
            child.send_signal(signal.SIGTERM)
            status, out, err = await end_of(child)
            assert (status, out) == (0, "terminated\n")
            assert "WARNING" not in err

    asyncio.run(main())


def test_a_thread_that_works_does_not_keep_it(tmp_path: Path) -> None:
    async def main() -> None:
        async with FakeService() as service, process(folder(tmp_path, service, BLOCKED)) as child:
            sending = asyncio.create_task(service.send("image.created", {"id": service.add_image()}))
            while not service.logs:
                await asyncio.sleep(0.01)
            child.send_signal(signal.SIGTERM)
            assert (await end_of(child))[0] == 0
            sending.cancel()
            await asyncio.gather(sending, return_exceptions=True)

    asyncio.run(main())


def test_the_ready_hook_fails(tmp_path: Path) -> None:
    async def main() -> None:
        async with FakeService() as service, process(folder(tmp_path, service, UNREADY)) as child:
            status, _, err = await end_of(child)
            assert status == 3
            assert "RuntimeError: no model" in err

    asyncio.run(main())


def test_the_service_is_not_there(tmp_path: Path) -> None:
    async def main() -> None:
        async with process(folder(tmp_path, None, IMPATIENT)) as child:
            status, _, err = await end_of(child)
            assert status == 2
            assert "the service at http://127.0.0.1:1 was not reached" in err

    asyncio.run(main())


@pytest.mark.parametrize(
    ("file", "content", "reason"),
    [
        ("parameters.json", None, "parameters.json cannot be read"),
        ("parameters.json", "{", "parameters.json is no JSON"),
        ("parameters.json", "[]", "parameters.json holds no JSON object"),
        ("parameters.json", '{"extensionId": "extension", "apiKey": "x"}', "parameters.json lacks"),
        ("manifest.json", None, "manifest.json cannot be read"),
        ("manifest.json", '{"id": "another"}', "manifest.json is of another, parameters.json of extension"),
    ],
)
def test_it_cannot_begin(tmp_path: Path, file: str, content: str | None, reason: str) -> None:
    folder(tmp_path, None, TAGGER)
    (tmp_path / file).unlink()
    if content is not None:
        (tmp_path / file).write_text(content)

    async def main() -> None:
        async with process(tmp_path) as child:
            status, _, err = await end_of(child)
            assert status == 1
            assert f"the extension cannot begin: {reason}" in err
            assert "Traceback" not in err

    asyncio.run(main())


def test_a_hook_that_the_manifest_has_no_event_for_is_named(tmp_path: Path) -> None:
    async def main() -> None:
        async with FakeService() as service:
            home = folder(tmp_path, service, TAGGER, instructions=[{"events": ["image.created"]}])
            async with process(home) as child:
                await service.ready()
                child.send_signal(signal.SIGTERM)
                status, _, err = await end_of(child)
                assert status == 0
                assert "on_compute_image_tags is never called: manifest.json lists no event image.computeTags" in err

    asyncio.run(main())
