"""First steps of a new user with `curl` alone: a key, tags, a search, a deletion, and every refusal in the brief."""

import json
import shutil
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest

from tests.support.imaging.pictures import write_pictures
from tests.support.services.servers import Server, running_server

pytestmark = pytest.mark.e2e

EXTENSION: Final = "first-steps"
OTHER: Final = "second-steps"
UNKNOWN: Final = "00000000-0000-4000-8000-000000000000"


@dataclass(frozen=True, slots=True)
class Answer:
    """The output of curl: the status, the headers as text, and the body."""

    status: int
    head: str
    body: str

    def json(self) -> Any:
        """The body, parsed."""
        return json.loads(self.body)


@dataclass(frozen=True, slots=True)
class Curl:
    """The curl program, against one server."""

    program: str
    url: str

    def __call__(self, method: str, target: str, *, key: str | None = None, body: str | None = None) -> Answer:
        """One request; a body is announced as JSON."""
        command = [self.program, "--silent", "--show-error", "--noproxy", "*", "--globoff", "--include", "-X", method]
        if key is not None:
            command += ["-H", f"Authorization: Bearer {key}"]
        if body is not None:
            command += ["-H", "Content-Type: application/json", "--data-binary", "@-"]
        process = subprocess.run(
            [*command, self.url + target], input=(body or "").encode(), capture_output=True, check=True, timeout=30
        )
        head, _, rest = process.stdout.decode().partition("\r\n\r\n")
        return Answer(int(head.split()[1]), head, rest)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("first-steps")
    write_pictures(directory / "pictures", 8)
    return directory


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    with running_server(folder, [folder / "pictures"]) as running:
        running.run_command("extension", "register", EXTENSION)
        running.run_command("extension", "register", OTHER)
        yield running


@pytest.fixture(scope="module")
def curl(server: Server) -> Curl:
    program = shutil.which("curl")
    assert program is not None, "curl is needed"
    return Curl(program, server.url)


@pytest.fixture(scope="module")
def key(curl: Curl, server: Server) -> str:
    scope = "image:read%2Cimage:tag:write%2Cimage:delete%2Crepository:read"
    response = curl("POST", f"/apiSecret/create?type=key&name=first%20steps&scope={scope}", key=server.key)
    assert response.status == 201
    return str(response.json()["value"])


@pytest.fixture(scope="module")
def images(curl: Curl, key: str) -> list[str]:
    found = curl("POST", "/image/search/ids", key=key, body="{}").json()
    assert found["totalCount"] == 8
    return [str(identifier) for identifier in found["items"]]


def tags_of(curl: Curl, key: str, image: str, extension: str = EXTENSION) -> Any:
    answer = curl("GET", f"/image/{image}/getTags?extensionId={extension}", key=key)
    assert answer.status == 200
    return answer.json()


def test_ping_needs_no_key(curl: Curl) -> None:
    assert curl("GET", "/miscellaneous/ping").status == 200
    assert curl("GET", "/livez").status == 200
    assert curl("GET", "/readyz").status == 200


def test_tags_are_set_ensured_read_and_deleted(curl: Curl, key: str, images: list[str]) -> None:
    image = images[0]
    put = f"/image/{image}/setTags?extensionId={EXTENSION}"
    ensure = f"/image/{image}/ensureTags?extensionId={EXTENSION}"
    assert tags_of(curl, key, image) == []
    set_once = curl("PUT", put, key=key, body='["sunset","sky"]')
    assert (set_once.status, set_once.body) == (204, "")
    assert tags_of(curl, key, image) == ["sky", "sunset"]
    assert curl("PUT", put, key=key, body='["sea"]').status == 204
    assert tags_of(curl, key, image) == ["sea"], "set replaces"
    assert curl("PUT", ensure, key=key, body='["sky","sea"]').status == 204
    assert tags_of(curl, key, image) == ["sea", "sky"], "ensure adds what is missing"
    assert curl("PUT", put, key=key, body="[]").status == 204
    assert tags_of(curl, key, image) == [], "nothing found, and the mark for it is never shown"
    assert curl("GET", f"/image/{image}/getAllTags", key=key).json() == []
    assert "__empty__" not in curl("GET", "/repository/tags", key=key).body
    assert curl("PUT", ensure, key=key, body='["dune"]').status == 204
    assert tags_of(curl, key, image) == ["dune"], "the mark is gone"
    assert curl("GET", f"/image/{image}/getAllTags", key=key).json() == [{"id": EXTENSION, "value": "dune"}]
    other = f"/image/{image}/setTags?extensionId={OTHER}"
    assert curl("PUT", other, key=key, body='["dune"]').status == 204
    assert curl("PUT", put, key=key, body="[]").status == 204
    assert tags_of(curl, key, image, OTHER) == ["dune"], "each extension has its own"
    assert curl("PUT", other, key=key, body="[]").status == 204


