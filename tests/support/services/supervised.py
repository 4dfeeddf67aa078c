"""A small service under the supervisor, for its tests: `python -m tests.support.services.supervised PORT COUNT`.

Each API process answers a connection with its own id and that of the coordinator, and closes it when the client does.
The line `fail` makes the coordinator end before it is ready, and `full` makes every other fork fail. With `slow`, the
coordinator takes longer to end than API processes may take, and with `deaf` it never ends.
"""

from __future__ import annotations

import errno
import itertools
import os
import select
import signal
import socket
import sys
import threading
import time

from facetry.processes import supervisor
from facetry.processes.channels import Channel, ChannelClosedError
from facetry.processes.supervisor import ApiChannels, ProcessMains, Supervisor

FAILURE = 7
SHORT_DRAIN_SECONDS = 2.0
SHORT_COORDINATOR_SECONDS = 1.0


def _say(line: str) -> None:
    """Write a line at once. `print` may write its end apart, and the line of another process between the two."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _end_signal() -> int:
    """A file that is readable after SIGTERM, with a byte for each, whichever thread has got it. An exception of the
    handler could get lost in a destructor.
    """
    reading_end, writing_end = os.pipe2(os.O_NONBLOCK)
    signal.set_wakeup_fd(writing_end)
    signal.signal(signal.SIGTERM, lambda *_: None)
    return reading_end


def _has_message(channel: Channel, ended: int) -> bool:
    """Wait for a message or for SIGTERM, which comes first; whether it was a message."""
    return ended not in select.select([channel.fileno(), ended], [], [])[0]


def coordinator(channel: Channel, was_ready: bool) -> int:
    """Be ready, and answer one question of each API process over its link: the id of this process."""
    if "fail" in sys.argv:
        _say("the coordinator cannot start")
        return FAILURE
    ended = _end_signal()
    _say(f"coordinator {os.getpid()} was_ready={was_ready}")
    channel.send(["ready"])
    while _has_message(channel, ended):
        try:
            message, files = channel.receive()
        except ChannelClosedError:
            _say("no supervisor")
            return 1
        if message == ["drain"]:
            _say("drain")
            continue
        frames = socket.socket(fileno=files[0])
        frames.sendall(b"%d\n" % os.getpid())
        frames.close()
        os.close(files[1])
    if "deaf" in sys.argv:
        _say("the coordinator goes on")
        time.sleep(600)
    time.sleep(2 * SHORT_DRAIN_SECONDS if "slow" in sys.argv else 0.05)
    _say(f"signals of the coordinator: {len(os.read(ended, 100))}")
    _say("coordinator ended")
    return 0


def api_process(channels: ApiChannels) -> int:
    """Answer connections."""
    coordinator_id = channels.frames.recv(100)
    ended = _end_signal()
    channels.supervisor.send(["ready"])
    while _has_message(channels.supervisor, ended):
        try:
            address, files = channels.supervisor.receive()
        except ChannelClosedError:
            return 1
        accepted = socket.socket(fileno=files[0])
        accepted.setblocking(True)
        threading.Thread(target=_answer, args=(channels, accepted, address, coordinator_id), daemon=True).start()
    _say(f"API process {channels.number} ended")
    return 0


def _answer(channels: ApiChannels, accepted: socket.socket, address: str, coordinator_id: bytes) -> None:
    accepted.sendall(b"%d %d %s" % (channels.number, os.getpid(), coordinator_id))
    accepted.recv(1)  # until the client closes it
    accepted.close()
    channels.supervisor.send(["closed", {address: 1}])


def _fail_every_other_fork() -> None:
    fork, fails = os.fork, itertools.cycle([True, False])

    def fork_or_fail() -> int:
        if next(fails):
            raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
        return fork()

    os.fork = fork_or_fail


def main() -> int:
    """Serve until a signal."""
    if "full" in sys.argv:
        _fail_every_other_fork()
    if "slow" in sys.argv:
        supervisor.DRAIN_SECONDS = SHORT_DRAIN_SECONDS  # type: ignore[misc]  # a constant of the service
    if "deaf" in sys.argv:
        supervisor.COORDINATOR_SECONDS = SHORT_COORDINATOR_SECONDS  # type: ignore[misc]  # a constant of the service
    listener = socket.create_server(("127.0.0.1", int(sys.argv[1])))
    mains = ProcessMains(coordinator, api_process)
    return Supervisor(listener, int(sys.argv[2]), mains, _say).run()


if __name__ == "__main__":
    sys.exit(main())
