"""Reidentification: decides whether a file that was just read belongs to an existing image whose own file has moved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
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
class RelocatedImages:
    """Images that match some pictures, found before the unit of work.

    `gone_keys` are the matching images whose file no longer exists; `changed_keys` those whose file has other bytes
    now. `gone_from_trash` are images in the trash with the same bytes, whose file no longer exists there.
    """

    matches: Mapping[int, MatchingImage]
    gone_keys: frozenset[int]
    changed_keys: frozenset[int]
    gone_from_trash: Sequence[TrashRecord] = field(default=())


async def find_relocated(
    store: Store, pool: Pool, file_stores: FileStores, pictures: Iterable[Picture]
) -> RelocatedImages:
    """The images with the bytes or pixels of one of `pictures`, and which of them have left their paths.

    An image has left its path when its file is gone while the repository's folder exists, or when the file has other
    bytes. A file with the same size and another version is read to decide. An image with equal pixels but other bytes
    counts only when its file is gone: it may have been saved anew under another name. The file of an image in the trash
    is in the trash folder of its repository.
    """
    hashes, pixel_hashes = _hashes(pictures)
    if not hashes:
        return RelocatedImages({}, frozenset(), frozenset())

    def query(connection: Connection) -> tuple[list[MatchingImage], list[TrashRecord]]:
        matches = recorded_files.matching_images(connection, hashes, pixel_hashes)
        return matches, trash_rows.with_content(connection, hashes)

    matches, trashed = await store.read(query)
    gone_keys, changed_keys = set(), set()
    if matches:
        states = await in_file_thread(_states, file_stores, matches)
        present_hashes = {image.content_hash for image, state in zip(matches, states, strict=True) if state == "there"}
        for image, state in zip(matches, states, strict=True):
            if state == "gone":
                gone_keys.add(image.key)
            elif image.content_hash in present_hashes or image.content_hash not in hashes:
                continue  # its file exists: a new file with the same bytes is a copy
            elif state == "changed" or (state == "doubtful" and await _differs(pool, file_stores, image)):
                changed_keys.add(image.key)
    gone_from_trash = await in_file_thread(_gone_from_trash, file_stores, trashed) if trashed else ()
    by_key = {image.key: image for image in matches}
    return RelocatedImages(by_key, frozenset(gone_keys), frozenset(changed_keys), gone_from_trash)


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


async def _differs(pool: Pool, file_stores: FileStores, image: MatchingImage) -> bool:
    try:
        files = file_stores.of(image.root)
        answer = (await files.examine(pool, image.path, image.content_hash)).answer
    except UnavailableError:
        return False
    if answer.get("rule") == "file.vanished":
        return True
    return "hash" in answer and bytes.fromhex(answer["hash"]) != image.content_hash


class Candidates:
    """The existing images that the pictures of one unit of work may belong to; each is used once."""

    def __init__(self, work: Work, pictures: Sequence[Picture], relocated: RelocatedImages) -> None:
        matches = {image.key: image for image in recorded_files.matching_images(work.connection, *_hashes(pictures))}
        self._gone_keys = relocated.gone_keys
        self._relocated = [
            image
            for image in matches.values()
            if image.key in relocated.gone_keys or image.key in relocated.changed_keys
        ]
        self._pending_hashes = Counter(picture.content_hash for picture in pictures)
        outdated = [image for key, image in matches.items() if relocated.matches.get(key) != image]
        self._stale_hashes: set[bytes | None] = {image.content_hash for image in outdated}
        self._stale_hashes.update(image.pixel_hash for image in outdated)

    def is_current(self, picture: Picture) -> bool:
        """Whether no image that matches the picture was added, moved or changed since `find_relocated`."""
        return picture.content_hash not in self._stale_hashes and (
            picture.pixel_hash is None or picture.pixel_hash not in self._stale_hashes
        )

    def may_be_matched(self, key: int) -> bool:
        """Whether the image has left its path and a later picture of this unit may match it."""
        return any(image.key == key and self._pending_hashes[image.content_hash] > 0 for image in self._relocated)

    def take(self, repository: int, path: str, picture: Picture, *, by_pixels: bool) -> MatchingImage | None:
        """The relocated image that this picture belongs to, or None. To be called once for each picture.

        Among images with equal bytes, one whose file is gone precedes one whose file was changed; then come those of
        the same repository and of the same name. With `by_pixels`, an image with equal pixels is taken when it is the
        only one.
        """
        self._pending_hashes[picture.content_hash] -= 1
        matches = [image for image in self._relocated if image.content_hash == picture.content_hash]
        if not matches and by_pixels and picture.pixel_hash is not None:
            with_same_pixels = [image for image in self._relocated if image.pixel_hash == picture.pixel_hash]
            matches = with_same_pixels if len(with_same_pixels) == 1 else []
        if not matches:
            return None
        name = PurePosixPath(path).name

        def rank(image: MatchingImage) -> tuple[bool, bool, bool, int]:
            has_other_name = PurePosixPath(image.path).name != name
            return image.key not in self._gone_keys, image.repository != repository, has_other_name, image.key

        best = min(matches, key=rank)
        self._relocated.remove(best)
        return best
