"""The Node SDK, built and packed: as a process with the gateway and the server, and compared with the Python SDK."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import signal
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from codegen.model import python_name
from facetry.extensions.packages.dependencies import InstallationTarget, prepare
from facetry.extensions.socket.peer import SocketClosedError
from facetry.extensions.socket.session_handler import ExtensionVersions
from facetry.validate import views
from tests.support.extensions.node_sdk import SDK, built, output, pack
from tests.support.extensions.npm import NEEDS_NPM
from tests.support.extensions.sockets import TAGGER, GatewayServer, RecordingSessionHandler, serve_gateway, until

ROOT: Final = Path(__file__).parents[3]
VIEWS: Final = ROOT / "specs" / "views"
IMAGE: Final = "7f1c9a52-3d8e-4b60-9c41-0a5be2d4f613"
SECONDS: Final = 15

pytestmark = NEEDS_NPM

EXTENSION = """
import { Extension, run, views } from "facetry-extension";

class Tagger extends Extension {
  async onUpgrade(current, previous) { console.log("upgrade", current, previous); }
  async onReady() { console.log("ready"); }
  async onTerminate() { console.log("terminate"); }
  async onSettings(communicator, value) { console.log("settings", JSON.stringify(value)); }

  async onImageCreated(communicator, imageId) {
    communicator.log.info("looking");
    return { looked: imageId };
  }

  async onImageUpdated() { throw new TypeError("no sky"); }
  async onTextEmbeddings(communicator, text) { return new Float32Array(text.length).fill(0.5); }

  async onImageCommand(communicator, commandId) {
    const found = await communicator.intent("form", { parameters: {} });
    return views.card(commandId, [views.numberUnbounded(found), { type: "sparkline" }]);
  }
}

run(new Tagger());
"""

UNREADY = """
import { Extension, run } from "facetry-extension";

class Unready extends Extension {
  async onReady() { throw new TypeError("no model"); }
}

run(new Unready());
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of an extension that has the kit."""
    path = tmp_path / "tagger"
    (path / "node_modules").mkdir(parents=True)
    (path / "node_modules" / "facetry-extension").symlink_to(built())
    (path / "package.json").write_text('{"type": "module"}')
    return path


class Process:
    """A running extension."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    async def line(self) -> str:
        assert self.process.stdout is not None
        async with asyncio.timeout(SECONDS):
            return (await self.process.stdout.readline()).decode().rstrip()

    async def ended(self) -> int | None:
        async with asyncio.timeout(SECONDS):
            return await self.process.wait()


@contextlib.asynccontextmanager
async def running(home: GatewayServer, folder: Path, code: str = EXTENSION) -> AsyncIterator[Process]:
    (folder / "main.js").write_text(code)
    parameters = {"extensionId": "tagger", "webServicesBaseUrl": home.url, "apiKey": TAGGER}
    (folder / "parameters.json").write_text(json.dumps(parameters))
    events = ["image.created", "image.updated", "image.runCommand", "text.computeEmbeddings"]
    (folder / "manifest.json").write_text(json.dumps({"id": "tagger", "instructions": [{"events": events}]}))
    with (folder / "errors").open("wb") as errors:
        process = await asyncio.create_subprocess_exec(
            "node", "main.js", cwd=folder, stdout=asyncio.subprocess.PIPE, stderr=errors
        )
    try:
        yield Process(process)
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.communicate()


async def ready(home: GatewayServer) -> None:
    await until(lambda: home.gateway.is_ready("tagger"), SECONDS)


async def deliver(home: GatewayServer, channel: str, value: dict[str, Any], *, is_activity: bool = False) -> Any:
    return await home.gateway.deliver("tagger", channel, value, event_time=1, seconds=SECONDS, is_activity=is_activity)


async def received_messages(home: GatewayServer, count: int) -> list[tuple[str, Any]]:
    await until(lambda: len(home.session_handler.instructions) >= count, SECONDS)
    return [(each.kind, each.content) for each in home.session_handler.instructions]


