"""Three folders of pictures that change at random, and the expected content of a library over them."""

import hashlib
import io
import random
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from PIL import PngImagePlugin

from tests.support.imaging.pictures import pattern

MAX_PICTURES = 120
"""Maximum number of pictures, so that a step stays fast."""


@dataclass
class File:
    """A picture file: its lineage (the number of the picture that it was first created for) and the hash of its
    bytes.
    """

    lineage: int
    content: str
    touched: bool = False
    """Whether the file changed since the last comparison with the library. It may not change again before the next one:
    the expected identity of the image would be ambiguous.
    """


@dataclass
class Folders:
    """The folders, on the disk and as a model. A path is relative to its folder."""

    roots: dict[str, Path]
    rng: random.Random
    files: dict[str, dict[str, File]] = field(default_factory=dict)
    broken: dict[str, set[str]] = field(default_factory=dict)
    offline: set[str] = field(default_factory=set)
    lineages: dict[str, set[int]] = field(default_factory=dict)
    """The lineages that ever had these bytes, by hash. Files with equal bytes are interchangeable."""
    changed: set[str] = field(default_factory=set)
    """The folders that changed since the last comparison. They are not unplugged: the expected content of the library
    would be ambiguous.
    """
    count: int = 0
    log: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        for name, root in self.roots.items():
            root.mkdir(parents=True)
            self.files[name] = {}
            self.broken[name] = set()

    def step(self) -> None:
        """Make a random change to the folders."""
        actions: list[tuple[int, Callable[[], bool]]] = [
            (6, self.create),
            (3, self.edit),
            (2, self.describe),
            (5, self.rename),
            (3, self.move_across),
            (2, self.rename_folder),
            (2, self.swap),
            (2, self.overwrite),
            (2, self.copy),
            (3, self.delete),
            (1, self.delete_folder),
            (1, self.add_unreadable),
            (1, self.unmount),
            (2, self.mount),
        ]
        while True:
            action = self.rng.choices([each for _, each in actions], [weight for weight, _ in actions])[0]
            if action():
                return

    def mark_compared(self) -> None:
        """Allow changes to every file again after a comparison."""
        self.changed.clear()
        for each in self.files.values():
            for file in each.values():
                file.touched = False

    # Changes. Each returns whether it was possible.

    def create(self) -> bool:
        name = self.online()
        if name is None or sum(map(len, self.files.values())) >= MAX_PICTURES:
            return False
        path = self.free_path(name)
        self.count += 1
        self.write(name, path, self.picture(self.count), File(self.count, ""))
        return self.record("create", name, path)

    def edit(self) -> bool:
        found = self.pick()
        if found is None:
            return False
        name, path, file = found
        self.count += 1
        self.write(name, path, self.picture(self.count), file, beside=self.rng.random() < 0.5)
        return self.record("edit", name, path)

    def describe(self) -> bool:
        """Write the same pixels with another metadata text."""
        found = self.pick()
        if found is None:
            return False
        name, path, file = found
        self.write(name, path, self.picture(file.lineage, self.rng.random()), file)
        return self.record("describe", name, path)

    def rename(self) -> bool:
        found = self.pick()
        if found is None:
            return False
        name, path, _ = found
        return self.move(name, path, name, self.free_path(name))

    def move_across(self) -> bool:
        found, target = self.pick(), self.online()
        if found is None or target is None or target == found[0]:
            return False
        return self.move(found[0], found[1], target, self.free_path(target))

    def rename_folder(self) -> bool:
        name = self.online()
        inner = sorted({path.split("/")[0] for path in self.files[name] if "/" in path}) if name else []
        if name is None or not inner:
            return False
        old, new = self.rng.choice(inner), f"folder-{self.rng.randrange(10**6)}"
        if any(path.startswith(f"{old}/") and file.touched for path, file in self.files[name].items()):
            return False
        (self.roots[name] / old).rename(self.roots[name] / new)
        for path in [path for path in self.files[name] if path.startswith(f"{old}/")]:
            file = self.files[name].pop(path)
            file.touched = True
            self.files[name][new + path.removeprefix(old)] = file
        for path in [path for path in self.broken[name] if path.startswith(f"{old}/")]:
            self.broken[name].remove(path)
            self.broken[name].add(new + path.removeprefix(old))
        return self.record("rename folder", name, old, new)

    def swap(self) -> bool:
        one, other = self.pick_single(), self.pick_single()
        if one is None or other is None or one[2] is other[2]:
            return False
        places = [self.roots[each[0]] / each[1] for each in (one, other)]
        if places[0].stat().st_size == places[1].stat().st_size:
            return False  # a scan cannot see the difference between files of equal size
        unplugged = places[0].with_name(".aside")
        places[0].rename(unplugged)
        places[1].rename(places[0])
        unplugged.rename(places[1])
        self.files[one[0]][one[1]], self.files[other[0]][other[1]] = other[2], one[2]
        one[2].touched = other[2].touched = True
        return self.record("swap", *one[:2], *other[:2])

    def overwrite(self) -> bool:
        one, other = self.pick_single(), self.pick_single()
        if one is None or other is None or one[2] is other[2]:
            return False
        (self.roots[one[0]] / one[1]).replace(self.roots[other[0]] / other[1])
        self.files[other[0]][other[1]] = self.files[one[0]].pop(one[1])
        one[2].touched = True
        return self.record("overwrite", *one[:2], *other[:2])

    def copy(self) -> bool:
        found, target = self.pick(), self.online()
        if found is None or target is None or sum(map(len, self.files.values())) >= MAX_PICTURES:
            return False
        name, path, file = found
        place = self.free_path(target)
        (self.roots[target] / place).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(self.roots[name] / path, self.roots[target] / place)
        self.count += 1
        self.files[target][place] = File(self.count, file.content, touched=True)
        self.lineages[file.content].add(self.count)
        file.touched = True
        return self.record("copy", name, path, target, place)

    def delete(self) -> bool:
        found = self.pick()
        if found is None:
            return False
        name, path, _ = found
        (self.roots[name] / path).unlink()
        del self.files[name][path]
        return self.record("delete", name, path)

    def delete_folder(self) -> bool:
        name = self.online()
        inner = sorted({path.split("/")[0] for path in self.files[name] if "/" in path}) if name else []
        if name is None or not inner:
            return False
        folder = self.rng.choice(inner)
        if any(path.startswith(f"{folder}/") and file.touched for path, file in self.files[name].items()):
            return False
        shutil.rmtree(self.roots[name] / folder)
        self.files[name] = {path: file for path, file in self.files[name].items() if not path.startswith(f"{folder}/")}
        self.broken[name] = {path for path in self.broken[name] if not path.startswith(f"{folder}/")}
        return self.record("delete folder", name, folder)

    def add_unreadable(self) -> bool:
        name = self.online()
        if name is None or len(self.broken[name]) >= 5:
            return False
        path = self.free_path(name)
        (self.roots[name] / path).parent.mkdir(parents=True, exist_ok=True)
        (self.roots[name] / path).write_bytes(b"not a picture")
        self.broken[name].add(path)
        return self.record("spoil", name, path)

    def unmount(self) -> bool:
        name = self.online()
        if name is None or name in self.changed or self.offline:
            return False
        self.roots[name].rename(self.unplugged(name))
        self.offline.add(name)
        return self.record("unmount", name)

    def mount(self) -> bool:
        if not self.offline:
            return False
        name = self.offline.pop()
        self.unplugged(name).rename(self.roots[name])
        return self.record("mount", name)

    # Helpers of the changes.

    def online(self) -> str | None:
        names = sorted(self.roots.keys() - self.offline)
        return self.rng.choice(names) if names else None

    def pick(self) -> tuple[str, str, File] | None:
        """A random file without changes since the last comparison."""
        found = [
            (name, path, file)
            for name in sorted(self.roots.keys() - self.offline)
            for path, file in sorted(self.files[name].items())
            if not file.touched
        ]
        return self.rng.choice(found) if found else None

    def pick_single(self) -> tuple[str, str, File] | None:
        """A random file without changes since the last comparison that never had a copy. When a file replaces another,
        a copy of its bytes elsewhere makes the replacement look like an edit.
        """
        found = self.pick()
        return found if found is not None and len(self.lineages[found[2].content]) == 1 else None

    def free_path(self, name: str) -> str:
        while True:
            folder = self.rng.choice(["", "", "a/", "b/", "a/deep/", f"folder-{self.rng.randrange(4)}/"])
            path = f"{folder}{self.rng.randrange(10**6)}.png"
            if path not in self.files[name] and path not in self.broken[name]:
                return path

    def move(self, name: str, path: str, target: str, place: str) -> bool:
        file = self.files[name].pop(path)
        (self.roots[target] / place).parent.mkdir(parents=True, exist_ok=True)
        (self.roots[name] / path).rename(self.roots[target] / place)
        file.touched = True
        self.files[target][place] = file
        return self.record("move", name, path, target, place)

    def write(self, name: str, path: str, data: bytes, file: File, *, beside: bool = False) -> None:
        place = self.roots[name] / path
        place.parent.mkdir(parents=True, exist_ok=True)
        if beside:
            unplugged = place.with_name(".saving")
            unplugged.write_bytes(data)
            unplugged.replace(place)
        else:
            place.write_bytes(data)
        file.content = hashlib.sha256(data).hexdigest()
        file.touched = True
        self.files[name][path] = file
        self.lineages.setdefault(file.content, set()).add(file.lineage)

    def picture(self, seed: int, remark: float | None = None) -> bytes:
        texts = PngImagePlugin.PngInfo()
        texts.add_text("remark", f"{remark} {'x' * self.rng.randrange(200)}")
        target = io.BytesIO()
        pattern(24 + seed % 16, 18, seed).save(target, "PNG", pnginfo=texts)
        return target.getvalue()

    def unplugged(self, name: str) -> Path:
        return self.roots[name].with_name(f"{name}-unplugged")

    def record(self, *words: str) -> bool:
        self.log.append(" ".join(words))
        self.changed |= self.roots.keys() & set(words)
        return True
