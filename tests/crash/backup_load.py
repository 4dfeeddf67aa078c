"""Clients that write without pause, and what a copy of the library must have of it."""

from __future__ import annotations

import struct
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from uuid import UUID

import httpx
from sqlalchemy import text

from facetry.store.engines.sqlite.database_copy import open_copy
from tests.support.services.servers import Server

EXTENSION: Final = "writer"
WRITERS: Final = 6


@dataclass(frozen=True, slots=True)
class Write:
    """An acknowledged write: the value of writer `writer` that it sent as number `number`, with its times."""

    writer: int
    number: int
    begin: float
    end: float

    @property
    def value(self) -> str:
        """The value, which no other write has."""
        return f"w{self.writer}-{self.number}"


class Load:
    """Writers in threads, each with an image of its own: it replaces its tags and its embedding by new ones."""

    def __init__(self, server: Server, images: list[str]) -> None:
        self._server = server
        self._stop = threading.Event()
        self._images = images[:WRITERS]
        self.acknowledged: list[list[Write]] = [[] for _ in self._images]
        self._sent = [0] * len(self._images)
        self._threads = [threading.Thread(target=self._write, args=(number,)) for number in range(len(self._images))]

    def begin(self) -> None:
        """Start the writers."""
        for thread in self._threads:
            thread.start()

    def end(self) -> None:
        """Stop the writers, and wait for their last answers."""
        self._stop.set()
        for thread in self._threads:
            thread.join()

    def wait_for_writes(self, count: int) -> None:
        """Returns when so many more writes are acknowledged."""
        target = self.count() + count
        while self.count() < target:
            assert any(thread.is_alive() for thread in self._threads)
            time.sleep(0.01)

    def count(self) -> int:
        """The number of acknowledged writes."""
        return sum(map(len, self.acknowledged))

    def _write(self, writer: int) -> None:
        image = self._images[writer]
        with self._server.client() as client, suppress(httpx.TransportError):
            while not self._stop.is_set():
                number = self._sent[writer] = self._sent[writer] + 1
                begin = time.monotonic()
                body: list[Any]
                if number % 2:
                    path, body = "setTags", [f"w{writer}-{number}"]
                else:
                    path, body = "setEmbeddings", [{"name": "number", "values": [writer + 1, number]}]
                answer = client.put(f"/image/{image}/{path}", params={"extensionId": EXTENSION}, json=body)
                assert answer.status_code == 204, answer.text
                self.acknowledged[writer].append(Write(writer, number, begin, time.monotonic()))

    def require_one_moment(self, database: Path, begin: float, end: float) -> None:
        """Require that a copy of the database has all writes up to one moment between `begin` and `end`, and no other.

        What was acknowledged before `begin` is there. If a write is there, then so is each that was acknowledged before
        it was sent. Each write has its event.
        """
        stored = [_number_of(database, image) for image in self._images]
        newest = 0.0
        for writer, (tag, vector, events) in enumerate(stored):
            numbers = [each.number for each in self.acknowledged[writer] if each.end < begin]
            floor = max(numbers, default=0)
            present = max(tag, vector)
            assert present >= floor, f"writer {writer}: {present} is there, and {floor} was acknowledged before"
            assert {tag, vector} <= {present, present - 1, 0}, f"writer {writer}: {tag} and {vector} are no prefix"
            assert events == present, f"writer {writer}: {events} events of {present} writes"
            newest = max([newest, *(each.begin for each in self.acknowledged[writer] if each.number <= present)])
        assert newest <= end
        for writer, (tag, vector, _) in enumerate(stored):
            for write in self.acknowledged[writer]:
                if write.end < newest:
                    assert write.number <= max(tag, vector), f"{write} is missing, and a later write is there"


def _number_of(database: Path, image: str) -> tuple[int, int, int]:
    """The number in the tag of an image, that in its embedding, and the number of its events."""
    id = UUID(image).bytes
    with open_copy(database) as connection:
        tag = connection.execute(
            text(
                "SELECT tag.value FROM image_tag JOIN tag ON tag.key = image_tag.tag"
                " JOIN image ON image.key = image_tag.image WHERE image.id = :id"
            ),
            {"id": id},
        ).scalar()
        vector = connection.execute(
            text("SELECT components FROM vector JOIN image ON image.key = vector.image WHERE image.id = :id"),
            {"id": id},
        ).scalar()
        events: int = connection.execute(
            text("SELECT count(*) FROM event WHERE image = :id AND extension = :extension"),
            {"id": id, "extension": EXTENSION},
        ).scalar_one()
    return (
        0 if tag is None else int(tag.partition("-")[2]),
        0 if vector is None else int(struct.unpack("<2f", vector)[1]),
        events,
    )
