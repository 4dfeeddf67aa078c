"""The connection: lost, taken up again, and never there."""

from __future__ import annotations

import asyncio
import contextlib
import socket

import pytest

from facetry_extension import Communicator, Extension, Refused
from facetry_extension.configuration import Parameters
from facetry_extension.runtime import NOT_CONNECTED, STOPPED, Runtime
from facetry_extension.testing import FakeService, NotConnectedError
from tests.extensions import Recorder, Slow


def test_it_connects_again_and_introduces_itself_again() -> None:
    async def main() -> None:
        async with FakeService() as service:
            extension = Recorder()
            async with service.running(extension):
                for _ in range(3):
                    await service.cut()
                    await service.ready()
                image = service.add_image()
                assert await service.send("image.created", {"id": image}) == "seen"
                assert len(service.connections) == 4
            assert extension.received == [("ready", "extension"), ("created", image), ("terminate",)]

    asyncio.run(main())


def test_a_hook_outlives_its_connection_and_its_answer_goes_nowhere() -> None:
    async def main() -> None:
        async with FakeService() as service:
            extension = Slow()
            async with service.running(extension):
                image = service.add_image()
                first = asyncio.create_task(service.send("image.created", {"id": image}))
                while not extension.started:
                    await asyncio.sleep(0.01)
                await service.cut()
                with pytest.raises(NotConnectedError):
                    await first
                second = asyncio.create_task(service.send("image.created", {"id": image}))  # as the service would
                await service.ready()
                await asyncio.sleep(0.1)
                assert extension.started == 1
                extension.release.set()
                assert await second is None
            assert extension.started == 2

    asyncio.run(main())


def test_getting_ready_may_take_longer_than_a_connection_holds() -> None:
    class Heavy(Extension):
        def __init__(self) -> None:
            self.started = 0
            self.release = asyncio.Event()

        async def on_ready(self) -> None:
            self.started += 1
            await self.release.wait()

    async def main() -> None:
        async with FakeService() as service:
            extension = Heavy()

            async def disturb() -> None:
                while not extension.started:
                    await asyncio.sleep(0.01)
                await service.cut()
                extension.release.set()

            disturbing = asyncio.create_task(disturb())
            async with service.running(extension):
                await disturbing
                assert await service.embed_text("sea") == []
                assert extension.started == 1

    asyncio.run(main())


def test_an_intent_fails_when_the_connection_is_lost() -> None:
    async def main() -> None:
        async with FakeService() as service, service.running(Extension()) as extension:
            await service.cut()
            with pytest.raises(Refused, match="connection"):
                await extension.communicator.intent("toast", {"type": "info", "subtitle": "x"})
            extension.communicator.log.info("nobody hears it, and nothing fails")

    asyncio.run(main())


def test_the_key_is_read_again_before_each_connection() -> None:
    async def main() -> None:
        async with FakeService() as service:
            loaded: list[Parameters] = []

            def load() -> Parameters:
                good = service.parameters
                loaded.append(good if len(loaded) != 1 else Parameters(good.extension_id, good.url, "of-last-time"))
                return loaded[-1]

            runtime = Runtime(Extension(), load)
            running = asyncio.create_task(runtime.run())
            await service.ready()
            assert len(loaded) > 2
            assert len(service.connections) == 1
            runtime.stop()
            assert await running == STOPPED

    asyncio.run(main())


def test_a_service_that_is_not_there_is_given_up_in_the_end() -> None:
    with socket.socket() as occupied:
        occupied.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{occupied.getsockname()[1]}"

        class Impatient(Extension):
            patience = 0.3

        async def main() -> None:
            assert await Runtime(Impatient(), lambda: Parameters("tagger", url, "key")).run() == NOT_CONNECTED

        asyncio.run(main())


def test_a_service_that_starts_late_is_awaited() -> None:
    async def main() -> None:
        with socket.socket() as occupied:
            occupied.bind(("127.0.0.1", 0))
            nowhere = f"http://127.0.0.1:{occupied.getsockname()[1]}"
            async with FakeService() as service:
                urls = iter([nowhere, nowhere])
                load = service.parameters
                runtime = Runtime(Extension(), lambda: Parameters(load.extension_id, next(urls, load.url), load.key))
                running = asyncio.create_task(runtime.run())
                await service.ready()
                runtime.stop()
                assert await running == STOPPED

    asyncio.run(main())


def test_the_last_messages_arrive() -> None:
    class Polite(Extension):
        async def on_terminate(self) -> None:
            for number in range(100):
                self.communicator.log.info(f"bye {number}")

    async def main() -> None:
        async with FakeService() as service:
            async with service.running(Polite()):
                pass
            async with asyncio.timeout(2):
                while len(service.logs) < 100:
                    await asyncio.sleep(0.01)
            assert [line["message"] for line in service.logs] == [f"bye {number}" for number in range(100)]

    asyncio.run(main())


def test_hooks_that_run_when_it_ends_are_not_answered() -> None:
    class Busy(Extension):
        def __init__(self) -> None:
            self.was_cancelled = False
            self.started = asyncio.Event()

        async def on_image_created(self, communicator: Communicator, image_id: str) -> None:
            self.started.set()
            try:
                await asyncio.sleep(60)
            finally:
                self.was_cancelled = True

    async def main() -> None:
        async with FakeService() as service:
            extension = Busy()
            async with service.running(extension):
                sent = asyncio.create_task(service.send("image.created", {"id": service.add_image()}))
                await extension.started.wait()
            with pytest.raises(NotConnectedError):
                await sent
            assert extension.was_cancelled
            assert service.acknowledgments == []

    asyncio.run(main())


def test_every_event_is_answered_in_the_end_however_often_it_is_cut_off() -> None:
    class Counting(Extension):
        def __init__(self) -> None:
            self.running: set[str] = set()
            self.done: dict[str, int] = {}

        async def on_compute_image_tags(self, communicator: Communicator, image_id: str) -> None:
            assert image_id not in self.running
            self.running.add(image_id)
            await communicator.set_tags(image_id, ["sky"])
            await asyncio.sleep(0.01)
            self.running.remove(image_id)
            self.done[image_id] = self.done.get(image_id, 0) + 1

    async def main() -> None:
        async with FakeService() as service:
            extension = Counting()
            async with service.running(extension):
                images = [service.add_image() for _ in range(200)]

                async def deliver(image: str) -> None:  # as the service does it
                    is_answered = False
                    while not is_answered:
                        with contextlib.suppress(NotConnectedError):
                            await service.compute_tags(image)
                            is_answered = True

                delivering = asyncio.gather(*(deliver(image) for image in images))
                for _ in range(4):
                    await asyncio.sleep(0.1)
                    await service.ready()
                    await service.cut()
                await delivering
            assert all(service.tags(image) == {"sky"} for image in images)
            assert extension.done.keys() == set(images)

    asyncio.run(main())