def test_the_handshake_its_events_and_its_end(folder: Path) -> None:
    async def main() -> None:
        owner = RecordingSessionHandler(ExtensionVersions("2.0.0", "1.0.0", is_upgrade=True))
        async with serve_gateway(owner) as home, running(home, folder) as process:
            await ready(home)
            assert [await process.line(), await process.line()] == ["upgrade 2.0.0 1.0.0", "ready"]
            assert owner.calls == [("upgraded", "tagger 2.0.0"), ("ready", "tagger")]
            assert owner.sends_confirmations is False  # it confirms in the acknowledgement itself
            assert await deliver(home, "image.created", {"id": IMAGE}) == {"looked": IMAGE}
            entity = {"type": "image", "id": IMAGE}
            assert await received_messages(home, 1) == [
                ("log", {"message": "looking", "level": "info", "entity": entity})
            ]
            assert await deliver(home, "text.computeEmbeddings", {"text": "sea"}) == [0.5, 0.5, 0.5]
            assert await deliver(home, "extension.settings", {"id": "tagger", "value": {"a": 1}}) is None
            assert await process.line() == 'settings {"a":1}'
            process.process.send_signal(signal.SIGTERM)
            assert await process.line() == "terminate"
            assert await process.ended() == 0
            await until(lambda: owner.calls[-1] == ("gone", "tagger"), SECONDS)

    asyncio.run(main())


def test_a_command_sends_a_request_and_returns_a_view(folder: Path) -> None:
    async def main() -> None:
        async with serve_gateway() as home, running(home, folder):
            await ready(home)
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


def test_a_failing_hook_and_an_unknown_channel_differ_from_success(folder: Path) -> None:
    async def main() -> None:
        async with serve_gateway() as home, running(home, folder):
            await ready(home)
            got = await deliver(home, "image.updated", {"id": IMAGE})
            assert got == {"success": False, "error": "TypeError: no sky"}
            kinds = [kind for kind, _ in await received_messages(home, 2)]
            assert kinds == ["log", "acknowledgment"]
            assert home.session_handler.instructions[1].content == {"success": False}
            got = await deliver(home, "image.dreamed", {"id": IMAGE})
            assert got == {"success": False, "error": "RangeError: there is no hook for image.dreamed"}

    asyncio.run(main())


def test_the_kit_reconnects_when_the_connection_is_cut(folder: Path) -> None:
    async def main() -> None:
        async with serve_gateway() as home, running(home, folder) as process:
            for _ in range(2):
                await ready(home)
                home.gateway.disconnect("tagger")
                await until(lambda: not home.gateway.is_ready("tagger"), SECONDS)
                with pytest.raises(SocketClosedError):
                    await deliver(home, "image.created", {"id": IMAGE})
            await ready(home)
            assert await deliver(home, "image.created", {"id": IMAGE}) == {"looked": IMAGE}
            process.process.send_signal(signal.SIGTERM)
            assert [await process.line(), await process.line()] == ["ready", "terminate"]  # ready only once
            assert await process.ended() == 0

    asyncio.run(main())


def test_a_failing_ready_hook_ends_the_extension(folder: Path) -> None:
    async def main() -> None:
        async with serve_gateway() as home, running(home, folder, UNREADY) as process:
            assert await process.ended() == 3
            assert not home.gateway.is_ready("tagger")
            assert ("log", "onReady failed: TypeError: no model") in [
                (kind, content.get("message")) for kind, content in await received_messages(home, 2)
            ]

    asyncio.run(main())


# Installation of the kit into an extension.


