"""Commands and capability runs over HTTP, with a kit extension as a real program."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any, Final

import httpx
import pytest
import socketio

from tests.support.extensions.packages import archive, program
from tests.support.imaging.pictures import write_pictures
from tests.support.services.servers import Server, running_server, server_environment

IMAGES: Final = 9
VIEW: Final = {
    "schemaVersion": "1.0",
    "title": "Sky",
    "elements": [{"type": "string", "value": "Cirrus"}, {"type": "not-known-yet", "depth": None}],
}
PROGRAM: Final = f"""
import asyncio
from pathlib import Path
from facetry_extension import Extension


class Painter(Extension):
    async def on_compute_image_tags(self, communicator, image_id):
        while Path("busy").exists():
            await asyncio.sleep(0.02)
        if Path("broken").exists():
            raise ValueError("no brush")
        await communicator.set_tags(image_id, ["painted"])

    async def on_image_tags_updated(self, communicator, image_id):
        if Path("broken").exists():
            raise ValueError("no paint")

    async def on_image_command(self, communicator, command_id, image_ids, parameters):
        communicator.log.info("painting")
        return {{"images": list(image_ids), "parameters": parameters}}

    async def on_process_command(self, communicator, command_id, parameters):
        if command_id == "fail":
            raise ValueError("there is no sky")
        if command_id == "crash":
            import os
            os._exit(7)
        spoiled = {{**{VIEW!r}, "elements": [{{"type": "string"}}]}}
        return {{"show": {VIEW!r}, "spoil": spoiled}}.get(command_id)


Painter().run()
"""


def command(id: str, entity: str, **on: Any) -> dict[str, Any]:
    hue = {"type": "object", "properties": {"hue": {"type": "number"}}}
    specifications = [{"locale": "en", "label": id}]
    return {"id": id, "on": {"entity": entity, **on}, "parameters": hue, "specifications": specifications}


INSTRUCTIONS: Final = {
    "events": [
        "process.started",
        "image.created",
        "image.updated",
        "image.computeTags",
        "image.tags.updated",
        "image.runCommand",
        "process.runCommand",
    ],
    "execution": {"executable": "./run", "arguments": []},
    "capabilities": [{"id": "image.tags"}],
    "commands": [
        command("paint", "Images"),
        command("repaint", "Image", withTags=["painted"]),
        *(command(id, "Process") for id in ("show", "spoil", "fail", "crash", "rest")),
    ],
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    directory = tmp_path_factory.mktemp("commands")
    write_pictures(directory / "pictures", IMAGES)
    quickly = {"FACETRY_EXTENSIONS__RETRY_SECONDS": "0.05"}
    with running_server(directory, [directory / "pictures"], extra_environment=quickly) as running:
        running.wait_until_scanned()
        yield running


@pytest.fixture(scope="module")
def client(server: Server) -> Iterator[httpx.Client]:
    with server.client() as opened:
        packed = archive("painter", program(PROGRAM), instructions=[INSTRUCTIONS])
        headers = {"Content-Type": "application/zip"}
        assert opened.post("/extension/install?state=enabled", content=packed, headers=headers).status_code == 201
        until(lambda: progress(opened)["done"] == IMAGES)
        yield opened


@pytest.fixture
def images(client: httpx.Client) -> list[str]:
    found: list[str] = client.post("/image/search/ids", json={}).json()["items"]
    return found


def until(condition: Callable[[], bool], seconds: float = 40.0) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def progress(client: httpx.Client) -> dict[str, Any]:
    (capability,) = client.get("/extension/painter/progress").json()["capabilities"]
    assert capability.pop("id") == "image.tags"
    assert isinstance(capability, dict)
    return capability


def dead(client: httpx.Client) -> int:
    return int(client.get("/extension/painter/progress").json()["deadLetterCount"])


def put_file(server: Server, name: str, *, is_there: bool) -> None:
    """Create a file in the extension's folder; the extension reacts to its existence."""
    (folder,) = (server.extensions_dir / "installed" / "painter").iterdir()
    if is_there:
        (folder / name).touch()
    else:
        (folder / name).unlink()


def connected(client: httpx.Client) -> bool:
    connections = {activity["id"]: activity["connection"] for activity in client.get("/extension/activities").json()}
    return bool(connections["painter"] == "started")


def run(client: httpx.Client, id: str, **body: Any) -> httpx.Response:
    return client.post(f"/extension/painter/runCommand?commandId={id}", json=body)


def test_a_command_responds_with_the_value_that_the_extension_returns(client: httpx.Client, images: list[str]) -> None:
    result = run(client, "paint", imageIds=images[:2], parameters={"hue": 210})
    assert result.status_code == 200, result.text
    assert result.json()["value"] == {"images": images[:2], "parameters": {"hue": 210}}
    found = run(client, "paint", search={"range": {"take": 1_000}}).json()["value"]
    assert sorted(found["images"]) == sorted(images)
    query = {"extensionId": "painter", "commandId": "repaint"}
    one = client.put(f"/image/{images[0]}/runCommand", params=query)
    assert one.json()["value"] == {"images": [images[0]], "parameters": {}}
    assert "value" not in run(client, "rest").json()


