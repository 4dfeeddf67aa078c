"""Identity: whether a file that was just read is the picture of an image whose own file has left its place."""

from __future__ import annotations

import asyncio
import os
import stat
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Literal

from facetry.imaging.pool.pool import Pool
from facetry.library import images
from facetry.library.images import Picture, Twin
from facetry.store.store import Store
from facetry.store.work import Work
from facetry.system.file_times import modified_ns

Sight = Literal["there", "gone", "changed", "doubtful"]


@dataclass(frozen=True, slots=True)
class Sighting:
    """What a look from outside found: every image like one of some pictures, and those of them that left their place:
    because the file is gone, or because it holds other bytes now.
    """

    twins: Mapping[int, Twin]
    gone: frozenset[int]
    changed: frozenset[int]


async def sighting(store: Store, pool: Pool, pictures: Iterable[Picture]) -> Sighting:
    """The images that have the bytes or pixels of one of `pictures`, and which of them have left their place.

    Left means: the file is gone while its repository's folder is there, or it holds other bytes now. A file of the
    same size with another time is read to find out. An image of the same pixels but other bytes counts only when its
    file is gone: it may have been written anew under another name.
    """
    hashes, pixel_hashes = _hashes(pictures)
    if not hashes:
        return Sighting({}, frozenset(), frozenset())
    twins = await store.read(lambda connection: images.twins(connection, hashes, pixel_hashes))
    gone, changed = set(), set()
    if twins:
        sights = await asyncio.to_thread(lambda: [sight(twin) for twin in twins])
        there = {twin.content_hash for twin, how in zip(twins, sights, strict=True) if how == "there"}
        for twin, how in zip(twins, sights, strict=True):
            if how == "gone":
                gone.add(twin.key)
            elif twin.content_hash in there or twin.content_hash not in hashes:
                continue  # a new file of these bytes is a copy of the one that is there
            elif how == "changed" or (how == "doubtful" and await _differs(pool, twin)):
                changed.add(twin.key)
    return Sighting({twin.key: twin for twin in twins}, frozenset(gone), frozenset(changed))


def _hashes(pictures: Iterable[Picture]) -> tuple[list[bytes], list[bytes]]:
    contents, pixels = set(), set()
    for picture in pictures:
        contents.add(picture.content_hash)
        if picture.pixel_hash is not None:
            pixels.add(picture.pixel_hash)
    return list(contents), list(pixels)


def sight(twin: Twin) -> Sight:
    """What lies at the place of an image, by a look from outside."""
    if not os.path.isdir(twin.root):  # noqa: PTH112  # one system call; this is asked for each file of a scan
        return "there"  # a folder that is not mounted says nothing about its files
    try:
        found = (Path(twin.root) / twin.path).lstat()
    except (FileNotFoundError, NotADirectoryError):
        return "gone"
    except OSError:
        return "there"  # it cannot be looked at now, which does not mean that it is gone
    if not stat.S_ISREG(found.st_mode):
        return "gone"
    if found.st_size != twin.size:
        return "changed"
    return "there" if modified_ns(found) == twin.modified_ns else "doubtful"


async def _differs(pool: Pool, twin: Twin) -> bool:
    answer = await pool.examine(twin.root, twin.path)
    if answer.get("rule") == "file.vanished":
        return True
    return "hash" in answer and bytes.fromhex(answer["hash"]) != twin.content_hash


class Candidates:
    """The images that the pictures of one unit of work may be; each is found once."""

    def __init__(self, work: Work, pictures: Sequence[Picture], seen: Sighting) -> None:
        now = {twin.key: twin for twin in images.twins(work.connection, *_hashes(pictures))}
        self._gone = seen.gone
        self._left = [twin for twin in now.values() if twin.key in seen.gone or twin.key in seen.changed]
        self._wanted = Counter(picture.content_hash for picture in pictures)
        moved = [twin for key, twin in now.items() if seen.twins.get(key) != twin]
        self._unsure: set[bytes | None] = {twin.content_hash for twin in moved}
        self._unsure.update(twin.pixel_hash for twin in moved)

    def is_sure(self, picture: Picture) -> bool:
        """Whether no image like this one has come, moved or changed since it was looked for."""
        return picture.content_hash not in self._unsure and (
            picture.pixel_hash is None or picture.pixel_hash not in self._unsure
        )

    def awaits(self, key: int) -> bool:
        """Whether the image has left its place, and a picture that is still to come may turn out to be it."""
        return any(twin.key == key and self._wanted[twin.content_hash] > 0 for twin in self._left)

    def take(self, repository: int, path: str, picture: Picture, *, by_pixels: bool) -> Twin | None:
        """The image that this picture is, met in another place; None when it is none of them. Asked once for each.

        Of several with the same bytes one whose file is gone comes before one whose file was changed, and then one of
        the same repository and name. With `by_pixels`, one of the same pixels is taken when there is no other like it.
        """
        self._wanted[picture.content_hash] -= 1
        same = [twin for twin in self._left if twin.content_hash == picture.content_hash]
        if not same and by_pixels and picture.pixel_hash is not None:
            alike = [twin for twin in self._left if twin.pixel_hash == picture.pixel_hash]
            same = alike if len(alike) == 1 else []
        if not same:
            return None
        name = PurePosixPath(path).name

        def rank(twin: Twin) -> tuple[bool, bool, bool, int]:
            has_other_name = PurePosixPath(twin.path).name != name
            return twin.key not in self._gone, twin.repository != repository, has_other_name, twin.key

        found = min(same, key=rank)
        self._left.remove(found)
        return found
