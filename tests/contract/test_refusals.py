"""Every refusal that the description shows is the answer of a real server, member for member."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from facetry.contract.example_requests.examples import IMAGE
from tests.contract.description import DESCRIPTION
from tests.contract.example_resources import serve_bundle
from tests.support.engines.databases import only_sqlite
from tests.support.extensions.packages import answering_archive, archive, program
from tests.support.imaging import pictures
from tests.support.services.servers import HOST, Server, running_server

PROBLEM: Final = "application/problem+json"
TAGGER: Final = "sky-tagger"
FAILING: Final = "cloud-namer"
SHOWING: Final = "cloud-shower"
FAILING_CODE: Final = """
from facetry_extension import Extension


class Failing(Extension):
    async def on_process_command(self, communicator, command_id, parameters):
        raise ValueError("there is no sky")


Failing().run()
"""
INSTRUCTIONS: Final = {
    "events": ["process.started", "process.runCommand"],
    "execution": {"executable": "./run", "arguments": []},
    "commands": [
        {
            "id": "warm-up",
            "on": {"entity": "Process"},
            "parameters": {"type": "object", "properties": {}},
            "specifications": [{"locale": "en", "label": "Warm up"}],
        }
    ],
}
CONNECTION_SECONDS: Final = 30.0
FILE_BYTES: Final = 16_384
"""Padded, because the size of a PNG depends on the version of its encoder."""
RESPONSES: Final = "components/responses/"


class Site:
    """A server with one image and one extension, whose database cannot grow beyond a few megabytes."""

    def __init__(self, server: Server, client: httpx.Client, folder: Path) -> None:
        self.server = server
        self.client = client
        self.folder = folder
        (record,) = client.post("/image/search/images", json={}).json()["items"]
        self.image: str = record["id"]
        self.repository: str = record["repositoryId"]

    def key(self, **query: Any) -> str:
        created = self.client.post("/apiSecret/create", params={"type": "key", "name": "a key", **query})
        assert created.status_code == 201, created.text
        return str(created.json()["value"])

    def with_key(self, key: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {key}"}

    def tags(self, body: bytes, media_type: str = "application/json") -> httpx.Response:
        headers = {"Content-Type": media_type}
        query = {"extensionId": TAGGER}
        return self.client.put(f"/image/{self.image}/setTags", params=query, content=body, headers=headers)


def parameter(site: Site) -> httpx.Response:
    return site.client.get(f"/image/{IMAGE.replace('-', '')}/get")


def no_key(site: Site) -> httpx.Response:
    return httpx.get(f"{site.server.url}/repository/list", trust_env=False)


def scope(site: Site) -> httpx.Response:
    key = site.key(scope="repository:read")
    return site.client.get(f"/image/{site.image}/get", headers=site.with_key(key))


def expired(site: Site) -> httpx.Response:
    key = site.key(expirationDate=round(time.time() * 1_000) + 1_500)
    url = site.client.get(f"/image/{site.image}/mediaUrl", headers=site.with_key(key)).json()["url"]
    time.sleep(1.6)
    return httpx.get(url, trust_env=False)


def reader(site: Site) -> httpx.Response:
    bundle = serve_bundle(site.client, SHOWING)
    return httpx.get(f"{site.server.url}/ui/bundle/{bundle}", headers={"Sec-Fetch-Dest": "document"}, trust_env=False)


def extension(site: Site) -> httpx.Response:
    key = site.server.run_command("extension", "register", "sky-signer").strip()
    return httpx.post(f"{site.server.url}/session/create", json={"key": key}, trust_env=False)


def image(site: Site) -> httpx.Response:
    return site.client.get(f"/image/{IMAGE}/get")


def name(site: Site) -> httpx.Response:
    query = {"type": "file", "name": "Pictures", "url": site.folder.as_uri()}
    return site.client.post("/repository/create", params=query)


def body(site: Site) -> httpx.Response:
    return site.tags(b"[" + b" " * 65_536 + b"]")


def head(site: Site) -> httpx.Response:
    """Read from the socket: clients may stop reading when they have not sent everything."""
    with socket.create_connection((HOST, site.server.port), timeout=10) as connection:
        connection.sendall(b"GET /livez?" + b"a" * 66_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n")
        raw = b"".join(iter(lambda: connection.recv(65_536), b""))
    top, _, content = raw.partition(b"\r\n\r\n")
    lines = top.decode("ascii").split("\r\n")
    headers = dict(line.split(": ", 1) for line in lines[1:])
    return httpx.Response(int(lines[0].split()[1]), headers=headers, content=content)


def text(site: Site) -> httpx.Response:
    return site.tags(b"sunset", "text/plain")


def other_version(site: Site) -> httpx.Response:
    headers = {"If-Match": '"5f0c3a9e71d24b68a1c7e2903bd84f16"'}
    return site.client.delete(f"/image/{site.image}/delete", headers=headers)


def byte_range(site: Site) -> httpx.Response:
    return site.client.get(f"/image/{site.image}/download", headers={"Range": "bytes=4000000-"})


def failed(site: Site) -> httpx.Response:
    """Asked until the program of the extension is connected."""
    deadline = time.monotonic() + CONNECTION_SECONDS
    while True:
        answer = site.client.post(f"/extension/{FAILING}/runCommand", params={"commandId": "warm-up"})
        if answer.status_code != 503 or time.monotonic() > deadline:
            return answer


def source(site: Site) -> httpx.Response:
    query = {"text": "dusk", "extensionId": TAGGER, "name": "semantic"}
    return site.client.get("/image/textToImages", params=query)


def full(site: Site) -> httpx.Response:
    features = [{"type": "caption", "format": "string", "value": "x" * 500_000}] * 12
    return site.client.put(f"/image/{site.image}/setFeatures", params={"extensionId": TAGGER}, json=features)


def tag(site: Site) -> httpx.Response:
    return site.tags(b'["sunset", "sky blue"]')


REQUESTS: Final[Mapping[str, Callable[[Site], httpx.Response]]] = {
    "BadRequest/parameter": parameter,
    "Unauthorized/missing": no_key,
    "Forbidden/scope": scope,
    "SessionForbidden/extension": extension,
    "MediaForbidden/expired": expired,
    "PageForbidden/reader": reader,
    "NotFound/image": image,
    "Conflict/name": name,
    "TooLarge/body": body,
    "HeadTooLarge/head": head,
    "PreconditionFailed/tag": other_version,
    "UnsupportedMediaType/text": text,
    "RangeNotSatisfiable/range": byte_range,
    "BadGateway/failed": failed,
    "Unavailable/source": source,
    "InsufficientStorage/full": full,
    "Problem/0": tag,
}
"""The request that is refused so, for each example of the description."""


def _shown() -> Iterator[tuple[str, Mapping[str, Any], Mapping[str, Any]]]:
    """The name, the response and the document of every refusal in the description, wherever it stands."""
    document = json.loads(DESCRIPTION.read_bytes())
    pending: list[tuple[str, Any]] = [("", document)]
    while pending:
        place, node = pending.pop()
        if isinstance(node, list):
            pending += [(place, item) for item in node]
        if not isinstance(node, dict):
            continue
        media = node.get("content", {}).get(PROBLEM, {}) if isinstance(node.get("content"), dict) else {}
        for key, example in media.get("examples", {}).items():
            yield f"{place.removeprefix(RESPONSES)}/{key}", node, example["value"]
        pending += [(f"{place}/{key}".lstrip("/"), value) for key, value in node.items()]
    for index, value in enumerate(document["components"]["schemas"]["Problem"]["examples"]):
        yield f"Problem/{index}", {}, value


OF_FILES: Final = ("InsufficientStorage/full",)
"""Refusals about the disk of a database file."""
SHOWN: Final = sorted(_shown(), key=lambda each: each[0])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    directory = tmp_path_factory.mktemp("refusals")
    folder, other = directory / "Pictures", directory / "other"
    folder.mkdir()
    (folder / "lighthouse.png").write_bytes(pictures.picture("PNG", seed=1).ljust(FILE_BYTES, b"\0"))
    other.mkdir()
    with (
        running_server(directory, [folder], program="tests.support.services.small_disk_server") as server,
        server.client() as client,
    ):
        server.run_command("extension", "register", TAGGER)
        headers = {"Content-Type": "application/zip"}
        failing = archive(FAILING, program(FAILING_CODE), instructions=[INSTRUCTIONS])
        for content in (failing, answering_archive(SHOWING)):
            installed = client.post("/extension/install", params={"state": "enabled"}, content=content, headers=headers)
            assert installed.status_code == 201, installed.text
        yield Site(server, client, other)


@pytest.mark.parametrize(
    ("name", "response", "document"),
    [pytest.param(*each, id=each[0], marks=only_sqlite if each[0] in OF_FILES else ()) for each in SHOWN],
)
def test_a_refusal_of_the_description_is_a_live_answer(
    site: Site, name: str, response: Mapping[str, Any], document: Mapping[str, Any]
) -> None:
    answer = REQUESTS[name](site)
    assert answer.json() == document, json.dumps(answer.json(), indent=2)
    assert answer.status_code == document["status"]
    assert answer.headers["content-type"] == PROBLEM
    page = httpx.get(f"{site.server.url}{document['type']}", trust_env=False)
    assert (page.status_code, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert document["rule"] in page.text
    for header, described in response.get("headers", {}).items():
        assert header in answer.headers or not described.get("required"), header


def test_each_request_belongs_to_an_example() -> None:
    assert {name for name, _, _ in SHOWN} == REQUESTS.keys()
    assert {document["status"] for _, _, document in SHOWN} >= {
        400,
        401,
        403,
        404,
        409,
        412,
        413,
        415,
        416,
        431,
        502,
        503,
        507,
    }
