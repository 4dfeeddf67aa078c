"""Direct writes of events keep the order of all packets, whatever the library and the connection are doing."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import random
from collections.abc import Iterator

import aiohttp
import pytest

from facetry.extensions.socket import packets
from facetry.extensions.socket.packet_queue import PacketQueue
from facetry.extensions.socket.packets import EventBatch, Run, encode_events
from tests.support.extensions.sockets import open_websocket, serve_gateway, until


class Connection:
    """A connection that is behind at times, and the library's task that sends the packets of a queue to it."""

    def __init__(self, queue: PacketQueue) -> None:
        self.sent: list[int] = []
        self.short_count = 0
        self.writable = asyncio.Event()
        self._queue = queue
        queue.write_frames = self._write

    def _write(self, frames: bytes) -> bool:
        if not self.writable.is_set():
            return False
        numbers = json.loads(frames)
        self.sent += numbers
        self.short_count += len(numbers)
        return True

    async def send_packets(self) -> None:
        """Do as the library does: take all packets, then send one after the other."""
        while True:
            taken = [await asyncio.wait_for(self._queue.get(), 60)]
            with contextlib.suppress(asyncio.QueueEmpty):
                while True:
                    taken.append(self._queue.get_nowait())
            for packet in taken:
                await self.writable.wait()
                self.sent.append(packet)


def batch_of(numbers: Iterator[int], run_sizes: list[int]) -> EventBatch:
    runs = [list(itertools.islice(numbers, size)) for size in run_sizes]
    packets = [[number] for run in runs for number in run]
    return EventBatch(packets, [Run(len(run), json.dumps(run).encode()) for run in runs])


@pytest.mark.parametrize("seed", range(20))
def test_packets_are_sent_in_the_order_in_which_they_came(seed: int) -> None:
    rng = random.Random(seed)

    async def main() -> None:
        queue = PacketQueue()
        connection, numbers, count = Connection(queue), itertools.count(), 0
        library = asyncio.create_task(connection.send_packets())
        for _ in range(500):
            match rng.randrange(5):
                case 0:
                    queue.put_nowait(next(numbers))  # a packet of the library itself, such as a ping
                    count += 1
                case 1 | 2:
                    batch = batch_of(numbers, rng.choices(range(1, 4), k=rng.randint(1, 3)))
                    for (number,) in batch.packets[queue.write(batch) :]:
                        queue.put_nowait(number)
                    count += len(batch.packets)
                case 3:
                    rng.choice((connection.writable.set, connection.writable.set, connection.writable.clear))()
                case _:
                    for _ in range(rng.randrange(4)):
                        await asyncio.sleep(0)
        connection.writable.set()
        await until(lambda: len(connection.sent) == count)
        library.cancel()
        assert connection.sent == list(range(count))
        assert 0 < connection.short_count < count

    asyncio.run(main())


def test_without_a_server_that_offers_it_no_event_takes_the_shorter_way() -> None:
    assert PacketQueue().write(batch_of(itertools.count(), [1])) == 0


def test_a_run_has_many_small_events_or_a_single_large_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packets, "MAX_RUN_BYTES", 200)
    sizes = [10, 20, 5, 500, 10, 180, 190]
    batch = encode_events("events", ["x" * size for size in sizes])
    assert [run.count for run in batch.runs] == [3, 1, 1, 1, 1]
    assert sum(run.count for run in batch.runs) == len(batch.packets)


def test_a_front_end_that_pauses_receives_everything_in_order() -> None:
    """With a real connection: events are sent at once, wait during the pause, and then are sent at once again."""
    count, filler = 600, "x" * 100_000

    async def main() -> None:
        async with serve_gateway() as server, aiohttp.ClientSession() as session:
            socket = await open_websocket(session, server)
            await socket.send_str("40")
            await socket.send_str('42["connection",{"apiKey":"key-of-master","isOpen":true}]')
            await until(lambda: server.gateway.front_end_count == 1)
            transport = socket._reader._protocol.transport
            assert transport is not None
            (engine_socket,) = server.gateway._server.eio.sockets.values()
            received: list[int] = []
            waiting: list[int] = []

            async def receive() -> None:
                async for message in socket:
                    if message.data.startswith('42["events"'):
                        value = json.loads(message.data[2:])[1]["value"]
                        received.append(value["number"])  # the test looks at it meanwhile

            receiving = asyncio.create_task(receive())
            for number in range(count):
                if number == count // 3:
                    transport.pause_reading()
                if number == count * 2 // 3:
                    transport.resume_reading()
                value = {"id": "1", "number": number, "filler": filler if number % 3 else ""}
                await server.gateway.send_to_front_ends("image.created", value, event_time=1)
                waiting.append(engine_socket.queue.qsize())
                await asyncio.sleep(0.001)
            await until(lambda: len(received) == count)
            assert received == list(range(count))
            assert waiting[0] == 0 < max(waiting)
            await socket.close()
            await receiving

    asyncio.run(main())
