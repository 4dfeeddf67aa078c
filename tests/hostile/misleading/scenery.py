"""Repositories beside a copy of them that is outside: the same names, sizes and dates, but pictures of another colour.

A *way* leads from one to the other. What is outside has a text that no answer may have.
"""

from __future__ import annotations

import io
import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import httpx
from PIL import Image, PngImagePlugin

from tests.support.extensions.puppets import PATIENT
from tests.support.services.mounts import bound
from tests.support.services.servers import Server, running_server

SECRET: Final = "secret-of-the-owner"
_OPEN: Final = "nothing-of-interest"
_SIZE: Final = (48, 32)
_RED, _BLUE = (250, 10, 10), (10, 10, 250)
LEVELS: Final = {
    "file": "up/top/root/gen/sub",
    "folder": "up/top/root/gen/sub",
    "repository": "up/top/root/gen",
    "root": "up/top/root",
    "parent of the root": "up/top",
    "grandparent of the root": "up",
}
"""What leads elsewhere. `file` stands for each file in the folder."""
REPOSITORY_LEVELS: Final = tuple(LEVELS)[2:]
"""The levels at which the folder of the repository is another one."""


def picture(seed: int, *, is_outside: bool) -> bytes:
    """A picture; all have the same number of bytes."""
    image = Image.new("RGB", _SIZE, _RED if is_outside else _BLUE)
    image.putpixel((0, 0), (seed % 256, seed // 256, 0))
    texts = PngImagePlugin.PngInfo()
    texts.add_text("Comment", SECRET if is_outside else _OPEN)
    data = io.BytesIO()
    image.save(data, "PNG", pnginfo=texts, compress_level=0)
    return data.getvalue()


def leaks(content: bytes) -> bool:
    """Whether the bytes of an answer have something of what is outside."""
    if SECRET.encode() in content:
        return True
    try:
        with Image.open(io.BytesIO(content)) as image:
            pixel = image.convert("RGB").resize((1, 1)).getpixel((0, 0))
    except OSError:  # no picture
        return False
    assert isinstance(pixel, tuple)
    return pixel[0] > pixel[2]


@dataclass
class Place:
    """A repository and its copy outside."""

    folder: Path
    names: tuple[str, ...]
    repository: str = ""
    images: dict[str, str] = field(default_factory=dict)

    @property
    def inside(self) -> Path:
        """Where the repository is, beneath its root and its parents."""
        return self.folder / "inside"

    @property
    def outside(self) -> Path:
        """Where nobody may do anything."""
        return self.folder / "outside"

    @property
    def root(self) -> Path:
        """The permitted root."""
        return self.inside / LEVELS["root"]

    @property
    def gen(self) -> Path:
        """The folder of the repository."""
        return self.inside / LEVELS["repository"]

    def path(self, name: str) -> Path:
        """The path of a picture of the repository."""
        return self.gen / "sub" / f"{name}.png"

    def make(self) -> None:
        """Write the pictures of both sides."""
        for seed, name in enumerate(self.names):
            for side in (self.inside, self.outside):
                path = side / LEVELS["folder"] / f"{name}.png"
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(picture(seed, is_outside=side == self.outside))
                os.utime(path, (1_700_000_000, 1_700_000_000))

    def enter(self, client: httpx.Client, *, watch: bool) -> None:
        """Make the repository, and wait for its scan."""
        query = {"type": "file", "url": self.gen.as_uri(), "name": self.folder.name, "watch": str(watch).lower()}
        answer = client.post("/repository/create", params=query)
        assert answer.status_code == 201, answer.text
        self.repository = answer.json()["id"]

    def find(self, client: httpx.Client) -> None:
        """Look up the images, after the scan."""
        for name in self.names:
            answer = client.get("/repository/getImageByUrl", params={"url": self.path(name).as_uri()})
            assert answer.status_code == 200, answer.text
            self.images[name] = answer.json()["id"]

    def state(self, client: httpx.Client) -> str:
        """The state of the repository."""
        return str(client.get(f"/repository/{self.repository}/get").json()["state"])


Kind = Callable[[Place, Path, Path], None]


def link(place: Place, at: Path, target: Path) -> None:
    """An absolute link."""
    _aside(at)
    at.symlink_to(target)


def relative_link(place: Place, at: Path, target: Path) -> None:
    """A link by a relative path."""
    _aside(at)
    at.symlink_to(os.path.relpath(target, at.parent))


def link_to_link(place: Place, at: Path, target: Path) -> None:
    """A link to a link to a link."""
    _aside(at)
    first, second = place.folder / f"first-{at.name}", place.folder / f"second-{at.name}"
    first.symlink_to(target)
    second.symlink_to(first)
    at.symlink_to(second)


def link_of_process(place: Place, at: Path, target: Path) -> None:
    """A link through the root of the process that follows it."""
    _aside(at)
    at.symlink_to(f"/proc/self/root{target}")


def moved(place: Place, at: Path, target: Path) -> None:
    """What is outside itself, moved to the place."""
    _aside(at)
    target.rename(at)


LINKS: Final[dict[str, Kind]] = {
    "a link": link,
    "a relative link": relative_link,
    "a link to a link": link_to_link,
    "a link of the process": link_of_process,
}


def _aside(path: Path) -> None:
    path.rename(path.with_name(f"{path.name}-before"))


@contextmanager
def misled(place: Place, level: str, kind: str) -> Iterator[Path]:
    """Lead a level of a repository elsewhere, in one way. Yields the folder that is outside."""
    parts = [LEVELS[level]]
    if level == "file":
        parts = [f"{LEVELS[level]}/{name}.png" for name in place.names]
    with ExitStack() as stack:
        outside = place.outside
        for part in parts:
            at, target = place.inside / part, place.outside / part
            if kind == "a mount":
                stack.enter_context(bound(target, at))
            elif kind == "another folder":
                moved(place, at, target)
                outside = at
            else:
                LINKS[kind](place, at, target)
        yield outside


@contextmanager
def served(folder: Path, places: list[Place], environment: dict[str, str], *, watch: bool = True) -> Iterator[Server]:
    """A server whose roots are those of the places, and which has scanned their repositories."""
    for place in places:
        place.make()
    roots = os.pathsep.join(str(place.root) for place in places)
    with (
        running_server(folder, [], extra_environment={**PATIENT, "FACETRY_ROOTS": roots, **environment}) as server,
        server.client() as client,
    ):
        for place in places:
            place.enter(client, watch=watch)
        server.wait_until_scanned()
        for place in places:
            place.find(client)
        yield server


def wait_for_state(place: Place, client: httpx.Client, state: str, seconds: float = 15.0) -> str:
    """The state of a repository, once it is this one, or after some seconds."""
    deadline = time.monotonic() + seconds
    while (found := place.state(client)) != state and time.monotonic() < deadline:
        time.sleep(0.05)
    return found


def restore(place: Place) -> None:
    """Make both sides anew."""
    shutil.rmtree(place.folder)
    place.make()
