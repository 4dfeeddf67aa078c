# Generated from specs/ by `python -m codegen`. Do not edit.
"""What each handler must be: a Protocol per family, and the table of operations."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Final, Generic, Literal, Protocol, TypeVar
from uuid import UUID

from pydantic import BaseModel

from generated import models

C = TypeVar("C", contravariant=True)


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

    async def image_get_all_tags(self, call: C, /, *, id: UUID) -> list[models.ExtensionImageTag]:
        """GET /image/{id}/getAllTags: Get the tags of every extension on an image"""
        ...

    async def repository_tags(self, call: C, /) -> list[models.ExtensionImageTag]:
        """GET /repository/tags: List every tag in use"""
        ...

    async def image_search_tags(
        self, call: C, /, *, extension_ids: list[str] | None = None, body: models.SearchParameters
    ) -> models.SearchTagsResult:
        """POST /image/search/tags: Find images and list their tags"""
        ...


class ImageOperations(Protocol[C]):
    """The handlers of specs/paths/image.yaml."""

    async def image_get(self, call: C, /, *, id: UUID) -> models.Image:
        """GET /image/{id}/get: Get an image record"""
        ...

    async def image_download(self, call: C, /, *, id: UUID) -> object:
        """GET /image/{id}/download: Download the original file of an image"""
        ...

    async def image_delete(self, call: C, /, *, id: UUID) -> None:
        """DELETE /image/{id}/delete: Delete an image and its file"""
        ...


class ImageSearchOperations(Protocol[C]):
    """The handlers of specs/paths/image-search.yaml."""

    async def image_search_ids(self, call: C, /, *, body: models.SearchParameters) -> models.SearchImageIdResult:
        """POST /image/search/ids: Find image identifiers"""
        ...

    async def image_search_summaries(
        self, call: C, /, *, body: models.SearchParameters
    ) -> models.SearchImageSummaryResult:
        """POST /image/search/summaries: Find image summaries"""
        ...

    async def image_search_images(self, call: C, /, *, body: models.SearchParameters) -> models.SearchImageResult:
        """POST /image/search/images: Find full image records"""
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
        watch: Literal[False] | None = None,
        technical_id: str | None = None,
    ) -> models.Repository:
        """POST /repository/create: Create a repository on a folder"""
        ...

    async def repository_list(self, call: C, /) -> list[models.Repository]:
        """GET /repository/list: List the repositories"""
        ...

    async def repository_activities(self, call: C, /) -> list[models.RepositoryActivity]:
        """GET /repository/activities: See what the repositories are doing"""
        ...

    async def repository_get(self, call: C, /, *, id: UUID) -> models.Repository:
        """GET /repository/{id}/get: Get a repository"""
        ...

    async def repository_update(
        self, call: C, /, *, id: UUID, name: str | None = None, comment: str | None = None
    ) -> models.Repository:
        """PUT /repository/{id}/update: Rename a repository or change its comment"""
        ...

    async def repository_delete(self, call: C, /, *, id: UUID) -> None:
        """DELETE /repository/{id}/delete: Delete a repository and keep its files"""
        ...

    async def repository_synchronize(self, call: C, /, *, id: UUID) -> None:
        """PUT /repository/{id}/synchronize: Scan the folder of a repository"""
        ...

    async def repository_unreadable_files(
        self, call: C, /, *, id: UUID, take: int = 20, skip: int = 0
    ) -> models.UnreadableFilesResult:
        """GET /repository/{id}/unreadableFiles: List the files of a repository that could not be read"""
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


class ServiceOperations(Protocol[C]):
    """The handlers of specs/paths/service.yaml."""

    async def miscellaneous_ping(self, call: C, /) -> object:
        """GET /miscellaneous/ping: Ping the service"""
        ...

    async def livez(self, call: C, /) -> object:
        """GET /livez: See whether the process lives"""
        ...

    async def readyz(self, call: C, /) -> models.ReadyState:
        """GET /readyz: See whether requests are served"""
        ...


@dataclass(frozen=True)
class Handlers(Generic[C]):
    """The handlers of every family; a module of functions is one. `C` is what each handler gets first."""

    image_tags: ImageTagsOperations[C]
    image: ImageOperations[C]
    image_search: ImageSearchOperations[C]
    repository: RepositoryOperations[C]
    api_secret: ApiSecretOperations[C]
    service: ServiceOperations[C]

    def by_operation(self) -> Mapping[str, Callable[..., Awaitable[object]]]:
        """The handler of each operationId."""
        return {
            "imageSetTags": self.image_tags.image_set_tags,
            "imageEnsureTags": self.image_tags.image_ensure_tags,
            "imageGetTags": self.image_tags.image_get_tags,
            "imageGetAllTags": self.image_tags.image_get_all_tags,
            "repositoryTags": self.image_tags.repository_tags,
            "imageSearchTags": self.image_tags.image_search_tags,
            "imageGet": self.image.image_get,
            "imageDownload": self.image.image_download,
            "imageDelete": self.image.image_delete,
            "imageSearchIds": self.image_search.image_search_ids,
            "imageSearchSummaries": self.image_search.image_search_summaries,
            "imageSearchImages": self.image_search.image_search_images,
            "repositoryCreate": self.repository.repository_create,
            "repositoryList": self.repository.repository_list,
            "repositoryActivities": self.repository.repository_activities,
            "repositoryGet": self.repository.repository_get,
            "repositoryUpdate": self.repository.repository_update,
            "repositoryDelete": self.repository.repository_delete,
            "repositorySynchronize": self.repository.repository_synchronize,
            "repositoryUnreadableFiles": self.repository.repository_unreadable_files,
            "apiSecretCreate": self.api_secret.api_secret_create,
            "apiSecretList": self.api_secret.api_secret_list,
            "apiSecretSelf": self.api_secret.api_secret_self,
            "apiSecretGet": self.api_secret.api_secret_get,
            "apiSecretDelete": self.api_secret.api_secret_delete,
            "miscellaneousPing": self.service.miscellaneous_ping,
            "livez": self.service.livez,
            "readyz": self.service.readyz,
        }


@dataclass(frozen=True, slots=True)
class Signature:
    """An operation as its handler must be: compared with `inspect.signature` at start-up."""

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
    "imageSearchTags": Signature(
        "imageSearchTags", "POST", "/image/search/tags", "image-tags", "image_search_tags", ("extension_ids", "body")
    ),
    "imageGet": Signature("imageGet", "GET", "/image/{id}/get", "image", "image_get", ("id",)),
    "imageDownload": Signature("imageDownload", "GET", "/image/{id}/download", "image", "image_download", ("id",)),
    "imageDelete": Signature("imageDelete", "DELETE", "/image/{id}/delete", "image", "image_delete", ("id",)),
    "imageSearchIds": Signature(
        "imageSearchIds", "POST", "/image/search/ids", "image-search", "image_search_ids", ("body",)
    ),
    "imageSearchSummaries": Signature(
        "imageSearchSummaries", "POST", "/image/search/summaries", "image-search", "image_search_summaries", ("body",)
    ),
    "imageSearchImages": Signature(
        "imageSearchImages", "POST", "/image/search/images", "image-search", "image_search_images", ("body",)
    ),
    "repositoryCreate": Signature(
        "repositoryCreate",
        "POST",
        "/repository/create",
        "repository",
        "repository_create",
        ("type", "url", "name", "comment", "watch", "technical_id"),
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
        ("id", "name", "comment"),
    ),
    "repositoryDelete": Signature(
        "repositoryDelete", "DELETE", "/repository/{id}/delete", "repository", "repository_delete", ("id",)
    ),
    "repositorySynchronize": Signature(
        "repositorySynchronize", "PUT", "/repository/{id}/synchronize", "repository", "repository_synchronize", ("id",)
    ),
    "repositoryUnreadableFiles": Signature(
        "repositoryUnreadableFiles",
        "GET",
        "/repository/{id}/unreadableFiles",
        "repository",
        "repository_unreadable_files",
        ("id", "take", "skip"),
    ),
    "apiSecretCreate": Signature(
        "apiSecretCreate",
        "POST",
        "/apiSecret/create",
        "api-secret",
        "api_secret_create",
        ("type", "name", "expiration_date", "comment", "scope"),
    ),
    "apiSecretList": Signature("apiSecretList", "GET", "/apiSecret/list", "api-secret", "api_secret_list", ()),
    "apiSecretSelf": Signature("apiSecretSelf", "GET", "/apiSecret/self", "api-secret", "api_secret_self", ()),
    "apiSecretGet": Signature("apiSecretGet", "GET", "/apiSecret/{id}/get", "api-secret", "api_secret_get", ("id",)),
    "apiSecretDelete": Signature(
        "apiSecretDelete", "DELETE", "/apiSecret/{id}/delete", "api-secret", "api_secret_delete", ("id",)
    ),
    "miscellaneousPing": Signature(
        "miscellaneousPing", "GET", "/miscellaneous/ping", "service", "miscellaneous_ping", ()
    ),
    "livez": Signature("livez", "GET", "/livez", "service", "livez", ()),
    "readyz": Signature("readyz", "GET", "/readyz", "service", "readyz", ()),
}

BODIES: Final[Mapping[str, type[BaseModel]]] = {
    "imageSearchTags": models.SearchParameters,
    "imageSearchIds": models.SearchParameters,
    "imageSearchSummaries": models.SearchParameters,
    "imageSearchImages": models.SearchParameters,
}
"""The operations whose body is handed over as a model."""