def test_search_by_tags(curl: Curl, key: str, images: list[str]) -> None:
    for image, values in zip(images[1:4], ('["red"]', '["red","green"]', '["green"]'), strict=True):
        assert curl("PUT", f"/image/{image}/setTags?extensionId={EXTENSION}", key=key, body=values).status == 204

    def search(values: str, operator: str, suffix: str = "") -> set[str]:
        criteria = f'{{"tags":{{"values":{values},"operator":"{operator}"}}}}'
        body = f'{{"filter":{{"criteria":{criteria}}},"range":{{"take":10}}}}'
        found = curl("POST", f"/image/search/tags{suffix}", key=key, body=body)
        assert found.status == 200
        assert found.json()["totalCount"] == len(found.json()["items"])
        return {item["id"] for item in found.json()["items"]}

    assert search('["red"]', "or") == set(images[1:3])
    assert search('["red","green"]', "or") == set(images[1:4])
    assert search('["red","green"]', "and") == {images[2]}
    assert search('["blue"]', "or") == set()
    assert search('["red"]', "or", f"?extensionIds={EXTENSION}") == set(images[1:3])
    listed = curl("GET", "/repository/tags", key=key).json()
    assert [tag["value"] for tag in listed if tag["id"] == EXTENSION] == ["green", "red"]


def test_delete_an_image(curl: Curl, key: str, images: list[str], folder: Path) -> None:
    image = images[7]
    path = folder / "pictures" / "000" / curl("GET", f"/image/{image}/get", key=key).json()["name"]
    assert path.exists()
    assert curl("PUT", f"/image/{image}/setTags?extensionId={EXTENSION}", key=key, body='["gone"]').status == 204
    response = curl("DELETE", f"/image/{image}/delete", key=key)
    assert (response.status, response.body) == (204, "")
    assert not path.exists()
    assert curl("GET", f"/image/{image}/get", key=key).status == 404
    assert curl("GET", f"/image/{image}/getAllTags", key=key).status == 404
    assert "gone" not in curl("GET", "/repository/tags", key=key).body
    assert curl("DELETE", f"/image/{image}/delete", key=key).status == 404
    assert curl("POST", "/image/search/ids", key=key, body="{}").json()["totalCount"] == 7


def numbered(count: int) -> str:
    return json.dumps([f"t{number}" for number in range(count)])


# The brief's rules for tags, each with a body that breaks it and the rule in the problem document.
REFUSED_TAGS: Final = {
    "more than 256": (numbered(257), "schema.maxItems"),
    "duplicates": ('["a","a"]', "schema.uniqueItems"),
    "empty": ('[""]', "schema.minLength"),
    "65 characters": (f'["{"a" * 65}"]', "schema.maxLength"),
    "space": ('["a b"]', "schema.pattern"),
    "vertical bar": ('["a|b"]', "schema.pattern"),
    "accent": ('["é"]', "schema.pattern"),
    "newline": ('["a\\n"]', "schema.pattern"),
    "the mark": ('["__empty__"]', "schema.not"),
    "no array": ('"a"', "schema.type"),
    "no JSON": ("[", "json.syntax"),
}


@pytest.mark.parametrize("operation", ["setTags", "ensureTags"])
@pytest.mark.parametrize("why", REFUSED_TAGS)
def test_refused_tags(curl: Curl, key: str, images: list[str], why: str, operation: str) -> None:
    image = images[5]
    assert curl("PUT", f"/image/{image}/setTags?extensionId={EXTENSION}", key=key, body='["kept"]').status == 204
    body, rule = REFUSED_TAGS[why]
    refused = curl("PUT", f"/image/{image}/{operation}?extensionId={EXTENSION}", key=key, body=body)
    assert refused.status == 400, refused.body
    assert (refused.json()["rule"], refused.json()["code"]) == (rule, 3)
    assert refused.json()["message"]
    assert tags_of(curl, key, image) == ["kept"], "nothing was changed"


def test_limits_of_tags(curl: Curl, key: str, images: list[str]) -> None:
    image = images[6]
    put = f"/image/{image}/setTags?extensionId={EXTENSION}"
    ensure = f"/image/{image}/ensureTags?extensionId={EXTENSION}"
    assert curl("PUT", put, key=key, body=numbered(256)).status == 204
    assert curl("PUT", ensure, key=key, body='["t0","t255"]').status == 204, "nothing new"
    over = curl("PUT", ensure, key=key, body='["one-more"]')
    assert (over.status, over.json()["rule"]) == (400, "tag.limit")
    assert len(tags_of(curl, key, image)) == 256
    assert curl("PUT", ensure, key=key, body="[]").status == 400, "ensure takes at least one"
    every = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_"
    assert curl("PUT", put, key=key, body=json.dumps([every, "-_.:;/"])).status == 204
    assert tags_of(curl, key, image) == ["-_.:;/", every]


