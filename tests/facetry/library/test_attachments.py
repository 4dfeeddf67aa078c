"""Attachments: bytes that an extension keeps beside an image, as long as both are there."""

from __future__ import annotations

import hashlib
from uuid import UUID, uuid4

import pytest
from sqlalchemy import text

from facetry.errors import FaultError, Kind
from facetry.library import attachments, images
from facetry.library.attachments import PICTURES, Content
from facetry.store.store import Store
from tests.support import pictures
from tests.support.stores import add_extensions, add_images, add_repository, temporary_store


def put(store: Store, image: UUID, media_type: str, data: bytes, extension: str = "maker") -> str:
    return store.write_now(lambda work: attachments.create(work, image, extension, media_type, data))


def get(store: Store, uri: str) -> Content:
    return store.read_now(lambda connection: attachments.content(connection, uri))


def made(store: Store) -> UUID:
    add_extensions(store, "maker", "other")
    (image,) = add_images(store, add_repository(store), ["a.jpg"])
    return image


@pytest.mark.parametrize("format", pictures.FORMATS)
def test_a_picture_comes_back_as_what_it_is(format: str) -> None:
    data = pictures.picture(format)
    with temporary_store() as store:
        image = made(store)
        uri = put(store, image, f"image/{format.lower()}", data)
        found = get(store, uri)
        assert (found.media_type, found.data) == (f"image/{format.lower()}", data)
        assert found.hash == hashlib.sha256(data).hexdigest()
        assert found.name == f"attachment-1.{pictures.SUFFIXES[format]}"
        for other in sorted(PICTURES - {f"image/{format.lower()}"}):
            with pytest.raises(FaultError) as caught:
                put(store, image, other, data)
            fault = caught.value.fault
            assert (fault.kind, fault.rule, fault.parameter) == (
                Kind.BAD_PARAMETER,
                "attachment.media-type",
                "mimeType",
            )


def test_bytes_that_are_no_picture_are_taken_as_they_are_unless_they_claim_to_be_one() -> None:
    with temporary_store() as store:
        image = made(store)
        for media_type in ("text/html", "image/svg+xml", "application/octet-stream", "application/x.y-z+json"):
            found = get(store, put(store, image, media_type, b"<script>\0"))
            assert (found.media_type, found.data, found.name[-4:]) == (media_type, b"<script>\0", ".bin")
        with pytest.raises(FaultError):
            put(store, image, "image/png", b"<script>")


def test_unknown_images_and_extensions_are_bad_parameters_and_keep_nothing() -> None:
    with temporary_store() as store:
        image = made(store)
        for image_id, extension, rule, parameter in (
            (uuid4(), "maker", "image.unknown", "imageId"),
            (image, "nobody", "extension.unknown", "extensionId"),
        ):
            with pytest.raises(FaultError) as caught:
                put(store, image_id, "text/plain", b"x", extension)
            fault = caught.value.fault
            assert (fault.kind, fault.rule, fault.parameter) == (Kind.BAD_PARAMETER, rule, parameter)
        assert store.read_now(lambda c: c.execute(text("SELECT count(*) FROM attachment")).scalar()) == 0


@pytest.mark.parametrize("uri", ["attachment://7", "attachment://0", "attachment://x", "attachment://", "7", "a://1"])
def test_what_was_never_created_is_unknown(uri: str) -> None:
    with temporary_store() as store:
        put(store, made(store), "text/plain", b"x")
        with pytest.raises(FaultError) as caught:
            get(store, uri)
        assert (caught.value.fault.kind, caught.value.fault.rule) == (Kind.UNKNOWN, "attachment.unknown")


def test_an_attachment_goes_with_its_image_or_extension_and_its_number_never_comes_back() -> None:
    with temporary_store() as store:
        image = made(store)
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
