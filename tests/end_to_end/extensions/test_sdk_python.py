"""The Python SDK as a separate process with the gateway, and its documents under our validator."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from codegen.model import python_name
from facetry.extensions.socket.peer import SocketClosedError
from facetry.extensions.socket.session_handler import ExtensionVersions
from facetry.validate import views
from tests.support.extensions.sockets import TAGGER, GatewayServer, RecordingSessionHandler, serve_gateway, until

ROOT = Path(__file__).parents[3]
SDK = ROOT / "sdk" / "python"
VIEWS = ROOT / "specs" / "views"

EXTENSION = """
import asyncio, time
from facetry_extension import Extension, views

class Tagger(Extension):
    async def on_upgrade(self, current, previous):
        print("upgrade", current, previous, flush=True)

    async def on_ready(self):
        print("ready", flush=True)

    async def on_terminate(self):
        print("terminate", flush=True)

    async def on_settings(self, communicator, value):
        print("settings", value, flush=True)

    async def on_image_created(self, communicator, image_id):
        communicator.log.info("looking")
        return {"looked": image_id}

    async def on_image_updated(self, communicator, image_id):
        raise ValueError("no sky")

    async def on_text_embeddings(self, communicator, text):
        return [0.5] * len(text)

    async def on_image_command(self, communicator, command_id, image_ids, parameters):
        found = await communicator.intent("form", {"parameters": {}})
        return views.Card(command_id, [views.NumberUnbounded(found), {"type": "sparkline"}])

Tagger().run()
"""

UNREADY = """
from facetry_extension import Extension

class Unready(Extension):
    async def on_ready(self):
        raise RuntimeError("no model")

Unready().run()
"""

IMAGE = "7f1c9a52-3d8e-4b60-9c41-0a5be2d4f613"


class Process:
    """A running extension."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    async def line(self) -> str:
        assert self.process.stdout is not None
        async with asyncio.timeout(15):
            return (await self.process.stdout.readline()).decode().rstrip()

    async def ended(self) -> int | None:
        async with asyncio.timeout(15):
            return await self.process.wait()


@contextlib.asynccontextmanager
async def running(home: GatewayServer, folder: Path, code: str = EXTENSION) -> AsyncIterator[Process]:
    (folder / "main.py").write_text(code)
    parameters = {"extensionId": "tagger", "webServicesBaseUrl": home.url, "apiKey": TAGGER}
    (folder / "parameters.json").write_text(json.dumps(parameters))
    events = ["image.created", "image.updated", "image.runCommand", "text.computeEmbeddings"]
    (folder / "manifest.json").write_text(json.dumps({"id": "tagger", "instructions": [{"events": events}]}))
    with (folder / "errors").open("wb") as errors:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-W",
            "error",
            "main.py",
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(SDK)},
            stdout=asyncio.subprocess.PIPE,
            stderr=errors,
        )
    try:
        yield Process(process)
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.communicate()


async def deliver(home: GatewayServer, channel: str, value: dict[str, Any], *, is_activity: bool = False) -> Any:
    return await home.gateway.deliver("tagger", channel, value, event_time=1, seconds=15, is_activity=is_activity)


async def received_messages(home: GatewayServer, count: int) -> list[tuple[str, Any]]:
    await until(lambda: len(home.session_handler.instructions) >= count, 15)
    return [(each.kind, each.content) for each in home.session_handler.instructions]


def test_the_handshake_its_events_and_its_end(tmp_path: Path) -> None:
    async def main() -> None:
        owner = RecordingSessionHandler(ExtensionVersions("2.0.0", "1.0.0", is_upgrade=True))
        async with serve_gateway(owner) as home, running(home, tmp_path) as process:
            await until(lambda: home.gateway.is_ready("tagger"), 15)
            assert [await process.line(), await process.line()] == ["upgrade 2.0.0 1.0.0", "ready"]
            assert owner.calls == [("upgraded", "tagger 2.0.0"), ("ready", "tagger")]
            assert await deliver(home, "image.created", {"id": IMAGE}) == {"looked": IMAGE}
            entity = {"type": "image", "id": IMAGE}
            assert await received_messages(home, 1) == [
                ("log", {"message": "looking", "level": "info", "entity": entity})
            ]
            assert await deliver(home, "text.computeEmbeddings", {"text": "sea"}) == [0.5, 0.5, 0.5]
            assert await deliver(home, "extension.settings", {"id": "tagger", "value": {"a": 1}}) is None
            assert await process.line() == "settings {'a': 1}"
            process.process.send_signal(signal.SIGTERM)
            assert await process.line() == "terminate"
            assert await process.ended() == 0
            await until(lambda: owner.calls[-1] == ("gone", "tagger"), 15)

    asyncio.run(main())


def test_a_command_sends_a_request_and_returns_a_view(tmp_path: Path) -> None:
    async def main() -> None:
        async with serve_gateway() as home, running(home, tmp_path):
            await until(lambda: home.gateway.is_ready("tagger"), 15)
            value = {"commandId": "count", "imageIds": [IMAGE], "parameters": {}}
            got = await deliver(home, "image.runCommand", value, is_activity=True)
            elements = [{"type": "number-unbounded", "value": 7}, {"type": "sparkline"}]
            assert got == {"schemaVersion": "1.0", "title": "count", "elements": elements}
            assert views.fault(json.dumps(got)) is None
            assert await received_messages(home, 2) == [
                ("intent", {"form": {"parameters": {}}}),
                ("acknowledgment", {"success": True}),
            ]

    asyncio.run(main())


