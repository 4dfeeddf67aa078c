"""No command is lost or late under load, for a program that speaks as the published kit 0.20.2 does.

A real server has an extension with a capability and a command. Clients write tags and request capability runs all the
time; meanwhile the program loses its connection, is restarted, paused and killed. The outcome of each accepted command
is reported in time, and after a success its tag is there.

The long form is `COMMAND_RUNS=200`.
"""

import asyncio
import contextlib
import io
import json
import os
import random
import signal
import sys
import time
import zipfile
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
import socketio

from tests.support.extensions.packages import manifest
from tests.support.imaging.pictures import write_pictures
from tests.support.services.server_databases import rows_of
from tests.support.services.servers import Server, running_server

SHORT = 24
RUNS = int(os.environ.get("COMMAND_RUNS", SHORT))
SEED = int(os.environ.get("COMMAND_SEED", "1"))
IMAGES = 40
AT_ONCE = 6
"""Number of commands that clients request at once."""
PAUSE_SECONDS = 1.0
"""Seconds between two commands of a client, on average."""
HOOK_SECONDS = 1.0
"""Seconds that a capability takes for one image, on average."""
LIMIT_SECONDS = 20.0
"""How long a command may take, from its acceptance to its tags, faults included."""
FAULT_SECONDS = 1.5
"""Seconds between two faults."""
EXTENSION, WRITER = "speaker", "writer"


@dataclass
class Run:
    """A command that was accepted."""

    tag: str
    image: str
    accepted_at: float
    seen_at: float | None = None
    reported_at: float | None = None
    is_success: bool | None = None
    """What `extension.acknowledgment` said; None before."""


@dataclass
class Campaign:
    """The state of a campaign. `outcomes`: of `extension.acknowledgment` and when it came, by context id."""

    server: Server
    client: httpx.AsyncClient
    journal: Path
    rng: random.Random
    images: dict[str, str] = field(default_factory=dict)
    """The names of the images, by id."""
    outcomes: dict[str, tuple[float, bool]] = field(default_factory=dict)
    runs: list[Run] = field(default_factory=list)
    faults: list[tuple[float, str]] = field(default_factory=list)

    def outcome_of(self, tag: str) -> tuple[float, bool] | None:
        """What was reported of a run, also of one that its program never received."""
        query = "SELECT data FROM event WHERE topic = 'image.runCommand' AND data LIKE :part"
        (row,) = rows_of(self.server.data_dir, query, part=f'%"{tag}"%')
        return self.outcomes.get(json.loads(row[0])["contextId"])

    def program(self) -> int | None:
        """The process id of the program."""
        starts = [line.split()[1] for line in self.journal.read_text().splitlines() if line.startswith("s ")]
        return int(starts[-1]) if starts else None

    async def is_connected(self) -> bool:
        activities = (await self.client.get("/extension/activities")).json()
        return any(each["id"] == EXTENSION and each["connection"] == "started" for each in activities)

    async def wait_until_connected(self) -> None:
        async with asyncio.timeout(30):
            while not await self.is_connected():  # noqa: ASYNC110 -- a server has to be asked
                await asyncio.sleep(0.05)

    async def run_command(self, number: int, images: asyncio.Queue[str]) -> None:
        """Request a command, and wait until its tag is there, or its failure is reported."""
        image, tag = await images.get(), f"run-{number}"
        try:
            keyword = {"text": self.images[image], "inName": True, "inMetadata": False, "inFeatures": False}
            body = {"search": {"filter": {"criteria": {"keyword": keyword}}}, "command": {"tag": tag}}
            while True:
                answer = await self.client.put(f"/extension/{EXTENSION}/runImageCommand?commandId=mark", json=body)
                if answer.status_code == 204:
                    break
                assert answer.json()["rule"] == "extension.paused", answer.text
                await asyncio.sleep(0.1)
            run = Run(tag, image, time.time())
            self.runs.append(run)
            while time.time() < run.accepted_at + LIMIT_SECONDS:
                outcome = self.outcome_of(tag)
                found = (await self.client.get(f"/image/{image}/getTags?extensionId={EXTENSION}")).json()
                if found == [tag] and run.seen_at is None:
                    run.seen_at = time.time()
                if outcome is not None:
                    run.reported_at, run.is_success = outcome
                    return
                await asyncio.sleep(0.05)
        finally:
            images.put_nowait(image)

    async def write(self) -> None:
        """Change tags, and request capability runs from time to time."""
        for number in range(1_000_000):
            image = self.rng.choice(list(self.images))
            await self.client.put(f"/image/{image}/setTags?extensionId={WRITER}", json=[f"load-{number % 7}"])
            if number % 100 == 50:
                await self.client.put(f"/image/search/runCapabilities?extensionIds={EXTENSION}", json={})
            await asyncio.sleep(0.01)

    async def disturb(self) -> None:
        """Inject faults."""
        while True:
            await asyncio.sleep(FAULT_SECONDS)
            kind = self.rng.choice(("drop", "drop", "drop", "restart", "kill", "pause"))
            self.faults.append((time.time(), kind))
            if kind == "restart":
                await self.client.put(f"/extension/{EXTENSION}/restart")
            elif kind == "pause":
                for state in ("paused", "enabled"):
                    await self.client.put(f"/extension/{EXTENSION}/changeState?state={state}")
            elif (program := self.program()) is not None:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(program, signal.SIGUSR1 if kind == "drop" else signal.SIGKILL)
            await self.wait_until_connected()