def test_an_extension_installs_with_the_package_of_the_kit_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Installed as the service installs it, without access to a registry."""
    path = tmp_path / "tagger"
    path.mkdir()
    packed = pack(path)
    for name in [name for name in os.environ if name.lower().startswith("npm_config_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("npm_config_registry", "http://127.0.0.1:1")
    monkeypatch.setenv("npm_config_fetch_retries", "0")
    package = {"type": "module", "dependencies": {"facetry-extension": f"file:{packed.name}"}}
    (path / "package.json").write_text(json.dumps(package))
    requests: list[str] = []
    place = InstallationTarget(
        path,
        tmp_path / "environments",
        tmp_path / "installers",
        tmp_path / "logs",
        lambda _, line: requests.append(line),
    )
    assert asyncio.run(prepare(place, ["node"])) is None, requests

    async def main() -> None:
        async with serve_gateway() as home, running(home, path) as process:
            await ready(home)
            process.process.send_signal(signal.SIGTERM)
            assert await process.ended() == 0

    asyncio.run(main())


def test_the_kit_has_no_dependency_on_the_service_and_names_no_registry() -> None:
    sources = "\n".join(path.read_text() for path in (SDK / "src").rglob("*.ts"))
    imported = set(re.findall(r'^(?:import|export) (?!type ).*?from "([^".][^"]*)";$', sources, re.MULTILINE))
    assert {name for name in imported if not name.startswith("node:")} == {"socket.io-client"}
    assert set(re.findall(r'import\("([^".][^"]*)"\)', sources)) == {"socket.io"}  # by the test kit, when it is used
    package = json.loads((SDK / "package.json").read_text())
    assert (set(package["dependencies"]), package["bundleDependencies"]) == ({"socket.io-client"}, ["socket.io-client"])
    assert package["peerDependenciesMeta"] == {"socket.io": {"optional": True}}
    assert "resolved" not in (SDK / "package-lock.json").read_text()
    versions = {json.loads((SDK / name).read_text())["version"] for name in ("package.json", "package-lock.json")}
    assert versions == set(re.findall(r'const VERSION = "(.*)"', sources))


# View documents.


def test_view_documents_equal_those_of_the_python_sdk() -> None:
    """Compares each example of the description, and each part with every default, including the order of members."""
    parts = [
        (path, schema, example)
        for folder in ("modifiers", "records", "elements", "actions")
        for path in sorted((VIEWS / folder).glob("*.yaml"))
        for schema in [yaml.safe_load(path.read_text())]
        for example in [*schema.get("examples", []), defaults(schema)]
    ]
    assert len({path for path, _, _ in parts}) == 34
    node_code = ", ".join(in_node(path, schema, example) for path, schema, example in parts)
    in_javascript = f'import {{ views }} from "facetry-extension"; console.log(JSON.stringify([{node_code}]))'
    documents = output("node", "--input-type=module", "-e", in_javascript, folder=built())
    python_code = ", ".join(in_python(path, example) for path, _, example in parts)
    in_python_code = (
        f"import json, sys; sys.path.insert(0, {str(ROOT / 'sdk' / 'python')!r})\n"
        f"from facetry_extension import views\nprint(json.dumps([each.to_dict() for each in [{python_code}]]))"
    )
    expected = output(sys.executable, "-c", in_python_code, folder=built())
    for (path, _, _), document, expected_document in zip(parts, documents, expected, strict=True):
        assert document == expected_document, path
        assert json.dumps(list(walked(document))) == json.dumps(list(walked(expected_document))), path


def defaults(schema: dict[str, Any]) -> dict[str, Any]:
    """A part with all members given; those with a default have their default value."""
    samples = {"string": "a", "integer": 1, "number": 0.5, "boolean": True, "array": [], "object": {"a": 1}}
    return {
        name: member.get("default", samples.get(member.get("type", "object"), member.get("enum", [None])[0]))
        for name, member in schema["properties"].items()
        if name != "type"
    }


def in_node(path: Path, schema: dict[str, Any], example: dict[str, Any]) -> str:
    name = class_name(path)
    needed = [one for one in schema["properties"] if one in schema.get("required", ()) and one != "type"]
    free = {one: value for one, value in example.items() if one not in {*needed, "type"}}
    arguments = [json.dumps(example[one]) for one in needed] + ([json.dumps(free)] if free else [])
    return f"views.{name[0].lower()}{name[1:]}({', '.join(arguments)})"


def in_python(path: Path, example: dict[str, Any]) -> str:
    arguments = {python_name(name): value for name, value in example.items() if name != "type"}
    return f"views.{class_name(path)}(**{arguments!r})"


def class_name(path: Path) -> str:
    return "".join(word.capitalize() for word in path.stem.split("-"))


def walked(value: Any) -> Iterator[Any]:
    """The names of all members, in their order."""
    if isinstance(value, dict):
        for name, member in value.items():
            yield name
            yield from walked(member)
    elif isinstance(value, list):
        for member in value:
            yield from walked(member)


BUNDLING = """
import { Extension, run } from "facetry-extension";

class Bundling extends Extension {
  async onImageCreated(communicator) {
    return communicator.intent("serveBundle", { content: Buffer.from("PK"), settings: { theme: "dark" } });
  }
}

run(new Bundling());
"""


def test_a_bundle_travels_as_bytes(folder: Path) -> None:
    async def main() -> None:
        async with serve_gateway() as home, running(home, folder, BUNDLING):
            await ready(home)
            assert await deliver(home, "image.created", {"id": IMAGE}) == 7, "as the service answers here"
            bundle = {"content": b"PK", "settings": {"theme": "dark"}}
            assert await received_messages(home, 1) == [("intent", {"serveBundle": bundle})]

    asyncio.run(main())