def test_refused_parameters(curl: Curl, key: str, images: list[str]) -> None:
    unknown = curl("PUT", f"/image/{UNKNOWN}/setTags?extensionId={EXTENSION}", key=key, body='["a"]')
    assert (unknown.status, unknown.json()["rule"]) == (404, "image.unknown")
    extension = curl("PUT", f"/image/{images[0]}/setTags?extensionId=nobody", key=key, body='["a"]')
    assert (extension.status, extension.json()["rule"]) == (400, "extension.unknown")
    assert extension.json()["parameter"] == "extensionId"
    missing = curl("GET", f"/image/{images[0]}/getTags", key=key)
    assert (missing.status, missing.json()["rule"]) == (400, "parameter.missing")
    spelled = curl("GET", f"/image/{images[0].upper()}/get", key=key)
    assert (spelled.status, spelled.json()["id"]) == (200, images[0])
    assert curl("GET", "/image/nope", key=key).status == 404
    method = curl("POST", f"/image/{images[0]}/setTags?extensionId={EXTENSION}", key=key, body='["a"]')
    assert method.status == 405
    assert "allow: " in method.head.lower()


def test_refused_keys(curl: Curl, server: Server, key: str, images: list[str]) -> None:
    target = f"/image/{images[0]}/setTags?extensionId={EXTENSION}"
    none = curl("PUT", target, body='["a"]')
    assert (none.status, none.json()["code"]) == (401, 1)
    assert "www-authenticate: Bearer" in none.head
    response = curl("PUT", target, key="fct_nobody", body='["a"]')
    assert (response.status, response.json()["code"]) == (401, 1)
    assert 'error="invalid_token"' in response.head
    reading = curl("POST", "/apiSecret/create?type=key&name=reader&scope=image:read", key=server.key).json()
    lacking = curl("PUT", target, key=reading["value"], body='["a"]')
    assert (lacking.status, lacking.json()["code"], lacking.json()["scope"]) == (403, 2, "image:tag:write")
    assert 'error="insufficient_scope"' in lacking.head
    assert curl("GET", f"/image/{images[0]}/getAllTags", key=reading["value"]).status == 200
    assert curl("DELETE", f"/apiSecret/{reading['id']}/delete", key=server.key).status == 204
    assert curl("GET", f"/image/{images[0]}/getAllTags", key=reading["value"]).status == 401, "revoked at once"
    soon = int(time.time() * 1_000) + 1_200
    dying = curl("POST", f"/apiSecret/create?type=token&name=dying&expirationDate={soon}", key=server.key).json()
    assert curl("GET", "/apiSecret/self", key=dying["value"]).status == 200
    time.sleep(max(0.0, soon / 1_000 - time.time()) + 0.05)
    assert curl("GET", "/apiSecret/self", key=dying["value"]).status == 401, "expired"
    unasked = curl("POST", "/apiSecret/create?type=key&name=more&scope=image:write", key=key)
    assert (unasked.status, unasked.json()["code"]) == (403, 2)


def test_ids_of_keys_are_never_reused(curl: Curl, server: Server) -> None:
    numbers = []
    for _ in range(3):
        response = curl("POST", "/apiSecret/create?type=key&name=short-lived", key=server.key).json()
        assert curl("DELETE", f"/apiSecret/{response['id']}/delete", key=server.key).status == 204
        numbers.append(response["id"])
    assert len(set(numbers)) == 3


def test_the_key_of_an_extension_writes_only_in_its_name(curl: Curl, server: Server, images: list[str]) -> None:
    registration = server.run_command("extension", "register", "third-steps")
    key = next(word for word in registration.split() if word.startswith("fct_"))
    own = f"/image/{images[0]}/setTags?extensionId=third-steps"
    assert curl("PUT", own, key=key, body='["mine"]').status == 204
    for operation in ("setTags", "ensureTags"):
        foreign = curl("PUT", f"/image/{images[0]}/{operation}?extensionId={EXTENSION}", key=key, body='["a"]')
        assert (foreign.status, foreign.json()["code"]) == (403, 2)
    assert curl("DELETE", f"/image/{images[0]}/delete", key=key).status == 403
    assert tags_of(curl, key, images[0], "third-steps") == ["mine"]
