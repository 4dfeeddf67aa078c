"""Constants of the WebSocket endpoint, shared by the server and the Socket.IO gateway."""

from typing import Final

WEBSOCKET_PATH: Final = b"/socket.io/"
"""The only path on which the server accepts an upgrade to a WebSocket."""
MAX_MESSAGE_BYTES: Final = 16_777_216
"""Maximum size of one message, with all its attachments."""
