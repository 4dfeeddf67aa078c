"""Each example extension computes the facets of all pictures while it is paused, killed and reinstalled.

The long form of `tests/end_to_end/extensions/test_examples.py`: environments are built, and packages come from their
registries. `nox -s examples` runs it with a number of pictures (`EXAMPLE_PICTURES`) and a list of examples (`EXAMPLES`,
by default all).
"""

from __future__ import annotations

import contextlib
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from facetry.authoring.package import pack
from facetry.demo.pictures import paint
from tests.support.services.servers import Server, running_server

EXAMPLES: Final = Path(__file__).parents[3] / "examples" / "extensions"
PICTURES: Final = int(os.environ.get("EXAMPLE_PICTURES", "0"))
CHOSEN: Final = os.environ.get("EXAMPLES", "").split() or sorted(
    path.name for path in EXAMPLES.iterdir() if path.is_dir()
)
SEED: Final = int(os.environ.get("EXAMPLE_SEED", "1"))
ACTIONS: Final = ("pause", "kill", "restart", "kill", "pause", "reinstall", "kill")
SECONDS: Final = 900.0
ZIP: Final = {"Content-Type": "application/zip"}
FACETS: Final = {"image.tags": "tags", "image.features": "features", "image.embeddings": "embeddings"}

pytestmark = pytest.mark.skipif(not PICTURES, reason="`nox -s examples` runs it")


class Example:
    """An installed example and its server."""

    def __init__(self, server: Server, client: httpx.Client, id: str, archive: bytes) -> None:
        self.server, self.client, self.id, self.archive = server, client, id, archive

    def request(self, method: str, path: str, **options: Any) -> Any:
        answer = self.client.request(method, path, **options)
        assert answer.is_success, (path, answer.text)
        return answer.json() if answer.content else None

    def install(self) -> list[str]:
        """Install the example. Returns the facets that it computes."""
        package = self.request("POST", "/extension/install?state=enabled", content=self.archive, headers=ZIP)
        ids = [each["id"] for item in package["manifest"]["instructions"] for each in item.get("capabilities", [])]
        return [FACETS[id] for id in ids if id in FACETS]

    def images(self) -> list[str]:
        """All images."""
        return list(self.request("POST", "/image/search/ids", json={"range": {"take": PICTURES + 1}})["items"])

    def status(self) -> dict[str, Any]:
        (found,) = [each for each in self.request("GET", "/extension/activities") if each["id"] == self.id]
        return dict(found["status"])

    def missing_count(self, facet: str) -> int:
        """Number of images that it has not evaluated."""
        criteria = {"notEvaluatedBy": {"extensionIds": [self.id], "facet": facet}}
        body = {"filter": {"criteria": criteria}, "range": {"take": 1}}
        return int(self.request("POST", "/image/search/ids", json=body)["totalCount"])

    def apply(self, action: str) -> None:
        if action == "pause":
            self.request("PUT", f"/extension/{self.id}/changeState?state=paused")
            self.request("PUT", f"/extension/{self.id}/changeState?state=enabled")
        elif action == "restart":
            self.request("PUT", f"/extension/{self.id}/restart")
        elif action == "kill":
            lines = self.request("GET", f"/extension/{self.id}/logs")["lines"]
            started = [found[1] for line in lines if (found := re.match(r"started, process (\d+)", line["text"]))]
            if started:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(int(started[-1]), signal.SIGKILL)
        else:
            self.request("DELETE", f"/extension/{self.id}/uninstall")
            images = self.images()
            assert not any(self.written(image, "tags") or self.written(image, "features") for image in images[:50])
            self.install()

    def written(self, image: str, facet: str) -> Any:
        """The facet that it wrote of an image."""
        path = f"/image/{image}/get{facet.capitalize()}"
        response = self.client.get(path, params={"extensionId": self.id})
        if response.status_code == 400 and "extension.unknown" in response.text:
            return []
        assert response.status_code == 200, response.text
        return response.json()["embeddings"] if facet == "embeddings" else response.json()

    def until(self, condition: Callable[[], bool]) -> None:
        deadline = time.monotonic() + SECONDS
        while not condition():
            status = self.status()
            assert status["state"] != "failed", status
            assert time.monotonic() < deadline, (status, self.server.output())
            time.sleep(0.1)


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pictures")
    paint(folder, PICTURES)
    return folder


