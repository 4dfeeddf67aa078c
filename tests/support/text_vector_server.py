"""A stand-in for an extension that makes embeddings of texts, and a server that has one: `python -m
tests.support.text_vector_server serve …` is `facetry serve …`."""

import hashlib
import sys
from dataclasses import replace

from facetry import app, cli
from facetry.library import embeddings
from facetry.library.library import Library
from facetry.settings import Settings
from facetry.store.store import Store


class Speaking:
    """Any extension makes a vector of any text, as long as its embeddings of that name are."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def vector(self, extension: str, name: str, text: str) -> list[float]:
        """The same for the same text."""
        known = await self._store.read(lambda connection: embeddings.space_of(connection, extension, name))
        return made(text, 3 if known is None else known[1])


def made(text: str, length: int) -> list[float]:
    """The vector of a text."""
    return [byte - 127.5 for byte in hashlib.shake_128(text.encode()).digest(length)]


def speaking(library: Library) -> Library:
    """The library, with the stand-in."""
    return replace(library, text_vectors=Speaking(library.store))


def main() -> int:
    """Runs the command line."""
    opened = app.open_library

    def open_library(settings: Settings) -> tuple[Library, str | None]:
        library, made_key = opened(settings)
        return speaking(library), made_key

    app.open_library = open_library
    return cli.main()


if __name__ == "__main__":
    sys.exit(main())