def test_a_view_document_is_passed_on_unchanged(client: httpx.Client) -> None:
    assert run(client, "show").json()["value"] == VIEW


@pytest.mark.parametrize(
    ("id", "rule", "detail"),
    [
        ("fail", "command.failed", "there is no sky"),
        ("spoil", "schema.required", "returned an invalid view document. The property value is missing"),
        ("crash", "command.failed", "interrupted"),
    ],
)
def test_errors_of_the_extension_are_reported(client: httpx.Client, id: str, rule: str, detail: str) -> None:
    until(lambda: connected(client))
    dead_before = dead(client)
    answer = run(client, id)
    assert (answer.status_code, answer.json()["rule"]) == (502, rule)
    assert detail in answer.json()["detail"]
    if rule == "command.failed":
        until(lambda: dead(client) == dead_before + 1)
        letters = client.get("/extension/painter/deadLetters").json()["items"]
        assert (letters[-1]["topic"], letters[-1]["attempts"]) == ("process.runCommand", 1), "it is not tried again"


def test_a_missing_required_tag_is_reported_for_image_ids(client: httpx.Client, images: list[str]) -> None:
    client.put(f"/image/{images[1]}/setTags?extensionId=painter", json=["primed"])
    query = {"extensionId": "painter", "commandId": "repaint"}
    refused = client.put(f"/image/{images[1]}/runCommand", params=query, json={}).json()
    assert (refused["status"], refused["rule"], refused["parameter"]) == (400, "command.tags", "imageIds")
    client.put(f"/image/{images[1]}/setTags?extensionId=painter", json=["painted"])
    assert client.put(f"/image/{images[1]}/runCommand", params=query, json={}).status_code == 200


def test_accepted_commands_run_later_when_the_extension_is_not_connected(client: httpx.Client, server: Server) -> None:
    until(lambda: connected(client))
    messages: list[dict[str, Any]] = []

    async def main() -> None:
        front = socketio.AsyncClient(reconnection=False)
        front.on("events", lambda message: messages.append(message))
        await front.connect(server.url, transports=["websocket"])
        await front.call("connection", {"apiKey": server.key, "isOpen": True})
        put = "/extension/painter/runProcessCommand?commandId=rest"
        assert (await asyncio.to_thread(client.put, put, json={"hue": 1})).status_code == 204
        search = {"search": {"range": {"take": 1}}, "command": {"hue": 1}}
        put = "/extension/painter/runImageCommand?commandId=paint"
        assert (await asyncio.to_thread(client.put, put, json=search)).status_code == 204
        async with asyncio.timeout(20):
            while len([each for each in messages if each.get("isActivity")]) < 3:  # noqa: ASYNC110  # no event reports it
                await asyncio.sleep(0.02)
        await front.disconnect()

    asyncio.run(main())
    answered = [each for each in messages if each["channel"] == "extension.acknowledgment"]
    assert all(each["value"]["success"] and each["isActivity"] for each in answered)
    contexts = {each["contextId"] for each in answered}
    assert contexts == {each["value"]["contextId"] for each in answered}
    assert len(contexts) == 2
    logged = [each for each in messages if each["channel"] == "extension.log" and each["contextId"] in contexts]
    assert [(each["value"]["message"]["message"], each.get("isActivity")) for each in logged] == [("painting", True)]


def test_a_command_fails_when_the_extension_is_not_connected(client: httpx.Client) -> None:
    until(lambda: connected(client))
    assert client.put("/extension/painter/changeState?state=paused").status_code == 204
    assert run(client, "rest").json()["rule"] == "extension.paused"
    refused = client.put("/extension/painter/runProcessCommand?commandId=rest", json={})
    assert (refused.status_code, refused.json()["rule"]) == (400, "extension.paused")
    assert client.put("/extension/painter/synchronize").json()["rule"] == "extension.paused"
    assert client.put("/extension/painter/changeState?state=enabled").status_code == 204
    assert run(client, "rest").status_code == 200, "one that is being started is waited for"


def test_runs_can_be_requested_again_or_cancelled(client: httpx.Client, server: Server, images: list[str]) -> None:
    until(lambda: connected(client) and progress(client)["pending"] == 0)
    for image in images:
        assert client.put(f"/image/{image}/setTags?extensionId=painter", json=["faded"]).status_code == 204
    only = {"extensionIds": ["painter"], "capabilityIds": ["image.tags"]}
    answered = client.put(f"/image/{images[0]}/runCapabilities", params=only)
    assert answered.json()["id"] == images[0]
    until(lambda: tags(client, images[0]) == ["painted"] and progress(client)["pending"] == 0)
    assert tags(client, images[1]) == ["faded"]
    put_file(server, "busy", is_there=True)
    assert client.put("/image/search/runCapabilities", params=only, json={}).status_code == 204
    until(lambda: progress(client)["running"] > 0)
    assert progress(client)["pending"] == IMAGES
    running = progress(client)["running"]
    cancelled = client.put("/extension/painter/cancel").json()["count"]
    assert cancelled >= IMAGES - running
    put_file(server, "busy", is_there=False)
    until(lambda: progress(client)["running"] == 0)
    first = {"filter": {"criteria": {}}, "range": {"take": 2, "skip": 0}}
    assert client.put("/image/search/runCapabilities", json=first).status_code == 204
    until(lambda: progress(client)["pending"] == 0)


