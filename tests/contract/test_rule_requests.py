"""The requests of the rule catalogue, sent to a real server: the wrong one breaks its rule, the right one does not."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import httpx
import pytest

from facetry import rules
from facetry.contract.example_requests.examples import IMAGE
from tests.support.imaging import pictures
from tests.support.services.servers import Server, running_server

FOLDER: Final = "file:///home/me/Pictures"
EXTENSION: Final = "tagger"
TAG: Final = "5f0c3a9e71d24b68a1c7e2903bd84f16"
SHOWN: Final = [rule for rule in rules.rules().values() if rule.example and rule.example.document == "request"]
MISSING: Final = {"extension.unknown", "embedding.missing", "repository.buckets"}
"""Rules that a right request may break here: they are about what the library of this test does not have."""


class Sender:
    """Sends the text of a request, with ids, folder, tag and key of this library in it."""

    def __init__(self, server: Server, client: httpx.Client, folder: Path) -> None:
        self.server = server
        self.client = client
        self.key = client.headers["Authorization"].removeprefix("Bearer ")
        (record,) = client.post("/image/search/images", json={}).json()["items"]
        tag = client.get(f"/image/{record['id']}/download").headers["ETag"].strip('"')
        self.names = {IMAGE: record["id"], FOLDER: folder.as_uri(), "<key>": self.key, TAG: tag}

    def __call__(self, text: str) -> httpx.Response:
        for name, value in self.names.items():
            text = text.replace(name, value)
        head, _, body = text.partition("\n\n")
        line, *fields = head.splitlines()
        method, target = line.split(" ", 1)
        headers = dict(field.split(": ", 1) for field in fields)
        if not {"Authorization", "X-API-KEY"} & headers.keys():
            headers["Authorization"] = f"Bearer {self.key}"
        if body:
            headers.setdefault("Content-Type", "application/json")
        answer = httpx.request(method, self.server.url + target, content=body, headers=headers, trust_env=False)
        if target.startswith("/repository/create") and answer.is_success:  # the next example has the same folder
            self.remove_repository(answer.json()["id"])
        return answer

    def remove_repository(self, id: str) -> None:
        """Remove a repository as soon as its first scan has ended."""
        deadline = time.monotonic() + 30
        while self.client.delete(f"/repository/{id}/delete").status_code != 204:
            assert time.monotonic() < deadline
            time.sleep(0.05)


@pytest.fixture(scope="module")
def send(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sender]:
    directory = tmp_path_factory.mktemp("rules")
    folder, other = directory / "Pictures", directory / "other"
    folder.mkdir()
    other.mkdir()
    (folder / "lighthouse.png").write_bytes(pictures.picture("PNG", seed=1))
    with running_server(directory, [folder]) as server, server.client() as client:
        server.run_command("extension", "register", EXTENSION)
        yield Sender(server, client, other)


@pytest.mark.parametrize("rule", SHOWN, ids=lambda rule: rule.id)
def test_the_wrong_request_breaks_the_rule_and_names_its_page(send: Sender, rule: rules.Rule) -> None:
    assert rule.example is not None
    answer = send(rule.example.bad)
    assert answer.status_code >= 400
    assert answer.json()["rule"] == rule.id, answer.text
    page = httpx.get(f"{send.server.url}{answer.json()['type']}", trust_env=False)
    assert page.status_code == 200
    assert rule.title in page.text


@pytest.mark.parametrize("rule", SHOWN, ids=lambda rule: rule.id)
def test_the_right_request_does_not_break_it(send: Sender, rule: rules.Rule) -> None:
    assert rule.example is not None
    answer = send(rule.example.good)
    assert answer.status_code < 400 or answer.json()["rule"] in MISSING, answer.text


def test_there_are_requests_of_many_rules() -> None:
    assert len(SHOWN) > 30