def archive(journal: Path) -> bytes:
    """The archive of the extension."""
    path = [each for each in sys.path if "site-packages" in each]
    start = f"import runpy, sys\nsys.path[:0] = {path!r}\nrunpy.run_path('program.py', run_name='__main__')\n"
    command = {
        "id": "mark",
        "on": {"entity": "Images"},
        "parameters": {"type": "object", "properties": {"tag": {"type": "string"}}, "required": ["tag"]},
        "specifications": [{"locale": "en", "label": "Mark"}],
    }
    events = ["process.started", "image.created", "image.tags.updated", "image.computeTags", "image.runCommand"]
    instructions = {
        "events": events,
        "capabilities": [{"id": "image.tags"}],
        "commands": [command],
        "execution": {"executable": sys.executable, "arguments": ["main.py"]},
    }
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("manifest.json", json.dumps(manifest(EXTENSION, instructions=[instructions])))
        packed.writestr("behaviour.json", json.dumps({"journal": str(journal), "pause": HOOK_SECONDS}))
        packed.writestr("program.py", (Path(__file__).parent / "published_extension.py").read_text())
        packed.writestr("main.py", start)
    return data.getvalue()


@contextlib.asynccontextmanager
async def campaign(server: Server, journal: Path) -> AsyncIterator[Campaign]:
    """A campaign with the extension installed and connected."""
    headers = {"Authorization": f"Bearer {server.key}"}
    front = socketio.AsyncClient(reconnection=False)
    async with httpx.AsyncClient(base_url=server.url, headers=headers, timeout=30, trust_env=False) as client:
        running = Campaign(server, client, journal, random.Random(SEED))

        async def receive(message: Mapping[str, Any]) -> None:
            if message["channel"] == "extension.acknowledgment":
                running.outcomes[message["contextId"]] = (time.time(), message["value"]["success"])

        front.on("events", receive)
        await front.connect(server.url, transports=["websocket"])
        await front.call("connection", {"apiKey": server.key, "isOpen": True})
        installed = await client.post(
            "/extension/install?state=enabled", content=archive(journal), headers={"Content-Type": "application/zip"}
        )
        assert installed.status_code == 201, installed.text
        found = await client.post("/image/search/images", json={"range": {"take": IMAGES}})
        running.images = {image["id"]: image["name"] for image in found.json()["items"]}
        await running.wait_until_connected()
        try:
            yield running
        finally:
            await front.disconnect()


async def run_campaign(server: Server, journal: Path) -> Campaign:
    async with campaign(server, journal) as running:
        background = [asyncio.create_task(running.write()), asyncio.create_task(running.disturb())]
        images: asyncio.Queue[str] = asyncio.Queue()
        for image in running.images:
            images.put_nowait(image)
        numbers = iter(range(RUNS))

        async def request_runs() -> None:
            for number in numbers:
                await asyncio.sleep(running.rng.uniform(0, 2 * PAUSE_SECONDS))
                await running.run_command(number, images)

        await asyncio.gather(*(request_runs() for _ in range(AT_ONCE)))
        for task in background:
            task.cancel()
        for outcome in await asyncio.gather(*background, return_exceptions=True):
            assert isinstance(outcome, asyncio.CancelledError), outcome
    return running


@pytest.mark.crash
def test_no_command_is_lost_or_late_under_load(tmp_path: Path) -> None:
    write_pictures(tmp_path / "pictures", IMAGES)
    with running_server(tmp_path, [tmp_path / "pictures"]) as server:
        server.run_command("extension", "register", WRITER)
        started_at = time.time()
        running = asyncio.run(run_campaign(server, server.extensions_dir / "state" / EXTENSION / "journal"))
        lost = [run for run in running.runs if run.is_success is None]
        false = [run for run in running.runs if run.is_success and run.seen_at is None]
        failed = [run for run in running.runs if run.is_success is False]
        seconds = sorted(run.reported_at - run.accepted_at for run in running.runs if run.reported_at is not None)
        print(
            f"{len(running.runs)} runs in {time.time() - started_at:.0f} s, {len(running.faults)} faults, {len(lost)} "
            f"lost or late, {len(false)} without the reported tags, {len(failed)} reported as failed; "
            f"median {seconds[len(seconds) // 2]:.2f} s, longest {seconds[-1]:.2f} s"
        )
        for run in lost:
            near = [(f"{at - run.accepted_at:+.2f}", kind) for at, kind in running.faults if at > run.accepted_at - 5]
            print(run, near[:20])
        assert len(running.runs) == RUNS
        assert lost == []
        assert false == []
        assert len(failed) <= len(running.faults), "only a command in flight fails when the connection is lost"
