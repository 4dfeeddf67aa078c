"""Random sequences of storing, modifying, renaming and refusals: folder, library and a model agree."""

from __future__ import annotations

import hashlib
import random
from pathlib import Path
from uuid import UUID

import pytest

from facetry.errors import FaultError
from tests.support.imaging import pictures
from tests.support.libraries import open_library
from tests.support.libraries.open_library import OpenLibrary, run

STEPS = 120
NAMES = ("a", "b", "c", "ü", "A")
FOLDERS = ("", "x", "x/y", "z")


class Model:
    """The expected contents of the folder: path → image and the hash of its bytes."""

    def __init__(self, seed: int) -> None:
        self.files: dict[str, tuple[UUID, str]] = {}
        self.refusals: set[tuple[bool, bool, str]] = set()
        """Whether it was no picture, whether the name was taken, and the rule of the refusal."""
        self._chance = random.Random(seed)

    async def step(self, library: OpenLibrary) -> None:
        chance = self._chance
        data = pictures.picture("PNG", seed=chance.randrange(40), size=(8, 6))
        hashed = hashlib.sha256(data).hexdigest()
        name, folder = chance.choice(NAMES), chance.choice(FOLDERS)
        path = f"{folder}/{name}.png".removeprefix("/")
        act = chance.choice(("store", "modify", "rename", "no picture")) if self.files else "store"
        old = chance.choice(sorted(self.files)) if self.files else ""
        known = self.files.get(old)
        try:
            if act == "no picture":
                await open_library.store(library.library, library.repository.id, library.upload(b"text"), name=name)
                raise AssertionError("it was taken")
            if act == "store" or known is None:
                upload = library.upload(data)
                image = await open_library.store(
                    library.library, library.repository.id, upload, name=name, folder=folder
                )
                assert path not in self.files
                self.files[path] = image.id, hashed
            elif act == "modify":
                await open_library.modify(library.library, known[0], library.upload(data))
                self.files[old] = known[0], hashed
            else:
                await open_library.rename(library.library, library.repository.id, known[0], name=name, folder=folder)
                assert path not in self.files
                self.files[path] = self.files.pop(old)
        except FaultError as error:
            self.refusals.add((act == "no picture", path in self.files, error.fault.rule))


@pytest.mark.parametrize("seed", [1, 2])
def test_folder_and_library_equal_the_model(tmp_path: Path, seed: int) -> None:
    model = Model(seed)

    async def scenario(harness: OpenLibrary) -> None:
        for step in range(STEPS):
            await model.step(harness)
            if step % 20 == 19:
                await harness.require_synchronized()
        rows = await harness.rows("SELECT path, id, content_hash FROM image")
        assert {path: (UUID(bytes=id), hashed.hex()) for path, id, hashed in rows} == model.files
        assert model.refusals == {
            (True, True, "decode.format"),
            (True, False, "decode.format"),
            (False, True, "image.name-taken"),
        }
        topics = await harness.topics()
        assert topics.count("image.created") == len(rows)
        assert set(topics) == {"image.created", "image.updated", "image.renamed"}

    run(tmp_path, scenario)
    root = tmp_path / "pictures"
    files = {path.relative_to(root).as_posix(): path for path in root.rglob("*") if path.is_file()}
    assert {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in files.items()} == {
        path: hashed for path, (_, hashed) in model.files.items()
    }
