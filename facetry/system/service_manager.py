"""What systemd passes to a service: its listening socket, and a socket for messages about its state."""

from __future__ import annotations

import os
import socket
from typing import Final

_FIRST_PASSED: Final = 3  # SD_LISTEN_FDS_START


def inherited_listener() -> socket.socket | None:
    """The listening TCP socket that systemd passed to this process; None when it passed none.

    The variables that announce it leave the environment, so that child processes do not look for sockets of their own.
    Raises ValueError when several sockets were passed, or one that does not listen for TCP connections.
    """
    process, count, _ = (os.environ.pop(f"LISTEN_{name}", "") for name in ("PID", "FDS", "FDNAMES"))
    if process != str(os.getpid()):
        return None  # the variables are for a parent of this process
    if count != "1":
        raise ValueError(
            f"systemd passed {count or 'no'} sockets (LISTEN_FDS), and the service takes one. "
            "Keep one ListenStream in the socket unit."
        )
    try:
        listener = socket.socket(fileno=_FIRST_PASSED)
    except OSError as error:
        raise ValueError(f"systemd passed no socket as file descriptor {_FIRST_PASSED}: {error.strerror}.") from None
    listener.set_inheritable(False)
    if listener.family not in (socket.AF_INET, socket.AF_INET6) or not _is_listening(listener):
        listener.close()
        raise ValueError(
            "systemd passed a socket that does not listen for TCP connections. "
            "Set ListenStream in the socket unit to an address with a port."
        )
    return listener


def _is_listening(candidate: socket.socket) -> bool:
    return bool(candidate.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN))


def notify(state: str) -> None:
    """Send a state, such as `READY=1`, to the service manager. Without one (NOTIFY_SOCKET), nothing happens.

    Raises OSError when the service manager cannot be reached.
    """
    address = os.environ.get("NOTIFY_SOCKET")
    if not address:
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as channel:
        channel.connect(f"\0{address[1:]}" if address.startswith("@") else address)  # @ is the abstract namespace
        channel.sendall(state.encode())