def test_a_failing_hook_and_an_unknown_channel_differ_from_success(tmp_path: Path) -> None:
    async def main() -> None:
        async with serve_gateway() as home, running(home, tmp_path):
            await until(lambda: home.gateway.is_ready("tagger"), 15)
            got = await deliver(home, "image.updated", {"id": IMAGE})
            assert got == {"success": False, "error": "ValueError: no sky"}
            kinds = [kind for kind, _ in await received_messages(home, 2)]
            assert kinds == ["log", "acknowledgment"]
            assert home.session_handler.instructions[1].content == {"success": False}
            got = await deliver(home, "image.dreamed", {"id": IMAGE})
            assert got == {"success": False, "error": "LookupError: there is no hook for image.dreamed"}

    asyncio.run(main())


def test_the_kit_reconnects_when_the_connection_is_cut(tmp_path: Path) -> None:
    async def main() -> None:
        async with serve_gateway() as home, running(home, tmp_path) as process:
            for _ in range(3):
                await until(lambda: home.gateway.is_ready("tagger"), 15)
                home.gateway.disconnect("tagger")
                await until(lambda: not home.gateway.is_ready("tagger"), 15)
                with pytest.raises(SocketClosedError):
                    await deliver(home, "image.created", {"id": IMAGE})
            await until(lambda: home.gateway.is_ready("tagger"), 15)
            assert await deliver(home, "image.created", {"id": IMAGE}) == {"looked": IMAGE}
            process.process.send_signal(signal.SIGTERM)
            assert [await process.line(), await process.line()] == ["ready", "terminate"]  # ready only once
            assert await process.ended() == 0

    asyncio.run(main())


def test_a_failing_ready_hook_ends_the_extension(tmp_path: Path) -> None:
    async def main() -> None:
        async with serve_gateway() as home, running(home, tmp_path, UNREADY) as process:
            assert await process.ended() == 3
            assert not home.gateway.is_ready("tagger")
            assert ("log", "on_ready failed: RuntimeError: no model") in [
                (kind, content.get("message")) for kind, content in await received_messages(home, 2)
            ]

    asyncio.run(main())


# View documents.


def sdk(code: str) -> Any:
    """The JSON output of a program that has only the SDK and nothing of the service."""
    command = [sys.executable, "-c", f"import json\nfrom facetry_extension import views\n{code}"]
    process = subprocess.run(command, env={"PYTHONPATH": str(SDK)}, cwd="/", capture_output=True, text=True, check=True)
    return json.loads(process.stdout)


def parts() -> dict[str, dict[str, Any]]:
    return {
        class_name(path): yaml.safe_load(path.read_text())
        for folder in ("modifiers", "records", "elements", "actions")
        for path in (VIEWS / folder).glob("*.yaml")
    }


def test_every_part_has_every_member_with_its_default() -> None:
    built = sdk(
        "import dataclasses\n"
        "from facetry_extension.views import parts\n"
        "from facetry_extension.views.part import OWN_FIELDS\n"
        "print(json.dumps({name: {field.name: [field.default is dataclasses.MISSING, "
        "None if field.default is dataclasses.MISSING else field.default] "
        "for field in dataclasses.fields(getattr(parts, name)) if field.name not in OWN_FIELDS} "
        "for name in parts.__all__}))"
    )
    described = {
        name: {
            python_name(member): [member in schema.get("required", ()), part.get("default")]
            for member, part in schema["properties"].items()
            if member != "type"
        }
        for name, schema in parts().items()
    }
    assert len(described) == 34
    assert built == described


def test_every_built_part_is_valid() -> None:
    """Each example of the description, rebuilt from its members, equals the example except for defaults."""
    examples = [
        (path, example)
        for folder in ("elements", "actions")
        for path in sorted((VIEWS / folder).glob("*.yaml"))
        for example in yaml.safe_load(path.read_text())["examples"]
    ]
    assert len({path for path, _ in examples if path.parent.name == "elements"}) == 25
    built = "".join(f"views.{class_name(path)}(**{arguments(example)!r}),\n" for path, example in examples)
    documents = sdk(
        f"parts = [{built}]\n"
        "wrapped = lambda part: views.Card('t', [], actions=[part]) if part._type in ('button', 'external-link') "
        "else views.Container([part])\n"
        "print(json.dumps([wrapped(part).to_dict() for part in parts]))"
    )
    for (path, example), document in zip(examples, documents, strict=True):
        assert views.fault(json.dumps(document)) is None
        [part] = document["elements"] or document["actions"]
        assert {**defaults(path), **part} == {**defaults(path), **example}


def test_the_kit_runs_without_the_service() -> None:
    sources = "\n".join(path.read_text() for path in (SDK / "facetry_extension").rglob("*.py"))
    imported = set(re.findall(r"^ *(?:from|import) (\w+)", sources, re.MULTILINE))
    assert "socketio" in imported
    assert imported.isdisjoint({"facetry", "generated", "handlers", "codegen", "pydantic"})


def class_name(path: Path) -> str:
    return "".join(word.capitalize() for word in path.stem.split("-"))


def arguments(example: dict[str, Any]) -> dict[str, Any]:
    return {python_name(name): value for name, value in example.items() if name != "type"}


def defaults(path: Path) -> dict[str, Any]:
    properties = yaml.safe_load(path.read_text())["properties"]
    return {name: part["default"] for name, part in properties.items() if "default" in part}
