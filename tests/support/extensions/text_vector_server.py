"""A stub for an extension that computes embeddings of texts, and a server that uses it.

`python -m tests.support.extensions.text_vector_server serve …` is `facetry serve …`.
"""

import hashlib
import sys
from dataclasses import replace

from facetry import cli
from facetry.extensions import text_embeddings
from facetry.library.facets import embeddings
from facetry.library.library import Library
from facetry.store.store import Store


class StubTextVectors:
    """Computes a vector of any text for any extension, with the length of its embeddings of that name, or else 3."""

    def __init__(self, store: Store, _: object = None) -> None:
        """With the arguments of `ExtensionTextVectors`."""
        self._store = store

    async def vector(self, extension: str, name: str, text: str) -> list[float]:
        """The vector of the text, which is always the same for the same text."""
        space_row = await self._store.read(lambda connection: embeddings.space_of(connection, extension, name))
        return vector_of_text(text, 3 if space_row is None else space_row[1])


def vector_of_text(text: str, length: int) -> list[float]:
    """The vector of a text: bytes of its hash, shifted to be around zero."""
    return [byte - 127.5 for byte in hashlib.shake_128(text.encode()).digest(length)]


def with_stub_text_vectors(library: Library) -> Library:
    """The library with the stub as its source of text vectors."""
    return replace(library, search=replace(library.search, text_vectors=StubTextVectors(library.store)))


def main() -> int:
    """Run the command line."""
    text_embeddings.ExtensionTextVectors = StubTextVectors  # type: ignore[assignment,misc]  # before the service has it
    return cli.main()


if __name__ == "__main__":
    sys.exit(main())
