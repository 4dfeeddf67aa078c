"""The WebSocket endpoint: what the server and the Socket.IO gateway share, and who may open it."""

from collections.abc import Mapping
from typing import Any, Final

from websockets.frames import Frame, Opcode

WEBSOCKET_PATH: Final = b"/socket.io/"
"""The only path on which the server accepts an upgrade to a WebSocket."""
MAX_MESSAGE_BYTES: Final = 16_777_216
"""Maximum size of one message, with all its attachments."""
WRITE_FRAMES_KEY: Final = "facetry.write-frames"
"""Key of the ASGI scope. Its value is a function that sends whole frames at once. It returns False, and sends nothing,
if the other side is behind with what was sent before, or if the connection closes."""


def frame(message: str | bytes) -> bytes:
    """A message of the server as one frame, the same for all connections because none is compressed."""
    opcode, data = (Opcode.TEXT, message.encode()) if isinstance(message, str) else (Opcode.BINARY, message)
    return Frame(opcode, data).serialize(mask=False)


def pong(content: bytes) -> bytes:
    """A pong of the server as one frame."""
    return Frame(Opcode.PONG, content).serialize(mask=False)


def may_connect(origins: tuple[str, ...], origin: str, environ: Mapping[str, Any]) -> bool:
    """Whether a page of `origin` may open the WebSocket: a page of the service itself, or one of `origins`. `environ`
    has the headers of the request as CGI names them.
    """
    host = environ.get("HTTP_HOST")
    return origin in (*origins, f"http://{host}", f"https://{host}")