@contextlib.contextmanager
def installed(id: str, home: Path, pictures: Path) -> Iterator[tuple[Example, list[str]]]:
    if id == "open-models" and not (EXAMPLES / id / "tokenizer.json").is_file():
        subprocess.run([sys.executable, str(EXAMPLES / id / "take_tokenizer.py")], check=True)
    package = pack(EXAMPLES / id, home / "cache")
    assert package.data is not None, package.findings
    with running_server(home, [pictures]) as server, server.client() as client:
        example = Example(server, client, id, package.data)
        yield example, example.install()


@pytest.mark.parametrize("id", CHOSEN)
def test_no_result_is_lost_or_doubled_whatever_is_done_to_it(id: str, tmp_path: Path, pictures: Path) -> None:
    rng, started = random.Random(SEED), time.monotonic()
    with installed(id, tmp_path, pictures) as (example, facets):
        example.until(lambda: example.status()["state"] == "running")
        prepared = time.monotonic() - started
        for action in ACTIONS:
            before = sum(map(example.missing_count, facets))
            most = max(0, before - rng.randint(1, PICTURES // 10))
            example.until(lambda most=most: sum(map(example.missing_count, facets)) <= most)  # type: ignore[misc]  # the default binds the loop's value
            print(f"{id}: {action} with {sum(map(example.missing_count, facets))} to do", flush=True)
            example.apply(action)
        example.until(lambda: not any(map(example.missing_count, facets)))
        seconds = time.monotonic() - started
        print(
            f"{id}: {PICTURES} pictures, it ran after {prepared:.1f} s, all was computed after {seconds:.1f} s",
            flush=True,
        )
        images = example.images()
        assert len(images) == PICTURES
        first = {facet: {image: example.written(image, facet) for image in images} for facet in facets}
        require_complete(first)
        computed = time.monotonic()
        example.request("PUT", "/image/search/runCapabilities", params={"extensionIds": id}, json={})
        example.until(lambda: all(each["pending"] == 0 for each in progress(example)))
        computed = time.monotonic() - computed
        assert all(each["failed"] == 0 for each in progress(example))
        assert {facet: {image: example.written(image, facet) for image in images} for facet in facets} == first
        if id == "open-models":
            body = {"extensionId": id, "name": "caption", "text": "dusk over the ocean", "count": 3}
            near = [each["image"]["name"] for each in example.request("GET", "/image/textToImages", params=body)]
            assert [name.partition("-")[0] for name in near] == ["sunset"] * 3, near
    print(f"{id}: undisturbed and again in {computed:.1f} s, with the same results")


def require_complete(written: dict[str, dict[str, Any]]) -> None:
    """Require that every image has each facet exactly once."""
    for image, found in written.get("features", {}).items():
        names = [(each["type"], each.get("name")) for each in found]
        assert len(names) == len(set(names)) == 1, (image, names)
    vectors: dict[str, set[int]] = {}
    for image, found in written.get("embeddings", {}).items():
        names = [each["name"] for each in found]
        assert names, image
        assert len(names) == len(set(names)), (image, names)
        for each in found:
            vectors.setdefault(each["name"], set()).add(len(each["values"]))
    assert all(len(lengths) == 1 for lengths in vectors.values()), vectors
    for image, found in written.get("tags", {}).items():
        assert len(found) == len(set(found)), (image, found)
    assert sum(map(len, written.get("tags", {"": ["x"]}).values())) > 0


def progress(example: Example) -> list[dict[str, Any]]:
    return list(example.request("GET", f"/extension/{example.id}/progress")["capabilities"])
