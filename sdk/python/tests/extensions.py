"""Extensions of the tests."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from facetry_extension import Communicator, Extension, views


class Recorder(Extension):
    """Notes every call of a hook."""

    def __init__(self) -> None:
        self.received: list[tuple[Any, ...]] = []

    async def on_upgrade(self, current: str, previous: str | None) -> None:
        self.received.append(("upgrade", current, previous))

    async def on_ready(self) -> None:
        self.received.append(("ready", self.communicator.extension_id))

    async def on_terminate(self) -> None:
        self.received.append(("terminate",))

    async def on_settings(self, communicator: Communicator, value: Mapping[str, Any]) -> None:
        self.received.append(("settings", value))

    async def on_image_created(self, communicator: Communicator, image_id: str) -> str:
        self.received.append(("created", image_id))
        return "seen"

    async def on_image_updated(self, communicator: Communicator, image_id: str) -> None:
        self.received.append(("updated", image_id))

    async def on_image_deleted(self, communicator: Communicator, image_id: str) -> None:
        self.received.append(("deleted", image_id))

    async def on_image_tags_updated(self, communicator: Communicator, image_id: str) -> None:
        self.received.append(("tags updated", image_id))

    async def on_image_features_updated(self, communicator: Communicator, image_id: str) -> None:
        self.received.append(("features updated", image_id))

    async def on_image_embeddings_updated(self, communicator: Communicator, image_id: str) -> None:
        self.received.append(("embeddings updated", image_id))

    async def on_compute_image_tags(self, communicator: Communicator, image_id: str) -> None:
        self.received.append(("compute tags", image_id))

    async def on_compute_image_features(self, communicator: Communicator, image_id: str) -> None:
        self.received.append(("compute features", image_id))

    async def on_compute_image_embeddings(self, communicator: Communicator, image_id: str) -> None:
        self.received.append(("compute embeddings", image_id))

    async def on_text_embeddings(self, communicator: Communicator, text: str) -> list[float]:
        self.received.append(("text", text))
        return [1, 0.5]

    async def on_image_command(
        self,
        communicator: Communicator,
        command_id: str,
        image_ids: Sequence[str],
        parameters: Mapping[str, Any] | None,
    ) -> views.Card:
        self.received.append(("image command", command_id, image_ids, parameters))
        return views.Card("Done", [views.String(command_id)])

    async def on_process_command(
        self, communicator: Communicator, command_id: str, parameters: Mapping[str, Any] | None
    ) -> dict[str, str]:
        self.received.append(("process command", command_id, parameters))
        return {"done": command_id}


class Slow(Extension):
    """Counts how many hooks run at the same time, and waits to be let go."""

    def __init__(self) -> None:
        self.running: list[str] = []
        self.max_running = 0
        self.started = 0
        self.release = asyncio.Event()

    async def on_image_created(self, communicator: Communicator, image_id: str) -> None:
        self.started += 1
        self.running.append(image_id)
        self.max_running = max(self.max_running, len(self.running))
        assert self.running.count(image_id) == 1
        await self.release.wait()
        self.running.remove(image_id)

    async def on_text_embeddings(self, communicator: Communicator, text: str) -> list[float]:
        return [1.0]
