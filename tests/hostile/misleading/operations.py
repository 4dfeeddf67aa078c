"""What clients have the service do with a repository: everything that reads, writes, lists or deletes files."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

import httpx

from tests.hostile.misleading.scenery import Place, picture

Answers = list[httpx.Response]
Operation = Callable[[httpx.Client, Place, str, int], Answers]
"""Does something to an image by its name; the number is a different one for each call."""
_PNG: Final = {"Content-Type": "image/png"}


def download(client: httpx.Client, place: Place, name: str, number: int) -> Answers:
    """The original, and a part of it."""
    url = f"/image/{place.images[name]}/download"
    return [client.get(url), client.get(url, headers={"Range": "bytes=0-99999"})]


def render(client: httpx.Client, place: Place, name: str, number: int) -> Answers:
    """A rendition that is not in the cache, and one by a media URL."""
    url = f"/image/{place.images[name]}"
    width = 1 + number % 40
    made = client.get(f"{url}/download", params={"format": "JPEG", "width": width, "quality": 1 + number % 100})
    address = client.get(f"{url}/mediaUrl", params={"width": width + 1})
    answers = [made, address]
    if address.status_code == 200:
        answers.append(client.get(address.json()["url"]))
    return answers


def read_metadata(client: httpx.Client, place: Place, name: str, number: int) -> Answers:
    """What the file says of itself."""
    return [client.get(f"/image/{place.images[name]}/metadata"), client.get(f"/image/{place.images[name]}/get")]


def store(client: httpx.Client, place: Place, name: str, number: int) -> Answers:
    """New pictures, in the folder of the repository and in the one of the image."""
    url, data = f"/repository/{place.repository}/storeImage", picture(10_000 + number, is_outside=False)
    queries: list[dict[str, str]] = [
        {"nameWithoutExtension": f"new-{name}-{number}"},
        {"nameWithoutExtension": f"new-{name}-{number}", "relativeDirectoryPath": "sub"},
        {"nameWithoutExtension": f"new-{name}-{number}", "relativeDirectoryPath": "sub/deeper"},
    ]
    return [client.post(url, params=query, content=data, headers=_PNG) for query in queries]


def modify(client: httpx.Client, place: Place, name: str, number: int) -> Answers:
    """Other content for an image."""
    data = picture(20_000 + number, is_outside=False)
    return [client.put(f"/image/{place.images[name]}/modify", content=data, headers=_PNG)]


def rename(client: httpx.Client, place: Place, name: str, number: int) -> Answers:
    """Another name, and another folder."""
    url = f"/repository/{place.repository}/renameImage"
    wish = {"imageId": place.images[name], "nameWithoutExtension": f"{name}-{number}"}
    return [client.put(url, params=wish), client.put(url, params={**wish, "relativeDirectoryPath": "sub/other"})]


def trash(client: httpx.Client, place: Place, name: str, number: int) -> Answers:
    """Into the trash, and back."""
    id = place.images[name]
    gone = client.delete(f"/image/{id}/delete", params={"toTrash": "true"})
    return [gone, *([client.put(f"/trash/{id}/restore")] if gone.status_code == 204 else [])]


def delete(client: httpx.Client, place: Place, name: str, number: int) -> Answers:
    """Away for good."""
    return [client.delete(f"/image/{place.images[name]}/delete")]


def scan(client: httpx.Client, place: Place, name: str, number: int) -> Answers:
    """A scan, and what it found."""
    answers = [client.put(f"/repository/{place.repository}/synchronize")]
    deadline = time.monotonic() + 15
    while any(
        each["id"] == place.repository and each["kind"] == "synchronizing"
        for each in client.get("/repository/activities").json()
    ):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    answers += [
        client.get(f"/repository/{place.repository}/{report}") for report in ("unreadableFiles", "skippedFiles")
    ]
    answers.append(client.put(f"/repository/{place.repository}/retryUnreadableFiles"))
    return answers


OPERATIONS: Final[dict[str, Operation]] = {
    "download": download,
    "render": render,
    "metadata": read_metadata,
    "store": store,
    "modify": modify,
    "rename": rename,
    "trash": trash,
    "scan": scan,
    "delete": delete,
}
"""By the name of the image that each is used for, when each is used once."""
