"""What a head says about the host and the end of its request. No server before this one may understand it otherwise."""

from __future__ import annotations

from collections.abc import Sequence


def framing_fault(version: str, headers: Sequence[tuple[bytes, bytes]], *, is_upgrade: bool) -> str | None:
    """Why servers could differ on the host or the end of a request; None if they cannot. `is_upgrade` is for a request
    after which the connection is a WebSocket.
    """
    hosts = [value for name, value in headers if name == b"host"]
    if len(hosts) > 1 or (not hosts and version == "1.1"):
        return "A request of HTTP/1.1 has one Host header."
    codings = [value.strip().lower() for name, value in headers if name == b"transfer-encoding"]
    if codings and codings != [b"chunked"]:
        return "The only transfer coding is chunked."
    # some devices send a length of 0
    if is_upgrade and (codings or any(name == b"content-length" and value != b"0" for name, value in headers)):
        return "A request for a WebSocket has no body."
    return None
