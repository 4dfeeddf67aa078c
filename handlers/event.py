"""The stream of library events."""

from __future__ import annotations

from typing import Final

from facetry.events.streams import StreamClient
from facetry.handling.call import Call
from facetry.http.reply import Reply
from generated import models
from generated.topics import STREAMED

_NO_STORE: Final = ("Cache-Control", "no-store")
_NO_BUFFERING: Final = ("X-Accel-Buffering", "no")
"""For proxies that would otherwise buffer events."""


async def event_stream(
    call: Call, /, *, topics: list[models.EventTopic] | None = None, wait: bool = True, last_event_id: int | None = None
) -> Reply:
    """The event log from now on, or from the last event that the client has received."""
    streams, request = call.library.streams, call.request
    reader = StreamClient(
        topics=tuple(dict.fromkeys(topics or STREAMED)),
        is_waiting=wait,
        is_authorized=request.is_authorised,
        wait_for_disconnect=request.wait_for_disconnect,
        abort=request.abort,
    )
    begin = await streams.find_start(last_event_id)
    return Reply(body=streams.chunks(reader, begin), media_type="text/event-stream", headers=(_NO_STORE, _NO_BUFFERING))
