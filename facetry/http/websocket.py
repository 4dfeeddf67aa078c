"""The WebSocket endpoint: constants that the server and the Socket.IO gateway share, and who may open it."""

from collections.abc import Mapping
from typing import Any, Final

WEBSOCKET_PATH: Final = b"/socket.io/"
"""The only path on which the server accepts an upgrade to a WebSocket."""
MAX_MESSAGE_BYTES: Final = 16_777_216
"""Maximum size of one message, with all its attachments."""


def may_connect(origins: tuple[str, ...], origin: str, environ: Mapping[str, Any]) -> bool:
    """Whether a page of `origin` may open the WebSocket: a page of the service itself, or one of `origins`. `environ`
    has the headers of the request as CGI names them.
    """
    host = environ.get("HTTP_HOST")
    return origin in (*origins, f"http://{host}", f"https://{host}")
