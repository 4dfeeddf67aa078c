"""Reidentification: decides whether a file that was just read belongs to an existing image whose own file has moved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import PurePosixPath

from sqlalchemy import Connection

from facetry.imaging.pool.pool import Pool
from facetry.library import recorded_files
from facetry.library.file_stores.file_store import FileState, UnavailableError
from facetry.library.file_stores.stores import FileStores
from facetry.library.file_stores.threads import in_file_thread
from facetry.library.pictures import Picture
from facetry.library.recorded_files import MatchingImage
from facetry.library.trash import rows as trash_rows
from facetry.library.trash.rows import TrashRecord
from facetry.store.store import Store
from facetry.store.work import Work


@dataclass(frozen=True, slots=True)
class FilesRead:
    """Files of a repository that were just read: the pictures that have to be recorded, by path, and the hashes of the
    bytes of other files.
    """

    repository: int
    pictures: Mapping[str, Picture]
    other_hashes: Mapping[str, bytes]

    def hash_at(self, image: MatchingImage) -> bytes | None:
        """The hash of the bytes that were read in the place of the image; None if they were not read."""
        if image.repository != self.repository:
            return None
        picture = self.pictures.get(image.path)
        return self.other_hashes.get(image.path) if picture is None else picture.content_hash


@dataclass(frozen=True, slots=True)
class RelocatedImages:
    """Images that match some pictures, found before the unit of work.

    `gone_keys` are the matching images whose file no longer exists. `changed_keys` are those whose file has other bytes
    now, unless as many are gone as pictures have these bytes. `gone_from_trash` are images in the trash with the same
    bytes, whose file no longer exists there.
    """

    matches: Mapping[int, MatchingImage]
    gone_keys: frozenset[int]
    changed_keys: frozenset[int]
    gone_from_trash: Sequence[TrashRecord] = field(default=())


async def find_relocated(store: Store, pool: Pool, file_stores: FileStores, read: FilesRead) -> RelocatedImages:
    """The images with the bytes or pixels of one of the pictures in `read`, and which of them have left their paths.

    An image has left its path when its file is gone while the repository's folder exists, or when the file has other
    bytes. But while a copy is there, a file with bytes that the library does not know was edited, and a new file
    is a copy. A file with another version is read to decide, unless it is in `read`. An image with equal pixels but
    other bytes counts only when its file is gone: it may have been saved anew under another name. The file of an image
    in the trash is in the trash folder of its repository.
    """
    hashes, pixel_hashes = _hashes(read.pictures.values())
    if not hashes:
        return RelocatedImages({}, frozenset(), frozenset())

    def query(connection: Connection) -> tuple[list[MatchingImage], list[TrashRecord]]:
        matches = recorded_files.matching_images(connection, hashes, pixel_hashes)
        return matches, trash_rows.with_content(connection, hashes)

    matches, trashed = await store.read(query)
    states = await in_file_thread(_states, file_stores, matches) if matches else []
    with_states = list(zip(matches, states, strict=True))
    gone = [image for image, state in with_states if state == "gone"]
    recorded = {image.path: image.content_hash for image in matches if image.repository == read.repository}
    sought = sought_hashes(read.pictures, recorded) - Counter(image.content_hash for image in gone)
    may_have_left = [(image, state) for image, state in with_states if sought[image.content_hash]]
    changed_keys = await _changed_keys(store, pool, file_stores, read, may_have_left)
    gone_from_trash = await in_file_thread(_gone_from_trash, file_stores, trashed) if trashed else ()
    by_key = {image.key: image for image in matches}
    return RelocatedImages(by_key, frozenset(image.key for image in gone), frozenset(changed_keys), gone_from_trash)


def sought_hashes(pictures: Mapping[str, Picture], recorded: Mapping[str, bytes]) -> Counter[bytes]:
    """How many pictures with some bytes may belong to another image: those whose path is not `recorded` with them."""
    return Counter(
        picture.content_hash for path, picture in pictures.items() if recorded.get(path) != picture.content_hash
    )


def _hashes(pictures: Iterable[Picture]) -> tuple[list[bytes], list[bytes]]:
    content_hashes, pixel_hashes = set(), set()
    for picture in pictures:
        content_hashes.add(picture.content_hash)
        if picture.pixel_hash is not None:
            pixel_hashes.add(picture.pixel_hash)
    return list(content_hashes), list(pixel_hashes)


def _states(file_stores: FileStores, images: Sequence[MatchingImage]) -> list[FileState]:
    """The states of the files at the recorded paths of images, from the file stores alone."""
    by_key: dict[int, FileState] = {}
    for root in {image.root for image in images}:
        of_root = [image for image in images if image.root == root]
        versions = [(image.path, image.version) for image in of_root]
        states = file_stores.of(root).states(versions)
        by_key.update((image.key, state) for image, state in zip(of_root, states, strict=True))
    return [by_key[image.key] for image in images]


def _gone_from_trash(file_stores: FileStores, trashed: Sequence[TrashRecord]) -> list[TrashRecord]:
    """Those trashed images that had no file, or whose file is not in the trash folder any more."""
    gone = [record for record in trashed if record.file is None]
    for root in {record.root for record in trashed}:
        kept = [record for record in trashed if record.root == root and record.file is not None]
        states = file_stores.of(root).states([(record.path_in_trash, record.version) for record in kept])
        gone += [record for record, state in zip(kept, states, strict=True) if state == "gone"]
    return gone


async def _changed_keys(
    store: Store,
    pool: Pool,
    file_stores: FileStores,
    read: FilesRead,
    with_states: Sequence[tuple[MatchingImage, FileState]],
) -> set[int]:
    """The keys of those images that have left their paths, although there are files."""
    copied = {image.content_hash for image, state in with_states if state == "there"}
    left: set[int] = set()
    replaced: dict[int, bytes] = {}  # those with a copy elsewhere
    for image, state in with_states:
        if state not in ("changed", "doubtful"):
            continue
        if state == "changed" and image.content_hash not in copied:
            left.add(image.key)
            continue
        found = read.hash_at(image) or await _hash_in_place(pool, file_stores, image)
        if found in (None, image.content_hash):
            continue
        if found and image.content_hash in copied:
            replaced[image.key] = found
        else:
            left.add(image.key)
    if replaced:
        known = await store.read(partial(recorded_files.used_hashes, hashes=list(set(replaced.values()))))
        left.update(key for key, found in replaced.items() if found in known)
    return left


async def _hash_in_place(pool: Pool, file_stores: FileStores, image: MatchingImage) -> bytes | None:
    """The hash of the bytes in the place of an image; None if it cannot be read, and empty if there is no file."""
    try:
        files = file_stores.of(image.root)
        answer = (await files.examine(pool, image.path, image.content_hash)).answer
    except UnavailableError:
        return None
    if answer.get("rule") == "file.vanished":
        return b""
    if answer.get("same"):
        return image.content_hash
    return bytes.fromhex(answer["hash"]) if "hash" in answer else None


class Candidates:
    """The existing images that the pictures of one unit of work may belong to; each is used once."""

    def __init__(
        self,
        work: Work,
        pictures: Mapping[str, Picture],
        recorded: Mapping[str, bytes],
        relocated: RelocatedImages,
        sought_later: Container[bytes],
    ) -> None:
        """`pictures` by path, `recorded` the hashes that the library has for their paths, and `sought_later` hashes of
        pictures of later units.
        """
        self._sought_later = sought_later
        hashes = _hashes(pictures.values())
        matches = {image.key: image for image in recorded_files.matching_images(work.connection, *hashes)}
        self._gone_keys = relocated.gone_keys
        self._relocated = [
            image
            for image in matches.values()
            if image.key in relocated.gone_keys or image.key in relocated.changed_keys
        ]
        self._pending_hashes = sought_hashes(pictures, recorded)
        outdated = [image for key, image in matches.items() if relocated.matches.get(key) != image]
        self._stale_hashes: set[bytes | None] = {image.content_hash for image in outdated}
        self._stale_hashes.update(image.pixel_hash for image in outdated)

    def is_current(self, picture: Picture) -> bool:
        """Whether no image that matches the picture was added, moved or changed since `find_relocated`."""
        return picture.content_hash not in self._stale_hashes and (
            picture.pixel_hash is None or picture.pixel_hash not in self._stale_hashes
        )

    def is_needed(self, key: int) -> bool:
        """Whether the image has left its path, and a later picture of this unit belongs to it, as other images with
        these bytes do not suffice.
        """
        image = next((image for image in self._relocated if image.key == key), None)
        if image is None:
            return False
        number = sum(other.content_hash == image.content_hash for other in self._relocated)
        return self._pending_hashes[image.content_hash] >= number

    def is_sought_later(self, content_hash: bytes) -> bool:
        """Whether a picture of a later unit may belong to an image with these bytes."""
        return content_hash in self._sought_later

    def discard(self, key: int) -> None:
        """Use the image for no picture: it gets other bytes in its place."""
        self._relocated = [image for image in self._relocated if image.key != key]

    def take(self, repository: int, path: str, picture: Picture, *, by_pixels: bool) -> MatchingImage | None:
        """The relocated image that this picture belongs to, or None. To be called once for each picture.

        Among images with equal bytes, one whose file is gone precedes one whose file was changed; then come those of
        the same repository and of the same name. With `by_pixels`, an image with equal pixels is taken when it is the
        only one, unless a later picture has its bytes.
        """
        self._pending_hashes[picture.content_hash] -= 1
        matches = [image for image in self._relocated if image.content_hash == picture.content_hash]
        if not matches and by_pixels and picture.pixel_hash is not None:
            with_same_pixels = [image for image in self._relocated if image.pixel_hash == picture.pixel_hash]
            is_sure = len(with_same_pixels) == 1 and not self._pending_hashes[with_same_pixels[0].content_hash]
            matches = with_same_pixels if is_sure else []
        if not matches:
            return None
        name = PurePosixPath(path).name

        def rank(image: MatchingImage) -> tuple[bool, bool, bool, int]:
            has_other_name = PurePosixPath(image.path).name != name
            return image.key not in self._gone_keys, image.repository != repository, has_other_name, image.key

        best = min(matches, key=rank)
        self._relocated.remove(best)
        return best
