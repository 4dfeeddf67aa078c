"""What sockets of extensions mean: who may connect, what is sent to them, and what becomes of what they say."""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping
from typing import Any, Final, cast

from facetry.events.delivery import Delivery
from facetry.events.throttle import Policy
from facetry.extensions.process.supervisor import Supervisor
from facetry.extensions.socket.broadcaster import Herald
from facetry.extensions.socket.command_runs import Activities
from facetry.extensions.socket.gateway import Gateway, LostError, UnansweredError
from facetry.extensions.socket.messages import Instructions, intent_fault
from facetry.extensions.socket.sender import SocketSender
from facetry.extensions.socket.session_handler import Versions
from facetry.extensions.socket.socket_log import Sayings
from facetry.library import installed_extensions as installed
from facetry.library.installed_extensions import Installed
from facetry.store.store import Store
from generated.events import Answer
from generated.models import Manifest, ManifestThrottlingPolicy

INTENT_SECONDS: Final = 600.0
"""How long a user may think about what an extension asks."""
_UNSERVED: Final = ("readFile", "writeFile", "serveBundle")
"""Intents that a service without a desktop does not serve."""

log = logging.getLogger(__name__)


class Owner:
    """See `hooks.Owner`."""

    def __init__(
        self, store: Store, delivery: Delivery, supervisor: Supervisor, activities: Activities, sayings: Sayings
    ) -> None:
        self._store = store
        self._delivery = delivery
        self._supervisor = supervisor
        self._activities = activities
        self._sayings = sayings
        self._senders: dict[str, SocketSender] = {}
        self.gateway: Gateway
        self.herald: Herald
        """Both set by whoever makes them."""

    async def versions(self, extension: str) -> Versions | None:
        """None for one that is paused, or was registered by hand: then its key is good for the API alone."""
        found = await self._find(extension)
        if found is None or found.state != "enabled":
            return None
        current = found.manifest.version
        return Versions(current, found.previous, is_upgrade=found.acknowledged != current)

    async def upgraded(self, extension: str, version: str) -> None:
        """Remember it."""
        await self._store.write(lambda work: installed.acknowledge(work, extension, version))

    async def ready(self, extension: str, *, confirms: bool) -> None:
        """Send it its events."""
        found = await self._find(extension)
        if found is None:
            return
        sender = self._senders[extension] = SocketSender(self.gateway, extension, self._activities, confirms=confirms)
        manifest = found.manifest
        self._delivery.connected(extension, sender, policies(manifest), installed.topics(manifest))
        self._supervisor.ready(extension)

    async def gone(self, extension: str) -> None:
        """Send it nothing more."""
        self._senders.pop(extension, None)
        self._delivery.disconnected(extension, deliberate=False)
        self._supervisor.lost(extension)

    async def listening(self) -> None:
        """From now on."""
        await self.herald.listening()

    async def said(self, extension: str, instructions: Instructions) -> Any:
        """Hand it on to front ends; an intent is answered by one of them."""
        kind, content, now = instructions.kind, instructions.content, time.time_ns() // 1_000_000
        if kind == "intent":
            return await self._answer(extension, content, now)
        if kind == "acknowledgment":
            self._confirm(extension, instructions)
            return None
        if kind == "log":
            self._sayings.add(extension, content)
        value = {"id": extension, "message": dict(content)}
        is_activity = instructions.context in self._activities
        await self.gateway.tell_front_ends(f"extension.{kind}", value, happened=now, is_activity=is_activity)
        return None

    def _confirm(self, extension: str, instructions: Instructions) -> None:
        sender = self._senders.get(extension)
        if sender is not None and instructions.context is not None:
            sender.confirm(instructions.context, is_success=instructions.content.get("success") is True)

    async def _answer(self, extension: str, intent: Mapping[str, Any], now: int) -> Answer:
        if (fault := intent_fault(intent)) is not None:
            return {"error": fault}
        if any(intent.get(kind) is not None for kind in _UNSERVED):
            return {"error": "This service has no desktop: files and bundles are not served."}
        value = {"id": extension, "intent": dict(intent)}
        try:
            answer = await self.gateway.ask_front_end("extension.intent", value, happened=now, seconds=INTENT_SECONDS)
        except LostError:
            return {"error": "No front end is connected."}
        except UnansweredError:
            return {"error": "Nobody has answered."}
        return cast("Answer", answer) if isinstance(answer, dict) else {"error": "The front end gave no answer."}

    async def _find(self, extension: str) -> Installed | None:
        return await self._store.read(lambda connection: installed.find(connection, extension))


def policies(manifest: Manifest) -> list[Policy]:
    """By which its events are delayed."""
    declared = [each for item in manifest.instructions for each in item.throttling_policies or ()]
    return [_policy(each) for each in declared]


def _policy(declared: ManifestThrottlingPolicy) -> Policy:
    said = {"count": declared.maximum_count, "milliseconds": declared.duration_in_milliseconds}
    given = {name: value for name, value in said.items() if value is not None}
    return Policy(frozenset(map(str, declared.events)), **given)
