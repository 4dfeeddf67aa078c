"""Clients that follow the events of a service, and what they have received."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Final

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

SECONDS: Final = 15.0


class Follower:
    """What a client has received so far, and whether its connection has ended."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._text = ""
        self._is_ended = False

    def add(self, text: str) -> None:
        """Add what was received."""
        with self._changed:
            self._text += text
            self._changed.notify_all()

    def end(self) -> None:
        """The connection has ended."""
        with self._changed:
            self._is_ended = True
            self._changed.notify_all()

    def wait_for(self, word: str) -> None:
        """Return when an event with this word has come."""
        with self._changed:
            assert self._changed.wait_for(lambda: word in self._text or self._is_ended, SECONDS)
            assert word in self._text, "the connection has ended"

    def text_at_end(self) -> str:
        """All that was received, when the connection has ended."""
        with self._changed:
            assert self._changed.wait_for(lambda: self._is_ended, SECONDS), "the connection goes on"
            return self._text


@contextmanager
def following_stream(url: str, headers: Mapping[str, str]) -> Iterator[Follower]:
    """A client of `/event/stream`, whose stream has begun."""
    follower = Follower()
    with httpx.stream("GET", f"{url}/event/stream", headers=headers, timeout=SECONDS, trust_env=False) as stream:
        assert stream.status_code == 200
        parts = stream.iter_text()
        follower.add(next(parts))

        def read() -> None:
            with suppress(httpx.TransportError):
                for part in parts:
                    follower.add(part)
            follower.end()

        reader = threading.Thread(target=read)
        reader.start()
        yield follower
        reader.join(SECONDS)


@contextmanager
def following_socket(url: str, key: str) -> Iterator[Follower]:
    """A front end, which has identified itself."""
    follower = Follower()
    with connect(f"{url.replace('http', 'ws', 1)}/socket.io/?EIO=4&transport=websocket") as socket:
        socket.send("40")
        socket.send("421" + json.dumps(["connection", {"apiKey": key, "isOpen": True}]))
        while not str(socket.recv(SECONDS)).startswith("431[{"):
            pass

        def read() -> None:
            with suppress(ConnectionClosed):
                while True:
                    follower.add(str(socket.recv()))
            follower.end()

        reader = threading.Thread(target=read)
        reader.start()
        yield follower
        reader.join(SECONDS)


def marked(client: httpx.Client) -> str:
    """Make something, and return the word by which its event is recognized."""
    answer = client.post("/collection/create", params={"name": f"c{time.time_ns()}"}, json={})
    assert answer.is_success, answer.text
    return f'"value":{{"id":{answer.json()["id"]}}}'
