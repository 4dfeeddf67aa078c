"""The targets of the hostile cases: existing ids and a key, and requests that are valid but for one fault."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from tests.hostile.requests.wire import request

JSON: Final = ("Content-Type", "application/json")
PNG: Final = ("Content-Type", "image/png")
TEXT: Final = ("Content-Type", "text/plain")
CLOSE: Final = ("Connection", "close")
TAGS_CAP: Final = 65_536
FEATURES_CAP: Final = 8_388_608
EMBEDDINGS_CAP: Final = 4_194_304
SEARCH_CAP: Final = 1_048_576
PICTURE_CAP: Final = 33_554_432
ATTACHMENT_CAP: Final = 1_048_576
TEXT_CAP: Final = 1_048_576
SEARCHES: Final = tuple(
    f"/image/search/{door}" for door in ("ids", "images", "summaries", "tags", "features", "mediaUrls", "idStream")
)


@dataclass(frozen=True, slots=True)
class JsonOperation:
    """An operation with a JSON body: short name, method and path, maximum size of the body, its kind, and whether it is
    required.
    """

    name: str
    method: str
    path: str
    cap: int
    kind: Literal["tags", "features", "embeddings", "embedding", "search", "filter"]
    required: bool = True


@dataclass(frozen=True, slots=True)
class BinaryOperation:
    """An operation with a body of bytes: short name, method and path, and maximum size of the body."""

    name: str
    method: str
    path: str
    cap: int = PICTURE_CAP


@dataclass(frozen=True, slots=True)
class Target:
    """A key with all scopes, and existing resources: a PNG image, its repository, which has a link `link` to another
    folder, an extension, the number of a key, a collection, an attachment, and the path and query of a media URL.
    """

    key: str
    image: str
    repository: str
    extension: str
    secret_id: int
    collection: int
    attachment: str
    media: str
    pictures: str  # the path of the repository's folder

    @property
    def bearer(self) -> tuple[str, str]:
        """The header with the key."""
        return ("Authorization", f"Bearer {self.key}")

    @property
    def tags(self) -> str:
        """The path and query of setTags."""
        return f"/image/{self.image}/setTags?extensionId={self.extension}"

    @property
    def ensure(self) -> str:
        """The path and query of ensureTags."""
        return f"/image/{self.image}/ensureTags?extensionId={self.extension}"

    @property
    def features(self) -> str:
        """The path and query of setFeatures."""
        return f"/image/{self.image}/setFeatures?extensionId={self.extension}"

    @property
    def ensure_features(self) -> str:
        """The path and query of ensureFeatures."""
        return f"/image/{self.image}/ensureFeatures?extensionId={self.extension}"

    @property
    def embeddings(self) -> str:
        """The path and query of setEmbeddings."""
        return f"/image/{self.image}/setEmbeddings?extensionId={self.extension}"

    @property
    def closest(self) -> str:
        """The path and query of closestEmbeddingsImages."""
        return f"/image/closestEmbeddingsImages?extensionId={self.extension}"

    @property
    def store(self) -> str:
        """The path of storeImage."""
        return f"/repository/{self.repository}/storeImage"

    @property
    def attach(self) -> str:
        """The path and query of the creation of an attachment, but for the media type."""
        return f"/imageAttachment/create?imageId={self.image}&extensionId={self.extension}"

    def json_operations(self) -> tuple[JsonOperation, ...]:
        """The operations that get hostile JSON bodies: writes of facets, searches and collections."""
        return (
            JsonOperation("setTags", "PUT", self.tags, TAGS_CAP, "tags"),
            JsonOperation("ensureTags", "PUT", self.ensure, TAGS_CAP, "tags"),
            JsonOperation("setFeatures", "PUT", self.features, FEATURES_CAP, "features"),
            JsonOperation("ensureFeatures", "PUT", self.ensure_features, FEATURES_CAP, "features"),
            JsonOperation("setEmbeddings", "PUT", self.embeddings, EMBEDDINGS_CAP, "embeddings"),
            JsonOperation("closestEmbeddings", "PUT", self.closest, SEARCH_CAP, "embedding"),
            *(JsonOperation(path.rpartition("/")[2], "POST", path, SEARCH_CAP, "search") for path in SEARCHES),
            JsonOperation("create", "POST", "/collection/create?name=hostile", SEARCH_CAP, "filter"),
            JsonOperation("preview", "POST", "/collection/preview", SEARCH_CAP, "filter"),
            JsonOperation(
                "update", "PUT", f"/collection/{self.collection}/update", SEARCH_CAP, "filter", required=False
            ),
        )

    def binary_operations(self) -> tuple[BinaryOperation, ...]:
        """Every operation with a body that is bytes."""
        return (
            BinaryOperation("format", "PUT", "/image/format"),
            BinaryOperation("convert", "PUT", "/image/convert?format=PNG"),
            BinaryOperation("modify", "PUT", f"/image/{self.image}/modify"),
            BinaryOperation("store", "POST", self.store),
            BinaryOperation("attach", "POST", f"{self.attach}&mimeType=image/png", ATTACHMENT_CAP),
        )

    def text_operation(self) -> BinaryOperation:
        """The operation with a body that is a text."""
        return BinaryOperation("check", "POST", "/validation/check?kind=view-document", TEXT_CAP)

    def send(
        self,
        operation: JsonOperation | BinaryOperation,
        body: bytes | None,
        headers: Iterable[tuple[str, str | bytes]] = (),
    ) -> bytes:
        """A request of the operation that ends its connection."""
        return request(operation.method, operation.path, (self.bearer, CLOSE, *headers), body)

    def put(
        self, body: bytes, headers: Iterable[tuple[str, str | bytes]] = (JSON,), target: str | None = None
    ) -> bytes:
        """A setTags request that ends its connection."""
        return request("PUT", target or self.tags, (self.bearer, CLOSE, *headers), body)

    def post(self, body: bytes, path: str = SEARCHES[0], headers: Iterable[tuple[str, str | bytes]] = (JSON,)) -> bytes:
        """A search request that ends its connection."""
        return request("POST", path, (self.bearer, CLOSE, *headers), body)

    def get(self, target: str | bytes, headers: Iterable[tuple[str, str | bytes]] = ()) -> bytes:
        """A GET request that ends its connection."""
        return request("GET", target, (self.bearer, CLOSE, *headers))
