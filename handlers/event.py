"""What happens in the library, as it happens."""

from __future__ import annotations

from typing import Final

from facetry.call import Call
from facetry.events.streams import Reader
from facetry.http.reply import Reply
from generated import models
from generated.topics import STREAMED

_NOT_KEPT: Final = ("Cache-Control", "no-store")
_NOT_GATHERED: Final = ("X-Accel-Buffering", "no")
"""For proxies, some of which would hold events back until there are many."""


async def event_stream(
    call: Call, /, *, topics: list[models.EventTopic] | None = None, wait: bool = True, last_event_id: int | None = None
) -> Reply:
    """The log from now on, or from where the client has come."""
    streams, connection = call.library.streams, call.connection
    reader = Reader(
        topics=tuple(dict.fromkeys(topics or STREAMED)),
        is_waiting=wait,
        is_welcome=connection.is_welcome,
        departed=connection.departed,
        abort=connection.abort,
    )
    begin = await streams.place(last_event_id)
    return Reply(body=streams.told(reader, begin), media_type="text/event-stream", headers=(_NOT_KEPT, _NOT_GATHERED))
