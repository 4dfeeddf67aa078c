"""Attachments: bytes that an extension stores with an image, for as long as both exist."""

from __future__ import annotations

import hashlib
from uuid import UUID, uuid4

import pytest
from sqlalchemy import text

from facetry.errors import FaultError, FaultKind
from facetry.library import images
from facetry.library.facets import attachments
from facetry.library.facets.attachments import PICTURE_MEDIA_TYPES, AttachmentContent
from facetry.store.store import Store
from tests.support.imaging import pictures
from tests.support.libraries.stores import add_extensions, add_images, add_repository, temporary_store


def put(store: Store, image: UUID, media_type: str, data: bytes, extension: str = "maker") -> str:
    return store.write_now(lambda work: attachments.create(work, image, extension, media_type, data))


def get(store: Store, uri: str) -> AttachmentContent:
    return store.read_now(lambda connection: attachments.content(connection, uri))


def create_image(store: Store) -> UUID:
    add_extensions(store, "maker", "other")
    (image,) = add_images(store, add_repository(store), ["a.jpg"])
    return image


@pytest.mark.parametrize("format", pictures.FORMATS)
def test_a_picture_is_returned_with_its_media_type(format: str) -> None:
    data = pictures.picture(format)
    with temporary_store() as store:
        image = create_image(store)
        uri = put(store, image, f"image/{format.lower()}", data)
        found = get(store, uri)
        assert (found.media_type, found.data) == (f"image/{format.lower()}", data)
        assert found.hash == hashlib.sha256(data).hexdigest()
        assert found.name == f"attachment-1.{pictures.SUFFIXES[format]}"
        for other in sorted(PICTURE_MEDIA_TYPES - {f"image/{format.lower()}"}):
            with pytest.raises(FaultError) as caught:
                put(store, image, other, data)
            fault = caught.value.fault
            assert (fault.kind, fault.rule, fault.parameter) == (
                FaultKind.BAD_PARAMETER,
                "attachment.media-type",
                "mimeType",
            )


def test_bytes_that_are_no_picture_are_accepted_unless_declared_as_one() -> None:
    with temporary_store() as store:
        image = create_image(store)
        for media_type in ("text/html", "image/svg+xml", "application/octet-stream", "application/x.y-z+json"):
            found = get(store, put(store, image, media_type, b"<script>\0"))
            assert (found.media_type, found.data, found.name[-4:]) == (media_type, b"<script>\0", ".bin")
        with pytest.raises(FaultError):
            put(store, image, "image/png", b"<script>")


def test_unknown_images_and_extensions_are_400_and_store_nothing() -> None:
    with temporary_store() as store:
        image = create_image(store)
        for image_id, extension, rule, parameter in (
            (uuid4(), "maker", "image.unknown", "imageId"),
            (image, "nobody", "extension.unknown", "extensionId"),
        ):
            with pytest.raises(FaultError) as caught:
                put(store, image_id, "text/plain", b"x", extension)
            fault = caught.value.fault
            assert (fault.kind, fault.rule, fault.parameter) == (FaultKind.BAD_PARAMETER, rule, parameter)
        assert store.read_now(lambda c: c.execute(text("SELECT count(*) FROM attachment")).scalar()) == 0


@pytest.mark.parametrize("uri", ["attachment://7", "attachment://0", "attachment://x", "attachment://", "7", "a://1"])
def test_an_attachment_that_was_never_created_is_404(uri: str) -> None:
    with temporary_store() as store:
        put(store, create_image(store), "text/plain", b"x")
        with pytest.raises(FaultError) as caught:
            get(store, uri)
        assert (caught.value.fault.kind, caught.value.fault.rule) == (FaultKind.NOT_FOUND, "attachment.unknown")


def test_an_attachment_is_deleted_with_its_image_or_extension_and_its_key_is_not_reused() -> None:
    with temporary_store() as store:
        image = create_image(store)
        assert put(store, image, "text/plain", b"1") == "attachment://1"
        assert put(store, image, "text/plain", b"2", "other") == "attachment://2"
        store.write_now(lambda work: work.connection.execute(text("DELETE FROM extension WHERE id = 'other'")).rowcount)
        assert get(store, "attachment://1").data == b"1"
        with pytest.raises(FaultError):
            get(store, "attachment://2")
        store.write_now(lambda work: images.remove(work, [images.key_of(work.connection, image)]))
        with pytest.raises(FaultError):
            get(store, "attachment://1")
        (again,) = add_images(store, add_repository(store, "more"), ["b.jpg"])
        assert put(store, again, "text/plain", b"3") == "attachment://3"
