"""What the hostile cases aim at: known good ids and a key, and requests that would be right but for one thing."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from tests.hostile.wire import request

JSON: Final = ("Content-Type", "application/json")
CLOSE: Final = ("Connection", "close")
TAGS_CAP: Final = 65_536
SEARCH_CAP: Final = 1_048_576
SEARCHES: Final = ("/image/search/ids", "/image/search/images", "/image/search/summaries", "/image/search/tags")


@dataclass(frozen=True, slots=True)
class Target:
    """A key that may do everything, an image, an extension, and a secret's number that exist."""

    key: str
    image: str
    extension: str
    secret_id: int

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

    def json_operations(self) -> tuple[tuple[str, str, str], ...]:
        """Every operation with a JSON body: a short name, its method and its path with query."""
        searches = tuple((path.removeprefix("/image/search/"), "POST", path) for path in SEARCHES)
        return (("setTags", "PUT", self.tags), ("ensureTags", "PUT", self.ensure), *searches)

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