def tags(client: httpx.Client, image: str) -> list[str]:
    found: list[str] = client.get(f"/image/{image}/getTags?extensionId=painter").json()
    return found


@pytest.mark.parametrize(
    ("query", "rule"),
    [
        ({"extensionIds": ["painter", "nobody"]}, "extension.unknown"),
        ({"extensionIds": [""]}, "schema.minLength"),
        ({"extensionIds": ["paused"]}, "extension.paused"),
    ],
)
def test_runs_for_unknown_extensions_are_refused(
    client: httpx.Client, images: list[str], query: dict[str, Any], rule: str
) -> None:
    if rule == "extension.paused":
        headers = {"Content-Type": "application/zip"}
        client.post("/extension/install?state=paused", content=archive("paused"), headers=headers)
    for put in (f"/image/{images[0]}/runCapabilities", "/image/search/runCapabilities"):
        body: dict[str, Any] = {"json": {}} if "search" in put else {}
        refused = client.put(put, params=query, **body)
        assert refused.status_code == 400
        assert (refused.json()["rule"], refused.json()["parameter"]) == (rule, "extensionIds")


def dead_requests(client: httpx.Client) -> list[dict[str, Any]]:
    letters = client.get("/extension/painter/deadLetters", params={"take": 1_000}).json()
    return [letter for letter in letters["items"] if letter["topic"] == "image.computeTags"]


def test_failures_and_dead_letters_are_listed_and_retried(
    client: httpx.Client, server: Server, images: list[str]
) -> None:
    until(lambda: connected(client))
    put_file(server, "broken", is_there=True)
    assert client.put(f"/image/{images[3]}/runCapabilities").status_code == 200
    until(lambda: progress(client)["failed"] == 1, 60)
    failures = client.get("/extension/painter/failures").json()
    assert failures["totalCount"] == 1
    (failed,) = failures["items"]
    assert (failed["imageId"], failed["capabilityId"], failed["attempts"]) == (images[3], "image.tags", 5)
    assert "no brush" in failed["error"]
    (letter,) = dead_requests(client)
    assert letter["imageId"] == images[3]
    put_file(server, "broken", is_there=False)
    assert client.put("/extension/painter/retry").json() == {"count": 1}
    until(lambda: progress(client)["failed"] == 0 and progress(client)["pending"] == 0)
    until(lambda: dead_requests(client) == [])  # the work is done, so nothing is left to send again

    put_file(server, "broken", is_there=True)
    assert client.put(f"/image/{images[3]}/runCapabilities").status_code == 200
    until(lambda: progress(client)["failed"] == 1, 60)
    put_file(server, "broken", is_there=False)
    letters = client.get("/extension/painter/deadLetters", params={"take": 1_000}).json()
    assert letters["totalCount"] == len(letters["items"])
    (letter,) = dead_requests(client)
    assert client.put("/extension/painter/redrive", params={"sequences": [letter["sequence"]]}).json() == {"count": 1}
    remaining = client.get("/extension/painter/deadLetters", params={"take": 1_000}).json()["totalCount"]
    assert remaining == letters["totalCount"] - 1
    until(lambda: progress(client)["failed"] == 0)


def test_the_command_line_shows_progress_and_runs_commands(client: httpx.Client, server: Server) -> None:
    until(lambda: connected(client) and progress(client)["pending"] == 0)

    def output_of(*arguments: str) -> str:
        process = subprocess.run(
            [sys.executable, "-m", "facetry", "extension", *arguments, "--url", server.url],
            env=server_environment(server.key),
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        assert process.returncode == 0, process.stderr
        return process.stdout + process.stderr

    lines = output_of("progress", "painter").splitlines()
    assert lines[0].split() == ["extension", "capability", "pending", "running", "done", *lines[0].split()[5:]]
    row = dict(zip(lines[0].split(), lines[1].split(), strict=True))
    assert {name: row[name] for name in ("extension", "capability", "pending")} == {
        "extension": "painter",
        "capability": "image.tags",
        "pending": "0",
    }
    assert json.loads(output_of("progress", "painter", "--json"))["painter"]["imageCount"] == IMAGES
    assert "there are none" in output_of("failures", "painter")
    assert "0 requested again" in output_of("retry", "painter", "--capability", "image.tags")
    assert "0 cancelled" in output_of("cancel", "painter")
    assert "in the background" in output_of("run-missing", "painter")
    for letter in [line for line in output_of("dead-letters", "painter").splitlines() if "\t" in line]:
        time, sequence, topic, _, attempts, error = letter.split("\t")
        assert (len(time), sequence.isdecimal(), topic in INSTRUCTIONS["events"]) == (19, True, True)
        assert attempts.endswith("attempts")
        assert error
    assert "sent again" in output_of("redrive", "painter")
