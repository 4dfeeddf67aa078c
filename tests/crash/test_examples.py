"""Each example from its archive to the facets of all pictures, while it is paused, killed, removed and installed again.

The long form of `tests/test_examples.py`: environments are made, packages come from their registries. `nox -s examples`
runs it, and says how many pictures (`EXAMPLE_PICTURES`) and which examples (`EXAMPLES`, all of them by default).
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
from tests.support.servers import Server, serving

EXAMPLES: Final = Path(__file__).parents[2] / "examples" / "extensions"
PICTURES: Final = int(os.environ.get("EXAMPLE_PICTURES", "0"))
CHOSEN: Final = os.environ.get("EXAMPLES", "").split() or sorted(path.name for path in EXAMPLES.iterdir())
SEED: Final = int(os.environ.get("EXAMPLE_SEED", "1"))
ACTIONS: Final = ("pause", "kill", "restart", "kill", "pause", "reinstall", "kill")
SECONDS: Final = 900.0
ZIP: Final = {"Content-Type": "application/zip"}
FACETS: Final = {"image.tags": "tags", "image.features": "features", "image.embeddings": "embeddings"}

pytestmark = pytest.mark.skipif(not PICTURES, reason="`nox -s examples` runs it")


class Example:
    """An example on a server."""

    def __init__(self, server: Server, client: httpx.Client, id: str, archive: bytes) -> None:
        self.server, self.client, self.id, self.archive = server, client, id, archive

    def ask(self, method: str, path: str, **options: Any) -> Any:
        answer = self.client.request(method, path, **options)
        assert answer.is_success, (path, answer.text)
        return answer.json() if answer.content else None

    def install(self) -> list[str]:
        """The facets that it computes."""
        made = self.ask("POST", "/extension/install?state=enabled", content=self.archive, headers=ZIP)
        ids = [each["id"] for item in made["manifest"]["instructions"] for each in item.get("capabilities", [])]
        return [FACETS[id] for id in ids if id in FACETS]

    def images(self) -> list[str]:
        """All images."""
        return list(self.ask("POST", "/image/search/ids", json={"range": {"take": PICTURES + 1}})["items"])

    def status(self) -> dict[str, Any]:
        (found,) = [each for each in self.ask("GET", "/extension/activities") if each["id"] == self.id]
        return dict(found["status"])

    def left(self, facet: str) -> int:
        """How many images it has not looked at."""
        criteria = {"notEvaluatedBy": {"extensionIds": [self.id], "facet": facet}}
        asked = {"filter": {"criteria": criteria}, "range": {"take": 1}}
        return int(self.ask("POST", "/image/search/ids", json=asked)["totalCount"])

    def do(self, action: str) -> None:
        if action == "pause":
            self.ask("PUT", f"/extension/{self.id}/changeState?state=paused")
            self.ask("PUT", f"/extension/{self.id}/changeState?state=enabled")
        elif action == "restart":
            self.ask("PUT", f"/extension/{self.id}/restart")
        elif action == "kill":
            lines = self.ask("GET", f"/extension/{self.id}/logs")["lines"]
            started = [found[1] for line in lines if (found := re.match(r"started, process (\d+)", line["text"]))]
            if started:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(int(started[-1]), signal.SIGKILL)
        else:
            self.ask("DELETE", f"/extension/{self.id}/uninstall")
            images = self.images()
            assert not any(self.written(image, "tags") or self.written(image, "features") for image in images[:50])
            self.install()

    def written(self, image: str, facet: str) -> Any:
        """What it has written of an image."""
        path = f"/image/{image}/get{facet.capitalize()}"
        told = self.client.get(path, params={"extensionId": self.id})
        if told.status_code == 400 and "extension.unknown" in told.text:
            return []
        assert told.status_code == 200, told.text
        return told.json()["embeddings"] if facet == "embeddings" else told.json()

    def until(self, condition: Callable[[], bool]) -> None:
        deadline = time.monotonic() + SECONDS
        while not condition():
            status = self.status()
            assert status["state"] != "failed", status
            assert time.monotonic() < deadline, (status, self.server.said())
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
    made = pack(EXAMPLES / id, home / "cache")
    assert made.data is not None, made.told
    with serving(home, [pictures]) as server, server.client() as client:
        example = Example(server, client, id, made.data)
        yield example, example.install()


@pytest.mark.parametrize("id", CHOSEN)
def test_no_result_is_lost_or_doubled_whatever_is_done_to_it(id: str, tmp_path: Path, pictures: Path) -> None:
    chance, begun = random.Random(SEED), time.monotonic()
    with installed(id, tmp_path, pictures) as (example, facets):
        example.until(lambda: example.status()["state"] == "running")
        prepared = time.monotonic() - begun
        for action in ACTIONS:
            before = sum(map(example.left, facets))
            some = chance.randint(1, PICTURES // 10)
            example.until(lambda before=before, some=some: sum(map(example.left, facets)) <= max(0, before - some))  # type: ignore[misc]  # the defaults bind the loop's values
            print(f"{id}: {action} with {sum(map(example.left, facets))} to do", flush=True)
            example.do(action)
        example.until(lambda: not any(map(example.left, facets)))
        took = time.monotonic() - begun
        print(
            f"{id}: {PICTURES} pictures, it ran after {prepared:.1f} s, all was computed after {took:.1f} s", flush=True
        )
        images = example.images()
        assert len(images) == PICTURES
        first = {facet: {image: example.written(image, facet) for image in images} for facet in facets}
        hold_whole(first)
        computed = time.monotonic()
        example.ask("PUT", "/image/search/runCapabilities", params={"extensionIds": id}, json={})
        example.until(lambda: all(each["pending"] == 0 for each in progress(example)))
        computed = time.monotonic() - computed
        assert all(each["failed"] == 0 for each in progress(example))
        assert {facet: {image: example.written(image, facet) for image in images} for facet in facets} == first
        if id == "open-models":
            asked = {"extensionId": id, "name": "caption", "text": "dusk over the ocean", "count": 3}
            near = [each["image"]["name"] for each in example.ask("GET", "/image/textToImages", params=asked)]
            assert [name.partition("-")[0] for name in near] == ["sunset"] * 3, near
    print(f"{id}: undisturbed and again in {computed:.1f} s, with the same results")


def hold_whole(written: dict[str, dict[str, Any]]) -> None:
    """Every image has each facet, once."""
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
    return list(example.ask("GET", f"/extension/{example.id}/progress")["capabilities"])
