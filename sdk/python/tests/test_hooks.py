"""The hooks: which one an event reaches, and what the service hears of it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from facetry_extension import Communicator, ConfigurationError, Extension
from facetry_extension.testing import EndedError, FakeService, HookError
from tests.extensions import Recorder, Slow


def test_every_channel_reaches_its_hook() -> None:
    async def main() -> None:
        async with FakeService() as service:
            extension = Recorder()
            async with service.running(extension, upgrade_to="1.1.0", upgrade_from="1.0.0"):
                image = service.add_image()
                assert await service.send("image.created", {"id": image}) == "seen"
                for topic in ("updated", "deleted", "tags.updated", "features.updated", "embeddings.updated"):
                    assert await service.send(f"image.{topic}", {"id": image}) is None
                await service.compute_tags(image)
                await service.compute_features(image)
                await service.compute_embeddings(image)
                assert await service.embed_text("sea") == [1.0, 0.5]
                card = await service.run_image_command("show", [image], {"size": 3})
                assert card == {
                    "schemaVersion": "1.0",
                    "title": "Done",
                    "elements": [{"type": "string", "value": "show"}],
                }
                assert await service.run_process_command("sweep") == {"done": "sweep"}
                await service.change_settings({"language": "en"})
            assert extension.received == [
                ("upgrade", "1.1.0", "1.0.0"),
                ("ready", "extension"),
                ("created", image),
                ("updated", image),
                ("deleted", image),
                ("tags updated", image),
                ("features updated", image),
                ("embeddings updated", image),
                ("compute tags", image),
                ("compute features", image),
                ("compute embeddings", image),
                ("text", "sea"),
                ("image command", "show", [image], {"size": 3}),
                ("process command", "sweep", {}),
                ("settings", {"language": "en"}),
                ("terminate",),
            ]
            assert [success for _, success in service.acknowledgments] == [True, True]  # of the commands

    asyncio.run(main())


def test_an_extension_without_hooks_answers_every_event() -> None:
    async def main() -> None:
        async with FakeService() as service, service.running(Extension()):
            assert await service.send("image.created", {"id": service.add_image()}) is None
            assert await service.embed_text("sea") == []

    asyncio.run(main())


def test_it_introduces_itself() -> None:
    async def main() -> None:
        async with FakeService(extension_id="tagger") as service, service.running(Extension()):
            [introduction] = service.connections
            assert introduction == {
                "extensionId": "tagger",
                "isOpen": True,
                "sdkVersion": "1.0.0",
                "environment": "python",
            }

    asyncio.run(main())


class Failing(Extension):
    async def on_image_created(self, communicator: Communicator, image_id: str) -> Any:
        raise ValueError("no sky")

    async def on_image_updated(self, communicator: Communicator, image_id: str) -> Any:
        return {"sky": object()}

    async def on_image_deleted(self, communicator: Communicator, image_id: str) -> Any:
        return float("nan")

    async def on_compute_image_tags(self, communicator: Communicator, image_id: str) -> Any:
        raise asyncio.CancelledError

    async def on_compute_image_features(self, communicator: Communicator, image_id: str) -> Any:
        await communicator.set_tags(image_id, ["no tag!"])


@pytest.mark.parametrize(
    ("channel", "reason"),
    [
        ("image.created", "ValueError: no sky"),
        ("image.updated", "TypeError: Object of type object is not JSON serializable"),
        ("image.deleted", "ValueError: Out of range float values are not JSON compliant"),
        ("image.computeTags", "the hook was cancelled"),
        ("image.computeFeatures", "ApiError: 400 schema.pattern: 'no tag!' is no tag."),
        ("image.dreamed", "LookupError: there is no hook for image.dreamed"),
    ],
)
def test_a_failure_is_reported_in_both_ways(channel: str, reason: str) -> None:
    async def main() -> None:
        async with FakeService() as service, service.running(Failing()):
            image = service.add_image()
            with pytest.raises(HookError) as raised:
                await service.send(channel, {"id": image})
            assert str(raised.value).startswith(reason)
            [(_, success)] = service.acknowledgments
            assert success is False
            [line] = service.logs
            assert line["level"] == "error"
            assert line["message"].startswith(reason)
            assert line["entity"] == {"type": "image", "id": image}

    asyncio.run(main())


def test_an_event_without_its_members_is_a_failure() -> None:
    async def main() -> None:
        async with FakeService() as service, service.running(Recorder()):
            with pytest.raises(HookError, match="KeyError: 'id'"):
                await service.send("image.created", {})
            with pytest.raises(HookError, match="KeyError: 'value'"):
                await service.send("extension.settings", {"id": "extension"})

    asyncio.run(main())


def test_so_many_hooks_at_once_and_texts_beside_them() -> None:
    async def main() -> None:
        async with FakeService() as service:
            extension = Slow()
            async with service.running(extension):
                sent = [
                    asyncio.create_task(service.send("image.created", {"id": service.add_image()})) for _ in range(10)
                ]
                while extension.started < 4:
                    await asyncio.sleep(0.01)
                assert await service.embed_text("sea") == [1.0]
                extension.release.set()
                await asyncio.gather(*sent)
            assert extension.max_running == 4
            assert extension.started == 10

    asyncio.run(main())


def test_an_image_has_one_hook_at_a_time() -> None:
    async def main() -> None:
        async with FakeService() as service:
            extension = Slow()
            async with service.running(extension):
                image = service.add_image()
                sent = [asyncio.create_task(service.send("image.created", {"id": image})) for _ in range(3)]
                while not extension.started:
                    await asyncio.sleep(0.01)
                await asyncio.sleep(0.05)
                assert extension.started == 1
                extension.release.set()
                await asyncio.gather(*sent)
            assert extension.started == 3

    asyncio.run(main())


class Unready(Extension):
    async def on_ready(self) -> None:
        raise RuntimeError("no model")


class Outdated(Extension):
    async def on_upgrade(self, current: str, previous: str | None) -> None:
        raise RuntimeError("no way")


@pytest.mark.parametrize(
    ("extension", "status", "reason"),
    [
        (Unready(), 3, "on_ready failed: RuntimeError: no model"),
        (Outdated(), 1, "on_upgrade failed: RuntimeError: no way"),
    ],
)
def test_a_failed_step_ends_the_extension(extension: Extension, status: int, reason: str) -> None:
    async def main() -> None:
        async with FakeService() as service:
            with pytest.raises(EndedError) as raised:
                async with service.running(extension, upgrade_to="1.0.0"):
                    pass
            assert raised.value.status == status
            assert [line["message"] for line in service.logs] == [reason]

    asyncio.run(main())


class Plain(Extension):
    def on_image_created(self, communicator: Communicator, image_id: str) -> Any:
        return None


def test_a_hook_that_is_no_coroutine_is_named() -> None:
    async def main() -> None:
        async with FakeService() as service:
            with pytest.raises(ConfigurationError, match=r"Plain\.on_image_created has to be an `async def`"):
                async with service.running(Plain()):
                    pass

    asyncio.run(main())


class Commands(Extension):
    async def on_image_command(
        self,
        communicator: Communicator,
        command_id: str,
        image_ids: Sequence[str],
        parameters: Mapping[str, Any] | None,
    ) -> Any:
        found = await communicator.intent("form", {"parameters": {}}, image_ids=image_ids, identity="ask")
        return {"found": found}


def test_a_command_may_ask_the_user() -> None:
    async def main() -> None:
        async with FakeService() as service, service.running(Commands()):
            service.answer_intents(lambda intent: {"value": {"name": "Ada"}})
            image = service.add_image()
            assert await service.run_image_command("ask", [image]) == {"found": {"name": "Ada"}}
            assert service.intents == [
                {"form": {"parameters": {}}, "identity": {"id": "ask"}, "context": {"imageIds": [image]}}
            ]
            service.answer_intents(lambda intent: {"cancel": "closed"})
            with pytest.raises(HookError, match="Cancelled: closed"):
                await service.run_image_command("ask", [image])
            service.answer_intents(lambda intent: {"error": "no front end"})
            with pytest.raises(HookError, match="Refused: no front end"):
                await service.run_image_command("ask", [image])
            service.answer_intents(lambda intent: None)  # type: ignore[arg-type, return-value]  # as old services do
            with pytest.raises(HookError, match="Refused: nobody answered"):
                await service.run_image_command("ask", [image])

    asyncio.run(main())


def test_a_result_that_is_too_large_is_a_failure_and_not_the_end() -> None:
    class Verbose(Extension):
        async def on_image_created(self, communicator: Communicator, image_id: str) -> str:
            return "x" * 17_000_000

    async def main() -> None:
        async with FakeService() as service, service.running(Verbose()):
            with pytest.raises(HookError, match="17000002 bytes, and the service takes 16776960"):
                await service.send("image.created", {"id": service.add_image()})
            assert len(service.connections) == 1

    asyncio.run(main())


def test_a_hook_that_blocks_is_reported(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr("facetry_extension.runtime.WATCH_SECONDS", 0.05)
    monkeypatch.setattr("facetry_extension.runtime.BLOCKED_SECONDS", 0.3)

    class Blocking(Extension):
        async def on_image_created(self, communicator: Communicator, image_id: str) -> None:
            time.sleep(0.6)  # noqa: ASYNC251 -- the fault in question

    async def main() -> None:
        async with FakeService() as service, service.running(Blocking()):
            await service.send("image.created", {"id": service.add_image()})
            await asyncio.sleep(0.2)

    asyncio.run(main())
    assert "a hook blocked everything else" in caplog.text
    assert "communicator.run" in caplog.text
