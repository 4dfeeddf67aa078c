# Generated from specs/ by `python -m codegen`. Do not edit.
"""The operations of the service as methods."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from facetry_extension.api.models import (
    ApiSecret,
    ApiSecretSelf,
    ApiSecretSummary,
    ApiSecretType,
    ApplicationConfiguration,
    ApplicationSettings,
    AttachmentUri,
    Collection,
    CollectionId,
    CollectionPreview,
    CommandParameters,
    CommandResult,
    ComputedImageFormat,
    DocumentCheck,
    DocumentKind,
    EmbeddingSet,
    EmbeddingsIndex,
    EventTopic,
    Extension,
    ExtensionActivity,
    ExtensionAndManual,
    ExtensionAndWarnings,
    ExtensionCommandRun,
    ExtensionDeadLetters,
    ExtensionFailures,
    ExtensionImageEmbeddingName,
    ExtensionImageEmbeddings,
    ExtensionImageFeature,
    ExtensionImageFeatureName,
    ExtensionImageTag,
    ExtensionLog,
    ExtensionPermissions,
    ExtensionProgress,
    ExtensionRunCount,
    ExtensionsConfiguration,
    ExtensionSettings,
    ExtensionState,
    FeatureSet,
    GenerationRecipe,
    Image,
    ImageCapabilityId,
    ImageCommandRun,
    ImageDistance,
    ImageEmbedding,
    ImageFormat,
    ImageMediaUrl,
    ImageMetadata,
    ImageResizeRender,
    ObjectStoreMessage,
    PageConfiguration,
    ReadyState,
    RegisteredExtension,
    Repository,
    RepositoryActivity,
    RepositoryLocationType,
    RunCommandParameters,
    SearchBucketParameters,
    SearchBucketsResult,
    SearchFeaturesResult,
    SearchFilter,
    SearchImageIdResult,
    SearchImageResult,
    SearchImageSummaryResult,
    SearchMediaUrlResult,
    SearchParameters,
    SearchTagsResult,
    Session,
    SessionCredential,
    SkippedFileKind,
    SkippedFilesResult,
    TagCount,
    TagSet,
    TrashedImagesResult,
    UnreadableFilesResult,
)
from facetry_extension.api.transport import Content, Message, Transport


class Client(Transport):
    """The operations of the service, one method each. What they refuse is raised as `ApiError`."""

    async def image_set_tags(self, id: str, body: TagSet, *, extension_id: str | None = None) -> None:
        """Replace the tags of an extension on an image.

        The tags of this extension on the image become exactly the given values; tags of other extensions
        stay. An empty array says that the extension looked and found nothing, which is remembered but never
        listed.

        Announces `image.tags.updated`.
        """
        await self._call(
            "PUT", f"/image/{self._quoted(id)}/setTags", query={"extensionId": self._own(extension_id)}, body=body
        )

    async def image_ensure_tags(self, id: str, body: TagSet, *, extension_id: str | None = None) -> None:
        """Add tags of an extension to an image.

        The missing values are added, the present ones are kept, and a remembered "found nothing" is
        forgotten. When the extension would have more tags on the image than a TagSet holds, nothing is added
        at all.

        Announces `image.tags.updated`, also when every value was there before.
        """
        await self._call(
            "PUT", f"/image/{self._quoted(id)}/ensureTags", query={"extensionId": self._own(extension_id)}, body=body
        )

    async def image_get_tags(self, id: str, *, extension_id: str | None = None) -> TagSet:
        """Get the tags of an extension on an image.

        The values in ascending order of their code points. Empty both when the extension found nothing and
        when it has not looked.
        """
        answer: TagSet = await self._json(
            "GET", f"/image/{self._quoted(id)}/getTags", query={"extensionId": self._own(extension_id)}
        )
        return answer

    async def image_get_all_tags(self, id: str) -> list[ExtensionImageTag]:
        """Get the tags of every extension on an image.

        The tags ordered by value, then by extension, both in ascending order of their code points.
        """
        answer: list[ExtensionImageTag] = await self._json("GET", f"/image/{self._quoted(id)}/getAllTags")
        return answer

    async def repository_tags(self) -> list[ExtensionImageTag]:
        """List every tag in use.

        The distinct pairs of extension and value over all images of all repositories, ordered by value, then
        by extension. A pair that no image carries any more is not listed.
        """
        answer: list[ExtensionImageTag] = await self._json("GET", "/repository/tags")
        return answer

    async def repository_tag_counts(
        self, *, text: str | None = None, extension_ids: list[str] | None = None, count: int | None = None
    ) -> list[TagCount]:
        """Count the images of each tag, for completing what is typed.

        The tags in use that contain the text, compared without regard to case, with the number of images that
        have them. Those that begin with the text come first; among each kind, those that most images have,
        then by value, then by extension.
        """
        answer: list[TagCount] = await self._json(
            "GET", "/repository/tagCounts", query={"text": text, "extensionIds": extension_ids, "count": count}
        )
        return answer

    async def image_search_tags(
        self, body: SearchParameters, *, extension_ids: list[str] | None = None
    ) -> SearchTagsResult:
        """Find images and list their tags.

        Answers with one page of the matching images, each with its tags. An image without any tag to list is
        listed with none.

        503 with the rule `embedding.source` when the filter has a similarity to a text, and no running
        extension makes the embedding of the text.
        """
        answer: SearchTagsResult = await self._json(
            "POST", "/image/search/tags", query={"extensionIds": extension_ids}, body=body
        )
        return answer

    async def image_set_features(self, id: str, body: FeatureSet, *, extension_id: str | None = None) -> None:
        """Replace the features of an extension on an image.

        The features of this extension on the image become exactly the given ones, in this order; features of
        other extensions stay. An empty array says that the extension looked and found nothing, which is
        remembered but never listed. An attachment that a former feature named and no new one names goes with
        it.

        A value that is a view document or a recipe and is invalid is refused with the rule of that document,
        such as `schema.required`; the detail names the place in it.

        Announces `image.features.updated`.
        """
        await self._call(
            "PUT", f"/image/{self._quoted(id)}/setFeatures", query={"extensionId": self._own(extension_id)}, body=body
        )

    async def image_ensure_features(self, id: str, body: FeatureSet, *, extension_id: str | None = None) -> None:
        """Add or change features of an extension on an image.

        A feature is known by its type, its format and its name, or by having no name. Where the extension has
        one already, the given one takes its place; otherwise it is added at the end. The others are kept, and
        a remembered "found nothing" is forgotten. When the extension would have more features on the image
        than a FeatureSet holds, nothing is changed at all.

        A value that is a view document or a recipe and is invalid is refused with the rule of that document,
        such as `schema.required`; the detail names the place in it.

        Announces `image.features.updated`.
        """
        await self._call(
            "PUT",
            f"/image/{self._quoted(id)}/ensureFeatures",
            query={"extensionId": self._own(extension_id)},
            body=body,
        )

    async def image_get_features(self, id: str, *, extension_id: str | None = None) -> FeatureSet:
        """Get the features of an extension on an image.

        The features in the order in which they were written. Empty both when the extension found nothing and
        when it has not looked.
        """
        answer: FeatureSet = await self._json(
            "GET", f"/image/{self._quoted(id)}/getFeatures", query={"extensionId": self._own(extension_id)}
        )
        return answer

    async def image_get_all_features(self, id: str) -> list[ExtensionImageFeature]:
        """Get the features of every extension on an image.

        The features ordered by extension, in ascending order of the code points of its id, then as written.
        """
        answer: list[ExtensionImageFeature] = await self._json("GET", f"/image/{self._quoted(id)}/getAllFeatures")
        return answer

    async def image_get_all_recipes(self, id: str) -> list[GenerationRecipe]:
        """Get the generation recipes of an image.

        The features of the type `recipe` and the format `json` of every extension, parsed, ordered by
        extension, then as written. Recipes of the format `ui` are for people and not among them.
        """
        answer: list[GenerationRecipe] = await self._json("GET", f"/image/{self._quoted(id)}/getAllRecipes")
        return answer

    async def repository_feature_names(self) -> list[ExtensionImageFeatureName]:
        """List every name of features in use.

        The distinct combinations of extension, type, format and name over all images of all repositories,
        ordered by name, then by extension, type and format. Features without a name are left out.
        """
        answer: list[ExtensionImageFeatureName] = await self._json("GET", "/repository/featureNames")
        return answer

    async def image_search_features(
        self, body: SearchParameters, *, extension_ids: list[str] | None = None
    ) -> SearchFeaturesResult:
        """Find images and list their features.

        Answers with one page of the matching images, each with its features. An image without any feature to
        list is listed with none.

        503 with the rule `embedding.source` when the filter has a similarity to a text, and no running
        extension makes the embedding of the text.
        """
        answer: SearchFeaturesResult = await self._json(
            "POST", "/image/search/features", query={"extensionIds": extension_ids}, body=body
        )
        return answer

    async def image_set_embeddings(self, id: str, body: EmbeddingSet, *, extension_id: str | None = None) -> None:
        """Set embeddings of an extension on an image.

        Each vector takes the place of the one of the same name, if the image has one of this extension; other
        names stay. The first vector of a name decides how long all of them are, in the whole library, for as
        long as there is any. Either all vectors of the request are set or none.

        Announces `image.embeddings.updated`, unless the array is empty.
        """
        await self._call(
            "PUT", f"/image/{self._quoted(id)}/setEmbeddings", query={"extensionId": self._own(extension_id)}, body=body
        )

    async def image_get_embeddings(self, id: str, *, extension_id: str | None = None) -> ExtensionImageEmbeddings:
        """Get the embeddings of an extension on an image.

        The vectors ordered by name; none when the extension has not written any.
        """
        answer: ExtensionImageEmbeddings = await self._json(
            "GET", f"/image/{self._quoted(id)}/getEmbeddings", query={"extensionId": self._own(extension_id)}
        )
        return answer

    async def image_get_all_embeddings(self, id: str) -> list[ExtensionImageEmbeddings]:
        """Get the embeddings of every extension on an image.

        One item for each extension that has written any, ordered by its identifier in ascending order of the
        code points.
        """
        answer: list[ExtensionImageEmbeddings] = await self._json("GET", f"/image/{self._quoted(id)}/getAllEmbeddings")
        return answer

    async def image_delete_embeddings(self, id: str, *, extension_id: str | None = None) -> None:
        """Delete the embeddings of an extension on an image.

        Removes every vector that the extension has written for the image, whatever its name. Nothing to
        remove is no fault.

        Announces `image.embeddings.updated` when there was any.
        """
        await self._call(
            "PUT", f"/image/{self._quoted(id)}/deleteEmbeddings", query={"extensionId": self._own(extension_id)}
        )

    async def repository_embeddings_names(self) -> list[ExtensionImageEmbeddingName]:
        """List every name of embeddings in use.

        The distinct pairs of extension and name over all images of all repositories, ordered by extension,
        then by name. A pair that no image has any more is not listed.
        """
        answer: list[ExtensionImageEmbeddingName] = await self._json("GET", "/repository/embeddingsNames")
        return answer

    async def repository_embeddings_indexes(self) -> list[EmbeddingsIndex]:
        """Tell how searches by similarity find embeddings.

        Every name of embeddings in use, ordered by extension, then by name, with the state of the index over
        its vectors. Searches are answered in every state; an index makes them quicker.
        """
        answer: list[EmbeddingsIndex] = await self._json("GET", "/repository/embeddingsIndexes")
        return answer

    async def trash_list(self, *, take: int | None = None, skip: int | None = None) -> TrashedImagesResult:
        """List the images in the trash.

        Images that were deleted with `toTrash`, those deleted last first. They are removed for good after the
        days that the settings of the service say, 30 by default.
        """
        answer: TrashedImagesResult = await self._json("GET", "/trash/list", query={"take": take, "skip": skip})
        return answer

    async def trash_restore(
        self, id: str, *, if_match: str | None = None, if_unmodified_since: str | None = None
    ) -> Image:
        """Restore an image from the trash.

        The image is as before its deletion: its id, its dates, and all that extensions wrote about it. Its
        file gets its former path; if another file has that path by now, a number is added to the name. Facets
        of extensions that are not registered any more are lost.

        409 with the rule `repository.unavailable` when the folder cannot be reached, `image.file-not-movable`
        when the file cannot be moved, in a bucket also `file.too-large` when the object has more bytes than a
        picture may have; the image stays in the trash. Announces `image.created`.
        """
        answer: Image = await self._json(
            "PUT",
            f"/trash/{self._quoted(id)}/restore",
            headers={"If-Match": if_match, "If-Unmodified-Since": if_unmodified_since},
        )
        return answer

    async def trash_delete(
        self, id: str, *, if_match: str | None = None, if_unmodified_since: str | None = None
    ) -> None:
        """Remove an image from the trash for good.

        Removes the file and all that is known of the image, also its mention in the filters of collections.

        409 with the rule `repository.unavailable` when the folder cannot be reached, `image.file-not-movable`
        when the file cannot be removed; the image stays in the trash.
        """
        await self._call(
            "DELETE",
            f"/trash/{self._quoted(id)}/delete",
            headers={"If-Match": if_match, "If-Unmodified-Since": if_unmodified_since},
        )

    async def trash_empty(self) -> None:
        """Remove all images from the trash for good.

        Removes all images of the trash as `/trash/{id}/delete` does with one.

        409 with the rule `repository.unavailable` when the folder of an image cannot be reached, `image.file-
        not-movable` when a file cannot be removed. Images that were removed before are gone then, the others
        stay.
        """
        await self._call("DELETE", "/trash/empty")

    async def image_get(self, id: str) -> Image:
        """Get an image record.

        The full record, with the metadata of the file and with the features and tags of every extension.
        """
        answer: Image = await self._json("GET", f"/image/{self._quoted(id)}/get")
        return answer

    async def image_metadata(self, id: str) -> ImageMetadata:
        """Get what the file of an image says about itself.

        The metadata of the file by block, as in the full record.
        """
        answer: ImageMetadata = await self._json("GET", f"/image/{self._quoted(id)}/metadata")
        return answer

    async def image_download(
        self,
        id: str,
        *,
        format: ImageFormat | None = None,
        width: int | None = None,
        height: int | None = None,
        resize_render: ImageResizeRender | None = None,
        quality: int | None = None,
        strip_metadata: bool | None = None,
        if_match: str | None = None,
        if_unmodified_since: str | None = None,
        if_none_match: str | None = None,
        if_modified_since: str | None = None,
    ) -> bytes:
        """Download an image, as it is or in another format or size.

        Without parameters, or with parameters that the file meets already, the answer is the unchanged file
        with the media type of its content. `Range` (one range of bytes) and `If-Range` work as in RFC 9110;
        several ranges and malformed ones are answered with the whole file.

        With other parameters the answer is a *rendition*, a picture made from the file: turned upright, at
        most as large as the file, and the first frame of an animation when a width or a height is given. It
        comes as a whole, and from a cache the next time. `If-None-Match` works for both.

        409 with the rule `image.file-missing` when the file of the record is missing, as after a disk was
        unplugged, `image.unreadable` when a rendition needs a file that cannot be decoded. 503 with the rule
        `decoder.busy` when too many pictures wait for a decoder, and `decoder.unavailable` when there is
        none.
        """
        return await self._bytes(
            "GET",
            f"/image/{self._quoted(id)}/download",
            query={
                "format": format,
                "width": width,
                "height": height,
                "resizeRender": resize_render,
                "quality": quality,
                "stripMetadata": strip_metadata,
            },
            headers={
                "If-Match": if_match,
                "If-Unmodified-Since": if_unmodified_since,
                "If-None-Match": if_none_match,
                "If-Modified-Since": if_modified_since,
            },
        )

    async def image_media_url(
        self,
        id: str,
        *,
        format: ImageFormat | None = None,
        width: int | None = None,
        height: int | None = None,
        resize_render: ImageResizeRender | None = None,
    ) -> ImageMediaUrl:
        """Get a URL that shows an image without a key.

        A signed URL for the `<img>` of a page, which works until it expires, 12 to 24 hours from now, and no
        longer than the key of this request. Its `version` names the content that the image has now, so that a
        browser does not show an earlier content from its cache; a URL of an earlier version shows the present
        content.

        The use of the URL shows whether the image exists in this format and size.
        """
        answer: ImageMediaUrl = await self._json(
            "GET",
            f"/image/{self._quoted(id)}/mediaUrl",
            query={"format": format, "width": width, "height": height, "resizeRender": resize_render},
        )
        return answer

    async def image_modify(
        self,
        id: str,
        body: Content,
        *,
        if_match: str | None = None,
        if_unmodified_since: str | None = None,
        content_type: str = "application/octet-stream",
    ) -> Image:
        """Give an image new content.

        The bytes become the file of the image, which keeps its identifier, name, tags and everything else
        that was written about it. They have to be of the format that the image has. The old file stays until
        the new one is safely on the disk; a failure leaves everything as it was, and so do the same bytes
        again.

        409 with the rule `image.file-missing` when the file is not where it was, `repository.unavailable`
        when its folder cannot be reached, `file.not-writable` when the service may not write there,
        `image.file-changed` when the file is another one than the library has read. In a bucket also
        `file.too-large` when the object has more bytes than a picture may have, and `repository.conditional-
        writes` when the object store cannot rule out that a write replaces it unseen. 503 with the rule
        `decoder.busy` or `decoder.unavailable`. Announces `image.updated`.
        """
        answer: Image = await self._json(
            "PUT",
            f"/image/{self._quoted(id)}/modify",
            headers={"If-Match": if_match, "If-Unmodified-Since": if_unmodified_since},
            content=body,
            content_type=content_type,
        )
        return answer

    async def image_delete(
        self,
        id: str,
        *,
        to_trash: bool | None = None,
        if_match: str | None = None,
        if_unmodified_since: str | None = None,
    ) -> None:
        """Delete an image and its file.

        Removes the file from the folder, then the record with everything that was written about it, its
        attachments, and its mention in the filters of collections. A file that is gone already is no
        obstacle. With `toTrash`, the image can be restored by `/trash/{id}/restore`.

        409 with the rule `image.file-not-removable` when the file cannot be removed, `image.file-not-movable`
        or `trash.folder` when it cannot be moved to the trash, `repository.unavailable` when its folder
        cannot be reached, `image.file-changed` when the file is another one than the library has read; the
        record stays. In a bucket also, with `toTrash`, `file.too-large` when the object has more bytes than a
        picture may have. Announces `image.deleted`.
        """
        await self._call(
            "DELETE",
            f"/image/{self._quoted(id)}/delete",
            query={"toTrash": to_trash},
            headers={"If-Match": if_match, "If-Unmodified-Since": if_unmodified_since},
        )

    async def image_collection_ids(self, id: str) -> list[CollectionId]:
        """List the collections that an image is in.

        The collections whose filter matches the image at the moment, in ascending order.
        """
        answer: list[CollectionId] = await self._json("GET", f"/image/{self._quoted(id)}/collectionIds")
        return answer

    async def image_convert(
        self,
        body: Content,
        *,
        format: ImageFormat,
        quality: int | None = None,
        content_type: str = "application/octet-stream",
    ) -> bytes:
        """Convert a picture to another format.

        Answers with the picture of the body in the requested format, in its own size and turned upright, with
        the metadata that the format can hold. The library stays as it is.

        503 with the rule `decoder.busy` when too many pictures wait for a decoder, and `decoder.unavailable`
        when there is none.
        """
        return await self._bytes(
            "PUT",
            "/image/convert",
            query={"format": format, "quality": quality},
            content=body,
            content_type=content_type,
        )

    async def image_format(
        self, body: Content, *, content_type: str = "application/octet-stream"
    ) -> ComputedImageFormat:
        """Tell the format of a picture.

        The format of the body, recognised by its first bytes. It does not follow that the body can be
        decoded.
        """
        answer: ComputedImageFormat = await self._json("PUT", "/image/format", content=body, content_type=content_type)
        return answer

    async def image_search_ids(self, body: SearchParameters) -> SearchImageIdResult:
        """Find image identifiers.

        Answers with the identifiers of one page of the matching images. `/image/search/idStream` has them
        all.

        503 with the rule `embedding.source` when the filter has a similarity to a text, and no running
        extension makes the embedding of the text.
        """
        answer: SearchImageIdResult = await self._json("POST", "/image/search/ids", body=body)
        return answer

    async def image_search_summaries(self, body: SearchParameters) -> SearchImageSummaryResult:
        """Find image summaries.

        Answers with the records of one page of the matching images, without metadata, features and tags. The
        form for listings.

        503 with the rule `embedding.source` when the filter has a similarity to a text, and no running
        extension makes the embedding of the text.
        """
        answer: SearchImageSummaryResult = await self._json("POST", "/image/search/summaries", body=body)
        return answer

    async def image_search_images(self, body: SearchParameters) -> SearchImageResult:
        """Find full image records.

        Answers with the full records of one page of the matching images. Listings are better served by the
        summaries.

        503 with the rule `embedding.source` when the filter has a similarity to a text, and no running
        extension makes the embedding of the text.
        """
        answer: SearchImageResult = await self._json("POST", "/image/search/images", body=body)
        return answer

    async def image_search_media_urls(
        self,
        body: SearchParameters,
        *,
        format: ImageFormat | None = None,
        width: int | None = None,
        height: int | None = None,
        resize_render: ImageResizeRender | None = None,
    ) -> SearchMediaUrlResult:
        """Find images and get URLs that show them without a key.

        Answers with signed URLs of one page of the matching images, as `/image/{id}/mediaUrl` makes them. The
        form for galleries.

        The use of a URL shows whether the image exists in this format and size.

        503 with the rule `embedding.source` when the filter has a similarity to a text, and no running
        extension makes the embedding of the text.
        """
        answer: SearchMediaUrlResult = await self._json(
            "POST",
            "/image/search/mediaUrls",
            query={"format": format, "width": width, "height": height, "resizeRender": resize_render},
            body=body,
        )
        return answer

    def image_search_id_stream(self, body: SearchParameters) -> AsyncIterator[Any]:
        """Stream the identifiers of all matching images.

        Answers with the identifiers of all matching images, or of those in the range when there is one, in
        the requested order: one JSON string on each line (NDJSON). Which images match is settled when the
        answer begins; those that are deleted before their line is written are left out. `facets` change
        nothing.

        503 with the rule `embedding.source` when the filter has a similarity to a text, and no running
        extension makes the embedding of the text. An incomplete answer ends without the last chunk.
        """
        return self._lines("POST", "/image/search/idStream", body=body)

    async def image_search_buckets(self, body: SearchBucketParameters) -> SearchBucketsResult:
        """Count the matching images by month, letter or position.

        Answers with the matching images in buckets, in the requested order: how many there are in each month,
        of each first letter, or in each thousand, the first image of each bucket, and on request the aspect
        ratios of all images. Clients that show all matching images know from it how much room they need, and
        which page to request for any place.

        503 with the rule `embedding.source` when the filter has a similarity to a text, and no running
        extension makes the embedding of the text.
        """
        answer: SearchBucketsResult = await self._json("POST", "/image/search/buckets", body=body)
        return answer

    async def image_closest_images(
        self,
        id: str,
        *,
        extension_id: str | None = None,
        name: str,
        count: float | None = None,
        max_distance: float | None = None,
        collection_id: int | None = None,
    ) -> list[ImageDistance]:
        """Find the images closest to an image.

        Compares the embedding of the image with those that other images have of the same extension and name,
        by their cosine distance, and answers with the nearest. The image itself is not among them.

        503 with the rule `embedding.source` when the collection has a similarity to a text, and no running
        extension makes the embedding of the text.
        """
        answer: list[ImageDistance] = await self._json(
            "GET",
            f"/image/{self._quoted(id)}/closestImages",
            query={
                "extensionId": self._own(extension_id),
                "name": name,
                "count": count,
                "maxDistance": max_distance,
                "collectionId": collection_id,
            },
        )
        return answer

    async def image_closest_embeddings_images(
        self,
        body: ImageEmbedding,
        *,
        extension_id: str | None = None,
        count: float | None = None,
        max_distance: float | None = None,
        collection_id: int | None = None,
    ) -> list[ImageDistance]:
        """Find the images closest to an embedding.

        Compares the embedding of the body with those that images have of the extension and of its name, by
        their cosine distance, and answers with the nearest. There are none when no image has an embedding of
        the name. Nothing is changed, though the method is PUT.

        503 with the rule `embedding.source` when the collection has a similarity to a text, and no running
        extension makes the embedding of the text.
        """
        answer: list[ImageDistance] = await self._json(
            "PUT",
            "/image/closestEmbeddingsImages",
            query={
                "extensionId": self._own(extension_id),
                "count": count,
                "maxDistance": max_distance,
                "collectionId": collection_id,
            },
            body=body,
        )
        return answer

    async def image_text_to_images(
        self,
        *,
        text: str,
        extension_id: str | None = None,
        name: str,
        count: float | None = None,
        max_distance: float | None = None,
        collection_id: int | None = None,
    ) -> list[ImageDistance]:
        """Find the images closest to a text.

        Has the extension make the embedding of the text, compares it with those that images have of the
        extension and name, by their cosine distance, and answers with the nearest. There are none when no
        image has an embedding of the name. If the extension makes no embeddings of texts, another one makes
        it whose manifest declares the same `vectorSpace`.

        503 with the rule `embedding.source` when there is no such extension, it does not run, or it returns a
        vector that cannot be compared.
        """
        answer: list[ImageDistance] = await self._json(
            "GET",
            "/image/textToImages",
            query={
                "text": text,
                "extensionId": self._own(extension_id),
                "name": name,
                "count": count,
                "maxDistance": max_distance,
                "collectionId": collection_id,
            },
        )
        return answer

    async def media(
        self,
        id: str,
        *,
        format: ImageFormat | None = None,
        width: int | None = None,
        height: int | None = None,
        resize_render: ImageResizeRender | None = None,
        version: str,
        issuer: int,
        expires: int,
        signature: str,
        if_match: str | None = None,
        if_unmodified_since: str | None = None,
        if_none_match: str | None = None,
        if_modified_since: str | None = None,
    ) -> bytes:
        """Show an image by a media URL.

        Answers to the URLs that `/image/{id}/mediaUrl` and `/image/search/mediaUrls` make; their signature
        keeps clients from making others. Without format and size the answer is the unchanged file, or the
        requested part of it; otherwise it is a rendition, as of `/image/{id}/download` with `stripMetadata`.

        403 with the rule `media.signature` when the URL was changed or not made here, `media.expired` when
        its time is over, `media.revoked` when the key that requested it is revoked or no longer grants
        `image:read`. 409 with the rule `image.file-missing` when the file is missing, `image.unreadable` when
        it cannot be decoded. 503 with the rule `decoder.busy` or `decoder.unavailable`.
        """
        return await self._bytes(
            "GET",
            f"/media/{self._quoted(id)}",
            query={
                "format": format,
                "width": width,
                "height": height,
                "resizeRender": resize_render,
                "version": version,
                "issuer": issuer,
                "expires": expires,
                "signature": signature,
            },
            headers={
                "If-Match": if_match,
                "If-Unmodified-Since": if_unmodified_since,
                "If-None-Match": if_none_match,
                "If-Modified-Since": if_modified_since,
            },
        )

    async def image_attachment_create(
        self,
        body: Content,
        *,
        image_id: str,
        extension_id: str | None = None,
        mime_type: str,
        content_type: str = "application/octet-stream",
    ) -> AttachmentUri:
        """Keep bytes for a feature of an image.

        Keeps the bytes of the body beside an image, in the name of an extension, and answers with the
        identifier that a feature of the format `binary` has as its value. The attachment goes with its image
        or its extension.
        """
        answer: AttachmentUri = await self._json(
            "POST",
            "/imageAttachment/create",
            query={"imageId": image_id, "extensionId": self._own(extension_id), "mimeType": mime_type},
            content=body,
            content_type=content_type,
        )
        return answer

    async def image_attachment_download(
        self, uri: str, *, if_match: str | None = None, if_none_match: str | None = None
    ) -> bytes:
        """Download an attachment.

        The bytes as they were sent, with the media type that they were created with. The colon and the
        slashes of the identifier are percent-encoded in the path.
        """
        return await self._bytes(
            "GET",
            f"/imageAttachment/{self._quoted(uri)}/download",
            headers={"If-Match": if_match, "If-None-Match": if_none_match},
        )

    async def repository_create(
        self,
        *,
        type: RepositoryLocationType,
        url: str,
        name: str,
        comment: str | None = None,
        watch: bool | None = None,
        technical_id: str | None = None,
    ) -> Repository:
        """Create a repository on a folder or bucket.

        Takes an existing folder, or the objects beneath a prefix of a bucket, into the library and starts its
        first scan, which goes on after the answer, unless scans are stopped. The service only reads the
        folder, except in requests that store, rename or delete pictures.

        409 names what is taken already: `repository.name-taken`, `repository.technicalId-taken`, or
        `repository.nested` when the folder is one of a repository already, lies inside one or holds one.
        Announces `repository.created`.
        """
        answer: Repository = await self._json(
            "POST",
            "/repository/create",
            query={
                "type": type,
                "url": url,
                "name": name,
                "comment": comment,
                "watch": watch,
                "technicalId": technical_id,
            },
        )
        return answer

    async def repository_ensure(
        self, *, technical_id: str, name: str, comment: str | None = None, watch: bool | None = None
    ) -> Repository:
        """Get the repository of a program, or create it.

        Answers with the repository that has the technical id, as it is; name, comment and watching of the
        request are for a new one only. When there is none, it is created on a folder of its own, which the
        service makes among its data.

        409 when it would be created: with the rule `repository.name-taken` if another repository has the
        name, with `repository.shared-folder` if the hosts of a cluster share no folder for it. With
        `file.not-writable` if a link or a file is in the place of the folder, and with
        `repository.unavailable` if the folder above it leads elsewhere. Announces `repository.created` when
        it was created.
        """
        answer: Repository = await self._json(
            "PUT",
            "/repository/ensure",
            query={"technicalId": technical_id, "name": name, "comment": comment, "watch": watch},
        )
        return answer

    async def repository_list(self) -> list[Repository]:
        """List the repositories.

        Every repository, ordered by name, in which numbers are compared by their value.
        """
        answer: list[Repository] = await self._json("GET", "/repository/list")
        return answer

    async def repository_activities(self) -> list[RepositoryActivity]:
        """Show what the repositories do.

        One activity per repository, in the order of `/repository/list`, with the progress of its last or
        current scan. A scan has settled when `kind` is not `synchronizing`.
        """
        answer: list[RepositoryActivity] = await self._json("GET", "/repository/activities")
        return answer

    async def repository_get(self, id: str) -> Repository:
        """Get a repository.

        The repository with its present state.
        """
        answer: Repository = await self._json("GET", f"/repository/{self._quoted(id)}/get")
        return answer

    async def repository_update(
        self, id: str, *, name: str | None = None, comment: str | None = None, url: str | None = None
    ) -> Repository:
        """Change the name, the comment or the folder of a repository.

        Changes what is given and keeps the rest; an empty comment takes the comment away. Another folder
        means that the files lie elsewhere now: a scan begins there, and images whose files it finds keep
        their identifiers and everything that was written about them. The same folder says that what is there
        now is the folder of the repository, as after its files were restored from a copy; until then another
        folder in its place is not used.

        409 with the rule `repository.name-taken` when another repository has the name, `repository.nested`
        when the folder is one of another repository, lies inside one or holds one, `repository.synchronizing`
        when a folder is given while a scan runs. Announces `repository.updated`.
        """
        answer: Repository = await self._json(
            "PUT", f"/repository/{self._quoted(id)}/update", query={"name": name, "comment": comment, "url": url}
        )
        return answer

    async def repository_delete(self, id: str) -> None:
        """Delete a repository and keep its files.

        Forgets the repository and the records of its images with everything written about them, also of those
        in the trash. The folder and its files stay as they are, and so do those in its hidden folder
        `.facetry-trash`.

        409 with the rule `repository.synchronizing` while it is being synchronised. Announces
        `repository.deleted`, and `image.deleted` for each image.
        """
        await self._call("DELETE", f"/repository/{self._quoted(id)}/delete")

    async def repository_synchronize(
        self, id: str, *, maximum_removals: int | None = None, verify: bool | None = None
    ) -> None:
        """Scan the folder of a repository.

        Starts a scan that records new, changed, moved and deleted files. The answer comes before the scan is
        over; `/repository/activities` shows its progress. A scan that misses too many files forgets none of
        their images, and they become `MISSING`. With `verify` it reads the known files again.

        409 with the rule `repository.synchronizing` while one runs, `repository.unavailable` when the folder
        cannot be read, `repository.stopped` while scans are stopped. Announces
        `repository.synchronize.started` and, at its end, `repository.synchronize.stopped`.
        """
        await self._call(
            "PUT",
            f"/repository/{self._quoted(id)}/synchronize",
            query={"maximumRemovals": maximum_removals, "verify": verify},
        )

    async def repository_unreadable_files(
        self, id: str, *, rule: str | None = None, take: int | None = None, skip: int | None = None
    ) -> UnreadableFilesResult:
        """List the files of a repository that could not be read.

        Files that look like images but are damaged, too large or of an unknown kind, each with the reason,
        ordered by path. A file that was an image before stays one, and its record has the state `UNREADABLE`.
        """
        answer: UnreadableFilesResult = await self._json(
            "GET", f"/repository/{self._quoted(id)}/unreadableFiles", query={"rule": rule, "take": take, "skip": skip}
        )
        return answer

    async def repository_skipped_files(
        self, id: str, *, kind: SkippedFileKind | None = None, take: int | None = None, skip: int | None = None
    ) -> SkippedFilesResult:
        """List the files of a repository that are not read.

        Files that are no pictures of the formats that are read, such as TIFF and RAW files, videos and
        documents, ordered by path, and how many there are of each kind. Hidden files are not listed.
        """
        answer: SkippedFilesResult = await self._json(
            "GET", f"/repository/{self._quoted(id)}/skippedFiles", query={"kind": kind, "take": take, "skip": skip}
        )
        return answer

    async def repository_retry_unreadable_files(self, id: str, *, rule: str | None = None) -> None:
        """Read the files of a repository that could not be read once more.

        Forgets what was said about the files, or about those that broke one rule, and starts a scan, which
        reads them again. The answer comes before the scan is over.

        409 with the rule `repository.synchronizing` while a scan runs, `repository.unavailable` when the
        folder cannot be read, `repository.stopped` while scans are stopped. Announces
        `repository.synchronize.started` and, at its end, `repository.synchronize.stopped`.
        """
        await self._call("PUT", f"/repository/{self._quoted(id)}/retryUnreadableFiles", query={"rule": rule})

    async def repository_watch(self, id: str, *, is_start: bool) -> None:
        """Begin or end to follow the changes of a folder.

        From now on, and across restarts of the service, changes of the folder are taken in as they happen, or
        no longer. Beginning starts a scan for what happened before; what is so already stays so.

        409 with the rule `repository.unavailable` when it is to begin and the folder cannot be read,
        `repository.stopped` when it is to begin and watches are stopped. Announces `repository.updated`.
        """
        await self._call("PUT", f"/repository/{self._quoted(id)}/watch", query={"isStart": is_start})

    async def repository_notify(self, id: str, body: ObjectStoreMessage) -> None:
        """Say which objects of a watched bucket have changed.

        For the webhook of an object store. The body is a message as stores send it, with a record for each
        object. What happened to them is looked up in the store, so that messages may be late, repeated or in
        any order. The answer comes before that. Records of other buckets and prefixes are ignored.

        409 with the rule `repository.not-watched` when a record is about the repository, which is not
        watched.
        """
        await self._call("POST", f"/repository/{self._quoted(id)}/notify", body=body)

    async def repository_start_or_stop(self, *, is_start: bool) -> None:
        """Stop all scans and watches, or let them go on.

        Stopping ends every scan and every watch. None begins until they are started again or the service
        restarts; requests for one get 409 with the rule `repository.stopped`. After the start, watched
        repositories are scanned and watched again. A repeated request changes nothing.
        """
        await self._call("PUT", "/repository/startOrStop", query={"isStart": is_start})

    async def repository_store_image(
        self,
        id: str,
        body: Content,
        *,
        inception_date: int | None = None,
        source_url: str | None = None,
        parent_id: str | None = None,
        application_metadata: str | None = None,
        relative_directory_path: str | None = None,
        name_without_extension: str | None = None,
        content_type: str = "application/octet-stream",
    ) -> Image:
        """Store a picture in a repository.

        Writes the bytes of the body into a file of the repository and takes it into the library. The file is
        the body, byte for byte; its extension follows from its format. The answer comes when it is safely on
        the disk.

        409 with the rule `image.name-taken` when there is a file of that name, `repository.unavailable` when
        the folder cannot be reached, `file.not-writable` when the service may not write there. In a bucket
        also `image.file-changed` when another program changes the object meanwhile, and
        `repository.conditional-writes` when the object store cannot rule out that a write replaces it unseen.
        503 with the rule `decoder.busy` or `decoder.unavailable`. Announces `image.created`.
        """
        answer: Image = await self._json(
            "POST",
            f"/repository/{self._quoted(id)}/storeImage",
            query={
                "inceptionDate": inception_date,
                "sourceUrl": source_url,
                "parentId": parent_id,
                "applicationMetadata": application_metadata,
                "relativeDirectoryPath": relative_directory_path,
                "nameWithoutExtension": name_without_extension,
            },
            content=body,
            content_type=content_type,
        )
        return answer

    async def repository_rename_image(
        self,
        id: str,
        *,
        image_id: str,
        name_without_extension: str,
        relative_directory_path: str | None = None,
        if_match: str | None = None,
        if_unmodified_since: str | None = None,
    ) -> Image:
        """Rename the file of an image or move it to another folder.

        The file gets the new name, with the extension that it has, in the folder given or else in its own.
        The image keeps its identifier and everything that was written about it.

        409 with the rule `image.name-taken` when there is a file of that name, the image's own included,
        `image.file-missing` when the file is not where it was, `repository.unavailable` when the folder
        cannot be reached, `file.not-writable` when the service may not write there. In a bucket also
        `image.file-changed` when another program changes the object meanwhile, `file.too-large` when the
        object has more bytes than a picture may have, and `repository.conditional-writes` when the object
        store cannot rule out that a write replaces it unseen. Announces `image.renamed`.
        """
        answer: Image = await self._json(
            "PUT",
            f"/repository/{self._quoted(id)}/renameImage",
            query={
                "imageId": image_id,
                "nameWithoutExtension": name_without_extension,
                "relativeDirectoryPath": relative_directory_path,
            },
            headers={"If-Match": if_match, "If-Unmodified-Since": if_unmodified_since},
        )
        return answer

    async def repository_get_image_by_url(self, *, url: str) -> Image:
        """Get an image record by the URL of its file.

        The full record of the image whose file lies there.
        """
        answer: Image = await self._json("GET", "/repository/getImageByUrl", query={"url": url})
        return answer

    async def collection_create(self, body: SearchFilter, *, name: str, comment: str | None = None) -> Collection:
        """Give a search filter a name.

        Makes a collection out of the filter of the body. What the filter names has to exist now; what is
        deleted later goes from the filter, or matches nothing.

        409 with the rule `collection.name-taken` when another collection has the name.
        """
        answer: Collection = await self._json(
            "POST", "/collection/create", query={"name": name, "comment": comment}, body=body
        )
        return answer

    async def collection_preview(self, body: SearchFilter) -> CollectionPreview:
        """Count what a collection with a filter would hold.

        Answers with the number of images that the filter matches now. Nothing is stored.

        503 with the rule `embedding.source` when the filter has a similarity to a text, and no running
        extension makes the embedding of the text.
        """
        answer: CollectionPreview = await self._json("POST", "/collection/preview", body=body)
        return answer

    async def collection_list(self) -> list[Collection]:
        """List the collections.

        Every collection, ordered by name, in which numbers are compared by their value.
        """
        answer: list[Collection] = await self._json("GET", "/collection/list")
        return answer

    async def collection_get(self, id: int) -> Collection:
        """Get a collection.

        The collection with its filter.
        """
        answer: Collection = await self._json("GET", f"/collection/{self._quoted(id)}/get")
        return answer

    async def collection_update(
        self, id: int, body: SearchFilter | None = None, *, name: str | None = None, comment: str | None = None
    ) -> Collection:
        """Change the name, comment or filter of a collection.

        Changes what is given and keeps the rest; an empty comment takes the comment away, and a filter
        replaces the whole filter.

        409 with the rule `collection.name-taken` when another collection has the name.
        """
        answer: Collection = await self._json(
            "PUT", f"/collection/{self._quoted(id)}/update", query={"name": name, "comment": comment}, body=body
        )
        return answer

    async def collection_delete(self, id: int) -> None:
        """Delete a collection.

        Forgets the collection. The images that it matched stay.
        """
        await self._call("DELETE", f"/collection/{self._quoted(id)}/delete")

    async def extension_install(
        self,
        body: Content,
        *,
        state: ExtensionState,
        as_unpacked: bool | None = None,
        take_over: bool | None = None,
        grant: list[str] | None = None,
        content_type: str = "application/octet-stream",
    ) -> ExtensionAndWarnings:
        """Install an extension.

        Unpacks the archive, judges the manifest in it, and registers the extension. Its runtime is made and
        its program started in the background; `status` of `/extension/{id}/get` and `/extension/activities`
        tell how far that is, and why it failed if it did.

        409 with the rule `extension.taken` when the id, or one that differs in case only, is that of an
        extension that is registered. With `takeOver`, a registered extension without a program is no
        obstacle: what was written in its name stays and belongs to the installed extension, and its keys are
        revoked. An installed extension is never taken over.

        A manifest that asks for more than the default in `permissions` is refused unless `grant` names all of
        it. Without `permissions`, the keys of the extension have the default scopes, and those that `grant`
        adds.

        An invalid manifest is refused with its first fault. The answer has the warnings on a valid one, such
        as members that have no effect.

        Announces `extension.installed`.
        """
        answer: ExtensionAndWarnings = await self._json(
            "POST",
            "/extension/install",
            query={"state": state, "asUnpacked": as_unpacked, "takeOver": take_over, "grant": grant},
            content=body,
            content_type=content_type,
        )
        return answer

    async def extension_ensure(self, *, id: str) -> RegisteredExtension:
        """Register an extension without a program, unless it is registered.

        Afterwards, facets can be written in the name of this id by every key that may write facets and
        belongs to no extension. Clients register ids for what people write. The id has no key of its own;
        `facetry extension register` makes one. Nothing happens if it is registered without a program already.

        409 with the rule `extension.taken` when the id is that of an installed extension, differs from
        another id in case only, or is just being removed. Announces `extension.installed` if it was
        registered.
        """
        answer: RegisteredExtension = await self._json("PUT", "/extension/ensure", query={"id": id})
        return answer

    async def extension_list(self) -> list[Extension]:
        """List the extensions.

        Answers with all installed extensions, paused ones included, by id.
        """
        answer: list[Extension] = await self._json("GET", "/extension/list")
        return answer

    async def extension_get_configuration(self) -> ExtensionsConfiguration:
        """Tell what extensions can do.

        Answers with the capabilities, the commands and the pages of the extensions that are enabled, by id.
        """
        answer: ExtensionsConfiguration = await self._json("GET", "/extension/getConfiguration")
        return answer

    async def extension_activities(self) -> list[ExtensionActivity]:
        """Show what extensions do.

        Answers with whether each extension is enabled, its program runs, and it is connected, by id.
        """
        answer: list[ExtensionActivity] = await self._json("GET", "/extension/activities")
        return answer

    async def extension_get(self, id: str) -> ExtensionAndManual:
        """Get an extension.

        Answers with the manifest, the state and the manual of an extension.
        """
        answer: ExtensionAndManual = await self._json("GET", f"/extension/{self._quoted(id)}/get")
        return answer

    async def extension_update(
        self,
        id: str,
        body: Content,
        *,
        state: ExtensionState | None = None,
        grant: list[str] | None = None,
        content_type: str = "application/octet-stream",
    ) -> ExtensionAndWarnings:
        """Update an extension.

        Puts another version in the place of an extension. What it wrote stays, and so do its settings as far
        as they suit the new version. The id of the manifest has to be that of the path. The answer has the
        warnings on the manifest, as that of `/extension/install`.

        What was granted stays granted as far as the new manifest asks for it. An update that asks for more is
        refused unless `grant` names the rest; the running version goes on.

        Announces `extension.updated`.
        """
        answer: ExtensionAndWarnings = await self._json(
            "PUT",
            f"/extension/{self._quoted(id)}/update",
            query={"state": state, "grant": grant},
            content=body,
            content_type=content_type,
        )
        return answer

    async def extension_uninstall(self, id: str, *, keep_facets: bool | None = None) -> None:
        """Uninstall an extension.

        Ends the program, revokes its keys, and removes the extension with its folder, its settings and
        everything it wrote: tags, features, embeddings and attachments, also on images in the trash.

        With `keepFacets`, what it wrote stays, and the id is that of a registered extension without a
        program. It can be installed again with `takeOver`, or unregistered.

        Announces `extension.uninstalled`.
        """
        await self._call("DELETE", f"/extension/{self._quoted(id)}/uninstall", query={"keepFacets": keep_facets})

    async def extension_unregister(self, id: str, *, keep_facets: bool | None = None) -> None:
        """Unregister an extension without a program.

        Revokes the keys of an extension that was registered by hand, or whose program was uninstalled, and
        removes its record with everything that was written in its name: tags, features, embeddings and
        attachments, also on images in the trash. Afterwards the id is free.

        With `keepFacets`, only the keys are removed. `facetry extension register` then makes a new one.

        409 with the rule `extension.installed` for an installed extension. Announces `extension.uninstalled`.
        """
        await self._call("DELETE", f"/extension/{self._quoted(id)}/unregister", query={"keepFacets": keep_facets})

    async def extension_change_state(self, id: str, *, state: ExtensionState) -> None:
        """Enable or pause an extension.

        A paused extension does not run and gets no events; those that it misses wait for it, for as long as
        the log keeps them. When it is enabled again, what was never computed is requested.

        Announces `extension.paused` or `extension.resumed`.
        """
        await self._call("PUT", f"/extension/{self._quoted(id)}/changeState", query={"state": state})

    async def extension_set_grants(
        self, id: str, *, grant: list[str] | None = None, grant_again: list[str] | None = None
    ) -> ExtensionPermissions:
        """Set what is granted to an extension.

        Replaces what is granted to an extension beyond the default scopes; without `grant`, nothing is. A
        running program is started anew, with a key of the new scopes.

        What its manifest asks for and is no longer granted is refused to it from then on. A manifest without
        `permissions` asks for nothing, and may be granted any permission.

        A folder that is granted is found and recorded at that time. When its path leads elsewhere later, the
        program does not start, and its status says why. `grantAgain` says that the operator has moved the
        folder.
        """
        answer: ExtensionPermissions = await self._json(
            "PUT", f"/extension/{self._quoted(id)}/setGrants", query={"grant": grant, "grantAgain": grant_again}
        )
        return answer

    async def extension_restart(self, id: str) -> None:
        """Start an extension anew.

        Ends the program if it runs, forgets how often it crashed, and starts it.
        """
        await self._call("PUT", f"/extension/{self._quoted(id)}/restart")

    async def extension_logs(self, id: str, *, count: int | None = None) -> ExtensionLog:
        """Read the log of an extension.

        Answers with the last lines that the extension wrote or said, oldest first.
        """
        answer: ExtensionLog = await self._json("GET", f"/extension/{self._quoted(id)}/logs", query={"count": count})
        return answer

    async def extension_get_settings(self, id: str) -> ExtensionSettings:
        """Get the settings of an extension.

        Answers with the settings as they were set last, or the defaults of the manifest.
        """
        answer: ExtensionSettings = await self._json("GET", f"/extension/{self._quoted(id)}/getSettings")
        return answer

    async def extension_set_settings(self, id: str, body: ExtensionSettings) -> None:
        """Set the settings of an extension.

        Puts the settings in the place of the earlier ones. They have to satisfy the schema in the manifest,
        and members that it does not know are refused.

        Announces `extension.settings`, which the extension gets.
        """
        await self._call("PUT", f"/extension/{self._quoted(id)}/setSettings", body=body)

    async def extension_reset_settings(self, id: str) -> ExtensionSettings:
        """Reset the settings of an extension.

        Makes the settings what the defaults of the manifest say.

        Announces `extension.settings`, which the extension gets.
        """
        answer: ExtensionSettings = await self._json("PUT", f"/extension/{self._quoted(id)}/resetSettings")
        return answer

    def event_stream(
        self, *, topics: list[EventTopic] | None = None, wait: bool | None = None, last_event_id: int | None = None
    ) -> AsyncIterator[Message]:
        """Follow what happens.

        Answers with server-sent events: those of the log from now on or, with `Last-Event-ID`, those after
        that one. `event` is the topic, `id` the place in the log, `data` one line of JSON with `channel` (the
        topic again), `milliseconds` and `value`. Events for a single extension are left out.

        An `id` without an event is the place that the stream has reached, at the beginning and from time to
        time. A comment comes at least every 15 seconds. Where the log has deleted events, or does not know
        the place, an event `reset` comes: the client has to read its state again. The answer ends when the
        key is revoked or expires and when the service stops; a client that connects again with the last `id`
        misses nothing.

        503 with the rule `event.streams` when too many streams are open.
        """
        return self._messages(
            "GET", "/event/stream", query={"topics": topics, "wait": wait}, headers={"Last-Event-ID": last_event_id}
        )

    async def image_run_capabilities(
        self, id: str, *, extension_ids: list[str] | None = None, capability_ids: list[ImageCapabilityId] | None = None
    ) -> Image:
        """Have extensions compute the facets of an image.

        Requests from each of the extensions what it can compute of the image, also what it has computed
        before. The answer comes when the requests are recorded, not when they are done:
        `/extension/{id}/progress` shows the progress, and the results are facets.

        Without `extensionIds` these are all enabled extensions that compute something of images. A request
        that is not done yet is not repeated. A key of an extension may name only that extension.
        """
        answer: Image = await self._json(
            "PUT",
            f"/image/{self._quoted(id)}/runCapabilities",
            query={"extensionIds": extension_ids, "capabilityIds": capability_ids},
        )
        return answer

    async def image_search_run_capabilities(
        self,
        body: SearchParameters,
        *,
        extension_ids: list[str] | None = None,
        capability_ids: list[ImageCapabilityId] | None = None,
    ) -> None:
        """Have extensions compute the facets of images.

        As `/image/{id}/runCapabilities`, for the images that a search finds: those of the range, or all when
        there is none. The answer comes when all requests are recorded.
        """
        await self._call(
            "PUT",
            "/image/search/runCapabilities",
            query={"extensionIds": extension_ids, "capabilityIds": capability_ids},
            body=body,
        )

    async def extension_synchronize(self, id: str) -> None:
        """Have an extension compute what is missing.

        Requests from the extension what was never requested and has no result, and what is out of date. The
        service does the same when the extension is enabled. The answer comes at once, and the requests are
        made in the background.
        """
        await self._call("PUT", f"/extension/{self._quoted(id)}/synchronize")

    async def extension_progress(self, id: str) -> ExtensionProgress:
        """Tell how far an extension is.

        Answers with how many images are in which state, for each capability that the extension has for
        images.
        """
        answer: ExtensionProgress = await self._json("GET", f"/extension/{self._quoted(id)}/progress")
        return answer

    async def extension_failures(
        self, id: str, *, take: int | None = None, skip: int | None = None
    ) -> ExtensionFailures:
        """List what an extension could not compute.

        Answers with the images for which the extension failed, by capability, with its last message.
        """
        answer: ExtensionFailures = await self._json(
            "GET", f"/extension/{self._quoted(id)}/failures", query={"take": take, "skip": skip}
        )
        return answer

    async def extension_retry(
        self, id: str, *, capability_ids: list[ImageCapabilityId] | None = None
    ) -> ExtensionRunCount:
        """Request again what an extension could not compute.

        Requests again everything that failed, or what failed of some capabilities.
        """
        answer: ExtensionRunCount = await self._json(
            "PUT", f"/extension/{self._quoted(id)}/retry", query={"capabilityIds": capability_ids}
        )
        return answer

    async def extension_cancel(
        self, id: str, *, capability_ids: list[ImageCapabilityId] | None = None
    ) -> ExtensionRunCount:
        """Cancel the requests that an extension has not received.

        Requests that the extension has not received yet are cancelled. It finishes those that it works on.
        """
        answer: ExtensionRunCount = await self._json(
            "PUT", f"/extension/{self._quoted(id)}/cancel", query={"capabilityIds": capability_ids}
        )
        return answer

    async def extension_dead_letters(
        self, id: str, *, take: int | None = None, skip: int | None = None
    ) -> ExtensionDeadLetters:
        """List the events that an extension failed to acknowledge.

        Answers with the events that were given up after several attempts, oldest first, with what the
        extension said last. A request for work leaves the list when a later request for the same work
        succeeds.
        """
        answer: ExtensionDeadLetters = await self._json(
            "GET", f"/extension/{self._quoted(id)}/deadLetters", query={"take": take, "skip": skip}
        )
        return answer

    async def extension_redrive(self, id: str, *, sequences: list[int] | None = None) -> ExtensionRunCount:
        """Send events again that were given up.

        Sends the extension its dead letters once more, all or some, as new events that come after all others.
        """
        answer: ExtensionRunCount = await self._json(
            "PUT", f"/extension/{self._quoted(id)}/redrive", query={"sequences": sequences}
        )
        return answer

    async def image_run_command(
        self, id: str, body: ImageCommandRun | None = None, *, extension_id: str | None = None, command_id: str
    ) -> CommandResult:
        """Run a command on an image.

        Has an extension run one of its commands on the image. The answer comes when the extension has
        answered, and holds what it returned. A view document is held to its schema and passed on as it is; a
        failure, or a result that is neither JSON nor what it claims to be, is 502. 503 with the rule
        `command.connection` when the extension is not connected.
        """
        answer: CommandResult = await self._json(
            "PUT",
            f"/image/{self._quoted(id)}/runCommand",
            query={"extensionId": self._own(extension_id), "commandId": command_id},
            body=body,
        )
        return answer

    async def extension_run_command(
        self, id: str, body: ExtensionCommandRun | None = None, *, command_id: str
    ) -> CommandResult:
        """Run a command.

        Has an extension run one of its commands: on the images that are listed or found, or, without any, on
        itself. The answer comes when the extension has answered, and holds what it returned. A view document
        is held to its schema and passed on as it is; a failure, or a result that is neither JSON nor what it
        claims to be, is 502. 503 with the rule `command.connection` when the extension is not connected.
        """
        answer: CommandResult = await self._json(
            "POST", f"/extension/{self._quoted(id)}/runCommand", query={"commandId": command_id}, body=body
        )
        return answer

    async def extension_run_image_command(self, id: str, body: RunCommandParameters, *, command_id: str) -> None:
        """Have a command run on images.

        As `/extension/{id}/runCommand` for the images that a search finds, answered when the command is
        accepted. `extension.acknowledgment` on the socket has the result.
        """
        await self._call(
            "PUT", f"/extension/{self._quoted(id)}/runImageCommand", query={"commandId": command_id}, body=body
        )

    async def extension_run_process_command(
        self, id: str, body: CommandParameters | None = None, *, command_id: str
    ) -> None:
        """Have a command of the extension itself run.

        As `/extension/{id}/runCommand` without images, answered when the command is accepted.
        `extension.acknowledgment` on the socket has the result.
        """
        await self._call(
            "PUT", f"/extension/{self._quoted(id)}/runProcessCommand", query={"commandId": command_id}, body=body
        )

    async def api_secret_create(
        self,
        *,
        type: ApiSecretType,
        name: str,
        expiration_date: int | None = None,
        comment: str | None = None,
        scope: str | None = None,
        ends_with_creator: bool | None = None,
    ) -> ApiSecret:
        """Create an API secret.

        Makes a secret with the given scopes, or with `all` of them when none is given. The answer has its
        value, which no later answer shows. The secret is bound to the extension of the caller's key, if there
        is one, and expires no later than the caller's key. With `endsWithCreator` it is also revoked with the
        caller's key.

        403 with the rule `scope.beyond-own` for a scope that the caller's key lacks.
        """
        answer: ApiSecret = await self._json(
            "POST",
            "/apiSecret/create",
            query={
                "type": type,
                "name": name,
                "expirationDate": expiration_date,
                "comment": comment,
                "scope": scope,
                "endsWithCreator": ends_with_creator,
            },
        )
        return answer

    async def api_secret_list(self) -> list[ApiSecretSummary]:
        """List the API secrets.

        Every secret without its value and scopes, ordered by name, in which numbers are compared by their
        value, then by number. Expired ones are listed until they are deleted; the master key is not a secret
        of the list.
        """
        answer: list[ApiSecretSummary] = await self._json("GET", "/apiSecret/list")
        return answer

    async def api_secret_self(self) -> ApiSecretSelf:
        """See who the caller is.

        The name, scopes, extension and expiry of the key that the request carries.
        """
        answer: ApiSecretSelf = await self._json("GET", "/apiSecret/self")
        return answer

    async def api_secret_get(self, id: int) -> ApiSecret:
        """Get an API secret.

        The secret with its scopes. Its value is masked, because only a hash of it is kept.
        """
        answer: ApiSecret = await self._json("GET", f"/apiSecret/{self._quoted(id)}/get")
        return answer

    async def api_secret_delete(self, id: int) -> None:
        """Revoke an API secret.

        The secret stops working at once, and with it the secrets that end with it. A key may revoke itself.
        """
        await self._call("DELETE", f"/apiSecret/{self._quoted(id)}/delete")

    async def session_create(self, body: SessionCredential) -> Session:
        """Sign in.

        Makes a session of the key in the body, or of the master key for the token of a one-time link. The
        answer sets a cookie. Requests with the cookie have the rights of the key, under the conditions in the
        description of this interface.

        The session ends when it is deleted, when its key is revoked or expires, and when the master key is
        replaced. A key has at most 100 sessions, and the oldest ends when there are more. 401 with the rule
        `auth.invalid` for an invalid key or token; 403 with the rule `session.extension-key` for keys of
        extensions, and with `session.cross-site` for requests of pages of other origins.
        """
        answer: Session = await self._json("POST", "/session/create", body=body)
        return answer

    async def session_delete(self) -> None:
        """Sign out.

        Ends the session of the cookie at once, and removes the cookie. A request with a key ends nothing, and
        is answered alike.
        """
        await self._call("DELETE", "/session/delete")

    async def ui_bundle(self, id: str) -> PageConfiguration:
        """Get what the page of a bundle works with.

        For the page itself, which has no key yet: the address of the API, a key of its own, and the settings
        that its extension gave with the bundle. The key is bound to the extension, has the scopes of its
        programs and ends with the bundle.

        The identifier of the bundle is the credential. Pages of other origins cannot read the answer. 403
        with the rule `bundle.reader` when a browser requests it as anything but data, such as a page, a
        script or a picture.

        A bundle ends when the program of its extension ends, after a day, and when newer bundles take its
        place; then it is 404.
        """
        answer: PageConfiguration = await self._json("GET", f"/ui/bundle/{self._quoted(id)}")
        return answer

    async def ui_bundle_file(
        self, id: str, file: str, *, if_match: str | None = None, if_none_match: str | None = None
    ) -> Any:
        """Show a file of a bundle.

        Answers with a file of an archive that an extension gave in the intent `serveBundle`. The media type
        follows from the end of the name; a name with another end is `application/octet-stream`.

        The page is sandboxed: its scripts run, but in an origin of their own, so that they reach no other
        page of the service, its cookies or its storage. Its way to the API is the address in
        `webServicesBaseUrl` of `/ui/bundle/{id}`. There, and nowhere else, the API answers to pages of this
        kind, and takes no key but that of the page.
        """
        answer: Any = await self._json(
            "GET",
            f"/ui/bundle/{self._quoted(id)}/{self._quoted(file)}",
            headers={"If-Match": if_match, "If-None-Match": if_none_match},
        )
        return answer

    async def ui_extension_file(
        self,
        id: str,
        file: str,
        *,
        if_match: str | None = None,
        if_unmodified_since: str | None = None,
        if_none_match: str | None = None,
        if_modified_since: str | None = None,
    ) -> Any:
        """Show a file of a page of an extension.

        Answers with a page that the manifest of an installed extension lists in `ui`, a file in the folder of
        such a page or below it, or the icon of a command. Nothing else of the extension is served: 404 for
        every other file, also in the root of the extension, for names that begin with a dot, and for files
        whose name ends unlike those of parts of pages. `elements` of `/extension/getConfiguration` has the
        addresses.

        The page is sandboxed as one of a bundle, and has no key. 403 with the rule `extension.paused` for a
        paused extension.
        """
        answer: Any = await self._json(
            "GET",
            f"/ui/extension/{self._quoted(id)}/{self._quoted(file)}",
            headers={
                "If-Match": if_match,
                "If-Unmodified-Since": if_unmodified_since,
                "If-None-Match": if_none_match,
                "If-Modified-Since": if_modified_since,
            },
        )
        return answer

    async def validation_check(
        self, body: Content, *, kind: DocumentKind, content_type: str = "application/octet-stream"
    ) -> DocumentCheck:
        """Check a document.

        The findings of the validator of this service on a manifest, a view document or another document of an
        extension, with their places. They are those of `facetry validate`. The body is the text as it was
        written, in UTF-8; other bytes, and texts that are not JSON, are findings. Nothing is stored, and
        files that a manifest names are not looked for.

        Checks run one after the other. 503 with the rule `validation.busy` when a check has no answer within
        10 seconds.
        """
        answer: DocumentCheck = await self._json(
            "POST", "/validation/check", query={"kind": kind}, content=body, content_type=content_type
        )
        return answer

    async def miscellaneous_ping(self) -> str:
        """Ping the service.

        Answers with `pong`, as published clients expect.
        """
        return await self._text("GET", "/miscellaneous/ping")

    async def miscellaneous_configuration(self) -> ApplicationConfiguration:
        """Get the configuration.

        Answers with what the operator configured and clients may know. That is nothing so far.
        """
        answer: ApplicationConfiguration = await self._json("GET", "/miscellaneous/configuration")
        return answer

    async def settings_get(self) -> ApplicationSettings:
        """Get the general settings.

        Answers with the settings as they were set last, and with an empty object before that.
        """
        answer: ApplicationSettings = await self._json("GET", "/settings/get")
        return answer

    async def settings_set(self, body: ApplicationSettings) -> ApplicationSettings:
        """Set the general settings.

        Puts the settings in the place of the earlier ones, and answers with them. A member that is absent is
        removed.
        """
        answer: ApplicationSettings = await self._json("PUT", "/settings/set", body=body)
        return answer

    async def livez(self) -> str:
        """See whether the process lives.

        Answers as long as the process can answer at all, without looking at the store.
        """
        return await self._text("GET", "/livez")

    async def readyz(self) -> ReadyState:
        """See whether requests are served.

        Answers 200 once the store is open and every operation can be called, whether or not scans are still
        running; 503 before that, while the service stops, and when its database is damaged or has failed, so
        that it takes no writes.
        """
        answer: ReadyState = await self._json("GET", "/readyz")
        return answer

    async def metrics(self) -> bytes:
        """Get the metrics.

        Answers with the metrics of the service as OpenMetrics text, which Prometheus reads. Names and labels
        of metrics may be added at any time.
        """
        return await self._bytes("GET", "/metrics")
