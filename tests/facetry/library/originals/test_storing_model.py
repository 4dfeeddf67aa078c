"""Whatever is stored, modified, renamed and refused in whatever order: folder, library and a model of them agree."""

from __future__ import annotations

import hashlib
import random
from pathlib import Path
from uuid import UUID

import pytest

from facetry.errors import FaultError
from facetry.library.originals import storing
from tests.support import pictures
from tests.support.open_library import Shelf, run

STEPS = 120
NAMES = ("a", "b", "c", "ü", "A")
FOLDERS = ("", "x", "x/y", "z")


class Model:
    """What the folder should hold: path → image and the hash of its bytes."""

    def __init__(self, seed: int) -> None:
        self.held: dict[str, tuple[UUID, str]] = {}
        self.refused: set[tuple[bool, bool, str]] = set()
        """Whether it was no picture, whether the name was taken, and the rule of the refusal."""
        self._chance = random.Random(seed)

    async def step(self, shelf: Shelf) -> None:
        chance = self._chance
        data = pictures.picture("PNG", seed=chance.randrange(40), size=(8, 6))
        hashed = hashlib.sha256(data).hexdigest()
        name, folder = chance.choice(NAMES), chance.choice(FOLDERS)
        path = f"{folder}/{name}.png".removeprefix("/")
        act = chance.choice(("store", "modify", "rename", "no picture")) if self.held else "store"
        old = chance.choice(sorted(self.held)) if self.held else ""
        known = self.held.get(old)
        try:
            if act == "no picture":
                await storing.store(shelf.library, shelf.repository.id, shelf.upload(b"text"), name=name)
                raise AssertionError("it was taken")
            if act == "store" or known is None:
                upload = shelf.upload(data)
                image = await storing.store(shelf.library, shelf.repository.id, upload, name=name, folder=folder)
                assert path not in self.held
                self.held[path] = image.id, hashed
            elif act == "modify":
                await storing.modify(shelf.library, known[0], shelf.upload(data))
                self.held[old] = known[0], hashed
            else:
                await storing.rename(shelf.library, shelf.repository.id, known[0], name=name, folder=folder)
                assert path not in self.held
                self.held[path] = self.held.pop(old)
        except FaultError as error:
            self.refused.add((act == "no picture", path in self.held, error.fault.rule))


@pytest.mark.parametrize("seed", [1, 2])
def test_folder_and_library_are_what_was_asked_for(tmp_path: Path, seed: int) -> None:
    model = Model(seed)

    async def use(shelf: Shelf) -> None:
        for step in range(STEPS):
            await model.step(shelf)
            if step % 20 == 19:
                await shelf.settled()
        rows = await shelf.rows("SELECT path, id, content_hash FROM image")
        assert {path: (UUID(bytes=id), hashed.hex()) for path, id, hashed in rows} == model.held
        assert model.refused == {
            (True, True, "decode.format"),
            (True, False, "decode.format"),
            (False, True, "image.name-taken"),
        }
        topics = await shelf.topics()
        assert topics.count("image.created") == len(rows)
        assert set(topics) == {"image.created", "image.updated", "image.renamed"}

    run(tmp_path, use)
    root = tmp_path / "pictures"
    files = {path.relative_to(root).as_posix(): path for path in root.rglob("*") if path.is_file()}
    assert {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in files.items()} == {
        path: hashed for path, (_, hashed) in model.held.items()
    }
