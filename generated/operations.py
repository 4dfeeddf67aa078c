# Generated from specs/ by `python -m codegen`. Do not edit.
"""A Protocol for each family of handlers, and the table of operations."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final, Generic, Protocol, TypeVar
from uuid import UUID

from pydantic import PlainValidator, TypeAdapter

from generated import answers, models

C = TypeVar("C", contravariant=True)


class Upload(Protocol):
    """A request body that is not JSON."""

    @property
    def path(self) -> Path:
        """A regular file with the body; removed after the handler has returned, unless the handler moved it."""
        ...

    @property
    def size(self) -> int:
        """The size of the body in bytes."""
        ...


class ImageTagsOperations(Protocol[C]):
    """The handlers of specs/paths/image-tags.yaml."""

    async def image_set_tags(self, call: C, /, *, id: UUID, extension_id: str, body: models.TagSet) -> None:
        """PUT /image/{id}/setTags: Replace the tags of an extension on an image"""
        ...

    async def image_ensure_tags(self, call: C, /, *, id: UUID, extension_id: str, body: models.TagSet) -> None:
        """PUT /image/{id}/ensureTags: Add tags of an extension to an image"""
        ...

    async def image_get_tags(self, call: C, /, *, id: UUID, extension_id: str) -> models.TagSet:
        """GET /image/{id}/getTags: Get the tags of an extension on an image"""
        ...

    async def image_get_all_tags(self, call: C, /, *, id: UUID) -> list[answers.ExtensionImageTag]:
        """GET /image/{id}/getAllTags: Get the tags of every extension on an image"""
        ...

    async def repository_tags(self, call: C, /) -> list[answers.ExtensionImageTag]:
        """GET /repository/tags: List every tag in use"""
        ...

    async def repository_tag_counts(
        self, call: C, /, *, text: str = "", extension_ids: list[str] | None = None, count: int = 20
    ) -> list[models.TagCount]:
        """GET /repository/tagCounts: Count the images of each tag, for completing what is typed"""
        ...

    async def image_search_tags(
        self, call: C, /, *, extension_ids: list[str] | None = None, body: models.SearchParameters
    ) -> answers.SearchTagsResult:
        """POST /image/search/tags: Find images and list their tags"""
        ...


class ImageFeaturesOperations(Protocol[C]):
    """The handlers of specs/paths/image-features.yaml."""

    async def image_set_features(self, call: C, /, *, id: UUID, extension_id: str, body: models.FeatureSet) -> None:
        """PUT /image/{id}/setFeatures: Replace the features of an extension on an image"""
        ...

    async def image_ensure_features(self, call: C, /, *, id: UUID, extension_id: str, body: models.FeatureSet) -> None:
        """PUT /image/{id}/ensureFeatures: Add or change features of an extension on an image"""
        ...

    async def image_get_features(self, call: C, /, *, id: UUID, extension_id: str) -> models.FeatureSet:
        """GET /image/{id}/getFeatures: Get the features of an extension on an image"""
        ...

    async def image_get_all_features(self, call: C, /, *, id: UUID) -> list[answers.ExtensionImageFeature]:
        """GET /image/{id}/getAllFeatures: Get the features of every extension on an image"""
        ...

    async def image_get_all_recipes(self, call: C, /, *, id: UUID) -> list[models.GenerationRecipe]:
        """GET /image/{id}/getAllRecipes: Get the generation recipes of an image"""
        ...

    async def repository_feature_names(self, call: C, /) -> list[models.ExtensionImageFeatureName]:
        """GET /repository/featureNames: List every name of features in use"""
        ...

    async def image_search_features(
        self, call: C, /, *, extension_ids: list[str] | None = None, body: models.SearchParameters
    ) -> answers.SearchFeaturesResult:
        """POST /image/search/features: Find images and list their features"""
        ...


class ImageEmbeddingsOperations(Protocol[C]):
    """The handlers of specs/paths/image-embeddings.yaml."""

    async def image_set_embeddings(self, call: C, /, *, id: UUID, extension_id: str, body: models.EmbeddingSet) -> None:
        """PUT /image/{id}/setEmbeddings: Set embeddings of an extension on an image"""
        ...

    async def image_get_embeddings(self, call: C, /, *, id: UUID, extension_id: str) -> models.ExtensionImageEmbeddings:
        """GET /image/{id}/getEmbeddings: Get the embeddings of an extension on an image"""
        ...

    async def image_get_all_embeddings(self, call: C, /, *, id: UUID) -> list[models.ExtensionImageEmbeddings]:
        """GET /image/{id}/getAllEmbeddings: Get the embeddings of every extension on an image"""
        ...

    async def image_delete_embeddings(self, call: C, /, *, id: UUID, extension_id: str) -> None:
        """PUT /image/{id}/deleteEmbeddings: Delete the embeddings of an extension on an image"""
        ...

    async def repository_embeddings_names(self, call: C, /) -> list[models.ExtensionImageEmbeddingName]:
        """GET /repository/embeddingsNames: List every name of embeddings in use"""
        ...

    async def repository_embeddings_indexes(self, call: C, /) -> list[models.EmbeddingsIndex]:
        """GET /repository/embeddingsIndexes: Tell how searches by similarity find embeddings"""
        ...


class TrashOperations(Protocol[C]):
    """The handlers of specs/paths/trash.yaml."""

    async def trash_list(self, call: C, /, *, take: int = 20, skip: int = 0) -> models.TrashedImagesResult:
        """GET /trash/list: List the images in the trash"""
        ...

    async def trash_restore(self, call: C, /, *, id: UUID) -> answers.Image:
        """PUT /trash/{id}/restore: Restore an image from the trash"""
        ...

    async def trash_delete(self, call: C, /, *, id: UUID) -> None:
        """DELETE /trash/{id}/delete: Remove an image from the trash for good"""
        ...

    async def trash_empty(self, call: C, /) -> None:
        """DELETE /trash/empty: Remove all images from the trash for good"""
        ...


class ImageOperations(Protocol[C]):
    """The handlers of specs/paths/image.yaml."""

    async def image_get(self, call: C, /, *, id: UUID) -> answers.Image:
        """GET /image/{id}/get: Get an image record"""
        ...

    async def image_metadata(self, call: C, /, *, id: UUID) -> answers.ImageMetadata:
        """GET /image/{id}/metadata: Get what the file of an image says about itself"""
        ...

    async def image_download(
        self,
        call: C,
        /,
        *,
        id: UUID,
        format: models.ImageFormat | None = None,
        width: int | None = None,
        height: int | None = None,
        resize_render: models.ImageResizeRender = "inbox",
        quality: int | None = None,
        strip_metadata: bool = False,
    ) -> object:
        """GET /image/{id}/download: Download an image, as it is or in another format or size"""
        ...

    async def image_media_url(
        self,
        call: C,
        /,
        *,
        id: UUID,
        format: models.ImageFormat | None = None,
        width: int | None = None,
        height: int | None = None,
        resize_render: models.ImageResizeRender = "inbox",
    ) -> answers.ImageMediaUrl:
        """GET /image/{id}/mediaUrl: Get a URL that shows an image without a key"""
        ...

    async def image_modify(self, call: C, /, *, id: UUID, body: Upload) -> answers.Image:
        """PUT /image/{id}/modify: Give an image new content"""
        ...

    async def image_delete(self, call: C, /, *, id: UUID, to_trash: bool = False) -> None:
        """DELETE /image/{id}/delete: Delete an image and its file"""
        ...

    async def image_collection_ids(self, call: C, /, *, id: UUID) -> list[models.CollectionId]:
        """GET /image/{id}/collectionIds: List the collections that an image is in"""
        ...

    async def image_convert(
        self, call: C, /, *, format: models.ImageFormat, quality: int | None = None, body: Upload
    ) -> object:
        """PUT /image/convert: Convert a picture to another format"""
        ...

    async def image_format(self, call: C, /, *, body: Upload) -> models.ComputedImageFormat:
        """PUT /image/format: Tell the format of a picture"""
        ...


class ImageSearchOperations(Protocol[C]):
    """The handlers of specs/paths/image-search.yaml."""

    async def image_search_ids(self, call: C, /, *, body: models.SearchParameters) -> answers.SearchImageIdResult:
        """POST /image/search/ids: Find image identifiers"""
        ...

    async def image_search_summaries(
        self, call: C, /, *, body: models.SearchParameters
    ) -> answers.SearchImageSummaryResult:
        """POST /image/search/summaries: Find image summaries"""
        ...

    async def image_search_images(self, call: C, /, *, body: models.SearchParameters) -> answers.SearchImageResult:
        """POST /image/search/images: Find full image records"""
        ...

    async def image_search_media_urls(
        self,
        call: C,
        /,
        *,
        format: models.ImageFormat | None = None,
        width: int | None = None,
        height: int | None = None,
        resize_render: models.ImageResizeRender = "inbox",
        body: models.SearchParameters,
    ) -> answers.SearchMediaUrlResult:
        """POST /image/search/mediaUrls: Find images and get URLs that show them without a key"""
        ...

    async def image_search_id_stream(self, call: C, /, *, body: models.SearchParameters) -> object:
        """POST /image/search/idStream: Stream the identifiers of all matching images"""
        ...

    async def image_search_buckets(
        self, call: C, /, *, body: models.SearchBucketParameters
    ) -> answers.SearchBucketsResult:
        """POST /image/search/buckets: Count the matching images by month, letter or position"""
        ...


class ImageSimilarityOperations(Protocol[C]):
    """The handlers of specs/paths/image-similarity.yaml."""

    async def image_closest_images(
        self,
        call: C,
        /,
        *,
        id: UUID,
        extension_id: str,
        name: str,
        count: float = 20,
        max_distance: float | None = None,
        collection_id: int | None = None,
    ) -> list[answers.ImageDistance]:
        """GET /image/{id}/closestImages: Find the images closest to an image"""
        ...

    async def image_closest_embeddings_images(
        self,
        call: C,
        /,
        *,
        extension_id: str,
        count: float = 20,
        max_distance: float | None = None,
        collection_id: int | None = None,
        body: models.ImageEmbedding,
    ) -> list[answers.ImageDistance]:
        """PUT /image/closestEmbeddingsImages: Find the images closest to an embedding"""
        ...

    async def image_text_to_images(
        self,
        call: C,
        /,
        *,
        text: str,
        extension_id: str,
        name: str,
        count: float = 20,
        max_distance: float | None = None,
        collection_id: int | None = None,
    ) -> list[answers.ImageDistance]:
        """GET /image/textToImages: Find the images closest to a text"""
        ...


class MediaOperations(Protocol[C]):
    """The handlers of specs/paths/media.yaml."""

    async def media(
        self,
        call: C,
        /,
        *,
        id: UUID,
        format: models.ImageFormat | None = None,
        width: int | None = None,
        height: int | None = None,
        resize_render: models.ImageResizeRender = "inbox",
        version: str,
        issuer: int,
        expires: int,
        signature: str,
    ) -> object:
        """GET /media/{id}: Show an image by a media URL"""
        ...


class ImageAttachmentOperations(Protocol[C]):
    """The handlers of specs/paths/image-attachment.yaml."""

    async def image_attachment_create(
        self, call: C, /, *, image_id: UUID, extension_id: str, mime_type: str, body: Upload
    ) -> models.AttachmentUri:
        """POST /imageAttachment/create: Keep bytes for a feature of an image"""
        ...

    async def image_attachment_download(self, call: C, /, *, uri: str) -> object:
        """GET /imageAttachment/{uri}/download: Download an attachment"""
        ...


class RepositoryOperations(Protocol[C]):
    """The handlers of specs/paths/repository.yaml."""

    async def repository_create(
        self,
        call: C,
        /,
        *,
        type: models.RepositoryLocationType,
        url: str,
        name: str,
        comment: str | None = None,
        watch: bool = False,
        technical_id: str | None = None,
    ) -> models.Repository:
        """POST /repository/create: Create a repository on a folder or bucket"""
        ...

    async def repository_ensure(
        self, call: C, /, *, technical_id: str, name: str, comment: str | None = None, watch: bool = True
    ) -> models.Repository:
        """PUT /repository/ensure: Get the repository of a program, or create it"""
        ...

    async def repository_list(self, call: C, /) -> list[models.Repository]:
        """GET /repository/list: List the repositories"""
        ...

    async def repository_activities(self, call: C, /) -> list[models.RepositoryActivity]:
        """GET /repository/activities: Show what the repositories do"""
        ...

    async def repository_get(self, call: C, /, *, id: UUID) -> models.Repository:
        """GET /repository/{id}/get: Get a repository"""
        ...

    async def repository_update(
        self, call: C, /, *, id: UUID, name: str | None = None, comment: str | None = None, url: str | None = None
    ) -> models.Repository:
        """PUT /repository/{id}/update: Change the name, the comment or the folder of a repository"""
        ...

    async def repository_delete(self, call: C, /, *, id: UUID) -> None:
        """DELETE /repository/{id}/delete: Delete a repository and keep its files"""
        ...

    async def repository_synchronize(
        self, call: C, /, *, id: UUID, maximum_removals: int | None = None, verify: bool = False
    ) -> None:
        """PUT /repository/{id}/synchronize: Scan the folder of a repository"""
        ...

    async def repository_unreadable_files(
        self, call: C, /, *, id: UUID, rule: str | None = None, take: int = 20, skip: int = 0
    ) -> models.UnreadableFilesResult:
        """GET /repository/{id}/unreadableFiles: List the files of a repository that could not be read"""
        ...

    async def repository_skipped_files(
        self, call: C, /, *, id: UUID, kind: models.SkippedFileKind | None = None, take: int = 20, skip: int = 0
    ) -> models.SkippedFilesResult:
        """GET /repository/{id}/skippedFiles: List the files of a repository that are not read"""
        ...

    async def repository_retry_unreadable_files(self, call: C, /, *, id: UUID, rule: str | None = None) -> None:
        """PUT /repository/{id}/retryUnreadableFiles: Read the files of a repository that could not be read once more"""
        ...

    async def repository_watch(self, call: C, /, *, id: UUID, is_start: bool) -> None:
        """PUT /repository/{id}/watch: Begin or end to follow the changes of a folder"""
        ...

    async def repository_notify(self, call: C, /, *, id: UUID, body: models.ObjectStoreMessage) -> None:
        """POST /repository/{id}/notify: Say which objects of a watched bucket have changed"""
        ...

    async def repository_start_or_stop(self, call: C, /, *, is_start: bool) -> None:
        """PUT /repository/startOrStop: Stop all scans and watches, or let them go on"""
        ...


class RepositoryFilesOperations(Protocol[C]):
    """The handlers of specs/paths/repository-files.yaml."""

    async def repository_store_image(
        self,
        call: C,
        /,
        *,
        id: UUID,
        inception_date: int | None = None,
        source_url: str | None = None,
        parent_id: UUID | None = None,
        application_metadata: str | None = None,
        relative_directory_path: str | None = None,
        name_without_extension: str | None = None,
        body: Upload,
    ) -> answers.Image:
        """POST /repository/{id}/storeImage: Store a picture in a repository"""
        ...

    async def repository_rename_image(
        self,
        call: C,
        /,
        *,
        id: UUID,
        image_id: UUID,
        name_without_extension: str,
        relative_directory_path: str | None = None,
    ) -> answers.Image:
        """PUT /repository/{id}/renameImage: Rename the file of an image or move it to another folder"""
        ...

    async def repository_get_image_by_url(self, call: C, /, *, url: str) -> answers.Image:
        """GET /repository/getImageByUrl: Get an image record by the URL of its file"""
        ...


class CollectionOperations(Protocol[C]):
    """The handlers of specs/paths/collection.yaml."""

    async def collection_create(
        self, call: C, /, *, name: str, comment: str | None = None, body: models.SearchFilter
    ) -> models.Collection:
        """POST /collection/create: Give a search filter a name"""
        ...

    async def collection_preview(self, call: C, /, *, body: models.SearchFilter) -> models.CollectionPreview:
        """POST /collection/preview: Count what a collection with a filter would hold"""
        ...

    async def collection_list(self, call: C, /) -> list[models.Collection]:
        """GET /collection/list: List the collections"""
        ...

    async def collection_get(self, call: C, /, *, id: int) -> models.Collection:
        """GET /collection/{id}/get: Get a collection"""
        ...

    async def collection_update(
        self,
        call: C,
        /,
        *,
        id: int,
        name: str | None = None,
        comment: str | None = None,
        body: models.SearchFilter | None = None,
    ) -> models.Collection:
        """PUT /collection/{id}/update: Change the name, comment or filter of a collection"""
        ...

    async def collection_delete(self, call: C, /, *, id: int) -> None:
        """DELETE /collection/{id}/delete: Delete a collection"""
        ...


class ExtensionOperations(Protocol[C]):
    """The handlers of specs/paths/extension.yaml."""

    async def extension_install(
        self,
        call: C,
        /,
        *,
        state: models.ExtensionState,
        as_unpacked: bool = False,
        take_over: bool = False,
        grant: list[str] | None = None,
        body: Upload,
    ) -> models.ExtensionAndWarnings:
        """POST /extension/install: Install an extension"""
        ...

    async def extension_ensure(self, call: C, /, *, id: str) -> models.RegisteredExtension:
        """PUT /extension/ensure: Register an extension without a program, unless it is registered"""
        ...

    async def extension_list(self, call: C, /) -> list[models.Extension]:
        """GET /extension/list: List the extensions"""
        ...

    async def extension_get_configuration(self, call: C, /) -> models.ExtensionsConfiguration:
        """GET /extension/getConfiguration: Tell what extensions can do"""
        ...

    async def extension_activities(self, call: C, /) -> list[models.ExtensionActivity]:
        """GET /extension/activities: Show what extensions do"""
        ...

    async def extension_get(self, call: C, /, *, id: str) -> models.ExtensionAndManual:
        """GET /extension/{id}/get: Get an extension"""
        ...

    async def extension_update(
        self,
        call: C,
        /,
        *,
        id: str,
        state: models.ExtensionState | None = None,
        grant: list[str] | None = None,
        body: Upload,
    ) -> models.ExtensionAndWarnings:
        """PUT /extension/{id}/update: Update an extension"""
        ...

    async def extension_uninstall(self, call: C, /, *, id: str, keep_facets: bool = False) -> None:
        """DELETE /extension/{id}/uninstall: Uninstall an extension"""
        ...

    async def extension_unregister(self, call: C, /, *, id: str, keep_facets: bool = False) -> None:
        """DELETE /extension/{id}/unregister: Unregister an extension without a program"""
        ...

    async def extension_change_state(self, call: C, /, *, id: str, state: models.ExtensionState) -> None:
        """PUT /extension/{id}/changeState: Enable or pause an extension"""
        ...

    async def extension_set_grants(
        self, call: C, /, *, id: str, grant: list[str] | None = None, grant_again: list[str] | None = None
    ) -> models.ExtensionPermissions:
        """PUT /extension/{id}/setGrants: Set what is granted to an extension"""
        ...

    async def extension_restart(self, call: C, /, *, id: str) -> None:
        """PUT /extension/{id}/restart: Start an extension anew"""
        ...

    async def extension_logs(self, call: C, /, *, id: str, count: int = 200) -> models.ExtensionLog:
        """GET /extension/{id}/logs: Read the log of an extension"""
        ...


class ExtensionSettingsOperations(Protocol[C]):
    """The handlers of specs/paths/extension-settings.yaml."""

    async def extension_get_settings(self, call: C, /, *, id: str) -> models.ExtensionSettings:
        """GET /extension/{id}/getSettings: Get the settings of an extension"""
        ...

    async def extension_set_settings(self, call: C, /, *, id: str, body: models.ExtensionSettings) -> None:
        """PUT /extension/{id}/setSettings: Set the settings of an extension"""
        ...

    async def extension_reset_settings(self, call: C, /, *, id: str) -> models.ExtensionSettings:
        """PUT /extension/{id}/resetSettings: Reset the settings of an extension"""
        ...


class EventOperations(Protocol[C]):
    """The handlers of specs/paths/event.yaml."""

    async def event_stream(
        self,
        call: C,
        /,
        *,
        topics: list[models.EventTopic] | None = None,
        wait: bool = True,
        last_event_id: int | None = None,
    ) -> object:
        """GET /event/stream: Follow what happens"""
        ...


class CapabilityRunsOperations(Protocol[C]):
    """The handlers of specs/paths/capability-runs.yaml."""

    async def image_run_capabilities(
        self,
        call: C,
        /,
        *,
        id: UUID,
        extension_ids: list[str] | None = None,
        capability_ids: list[models.ImageCapabilityId] | None = None,
    ) -> answers.Image:
        """PUT /image/{id}/runCapabilities: Have extensions compute the facets of an image"""
        ...

    async def image_search_run_capabilities(
        self,
        call: C,
        /,
        *,
        extension_ids: list[str] | None = None,
        capability_ids: list[models.ImageCapabilityId] | None = None,
        body: models.SearchParameters,
    ) -> None:
        """PUT /image/search/runCapabilities: Have extensions compute the facets of images"""
        ...

    async def extension_synchronize(self, call: C, /, *, id: str) -> None:
        """PUT /extension/{id}/synchronize: Have an extension compute what is missing"""
        ...

    async def extension_progress(self, call: C, /, *, id: str) -> models.ExtensionProgress:
        """GET /extension/{id}/progress: Tell how far an extension is"""
        ...

    async def extension_failures(
        self, call: C, /, *, id: str, take: int = 20, skip: int = 0
    ) -> models.ExtensionFailures:
        """GET /extension/{id}/failures: List what an extension could not compute"""
        ...

    async def extension_retry(
        self, call: C, /, *, id: str, capability_ids: list[models.ImageCapabilityId] | None = None
    ) -> models.ExtensionRunCount:
        """PUT /extension/{id}/retry: Request again what an extension could not compute"""
        ...

    async def extension_cancel(
        self, call: C, /, *, id: str, capability_ids: list[models.ImageCapabilityId] | None = None
    ) -> models.ExtensionRunCount:
        """PUT /extension/{id}/cancel: Cancel the requests that an extension has not received"""
        ...

    async def extension_dead_letters(
        self, call: C, /, *, id: str, take: int = 20, skip: int = 0
    ) -> models.ExtensionDeadLetters:
        """GET /extension/{id}/deadLetters: List the events that an extension failed to acknowledge"""
        ...

    async def extension_redrive(
        self, call: C, /, *, id: str, sequences: list[int] | None = None
    ) -> models.ExtensionRunCount:
        """PUT /extension/{id}/redrive: Send events again that were given up"""
        ...


class CommandsOperations(Protocol[C]):
    """The handlers of specs/paths/commands.yaml."""

    async def image_run_command(
        self, call: C, /, *, id: UUID, extension_id: str, command_id: str, body: models.ImageCommandRun | None = None
    ) -> models.CommandResult:
        """PUT /image/{id}/runCommand: Run a command on an image"""
        ...

    async def extension_run_command(
        self, call: C, /, *, id: str, command_id: str, body: models.ExtensionCommandRun | None = None
    ) -> models.CommandResult:
        """POST /extension/{id}/runCommand: Run a command"""
        ...

    async def extension_run_image_command(
        self, call: C, /, *, id: str, command_id: str, body: models.RunCommandParameters
    ) -> None:
        """PUT /extension/{id}/runImageCommand: Have a command run on images"""
        ...

    async def extension_run_process_command(
        self, call: C, /, *, id: str, command_id: str, body: models.CommandParameters | None = None
    ) -> None:
        """PUT /extension/{id}/runProcessCommand: Have a command of the extension itself run"""
        ...


class ApiSecretOperations(Protocol[C]):
    """The handlers of specs/paths/api-secret.yaml."""

    async def api_secret_create(
        self,
        call: C,
        /,
        *,
        type: models.ApiSecretType,
        name: str,
        expiration_date: int | None = None,
        comment: str | None = None,
        scope: str | None = None,
        ends_with_creator: bool = False,
    ) -> models.ApiSecret:
        """POST /apiSecret/create: Create an API secret"""
        ...

    async def api_secret_list(self, call: C, /) -> list[models.ApiSecretSummary]:
        """GET /apiSecret/list: List the API secrets"""
        ...

    async def api_secret_self(self, call: C, /) -> models.ApiSecretSelf:
        """GET /apiSecret/self: See who the caller is"""
        ...

    async def api_secret_get(self, call: C, /, *, id: int) -> models.ApiSecret:
        """GET /apiSecret/{id}/get: Get an API secret"""
        ...

    async def api_secret_delete(self, call: C, /, *, id: int) -> None:
        """DELETE /apiSecret/{id}/delete: Revoke an API secret"""
        ...


class SessionOperations(Protocol[C]):
    """The handlers of specs/paths/session.yaml."""

    async def session_create(self, call: C, /, *, body: models.SessionCredential) -> models.Session:
        """POST /session/create: Sign in"""
        ...

    async def session_delete(self, call: C, /) -> None:
        """DELETE /session/delete: Sign out"""
        ...


class UiOperations(Protocol[C]):
    """The handlers of specs/paths/ui.yaml."""

    async def ui_bundle(self, call: C, /, *, id: UUID) -> models.PageConfiguration:
        """GET /ui/bundle/{id}: Get what the page of a bundle works with"""
        ...

    async def ui_bundle_file(self, call: C, /, *, id: UUID, file: str) -> object:
        """GET /ui/bundle/{id}/{file}: Show a file of a bundle"""
        ...

    async def ui_extension_file(self, call: C, /, *, id: str, file: str) -> object:
        """GET /ui/extension/{id}/{file}: Show a file of a page of an extension"""
        ...


class ValidationOperations(Protocol[C]):
    """The handlers of specs/paths/validation.yaml."""

    async def validation_check(self, call: C, /, *, kind: models.DocumentKind, body: Upload) -> models.DocumentCheck:
        """POST /validation/check: Check a document"""
        ...


class ServiceOperations(Protocol[C]):
    """The handlers of specs/paths/service.yaml."""

    async def miscellaneous_ping(self, call: C, /) -> object:
        """GET /miscellaneous/ping: Ping the service"""
        ...

    async def miscellaneous_configuration(self, call: C, /) -> models.ApplicationConfiguration:
        """GET /miscellaneous/configuration: Get the configuration"""
        ...

    async def livez(self, call: C, /) -> object:
        """GET /livez: See whether the process lives"""
        ...

    async def readyz(self, call: C, /) -> models.ReadyState:
        """GET /readyz: See whether requests are served"""
        ...

    async def metrics(self, call: C, /) -> object:
        """GET /metrics: Get the metrics"""
        ...


class SettingsOperations(Protocol[C]):
    """The handlers of specs/paths/settings.yaml."""

    async def settings_get(self, call: C, /) -> models.ApplicationSettings:
        """GET /settings/get: Get the general settings"""
        ...

    async def settings_set(self, call: C, /, *, body: models.ApplicationSettings) -> models.ApplicationSettings:
        """PUT /settings/set: Set the general settings"""
        ...


@dataclass(frozen=True)
class Handlers(Generic[C]):
    """The handlers of all families, each a module of functions. `C` is the type of their first argument."""

    image_tags: ImageTagsOperations[C]
    image_features: ImageFeaturesOperations[C]
    image_embeddings: ImageEmbeddingsOperations[C]
    trash: TrashOperations[C]
    image: ImageOperations[C]
    image_search: ImageSearchOperations[C]
    image_similarity: ImageSimilarityOperations[C]
    media: MediaOperations[C]
    image_attachment: ImageAttachmentOperations[C]
    repository: RepositoryOperations[C]
    repository_files: RepositoryFilesOperations[C]
    collection: CollectionOperations[C]
    extension: ExtensionOperations[C]
    extension_settings: ExtensionSettingsOperations[C]
    event: EventOperations[C]
    capability_runs: CapabilityRunsOperations[C]
    commands: CommandsOperations[C]
    api_secret: ApiSecretOperations[C]
    session: SessionOperations[C]
    ui: UiOperations[C]
    validation: ValidationOperations[C]
    service: ServiceOperations[C]
    settings: SettingsOperations[C]

    def by_operation(self) -> Mapping[str, Callable[..., Awaitable[object]]]:
        """The handler of each operationId."""
        return {
            "imageSetTags": self.image_tags.image_set_tags,
            "imageEnsureTags": self.image_tags.image_ensure_tags,
            "imageGetTags": self.image_tags.image_get_tags,
            "imageGetAllTags": self.image_tags.image_get_all_tags,
            "repositoryTags": self.image_tags.repository_tags,
            "repositoryTagCounts": self.image_tags.repository_tag_counts,
            "imageSearchTags": self.image_tags.image_search_tags,
            "imageSetFeatures": self.image_features.image_set_features,
            "imageEnsureFeatures": self.image_features.image_ensure_features,
            "imageGetFeatures": self.image_features.image_get_features,
            "imageGetAllFeatures": self.image_features.image_get_all_features,
            "imageGetAllRecipes": self.image_features.image_get_all_recipes,
            "repositoryFeatureNames": self.image_features.repository_feature_names,
            "imageSearchFeatures": self.image_features.image_search_features,
            "imageSetEmbeddings": self.image_embeddings.image_set_embeddings,
            "imageGetEmbeddings": self.image_embeddings.image_get_embeddings,
            "imageGetAllEmbeddings": self.image_embeddings.image_get_all_embeddings,
            "imageDeleteEmbeddings": self.image_embeddings.image_delete_embeddings,
            "repositoryEmbeddingsNames": self.image_embeddings.repository_embeddings_names,
            "repositoryEmbeddingsIndexes": self.image_embeddings.repository_embeddings_indexes,
            "trashList": self.trash.trash_list,
            "trashRestore": self.trash.trash_restore,
            "trashDelete": self.trash.trash_delete,
            "trashEmpty": self.trash.trash_empty,
            "imageGet": self.image.image_get,
            "imageMetadata": self.image.image_metadata,
            "imageDownload": self.image.image_download,
            "imageMediaUrl": self.image.image_media_url,
            "imageModify": self.image.image_modify,
            "imageDelete": self.image.image_delete,
            "imageCollectionIds": self.image.image_collection_ids,
            "imageConvert": self.image.image_convert,
            "imageFormat": self.image.image_format,
            "imageSearchIds": self.image_search.image_search_ids,
            "imageSearchSummaries": self.image_search.image_search_summaries,
            "imageSearchImages": self.image_search.image_search_images,
            "imageSearchMediaUrls": self.image_search.image_search_media_urls,
            "imageSearchIdStream": self.image_search.image_search_id_stream,
            "imageSearchBuckets": self.image_search.image_search_buckets,
            "imageClosestImages": self.image_similarity.image_closest_images,
            "imageClosestEmbeddingsImages": self.image_similarity.image_closest_embeddings_images,
            "imageTextToImages": self.image_similarity.image_text_to_images,
            "media": self.media.media,
            "imageAttachmentCreate": self.image_attachment.image_attachment_create,
            "imageAttachmentDownload": self.image_attachment.image_attachment_download,
            "repositoryCreate": self.repository.repository_create,
            "repositoryEnsure": self.repository.repository_ensure,
            "repositoryList": self.repository.repository_list,
            "repositoryActivities": self.repository.repository_activities,
            "repositoryGet": self.repository.repository_get,
            "repositoryUpdate": self.repository.repository_update,
            "repositoryDelete": self.repository.repository_delete,
            "repositorySynchronize": self.repository.repository_synchronize,
            "repositoryUnreadableFiles": self.repository.repository_unreadable_files,
            "repositorySkippedFiles": self.repository.repository_skipped_files,
            "repositoryRetryUnreadableFiles": self.repository.repository_retry_unreadable_files,
            "repositoryWatch": self.repository.repository_watch,
            "repositoryNotify": self.repository.repository_notify,
            "repositoryStartOrStop": self.repository.repository_start_or_stop,
            "repositoryStoreImage": self.repository_files.repository_store_image,
            "repositoryRenameImage": self.repository_files.repository_rename_image,
            "repositoryGetImageByUrl": self.repository_files.repository_get_image_by_url,
            "collectionCreate": self.collection.collection_create,
            "collectionPreview": self.collection.collection_preview,
            "collectionList": self.collection.collection_list,
            "collectionGet": self.collection.collection_get,
            "collectionUpdate": self.collection.collection_update,
            "collectionDelete": self.collection.collection_delete,
            "extensionInstall": self.extension.extension_install,
            "extensionEnsure": self.extension.extension_ensure,
            "extensionList": self.extension.extension_list,
            "extensionGetConfiguration": self.extension.extension_get_configuration,
            "extensionActivities": self.extension.extension_activities,
            "extensionGet": self.extension.extension_get,
            "extensionUpdate": self.extension.extension_update,
            "extensionUninstall": self.extension.extension_uninstall,
            "extensionUnregister": self.extension.extension_unregister,
            "extensionChangeState": self.extension.extension_change_state,
            "extensionSetGrants": self.extension.extension_set_grants,
            "extensionRestart": self.extension.extension_restart,
            "extensionLogs": self.extension.extension_logs,
            "extensionGetSettings": self.extension_settings.extension_get_settings,
            "extensionSetSettings": self.extension_settings.extension_set_settings,
            "extensionResetSettings": self.extension_settings.extension_reset_settings,
            "eventStream": self.event.event_stream,
            "imageRunCapabilities": self.capability_runs.image_run_capabilities,
            "imageSearchRunCapabilities": self.capability_runs.image_search_run_capabilities,
            "extensionSynchronize": self.capability_runs.extension_synchronize,
            "extensionProgress": self.capability_runs.extension_progress,
            "extensionFailures": self.capability_runs.extension_failures,
            "extensionRetry": self.capability_runs.extension_retry,
            "extensionCancel": self.capability_runs.extension_cancel,
            "extensionDeadLetters": self.capability_runs.extension_dead_letters,
            "extensionRedrive": self.capability_runs.extension_redrive,
            "imageRunCommand": self.commands.image_run_command,
            "extensionRunCommand": self.commands.extension_run_command,
            "extensionRunImageCommand": self.commands.extension_run_image_command,
            "extensionRunProcessCommand": self.commands.extension_run_process_command,
            "apiSecretCreate": self.api_secret.api_secret_create,
            "apiSecretList": self.api_secret.api_secret_list,
            "apiSecretSelf": self.api_secret.api_secret_self,
            "apiSecretGet": self.api_secret.api_secret_get,
            "apiSecretDelete": self.api_secret.api_secret_delete,
            "sessionCreate": self.session.session_create,
            "sessionDelete": self.session.session_delete,
            "uiBundle": self.ui.ui_bundle,
            "uiBundleFile": self.ui.ui_bundle_file,
            "uiExtensionFile": self.ui.ui_extension_file,
            "validationCheck": self.validation.validation_check,
            "miscellaneousPing": self.service.miscellaneous_ping,
            "miscellaneousConfiguration": self.service.miscellaneous_configuration,
            "settingsGet": self.settings.settings_get,
            "settingsSet": self.settings.settings_set,
            "livez": self.service.livez,
            "readyz": self.service.readyz,
            "metrics": self.service.metrics,
        }


@dataclass(frozen=True, slots=True)
class Signature:
    """The required signature of a handler, compared with `inspect.signature` at start-up."""

    operation_id: str
    method: str
    path: str
    family: str
    function: str
    arguments: tuple[str, ...]


OPERATIONS: Final[Mapping[str, Signature]] = {
    "imageSetTags": Signature(
        "imageSetTags", "PUT", "/image/{id}/setTags", "image-tags", "image_set_tags", ("id", "extension_id", "body")
    ),
    "imageEnsureTags": Signature(
        "imageEnsureTags",
        "PUT",
        "/image/{id}/ensureTags",
        "image-tags",
        "image_ensure_tags",
        ("id", "extension_id", "body"),
    ),
    "imageGetTags": Signature(
        "imageGetTags", "GET", "/image/{id}/getTags", "image-tags", "image_get_tags", ("id", "extension_id")
    ),
    "imageGetAllTags": Signature(
        "imageGetAllTags", "GET", "/image/{id}/getAllTags", "image-tags", "image_get_all_tags", ("id",)
    ),
    "repositoryTags": Signature("repositoryTags", "GET", "/repository/tags", "image-tags", "repository_tags", ()),
    "repositoryTagCounts": Signature(
        "repositoryTagCounts",
        "GET",
        "/repository/tagCounts",
        "image-tags",
        "repository_tag_counts",
        ("text", "extension_ids", "count"),
    ),
    "imageSearchTags": Signature(
        "imageSearchTags", "POST", "/image/search/tags", "image-tags", "image_search_tags", ("extension_ids", "body")
    ),
    "imageSetFeatures": Signature(
        "imageSetFeatures",
        "PUT",
        "/image/{id}/setFeatures",
        "image-features",
        "image_set_features",
        ("id", "extension_id", "body"),
    ),
    "imageEnsureFeatures": Signature(
        "imageEnsureFeatures",
        "PUT",
        "/image/{id}/ensureFeatures",
        "image-features",
        "image_ensure_features",
        ("id", "extension_id", "body"),
    ),
    "imageGetFeatures": Signature(
        "imageGetFeatures",
        "GET",
        "/image/{id}/getFeatures",
        "image-features",
        "image_get_features",
        ("id", "extension_id"),
    ),
    "imageGetAllFeatures": Signature(
        "imageGetAllFeatures", "GET", "/image/{id}/getAllFeatures", "image-features", "image_get_all_features", ("id",)
    ),
    "imageGetAllRecipes": Signature(
        "imageGetAllRecipes", "GET", "/image/{id}/getAllRecipes", "image-features", "image_get_all_recipes", ("id",)
    ),
    "repositoryFeatureNames": Signature(
        "repositoryFeatureNames", "GET", "/repository/featureNames", "image-features", "repository_feature_names", ()
    ),
    "imageSearchFeatures": Signature(
        "imageSearchFeatures",
        "POST",
        "/image/search/features",
        "image-features",
        "image_search_features",
        ("extension_ids", "body"),
    ),
    "imageSetEmbeddings": Signature(
        "imageSetEmbeddings",
        "PUT",
        "/image/{id}/setEmbeddings",
        "image-embeddings",
        "image_set_embeddings",
        ("id", "extension_id", "body"),
    ),
    "imageGetEmbeddings": Signature(
        "imageGetEmbeddings",
        "GET",
        "/image/{id}/getEmbeddings",
        "image-embeddings",
        "image_get_embeddings",
        ("id", "extension_id"),
    ),
    "imageGetAllEmbeddings": Signature(
        "imageGetAllEmbeddings",
        "GET",
        "/image/{id}/getAllEmbeddings",
        "image-embeddings",
        "image_get_all_embeddings",
        ("id",),
    ),
    "imageDeleteEmbeddings": Signature(
        "imageDeleteEmbeddings",
        "PUT",
        "/image/{id}/deleteEmbeddings",
        "image-embeddings",
        "image_delete_embeddings",
        ("id", "extension_id"),
    ),
    "repositoryEmbeddingsNames": Signature(
        "repositoryEmbeddingsNames",
        "GET",
        "/repository/embeddingsNames",
        "image-embeddings",
        "repository_embeddings_names",
        (),
    ),
    "repositoryEmbeddingsIndexes": Signature(
        "repositoryEmbeddingsIndexes",
        "GET",
        "/repository/embeddingsIndexes",
        "image-embeddings",
        "repository_embeddings_indexes",
        (),
    ),
    "trashList": Signature("trashList", "GET", "/trash/list", "trash", "trash_list", ("take", "skip")),
    "trashRestore": Signature("trashRestore", "PUT", "/trash/{id}/restore", "trash", "trash_restore", ("id",)),
    "trashDelete": Signature("trashDelete", "DELETE", "/trash/{id}/delete", "trash", "trash_delete", ("id",)),
    "trashEmpty": Signature("trashEmpty", "DELETE", "/trash/empty", "trash", "trash_empty", ()),
    "imageGet": Signature("imageGet", "GET", "/image/{id}/get", "image", "image_get", ("id",)),
    "imageMetadata": Signature("imageMetadata", "GET", "/image/{id}/metadata", "image", "image_metadata", ("id",)),
    "imageDownload": Signature(
        "imageDownload",
        "GET",
        "/image/{id}/download",
        "image",
        "image_download",
        ("id", "format", "width", "height", "resize_render", "quality", "strip_metadata"),
    ),
    "imageMediaUrl": Signature(
        "imageMediaUrl",
        "GET",
        "/image/{id}/mediaUrl",
        "image",
        "image_media_url",
        ("id", "format", "width", "height", "resize_render"),
    ),
    "imageModify": Signature("imageModify", "PUT", "/image/{id}/modify", "image", "image_modify", ("id", "body")),
    "imageDelete": Signature(
        "imageDelete", "DELETE", "/image/{id}/delete", "image", "image_delete", ("id", "to_trash")
    ),
    "imageCollectionIds": Signature(
        "imageCollectionIds", "GET", "/image/{id}/collectionIds", "image", "image_collection_ids", ("id",)
    ),
    "imageConvert": Signature(
        "imageConvert", "PUT", "/image/convert", "image", "image_convert", ("format", "quality", "body")
    ),
    "imageFormat": Signature("imageFormat", "PUT", "/image/format", "image", "image_format", ("body",)),
    "imageSearchIds": Signature(
        "imageSearchIds", "POST", "/image/search/ids", "image-search", "image_search_ids", ("body",)
    ),
    "imageSearchSummaries": Signature(
        "imageSearchSummaries", "POST", "/image/search/summaries", "image-search", "image_search_summaries", ("body",)
    ),
    "imageSearchImages": Signature(
        "imageSearchImages", "POST", "/image/search/images", "image-search", "image_search_images", ("body",)
    ),
    "imageSearchMediaUrls": Signature(
        "imageSearchMediaUrls",
        "POST",
        "/image/search/mediaUrls",
        "image-search",
        "image_search_media_urls",
        ("format", "width", "height", "resize_render", "body"),
    ),
    "imageSearchIdStream": Signature(
        "imageSearchIdStream", "POST", "/image/search/idStream", "image-search", "image_search_id_stream", ("body",)
    ),
    "imageSearchBuckets": Signature(
        "imageSearchBuckets", "POST", "/image/search/buckets", "image-search", "image_search_buckets", ("body",)
    ),
    "imageClosestImages": Signature(
        "imageClosestImages",
        "GET",
        "/image/{id}/closestImages",
        "image-similarity",
        "image_closest_images",
        ("id", "extension_id", "name", "count", "max_distance", "collection_id"),
    ),
    "imageClosestEmbeddingsImages": Signature(
        "imageClosestEmbeddingsImages",
        "PUT",
        "/image/closestEmbeddingsImages",
        "image-similarity",
        "image_closest_embeddings_images",
        ("extension_id", "count", "max_distance", "collection_id", "body"),
    ),
    "imageTextToImages": Signature(
        "imageTextToImages",
        "GET",
        "/image/textToImages",
        "image-similarity",
        "image_text_to_images",
        ("text", "extension_id", "name", "count", "max_distance", "collection_id"),
    ),
    "media": Signature(
        "media",
        "GET",
        "/media/{id}",
        "media",
        "media",
        ("id", "format", "width", "height", "resize_render", "version", "issuer", "expires", "signature"),
    ),
    "imageAttachmentCreate": Signature(
        "imageAttachmentCreate",
        "POST",
        "/imageAttachment/create",
        "image-attachment",
        "image_attachment_create",
        ("image_id", "extension_id", "mime_type", "body"),
    ),
    "imageAttachmentDownload": Signature(
        "imageAttachmentDownload",
        "GET",
        "/imageAttachment/{uri}/download",
        "image-attachment",
        "image_attachment_download",
        ("uri",),
    ),
    "repositoryCreate": Signature(
        "repositoryCreate",
        "POST",
        "/repository/create",
        "repository",
        "repository_create",
        ("type", "url", "name", "comment", "watch", "technical_id"),
    ),
    "repositoryEnsure": Signature(
        "repositoryEnsure",
        "PUT",
        "/repository/ensure",
        "repository",
        "repository_ensure",
        ("technical_id", "name", "comment", "watch"),
    ),
    "repositoryList": Signature("repositoryList", "GET", "/repository/list", "repository", "repository_list", ()),
    "repositoryActivities": Signature(
        "repositoryActivities", "GET", "/repository/activities", "repository", "repository_activities", ()
    ),
    "repositoryGet": Signature("repositoryGet", "GET", "/repository/{id}/get", "repository", "repository_get", ("id",)),
    "repositoryUpdate": Signature(
        "repositoryUpdate",
        "PUT",
        "/repository/{id}/update",
        "repository",
        "repository_update",
        ("id", "name", "comment", "url"),
    ),
    "repositoryDelete": Signature(
        "repositoryDelete", "DELETE", "/repository/{id}/delete", "repository", "repository_delete", ("id",)
    ),
    "repositorySynchronize": Signature(
        "repositorySynchronize",
        "PUT",
        "/repository/{id}/synchronize",
        "repository",
        "repository_synchronize",
        ("id", "maximum_removals", "verify"),
    ),
    "repositoryUnreadableFiles": Signature(
        "repositoryUnreadableFiles",
        "GET",
        "/repository/{id}/unreadableFiles",
        "repository",
        "repository_unreadable_files",
        ("id", "rule", "take", "skip"),
    ),
    "repositorySkippedFiles": Signature(
        "repositorySkippedFiles",
        "GET",
        "/repository/{id}/skippedFiles",
        "repository",
        "repository_skipped_files",
        ("id", "kind", "take", "skip"),
    ),
    "repositoryRetryUnreadableFiles": Signature(
        "repositoryRetryUnreadableFiles",
        "PUT",
        "/repository/{id}/retryUnreadableFiles",
        "repository",
        "repository_retry_unreadable_files",
        ("id", "rule"),
    ),
    "repositoryWatch": Signature(
        "repositoryWatch", "PUT", "/repository/{id}/watch", "repository", "repository_watch", ("id", "is_start")
    ),
    "repositoryNotify": Signature(
        "repositoryNotify", "POST", "/repository/{id}/notify", "repository", "repository_notify", ("id", "body")
    ),
    "repositoryStartOrStop": Signature(
        "repositoryStartOrStop",
        "PUT",
        "/repository/startOrStop",
        "repository",
        "repository_start_or_stop",
        ("is_start",),
    ),
    "repositoryStoreImage": Signature(
        "repositoryStoreImage",
        "POST",
        "/repository/{id}/storeImage",
        "repository-files",
        "repository_store_image",
        (
            "id",
            "inception_date",
            "source_url",
            "parent_id",
            "application_metadata",
            "relative_directory_path",
            "name_without_extension",
            "body",
        ),
    ),
    "repositoryRenameImage": Signature(
        "repositoryRenameImage",
        "PUT",
        "/repository/{id}/renameImage",
        "repository-files",
        "repository_rename_image",
        ("id", "image_id", "name_without_extension", "relative_directory_path"),
    ),
    "repositoryGetImageByUrl": Signature(
        "repositoryGetImageByUrl",
        "GET",
        "/repository/getImageByUrl",
        "repository-files",
        "repository_get_image_by_url",
        ("url",),
    ),
    "collectionCreate": Signature(
        "collectionCreate", "POST", "/collection/create", "collection", "collection_create", ("name", "comment", "body")
    ),
    "collectionPreview": Signature(
        "collectionPreview", "POST", "/collection/preview", "collection", "collection_preview", ("body",)
    ),
    "collectionList": Signature("collectionList", "GET", "/collection/list", "collection", "collection_list", ()),
    "collectionGet": Signature("collectionGet", "GET", "/collection/{id}/get", "collection", "collection_get", ("id",)),
    "collectionUpdate": Signature(
        "collectionUpdate",
        "PUT",
        "/collection/{id}/update",
        "collection",
        "collection_update",
        ("id", "name", "comment", "body"),
    ),
    "collectionDelete": Signature(
        "collectionDelete", "DELETE", "/collection/{id}/delete", "collection", "collection_delete", ("id",)
    ),
    "extensionInstall": Signature(
        "extensionInstall",
        "POST",
        "/extension/install",
        "extension",
        "extension_install",
        ("state", "as_unpacked", "take_over", "grant", "body"),
    ),
    "extensionEnsure": Signature(
        "extensionEnsure", "PUT", "/extension/ensure", "extension", "extension_ensure", ("id",)
    ),
    "extensionList": Signature("extensionList", "GET", "/extension/list", "extension", "extension_list", ()),
    "extensionGetConfiguration": Signature(
        "extensionGetConfiguration",
        "GET",
        "/extension/getConfiguration",
        "extension",
        "extension_get_configuration",
        (),
    ),
    "extensionActivities": Signature(
        "extensionActivities", "GET", "/extension/activities", "extension", "extension_activities", ()
    ),
    "extensionGet": Signature("extensionGet", "GET", "/extension/{id}/get", "extension", "extension_get", ("id",)),
    "extensionUpdate": Signature(
        "extensionUpdate",
        "PUT",
        "/extension/{id}/update",
        "extension",
        "extension_update",
        ("id", "state", "grant", "body"),
    ),
    "extensionUninstall": Signature(
        "extensionUninstall",
        "DELETE",
        "/extension/{id}/uninstall",
        "extension",
        "extension_uninstall",
        ("id", "keep_facets"),
    ),
    "extensionUnregister": Signature(
        "extensionUnregister",
        "DELETE",
        "/extension/{id}/unregister",
        "extension",
        "extension_unregister",
        ("id", "keep_facets"),
    ),
    "extensionChangeState": Signature(
        "extensionChangeState",
        "PUT",
        "/extension/{id}/changeState",
        "extension",
        "extension_change_state",
        ("id", "state"),
    ),
    "extensionSetGrants": Signature(
        "extensionSetGrants",
        "PUT",
        "/extension/{id}/setGrants",
        "extension",
        "extension_set_grants",
        ("id", "grant", "grant_again"),
    ),
    "extensionRestart": Signature(
        "extensionRestart", "PUT", "/extension/{id}/restart", "extension", "extension_restart", ("id",)
    ),
    "extensionLogs": Signature(
        "extensionLogs", "GET", "/extension/{id}/logs", "extension", "extension_logs", ("id", "count")
    ),
    "extensionGetSettings": Signature(
        "extensionGetSettings",
        "GET",
        "/extension/{id}/getSettings",
        "extension-settings",
        "extension_get_settings",
        ("id",),
    ),
    "extensionSetSettings": Signature(
        "extensionSetSettings",
        "PUT",
        "/extension/{id}/setSettings",
        "extension-settings",
        "extension_set_settings",
        ("id", "body"),
    ),
    "extensionResetSettings": Signature(
        "extensionResetSettings",
        "PUT",
        "/extension/{id}/resetSettings",
        "extension-settings",
        "extension_reset_settings",
        ("id",),
    ),
    "eventStream": Signature(
        "eventStream", "GET", "/event/stream", "event", "event_stream", ("topics", "wait", "last_event_id")
    ),
    "imageRunCapabilities": Signature(
        "imageRunCapabilities",
        "PUT",
        "/image/{id}/runCapabilities",
        "capability-runs",
        "image_run_capabilities",
        ("id", "extension_ids", "capability_ids"),
    ),
    "imageSearchRunCapabilities": Signature(
        "imageSearchRunCapabilities",
        "PUT",
        "/image/search/runCapabilities",
        "capability-runs",
        "image_search_run_capabilities",
        ("extension_ids", "capability_ids", "body"),
    ),
    "extensionSynchronize": Signature(
        "extensionSynchronize",
        "PUT",
        "/extension/{id}/synchronize",
        "capability-runs",
        "extension_synchronize",
        ("id",),
    ),
    "extensionProgress": Signature(
        "extensionProgress", "GET", "/extension/{id}/progress", "capability-runs", "extension_progress", ("id",)
    ),
    "extensionFailures": Signature(
        "extensionFailures",
        "GET",
        "/extension/{id}/failures",
        "capability-runs",
        "extension_failures",
        ("id", "take", "skip"),
    ),
    "extensionRetry": Signature(
        "extensionRetry", "PUT", "/extension/{id}/retry", "capability-runs", "extension_retry", ("id", "capability_ids")
    ),
    "extensionCancel": Signature(
        "extensionCancel",
        "PUT",
        "/extension/{id}/cancel",
        "capability-runs",
        "extension_cancel",
        ("id", "capability_ids"),
    ),
    "extensionDeadLetters": Signature(
        "extensionDeadLetters",
        "GET",
        "/extension/{id}/deadLetters",
        "capability-runs",
        "extension_dead_letters",
        ("id", "take", "skip"),
    ),
    "extensionRedrive": Signature(
        "extensionRedrive",
        "PUT",
        "/extension/{id}/redrive",
        "capability-runs",
        "extension_redrive",
        ("id", "sequences"),
    ),
    "imageRunCommand": Signature(
        "imageRunCommand",
        "PUT",
        "/image/{id}/runCommand",
        "commands",
        "image_run_command",
        ("id", "extension_id", "command_id", "body"),
    ),
    "extensionRunCommand": Signature(
        "extensionRunCommand",
        "POST",
        "/extension/{id}/runCommand",
        "commands",
        "extension_run_command",
        ("id", "command_id", "body"),
    ),
    "extensionRunImageCommand": Signature(
        "extensionRunImageCommand",
        "PUT",
        "/extension/{id}/runImageCommand",
        "commands",
        "extension_run_image_command",
        ("id", "command_id", "body"),
    ),
    "extensionRunProcessCommand": Signature(
        "extensionRunProcessCommand",
        "PUT",
        "/extension/{id}/runProcessCommand",
        "commands",
        "extension_run_process_command",
        ("id", "command_id", "body"),
    ),
    "apiSecretCreate": Signature(
        "apiSecretCreate",
        "POST",
        "/apiSecret/create",
        "api-secret",
        "api_secret_create",
        ("type", "name", "expiration_date", "comment", "scope", "ends_with_creator"),
    ),
    "apiSecretList": Signature("apiSecretList", "GET", "/apiSecret/list", "api-secret", "api_secret_list", ()),
    "apiSecretSelf": Signature("apiSecretSelf", "GET", "/apiSecret/self", "api-secret", "api_secret_self", ()),
    "apiSecretGet": Signature("apiSecretGet", "GET", "/apiSecret/{id}/get", "api-secret", "api_secret_get", ("id",)),
    "apiSecretDelete": Signature(
        "apiSecretDelete", "DELETE", "/apiSecret/{id}/delete", "api-secret", "api_secret_delete", ("id",)
    ),
    "sessionCreate": Signature("sessionCreate", "POST", "/session/create", "session", "session_create", ("body",)),
    "sessionDelete": Signature("sessionDelete", "DELETE", "/session/delete", "session", "session_delete", ()),
    "uiBundle": Signature("uiBundle", "GET", "/ui/bundle/{id}", "ui", "ui_bundle", ("id",)),
    "uiBundleFile": Signature("uiBundleFile", "GET", "/ui/bundle/{id}/{file}", "ui", "ui_bundle_file", ("id", "file")),
    "uiExtensionFile": Signature(
        "uiExtensionFile", "GET", "/ui/extension/{id}/{file}", "ui", "ui_extension_file", ("id", "file")
    ),
    "validationCheck": Signature(
        "validationCheck", "POST", "/validation/check", "validation", "validation_check", ("kind", "body")
    ),
    "miscellaneousPing": Signature(
        "miscellaneousPing", "GET", "/miscellaneous/ping", "service", "miscellaneous_ping", ()
    ),
    "miscellaneousConfiguration": Signature(
        "miscellaneousConfiguration",
        "GET",
        "/miscellaneous/configuration",
        "service",
        "miscellaneous_configuration",
        (),
    ),
    "settingsGet": Signature("settingsGet", "GET", "/settings/get", "settings", "settings_get", ()),
    "settingsSet": Signature("settingsSet", "PUT", "/settings/set", "settings", "settings_set", ("body",)),
    "livez": Signature("livez", "GET", "/livez", "service", "livez", ()),
    "readyz": Signature("readyz", "GET", "/readyz", "service", "readyz", ()),
    "metrics": Signature("metrics", "GET", "/metrics", "service", "metrics", ()),
}

BODIES: Final[Mapping[str, TypeAdapter[Any]]] = {
    "imageSearchTags": TypeAdapter(models.SearchParameters),
    "imageSetFeatures": TypeAdapter(models.FeatureSet),
    "imageEnsureFeatures": TypeAdapter(models.FeatureSet),
    "imageSearchFeatures": TypeAdapter(models.SearchParameters),
    "imageSetEmbeddings": TypeAdapter(
        list[
            Annotated[
                models.ImageEmbedding, PlainValidator(lambda value: models.ImageEmbedding.model_construct(**value))
            ]
        ]
    ),
    "imageSearchIds": TypeAdapter(models.SearchParameters),
    "imageSearchSummaries": TypeAdapter(models.SearchParameters),
    "imageSearchImages": TypeAdapter(models.SearchParameters),
    "imageSearchMediaUrls": TypeAdapter(models.SearchParameters),
    "imageSearchIdStream": TypeAdapter(models.SearchParameters),
    "imageSearchBuckets": TypeAdapter(models.SearchBucketParameters),
    "imageClosestEmbeddingsImages": TypeAdapter(
        Annotated[models.ImageEmbedding, PlainValidator(lambda value: models.ImageEmbedding.model_construct(**value))]
    ),
    "repositoryNotify": TypeAdapter(models.ObjectStoreMessage),
    "collectionCreate": TypeAdapter(models.SearchFilter),
    "collectionPreview": TypeAdapter(models.SearchFilter),
    "collectionUpdate": TypeAdapter(models.SearchFilter),
    "extensionSetSettings": TypeAdapter(models.ExtensionSettings),
    "imageSearchRunCapabilities": TypeAdapter(models.SearchParameters),
    "imageRunCommand": TypeAdapter(models.ImageCommandRun),
    "extensionRunCommand": TypeAdapter(models.ExtensionCommandRun),
    "extensionRunImageCommand": TypeAdapter(models.RunCommandParameters),
    "extensionRunProcessCommand": TypeAdapter(models.CommandParameters),
    "sessionCreate": TypeAdapter(models.SessionCredential),
    "settingsSet": TypeAdapter(models.ApplicationSettings),
}
"""The adapter that converts a body to a model or a list of models, by operation."""
